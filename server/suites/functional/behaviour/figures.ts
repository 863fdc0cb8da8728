/**
 * Numbers that a press sets anew, as the amounts of a recipe or the prices of a year, of which the new page leaves some as they
 * were, or sets some to others.
 */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { folded, type Needed, textsAt, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/** Numbers that both set anew, from which these are computed by one script. */
const MIN_COMPUTED = 3
/** What a press takes away is kept up to so many texts. */
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
 * One issue of a page: the first press that takes away the same texts on both, and brings the same but for some numbers, no more
 * than those that are the same. Where all are others, they may be drawn by chance.
 */
export function otherFigures(pair: Pair<Needed>, operated: Operated): Finding[] {
  const found = operated.flatMap(([was, now]) => {
    if (![was, now].every(({ way, effect }) => way === 'press' && effect === 'switches')) return []
    const [gone, goneNow] = [was, now].map(({ hidden }) => wordsIn(hidden).map(folded).sort())
    if (gone!.length >= MAX_HIDDEN || String(gone) !== String(goneNow)) return []
    const [shown, shownNow] = [was, now].map(({ revealed }) => byWords(wordsIn(revealed)))
    if (String([...shown!.keys()].sort()) !== String([...shownNow!.keys()].sort())) return []
    const numbered = [...shown!].flatMap(([words, texts]) => {
      const others = shownNow!.get(words)!
      if (!words.includes('#') || texts.length !== others.length) return []
      return texts.map((text, at) => [text, others[at]!] as const)
    })
    const others = numbered.filter(
      ([text, instead]) => String(figuresIn(text)) !== String(figuresIn(instead)),
    )
    return others.length > 0 && 2 * others.length <= numbered.length ? [{ was, now, others }] : []
  })
  const [first] = found
  if (!first) return []
  const { was, now, others } = first
  const [[text, instead]] = others as [(typeof others)[0]]
  const more = others.length > 1 ? `, and ${others.length - 1} more` : ''
  return [
    rules.report('numbers', {
      ...placesOf(pair, was, now),
      message: `${calledSo(was)} shows ${quote(instead)} where the original shows ${quote(text)}${more}; all else that it sets is the same`,
      fix: `Show ${quote(text)} once it is pressed`,
    }),
  ]
}

const byWords = (texts: readonly string[]) => Map.groupBy(texts, text => folded(text.replace(NUMBER, '#')))

const figuresIn = (text: string) =>
  [...text.matchAll(NUMBER)].map(([number]) => Number(number.replace(/[.,](?=\d{3})/g, '').replace(',', '.')))

const NUMBER = /\d[\d.,]*\d|\d/g

const isFigure = (text: string): boolean =>
  /^[\d\s.,/\u00bc-\u00be\u2150-\u215e]+$/.test(text) && /\S/.test(text)
