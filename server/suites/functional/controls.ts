import type { ControlBox } from '../../capture/collectors/layouts.ts'
import type { Box } from '../../contract.ts'
import { countEach } from '../../lib/count.ts'
import { memo } from '../../lib/memo.ts'
import { saysMenu } from '../../lib/menu-words.ts'
import { normalise } from '../../lib/text.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import { familyOf } from '../../matching/controls.ts'
import type { Finding } from '../core/finding.ts'
import { ancestorsOf } from '../core/path.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { isStep } from '../core/step.ts'
import { type Check, notApplicable, type Pair, type Side } from '../core/suite.ts'
import { isNumber, isNumberStep } from './forms/numbers.ts'
import {
  calledSo,
  controlPlace,
  isBanner,
  isDecisiveName,
  isMenuOf,
  isPurchase,
  type Named,
  placeName,
} from './named-control.ts'
import { mostAtOnce, namesOn, textInView, wordsShown } from './words-shown.ts'

type Needed = 'document' | 'layouts' | 'forms' | 'links' | 'semantics' | 'probes'

const NONESSENTIAL = {
  when: 'it is of a banner about consent or the like, or steps through a carousel',
  severity: 'minor',
  penalty: 0.03,
} as const

const rules = defineRules(
  'functional/controls',
  {
    why: 'What cannot be pressed any more cannot be done any more: nothing is bought, booked or asked for.',
    reference: 'https://html.spec.whatwg.org/multipage/form-elements.html#the-button-element',
  },
  {
    lost: {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Buttons, tabs, switches and the like outside of forms that the original shows, and neither a control nor a text of their name on the new page.',
      fix: 'Put it back where the original has it',
      cases: {
        nonessential: NONESSENTIAL,
        decisive: {
          when: 'all of its name are gone, outside of footers and asides, and it is what visitors come for, such as “Buy” or “Sign in”: any other may be called otherwise now, and one out of sight may wait for a basket that is empty where others to buy by are shown',
          severity: 'serious',
          penalty: 0.34,
        },
      },
    },
    disabled: {
      severity: 'moderate',
      penalty: 0.2,
      measures:
        'Controls outside of forms that can be pressed on the original and are disabled on the new page.',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/disabled',
      fix: 'Enable it, or enable it as soon as the page is ready',
      cases: { nonessential: NONESSENTIAL },
    },
  },
)

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

function lost(pair: Pair<Needed>, before: Inventory, now: Inventory): Finding[] {
  const kept = new Map(pair.matching.controls.map(match => [match.original, match.rebuilt]))
  const wordsLeft = wordsShown(pair)
  const { narrow } = pair.original.probes
  const menus = new Set(narrow.probes.filter(isMenuOf).map(({ selector }) => selector))
  const takeNew = newControls(pair, now)
  const isFieldNow = numberFieldsFor(pair)
  const isRenumbered = renumberedIn(pair)
  const containerGone = goneContainers(pair, before)
  const opensMenu = ({ state, selector }: ControlBox) => state !== 'visible' && menus.has(selector)
  return before.all.flatMap((was): Finding[] => {
    if (
      was.most === 0 ||
      was.name === '' ||
      isFieldNow(was.first) ||
      isRenumbered(was.name) ||
      // What opens the navigation on a phone is the responsive suite's.
      saysMenu(was.name) ||
      opensMenu(was.first)
    )
      return []
    // Called otherwise, or another kind of control now: it is still there.
    const renamed = was.indices.filter(index => kept.has(index) && now.isShown(kept.get(index)!)).length
    if (renamed >= was.most) return []
    // A picture in it may have lent it words that are not written on it.
    const written =
      was.text !== was.name && /\p{L}{3}/u.test(was.text) && was.name.includes(was.text)
        ? wordsLeft({ ...was, name: was.text })
        : 0
    const absent =
      was.most -
      Math.max(renamed, wordsLeft(was), written, now.saidAtLength(was) - before.saidAtLength(was)) -
      // What holds the link does without it.
      Math.max(0, before.held(was) - now.held(was))
    if (absent <= 0) return []
    const renewed = takeNew(
      was.indices.map(index => before.controls[index]!),
      absent,
    )
    const missing = absent - renewed.length
    // “Add to cart” for “Buy” is what visitors come for as well.
    const decisive =
      isDecisive(was, absent) &&
      !waitsForBasket(was, now) &&
      !(
        missing <= 0 &&
        renewed.every(({ name }) => isDecisiveName(name) && isPurchase(name) === isPurchase(was.name))
      )
    if (missing <= 0 && !decisive) return []
    const one = was.most === 1
    return [
      rules.report('lost', {
        place: placeName(was.first),
        as: isNonessential(was.first) ? 'nonessential' : decisive && missing > 0 ? 'decisive' : undefined,
        // One menu, bar or slider that is not there takes all of its controls with it.
        cause: /^(navigation|banner)$/.test(was.first.landmark)
          ? `gone from ${was.first.landmark}`
          : containerGone(was.first.selector),
        message: one
          ? `${calledSo(was.first)} is gone`
          : `${missing || absent} of ${was.most} controls ${quote(was.first.name)} ${(missing || absent) === 1 ? 'is' : 'are'} gone`,
        fix: `Put ${one ? 'it' : 'them'} back where the original has ${one ? 'it' : 'them'}`,
        original: controlPlace(was.first, pair.original),
        rebuilt: { url: pair.rebuilt.document.url },
      }),
    ]
  })
}

