/** Choices of a product, such as its colour, that show another price or another picture than on the original. */

import type { Probe, Setting } from '../../../capture/collectors/probes/index.ts'
import { amountsIn } from '../../../lib/price.ts'
import { normalise } from '../../../lib/text.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { ImageFingerprint } from '../../../vision/fingerprint.ts'
import { isClearlyOther } from '../../../vision/image-distance.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts } from '../../core/requests.ts'
import { isStep } from '../../core/step.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { controlPlace, placeName } from '../named-control.ts'
import type { Needed } from './probe.ts'
import { rules } from './rules.ts'

type Made = Pick<Setting, 'name' | 'selector' | 'box' | 'revealed' | 'hidden'>
/** One of several radio buttons, or an entry of a list, by its own name. */
type Choice = Setting & { group: string }
type Pairs = readonly (readonly [was: Made, now: Made])[]

/** What a press of a swatch brings, in texts: a panel brings more. */
const MAX_TEXTS = 6

/**
 * Prices and pictures that choices show on the original, and others that they show on the new page. `isComputed`: whether
 * what was set before them had the pages show the same numbers.
 */
export function otherwiseChosen(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
  isComputed: boolean,
): Finding[] {
  const { original, rebuilt } = pair
  if (lacksScripts(original, rebuilt)) return []
  const made = sameChoices(choicesOf(original), choicesOf(rebuilt))
  const isSwatch = (probe: Probe) =>
    probe.way === 'press' && probe.effect === 'switches' && probe.width === DESKTOP && !isStep(probe)
  const swatches = operated.filter(
    ([was, now]) => isSwatch(was) && isSwatch(now) && was.revealed.length <= MAX_TEXTS,
  )
  const turnOf = new Map(rebuilt.probes.wide.probes.map((probe, turn) => [probe, turn]))
  const turns = swatches.map(([, now]) => turnOf.get(now) ?? 0)
  // What is pressed in another order begins at another price.
  const beginAlike = (was: Made, now: Made) => {
    const at = swatches.findIndex(([one]) => one === was)
    return turns.filter(turn => turn < turns[at]!).length === at || takePlaceOfOne(was, now)
  }
  return [
    ...otherPrices(pair, swatches, beginAlike),
    ...swatches.flatMap(([was, now]) => otherInList(pair, was, now)),
    ...swatches.flatMap(([was, now]) => (was.uncertain || now.uncertain ? [] : staleInList(pair, was, now))),
    ...(isComputed ? otherPrices(pair, made.flat(), () => true, fieldsOf) : []),
    ...made.flatMap(all => otherPictures(pair, all)),
  ]
}

const stepsOf = ({ probes }: Side<'probes'>) => probes.wide.settings?.steps ?? []
const isChoice = (step: Setting): step is Choice => step.group !== undefined

const choicesOf = (side: Side<'probes'>) =>
  stepsOf(side)
    .filter(isChoice)
    .map(step => ({ ...step, name: step.value }))

/** What was set before the first choice, and is so still. */
function fieldsOf(side: Side<'probes'>): Setting[] {
  const steps = stepsOf(side)
  return steps.slice(0, steps.findIndex(isChoice))
}

/** Choices of the same names, of the groups that have two of them or more in common, in the order of the original. */
function sameChoices(before: readonly Choice[], after: readonly Choice[]): (readonly [Choice, Choice])[][] {
  const groups = [...Map.groupBy(after, ({ group }) => group).values()]
  return [...Map.groupBy(before, ({ group }) => group).values()].flatMap(all => {
    const paired = groups.map(others =>
      all.flatMap(was => {
        const now = others.find(({ name }) => normalise(name) === normalise(was.name))
        return now ? [[was, now] as const] : []
      }),
    )
    const [most] = paired.toSorted((a, b) => b.length - a.length)
    return most && most.length > 1 ? [most] : []
  })
}

/** How often each amount of money is in view. */
type Amounts = Map<string, number>

const amountsOf = (texts: readonly string[]) => texts.flatMap(amountsIn)

function count(amounts: Amounts, texts: readonly string[], by: 1 | -1): void {
  for (const amount of amountsOf(texts)) amounts.set(amount, (amounts.get(amount) ?? 0) + by)
}

