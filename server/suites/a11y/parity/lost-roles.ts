/** The button that became a div: what is still there to the eye, and no control to anything else. */
import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { Pressable } from '../../../capture/collectors/semantics/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { type Control, called, controlsOf, layoutOf, type Needed, placeName, placeOf } from '../page.ts'

export interface LostRole {
  control: Control
  /** What a visitor sees in its place. */
  now: { selector: string; box: TextBlock['box']; name: string; tabbable: boolean }
  /** It led nowhere, and what is there now does not look pressable: perhaps it never did anything. */
  idle: boolean
}

/** Share of the words that has to stand in the place of the control. */
const LEAST_SHARE = 0.6
/** A lost control is looked for among all texts: no page has more of them. */
const MOST = 500

const PRESSED = /^(button|tab|switch|menuitem|menuitemcheckbox|menuitemradio)$/
/**
 * Links that lead nowhere are buttons; those that lead somewhere belong to the check of links, and the one to the page
 * itself may as well be text. Nobody presses what is out of use.
 */
const isPressed = ({ ink, told }: Control) =>
  !ink.disabled &&
  (PRESSED.test(ink.role) ||
    (ink.role === 'link' &&
      told !== null &&
      /^(#|javascript:.*)?$/.test(told.href) &&
      (told.current ?? 'false') === 'false'))

const cache = new WeakMap<object, LostRole[]>()

export function lostRoles(pair: Pair<Needed>): LostRole[] {
  const ready = cache.get(pair.matching)
  if (ready) return ready
  const fresh = find(pair)
  cache.set(pair.matching, fresh)
  return fresh
}

export function judgeRoles(pair: Pair<Needed>): Finding[] {
  return lostRoles(pair).map(({ control, now, idle }) => ({
    key: `a11y/role:${placeName(control.ink)}`,
    severity: idle ? 'moderate' : 'serious',
    penalty: idle ? 0.1 : 0.25,
    message: `The ${called(control.ink)} is no ${control.ink.role} any more: ${
      now.tabbable ? 'screen readers do not say' : 'neither screen readers nor the keyboard know'
    } that it can be pressed`,
    fix:
      control.ink.role === 'link'
        ? 'Make it a <button> or a link again'
        : `Make it a <button> again, not an element that only looks like one`,
    original: placeOf(control.ink, pair.original),
    rebuilt: placeOf(now, pair.rebuilt),
  }))
}

function find(pair: Pair<Needed>): LostRole[] {
  const controls = controlsOf(pair)
  const lost = controls.original.flatMap((control, index) => {
    if (!control.shown || !isPressed(control)) return []
    const other = controls.after.get(index)
    return other !== undefined && controls.rebuilt[other]!.shown ? [] : [control]
  })
  if (lost.length === 0) return []
  const blocks = layoutOf(pair.original)?.blocks ?? []
  const texts = layoutOf(pair.rebuilt)?.blocks ?? []
  const targets = Map.groupBy(
    pair.matching.texts.blocks.filter(({ share, part }) => share >= LEAST_SHARE && part >= LEAST_SHARE),
    match => match.original,
  )
  // Captures of a time before these were asked for have none.
  const { pressables, pressCandidates = [] } = pair.rebuilt.semantics
  const shown = controls.rebuilt.filter(({ ink }) => ink.state === 'visible')
  const taken = new Set<string>()
  return lost.slice(0, MOST).flatMap((control): LostRole[] => {
    const own = blocks.flatMap((block, index) => (isTextOf(block, control) ? [index] : []))
    const paired = own.flatMap(index => targets.get(index) ?? []).map(match => texts[match.rebuilt]!)
    const candidates = [
      ...paired.map(block => ({ block, pressable: pressables.find(one => isAt(one, block)) })),
      ...[...pressables, ...pressCandidates]
        .filter(one => control.name !== '' && normalise(one.name) === control.name)
        .map(pressable => ({ block: undefined, pressable })),
    ]
    for (const { block, pressable } of candidates) {
      const at = pressable ?? block!
      if (taken.has(at.selector) || (block && !isPlain(block, shown))) continue
      // A heading or tab that opened a part which is open for good now, or text that was a menu's button, says nothing.
      const opened = control.ink.opens || control.told?.expanded != null || control.ink.role === 'tab'
      if (!pressable && (opened || block!.kind === 'heading')) continue
      taken.add(at.selector)
      const name = pressable?.name ?? block!.text
      return [
        {
          control,
          now: { selector: at.selector, box: at.box, name, tabbable: pressable?.tabbable ?? false },
          idle: control.ink.role === 'link' && !pressable,
        },
      ]
    }
    return []
  })
}

function isTextOf(block: TextBlock, { ink, name }: Control): boolean {
  if (block.selector === ink.selector || block.selector.startsWith(`${ink.selector} > `)) return true
  return isWithin(block.box, ink.box) && block.state === ink.state && name.includes(normalise(block.text))
}

/** Visible, and in no control of the page. */
function isPlain(block: TextBlock, controls: Control[]): boolean {
  if (block.state !== 'visible' || block.kind === 'label') return false
  const text = normalise(block.text)
  return !controls.some(
    ({ ink, name }) =>
      ink.selector === block.selector ||
      block.selector.startsWith(`${ink.selector} > `) ||
      isWithin(block.box, ink.box) ||
      (name !== '' && name === text),
  )
}

const isAt = (pressable: Pressable, block: TextBlock): boolean =>
  pressable.selector === block.selector ||
  block.selector.startsWith(`${pressable.selector} > `) ||
  isWithin(block.box, pressable.box)

type Box = TextBlock['box']
const SLACK = 2

export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.width * inner.height > 0 &&
  inner.x >= outer.x - SLACK &&
  inner.y >= outer.y - SLACK &&
  inner.x + inner.width <= outer.x + outer.width + SLACK &&
  inner.y + inner.height <= outer.y + outer.height + SLACK
