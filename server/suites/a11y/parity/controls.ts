/** What a control says of itself besides being one: its name, its label, its role and its state. */
import type { SemanticControl } from '../../../capture/collectors/semantics/index.ts'
import type { Finding } from '../../core/finding.ts'
import { probesOf } from '../../core/probed.ts'
import { quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import {
  type Control,
  type Controls,
  controlsOf,
  describe,
  leads,
  type Needed,
  placeKey,
  placesOf,
  reachedBy,
} from '../page.ts'
import { lostRoles } from './lost-roles.ts'
import { rules } from './rules.ts'

export function judgeControls(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const isReached = reachedBy(controls)
  const isSaidInPlace = inPlaceReader(controls)
  const isStale = staleReader(pair)
  const kept = controls.original.flatMap((was, index): Finding[] => {
    const other = controls.after.get(index)
    const now = other === undefined ? undefined : controls.rebuilt[other]
    if (!now || !was.shown || !now.shown) return []
    const places = placesOf(pair, was, now)
    const key = placeKey(was)
    const found: Finding[] = []
    // A link that became a button leads nowhere any more, which is for the check of links to say.
    if (was.role === 'button' && now.role === 'link')
      found.push(
        rules.report('role-changed', {
          key: `a11y/role-changed:${key}`,
          message: `The ${describe(was)} is a link now: screen readers announce that it leads elsewhere`,
          ...places,
        }),
      )
    if (isHidden(was, now) && !isReached({ ...now, index: other }))
      found.push(
        rules.report('hidden-control', {
          key: `a11y/silent:${key}`,
          cause: 'hidden',
          message: `The ${describe(was)} is hidden from screen readers and can still be seen`,
          ...places,
        }),
      )
    for (const { name, says } of statesKept(was, now)) {
      if (!isStale(was, now, name)) continue
      found.push(
        rules.report('state-stale', {
          key: `a11y/state-stale:${name}:${key}`,
          as: name === 'expanded' ? undefined : 'choice',
          cause: `${name} ${was.role}`,
          message: `The ${describe(was)} says ${says} as it did before it was pressed: its aria-${name} stays as it is`,
          fix: `Set aria-${name} with each press, as the original does`,
          ...places,
        }),
      )
    }
    for (const { name, says } of statesLost(was, now)) {
      if (isSaidInPlace(was, name)) continue
      found.push(
        rules.report('state', {
          key: `a11y/state:${name}:${key}`,
          as: name,
          message: `The ${describe(was)} does not say any more ${says}`,
          fix: `Give it aria-${name}, as on the original, and keep it true`,
          ...places,
        }),
      )
    }
    return found
  })
  return [...kept, ...judgeNames(pair), ...judgeLabels(pair)]
}

/**
 * Whether a control of the same role at the same path says a state still, and is not another one of the original's by its
 * name: a list may be called by its choice on one page, and by all that it offers on the other.
 */
function inPlaceReader({ original, rebuilt, before }: Controls) {
  const pathOf = ({ role, selector }: Control) => `${role} ${selector}`
  const atPath = new Map(rebuilt.map((control, index) => [pathOf(control), { ...control, index }]))
  return (was: Control, name: (typeof STATES)[number]['name']): boolean => {
    const own = atPath.get(pathOf(was))
    if (!own?.shown || !own.semantics || own.semantics[name] === null) return false
    const taken = original[before.get(own.index) ?? -1]
    return taken?.normalisedName !== own.normalisedName && own.normalisedName.includes(was.normalisedName)
  }
}

/** Hidden from assistive technology alone. What can still be focused while hidden fails a rule of axe's. */
function isHidden({ semantics: before }: Control, { semantics: now }: Control): boolean {
  return !!before && !!now && !before.silent && now.silent && !now.tabbable && !now.unseen
}

/** States that the other checks of forms and links do not read; `required` and `disabled` are theirs. */
const STATES = [
  { name: 'expanded', says: 'whether what it opens is open' },
  { name: 'pressed', says: 'whether it is pressed' },
  { name: 'selected', says: 'whether it is selected' },
  { name: 'current', says: 'which page or step is the current one' },
] as const

const statesLost = ({ semantics: before }: Control, { semantics: now }: Control) =>
  STATES.filter(
    ({ name }) => before && now && before[name] !== null && now[name] === null && !isMoot(name, before, now),
  )

const statesKept = ({ semantics: before }: Control, { semantics: now }: Control) =>
  STATES.filter(({ name }) => before && now && before[name] !== null && now[name] !== null)

/** What a press does while the control stays, and the page. */
const STAYING = /^(opens|closes|switches|toggles)$/

/**
 * Whether a press does what it did, and changes a state of the control on the original alone. The chosen one of a group
 * stays chosen.
 */
function staleReader({ original, rebuilt }: Pair<Needed>) {
  const [before, after] = [original, rebuilt].map(side => Map.groupBy(probesOf(side), one => one.selector))
  return (was: Control, is: Control, name: (typeof STATES)[number]['name']): boolean =>
    name !== 'current' &&
    (before!.get(was.selector) ?? []).some(press => {
      const others = (after!.get(is.selector) ?? []).filter(({ width }) => width === press.width)
      const [now] = others
      if (!now || others.length > 1 || [press, now].some(one => one.uncertain || one.chosen)) return false
      if (press.states?.[name] !== true || now.states?.[name] !== false) return false
      // What a control alone tells of itself may be drawn in a way that is not read.
      const isAlike = now.effect === press.effect || (press.effect === 'toggles' && now.effect === 'nothing')
      return STAYING.test(press.effect) && isAlike && now.stirred
    })
}

/**
 * States that come to the same: the browser itself tells of its lists, what became a link or no tab any more has none, a
 * switch says that it is on, and an open dialog hides the rest.
 */
function isMoot(
  name: (typeof STATES)[number]['name'],
  before: SemanticControl,
  now: SemanticControl,
): boolean {
  if (now.tag === 'select' || (now.role === 'link' && before.role !== 'link')) return true
  if (name === 'pressed') return now.checked !== null || now.selected !== null
  if (name === 'expanded') return now.popup === 'dialog'
  return name === 'selected' ? before.role !== now.role : name === 'current' && before.current === 'false'
}

/** Letters or digits of any language. A name without any is read as “times” or “vertical ellipsis”. */
const WORDS = /[\p{L}\p{N}]/u

/** “x” is the sign that closes or multiplies, not a word. */
const WORD = /\p{L}{2}|\p{Lo}|\p{N}/u

const isWordless = ({ name }: Control) => name !== '' && !WORDS.test(name)

/**
 * Controls that lost all words of their names, and so their counterpart: of the same role, between the same neighbours.
 * Without any name they fail a rule of axe's, which charges it.
 */
function judgeNames(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const roleless = new Set(lostRoles(pair).map(({ control }) => control))
  return controls.original.flatMap((was, index) => {
    if (!was.shown || !WORD.test(was.name) || roleless.has(was)) return []
    const now = controls.rebuilt[controls.after.get(index) ?? between(controls, index, isWordless) ?? -1]
    if (!now?.shown || now.role !== was.role || !isWordless(now) || !isSame(was, now)) return []
    return rules.report('name', {
      key: `a11y/name:${placeKey(was)}`,
      message: `The ${describe(was)} lost its name: it is called ${quote(now.name, 20)} now`,
      fix: `Name it with aria-label="${was.name}", as on the original`,
      ...placesOf(pair, was, now),
    })
  })
}

/** CSS px between the middles of two that stand in one place. */
const MAX_APART = 150

/** Neighbours alone are no evidence: of two links the target tells whether they are one, of what leads nowhere the place. */
function isSame(was: Control, now: Control): boolean {
  const [from, to] = [was, now].map(({ semantics }) => semantics?.href ?? '') as [string, string]
  if (leads(from) || leads(to)) return from.replace(/^\.\//, '') === to.replace(/^\.\//, '')
  const [a, b] = [was.box, now.box]
  return (
    Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2) <= MAX_APART
  )
}

const isHinted = ({ semantics, shown }: Control) => shown && semantics?.hinted === true

/** Fields whose label, if there is one, is empty: what names them is their placeholder. */
const unlabelledIn = ({ forms }: Side<'forms'>): Set<string> =>
  new Set(
    forms
      .flatMap(({ fields }) => fields)
      .filter(
        ({ label, visibleLabel, placeholder }) =>
          visibleLabel === '' && placeholder !== '' && label === placeholder,
      )
      .map(({ selector }) => selector),
  )

/** Fields that had a label and are called by their placeholder now, which axe takes for a name. */
function judgeLabels(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const taken = new Set<Control>()
  const isFree = (control: Control) => isHinted(control) && !taken.has(control)
  const unlabelled = unlabelledIn(pair.original)
  return controls.original.flatMap((was, index) => {
    if (!was.shown || !was.semantics || !was.normalisedName) return []
    if (isHinted(was) || unlabelled.has(was.selector)) return []
    const kept = controls.after.get(index)
    const now = controls.rebuilt[kept ?? between(controls, index, isFree) ?? -1]
    if (!now || !isFree(now)) return []
    taken.add(now)
    return rules.report('label', {
      key: `a11y/label:${placeKey(was)}`,
      as: /\p{L}[\p{L}\p{M}]|\p{Lo}/u.test(now.name) ? undefined : 'unsaid',
      cause: 'placeholders',
      message: `The ${describe(was)} lost its label: all that says what it is for is its placeholder ${quote(now.name)}`,
      fix: `Tie a <label> that says ${quote(was.name)} to it with "for" and "id", or give it an aria-label`,
      ...placesOf(pair, was, now),
    })
  })
}

/** Controls on either side that are looked at for a neighbour. */
const NEIGHBOUR_WINDOW = 10

/**
 * Of those without a counterpart between the neighbours of the original's control `index` the first of its role that
 * `may` be it.
 */
function between(
  { original, rebuilt, after, before }: Controls,
  index: number,
  may: (control: Control) => boolean,
): number | undefined {
  let [previous, next] = [index - 1, index + 1]
  while (previous >= Math.max(0, index - NEIGHBOUR_WINDOW) && !after.has(previous)) previous--
  while (next <= index + NEIGHBOUR_WINDOW && !after.has(next)) next++
  const from = after.get(previous) ?? (after.get(next) ?? 0) - NEIGHBOUR_WINDOW
  const to = after.get(next) ?? from + NEIGHBOUR_WINDOW
  for (let at = Math.max(0, from + 1); at < Math.min(to, rebuilt.length); at++) {
    const control = rebuilt[at]!
    if (!before.has(at) && control.role === original[index]!.role && may(control)) return at
  }
  return undefined
}