/** For a control that is gone: the outermost element around it in which nothing that can be pressed is left. */
function goneContainers(
  { matching }: Pair<Needed>,
  { controls }: Inventory,
): (selector: string) => string | undefined {
  const kept = new Set(matching.controls.map(match => match.original))
  const alive = new Set(
    controls.flatMap(({ selector }, index) => (kept.has(index) ? ancestorsOf(selector) : [])),
  )
  return selector => ancestorsOf(selector).find(one => !alive.has(one))
}

/** Whether what set a number, as a handle or by steps, is a field for it on the new page, which its browser steps through. */
function numberFieldsFor({ original, rebuilt }: Pair<'forms'>): (was: ControlBox) => boolean {
  const [before, now] = [original, rebuilt].map(({ forms }) =>
    forms.flatMap(({ fields }) => fields.filter(field => isNumber(field) && field.state === 'visible')),
  )
  return ({ role, name }) => now!.length > before!.length && (role === 'slider' || isNumberStep(name))
}

/**
 * Whether a name of the original is there with other numbers, as a download of the next version, that the original has not.
 * Each name stands for one that is not there any more.
 */
function renumberedIn({ original, rebuilt }: Pair<'layouts' | 'semantics'>): (name: string) => boolean {
  const [known, now] = [namesOn(original).controls, namesOn(rebuilt).controls]
  const namesBeside = (names: typeof known, others: typeof known) =>
    [...names.keys()].filter(name => /\d/.test(name) && !others.has(name))
  const fresh = countEach(namesBeside(now, known).map(withoutNumbers))
  const renumbered = new Set(
    [...Map.groupBy(namesBeside(known, now), withoutNumbers)].flatMap(([said, names]) => {
      const versions = [...Map.groupBy(names, withoutZeros).values()]
      return /\p{L}{3}/u.test(said) ? versions.slice(0, fresh.get(said) ?? 0).flat() : []
    }),
  )
  return name => renumbered.has(name)
}

/** One version is 3.0 and 3.00. */
const withoutZeros = (name: string): string => name.replace(/[.,]0+(?![\d.,])/g, '')

const withoutNumbers = (name: string): string => name.replace(/v?\d+([.,]\d+)*/gi, '#')

/** CSS px between the middles of two that stand in one place. */
const MAX_APART = 150

/**
 * Hands out the controls that the new page alone has, each once: one that is new in the same part of the page, or a link
 * or something under a hand cursor in the same place, may be the one that is gone, under another name.
 */
function newControls(
  { matching, rebuilt, original }: Pair<Needed>,
  now: Inventory,
): (was: readonly ControlBox[], count: number) => Spare[] {
  const matched = new Set(matching.controls.map(match => match.rebuilt))
  const known = new Set(
    original.layouts.flatMap(({ controls }) =>
      controls.flatMap(({ state, name }) => (state === 'visible' && name ? normalise(name) : [])),
    ),
  )
  const isNew = ({ name }: { name: string }) => !known.has(normalise(name))
  const clickables = atWidth(rebuilt.layouts, DESKTOP)?.clickables ?? []
  let left: Spare[] = [
    ...now.controls.flatMap((control, index) =>
      !matched.has(index) && control.role !== 'option' && now.isShown(index) && isNew(control) ? control : [],
    ),
    ...clickables.filter(one => one.state === 'visible' && isNew(one)),
  ]
  return (was, count) => {
    const part = partOf(was[0]!)
    const apart = (one: Spare) => Math.min(...was.map(({ box }) => distance(one.box, box)))
    // The nearest first.
    const taken = left
      .map(one => ({ one, apart: apart(one) }))
      .filter(({ one, apart }) => (isButton(one) ? partOf(one) === part : apart <= MAX_APART))
      .sort((a, b) => a.apart - b.apart)
      .slice(0, count)
      .map(({ one }) => one)
    const gone = new Set(taken)
    left = left.filter(one => !gone.has(one))
    return taken
  }
}

type Spare = Pick<ControlBox, 'box' | 'landmark' | 'name'> & { role?: string }

const isButton = ({ role }: Spare) =>
  role !== undefined && /^(pressed|chosen)$/.test(familyOf(role)) && role !== 'link'

/** Header and navigation are one to a visitor, and so is what stands in no landmark and the main content. */
const partOf = ({ landmark }: Pick<ControlBox, 'landmark'>): string =>
  /^(banner|navigation)$/.test(landmark)
    ? 'head'
    : /^(main|region|form|search)?$/.test(landmark)
      ? 'body'
      : landmark

const distance = (a: Box, b: Box): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)

const isNonessential = (control: Named) => isBanner(control) || isStep(control)

