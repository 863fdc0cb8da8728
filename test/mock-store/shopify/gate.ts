/** The storefront password: a form, a cookie that is issued anew, and patience that ends. */
import { randomBytes } from 'node:crypto'
import type { StoreOptions } from './options.ts'
import { html, json, type Reply, redirect, text } from './reply.ts'

export interface Asked {
  method: string
  /** Without a locale prefix. */
  path: string
  /** The prefix that was cut off. */
  prefix: string
  url: URL
  cookies: Map<string, string>
  body: string
}

export interface Gate {
  /** The reply that keeps a visitor out, or undefined for one who may pass. */
  check(asked: Asked): Reply | undefined
  /** Forgets who has been let in. */
  lapse(): void
}

export function createGate(options: StoreOptions): Gate {
  /** Cookie values that are let in, with the requests that each has made. */
  const sessions = new Map<string, number>()
  let wrong = 0

  function entered({ cookies }: Asked): boolean {
    const session = cookies.get(options.sessionCookie) ?? ''
    const used = sessions.get(session)
    if (used === undefined) return false
    if (options.lapseAfter !== undefined && used >= options.lapseAfter) return !sessions.delete(session)
    sessions.set(session, used + 1)
    return true
  }

  function knock({ body, cookies, prefix }: Asked): Reply {
    if (wrong >= options.mostWrong)
      return { ...text('Too many incorrect password attempts', 429), headers: { 'retry-after': '60' } }
    const fields = new URLSearchParams(body)
    // Without the visitor's cookie of the form there is nothing that could be issued anew.
    const known = cookies.has('_shopify_essential') && fields.get('form_type') === 'storefront_password'
    if (!known || fields.get('password') !== options.password) {
      wrong++
      return options.wrongPassword === 'form'
        ? html(
            formPage(
              prefix,
              `That password is wrong.${options.telltale ? ` ${fields.get('password')}` : ''} Try again.`,
            ),
          )
        : redirect(`${prefix}/password`)
    }
    wrong = 0
    const session = `:${randomBytes(12).toString('base64url')}:`
    sessions.set(session, 0)
    return redirect(prefix || '/', 302, {
      'set-cookie': `${options.sessionCookie}=${session}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
    })
  }

  return {
    check(asked) {
      if (options.password === undefined) return undefined
      if (/^\/password\/?$/.test(asked.path)) {
        if (asked.method === 'POST') return knock(asked)
        if (entered(asked)) return redirect(asked.prefix || '/')
        return html(formPage(asked.prefix), 200, {
          'set-cookie': `_shopify_essential=:${randomBytes(12).toString('base64url')}:; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
        })
      }
      if (asked.path.startsWith('/cdn/') || entered(asked)) return undefined
      if (options.openRobots && /^\/(robots\.txt|sitemap.*\.xml)$/.test(asked.path)) return undefined
      if (/\.js(on)?$/.test(asked.path) && options.gatedJson === 401)
        return json({ errors: 'Unauthorized' }, 401)
      return redirect(`${asked.prefix}/password`, options.gateStatus)
    },
    lapse: () => sessions.clear(),
  }
}

const formPage = (prefix: string, error = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nordhaven – Opening soon</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Opening soon</h1><p>Be the first to know when we launch.</p>
<form method="post" action="${prefix}/password" id="login_form" accept-charset="UTF-8" class="storefront-password-form">
<input type="hidden" name="form_type" value="storefront_password"><input type="hidden" name="utf8" value="✓">
<label>Enter store password <input type="password" name="password"></label>${error && `<p class="errors">${error}</p>`}
<button type="submit">Enter</button></form></main></body></html>`
