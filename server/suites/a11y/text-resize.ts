/**
 * Texts that a reader loses who spaces them out (WCAG 2.2, 1.4.12), zooms to 200 % (1.4.4), points at them or scrolls
 * (1.4.3), and fields that nobody can make out.
 */

import type { ControlBox, TextBlock } from '../../capture/collectors/layouts.ts'
import type { UnreadableText } from '../../capture/collectors/probes/index.ts'
import { UNREADABLE_CONTRAST } from '../../lib/colour.ts'
import { normalise, words } from '../../lib/text.ts'
import { MOBILE, TABLET } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { listed, quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Pair, type Side } from '../core/suite.ts'
import { isWrappedCode } from '../core/wrapped-code.ts'
import { layoutOf, placesOf } from './page.ts'

type Needed = 'document' | 'layouts' | 'textSpacing' | 'zoom' | 'probes'

/** Share of its box from which on a text is wholly seen: the ends of lines and descenders may be cut. */
const MIN_SEEN = 0.95
/** Below this share of a text left it is gone, not cut off. */
const GONE = 0.1

/** Texts that are gone from which on it is more than a line beside others. */
const MIN_GONE = 3

const fresh = {
  when: 'the original has none of these texts',
  severity: 'moderate',
  penalty: 0.1,
} as const

