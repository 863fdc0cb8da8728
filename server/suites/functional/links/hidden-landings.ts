import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { type PairedLinks, placesOf } from './link.ts'
import { MIN_HIDDEN, rules } from './rules.ts'

/** Headings that links in the page lead to and that a bar hides then, where the original shows them once it is there. */
export function hiddenLandings(
  pair: Pair<'document' | 'probes'>,
  { now, originals }: PairedLinks,
): Finding[] {
  const { original, rebuilt } = pair
  const { landings: before = [] } = original.probes.wide
  const { landings: led = [] } = rebuilt.probes.wide
  const seen = new Set(before.flatMap(({ heading, isHidden }) => (isHidden ? [] : normalise(heading))))
  const found = led.filter(({ heading, isHidden }) => isHidden && seen.has(normalise(heading)))
  const [first] = found
  if (!first) return []
  const link = now.find(({ link }) => link.selector === first.selector)
  return [
    rules.report('hidden-landing', {
      as: found.length >= MIN_HIDDEN ? 'many' : undefined,
      message: `Where ${quote(first.name)} leads, a bar lies on the heading: ${listed(found.map(({ heading }) => quote(heading, 60)))}`,
      ...(link && placesOf(pair, originals.get(link), link)),
    }),
  ]
}
