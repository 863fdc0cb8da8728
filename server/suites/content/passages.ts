import type { TextBlock } from '../../capture/collectors/layouts.ts'
import type { Place } from '../../contract.ts'
import { countWords, normalise, type Token, tidy, tokens } from '../../lib/text.ts'
import type { Side } from '../suite.ts'

/** One text of a page as a person meets it. */
export interface Passage {
  /** As captured. */
  source: string
  /** Tidy. */
  text: string
  tokens: Token[]
  /** Words as a reader counts them. */
  length: number
  /** At 1440 or at 375 px. */
  visible: boolean
  kind: string
  level: number
  landmark: string
  /** It reads otherwise on a second load: its value is not compared. */
  volatile: boolean
  /** Set like program text. */
  code: boolean
  box: TextBlock['box']
  place: Place
}

const DESKTOP = 1440
const MOBILE = 375
/** Against pages that are made to exhaust a reader; a long book has about a million. */
const MAX_CHARACTERS = 2_000_000
/** Share of a text's neighbouring words that have to stand at 1440 px for it to be known from there. */
const KNOWN = 0.8

/**
 * The texts of a page: the 1440 px layout, then what only 375 px shows. A menu that stands in the page twice, once for
 * each width, is one: a hidden copy counts as visible only as far as 375 px shows more copies than 1440 px.
 */
export function passagesOf(side: Side<'layouts' | 'document' | 'volatile'>): {
  passages: Passage[]
  cut: boolean
} {
  const layout = side.layouts.find(each => each.width === DESKTOP)
  const desktop = bounded(layout?.blocks ?? [])
  const mobile = bounded(side.layouts.find(each => each.width === MOBILE)?.blocks ?? []).filter(isVisible)
  const unstable = new Set(side.volatile.texts.map(normalise))
  const make = (block: TextBlock, seen: TextBlock | null, width: number) =>
    passage(block, seen, width, side.document.url, unstable)

  const onMobile = new Map<string, TextBlock[]>()
  for (const block of mobile.toReversed()) {
    const text = normalise(block.text)
    const same = onMobile.get(text)
    if (same) same.push(block)
    else onMobile.set(text, [block])
  }
  const texts = desktop.map(block => normalise(block.text))
  desktop.forEach((block, index) => {
    if (isVisible(block)) onMobile.get(texts[index]!)?.pop()
  })
  const passages = desktop.map((block, index) => {
    const instead = isVisible(block) ? null : onMobile.get(texts[index]!)?.pop()
    return instead ? make(block, instead, MOBILE) : make(block, isVisible(block) ? block : null, DESKTOP)
  })
  const known = new Set(texts)
  const pairs = new Set(pairsOf(passages.flatMap(each => each.tokens.map(token => token.word))))
  for (const block of mobile) {
    if (known.has(normalise(block.text))) continue
    const own = make(block, block, MOBILE)
    const list = pairsOf(own.tokens.map(token => token.word))
    if (list.length > 0 && list.filter(pair => pairs.has(pair)).length >= KNOWN * list.length) continue
    passages.push(own)
  }
  return { passages, cut: (layout?.cut ?? 0) > 0 || desktop.length < (layout?.blocks.length ?? 0) }
}

/** The blocks up to the limit of text. */
function bounded(blocks: TextBlock[]): TextBlock[] {
  let total = 0
  const end = blocks.findIndex(block => {
    total += block.text.length
    return total > MAX_CHARACTERS
  })
  return end < 0 ? blocks : blocks.slice(0, end)
}

/** Body text, where a loss weighs most. A banner often holds the opening of the page: its longer texts count. */
export function isMain({ landmark, kind, length }: Passage): boolean {
  if (landmark === 'banner') return kind === 'heading' || length >= 8
  return !/^(navigation|contentinfo|search|complementary|dialog|alertdialog)$/.test(landmark)
}

function isVisible(block: TextBlock): boolean {
  return block.state === 'visible'
}

function passage(
  block: TextBlock,
  seen: TextBlock | null,
  viewport: number,
  url: string,
  unstable: Set<string>,
): Passage {
  const text = tidy(block.text)
  const found = tokens(text)
  const { box } = seen ?? block
  return {
    source: block.text,
    text,
    tokens: found,
    length: countWords(found.map(token => token.word)),
    visible: seen !== null,
    kind: block.kind,
    level: block.level,
    landmark: block.landmark,
    volatile: unstable.has(normalise(block.text)),
    code: /\b(monospace|consolas|menlo|monaco|courier)\b|\bmono\b/i.test(block.style.family),
    box,
    place: { url, viewport, selector: (seen ?? block).selector, box, text: text.slice(0, 300) },
  }
}

function pairsOf(words: string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`)
}
