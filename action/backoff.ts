/** How long to wait before asking again. Pure: chance and time are given. */

/** Twice as long after each trouble, from `first` to `most` milliseconds. */
export function troubleWait(troubles: number, first = 1000, most = 30_000): number {
  return Math.min(most, first * 2 ** Math.min(troubles - 1, 10))
}

/** A wait up to a quarter shorter or longer, so that many clients do not ask at the same moment. */
export function jittered(milliseconds: number, random = Math.random): number {
  return Math.round(milliseconds * (0.75 + random() / 2))
}

/** Polls slow down by a fifth each time, to at most four times the interval. */
export function pollWait(polls: number, interval: number): number {
  return Math.min(interval * 4, interval * 1.2 ** Math.min(polls, 20))
}

/** Milliseconds that a Retry-After header asks for: seconds or a date. Null when it is absent or makes no sense. */
export function retryAfter(header: string | undefined, now = Date.now()): number | null {
  if (!header) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

export const sleep = (milliseconds: number) =>
  new Promise<void>(resolve => setTimeout(resolve, Math.max(0, milliseconds)))
