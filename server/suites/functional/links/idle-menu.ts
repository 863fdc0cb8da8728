import { words } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { probesOf } from '../../core/probed.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { type Link, type PairedLinks, placesOf } from './link.ts'
import { rules } from './rules.ts'

/** Entries of different names from which on links are a menu. */
const MIN_ENTRIES = 5
/** Words of an entry of a menu; a call in the text says more. */
const MAX_WORDS = 4

/**
 * A menu that the original has not, none of whose entries leads anywhere nor did anything when it was pressed: nobody has
 * filled it yet. An original with such links of its own may have scripts for them.
 */
export function idleMenu(pair: Pair<'document' | 'probes'>, { before, now }: PairedLinks): Finding[] {
  const isIdle = ({ target }: Link) => target.kind === 'placeholder'
  if (before.some(isIdle)) return []
  const known = new Set(before.map(({ name }) => name))
  const works = new Set(
    probesOf(pair.rebuilt).flatMap(({ effect, selector }) =>
      /^(nothing|scrolls)$/.test(effect) ? [] : selector,
    ),
  )
  const entries = now.filter(
    ({ name, link }) =>
      name !== '' &&
      words(name).length <= MAX_WORDS &&
      !known.has(name) &&
      /^(navigation|banner|)$/.test(link.landmark) &&
      !works.has(link.selector),
  )
  return [...Map.groupBy(entries, ({ link }) => link.landmark).values()].flatMap((menu): Finding[] => {
    const names = new Set(menu.map(({ name }) => name))
    if (names.size < MIN_ENTRIES || !menu.every(isIdle)) return []
    const said = menu.slice(0, 3).map(({ link }) => quote(link.name, 60))
    return [
      rules.report('idle-menu', {
        message: `None of the ${names.size} entries of a new menu leads anywhere: ${said.join(', ')} and ${names.size - said.length} more`,
        ...placesOf(pair, undefined, menu[0]),
      }),
    ]
  })
}
