/** Buttons that became other elements: still there to the eye, and no control to anything else. */

import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { Pressable, SemanticControl } from '../../../capture/collectors/semantics/index.ts'
import type { Box } from '../../../contract.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise } from '../../../lib/text.ts'
import { MOBILE } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { withoutTurnsAndIds } from '../../core/path.ts'
import { isWithoutEffect, probesOf } from '../../core/probed.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { clickablesOf, iconsOf, openersOf } from '../opener.ts'
import { type Control, controlsOf, describe, layoutOf, type Needed, placeKey, placesOf } from '../page.ts'
import { MIN_IDLE, rules } from './rules.ts'

export function judgeRoles(pair: Pair<Needed>): Finding[] {
  const all = lostRoles(pair)
  // One that led nowhere offered nothing; so many are a menu that is still to be filled.
  const isMenu = all.filter(({ idle }) => idle).length >= MIN_IDLE
  const lost = all.flatMap(({ control, now, idle, offers }) =>
    idle && !isMenu
      ? []
      : rules.report('role', {
          key: `a11y/role:${placeKey(control)}`,
          as: idle ? 'idle' : offers && !now.tabbable ? undefined : 'lesser',
          // Elements of one list, of which one piece of code makes each.
          cause: idle ? 'links to nowhere' : `${control.role} at ${withoutTurnsAndIds(now.selector)}`,
          message: `The ${describe(control)} is no ${control.role} any more: ${
            now.tabbable ? 'screen readers do not say' : 'neither screen readers nor the keyboard know'
          } that it can be pressed`,
          fix: control.role === 'link' ? 'Make it a <button> or a link again' : undefined,
          ...placesOf(pair, control, now),
        }),
  )
  return [...lost, ...judgeOpener(pair)]
}

export interface LostRole {
  control: Control
  /** What a visitor sees in its place. */
  now: { selector: string; box: Box; name: string; tabbable: boolean }
  /** It led nowhere, and nothing listens for presses there now: perhaps it never did anything. */
  idle: boolean
  /** It shows that it can be pressed, and was not pressed in vain. */
  offers: boolean
}

/** Share of the words that has to stand in the place of the control. */
const MIN_SHARE = 0.6
/** Lost controls that are looked for among all texts of the page. */
const MAX_LOST = 500

const PRESSED = /^(button|tab|switch|menuitem|menuitemcheckbox|menuitemradio)$/

/**
 * Links that lead nowhere are buttons; those that lead somewhere belong to the check of links, and the one to the page
 * itself may as well be text. Nobody presses what is out of use.
 */