/** In view at first, and once `steps` are done. */
function amountsAfter({ layouts }: Side<'layouts'>, steps: readonly Setting[]): Amounts {
  const blocks = atWidth(layouts, DESKTOP)?.blocks ?? []
  const amounts: Amounts = new Map()
  count(
    amounts,
    blocks.flatMap(({ state, text }) => (state === 'visible' ? text : [])),
    1,
  )
  for (const { revealed, hidden } of steps) {
    count(amounts, hidden, -1)
    count(amounts, revealed, 1)
  }
  return amounts
}

/** Whether both took the place of one price, or the new page shows none that went. */
function takePlaceOfOne(was: Made, now: Made): boolean {
  const [before, after] = [amountsOf(was.hidden), amountsOf(now.hidden)]
  return after.length === 0 || after.some(amount => before.includes(amount))
}

/** The price that a choice brings in the place of another one, where the new page shows that one and not this one. */
function otherPrices(
  pair: Pair<Needed>,
  pairs: Pairs,
  beginsAlike: (was: Made, now: Made) => boolean,
  doneBefore: (side: Side<'probes'>) => Setting[] = () => [],
): Finding[] {
  const [before, after] = [
    amountsAfter(pair.original, doneBefore(pair.original)),
    amountsAfter(pair.rebuilt, doneBefore(pair.rebuilt)),
  ]
  return pairs.flatMap(([was, now]): Finding[] => {
    const [went] = amountsOf(was.hidden)
    const isThere = went !== undefined && (after.get(went) ?? 0) > 0 && beginsAlike(was, now)
    for (const [amounts, { revealed, hidden }] of [
      [before, was],
      [after, now],
    ] as const) {
      count(amounts, hidden, -1)
      count(amounts, revealed, 1)
    }
    // The sign may stand in an element of its own: the figures alone tell that it is there.
    const figures = now.revealed.map(text => text.replace(/[.,]00(?!\d)/g, '').replace(/\D/g, ''))
    const prices = was.revealed.filter(text => amountsIn(text).length > 0)
    const amounts = new Set(amountsOf(prices))
    const isShown = (amount: string) =>
      figures.some(text => text.includes(amount)) || (after.get(amount) ?? 0) >= (before.get(amount) ?? 0)
    if (!isThere || amounts.size !== 1 || amounts.has(went) || [...amounts].some(isShown)) return []
    const instead = now.revealed.find(text => amountsIn(text).length > 0)
    const left = was.hidden.find(text => amountsIn(text).includes(went))!
    return [
      rules.report('price', {
        ...placesOf(pair, was, now),
        cause: 'price',
        message: `Choosing ${quote(was.name)} shows ${quote(prices[0]!)} on the original, and ${instead ? quote(instead) : `still ${quote(left)}`} on the new page`,
        fix: `Show ${quote(prices[0]!)} once ${quote(was.name)} is chosen`,
      }),
    ]
  })
}

/**
 * The prices of several plans that a switch shows, as by the year: one that is another, where what they stand in place of, what is
 * said beside them, and most of them are the same.
 */
function otherInList(pair: Pair<Needed>, was: Made, now: Made): Finding[] {
  const [before, after] = [amountsOf(was.revealed), amountsOf(now.revealed)]
  const hidden = amountsOf(was.hidden)
  if (before.length !== after.length || hidden.length === 0) return []
  if (!areSame(hidden, amountsOf(now.hidden)) || wordsBeside(was) !== wordsBeside(now)) return []
  const others = before.flatMap((amount, at) => (areSame([amount], [after[at]!]) ? [] : at))
  if (others.length === 0 || (others.length * 2 >= before.length && before.length !== 2)) return []
  if (others.length === before.length) return []
  if (areSame(before.toSorted(), after.toSorted())) return []
  const pricesOf = ({ revealed }: Made) => revealed.flatMap(text => amountsIn(text).map(() => text)) // in the order of the amounts
  const [price, instead] = [was, now].map(made => quote(pricesOf(made)[others[0]!]!)) as [string, string]
  const more = others.length > 1 ? `, and ${others.length - 1} more` : ''
  return [
    rules.report('price', {
      ...placesOf(pair, was, now),
      cause: 'price',
      message: `Choosing ${quote(was.name)} shows ${price} on the original, and ${instead} on the new page${more}`,
      fix: `Show ${price} once ${quote(now.name)} is chosen`,
    }),
  ]
}

