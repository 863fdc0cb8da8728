/** The controls of both pages with what assistive technology is told of them, paired. */
import type { ControlBox, Layout } from '../../capture/collectors/layouts.ts'
import type { SemanticControl } from '../../capture/collectors/semantics/index.ts'
import type { Place } from '../../contract.ts'
import { normalise } from '../../lib/text.ts'
import type { Pair, Side } from '../core/suite.ts'

export type Needed =
  | 'axe'
  | 'document'
  | 'forms'
  | 'head'
  | 'layouts'
  | 'images'
  | 'volatile'
  | 'semantics'
  | 'keyboard'
  | 'textSpacing'
  | 'zoom'

export interface Control {
  ink: ControlBox
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
  // Deep in a page one path may name several: both lists are in the order of the page.
  const told = Map.groupBy(side.semantics.controls, nameOf)
  const turns = new Map<string, number>()
  const next = (control: { selector: string; role: string }) => {
    const name = nameOf(control)
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    return told.get(name)?.[turn] ?? null
  }
  const mobile = new Set(
    layoutOf(side, 375)
      ?.controls.filter(({ state }) => state === 'visible')
      .map(({ selector }) => selector),
  )
  const fresh = (layoutOf(side)?.controls ?? []).map(ink => ({
    ink,
    told: next(ink),
    shown: ink.state === 'visible' || mobile.has(ink.selector),
    name: normalise(ink.name),
  }))
  known.set(side.semantics, fresh)
  return fresh
}

const nameOf = ({ selector, role }: { selector: string; role: string }) => `${role} ${selector}`

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

/** An address that tells two links apart. */
const leads = (href: string) => href.length > 1 && !/^(javascript:|#!)/i.test(href)

/**
 * Whether a control that Tab comes to leads to the same place as one of the rebuilt page, or has the same name. One that
 * does something of its own on the original stands for none but itself there.
 */
export function reachedBy({ rebuilt, before }: Controls): (control: Reaching) => boolean {
  const reachable = rebuilt.flatMap((control, index) =>
    control.told?.tabbable && !control.told.silent ? [{ control, index }] : [],
  )
  const names = Map.groupBy(reachable, ({ control }) => control.name)
  const places = new Set(reachable.map(({ control }) => control.told!.href).filter(leads))
  return ({ name, told, index }) => {
    if (places.has(told?.href ?? '')) return true
    const others = name ? (names.get(name) ?? []) : []
    const isOwn = index !== undefined && before.has(index)
    return others.some(other => other.index !== index && !(isOwn && before.has(other.index)))
  }
}

/** `index` where it is a control of the rebuilt page. */
type Reaching = Pick<Control, 'name' | 'told'> & { index?: number }
