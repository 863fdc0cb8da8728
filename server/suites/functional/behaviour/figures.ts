/**
 * Numbers that a press sets anew, as the amounts of a recipe or the prices of a year, of which the new page leaves some as they
 * were, or sets some to others.
 */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { countEach } from '../../../lib/count.ts'
import { sameNumber } from '../../../lib/number.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import { isStep } from '../../core/step.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { folded, type Needed, textsAt, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/** Numbers that both set anew, from which these are computed by one script. */
const MIN_COMPUTED = 3
/** What a press takes away is kept up to so many texts, further ones apart. */
const MAX_HIDDEN = 40

type Operated = readonly (readonly [was: Probe, now: Probe])[]

/** One issue of a page: the first press that leaves some. */
export function staleFigures(pair: Pair<Needed>, operated: Operated): Finding[] {
  const found = operated.flatMap(([was, now]) => {
    if (![was, now].every(({ way, effect }) => way === 'press' && effect === 'switches')) return []
    // What is cut off may be among them.
    if (Math.max(was.hidden.length, now.hidden.length) >= MAX_HIDDEN) return []
    const texts = [...textsAt(pair.rebuilt, now.width).values()].map(([block]) => block!.text)
    const isIn = (all: readonly string[], figure: string) =>
      all.some(text => ` ${text} `.includes(` ${figure} `))
    const figures = [...new Set(was.hidden.filter(isFigure))]
    const computed = figures.filter(figure => isIn(now.hidden, figure))
    const stale = figures.filter(figure => !computed.includes(figure) && isIn(texts, figure))
    return stale.length > 0 && computed.length >= MIN_COMPUTED && computed.length > stale.length
      ? [{ was, now, stale, computed: computed.length }]
      : []
  })
  const [first] = found
  if (!first) return []
  const { was, now, stale, computed } = first
  return [
    rules.report('numbers', {
      ...placesOf(pair, was, now),
      message: `${calledSo(was)} leaves ${listed(stale.map(figure => quote(figure)))} unchanged on the new page, beside ${computed} numbers that change; on the original all do`,
      fix: 'Look at how the script reads a number: one with a fraction, a comma or a unit may be none to it',
    }),
  ]
}

/**
 * One issue of a page: the first press that takes away the same texts on both, and brings the same but for one bare number, beside
 * three and more that are the same. What else is other is edited, in another order, or drawn by chance.
 */
export function otherFigures(pair: Pair<Needed>, operated: Operated): Finding[] {
  const found = operated.flatMap(([was, now]) => {
    if (![was, now].every(({ way, effect }) => way === 'press' && effect === 'switches')) return []
    if (isStep(was) || was.uncertain || now.uncertain || was.hidden.length >= MAX_HIDDEN) return []
    if (without(was.hidden, now.hidden).length + without(now.hidden, was.hidden).length > 0) return []
    const [gone, come] = [without(was.revealed, now.revealed), without(now.revealed, was.revealed)]
    const same = wordsIn(was.revealed).filter(text => isBare(text) && !gone.includes(text))
    const [text, instead] = [gone[0], come[0]]
    if (gone.length !== 1 || come.length !== 1 || !text || !instead || same.length < MIN_COMPUTED) return []
    if (
      ![text, instead].every(isBare) ||
      normalise(text.replace(NUMBER, '#')) !== normalise(instead.replace(NUMBER, '#'))
    )
      return []
    return sameNumber(numberIn(text), numberIn(instead)) ? [] : [{ was, now, text, instead }]
  })
  const [first] = found
  if (!first) return []
  const { was, now, text, instead } = first
  return [
    rules.report('numbers', {
      ...placesOf(pair, was, now),
      message: `${calledSo(was)} shows ${quote(instead)} where the original shows ${quote(text)}; all else that it sets is the same`,
      fix: `Show ${quote(text)} once it is pressed`,
    }),
  ]
}

/** Texts of `those` that are not among `others`, each as often as it stands there. */
function without(those: readonly string[], others: readonly string[]): string[] {
  const left = countEach(wordsIn(others).map(folded))
  return wordsIn(those).filter(text => {
    const count = left.get(folded(text)) ?? 0
    left.set(folded(text), count - 1)
    return count <= 0
  })
}

const numberIn = (text: string): string => NUMBER.exec(text)?.[0] ?? text
const NUMBER = /\d[\d.,' ]*\d|\d/

/** A number with no more than the sign of a currency or unit. */
const isBare = (text: string): boolean => /^\D{0,4}\d[\d.,' ]*\D{0,4}$/.test(text.trim())

const isFigure = (text: string): boolean =>
  /^[\d\s.,/\u00bc-\u00be\u2150-\u215e]+$/.test(text) && /\S/.test(text)
