/** Calculators, choices of an order and filters, and baskets: what numbers a page shows once its fields are set. */
import type { Setting, Settings } from '../../../capture/collectors/probes/index.ts'
import { amountsIn } from '../../../lib/price.ts'
import { normalise } from '../../../lib/text.ts'
import { lacksData } from '../../core/requests.ts'
import type { Pair } from '../../core/suite.ts'
import type { Needed } from './probe.ts'

/** The first setting after which the two pages show other numbers, though they were set alike until then. */
export interface SetOtherwise {
  was: Setting
  now: Setting
  /** What the original shows then, and the new page; nothing where that is as before. */
  before: string
  after: string | null
}

export function setOtherwise({ original, rebuilt }: Pair<Needed>): SetOtherwise | undefined {
  const [old, fresh] = [original, rebuilt].map(({ probes }) => probes.wide.settings)
  if (!old || !fresh || lacksData(original, rebuilt)) return undefined
  const [names, namesNow] = [old, fresh].map(({ steps }) => new Set(steps.map(({ name }) => normalise(name))))
  // A field that got a label has another name, which nothing had before.
  const isRenamed = (was: Setting, now: Setting) =>
    (old.steps.length === fresh.steps.length || areSameChoices(entriesOf(old, was), entriesOf(fresh, now))) &&
    !namesNow!.has(normalise(was.name)) &&
    !names!.has(normalise(now.name))
  let [old0, new0] = [old.first, fresh.first]
  for (const [at, was] of old.steps.entries()) {
    const now = fresh.steps[at]
    // From here on they are in different states.
    if (!now || now.value !== was.value) return undefined
    if (normalise(now.name) !== normalise(was.name) && !isRenamed(was, now)) return undefined
    const [old1, new1] = [was.shown ?? old0, now.shown ?? new0]
    // By another entry of the same list the original lets through less at once as well.
    const filters = old.steps.some(step => step.shown && step.group !== undefined && step.group === was.group)
    const found = was.shown
      ? differenceOf([old0, old1], [new0, new1])
      : filters && takenFrom(old0, [new0, new1])
    if (found) return { was, now, before: found[0], after: now.shown ? found[1] : null }
    ;[old0, new0] = [old1, new1]
  }
  return undefined
}

/** What can be chosen in the list or group of a setting. */
const entriesOf = ({ steps }: Settings, { group }: Setting): string[] =>
  group === undefined ? [] : steps.flatMap(step => (step.group === group ? normalise(step.value) : []))

const areSameChoices = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 1 && String(one) === String(other)

/** Texts before and after. */
type Change = readonly [readonly string[], readonly string[]]

/** What the original shows since, and the new page in its place. */
function differenceOf(old: Change, fresh: Change): [string, string] | undefined {
  const [old0, old1, new0, new1] = [...old, ...fresh].map(figuresIn) as [Figures, Figures, Figures, Figures]
  const gained = gainedBy(old0, old1)
  if (gained.length > 0) {
    const shown = new Set(new1.map(({ figure }) => figure))
    if (isSumOf(gainedBy(new0, new1), gained)) return undefined
    const missing = gained.find(({ figure }) => !shown.has(figure))
    if (missing && same(new0, new1)) return [missing.text, '']
    const known = new Set(old1.map(({ figure }) => figure))
    const other =
      gainedBy(new0, new1).find(({ figure }) => !known.has(figure)) ??
      (missing && only(new1.filter(({ text }) => saysTheSame(text, missing.text))))
    if (missing)
      return other && isOfOneThing(missing.text, other.text) ? [missing.text, other.text] : undefined
  }
  // Some went, or they have another order.
  if (same(old0, old1) || !same(old0, new0) || same(old1, new1)) return undefined
  const from = old1.findIndex(({ figure }, at) => figure !== new1[at]?.figure)
  return [listed(old1.slice(Math.max(0, from))), listed(new1.slice(Math.max(0, from)))]
}

/** Amounts from which what a choice takes away is of a list that it lets through less of. */
const MIN_TAKEN = 2
/** Texts that are read of a page. */
const MAX_READ = 150

/** What the original shows still, and what the new page has left, which took amounts of money away and brought nothing. */
function takenFrom(old: readonly string[], fresh: Change): [string, string] | undefined {
  if ([old, ...fresh].some(texts => texts.length >= MAX_READ)) return undefined
  const isPriced = ({ text }: Figures[number]) => amountsIn(text).length > 0
  const [before, new0, new1] = [old, ...fresh].map(figuresIn) as [Figures, Figures, Figures]
  const taken = gainedBy(new1, new0)
  const isLess = taken.filter(isPriced).length >= MIN_TAKEN && gainedBy(new0, new1).length === 0
  return isLess && new1.some(isPriced) && same(before, new0) ? [listed(taken), listed(new1)] : undefined
}

/** Whether the largest amount that one page came to show is one of the other's: what it is made up of may be told in other parts. */
function isSumOf(fresh: Figures, gained: Figures): boolean {
  const [sum] = fresh
    .filter(({ text }) => amountsIn(text).length > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return sum !== undefined && gained.some(({ figure }) => figure === sum.figure)
}

/** Figures have no decimal point: those of `$12.50` are `1250`. */
function sizeOf({ figure, text }: Figures[number]): number {
  const [spelt] = text.match(AMOUNT)?.filter(one => one.replace(/\D/g, '') === figure) ?? []
  return Number(figure) / (spelt && CENTS.test(spelt) ? 100 : 1)
}

const AMOUNT = /\d(?:[\d.,'’\s]*\d)?/g
const CENTS = /[.,]\d\d$/

/** Two entries that share no word are of two things: buttons of one name may each be of another product. */
function isOfOneThing(one: string, other: string): boolean {
  const [own, others] = [one, other].map(text => text.match(WORDS)?.map(normalise) ?? [])
  return !own!.length || !others!.length || own!.some(word => others!.includes(word))
}

const WORD = /\p{L}{3,}/u
const WORDS = /\p{L}{3,}/gu

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

/** `Total: £12` for `Total: £24`: the price of one is on the page anyway. */
const saysTheSame = (one: string, other: string): boolean =>
  WORD.test(other) && normalise(one.replace(AMOUNT, '#')) === normalise(other.replace(AMOUNT, '#'))

type Figures = { figure: string; text: string }[]

/** Amounts of money, and counts that stand alone, however they are spelt. */
const figuresIn = (texts: readonly string[]): Figures =>
  texts.flatMap(text => {
    const amounts = amountsIn(text)
    if (amounts.length > 0) return amounts.map(figure => ({ figure, text }))
    const count = COUNT.exec(text)?.[1]
    return count ? [{ figure: count, text }] : []
  })

/** `3`, and `Basket (3)`. */
const COUNT = /(?:^|\()(\d{1,4})\)?$/

/** Of the second what the first has less often. */
function gainedBy(first: Figures, second: Figures): Figures {
  const left = new Map<string, number>()
  for (const { figure } of first) left.set(figure, (left.get(figure) ?? 0) + 1)
  return second.filter(({ figure }) => {
    const count = left.get(figure) ?? 0
    left.set(figure, count - 1)
    return count <= 0
  })
}

const same = (a: Figures, b: Figures): boolean =>
  a.length === b.length && a.every(({ figure }, at) => figure === b[at]!.figure)

const MAX_LISTED = 4

const listed = (figures: Figures): string =>
  figures
    .slice(0, MAX_LISTED)
    .map(({ text }) => text)
    .join(', ')
