import type { Eyes } from './site-session.ts'

/** The collector as it is, but looking at each site once however often it is asked. */
export function once<T>(collect: (eyes: Eyes) => Promise<T>): (eyes: Eyes) => Promise<T> {
  const known = new WeakMap<Eyes, Promise<T>>()
  return eyes => {
    const before = known.get(eyes)
    if (before) return before
    const fresh = collect(eyes)
    known.set(eyes, fresh)
    return fresh
  }
}
