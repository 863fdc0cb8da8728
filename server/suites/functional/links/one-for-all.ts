import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { type Link, type PairedLinks, placesOf } from './link.ts'
import { rules } from './rules.ts'

/** Entries that mean one place have two names at most: "Book now" and "Reserve a table". */
const MIN_NAMES = 3

/** Entries of the original that led to places of their own, or nowhere yet, and all lead to one address elsewhere. */
export function oneForAll(
  pair: Pair<'document' | 'layouts'>,
  { before, now, originals }: PairedLinks,
): Finding[] {
  const known = new Set(before.map(({ target }) => target.place))
  const shown = namesOn(pair.original)
  for (const { name } of before) shown.add(name)
  const away = now.filter(
    ({ target, name }) => target.kind === 'external' && !known.has(target.place) && shown.has(name),
  )
  return [...Map.groupBy(away, ({ target }) => target.place)].flatMap(([place, links]): Finding[] => {
    const byName = new Map(links.toReversed().map(link => [link.name, link]))
    byName.delete('')
    // What shared its target on the original shares it still; what led nowhere yet was to have one of its own.
    const led = [...byName].map(([name, link]) => {
      const target = originals.get(link)?.target
      return target && target.kind !== 'placeholder' ? `to ${target.place}` : name
    })
    if (new Set(led).size < MIN_NAMES) return []
    const [first, ...others] = [...byName.values()].toReversed() as [Link, ...Link[]]
    const named = [first, ...others].slice(0, 3).map(({ link }) => quote(link.name, 60))
    const more = byName.size - named.length
    return [
      rules.report('one-for-all', {
        place,
        as: [...byName.values()].some(({ prominent }) => prominent) ? 'prominent' : undefined,
        message: `${named.join(', ')}${more ? ` and ${more} more` : ''} all lead to ${place}, to which the original has no link`,
        ...placesOf(pair, originals.get(first), first),
      }),
    ]
  })
}

const namesOn = ({ layouts }: Side<'layouts'>): Set<string> =>
  new Set(
    layouts.flatMap(({ blocks, controls }) => [
      ...blocks.map(({ text }) => normalise(text)),
      ...controls.map(({ name }) => normalise(name)),
    ]),
  )
