/** How texts are set on the page: in a column, in the middle or at its side, and which of them leads. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import { median } from '../../../lib/statistics.ts'
import { SCREEN } from '../../../matching/picture.ts'
import type { Finding } from '../../core/finding.ts'
import { examples } from '../texts.ts'
import { type Change, isHeading, places, type TypePair, type Urls } from './pairs.ts'
import { COLUMN, LEADS, LEVEL, rules, TITLE } from './rules.ts'

export const settingFindings = (pairs: readonly TypePair[], urls: Urls): Finding[] => [
  ...column(pairs, urls),
  ...rank(pairs, urls),
]

/** Room before the first letter of a line, px. */
const marginOf = ({ box, rtl }: TextBlock) => (rtl ? SCREEN.width - box.x - box.width : box.x)

/** The text stood in a column and begins at the edge of the window. */
function column(pairs: readonly TypePair[], urls: Urls): Finding[] {
  const running = pairs.filter(({ amount }) => amount >= COLUMN.line)
  const total = amountOf(running)
  if (total < COLUMN.text) return []
  const moved = running.filter(
    ({ before, after }) => marginOf(before) >= COLUMN.margin && marginOf(after) <= COLUMN.edge,
  )
  const share = amountOf(moved) / total
  if (share < COLUMN.share) return []
  const [first] = moved
  const [was, is] = [first!.before, first!.after].map(block => Math.round(marginOf(block)))
  return [
    rules.report('column', {
      extent: share,
      message: `The text left its column: it began ${was} px from the edge of the window and begins at ${is} px: ${examples(moved)}`,
      fix: `Limit the width of the text and keep its margins, ${was} px at a window of ${SCREEN.width} px`,
      ...places(first!, urls),
    }),
  ]
}

/** The heading that led all others is smaller than one of them. */
function rank(pairs: readonly TypePair[], urls: Urls): Finding[] {
  const headings = pairs.filter(pair => isHeading(pair) && pair.after.kind === 'heading')
  const [lead, ...others] = headings.sort((a, b) => b.before.style.size - a.before.style.size)
  if (!lead || others.length === 0) return []
  if (others.some(({ before }) => lead.before.style.size < LEADS * before.style.size)) return []
  const above = others.filter(({ after }) => after.style.size >= LEADS * lead.after.style.size)
  const [first] = above
  if (!first) return []
  return [
    rules.report('rank', {
      message: `The largest heading of the original (${px(lead.before)} px) has ${px(lead.after)} px, others ${px(first.after)} px: ${examples([lead])} stands below ${examples(above)}`,
      fix: 'Give the headings the order of sizes of the original again',
      ...places(lead, urls),
    }),
  ]
}

/**
 * All headings of the original that led its text, of several sizes, where each has the size of the text now: a style sheet
 * that resets them, without the one that sets them.
 */
export function levelledIn(pairs: readonly TypePair[]): TypePair[] {
  const running = pairs.filter(pair => !isHeading(pair) && pair.amount >= COLUMN.line)
  if (running.length === 0) return []
  const [was, is] = [
    median(running.map(({ before }) => before.style.size)),
    median(running.map(({ after }) => after.style.size)),
  ]
  const leading = pairs.filter(pair => isHeading(pair) && pair.before.style.size >= LEADS * was)
  const sizes = new Set(leading.map(({ before }) => Math.round(before.style.size)))
  if (leading.length < LEVEL.headings || sizes.size < LEVEL.sizes) return []
  return leading.every(({ after }) => after.style.size <= is + 1) ? leading : []
}

/** The headings have no size of their own any more. */
export function levelled(headings: readonly TypePair[], urls: Urls): Finding[] {
  const largest = headings.toSorted((a, b) => b.before.style.size - a.before.style.size)
  const [first] = largest
  if (!first) return []
  return [
    rules.report('level', {
      message: `${headings.length} headings of up to ${px(first.before)} px have the size of the text now, ${px(first.after)} px: ${examples(largest)}`,
      fix: 'Set headings in the sizes of the original again',
      ...places(first, urls),
    }),
  ]
}

/** Headings that stood in the middle of the window and do not any more, or the other way round. */
export function alignment(pairs: readonly TypePair[], urls: Urls): Change[] {
  const headings = pairs.filter(isHeading)
  const most = headings.reduce((size, { before }) => Math.max(size, before.style.size), 0)
  return ([true, false] as const).flatMap((wasCentred): Change[] => {
    const moved = headings.filter(({ before, after }) =>
      wasCentred ? isCentred(before) && isAside(after) : isAside(before) && isCentred(after),
    )
    const [first] = moved
    if (!first) return []
    const title = moved.some(({ before }) => before.style.size === most && before.box.y < SCREEN.height)
    const one = moved.length === 1
    return [
      {
        share: 0,
        tell: isPart =>
          rules.report('alignment', {
            place: wasCentred ? 'centred' : 'aside',
            as: isPart ? 'part' : title && moved.length >= TITLE * headings.length ? 'title' : undefined,
            message: `${one ? 'A heading' : `${moved.length} headings`} that stood ${wasCentred ? 'in the middle of' : 'at the side of'} the window ${one ? 'stands' : 'stand'} ${wasCentred ? 'at its side' : 'in the middle'}: ${examples(moved)}`,
            fix: wasCentred ? 'Centre it again' : 'Align it with the text, as on the original',
            ...places(first, urls),
          }),
      },
    ]
  })
}

/** How far the middle of a centred line may be from that of the window, and must be of one that is not, px. */
const CENTRED_PX = 12
const ASIDE_PX = 60

const offsetOf = ({ box }: TextBlock) => Math.abs(box.x + box.width / 2 - SCREEN.width / 2)
const isCentred = (block: TextBlock) => offsetOf(block) <= CENTRED_PX
const isAside = (block: TextBlock) => offsetOf(block) >= ASIDE_PX

const px = ({ style }: TextBlock) => Math.round(style.size * 10) / 10
const amountOf = (pairs: readonly TypePair[]) => pairs.reduce((sum, { amount }) => sum + amount, 0)
