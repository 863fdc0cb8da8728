import type { Context } from 'koa'
import { isHttps, type Site } from './site.ts'

export type CookieName = 'session' | 'sign-in'

/**
 * The name with `__Host-` over https: no other host of the domain, and no plain http, can then set or read it. Plain
 * http is for localhost only, where browsers would refuse such a name.
 */
export const cookieName = (site: Site, name: CookieName): string =>
  `${isHttps(site) ? '__Host-' : ''}cutover-${name}`

export const readCookie = (ctx: Context, site: Site, name: CookieName): string | undefined =>
  ctx.cookies.get(cookieName(site, name))

/** Lax, since people come back from the sign-in service by a link. Written here: koa's own refuses Secure behind a proxy. */
export function setCookie(ctx: Context, site: Site, name: CookieName, value: string, seconds: number): void {
  ctx.append(
    'Set-Cookie',
    `${cookieName(site, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`,
  )
}

export const clearCookie = (ctx: Context, site: Site, name: CookieName): void =>
  setCookie(ctx, site, name, '', 0)
