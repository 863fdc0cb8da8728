/** What a page says and offers at one width. */
import { memo } from '../../../lib/memo.ts'
import { hasPrice } from '../../../lib/price.ts'
import { words } from '../../../lib/text.ts'
import { canBeSeen, type Screen, type VisibleBox } from '../screens.ts'
import { normalText } from '../words.ts'

type Block = Screen['blocks'][number]

/** One text or control of a page at one width. */
export interface Item {
  text: string
  /** Normalised, and whether it is pressed or read: a heading is not kept by the link that leads to it. */
  key: string
  kind: string
  /** Rank of a heading, else 0. */
  level: number
  landmark: string
  box: Screen['blocks'][number]['box']
  seen: Screen['blocks'][number]['seen']
  state: Screen['blocks'][number]['state']
  /** Something around it scrolls. */
  scroller: boolean
  selector: string
}

/** The texts and controls of a page at one width, by their keys. */
export interface Content {
  screen: Screen
  shown: Map<string, Item>
  /** There, but not to be seen: folded, scrolled away, hidden. */
  hidden: Map<string, Item>
  /** Keys of the links that are shown in a menu or side bar. */
  inMenu: Set<string>
  /** Whether a text is shown, however it is divided into blocks. */
  says(text: string): boolean
  /** The blocks that say a text together. */
  saying(text: string): readonly Block[]
  /** What is shown in an element, by its selector. */
  within(selector: string): readonly Block[]
}

export const contentOf = memo((screen: Screen): Content => {
  const shown = new Map<string, Item>()
  const hidden = new Map<string, Item>()
  const inMenu = new Set<string>()
  const add = (item: Omit<Item, 'key' | 'level'> & { level?: number } & VisibleBox) => {
    const { text, kind, level = 0, landmark, box, seen, state, scroller, selector } = item
    const key = `${PRESSED.test(kind) ? 'control' : 'text'}:${normalText(text)}`
    const to = canBeSeen(item, screen) ? shown : hidden
    if (to === shown && isMenuLink(item)) inMenu.add(key)
    if ((/^\w+:.*\p{L}.*[\p{L}\p{N}]/u.test(key) || isFigure(text) || isBareNumber(item)) && !to.has(key))
      to.set(key, {
        text,
        key,
        kind,
        level,
        landmark,
        box,
        seen,
        state,
        scroller,
        selector,
      })
  }
  for (const block of screen.blocks) add(block)
  for (const control of screen.controls) add({ ...control, text: control.name, kind: control.role })
  let index: WordIndex | undefined
  const saying = (text: string) => {
    index ??= wordIndexOf(screen)
    const wanted = words(text)
    const from = placeIn(index, wanted)
    return from === undefined ? [] : [...new Set(index.holders.slice(from, from + wanted.length))]
  }
  return {
    screen,
    shown,
    hidden,
    inMenu,
    says: text => saying(text).length > 0,
    saying,
    within: withinReader(screen.blocks.filter(block => canBeSeen(block, screen))),
  }
})

/** Tells which blocks stand in an element. In the order of their selectors those are neighbours: searching all for each costs too much. */
export function withinReader(blocks: readonly Block[]): (selector: string) => readonly Block[] {
  const pathOf = (selector: string) => `${selector} >`
  let sorted: { path: string; block: Block }[] | undefined
  // Many texts stand in the same elements.
  const read = new Map<string, readonly Block[]>()
  return selector => {
    const known = read.get(selector)
    if (known) return known
    sorted ??= blocks
      .map(block => ({ path: pathOf(block.selector), block }))
      .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
    const path = pathOf(selector)
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (sorted[middle]!.path < path) from = middle + 1
      else to = middle
    }
    for (to = from; sorted[to]?.path.startsWith(path); ) to++
    const found = sorted.slice(from, to).map(({ block }) => block)
    read.set(selector, found)
    return found
  }
}

export const PRESSED = /^(link|button|menuitem|tab|option)/

/** A telephone number or an e-mail address. Years and what is from one to another are none. */
export const isContact = (text: string): boolean => CONTACT.test(text.replace(YEAR, ' | '))
const CONTACT = /(?:\d[ ()./-]{0,3}){7}|\S@[^\s@]{1,250}\.\p{L}/u
const YEAR = /\b(?:19|20)\d\d\b/g

/** What says something without a letter: the number of a slide or of a step does not. */
const isFigure = (text: string): boolean =>
  isContact(text) || hasPrice(text) || /(?<!\d)\d{1,2}:\d\d(?!\d)/.test(text)

/** A cell of a table with a number of two digits or more and nothing else: it says something beside others of its column. */
export const isBareNumber = ({ text, selector }: Pick<Item, 'text' | 'selector'>): boolean =>
  / t[dh](?::nth-of-type\(\d+\))?(?: > .*)?$/.test(selector) && /^(?:\d[.,]?){2,}%?$/.test(text)

/** Links of the navigation are the navigation's. */
export const isMenu = ({ kind, landmark }: Pick<Item, 'kind' | 'landmark'>) =>
  landmark === 'navigation' || (landmark === 'banner' && (kind === 'link' || kind === 'button'))

/** Links beside the content, as those of a side bar, lead through the site as those of a navigation do. */
const isMenuLink = (item: Pick<Item, 'kind' | 'landmark'>) =>
  isMenu(item) || (item.landmark === 'complementary' && PRESSED.test(item.kind))

/** All words of a page in their order, the block that each is of, and where each of them stands. */
interface WordIndex {
  all: readonly string[]
  holders: readonly Block[]
  places: ReadonlyMap<string, readonly number[]>
}

function wordIndexOf(screen: Screen): WordIndex {
  const all: string[] = []
  const holders: Block[] = []
  for (const block of screen.blocks) {
    if (!canBeSeen(block, screen)) continue
    for (const word of words(block.text)) {
      all.push(word)
      holders.push(block)
    }
  }
  return { all, holders, places: Map.groupBy(all.keys(), at => all[at]!) }
}

/** Looked up by the rarest word: searching the whole page for each of its texts would take too long. */
function placeIn({ all, places }: WordIndex, wanted: readonly string[]): number | undefined {
  let rarest: { turn: number; at: readonly number[] } | undefined
  for (const [turn, word] of wanted.entries()) {
    const at = places.get(word)
    if (!at) return undefined
    if (!rarest || at.length < rarest.at.length) rarest = { turn, at }
  }
  if (!rarest) return undefined
  const { turn, at } = rarest
  const place = at.find(place => wanted.every((word, i) => all[place - turn + i] === word))
  return place === undefined ? undefined : place - turn
}
