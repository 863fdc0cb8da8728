/** The controls of both pages with what assistive technology is told of them, paired; and how findings name them. */

import type { ControlBox, Layout } from '../../capture/collectors/layouts.ts'
import type { SemanticControl } from '../../capture/collectors/semantics/index.ts'
import type { Box, Place } from '../../contract.ts'
import { contains } from '../../lib/box.ts'
import { memo } from '../../lib/memo.ts'
import { normalise } from '../../lib/text.ts'
import { atWidth, DESKTOP, MOBILE } from '../../lib/widths.ts'
import { placeOf } from '../core/place.ts'
import { quote } from '../core/quote.ts'
import type { Pair, Side } from '../core/suite.ts'

export type Needed =
  | 'document'
  | 'forms'
  | 'head'
  | 'layouts'
  | 'images'
  | 'links'
  | 'semantics'
  | 'keyboard'
  | 'probes'

export type Control = ControlBox & {
  /** What assistive technology is told of it; null where it was not read. */
  semantics: SemanticControl | null
  /** Seen at 1440 or at 375 px. */
  shown: boolean
  normalisedName: string
}

export const layoutOf = (side: Side<'layouts'>, width = DESKTOP): Layout | undefined =>
  atWidth(side.layouts, width)

/** The controls of both pages, and for the index of one that of its counterpart on the other page. */
export const controlsOf = memo(({ original, rebuilt, matching }: Pair<'layouts' | 'semantics'>) => ({
  original: controlsIn(original),
  rebuilt: controlsIn(rebuilt),
  after: new Map(matching.controls.map(pair => [pair.original, pair.rebuilt])),
  before: new Map(matching.controls.map(pair => [pair.rebuilt, pair.original])),
}))

export type Controls = ReturnType<typeof controlsOf>

const controlsIn = memo((side: Side<'semantics' | 'layouts'>): Control[] => {
  // Deep in a page one path may name several: both lists are in the order of the page.
  const nameOf = ({ selector, role }: { selector: string; role: string }) => `${role} ${selector}`
  const waiting = Map.groupBy(side.semantics.controls.toReversed(), nameOf)
  const onPhones = layoutOf(side, MOBILE)?.controls.filter(({ state }) => state === 'visible')
  const mobile = new Set(onPhones?.map(({ selector }) => selector))
  return (layoutOf(side)?.controls ?? []).map(control => ({
    ...control,
    semantics: waiting.get(nameOf(control))?.pop() ?? null,
    shown: control.state === 'visible' || mobile.has(control.selector),
    normalisedName: normalise(control.name),
  }))
})

interface Named {
  role: string
  name: string
  landmark: string
}

/** The second half of a key: role and name as perceived, and the part of the page. */
export const placeKey = ({ role, name, landmark }: Named): string =>
  [role, normalise(name).slice(0, 80), landmark].join('|')

/** As a reader would call it: button “Send”. */
export function describe({ role, name }: Pick<Named, 'role' | 'name'>): string {
  const kind = ROLES[role] ?? (role || 'element')
  return name.trim() ? `${kind} ${quote(name)}` : `${kind} without a name`
}

const ROLES: Record<string, string> = {
  textbox: 'field',
  searchbox: 'search field',
  combobox: 'list',
  listbox: 'list',
  menuitem: 'menu item',
}

interface Located {
  selector: string
  box: Box
  name: string
}

/** Where something was on the original and is on the rebuilt page, as far as it is on either. */
export const placesOf = (
  { original, rebuilt }: Pair<'document'>,
  was: Located | null | undefined,
  now: Located | null | undefined,
): { original?: Place; rebuilt?: Place } => ({
  ...(was && { original: placeOn(original, was) }),
  ...(now && { rebuilt: placeOn(rebuilt, now) }),
})

const placeOn = ({ document }: Side<'document'>, { selector, box, name }: Located): Place =>
  placeOf({ selector, box, text: name.slice(0, 200) }, document.url)

/** Whether a link leads somewhere that tells it from other links. */
export const leads = (href: string) => href.length > 1 && !/^(javascript:|#!)/i.test(href)

/** A control of any page; `index` where it is one of the rebuilt page. */
type Reaching = Pick<Control, 'normalisedName' | 'semantics'> & { index?: number | undefined }

/**
 * Whether a control that Tab comes to leads to the same place as one of the rebuilt page, or has the same name. One that
 * does something of its own on the original stands for none but itself there.
 */
export function reachedBy({ rebuilt, before }: Controls): (control: Reaching) => boolean {
  const reachable = rebuilt.flatMap(({ semantics, normalisedName }, index) =>
    semantics?.tabbable && !semantics.silent ? [{ href: semantics.href, normalisedName, index }] : [],
  )
  const names = Map.groupBy(reachable, control => control.normalisedName)
  const targets = new Set(reachable.map(({ href }) => href).filter(leads))
  return ({ normalisedName, semantics, index }) => {
    if (targets.has(semantics?.href ?? '')) return true
    const others = normalisedName ? (names.get(normalisedName) ?? []) : []
    const isOwn = index !== undefined && before.has(index)
    return others.some(other => other.index !== index && !(isOwn && before.has(other.index)))
  }
}

/** Whether it is a box with the field or button in it that takes the focus for it, as comboboxes were made by ARIA 1.1. */
export const isEntered = (
  { role, selector, box }: Pick<Control, 'role' | 'selector' | 'box'>,
  controls: readonly Control[],
): boolean =>
  role === 'combobox' &&
  controls.some(
    one =>
      one.semantics?.tabbable &&
      (one.selector.startsWith(`${selector} > `) ||
        (/^(textbox|searchbox)$/.test(one.role) && contains(box, one.box))),
  )
