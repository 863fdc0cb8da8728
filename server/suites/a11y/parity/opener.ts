/** What opens the navigation on a phone, and is a button to the finger alone now. */
import type { ControlBox, Layout } from '../../../capture/collectors/layouts.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { called, layoutOf, type Needed, placeName, placeOf } from '../page.ts'

const PHONE = 375
const HEAD = 300
/** CSS px between the middles of two that may be one. */
const NEAR = 200

/** A button in the head of the page on phones alone that is gone there, where something else under a hand cursor is. */
export function judgeOpener(pair: Pair<Needed>): Finding[] {
  const [was, now] = [openersOf(pair.original), openersOf(pair.rebuilt)]
  const [old] = was
  if (was.length !== 1 || !old || now.length > 0) return []
  const clickable = clickablesOf(pair.rebuilt).find(one => distance(one.box, old.box) < NEAR)
  if (!clickable || clickablesOf(pair.original).some(one => distance(one.box, old.box) < NEAR)) return []
  return [
    {
      key: `a11y/role:${placeName(old)}`,
      severity: 'serious',
      penalty: 0.25,
      message: `The ${called(old)} of the page on phones is no ${old.role} any more: neither screen readers nor the keyboard know that it can be pressed`,
      fix: 'Make it a <button> again, not an element that only looks like one',
      original: { ...placeOf(old, pair.original), viewport: PHONE },
      rebuilt: { ...placeOf(clickable, pair.rebuilt), viewport: PHONE },
    },
  ]
}

type Sides = Pair<Needed>['original']

/** Buttons in the head of the page that a wide screen does not show. */
function openersOf(side: Sides): ControlBox[] {
  const wide = new Set(shown(layoutOf(side)?.controls).map(({ selector }) => selector))
  return shown(layoutOf(side, PHONE)?.controls).filter(
    ({ role, box, selector }) =>
      /^(button|checkbox|switch|link|menuitem)$/.test(role) && box.y < HEAD && !wide.has(selector),
  )
}

function clickablesOf(side: Sides): Layout['clickables'] {
  const wide = new Set(shown(layoutOf(side)?.clickables).map(({ selector }) => selector))
  return shown(layoutOf(side, PHONE)?.clickables).filter(
    ({ box, selector }) => box.y < HEAD && !wide.has(selector) && !isLabel(selector),
  )
}

const shown = <T extends { state: string }>(list: readonly T[] = []): T[] =>
  list.filter(({ state }) => state === 'visible')

/** The label of a hidden checkbox, which the keyboard may well come to. */
const isLabel = (selector: string) => /(^|[\s>])label[^\s>]*$/.test(selector)

type Box = ControlBox['box']

const distance = (a: Box, b: Box): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
