import { inReach, type Screen } from '../screens.ts'
import { spelled } from '../spelling.ts'

/** How the navigation can be had at one width: its links are there, something opens them, may open them, or neither. */
export type Access = 'links' | 'toggle' | 'guess' | 'none'

/** The navigation of a page over all widths. */
export interface Menu {
  /** Names of its links, normalised. */
  names: ReadonlySet<string>
  /** Links that it shows where it shows most. */
  most: number
  /** Selectors of what is there beside the links: a search or a cart is no menu button. */
  beside: ReadonlySet<string>
  /** And their names. */
  others: ReadonlySet<string>
}

/** Below the first screens links belong to the page, not to its navigation. */
const TOP = 1000
const HEAD = 300
const ICON = 96
const LINKS = new Set(['link', 'menuitem', 'tab'])
const MENU_WORDS =
  /\bmen[uúü]\b|menü|navigation|navigaci|navigaz|navegaç|\bnav\b|hamburger|burger menu|меню|菜单|選單|菜單|メニュー|메뉴|قائمة|תפריט|μενού|trình đơn|เมนู|मेनू|nabídka|[☰≡≣𝌆⋮]/iu
/** What stands beside a menu button and is none. */
const OTHER_WORDS =
  /\bcart\b|basket|\bbag\b|search|account|profile|log ?in|sign ?in|wish ?list|favou?rite|language|theme|share|close|warenkorb|suche|konto|anmelde|panier|recherche|compte|connexion|carrito|cesta|buscar|cuenta|carrello|cerca/iu

/** `like` are names of links that are navigation wherever they stand: those of the original. */
export function menuOf(screens: readonly Screen[], like: ReadonlySet<string> = new Set()): Menu {
  const shown = screens.map(screen => ({ screen, links: linksOf(screen, like) }))
  const most = Math.max(0, ...shown.map(({ links }) => links.size))
  const open = shown.filter(({ links }) => isEnough(links.size, most)).map(({ screen }) => screen)
  return {
    names: new Set(shown.flatMap(({ links }) => [...links])),
    most,
    beside: new Set(open.flatMap(screen => pressables(screen).map(one => one.selector))),
    others: new Set(open.flatMap(screen => pressables(screen).flatMap(one => one.name || []))),
  }
}

/** `from` is the menu of the page that this one is compared with. */
export function accessAt(screen: Screen, menu: Menu, from?: Menu): Access {
  if (isEnough(linksOf(screen, from?.names ?? new Set()).size, menu.most)) return 'links'
  const openers = pressables(screen, headOf(screen, menu.names)).filter(
    one => one.says || !(menu.beside.has(one.selector) || from?.others.has(one.name)),
  )
  return openers.some(one => one.says || one.opens) ? 'toggle' : openers.length ? 'guess' : 'none'
}

/** Whether links of these names are on the page, but out of sight at every width. */
export function isHidden(screens: readonly Screen[], names: ReadonlySet<string>): boolean {
  const [there, seen] = [new Set<string>(), new Set<string>()]
  for (const screen of screens)
    for (const control of screen.controls) {
      const name = spelled(control.name)
      if (!LINKS.has(control.role) || control.landmark === 'contentinfo' || !names.has(name)) continue
      there.add(name)
      if (inReach(control, screen)) seen.add(name)
    }
  return isEnough(there.size, names.size) && seen.size < 2
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
  /** Normalised; empty for most icons. */
  name: string
  /** Its own words say that it is the menu. */
  says: boolean
  /** It says that it opens something, or switches a hidden checkbox. */
  opens: boolean
}

/** How far down its head reaches: as far as the folded navigation where something stands above it. */
function headOf(screen: Screen, names: ReadonlySet<string>): number {
  const tops = screen.controls
    .filter(control => LINKS.has(control.role) && names.has(spelled(control.name)) && control.box.y >= 0)
    .map(control => control.box.y)
  return tops.length === 0 ? HEAD : Math.min(TOP, Math.max(HEAD, Math.min(...tops) + HEAD / 3))
}

/** What may open the navigation: buttons, and what is made to look like one. */
function pressables(screen: Screen, head = HEAD): Pressable[] {
  const found: Pressable[] = []
  for (const control of screen.controls) {
    if (!/^(button|link|checkbox|switch|menuitem)$/.test(control.role) || !inReach(control, screen)) continue
    const says = MENU_WORDS.test(control.name)
    const placed = control.landmark === 'navigation' || control.landmark === 'banner' || control.seen.y < head
    const bare = !/[\p{L}\p{N}]/u.test(control.name) && isSmall(control.seen) && control.role !== 'link'
    if (!says && OTHER_WORDS.test(control.name)) continue
    if (says ? placed || control.seen.y < TOP : placed && (control.opens || bare))
      found.push({ selector: control.selector, name: spelled(control.name), says, opens: control.opens })
  }
  for (const one of screen.clickables) {
    const says = MENU_WORDS.test(one.name)
    const placed = one.landmark === 'navigation' || one.landmark === 'banner' || one.seen.y < head
    if (!placed || !inReach(one, screen) || !isSmall(one.seen) || (!says && OTHER_WORDS.test(one.name)))
      continue
    found.push({ selector: one.selector, name: spelled(one.name), says, opens: isLabel(one.selector) })
  }
  for (const block of screen.blocks)
    if (block.seen.y < head && inReach(block, screen) && /^[☰≡≣𝌆]$|^menu$/iu.test(block.text.trim()))
      found.push({ selector: block.selector, name: spelled(block.text), says: true, opens: false })
  return found
}

const isLabel = (selector: string) => /(^|[\s>])label[^\s>]*$/.test(selector)

const isSmall = ({ width, height }: { width: number; height: number }) => width <= ICON && height <= ICON
