/** What controls are called in keys and messages, and which of them matter less. */

import type { Probe } from '../../capture/collectors/probes/index.ts'
import type { Box, Place } from '../../contract.ts'
import { isPurchase } from '../../lib/purchase.ts'
import { normalise } from '../../lib/text.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import { placeOf } from '../core/place.ts'
import { quote } from '../core/quote.ts'
import { isStep } from '../core/step.ts'
import type { Pair, Side } from '../core/suite.ts'

export { isPurchase }

export interface Named {
  role: string
  name: string
  landmark: string
}

/** The second half of a key: role and name as perceived, and the part of the page. */
export const placeName = ({ role, name, landmark }: Named): string =>
  [role, normalise(name).slice(0, 80), landmark].join('|')

const ROLES: Record<string, string> = {
  generic: 'element',
  menuitem: 'menu item',
  menuitemcheckbox: 'menu item',
  menuitemradio: 'menu item',
  combobox: 'list',
  listbox: 'list',
  textbox: 'field',
  searchbox: 'search field',
}

/** As a reader would call it: The button “Send”. */
export function calledSo({ role, name, landmark }: Named): string {
  const kind = ROLES[role] ?? role
  const where = landmark === 'navigation' ? ' in the navigation' : ''
  const article = /^[aeiou]/.test(kind) ? 'An' : 'A'
  return name.trim() ? `The ${kind} ${quote(name)}${where}` : `${article} ${kind} without a name${where}`
}

/** Where it is, at a width of `viewport` CSS px. */
export const controlPlace = (
  { selector, box, name }: { selector: string; box: Box; name: string },
  { document }: Side<'document'>,
  viewport?: number,
): Place => placeOf({ selector, box, text: name.slice(0, 200) }, document.url, viewport)

/** The selector that a control of the original has on the rebuilt page, where the two are matched, at 1440 px. */
export function selectorNow({
  original,
  rebuilt,
  matching,
}: Pair<'layouts'>): (selector: string) => string | undefined {
  const controlsOf = ({ layouts }: Side<'layouts'>) => atWidth(layouts, DESKTOP)?.controls ?? []
  const [before, after] = [controlsOf(original), controlsOf(rebuilt)]
  const indices = new Map(before.map(({ selector }, index) => [selector, index]))
  const pairs = new Map(matching.controls.map(match => [match.original, match.rebuilt]))
  return selector => after[pairs.get(indices.get(selector) ?? -1) ?? -1]?.selector
}

const BANNER =
  /cookie|consent|\bgdpr\b|privacy (settings|preferences)|\bchat\b|live help|messenger|intercom|feedback|newsletter popup/i

/** Of banners about consent, chats and the like: not what the page is for. */
export const isBanner = ({ name }: Pick<Named, 'name'>): boolean => BANNER.test(name)

/** Made where the page is as wide as a phone: at 375 px, and not at 1440. */
export const isOnPhone = ({ width }: Pick<Probe, 'width'>): boolean => width < 500

/** On a phone, in the head of the page: the way to its navigation, whatever it is called. */
export const isMenuOf = (probe: Probe): boolean => {
  const { name, revealed, effect } = probe
  return (
    isOnPhone(probe) && revealed.length >= 2 && /^(opens|switches|dialog)$/.test(effect) && !isStep({ name })
  )
}

/** Nor pressed, and what visitors come for. */
const DECISIVE = /\b(subscribe|sign up|register|rsvp|log ?in|sign in|apply|download|call|contact)\b|anmelden/i

export const isDecisiveName = (name: string): boolean => DECISIVE.test(name) || isPurchase(name)

/** What one comes to it for, by its name: to pay, or what the word says. */
export const deedOf = (name: string): string | undefined =>
  isPurchase(name) ? 'purchase' : DECISIVE.exec(name)?.[0].toLowerCase()
