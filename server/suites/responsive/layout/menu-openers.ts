/** What may open the navigation of a screen: buttons, and what is made to look like one. */
import { isMenuClass, MENU_SIGNS, saysMenu } from '../../../lib/menu-words.ts'
import { canBeSeen, type Screen, TOLERANCE_PX } from '../screens.ts'

export interface Opener {
  selector: string
  /** Its own words say that it is the menu. */
  isMenu: boolean
  /** It says that it opens something, or is the label of a checkbox. */
  opens: boolean
  /** A picture of which nothing says that it is pressed. */
  isDrawing?: true
}

/** Below the first screens, px, links belong to the page, not to its navigation. */
export const MAX_TOP_PX = 1000
/** Height of a page's head. */
export const HEAD_PX = 300
/** A side of an icon, and how much longer one may be than the other: logos are wide. */
const MAX_ICON_PX = 96
const MIN_ICON_PX = 12
const MAX_STRETCH = 2
/** Three dots are any menu's, of a header as well. */
export const isMenuName = (name: string) => saysMenu(name) || name.includes('⋮')
/** A text that is drawn for a menu button, and says nothing else. */
const IS_MENU = new RegExp(`^(?:[${MENU_SIGNS}]|menu)$`, 'iu')
/** What stands beside a menu button and is none. */
export const OTHER_WORDS =
  /\bcart\b|basket|\bbag\b|search|account|profile|log ?in|sign ?in|wish ?list|favou?rite|language|theme|share|close|warenkorb|suche|konto|anmelde|panier|recherche|compte|connexion|carrito|cesta|buscar|cuenta|carrello|cerca/iu

export function openersOn(screen: Screen, head = HEAD_PX): Opener[] {
  const found: Opener[] = []
  for (const control of screen.controls) {
    const isLaidOver = takesTaps(control, screen)
    if (
      !/^(button|link|checkbox|switch|menuitem)$/.test(control.role) ||
      !(isLaidOver || isOffered(control, screen))
    )
      continue
    const { selector, name, landmark, opens } = control
    const seen = isLaidOver || control.onScroll ? control.box : control.seen
    // A hairline is no button.
    if (Math.min(seen.width, seen.height) <= TOLERANCE_PX) continue
    const isMenu = isMenuName(name)
    const inHead = isHeader(landmark) || seen.y < head
    const isIcon = !/[\p{L}\p{N}]/u.test(name) && isSmall(seen) && control.role !== 'link'
    if (!isMenu && OTHER_WORDS.test(name)) continue
    // A link below the head, as "See the menu" of a restaurant, leads to a page.
    const isReached = inHead || (seen.y < MAX_TOP_PX && (control.role !== 'link' || opens))
    if (isMenu ? isReached : inHead && (opens || isIcon)) found.push({ selector, isMenu, opens })
  }
  for (const clickable of screen.clickables) {
    const { selector, name, landmark, seen } = clickable
    const isMenu = isMenuName(name)
    const inHead = isHeader(landmark) || seen.y < head
    const isBar = isMenu && isLabel(selector)
    if (!inHead || !canBeSeen(clickable, screen) || !(isSmall(seen) || isBar)) continue
    if (!isMenu && OTHER_WORDS.test(name)) continue
    found.push({ selector, isMenu, opens: isLabel(selector) })
  }
  // A drawing with a handler of its own says nothing of it; one that stands beside the links as well is none.
  for (const picture of screen.pictures ?? []) {
    const { seen, selector, alt } = picture
    const isSquare = seen.width <= MAX_STRETCH * seen.height && seen.height <= MAX_STRETCH * seen.width
    if (seen.y < head && canBeSeen(picture, screen) && seen.width >= MIN_ICON_PX && isSmall(seen) && isSquare)
      found.push({ selector, isMenu: isMenuName(alt), opens: false, isDrawing: true })
  }
  for (const block of screen.blocks)
    if (block.seen.y < head && canBeSeen(block, screen) && IS_MENU.test(block.text.trim()))
      found.push({ selector: block.selector, isMenu: true, opens: false })
  return found
}

/** An invisible checkbox as large as an icon: it lies over what is drawn of a menu button, and is what a tap switches. */
const takesTaps = ({ role, state, box }: Screen['controls'][number], { screenWidth }: Screen): boolean =>
  /^(checkbox|switch)$/.test(role) &&
  state === 'hidden' &&
  isSmall(box) &&
  Math.min(box.width, box.height) >= MIN_ICON_PX &&
  box.x >= 0 &&
  box.x + box.width <= screenWidth

/**
 * Whether something without a text is laid out in the head that opens the menu by its name, its classes or its attributes. If
 * its icon did not come, nothing of it may be seen.
 */
export const hasUndrawnOpener = ({ controls, clickables, screenWidth }: Screen, head: number): boolean =>
  [...controls, ...clickables.map(one => ({ ...one, opens: false }))].some(
    ({ icon, name, opens }) =>
      icon !== undefined &&
      icon.y < head &&
      icon.x >= 0 &&
      icon.x < screenWidth &&
      (isMenuName(name) ||
        ((opens || isMenuClass(icon.classes)) && !OTHER_WORDS.test(`${name} ${icon.classes}`))),
  )

const isLabel = (selector: string) => /(^|[\s>])label[^\s>]*$/.test(selector)

export const isSmall = ({ width, height }: { width: number; height: number }) =>
  width <= MAX_ICON_PX && height <= MAX_ICON_PX

/** Whether it can be seen, at the top of the page or once that is scrolled. */
export const isOffered = (control: Screen['controls'][number], screen: Screen): boolean =>
  control.onScroll === true || canBeSeen(control, screen)

export const isHeader = (landmark: string) => landmark === 'navigation' || landmark === 'banner'
