import type { Middleware } from 'koa'
import { toProblem } from '../api/problem.ts'
import { logOf } from '../api/request-log.ts'
import type { Site } from '../api/site.ts'
import type { Log } from '../jobs/log.ts'
import { render } from './render.ts'

/** For people: whatever is thrown below becomes a page. For programs it goes on, and becomes a problem document. */
export function errorPages(site: Site, log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!isPerson(ctx.path, ctx.get('Accept'))) throw error
      const problem = toProblem(error, logOf(ctx, log))
      ctx.status = problem.status
      ctx.set(problem.headers)
      render(ctx, site, 'error', {
        title: TITLES[problem.code] ?? BY_STATUS[problem.status] ?? 'That did not work',
        session: null,
        detail: problem.message,
        again: problem.code.startsWith('sign_in') || problem.code === 'session_ended',
      })
    }
  }
}

/** Browsers name HTML first when somebody goes to an address; programs take anything, or JSON. */
const isPerson = (path: string, accept: string) =>
  !/^\/(api\/|metrics$)/.test(path) && /^\s*(text\/html|application\/xhtml\+xml)/i.test(accept)

const TITLES: Record<string, string> = {
  sign_in_cancelled: 'You are not signed in',
  sign_in_expired: 'Sign in again',
  sign_in_refused: 'You could not be signed in',
  sign_in_unavailable: 'Signing in does not work just now',
  session_ended: 'Your session has ended',
}

const BY_STATUS: Record<number, string> = {
  404: 'There is nothing here',
  429: 'Too fast',
  500: 'Something went wrong on our side',
  503: 'Not available just now',
}
