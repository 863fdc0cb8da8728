/** The controls of both pages with what assistive technology is told of them, paired. */
import type { ControlInk, Layout } from '../../capture/collectors/layouts.ts'
import type { SemanticControl } from '../../capture/collectors/semantics.ts'
import type { Place } from '../../contract.ts'
import { normalise } from '../../lib/text.ts'
import type { Pair, Side } from '../suite.ts'

export type Needed =
  | 'axe'
  | 'document'
  | 'head'
  | 'layouts'
  | 'images'
  | 'volatile'
  | 'semantics'
  | 'keyboard'
  | 'textSpacing'
  | 'zoom'

export interface Control {
  ink: ControlInk
  /** Null where it was not read. */
  told: SemanticControl | null
  /** Seen at 1440 or at 375 px. */
  shown: boolean
  /** Normalised. */
  name: string
}

export interface Controls {
  original: Control[]
  rebuilt: Control[]
  /** Index of the other side's control, or undefined. */
  after: ReadonlyMap<number, number>
  before: ReadonlyMap<number, number>
}

const known = new WeakMap<object, Control[]>()

export function controlsOf({ original, rebuilt, matching }: Pair<Needed>): Controls {
  return {
    original: read(original),
    rebuilt: read(rebuilt),
    after: new Map(matching.controls.map(pair => [pair.original, pair.rebuilt])),
    before: new Map(matching.controls.map(pair => [pair.rebuilt, pair.original])),
  }
}

export const layoutOf = (side: Side<'layouts'>, width = 1440): Layout | undefined =>
  side.layouts.find(layout => layout.width === width)

function read(side: Side<Needed>): Control[] {
  const ready = known.get(side.semantics)
  if (ready) return ready
  const told = new Map(side.semantics.controls.map(control => [control.selector, control]))
  const mobile = new Set(
    layoutOf(side, 375)
      ?.controls.filter(({ state }) => state === 'visible')
      .map(({ selector }) => selector),
  )
  const fresh = (layoutOf(side)?.controls ?? []).map(ink => ({
    ink,
    told: told.get(ink.selector) ?? null,
    shown: ink.state === 'visible' || mobile.has(ink.selector),
    name: normalise(ink.name),
  }))
  known.set(side.semantics, fresh)
  return fresh
}

interface Named {
  role: string
  name: string
  landmark: string
}

/** The second half of a key: role and name as perceived, and the part of the page. */
export const placeName = ({ role, name, landmark }: Named): string =>
  [role, normalise(name).slice(0, 80), landmark].join('|')

/** As a reader would call it: the button “Send”. */
export function called({ role, name }: Pick<Named, 'role' | 'name'>): string {
  const kind = ROLES[role] ?? (role || 'element')
  return name.trim()
    ? `${kind} “${name.length > 80 ? `${name.slice(0, 79)}…` : name}”`
    : `${kind} without a name`
}

const ROLES: Record<string, string> = {
  textbox: 'field',
  searchbox: 'search field',
  combobox: 'list',
  listbox: 'list',
  menuitem: 'menu item',
}

export function placeOf(
  found: { selector: string; box: Place['box']; name: string },
  side: Side<'document'>,
): Place {
  return {
    url: side.document.url,
    selector: found.selector,
    box: found.box,
    viewport: 1440,
    text: found.name.slice(0, 200) || undefined,
  }
}

/** The first few of a list, in words. */
export function listed(names: string[], most = 4): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

/** Whether a control that Tab comes to leads to the same place or has the same name. */
export function reachedBy(controls: Control[]): (control: Pick<Control, 'name' | 'told'>) => boolean {
  const reachable = controls.filter(({ told }) => told?.tabbable && !told.silent)
  const names = new Set(reachable.map(({ name }) => name).filter(Boolean))
  const places = new Set(reachable.map(({ told }) => told!.href).filter(href => href.length > 1))
  return ({ name, told }) => names.has(name) || places.has(told?.href ?? '')
}