/** The prices of several plans that a switch shows, most of which change alike: those that stay as they were. */
function staleInList(pair: Pair<Needed>, was: Made, now: Made): Finding[] {
  const [hidden, hiddenNow] = [amountsOf(was.hidden), amountsOf(now.hidden)]
  const [brought, broughtNow] = [amountsOf(was.revealed), amountsOf(now.revealed)]
  if (hidden.length !== brought.length || hiddenNow.length !== broughtNow.length) return []
  const pairs = hidden.map((amount, at) => [amount, brought[at]!] as const)
  const changed = pairs.filter(([from, to]) => hiddenNow.includes(from) && broughtNow.includes(to))
  const stale = pairs.filter(([from, to]) => !hiddenNow.includes(from) && !broughtNow.includes(to))
  if (changed.length !== hiddenNow.length || changed.length + stale.length !== pairs.length) return []
  if (stale.length === 0 || changed.length < 2 || changed.length <= stale.length) return []
  const [[from, to]] = stale as [(typeof stale)[number]]
  const textOf = (texts: readonly string[], amount: string) =>
    texts.find(text => amountsIn(text).includes(amount))!
  // The sign may stand in an element of its own.
  const isSet = [...now.revealed, ...now.hidden].some(
    text =>
      /^\D{0,4}\d[\d.,]*\D{0,4}$/.test(text) &&
      [from, to].includes(text.replace(/[.,]00(?!\d)/g, '').replace(/\D/g, '')),
  )
  const [texts, textsNow] = [pair.original, pair.rebuilt].map(({ layouts }) =>
    (atWidth(layouts, DESKTOP)?.blocks ?? []).flatMap(({ state, text }) =>
      state === 'visible' && amountsIn(text).includes(from) ? normalise(text) : [],
    ),
  )
  if (isSet || !textsNow!.some(text => texts!.includes(text))) return []
  const said = (texts: readonly string[], amount: string) => quote(textOf(texts, amount))
  const more = stale.length > 1 ? `, and ${stale.length - 1} more` : ''
  return [
    rules.report('price', {
      ...placesOf(pair, was, now),
      cause: 'price',
      message: `Choosing ${quote(was.name)} leaves ${said(was.hidden, from)} as it is on the new page, beside ${changed.length} prices that change; on the original it becomes ${said(was.revealed, to)}${more}`,
      fix: `Show ${said(was.revealed, to)} once ${quote(now.name)} is chosen`,
    }),
  ]
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((amount, at) => Number(amount) === Number(others[at]))

/** What a switch shows, less its amounts. */
const wordsBeside = ({ revealed }: Made): string =>
  revealed.map(text => normalise(text.replace(/\d[\d.,]*/g, ''))).join('|')

/** The picture of another choice in the place of its own. */
function otherPictures(
  pair: Pair<Needed>,
  pairs: readonly (readonly [was: Choice, now: Choice])[],
): Finding[] {
  const [before, after] = [0, 1].map(side => shownAfter(pairs.map(both => both[side]!)))
  return pairs.flatMap(([was, now]): Finding[] => {
    const [own, shown] = [before!.get(was), after!.get(now)]
    if (!own || !shown) return []
    const other = pairs.find(([one]) => {
      const its = before!.get(one)
      return its && one !== was && isClearlyOther(shown, own, its)
    })
    if (!other) return []
    return [
      rules.report('pictured', {
        ...placesOf(pair, was, now),
        message: `Choosing ${quote(was.name)} shows the picture that ${quote(other[0].name)} has on the original`,
        fix: `Show the picture of ${quote(was.name)}`,
      }),
    ]
  })
}

/** What is shown once each is chosen: a choice that changes no picture leaves the one before it. */
function shownAfter(choices: readonly Choice[]): Map<Choice, ImageFingerprint> {
  const shown = new Map<Choice, ImageFingerprint>()
  let last: ImageFingerprint | null | undefined
  for (const choice of choices) {
    if (choice.picture) last = choice.picture.fingerprint
    if (last) shown.set(choice, last)
  }
  return shown
}

const placesOf = ({ original, rebuilt }: Pair<'document'>, was: Made, now: Made) => ({
  place: placeName({ role: 'choice', name: was.name, landmark: '' }),
  original: controlPlace(was, original, DESKTOP),
  rebuilt: controlPlace(now, rebuilt, DESKTOP),
})
