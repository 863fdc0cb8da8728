/** Lists whose items are lists of their own now, or whose items below items stand beside them. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { Finding } from '../../core/finding.ts'
import { placeOf } from '../../core/place.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { layoutOf, type Needed } from '../page.ts'
import { MIN_ITEMS, rules } from './rules.ts'

/** Share of an item's words that has to stand in the other one. */
const MIN_SHARE = 0.6
/** Share of the items of such lists from which it is how lists are made now. */
const MIN_PART = 0.5

interface Item {
  /** It has others of its kind beside it. */
  among: boolean
  /** Its list stands in an item of another one; undefined where the selector begins at the list. */
  below: boolean | undefined
}

/** What the selector of a text says about the list that it stands in: its steps name each element and its place. */
function itemOf({ kind, state, selector }: TextBlock): Item | undefined {
  if (kind !== 'list-item' || state !== 'visible') return undefined
  const steps = selector.split(' > ')
  const at = steps.findLastIndex(step => /^li\b/.test(step))
  const outer = steps[at - 2]
  return at < 0
    ? undefined
    : {
        among: steps[at]!.includes(':nth-of-type'),
        below: outer === undefined ? undefined : steps.slice(0, at).some(step => /^li\b/.test(step)),
      }
}

export function judgeLists({ original, rebuilt, matching }: Pair<Needed>): Finding[] {
  const [before, now] = [original, rebuilt].map(side => layoutOf(side)?.blocks ?? []) as [
    TextBlock[],
    TextBlock[],
  ]
  const items = matching.texts.blocks.flatMap(match => {
    const [block, other] = [before[match.original]!, now[match.rebuilt]!]
    const [was, is] = [itemOf(block), itemOf(other)]
    const isSame = match.share >= MIN_SHARE && match.part >= MIN_SHARE
    return was && is && isSame ? { was, is, block, other } : []
  })
  const found = [
    {
      of: items.filter(({ was }) => was.among),
      isLost: ({ is }: { is: Item }) => !is.among,
      now: 'stand in a list of their own each',
    },
    {
      of: items.filter(({ was }) => was.below),
      isLost: ({ is }: { is: Item }) => is.below === false,
      now: 'stand below no other item any more',
    },
  ].map(({ of, isLost, ...rest }) => ({ ...rest, all: of.length, lost: of.filter(isLost) }))
  const [worst] = found
    .filter(({ all, lost }) => lost.length >= MIN_ITEMS && lost.length >= MIN_PART * all)
    .sort((a, b) => b.lost.length - a.lost.length)
  if (!worst) return []
  const { block, other } = worst.lost[0]!
  return [
    rules.report('lists', {
      key: 'a11y/lists',
      message: `${worst.lost.length} of ${worst.all} items of lists ${worst.now}, such as ${quote(block.text)}`,
      original: placeOf(block, original.document.url),
      rebuilt: placeOf(other, rebuilt.document.url),
    }),
  ]
}
