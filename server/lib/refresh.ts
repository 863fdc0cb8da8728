/** `<meta http-equiv="refresh">` and the header `Refresh`. */

export interface Refresh {
  /** Absolute. */
  url: string
  seconds: number
}

/** A page that leads on after longer than that is left open in a hall, and is no redirect. */
export const MAX_REFRESH_SECONDS = 60

/**
 * Where `content` leads a visitor, and when; undefined where it leads nowhere, or only after a minute.
 *
 * @see https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
 */
export function refreshOf(content: string, base: string): Refresh | undefined {
  const [, seconds, target] =
    /^\s*(\d*)[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
  if (seconds === undefined || !target || !URL.canParse(target.trim(), base)) return
  if (Number(seconds) > MAX_REFRESH_SECONDS) return
  return { url: new URL(target.trim(), base).href, seconds: Number(seconds) }
}
