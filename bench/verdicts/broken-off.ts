import type { Capture, Collected } from '../../server/capture/artifact.ts'

/** What a browser says that was closed, or died, while it was looked through. */
const CLOSED =
  /(page|context|browser|target|session)[^.]{0,40} (has been |been |is |was )?(closed|crashed|detached)|connection closed|not attached to an active page/i

/**
 * Why `seen` is no capture to judge by: artifacts that failed since page, context or browser were gone, which says
 * nothing of the page. Null for all else, what the page itself let fail included.
 */
export function brokenOff(seen: unknown): string | null {
  const artifacts = (seen as Partial<Capture> | null)?.artifacts
  if (!artifacts || typeof artifacts !== 'object') return null
  for (const [name, collected] of Object.entries(artifacts) as [string, Collected<unknown>][])
    if (!collected.ok && CLOSED.test(collected.reason)) return `${name} was broken off: ${collected.reason}`
  return null
}
