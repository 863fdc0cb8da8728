import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { type PairedLinks, placesOf } from './link.ts'
import { MIN_HIDDEN, rules } from './rules.ts'

/** Headings that links in the page lead to and that a bar hides then, where the original shows them once it is there. */
export function hiddenLandings(
  pair: Pair<'document' | 'probes' | 'links'>,
  { now, originals }: PairedLinks,
): Finding[] {
  const { original, rebuilt } = pair
  const [before, hidden] = [original, rebuilt].map(({ probes }) => probes.wide.hiddenLandings)
  if (!before || !hidden) return []
  const known = new Set(before.map(({ heading }) => normalise(heading)))
  const led = new Set(original.links.map(({ landing }) => normalise(landing?.heading ?? '')))
  const found = hidden.filter(({ heading }) => {
    const said = normalise(heading)
    return led.has(said) && !known.has(said)
  })
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
