import { hash32 } from '../../lib/hash.ts'
import type { NotFoundProbe, OldUrl } from '../types.ts'
import type { Follower } from './follow.ts'

/** The commonest templates; the others are judged by the pages alone. */
const MAX_PROBES = 30

/**
 * Asks the new host for one URL of each template that never existed. Where it answers 200, a 200 for another URL of
 * the template does not prove that the page exists.
 */
export async function probeNotFound(
  urls: readonly Pick<OldUrl, 'path' | 'template' | 'kind'>[],
  origin: string,
  follower: Follower,
): Promise<NotFoundProbe[]> {
  const counts = new Map<string, { path: string; count: number }>()
  for (const { path, template, kind } of urls) {
    if (kind === 'home' || kind === 'image') continue
    const known = counts.get(template)
    if (known) known.count++
    else counts.set(template, { path, count: 1 })
  }
  const chosen = [...counts]
    .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
    .slice(0, MAX_PROBES)
    .map(([template, { path }]) => ({ template, path: notFoundProbeOf(path) }))
  return Promise.all(
    chosen.map(async ({ template, path }) => ({
      template,
      path,
      trace: (await follower.follow(origin + path)).trace,
    })),
  )
}

/** A made-up URL like `path`, the same each time. */
function notFoundProbeOf(path: string): string {
  const made = `${hash32(path, 1).toString(36)}${hash32(path, 2).toString(36)}`
  const [pathname = '/', query] = path.split('?', 2)
  if (query) {
    const values = [...new URLSearchParams(query)].map(([name]) => [name, String(hash32(path, 3))])
    return `${pathname}?${new URLSearchParams(values)}`
  }
  return pathname.replace(/[^/]+(\/?)$/, (last, slash) => {
    const ending = /\.[a-z]{2,5}\/?$/i.exec(last)?.[0].replace('/', '') ?? ''
    return `never-was-${made}${ending}${slash}`
  })
}
