import type { Artifacts } from '../capture/artifact.ts'
import type { TextBlock } from '../capture/collectors/layouts.ts'
import type { Place } from '../contract.ts'
import { memo } from '../lib/memo.ts'
import { countWords, type Token, tidy, tokens } from '../lib/text.ts'
import { atWidth, DESKTOP, MOBILE } from '../lib/widths.ts'

/** One text of a page as a person meets it. */
export interface Passage {
  /** As captured. */
  source: string
  /** Tidy. */
  text: string
  /** Equal for texts of the same words. */
  name: string
  tokens: Token[]
  /** Where lines of its text begin that a <br> divides from the one before. */
  breaks?: number[]
  /** Words as a reader counts them. */
  length: number
  /** At 1440 or at 375 px. */
  visible: boolean
  /** Hidden in a tab or accordion that a control opens. */
  folded?: boolean
  kind: string
  level: number
  landmark: string
  /** It reads otherwise on a second load: its value is not compared. */
  volatile: boolean
  /** Set from right to left. */
  rtl: boolean
  /** Whether a number of several groups in it is drawn with the last one first; undefined where there is none, or nothing is known. */
  turned: boolean | undefined
  /** Share of its letters that a line is drawn through. */
  struck: number
  /** Set like program text. */
  code: boolean
  /** Lines that it has: of a <pre>, by its own breaks, and that are set in by white space; undefined in captures of earlier code. */
  lines: number
  indents: number | undefined
  /** Its lines are those that are drawn, and more than it has where it wraps. */
  wraps: boolean
  /** Equal for texts that are set alike: kind, size and weight. */
  set: string
  box: TextBlock['box']
  place: Place
}

/** Against pages that are made to exhaust memory; a long book has about a million characters. */
const MAX_CHARACTERS = 2_000_000
/** Share of a text's pairs of neighbouring words that have to stand at 1440 px for it to be known from there. */
const MIN_KNOWN = 0.8

/** What of a page is read. */
export type Readable = Pick<Artifacts, 'layouts' | 'document' | 'volatile'>

interface PageText {
  passages: Passage[]
  /** As many of the first ones stand for the blocks of the 1440 px layout, one for each. */
  desktop: number
  /** There was more than could be read. */
  cut: boolean
}

/**
 * The texts of a page: the 1440 px layout, then what only 375 px shows. A menu that stands in the page twice, once for
 * each width, is one: a hidden copy counts as visible only as far as 375 px shows more copies than 1440 px.
 */
export const passagesOf = memo((side: Readable): PageText => {
  const layoutAt = (width: number) => atWidth(side.layouts, width)
  const unstable = new Set(side.volatile.texts.map(text => changingName(tidy(text))))
  const read = reader()
  const passagesAt = (viewport: number, blocks: TextBlock[] = []) =>
    bounded(blocks).map(block => passage(block, viewport, side.document.url, unstable, read(spoken(block))))
  const layout = layoutAt(DESKTOP)
  const desktop = passagesAt(DESKTOP, layout?.blocks)
  const mobile = passagesAt(
    MOBILE,
    layoutAt(MOBILE)?.blocks.filter(block => block.state === 'visible'),
  )
  return {
    passages: [...joined(desktop, mobile), ...onlyOn(mobile, desktop)],
    desktop: desktop.length,
    cut: (layout?.cut ?? 0) > 0 || desktop.length < (layout?.blocks.length ?? 0),
  }
})

/** The desktop texts, a hidden one replaced by its mobile copy where no visible one of the same words needs that. */
function joined(desktop: Passage[], mobile: Passage[]): Passage[] {
  const copies = Map.groupBy(mobile, own => own.name)
  /** The copy of the same element, else the first one. */
  const take = ({ name, place }: Passage): Passage | undefined => {
    const list = copies.get(name)
    const same = list?.findIndex(copy => copy.place.selector === place.selector) ?? -1
    return list?.splice(Math.max(0, same), 1)[0]
  }
  for (const own of desktop) if (own.visible) take(own)
  return desktop.map(own => (own.visible ? own : (take(own) ?? own)))
}

/** Mobile texts that the desktop does not have, in one element or over several. */
function onlyOn(mobile: Passage[], desktop: Passage[]): Passage[] {
  const names = new Set(desktop.map(own => own.name))
  // The same counter at another count.
  const counters = new Set(desktop.flatMap(own => (own.volatile ? counterOf(own) : [])))
  const others = mobile.filter(own => !names.has(own.name) && !counters.has(counterOf(own)))
  if (!others.length) return others
  const wordsOf = (passages: Passage[]) => passages.flatMap(own => own.tokens.map(token => token.word))
  const pairs = new Set(pairsOf(wordsOf(desktop)))
  /** A single word has no neighbours: where it stands in a line of the desktop, that is the text of the element around it. */
  const isInLine = ({ name, place: { selector = '' } }: Passage) =>
    desktop.some(
      line =>
        line.visible &&
        line.place.selector === selector.slice(0, selector.lastIndexOf(' > ')) &&
        line.tokens.some(({ word }) => word === name),
    )
  return others.filter(own => {
    const list = pairsOf(wordsOf([own]))
    return list.length === 0
      ? !isInLine(own)
      : list.filter(pair => pairs.has(pair)).length < MIN_KNOWN * list.length
  })
}

