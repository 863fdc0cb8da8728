import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { type Check, notApplicable, type Pair } from '../../core/suite.ts'
import { calledSo, controlPlace, isBanner, isStep, type Named, placeName } from '../named-control.ts'
import { type Counted, familyOfControl, type Inventory, inventoryOf, wordsShown } from './inventory.ts'
import { rules } from './rules.ts'

type Needed = 'document' | 'layouts' | 'forms' | 'links' | 'semantics' | 'probes'

/** Buttons, tabs, switches and the like outside of forms: links and the fields of forms have their own checks. */
export const controls: Check<Needed> = {
  id: 'functional/controls',
  title: 'Buttons, tabs, switches and other controls are still there',
  weight: 20,
  rules,
  judge(pair) {
    const before = inventoryOf(pair.original)
    const now = inventoryOf(pair.rebuilt)
    const isShown = before.all.some(({ most }) => most > 0)
    if (!isShown) return notApplicable('the original shows no control outside of links and forms')
    return [...lost(pair, before, now), ...disabled(pair, before, now)]
  },
}

/** What opens the navigation on a phone is the responsive suite's. */
const MENU = /\b(menu|navigation|nav|hamburger)\b|^[☰≡]$/i

function lost(pair: Pair<Needed>, before: Inventory, now: Inventory): Finding[] {
  const kept = new Map(pair.matching.controls.map(match => [match.original, match.rebuilt]))
  const taken = new Set(kept.values())
  const wordsLeft = wordsShown(pair)
  const { wide, narrow } = pair.original.probes
  const working = new Set(
    [...wide.probes, ...narrow.probes]
      .filter(({ effect }) => effect !== 'nothing')
      .map(({ name }) => normalise(name)),
  )
  return before.all.flatMap((was): Finding[] => {
    if (was.most === 0 || was.name === '' || MENU.test(was.name)) return []
    // Called otherwise, or another kind of control now: it is still there.
    const renamed = was.indices.filter(index => kept.has(index) && now.isShown(kept.get(index)!)).length
    if (renamed >= was.most) return []
    const missing = was.most - Math.max(renamed, wordsLeft(was))
    if (missing <= 0 || isReplaced(was)) return []
    const one = was.most === 1
    return [
      rules.report('lost', {
        place: placeName(was.first),
        as: isNonessential(was.first)
          ? 'nonessential'
          : isDecisive(was, missing, working)
            ? 'decisive'
            : undefined,
        message: one
          ? `${calledSo(was.first)} is gone`
          : `${missing} of ${was.most} controls “${was.first.name.slice(0, 80)}” are gone`,
        fix: `Put ${one ? 'it' : 'them'} back where the original has ${one ? 'it' : 'them'}`,
        original: controlPlace(was.first, pair.original),
        rebuilt: { url: pair.rebuilt.document.url },
      }),
    ]
  })

  /** A control without counterpart stands beside the neighbour of each that is missing: it is called otherwise now. */
  function isReplaced({ indices }: Counted): boolean {
    const missing = indices.filter(index => !kept.has(index))
    const isStandIn = (at: number, index: number) => {
      const control = now.controls[at]
      const family = familyOfControl(before.controls[index]!)
      return control && !taken.has(at) && now.isShown(at) && familyOfControl(control) === family
    }
    return (
      missing.length > 0 &&
      missing.every(index => {
        const [previous, next] = [kept.get(index - 1), kept.get(index + 1)]
        return (
          (previous !== undefined && isStandIn(previous + 1, index)) ||
          (next !== undefined && isStandIn(next - 1, index))
        )
      })
    )
  }
}

const isNonessential = (control: Named) => isBanner(control) || isStep(control)

/** What is known to do something, and is not one of many, is missed most. */
function isDecisive({ most, first, name }: Counted, missing: number, working: ReadonlySet<string>): boolean {
  const aside = /^(contentinfo|complementary)$/.test(first.landmark)
  return missing >= most && !aside && (working.has(name) || DECISIVE.test(first.name))
}

/** Never pressed when a page is captured, and what a shop is for. */
const DECISIVE =
  /\b(buy|pay|purchase|check ?out|order|book|reserve|add to (cart|bag|basket)|subscribe|sign up|log ?in|sign in|donate|apply|download|call|contact)\b|kaufen|bestellen|warenkorb|buchen|anmelden|acheter|panier|commander|réserver|comprar|carrito|reservar|acquista|carrello|prenota|купить|корзин|購入|カート|予約|购买|购物车|구매|장바구니|شراء|ซื้อ/i

/** A submit button is the form's. */
function disabled(pair: Pair<Needed>, before: Inventory, now: Inventory): Finding[] {
  return pair.matching.controls.flatMap(({ original, rebuilt }): Finding[] => {
    const [was, is] = [before.controls[original]!, now.controls[rebuilt]!]
    if (!before.counts(original) || !now.counts(rebuilt) || was.disabled || !is.disabled) return []
    if (!before.isShown(original) || !now.isShown(rebuilt)) return []
    return [
      rules.report('disabled', {
        place: placeName(was),
        as: isNonessential(was) ? 'nonessential' : undefined,
        message: `${calledSo(was)} is disabled; on the original it can be pressed`,
        original: controlPlace(was, pair.original),
        rebuilt: controlPlace(is, pair.rebuilt),
      }),
    ]
  })
}