const isPressed = ({ disabled, role, semantics }: Control) =>
  !disabled &&
  (PRESSED.test(role) ||
    (role === 'link' &&
      semantics !== null &&
      /^(#|javascript:.*)?$/.test(semantics.href) &&
      (semantics.current ?? 'false') === 'false'))

export const lostRoles = memo((pair: Pair<Needed>): LostRole[] => {
  const controls = controlsOf(pair)
  const lost = controls.original
    .filter((control, index) => {
      const other = controls.after.get(index)
      return control.shown && isPressed(control) && !(other !== undefined && controls.rebuilt[other]!.shown)
    })
    .filter(control => !didNothing(pair, control) && !PAGE_NUMBER.test(control.name))
  if (lost.length === 0) return []
  const blocks = layoutOf(pair.original)?.blocks ?? []
  const texts = layoutOf(pair.rebuilt)?.blocks ?? []
  const targets = Map.groupBy(
    pair.matching.texts.blocks.filter(({ share, part }) => share >= MIN_SHARE && part >= MIN_SHARE),
    match => match.original,
  )
  // Older captures have no press candidates.
  const { pressables, pressCandidates = [] } = pair.rebuilt.semantics
  const shown = controls.rebuilt.filter(({ state }) => state === 'visible')
  const taken = new Set<string>()
  return lost.slice(0, MAX_LOST).flatMap((control): LostRole[] => {
    const own = blocks.flatMap((block, index) => (isTextOf(block, control) ? [index] : []))
    const paired = own.flatMap(index => targets.get(index) ?? []).map(match => texts[match.rebuilt]!)
    // A sign such as “−” is all that is left of a name that only assistive technology was told.
    const said = new Set([control.normalisedName, ...own.map(index => normalise(blocks[index]!.text))])
    said.delete('')
    const candidates = [
      ...paired.map(block => ({ block, pressable: pressables.find(one => isAt(one, block)) })),
      ...[...pressables, ...pressCandidates]
        .filter(({ name }) => said.has(normalise(name)))
        .map(pressable => ({ block: undefined, pressable })),
    ]
    for (const { block, pressable } of candidates) {
      const { selector, box } = pressable ?? block!
      if (taken.has(selector) || (block && !isPlain(block, shown))) continue
      // A heading or tab that opened a part which is open for good now, or text that was a menu's button, says nothing.
      const opened = control.opens || control.semantics?.expanded != null || control.role === 'tab'
      if (!pressable && (opened || block!.kind === 'heading')) continue
      taken.add(selector)
      const name = pressable?.name ?? block!.text
      const now = { selector, box, name, tabbable: pressable?.tabbable ?? false }
      const idle = control.role === 'link' && (!pressable || pressable.why === 'cursor')
      // The tab that is open does nothing.
      const offers = pressable !== undefined && (control.role === 'tab' || !isInVain(pair.rebuilt, selector))
      return [{ control, now, idle, offers }]
    }
    return []
  })
})

/** Of a pagination the number of the page that one is on is no control. */
const PAGE_NUMBER = /^\s*\d{1,3}\s*$/

/** Whether nothing was offered on the original: it was pressed in vain, or is never pressed and nobody would hear it. */
function didNothing({ original }: Pair<Needed>, { selector }: Control): boolean {
  const isSubmit = original.forms.some(
    ({ loose, submits }) => !loose && submits.some(one => one.selector === selector),
  )
  const isUnheard = original.probes.wide.withheld?.some(
    one => one.selector === selector && one.heard === 'nobody',
  )
  return !isSubmit && (isUnheard || isInVain(original, selector))
}

/** Whether it was pressed, and nothing happened. */
export function isInVain(side: Side<'probes'>, selector: string): boolean {
  const pressed = probesOf(side).filter(one => one.selector === selector && one.way === 'press')
  return pressed.length > 0 && pressed.every(isWithoutEffect)
}

const isTextOf = (block: TextBlock, { selector, box, state, normalisedName }: Control): boolean =>
  isIn(block.selector, selector) ||
  (isWithin(block.box, box) && block.state === state && normalisedName.includes(normalise(block.text)))

/** Visible, and in no control of the page. */
function isPlain(block: TextBlock, controls: Control[]): boolean {
  if (block.state !== 'visible' || block.kind === 'label') return false
  const text = normalise(block.text)
  return !controls.some(
    ({ selector, box, normalisedName }) =>
      isIn(block.selector, selector) ||
      isWithin(block.box, box) ||
      (normalisedName !== '' && normalisedName === text),
  )
}

const isAt = (pressable: Pressable, block: TextBlock): boolean =>
  isIn(block.selector, pressable.selector) || isWithin(block.box, pressable.box)

/** Whether an element is another one or in it, by their selectors. */
export const isIn = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(`${outer} > `)

/** CSS px by which an element may stand out of the one around it. */
const SLACK = 2

export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.width * inner.height > 0 &&
  inner.x >= outer.x - SLACK &&
  inner.y >= outer.y - SLACK &&
  inner.x + inner.width <= outer.x + outer.width + SLACK &&
  inner.y + inner.height <= outer.y + outer.height + SLACK

// --- what opens the navigation on a phone ------------------------------------------------------------

/** CSS px between the middles of two that may be one. */
const MAX_DISTANCE = 200

/**
 * A button in the head of the page on phones alone that is gone there, where something else under a hand cursor is, or an
 * icon: scripts listen for presses of those without a cursor too.
 */
export const judgeOpener = memo((pair: Pair<Needed>): Finding[] => {
  const [was, now] = [openersOf(pair.original), openersOf(pair.rebuilt)]
  const [old] = was
  if (was.length !== 1 || !old || now.length > 0) return []
  const isThere = (one: { box: Box }) => distance(one.box, old.box) < MAX_DISTANCE
  const clickable = clickablesOf(pair.original).some(isThere)
    ? undefined
    : clickablesOf(pair.rebuilt).find(isThere)
  const icon = iconsOf(pair.rebuilt).find(isThere)
  const instead = clickable ?? (icon && { ...icon, name: icon.alt })
  if (!instead || holdsUnseenControl(pair.rebuilt, instead)) return []
  const { original, rebuilt } = placesOf(pair, old, instead)
  const isReached = tabReaches(pair.original.semantics.controls.find(one => one.selector === old.selector))
  return [
    rules.report('role', {
      key: `a11y/role:${placeKey(old)}`,
      as: !isReached || SAID.test(instead.name) ? 'lesser' : undefined,
      message: `The ${describe(old)} of the page on phones is no ${old.role} any more: ${
        isReached ? 'neither screen readers nor the keyboard know' : 'screen readers do not say'
      } that it can be pressed`,
      original: { ...original, viewport: MOBILE },
      rebuilt: { ...rebuilt, viewport: MOBILE },
    }),
  ]
})

/** A sign is drawn, and no name. */
const SAID = /\p{L}/u

/** Whether a control stands in it or over it that is not drawn, such as the box to tick whose bars are drawn below it. */
const holdsUnseenControl = (side: Side<'layouts'>, { selector, box }: { selector: string; box: Box }) =>
  (layoutOf(side, MOBILE)?.controls ?? []).some(
    one =>
      PRESSABLE.test(one.role) &&
      one.box.width * one.box.height > 0 &&
      (isIn(one.selector, selector) ||
        isWithin(one.box, box) ||
        (isWithin(box, one.box) && isSmall(one.box))),
  )

/** CSS px of the side of what opens a menu: what is larger lies over more, such as all of the window to close it. */
const MAX_SIDE = 80
const isSmall = ({ width, height }: Box) => Math.max(width, height) <= MAX_SIDE

const PRESSABLE = /^(button|checkbox|switch)$/

/** Whether Tab comes to it where it is shown: to an <a> only where it leads somewhere, to others of no role of their own never. */
function tabReaches(control: SemanticControl | undefined): boolean {
  if (!control) return true
  const { tabindex, href, role, tag } = control
  if (tabindex !== null) return Number(tabindex) >= 0
  return href !== '' || role === 'link' || /^(button|input|select|summary|textarea)$/.test(tag)
}

const distance = (a: Box, b: Box): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
