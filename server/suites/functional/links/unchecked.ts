import type { Finding, Pair } from '../../core/suite.ts'
import { doubtOf } from './dead-links.ts'
import type { Link } from './pair.ts'

const LISTED = 50

/** Links of which nobody can tell whether they work: said, and charged nothing. */
export function uncheckedLinks({ rebuilt }: Pair<'document' | 'linkTargets'>, now: Link[]): Finding[] {
  const targets = new Map(rebuilt.linkTargets.targets.map(target => [target.href, target]))
  const unasked = new Set(rebuilt.linkTargets.unasked)
  const doubts = new Map<string, string>()
  for (const { link, target } of now) {
    if (target.kind !== 'page' && target.kind !== 'external') continue
    const href = link.href.split('#')[0]!
    const known = targets.get(href)
    const doubt = known ? doubtOf(known) : unasked.has(href) ? 'not asked in time' : null
    if (doubt) doubts.set(target.place, doubt)
  }
  if (doubts.size === 0) return []
  const all = [...doubts].map(([place, doubt]) => `${place.slice(0, 200)}: ${doubt}`)
  return [
    {
      key: 'functional/links:unchecked',
      severity: 'minor',
      penalty: 0,
      message: `Whether ${doubts.size === 1 ? 'a link works' : `${doubts.size} links work`} could not be told: ${all.slice(0, 3).join('; ')}${all.length > 3 ? '; …' : ''}`,
      fix: 'Open them in a browser to be sure; they cost nothing here',
      rebuilt: { url: rebuilt.document.url },
      evidence: all.slice(0, LISTED),
    },
  ]
}
