/** Who looks at a page, and whether a form really comes from one of ours. */
import type { Context } from 'koa'
import type pg from 'pg'
import { isFormToken, type Session } from '../accounts/sessions.ts'
import { HttpProblem } from '../api/problem.ts'
import { sessionIfAny } from '../api/session.ts'
import { here, type Site } from '../api/site.ts'
import { readForm } from './form.ts'

export { sessionIfAny }

/** The session, or null after an answer that sends to the sign-in and from there back to `path`. */
export async function sessionOrSignIn(
  ctx: Context,
  pool: pg.Pool,
  site: Site,
  path: string,
): Promise<Session | null> {
  const session = await sessionIfAny(ctx, pool, site)
  if (!session) {
    ctx.status = 303
    ctx.set('Location', here(site, `/sign-in?return_to=${encodeURIComponent(path)}`))
  }
  return session
}

/**
 * The fields of a form that a page of ours sent, in a session.
 * @throws {HttpProblem} 403 for one from elsewhere, or whose session has ended; as `readForm`
 */
export async function submittedForm(
  ctx: Context,
  pool: pg.Pool,
  site: Site,
): Promise<{ session: Session; form: URLSearchParams }> {
  if (!isSameOrigin(ctx, site))
    throw new HttpProblem(403, 'foreign_form', 'This form was sent from another site, and was not accepted.')
  const form = await readForm(ctx)
  const session = await sessionIfAny(ctx, pool, site)
  if (!session)
    throw new HttpProblem(403, 'session_ended', 'Your session has ended. Sign in and send the form again.')
  if (!isFormToken(session, form.get('token') ?? ''))
    throw new HttpProblem(
      403,
      'stale_form',
      'This form belongs to a session that has ended. Load the page again, and send it once more.',
    )
  return { session, form }
}

/** Browsers say where a form comes from; one that says nothing is no browser of this decade. */
function isSameOrigin(ctx: Context, { publicUrl }: Site): boolean {
  const from = ctx.get('Sec-Fetch-Site')
  return from !== '' ? from === 'same-origin' : ctx.get('Origin') === new URL(publicUrl).origin
}
