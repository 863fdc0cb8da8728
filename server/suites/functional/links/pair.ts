import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import { normalise } from '../../../lib/text.ts'
import type { Target } from './targets.ts'

/** A link with what is compared of it. */
export interface Link {
  link: LinkArtifact
  target: Target
  /** Normalised. */
  name: string
  near: string
}

export function linkOf(link: LinkArtifact, target: Target): Link {
  return { link, target, name: normalise(link.name), near: normalise(link.near) }
}

/**
 * One assignment from original to rebuilt links, from the surest evidence to the weakest; equal ones pair in order.
 * Links of one name that stand in one place are the same link even when they lead elsewhere now, before any
 * look for the old target in another place.
 */
export function pairLinks(before: Link[], now: Link[]): Map<Link, Link> {
  const paired = new Map<Link, Link>()
  const free = new Set(now)
  const place = ({ target }: Link) => `${target.kind} ${target.place.toLowerCase()}`
  const passes: ((link: Link) => string | null)[] = [
    one => `${one.name}|${one.link.landmark}|${one.near}|${place(one)}`,
    one => named(one, `${one.link.landmark}|${one.near}`),
    one => named(one, `${one.link.landmark}|${place(one)}`),
    one => named(one, one.near),
    one => named(one, place(one)),
    one => named(one, one.link.landmark),
    one => named(one, ''),
    one => `${one.link.landmark}|${place(one)}`,
    place,
  ]
  for (const keyOf of passes) {
    const waiting = new Map<string, Link[]>()
    for (const link of [...free].reverse()) {
      const key = keyOf(link)
      if (key === null) continue
      const queue = waiting.get(key)
      if (queue) queue.push(link)
      else waiting.set(key, [link])
    }
    for (const link of before) {
      const key = paired.has(link) ? null : keyOf(link)
      const found = key === null ? undefined : waiting.get(key)?.pop()
      if (!found) continue
      paired.set(link, found)
      free.delete(found)
    }
  }
  return paired
}

/** A link without a name is known by its target only. */
const named = (link: Link, rest: string): string | null => (link.name === '' ? null : `${link.name}|${rest}`)
