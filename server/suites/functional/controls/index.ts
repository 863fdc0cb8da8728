import { normalise } from '../../../lib/text.ts'
import { type Check, type Finding, notApplicable, type Pair } from '../../core/suite.ts'
import { calledSo, isClutter, isStep, placeName, placeOf } from './describe.ts'
import { type Counted, type Inventory, inventoryOf } from './inventory.ts'
import { type WordsShown, wordsShown } from './words.ts'

export type Needed = 'document' | 'layouts' | 'forms' | 'links' | 'semantics' | 'probes'

/** Buttons, tabs, switches and the like outside of forms: links and the fields of forms have their own checks. */
export const controls: Check<Needed> = {
  id: 'functional/controls',
  title: 'Buttons, tabs, switches and other controls are still there',
  weight: 20,
  judge(pair) {
    const before = inventoryOf(pair.original)
    const now = inventoryOf(pair.rebuilt)
    const shown = before.all.filter(({ most }) => most > 0)
    if (shown.length === 0) return notApplicable('the original shows no control outside of links and forms')
    return [...lost(pair, before, now), ...disabled(pair, before, now)]
  },
}

const SERIOUS = 0.34
const MODERATE = 0.1
const MINOR = 0.03
/** What opens the navigation on a phone is the responsive suite's. */
const MENU = /\b(menu|navigation|nav|hamburger)\b|^[☰≡]$/i

function lost(pair: Pair<Needed>, before: Inventory, now: Inventory): Finding[] {
  const paired = new Set(pair.matching.controls.map(match => match.original))
  const kept = new Map(pair.matching.controls.map(match => [match.original, match.rebuilt]))
  const taken = new Set(kept.values())
  let shown: WordsShown | undefined
  const words = () => (shown ??= wordsShown(pair))
  const working = new Set(
    [...pair.original.probes.wide.probes, ...pair.original.probes.narrow.probes]
      .filter(({ effect }) => effect !== 'nothing')
      .map(({ name }) => normalise(name)),
  )
  return before.all.flatMap((was): Finding[] => {
    if (was.most === 0 || was.name === '' || MENU.test(was.name)) return []
    // Called otherwise, or another kind of control now: it is still there.
    const renamed = was.indices.filter(index => {
      const other = kept.get(index)
      return other !== undefined && now.isShown(other)
    }).length
    if (was.most - renamed <= 0) return []
    const missing = was.most - Math.max(renamed, words().left(was))
    if (missing <= 0) return []
    if (was.indices.some(index => !paired.has(index)) && now.takesPlaceOf(was, before, kept, taken)) return []
    const grade = gradeOf(was, missing, working.has(was.name))
    return [
      {
        key: `functional/controls:lost:${placeName(was.first)}`,
        ...grade,
        message:
          was.most === 1
            ? `${calledSo(was.first)} is gone`
            : `${missing} of ${was.most} controls “${was.first.name.slice(0, 80)}” are gone`,
        fix: `Put ${was.most === 1 ? 'it' : 'them'} back where the original has ${was.most === 1 ? 'it' : 'them'}`,
        original: placeOf(was.first, pair.original),
        rebuilt: { url: pair.rebuilt.document.url },
      },
    ]
  })
}

/** What is known to do something, and is not one of many, is missed most. */
function gradeOf(was: Counted, missing: number, works: boolean): Pick<Finding, 'severity' | 'penalty'> {
  if (isClutter(was.first) || isStep(was.first)) return { severity: 'minor', penalty: MINOR }
  const all = missing >= was.most
  const aside = /^(contentinfo|complementary)$/.test(was.first.landmark)
  return all && !aside && (works || DECISIVE.test(was.first.name))
    ? { severity: 'serious', penalty: SERIOUS }
    : { severity: 'moderate', penalty: MODERATE }
}

/** Never pressed by us, and what a shop is for. */
const DECISIVE =
  /\b(buy|pay|purchase|check ?out|order|book|reserve|add to (cart|bag|basket)|subscribe|sign up|log ?in|sign in|donate|apply|download|call|contact)\b|kaufen|bestellen|warenkorb|buchen|anmelden|acheter|panier|commander|réserver|comprar|carrito|reservar|acquista|carrello|prenota|купить|корзин|購入|カート|予約|购买|购物车|구매|장바구니|شراء|ซื้อ/i

/** A submit button is the form's. */
function disabled(pair: Pair<Needed>, before: Inventory, now: Inventory): Finding[] {
  return pair.matching.controls.flatMap(({ original, rebuilt }): Finding[] => {
    const [was, is] = [before.controls[original]!, now.controls[rebuilt]!]
    if (!before.counts(original) || !now.counts(rebuilt) || was.disabled || !is.disabled) return []
    if (!before.isShown(original) || !now.isShown(rebuilt)) return []
    const minor = isClutter(was) || isStep(was)
    return [
      {
        key: `functional/controls:disabled:${placeName(was)}`,
        severity: minor ? 'minor' : 'moderate',
        penalty: minor ? MINOR : MODERATE * 2,
        message: `${calledSo(was)} is disabled; on the original it can be pressed`,
        fix: 'Enable it, or enable it as soon as the page is ready',
        original: placeOf(was, pair.original),
        rebuilt: placeOf(is, pair.rebuilt),
      },
    ]
  })
}