/** By its element and what it says beside its numbers. */
const counterOf = ({ place, text }: Passage): string => `${place.selector} ${text.replace(/\d+/g, '0')}`

/** The blocks up to the limit of text. */
function bounded(blocks: TextBlock[]): TextBlock[] {
  let total = 0
  const end = blocks.findIndex(block => {
    total += block.text.length
    return total > MAX_CHARACTERS
  })
  return end < 0 ? blocks : blocks.slice(0, end)
}

/** Whether it is visible at 1440 px; what only 375 px shows has places of another page. */
export const isOnDesktop = ({ visible, place }: Passage): boolean => visible && place.viewport === DESKTOP

/** Words from which a text of a banner is main content: a banner often holds the opening of the page. */
const MIN_BANNER_TEXT = 8

/** Whether it is main content, where a loss weighs most. */
export function isMain({ landmark, kind, length }: Pick<Passage, 'landmark' | 'kind' | 'length'>): boolean {
  if (landmark === 'banner') return kind === 'heading' || length >= MIN_BANNER_TEXT
  return !/^(navigation|contentinfo|search|complementary|dialog|alertdialog)$/.test(landmark)
}

type Reading = Pick<Passage, 'text' | 'name' | 'tokens' | 'length'>

/** Reads a text, equal ones once: most texts stand at both widths. */
function reader(): (source: string) => Reading {
  const known = new Map<string, Reading>()
  return source => {
    const before = known.get(source)
    if (before) return before
    const text = tidy(source)
    const found = tokens(text)
    const length = countWords(found.map(token => token.word))
    const fresh = { text, name: nameOf(text, found), tokens: found, length }
    known.set(source, fresh)
    return fresh
  }
}

/** What stands beside a sample of code in its box: what copies it, and the language that it is in. */
const LABEL =
  'cop(?:y|ied|ier|iar|ia)(?: code| to clipboard)?|(?:code )?kopieren|bash|shell|console|terminal|javascript|js|jsx|typescript|ts|tsx|json|html|css|scss|sass|xml|yaml|yml|toml|ini|sql|graphql|markdown|dockerfile|diff|python|java|kotlin|swift|rust|ruby|php|golang|c\\+\\+|c#'
/** A few at either end: of a text of nothing else each word would be a beginning. */
const LABELS = new RegExp(`^(?:(?:${LABEL})(?: |$)){1,4}|(?:(?:^| )(?:${LABEL})){1,4}$`, 'gi')

/** Of a sample of code the code alone, without labels and the numbers of its lines. */
function spoken({ text, selector, style, rows, lines }: TextBlock): string {
  if (!isProgram(style.family) || !/(?:^|> )pre\b/.test(selector)) return text
  const words = text.replace(LABELS, '').split(' ')
  const end = words.findIndex((word, at) => word !== String(at + 1))
  const column = end < 0 ? words.length : end
  if (column > 1) return words.slice(column).join(' ')
  const all = rows ?? lines
  let count = 0
  const rest = words.filter(word => {
    const isNext = count < all && word === String(count + 1)
    if (isNext) count++
    return !isNext
  })
  return (words[0] === '1' && count === all && all > 1 ? rest : words).join(' ')
}

const isProgram = (family: string) => /\b(monospace|consolas|menlo|monaco|courier)\b|\bmono\b/i.test(family)

function passage(
  block: TextBlock,
  viewport: number,
  url: string,
  unstable: Set<string>,
  reading: Reading,
): Passage {
  return {
    source: block.text,
    ...reading,
    ...(block.breaks && { breaks: block.breaks.map(at => tidy(block.text.slice(0, at)).length + 1) }),
    visible: block.state === 'visible',
    folded: block.folded === true,
    kind: block.kind,
    level: block.level,
    landmark: block.landmark,
    volatile: unstable.has(changingName(reading.text, reading.name)),
    rtl: block.rtl === true,
    turned: block.turned,
    struck: block.struck ?? 0,
    code: isProgram(block.style.family),
    lines: block.rows ?? block.lines,
    indents: block.indents,
    wraps: block.rows === undefined,
    set: `${block.kind} ${block.style.size} ${block.style.weight}`,
    box: block.box,
    place: { url, viewport, selector: block.selector, box: block.box, text: reading.text.slice(0, 300) },
  }
}

/** The words alone; the text itself where it has none. */
const nameOf = (tidied: string, found = tokens(tidied)): string =>
  found.map(token => token.word).join(' ') || tidied

/** By which a text that changes is known on other loads: a number to the sign, so that the 49 of a clock is no price of $49. */
const changingName = (tidied: string, name = nameOf(tidied)): string =>
  /\p{L}/u.test(tidied) ? name : tidied

const pairsOf = (words: string[]): string[] => words.slice(1).map((word, index) => `${words[index]} ${word}`)
