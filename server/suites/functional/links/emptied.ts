/** Links to other sites that lost their addresses together, as where a page was built without its contents. */
import type { Finding } from '../../core/finding.ts'
import type { Pair } from '../../core/suite.ts'
import { type Link, label, type PairedLinks, placesOf, shownPlace } from './link.ts'
import { nowhereReader } from './offered.ts'
import { rules } from './rules.ts'
import { tradeOf } from './trade.ts'

/** Fewer are told each by itself. */
const MIN_EMPTIED = 4

/** Links of the original that are emptied, each counted, with the finding that speaks for all of them; none where few are. */
export function emptied(
  pair: Pair<'document' | 'head' | 'links'>,
  { before, now, counterparts, originals }: PairedLinks,
): { links: ReadonlySet<Link>; finding: Finding | null } {
  const isNowhere = nowhereReader(pair)
  const away = before.filter(link => link.target.kind === 'external' && !isNowhere(link))
  const isEmptied = (link: Link) => {
    const counterpart = counterparts.get(link)
    return counterpart !== undefined && isEmpty(counterpart)
  }
  // A symbol that leads nowhere may be any of those that are gone.
  const symbols = now.filter(link => !originals.has(link) && isEmpty(link) && isSymbol(link))
  const gone = away.filter(link => !counterparts.has(link) && isSymbol(link)).slice(0, symbols.length)
  const dead = [...away.filter(isEmptied), ...gone]
  const links = new Set(dead)
  if (dead.length < MIN_EMPTIED || 2 * dead.length <= away.length) return { links: new Set(), finding: null }
  const first = before.find(link => links.has(link))!
  return {
    links,
    finding: rules.report('emptied', {
      as: isBare(dead) ? 'bare' : undefined,
      message: `${dead.length} of the ${away.length} links to other sites lead nowhere now; ${label(first).replace('The', 'the')} led to ${shownPlace(first.target.place)}`,
      evidence: [...new Set(dead.map(({ target }) => target.place.slice(0, 200)))].slice(0, 50),
      ...placesOf(pair, first, counterparts.get(first) ?? symbols[0]),
    }),
  }
}

const isEmpty = ({ link, target }: Link): boolean => target.kind === 'placeholder' || link.raw.trim() === ''

/** So many are the links of each person, partner or client that a page shows. */
const MIN_MANY = 10

/** Whether nearly all of a few led to the front pages of networks, and none to where one buys, books or donates. */
const isBare = (dead: readonly Link[]): boolean =>
  dead.length < MIN_MANY &&
  dead.filter(link => !isFrontPageOfNetwork(link)).length < MIN_EMPTIED &&
  !dead.some(link => link.prominent && tradeOf(link))

/** `https://instagram.com/`, as a template has it: nobody's account. */
const isFrontPageOfNetwork = ({ target: { place } }: Link): boolean =>
  /^\/\/[^/?#]+\/?$/.test(place) && NETWORK.test(place)

/** Words beside the name of a network, as in “Follow us on Instagram”. */
const MAX_WORDS = 4

/** An icon without words, or one that is called as a network is. */
const isSymbol = ({ called }: Link): boolean =>
  called === '' || (NETWORK.test(called) && called.split(' ').length <= MAX_WORDS)

const NETWORK =
  /(?<![\p{L}\p{N}])(facebook|instagram|twitter|linkedin|youtube|github|telegram|whatsapp|pinterest|tiktok|behance|dribbble|vk|discord)(?![\p{L}\p{N}])/iu