/** What is not one of many, and visitors come for. */
function isDecisive({ most, first }: Counted, missing: number): boolean {
  return (
    missing >= most && !/^(contentinfo|complementary)$/.test(first.landmark) && isDecisiveName(first.name)
  )
}

/** Whether it is on the page out of sight, as in a basket that is empty, and something else to buy by is shown. */
const waitsForBasket = (was: Counted, now: Inventory) =>
  isPurchase(was.name) &&
  now.all.some(one => one.most === 0 && keyOf(one.first) === keyOf(was.first)) &&
  now.all.some(one => one.most > 0 && isPurchase(one.name))

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

/** Controls of one family of roles and one name. */
interface Counted {
  /** Normalised. */
  name: string
  first: ControlBox
  /** What is written on the first, normalised. */
  text: string
  /** Into the controls of the 1440 px layout. */
  indices: number[]
  /** Visible at once, at the width that shows most of them. */
  most: number
}

interface Inventory {
  /** Of the 1440 px layout. */
  controls: readonly ControlBox[]
  all: Counted[]
  /** Neither a link nor a form's. */
  counts(index: number): boolean
  /** How many of its family and name are links in such a control, as in the head of a panel. */
  held(was: Pick<Counted, 'first'>): number
  /** At any width. */
  isShown(index: number): boolean
  /** How many begin with a name and say more: `Copy to clipboard` for `Copy`. */
  saidAtLength(was: Pick<Counted, 'name' | 'first'>): number
}

/** Elements from the entry of a menu down to its link. */
const MAX_DEEP = 3

const placeAround = ({ name, selector }: Pick<ControlBox, 'name' | 'selector'>) =>
  `${normalise(name)} in ${selector}`

/** The elements that a link stands in, each with its name. */
function placesAround({ role, name, selector }: ControlBox): string[] {
  return role === 'link'
    ? ancestorsOf(selector)
        .slice(-MAX_DEEP)
        .map(ancestor => placeAround({ name, selector: ancestor }))
    : []
}

/** The controls of a page outside of links and forms. */
const inventoryOf = memo(({ layouts, forms }: Side<'layouts' | 'forms'>): Inventory => {
  const { controls = [], blocks = [] } = atWidth(layouts, DESKTOP) ?? {}
  const written = (selector: string) =>
    blocks
      .filter(one => one.selector === selector || one.selector.startsWith(`${selector} > `))
      .flatMap(textInView)
      .join(' ')
  const owned = new Set(
    forms.flatMap(({ loose, fields, submits }) =>
      [...fields.filter(({ type }) => !loose || type !== 'range'), ...submits].map(
        ({ selector }) => selector,
      ),
    ),
  )
  const links = new Set(controls.flatMap(({ role, name }) => (role === 'link' ? [normalise(name)] : [])))
  const around = new Set(layouts.flatMap(layout => layout.controls.flatMap(placesAround)))
  // A button in a link is the link, whose check is another one, and so is the entry of a menu around one.
  const isOfLink = (one: ControlBox) =>
    (one.inLink === true && links.has(normalise(one.name))) ||
    (one.role === 'menuitem' && around.has(placeAround(one)))
  const holders = new Set(
    controls.flatMap(one => (/^(link|menuitem)$/.test(one.role) ? [] : [placeAround(one)])),
  )
  // The head of a panel that says all of it, and the link in it.
  const isHeld = (one: ControlBox) => placesAround(one).some(place => holders.has(place))
  const isCounted = (one: ControlBox) =>
    one.role !== 'link' && one.role !== 'option' && !owned.has(one.selector) && !isOfLink(one)
  const visible = layouts.map(layout =>
    layout.controls.filter(one => one.state === 'visible' && !isOfLink(one)),
  )
  const shown = new Set(visible.flat().map(({ selector }) => selector))
  const counts = mostAtOnce(visible.map(list => list.map(keyOf)))
  const held = mostAtOnce(visible.map(list => list.filter(isHeld).map(keyOf)))
  const groups = Map.groupBy(
    controls.keys().filter(index => isCounted(controls[index]!)),
    index => keyOf(controls[index]!),
  )
  return {
    controls,
    all: [...groups].map(([key, indices]) => {
      const first = controls[indices[0]!]!
      const text = written(first.selector)
      return { name: normalise(first.name), first, text, indices, most: counts.get(key) ?? 0 }
    }),
    counts: index => controls[index] !== undefined && isCounted(controls[index]),
    held: ({ first }) => held.get(keyOf(first)) ?? 0,
    isShown: index => shown.has(controls[index]?.selector ?? ''),
    saidAtLength: ({ name, first }) =>
      controls.filter(
        one => familyOfControl(one) === familyOfControl(first) && normalise(one.name).startsWith(`${name} `),
      ).length,
  }
})

/** Controls of one family may stand for each other. An option is its list's: it is no checkbox that stands by itself. */
const familyOfControl = ({ role }: ControlBox): string => (role === 'option' ? role : familyOf(role))

const keyOf = (control: ControlBox) => `${familyOfControl(control)} ${normalise(control.name)}`
