/** What a control says of itself besides being one: its name, its role and its state. */
import type { SemanticControl } from '../../../capture/collectors/semantics/index.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { type Control, called, controlsOf, type Needed, placeName, placeOf, reachedBy } from '../page.ts'
import { between } from './between.ts'
import { lostRoles } from './lost-roles.ts'

/** States that the other checks of forms and links do not read; `required` and `disabled` are theirs. */
const STATES: {
  name: 'expanded' | 'pressed' | 'selected' | 'current'
  severity: 'moderate' | 'minor'
  penalty: number
  says: string
}[] = [
  { name: 'expanded', severity: 'moderate', penalty: 0.1, says: 'whether what it opens is open' },
  { name: 'pressed', severity: 'moderate', penalty: 0.1, says: 'whether it is pressed' },
  { name: 'selected', severity: 'moderate', penalty: 0.05, says: 'whether it is selected' },
  { name: 'current', severity: 'minor', penalty: 0.02, says: 'which page or step is the current one' },
]

export function judgeControls(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const reached = reachedBy(controls)
  const told = controls.original.flatMap((was, index): Finding[] => {
    const other = controls.after.get(index)
    const now = other === undefined ? undefined : controls.rebuilt[other]
    if (!now || !was.shown || !now.shown) return []
    const at = {
      original: placeOf(was.ink, pair.original),
      rebuilt: placeOf(now.ink, pair.rebuilt),
    }
    return [
      ...roleOf(was, now),
      ...(reached({ ...now, index: other }) ? [] : silenceOf(was, now)),
      ...statesOf(was, now),
    ].map(finding => ({ ...finding, ...at }))
  })
  return [...told, ...judgeNames(pair)]
}

/** Letters or digits of any language. A name without any is said as “times” or “vertical ellipsis”. */
const SAYS = /[\p{L}\p{N}]/u

const isWordless = ({ ink }: Control) => ink.name !== '' && !SAYS.test(ink.name)

/**
 * Controls that lost all that could be said of them, and so their counterpart: of the same role, between the same
 * neighbours. Without any name they fail a rule of axe's, which charges it.
 */
function judgeNames(pair: Pair<Needed>): Finding[] {
  const controls = controlsOf(pair)
  const roleless = new Set(lostRoles(pair).map(({ control }) => control))
  return controls.original.flatMap((was, index): Finding[] => {
    if (!was.shown || !SAYS.test(was.ink.name) || roleless.has(was)) return []
    const other = controls.after.get(index) ?? between(controls, index, isWordless)
    const now = other === undefined ? undefined : controls.rebuilt[other]
    if (!now?.shown || now.ink.role !== was.ink.role || !isWordless(now)) return []
    return [
      {
        key: `a11y/name:${placeName(was.ink)}`,
        severity: 'serious',
        penalty: 0.25,
        message: `The ${called(was.ink)} lost its name: it is called “${now.ink.name.slice(0, 20)}” now`,
        fix: `Name it with aria-label="${was.ink.name}", as on the original`,
        original: placeOf(was.ink, pair.original),
        rebuilt: placeOf(now.ink, pair.rebuilt),
      },
    ]
  })
}

function roleOf(was: Control, now: Control): Finding[] {
  // A link that became a button leads nowhere any more, which is for the check of links to say.
  if (was.ink.role !== 'button' || now.ink.role !== 'link') return []
  return [
    {
      key: `a11y/role-changed:${placeName(was.ink)}`,
      severity: 'minor',
      penalty: 0.02,
      message: `The ${called(was.ink)} is a link now: screen readers announce that it leads elsewhere`,
      fix: 'Make it a <button> if it does something on this page',
    },
  ]
}

/** Hidden from assistive technology alone: to the eye it is still there. */
function silenceOf(was: Control, now: Control): Finding[] {
  if (!was.told || !now.told || was.told.silent || !now.told.silent || now.told.tabbable) return []
  if (now.told.unseen) return []
  // What can still be focused while hidden fails a rule of axe's.
  return [
    {
      key: `a11y/silent:${placeName(was.ink)}`,
      severity: 'serious',
      penalty: 0.25,
      message: `The ${called(was.ink)} is hidden from screen readers and can still be seen`,
      fix: 'Remove aria-hidden or inert from it and from what is around it',
    },
  ]
}

function statesOf(was: Control, now: Control): Finding[] {
  const [before, after] = [was.told, now.told]
  if (!before || !after) return []
  return STATES.filter(
    ({ name }) => before[name] !== null && after[name] === null && !isMoot(name, before, after),
  ).map(({ name, severity, penalty, says }) => ({
    key: `a11y/state:${name}:${placeName(was.ink)}`,
    severity,
    penalty,
    message: `The ${called(was.ink)} does not say any more ${says}`,
    fix: `Give it aria-${name}, as on the original, and keep it true`,
  }))
}

/**
 * States that come to the same: an open dialog hides the rest, a tab that became a link has none, the browser itself
 * tells of its lists.
 */
function isMoot(name: string, before: SemanticControl, after: SemanticControl): boolean {
  if (name === 'expanded')
    return (
      after.popup === 'dialog' || after.tag === 'select' || (after.role === 'link' && after.href.length > 1)
    )
  if (name === 'selected')
    return before.role !== after.role || (before.selected === 'false' && after.current !== null)
  if (name === 'pressed') return after.checked !== null || after.selected !== null
  return before.current === 'false'
}
