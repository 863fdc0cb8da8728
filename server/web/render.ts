/** Pages from templates that escape by themselves, with headers that leave nothing to a page's own discretion. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Eta } from 'eta'
import type { Context } from 'koa'
import type { Session } from '../accounts/sessions.ts'
import { baseOf, isHttps, type Site } from '../api/site.ts'
import { REPORT_ASSETS } from '../report/render.ts'

const eta = new Eta({
  views: join(import.meta.dirname, 'views'),
  autoEscape: true,
  autoTrim: false,
  cache: true,
})

/** What every page knows, beside its own data. */
export interface Common {
  title: string
  session: Session | null
  /** Search engines may list it. */
  isPublic?: boolean
}

/** Answers with the template `view`, filled with `data`. */
export function render(ctx: Context, site: Site, view: string, data: Common & Record<string, unknown>): void {
  ctx.body = eta.render(`./${view}`, {
    ...data,
    site,
    base: baseOf(site),
    asset: assetPath,
    day,
    ago,
    shownUrl,
  })
  ctx.type = 'html'
  ctx.set(pageHeaders(site))
  if (data.isPublic) ctx.remove('X-Robots-Tag')
}

/** Nothing from elsewhere, no script or style in the page itself, in nobody's frame. */
export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'"

export const pageHeaders = (site: Site): Record<string, string> => ({
  'Content-Security-Policy': CSP,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
  ...(isHttps(site) && { 'Strict-Transport-Security': 'max-age=31536000' }),
})

export interface Asset {
  bytes: Buffer
  type: string
  version: string
}

const TYPES: Record<string, string> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }
export const SITE_ASSETS = join(import.meta.dirname, 'assets')

/** All static files; they are few and small. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  [SITE_ASSETS, REPORT_ASSETS]
    .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
    .map(path => {
      const name = basename(path)
      const bytes = readFileSync(path)
      const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
      return [name, { bytes, type: TYPES[name.split('.').pop()!]!, version }]
    }),
)

const assetPath = (name: string): string => `/assets/${name}?v=${ASSETS.get(name)!.version}`

/** An address as people write it. */
const shownUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

const day = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** To the unit that people would say. */
function ago(date: Date, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 2) return 'just now'
  if (minutes < 120) return `${minutes} minutes ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} hours ago`
  return minutes < 60 * 24 * 60 ? `${Math.floor(minutes / 1440)} days ago` : day(date)
}