const rules = defineRules(
  'a11y/legible',
  {
    why: 'Who reads with difficulty spaces text out or zooms in, and must not lose any of it.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
  },
  {
    spacing: {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Whether each text of which ${MIN_SEEN * 100} % or more is seen at 1440 px is still whole with the letter, word and line spacing of WCAG 1.4.12.`,
      fix: 'Let its box grow with its text: no fixed height, and no overflow: hidden around it',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/text-spacing.html',
    },
    zoom: {
      severity: 'moderate',
      penalty: 0.1,
      measures: `Whether each text of which ${MIN_SEEN * 100} % or more is seen at 1440 px is still whole at a zoom of 200 %; what 768 px cuts off too, or a phone does not show, is for responsive to judge.`,
      fix: 'Let its box grow or scroll: no fixed height, no height of the screen with overflow: hidden',
      cases: {
        gone: {
          when: `less than ${GONE * 100} % is left, wherever one scrolls, of a heading, a link or a button, or of ${MIN_GONE} texts`,
          severity: 'serious',
          penalty: 0.25,
        },
      },
    },
    faint: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'Whether fields for text are drawn at an opacity of 30 % or less at 1440 px, all of them together, where those of the original are not: no measurement of contrast looks at what is written in a field.',
      why: 'Visitors do not find the field, and cannot read what they type into it.',
      fix: 'Make its background transparent, not the field: a colour with an alpha in the place of opacity',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
    },
    hovered: {
      severity: 'serious',
      penalty: 0.3,
      measures: `Whether a text that can be read at 1440 px can be read while the mouse is over it: by the pixels, letters of less than ${UNREADABLE_CONTRAST}:1 to what is behind them cannot, where a style with :hover gave them or it another colour. All of them are one cause.`,
      why: 'Visitors point at what they are about to press, and lose its words at that moment.',
      fix: 'Give the letters, or what is behind them, another colour in that :hover style',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
      cases: { new: fresh },
    },
    scrolled: {
      severity: 'serious',
      penalty: 0.3,
      measures: `Whether the texts of a bar that stays in the window at 1440 px can be read once the page is scrolled down and a little back: by the pixels, letters of less than ${UNREADABLE_CONTRAST}:1 to what is behind them cannot. All of them are one cause.`,
      why: 'A header that changes its colours on the way down loses the navigation where these do not go together.',
      fix: 'Give the letters, or the bar, another colour in the state that a scrolled page has',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
      cases: { new: fresh },
    },
  },
)

export const textResize: Check<Needed> = {
  id: 'a11y/legible',
  title: 'Spaced out, zoomed, pointed at or scrolled, the text is still there, and fields can be seen',
  weight: 5,
  rules,
  byLook: true,
  judge(pair) {
    if (!layoutOf(pair.original)?.blocks.length) return notApplicable('the original shows no text')
    return [
      ...judgeUnder(pair, 'spacing'),
      ...judgeUnder(pair, 'zoom'),
      ...judgeFaint(pair),
      ...judgeUnreadable(pair, 'hovered'),
      ...judgeUnreadable(pair, 'scrolled'),
    ]
  },
}

/** Fields that can hardly be seen on the new page, where none of the original's is so. */
function judgeFaint(pair: Pair<Needed>): Finding[] {
  const [before, now] = [pair.original, pair.rebuilt].map(side =>
    (layoutOf(side)?.controls ?? []).filter(
      ({ role, state }) => /^(textbox|searchbox)$/.test(role) && state === 'visible',
    ),
  ) as [ControlBox[], ControlBox[]]
  const [first, ...others] = now.filter(({ faint }) => faint)
  if (!first || before.length === 0 || before.some(({ faint }) => faint)) return []
  const more = others.length > 0 ? `; ${others.length} more are` : ''
  return [
    rules.report('faint', {
      key: 'a11y/faint',
      message: `The field ${quote(first.name)} can hardly be seen, nor what is written in it: it is nearly transparent${more}`,
      ...placesOf(pair, before[0], first),
    }),
  ]
}

const MOMENTS = {
  hovered: 'while the mouse is over it',
  scrolled: 'once the page is scrolled',
} as const

/** Texts that go from the eye at such a moment, which on the original do not. */
function judgeUnreadable(pair: Pair<Needed>, moment: keyof typeof MOMENTS): Finding[] {
  const { original, rebuilt } = pair
  const [before, now] = [original, rebuilt].map(({ probes }) => probes.wide[moment])
  // Nobody looked, or it could not be told.
  if (!before || !now) return []
  // What one page marks up as one text may be parts of it on the other.
  const isKnown = ({ text }: UnreadableText) =>
    before.some(one => says(one, text) || says({ text }, one.text))
  const gone = now.filter(one => !isKnown(one))
  const originalOf = (one: UnreadableText) => blockSaying(original, one.text)
  const first = gone.find(originalOf) ?? gone[0]
  if (!first) return []
  // Both where they stand at rest: further down the page a bar is elsewhere than in the picture.
  const [was, is] = [originalOf(first), blockSaying(rebuilt, first.text)]
  return [
    rules.report(moment, {
      as: was ? undefined : 'new',
      key: `a11y/${moment}:${normalise(first.text).slice(0, 80)}`,
      message: `Nobody can read ${listed(gone.map(({ text }) => quote(text)))} ${MOMENTS[moment]}: the contrast is ${first.contrast}:1 then`,
      ...placesOf(pair, was && { ...was, name: was.text }, { ...(is ?? first), name: first.text }),
    }),
  ]
}

/** The first text in sight that says just that, or that among other words. */
function blockSaying(side: Side<Needed>, text: string): TextBlock | undefined {
  const blocks = layoutOf(side)?.blocks.filter(({ state }) => state === 'visible') ?? []
  const isSame = (block: TextBlock) => normalise(block.text) === normalise(text)
  return blocks.find(isSame) ?? blocks.find(block => says(block, text))
}

/** Whether a text has all words of another one in a row. */
const says = ({ text }: { text: string }, part: string): boolean =>
  ` ${words(text).join(' ')} `.includes(` ${words(part).join(' ')} `)

type How = 'spacing' | 'zoom'

/** Share of the words of a text that is the original's. */
const MIN_SHARE = 0.5

function judgeUnder(pair: Pair<Needed>, how: How): Finding[] {
  const { original, rebuilt } = pair
  const [before, now] = [cutUnder(original, how), cutUnder(rebuilt, how)]
  if (now.size === 0) return []
  const [first, second] = [layoutOf(original)?.blocks ?? [], layoutOf(rebuilt)?.blocks ?? []]
  const cutAnyhow = sharesOf(original, how)
  const countsOf = (side: Side<Needed>) =>
    Map.groupBy(how === 'spacing' ? side.textSpacing : side.zoom, ({ selector }) => rowOf(selector))
  const [row, rowNow] = [countsOf(original), countsOf(rebuilt)]
  // Another slide of the row is in view: it went on by itself.
  const isTurned = (was: TextBlock, now: TextBlock) =>
    how === 'zoom' &&
    (rowNow.get(rowOf(now.selector))?.length ?? 0) <= (row.get(rowOf(was.selector))?.length ?? 0)
  const isMany = [...now.values()].filter(share => share < GONE).length >= MIN_GONE
  const isGrave = ({ kind }: TextBlock) => isMany || /^(heading|link|button)$/.test(kind)
  const found = new Map<TextBlock, Finding>()
  for (const match of pair.matching.texts.blocks) {
    const [was, block] = [first[match.original]!, second[match.rebuilt]!]
    const share = now.get(block)
    if (share === undefined || found.has(block) || match.share < MIN_SHARE) continue
    const isInherited = before.has(was)
    // What is cut off or out of sight on the original, as it is or by its layout, cannot be lost to the reader here.
    if (!isInherited && (!isWhole(was) || cutAnyhow.has(nameOf(was)) || isTurned(was, block))) continue
    const when =
      how === 'spacing' ? 'once a reader spaces out letters, words and lines' : 'at a zoom of 200 %'
    found.set(
      block,
      rules.report(how, {
        // Boxes that do not grow are one rule of the styles.
        ...(how === 'spacing' && { cause: how }),
        ...(how === 'zoom' && share < GONE && { cause: 'gone' }),
        as: how === 'zoom' && share < GONE && isGrave(block) ? 'gone' : undefined,
        key: `a11y/${how}:${normalise(was.text).slice(0, 80)}|${was.landmark}`,
        message: `${quote(block.text)} is ${share < GONE ? 'gone' : 'cut off'} ${when}${isInherited ? ', as on the original' : ''}`,
        ...placesOf(pair, { ...was, name: was.text }, { ...block, name: block.text }),
      }),
    )
  }
  return [...found.values()]
}

/** Blocks of the 1440 px layout that are wholly seen there, and not so under `how`, with the share that is left. */
function cutUnder(side: Side<Needed>, how: How): Map<TextBlock, number> {
  const shares = sharesOf(side, how)
  if (shares.size === 0) return new Map()
  // What 768 px cuts off as well, or a phone does not show, is the layout's doing, for responsive to judge.
  const kept = [TABLET, MOBILE]
    .flatMap(width => layoutOf(side, width) ?? [])
    .map(({ width, blocks }) => {
      const whole = blocks.filter(width === 768 ? isWhole : ({ state }) => state === 'visible')
      return new Set(whole.map(nameOf))
    })
  const wrapped = new Set(side.layouts.flatMap(({ blocks }) => blocks.filter(isWrappedCode).map(nameOf)))
  const cut = new Map<TextBlock, number>()
  for (const block of layoutOf(side)?.blocks ?? []) {
    const name = nameOf(block)
    const share = shares.get(name)
    if (share === undefined || !isWhole(block) || (how === 'spacing' && wrapped.has(name))) continue
    if (how === 'spacing' || kept.every(names => names.has(name))) cut.set(block, share)
  }
  return cut
}

/** What is left of each text that does not stay whole, 0 to 1, by its name. */
function sharesOf(side: Side<Needed>, how: How): Map<string, number> {
  const list = how === 'spacing' ? side.textSpacing : side.zoom
  return new Map(list.map(({ selector, text, share }) => [`${selector} ${text}`, share]))
}

/** Texts of slides have one selector but for the number of the slide. */
const rowOf = (selector: string) => selector.replace(/:nth-of-type\(\d+\)(?=.* > )/g, '')

const nameOf = ({ selector, text }: TextBlock) => `${selector} ${text.slice(0, 300)}`

const isWhole = ({ state, box, seen }: TextBlock): boolean =>
  state === 'visible' && seen.width * seen.height >= MIN_SEEN * box.width * box.height
