/** The links that a menu or a drawer shows once it is open, on both pages. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise, words } from '../../../lib/text.ts'
import { isStep } from '../../core/step.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { folded, type Needed, OPENS, probesBeside, textsAt, wordsIn } from './probe.ts'

/** Links that make a menu, and that are missing of one of which most are. */
const MIN_LINKS = 3
/** So many texts are kept of what a press shows. */
const MAX_REVEALED = 20
const MIN_SHARE = 0.5

export interface LesserMenu {
  /** What it showed, and what it does not show any more, though the page has such a link elsewhere. */
  links: string[]
  gone: string[]
  isMost: boolean
}

/** The links that a menu has lost, where it opens on both pages. */
export function lesserMenu(pair: Pair<Needed>, was: Probe, now: Probe): LesserMenu | undefined {
  const { original, rebuilt } = pair
  if (!OPENS.test(was.effect) || !OPENS.test(now.effect) || isStep(was)) return undefined
  if (now.revealed.length >= MAX_REVEALED || nested(rebuilt, now) > nested(original, was)) return undefined
  const [before, after] = [linksIn(original, was), linksIn(rebuilt, now)]
  if (before.length < MIN_LINKS || before.length < MIN_SHARE * wordsIn(was.revealed).length) return undefined
  const shown = probesBeside(rebuilt, now).flatMap(({ revealed }) => wordsIn(revealed).map(folded))
  const [atRest, nowAtRest] = [textsAt(original, was.width), textsAt(rebuilt, now.width)]
  const count = (texts: typeof atRest, name: string) => texts.get(folded(name))?.length ?? 0
  const isShown = (name: string) => {
    const names = [normalise(name), ...namesNow(pair, name)]
    return (
      names.some(one => shown.some(text => isIn(one, text) || isIn(text, one))) ||
      // It stands beside the menu, where it did not.
      names.some(one => count(nowAtRest, one) > count(atRest, one))
    )
  }
  const known = namesOf(rebuilt)
  const isDeeper = stepDeeper(rebuilt, shown)
  const gone = before.filter(name => known.has(normalise(name)) && !isShown(name) && !isDeeper(name))
  // As many others in their place may be the same.
  if (gone.length === 0 || after.length > before.length - gone.length) return undefined
  return { links: before, gone, isMost: gone.length >= MIN_LINKS && gone.length >= MIN_SHARE * before.length }
}

/** Whether a link stands in a list within a list of which others are `shown`: one more press may open it. */
function stepDeeper({ links }: Side<'links'>, shown: readonly string[]): (name: string) => boolean {
  const known = new Set(shown)
  const lists = new Set(
    links.flatMap(({ name, selector }) =>
      known.has(folded(name)) ? (listsAround(selector).at(-1) ?? []) : [],
    ),
  )
  return name =>
    links.some(
      one =>
        normalise(one.name) === normalise(name) &&
        listsAround(one.selector)
          .slice(0, -1)
          .some(list => lists.has(list)),
    )
}

/** Selectors of the lists around an element, the outermost first. */
const listsAround = (selector: string): string[] =>
  [...selector.matchAll(/ > li\b/g)].map(({ index }) => selector.slice(0, index))

const namesOf = memo(
  ({ links }: Side<'links'>): ReadonlySet<string> => new Set(links.map(({ name }) => normalise(name))),
)

const linksIn = (side: Side<'links'>, { revealed }: Probe): string[] => [
  ...new Set(wordsIn(revealed).filter(text => namesOf(side).has(normalise(text)))),
]

const isIn = (one: string, other: string) =>
  one !== '' && ` ${words(other).join(' ')} `.includes(` ${words(one).join(' ')} `)

/** What links of the new page are called that lead where one of this name leads on the original. */
function namesNow({ original, rebuilt }: Pair<Needed>, name: string): string[] {
  const placeOf = (href: string) => {
    const { pathname = href, hash = '' } = URL.parse(href) ?? {}
    return `${pathname.replace(/\/$/, '')}${hash}`
  }
  const places = new Set(
    original.links.flatMap(link => (normalise(link.name) === normalise(name) ? placeOf(link.href) : [])),
  )
  return rebuilt.links.flatMap(link => (places.has(placeOf(link.href)) ? normalise(link.name) : []))
}

/** Controls out of sight that open something, as in a menu with menus of its own. */
const nested = ({ layouts }: Side<'layouts'>, { width }: Probe): number =>
  layouts
    .find(layout => layout.width === width)
    ?.controls.filter(({ opens, state }) => opens && state !== 'visible').length ?? 0
