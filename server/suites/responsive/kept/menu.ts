import { inReach, type Screen } from '../screens.ts'
import { spelled } from '../spelling.ts'

/** How the navigation can be had at one width: its links are there, something opens them, or neither. */
export type Access = 'links' | 'toggle' | 'none'

/** The navigation of a page over all widths. */
export interface Menu {
  /** Names of its links, normalised. */
  names: ReadonlySet<string>
  /** Links that it shows where it shows most. */
  most: number
  /** Selectors of what is there beside the links: a search or a cart is no menu button. */
  beside: ReadonlySet<string>
}

/** Below the first screens links belong to the page, not to its navigation. */
const TOP = 1000
const HEAD = 300
const ICON = 96
const LINKS = new Set(['link', 'menuitem', 'tab'])
const MENU_WORDS =
  /\bmen[uúü]\b|menü|navigation|navigaci|navigaz|navegaç|\bnav\b|hamburger|burger menu|меню|菜单|選單|菜單|メニュー|메뉴|قائمة|תפריט|μενού|trình đơn|เมนู|मेनू|nabídka|[☰≡≣𝌆⋮]/iu

/** `like` are names of links that are navigation wherever they stand: those of the original. */
export function menuOf(screens: readonly Screen[], like: ReadonlySet<string> = new Set()): Menu {
  const shown = screens.map(screen => ({ screen, links: linksOf(screen, like) }))
  const most = Math.max(0, ...shown.map(({ links }) => links.size))
  const open = shown.filter(({ links }) => isEnough(links.size, most)).map(({ screen }) => screen)
  return {
    names: new Set(shown.flatMap(({ links }) => [...links])),
    most,
    beside: new Set(open.flatMap(screen => pressables(screen).map(one => one.selector))),
  }
}

export function accessAt(screen: Screen, menu: Menu, like: ReadonlySet<string> = new Set()): Access {
  if (isEnough(linksOf(screen, like).size, menu.most)) return 'links'
  return pressables(screen).some(one => one.says || !menu.beside.has(one.selector)) ? 'toggle' : 'none'
}

/** A logo and a cart that stay while the rest folds up are no navigation. */
const isEnough = (count: number, most: number) => count >= 2 && count >= most / 2

function linksOf(screen: Screen, like: ReadonlySet<string>): Set<string> {
  const names = new Set<string>()
  for (const control of screen.controls) {
    const drops = control.role === 'button' && control.opens && control.landmark === 'navigation'
    if (!(LINKS.has(control.role) || (drops && !MENU_WORDS.test(control.name)))) continue
    if (!inReach(control, screen) || control.seen.y > TOP) continue
    const name = spelled(control.name)
    const here = control.landmark === 'navigation' || control.landmark === 'banner'
    if (/[\p{L}\p{N}]/u.test(name) && (here || (like.has(name) && control.landmark !== 'contentinfo')))
      names.add(name)
  }
  return names
}

interface Pressable {
  selector: string
  /** Its own words say that it is the menu. */
  says: boolean
}

/** What may open the navigation: buttons, and what is made to look like one. */
function pressables(screen: Screen): Pressable[] {
  const found: Pressable[] = []
  for (const control of screen.controls) {
    if (!/^(button|link|checkbox|switch|menuitem)$/.test(control.role) || !inReach(control, screen)) continue
    const says = MENU_WORDS.test(control.name)
    const placed = control.landmark === 'navigation' || control.landmark === 'banner' || control.seen.y < HEAD
    const bare = !/[\p{L}\p{N}]/u.test(control.name) && isSmall(control.seen) && control.role !== 'link'
    if (says ? placed || control.seen.y < TOP : placed && (control.opens || bare))
      found.push({ selector: control.selector, says })
  }
  for (const one of screen.clickables)
    if (inReach(one, screen) && isSmall(one.seen))
      found.push({ selector: one.selector, says: MENU_WORDS.test(one.name) })
  for (const block of screen.blocks)
    if (block.seen.y < HEAD && inReach(block, screen) && /^[☰≡≣𝌆]$|^menu$/iu.test(block.text.trim()))
      found.push({ selector: block.selector, says: true })
  return found
}

const isSmall = ({ width, height }: { width: number; height: number }) => width <= ICON && height <= ICON
