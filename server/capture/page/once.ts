import type { SiteSession } from './site-session.ts'

/** The collector as it is, but looking at each site once however often it is asked. */
export function once<T>(collect: (session: SiteSession) => Promise<T>): (session: SiteSession) => Promise<T> {
  const known = new WeakMap<SiteSession, Promise<T>>()
  return session => {
    const before = known.get(session)
    if (before) return before
    const fresh = collect(session)
    known.set(session, fresh)
    return fresh
  }
}
