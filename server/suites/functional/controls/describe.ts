import type { Place } from '../../../contract.ts'
import { normalise } from '../../../lib/text.ts'
import type { Side } from '../../core/suite.ts'

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
  return name.trim() ? `The ${kind} “${name.slice(0, 80)}”${where}` : `A ${kind} without a name${where}`
}

/** Of banners about consent, chats and the like: not what the page is for. */
const CLUTTER =
  /cookie|consent|\bgdpr\b|privacy (settings|preferences)|\bchat\b|live help|messenger|intercom|feedback|newsletter popup/i

export const isClutter = ({ name }: Pick<Named, 'name'>): boolean => CLUTTER.test(name)

/** Of a carousel, or one of its slides. */
const STEP =
  /^(go to |show |view )?(slide|page|item|image|testimonial|voice)?\s*#?\d+( (of|\/) \d+)?$|^(previous|prev|next|back|forward|play|pause|stop)\b|^[‹›<>«»←→❮❯]+$|carousel|slide\b/i

export const isStep = ({ name }: Pick<Named, 'name'>): boolean => STEP.test(name)

export function placeOf(
  found: { selector: string; box: Place['box']; name: string },
  { document }: Side<'document'>,
  viewport = 1440,
): Place {
  return {
    url: document.url,
    viewport,
    selector: found.selector,
    box: found.box,
    text: found.name.slice(0, 200) || undefined,
  }
}
