/** Texts that a reader loses who spaces them out (WCAG 2.2, 1.4.12) or zooms to 200 % (1.4.4). */
import type { TextBlock } from '../../capture/collectors/layouts.ts'
import { normalise } from '../../lib/text.ts'
import { type Check, type Finding, notApplicable, type Pair, type Side } from '../core/suite.ts'
import { layoutOf, type Needed } from './page.ts'

/** Of a text that is not one of many: each costs this. */
const COST = 0.1
const SEEN = 0.95
const LONGEST_KEY = 80

export const legible: Check<Needed> = {
  id: 'a11y/legible',
  title: 'Spaced out or zoomed to 200 %, the text is still there',
  weight: 5,
  judge(pair) {
    if (!layoutOf(pair.original)?.blocks.length) return notApplicable('the original shows no text')
    return [...judged(pair, 'spacing'), ...judged(pair, 'zoom')]
  },
}

type How = 'spacing' | 'zoom'

function judged(pair: Pair<Needed>, how: How): Finding[] {
  const [before, now] = [cutOf(pair.original, how), cutOf(pair.rebuilt, how)]
  if (now.length === 0) return []
  const [first, second] = [layoutOf(pair.original)?.blocks ?? [], layoutOf(pair.rebuilt)?.blocks ?? []]
  const cutBefore = new Set(before.map(({ block }) => block))
  const anyhow = sharesOf(pair.original, how)
  const cutNow = new Map(now.map(({ block, share }) => [block, share]))
  const found = new Map<TextBlock, Finding>()
  for (const match of pair.matching.texts.blocks) {
    const [was, block] = [first[match.original]!, second[match.rebuilt]!]
    const share = cutNow.get(block)
    if (share === undefined || found.has(block) || match.share < 0.5) continue
    const inherited = cutBefore.has(was)
    // What is cut off or out of sight on the original, as it is or by its layout, cannot be lost to the reader here.
    if (!inherited && (!isWhole(was) || anyhow.has(nameOf(was)))) continue
    const text = block.text.length > 80 ? `${block.text.slice(0, 79)}…` : block.text
    found.set(block, {
      key: `a11y/${how}:${normalise(was.text).slice(0, LONGEST_KEY)}|${was.landmark}`,
      severity: 'moderate',
      penalty: COST,
      message: `“${text}” is ${share < 0.1 ? 'gone' : 'cut off'} ${how === 'spacing' ? 'once a reader spaces out letters, words and lines' : 'at a zoom of 200 %'}${inherited ? ', as on the original' : ''}`,
      fix:
        how === 'spacing'
          ? 'Let its box grow with its text: no fixed height, and no overflow: hidden around it'
          : 'Let its box grow or scroll: no fixed height, no height of the screen with overflow: hidden',
      original: {
        url: pair.original.document.url,
        selector: was.selector,
        box: was.box,
        viewport: 1440,
        text: was.text.slice(0, 200),
      },
      rebuilt: {
        url: pair.rebuilt.document.url,
        selector: block.selector,
        box: block.box,
        viewport: 1440,
        text: block.text.slice(0, 200),
      },
    })
  }
  return [...found.values()]
}

/** Blocks of the 1440 px layout that are wholly seen there, and not so under `how`. */
function cutOf(side: Side<Needed>, how: How): { block: TextBlock; share: number }[] {
  const shares = sharesOf(side, how)
  if (shares.size === 0) return []
  // What 768 px cuts off as well, or a phone does not show, is the layout's doing, for responsive to judge.
  const kept = [768, 375]
    .flatMap(width => layoutOf(side, width) ?? [])
    .map(({ width, blocks }) => {
      const whole = blocks.filter(width === 768 ? isWhole : ({ state }) => state === 'visible')
      return new Set(whole.map(nameOf))
    })
  return (layoutOf(side)?.blocks ?? []).flatMap(block => {
    const name = nameOf(block)
    const share = shares.get(name)
    if (share === undefined || !isWhole(block) || (how === 'zoom' && !kept.every(names => names.has(name))))
      return []
    return [{ block, share }]
  })
}

/** What is left of each text that does not stay whole, 0 to 1, by its name. */
function sharesOf(side: Side<Needed>, how: How): Map<string, number> {
  const list = how === 'spacing' ? side.textSpacing : side.zoom
  return new Map(list.map(({ selector, text, share }) => [`${selector} ${text}`, share]))
}

const nameOf = ({ selector, text }: TextBlock) => `${selector} ${text.slice(0, 300)}`

function isWhole({ state, box, seen }: TextBlock): boolean {
  return state === 'visible' && seen.width * seen.height >= SEEN * box.width * box.height
}
