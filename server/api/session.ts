import type { Context } from 'koa'
import type pg from 'pg'
import { type Session, sessionOf } from '../accounts/sessions.ts'
import { readCookie } from './cookie.ts'
import type { Site } from './site.ts'

/** The session of the browser that asks, or null. It tells who reads; to change anything takes a form's token as well. */
export async function sessionIfAny(ctx: Context, pool: pg.Pool, site: Site): Promise<Session | null> {
  const id = readCookie(ctx, site, 'session')
  return id === undefined ? null : sessionOf(pool, id)
}
