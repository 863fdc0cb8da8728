import type { Description } from '../../injected/controls.ts'
import type { Injected } from '../../injected/index.ts'
import type { SilentEntry } from './silent-entries.ts'
import type { ProbeState } from './state.ts'

export interface Candidate extends Description {
  /** Links that lead to another page are only hovered over. */
  way: 'press' | 'hover'
  /** Hovering may open something: it has a menu of links out of sight. */
  menu: boolean
  /** A picture that leads to a picture, or has the cursor of what is shown larger: a script may show it over the page. */
  enlarges?: true
  /** The first of some like items with a picture each, and nothing in them to be operated: what those are called. */
  card?: string[]
  /** Whether Tab comes to it, to something in it, or to the field that it is the label of; absent in older captures. */
  tabbable?: boolean
}

/**
 * What may be operated without harm, in the order of operation: what says that it opens something, then buttons, then
 * what has only the hand cursor or a listener, last the first picture of a gallery; of many alike the first few. Chosen by
 * appearance, words and listeners alone, so that the same controls are chosen on a page that was built differently. `withheld`: what is not operated
 * beside them for what its name says. Runs in the page.
 */
export function findProbes(
  {
    elements,
    roleOf,
    nameOf,
    textOf,
    clean,
    contextOf,
    visibleBoxOf,
    isVisible,
    hasHandCursor,
    isControl,
    isTabbable,
    isChosen,
    describe,
    closest,
    parentOf,
    childrenOf,
    closestMatch,
    leadsNowhere,
    FOCUSABLE,
  }: Injected,
  {
    narrow,
    max,
    unsafe,
    menuSigns,
    heard,
  }: { narrow: boolean; max: number; unsafe: string; menuSigns: string; heard: readonly SilentEntry[] },
): { chosen: Candidate[]; rest: Candidate[]; withheld: Candidate[] } {
  const SAYS =
    '[aria-expanded], [aria-haspopup]:not([aria-haspopup=false]), [aria-controls], [aria-pressed], [data-bs-toggle], [data-toggle], [data-bs-slide], [data-bs-slide-to], [data-slide], [popovertarget], [commandfor], [role=tab], [role=switch]'
  const PRESSED = /^(button|tab|switch|menuitem|menuitemcheckbox|menuitemradio|checkbox)$/
  const UNSAFE = new RegExp(unsafe, 'i')
  /** Controls of one kind that come before the other kinds. */
  const MAX_ALIKE = 3
  /** Links that lead nowhere. */
  const MAX_EMPTY = 4
  const MAX_HAND_CURSORS = 40
  /** Of each the first picture. */
  const MAX_GALLERIES = 2
  /** Lists of cards, of each of which the first is pressed, and what makes one: items, and CSS px of a side and of a picture. */
  const MAX_LISTS = 3
  const MAX_LOOKS = 8
  const CARDS = { min: 3, side: 100, picture: 80, names: 12, name: 80 }
  const PICTURE = /\.(jpe?g|png|gif|webp|avif)$/i
  /** Larger things are no controls, CSS px², nor are larger ones cards. */
  const MAX_AREA = 120_000
  const MAX_CARD_AREA = 500_000
  /** What opens the menu of a phone: CSS px from the top, of a side, and of a side from which it is no line of the sign. */
  const MENU_BUTTON = { top: 120, side: 80, line: 12 }
  const MAX_WITHHELD = 20
  /** What a carousel calls its slides: one that is a tab says its name in a few words of its own. */
  const POSITION = /^\d+ ?(\/|of|von|de|из) ?\d+$/
  const MAX_LABEL = 40
  const DRAWN = new RegExp(`^[${menuSigns}]?$`, 'u')
  /** What the class, the id or the file of a menu's sign is called. */
  const SIGN = /burger|\bmenu|menu\b|nav[-_]?(icon|toggle|toggler|button|btn|opener)|\bbars\b/i
  const withheld: Candidate[] = []
  const untouched: HTMLElement[] = []
  const all: { element: HTMLElement; rank: number; nth: number; isLast: boolean; found: Candidate }[] = []
  /** How many of each kind came before. */
  const counts = new Map<string, number>()
  /** Entries of lists to which scripts listen. */
  const silent = new Map(heard.map(({ selector, way }) => [document.querySelector(selector), way]))
  let handCursors = 0
  const galleries = new Set<string>()
  const lists = new Set<Element>()
  /** How often the items of a list were looked through without any cards: of a list of thousands not for each of them. */
  const looks = new Map<Element, number>()
  const signs: Element[] = []
  for (const element of elements() as HTMLElement[]) {
    const { landmark, ignored, rendered } = contextOf(element)
    if (ignored || !rendered || element.ownerDocument !== document) continue
    const role = roleOf(element)
    const kind = withinSize(element, kindOf(element, role)) ?? cardOf(element)
    if (!kind) continue
    const name = calledSo(element)
    const { state, box } = visibleBoxOf(element)
    if (state !== 'visible') continue
    if (narrow && box.y > 200 && !/^(banner|navigation)$/.test(landmark)) continue
    const isMenuButton = isMenuButtonAt(box)
    const describeIt = () => ({
      ...describe(element),
      name,
      role: role || 'generic',
      way: kind.way,
      menu: kind.menu,
      ...(kind.enlarges && { enlarges: kind.enlarges }),
      ...(kind.card && { card: kind.card }),
      tabbable: isReached(element),
    })
    if (UNSAFE.test(name) || UNSAFE.test((element as HTMLInputElement).value ?? '')) {
      if (kind.way === 'press' && !kind.enlarges && !kind.card && withheld.length < MAX_WITHHELD) {
        withheld.push(describeIt())
        untouched.push(element)
      }
      continue
    }
    const family = `${landmark} ${role} ${element.localName} ${String(element.className).slice(0, 80)}`
    if (kind.enlarges) {
      if (narrow || galleries.has(family) || galleries.size >= MAX_GALLERIES) continue
      galleries.add(family)
    }
    const isLast = isChosen(element)
    const nth = kind.enlarges ? 0 : (counts.get(family) ?? 0) + (isLast ? MAX_ALIKE : 0)
    if (!isLast && !kind.enlarges) counts.set(family, nth + 1)
    const rank = isMenuButton && kind.rank <= 2 ? 0 : kind.rank
    all.push({ element, rank, nth, isLast, found: describeIt() })
    if (all.length >= 2000) break
  }
  const order = new Map(all.map((one, index) => [one, index]))
  const empty = all.filter(({ rank }) => rank === 3).slice(MAX_EMPTY)
  for (const one of empty) one.nth += MAX_ALIKE
  const late = ({ nth }: { nth: number }) => (nth >= MAX_ALIKE ? 1 : 0)
  all.sort((a, b) => late(a) - late(b) || a.rank - b.rank || a.nth - b.nth || order.get(a)! - order.get(b)!)
  // The first of each kind before the others like it: one long list leaves room for the rest.
  const wanted = all.filter(one => !empty.includes(one)).sort((a, b) => turn(a) - turn(b))
  const picked = new Set(wanted.slice(0, max))
  // What is chosen already comes after all that are like it: so the page ends as it began.
  const chosen = all
    .filter(one => picked.has(one))
    .sort((a, b) => late(a) - late(b) || a.rank - b.rank || Number(a.isLast) - Number(b.isLast))
  ;(globalThis as unknown as ProbeState).cutoverProbes = {
    elements: chosen.map(({ element }) => element),
    withheld: untouched,
    current,
    before: null,
    asked: 0,
    mutated: 0,
    typed: 0,
    isBusy: () => false,
    waitFrames: async () => {},
  }
  return {
    chosen: chosen.map(({ found }) => found),
    rest: all
      .filter(one => !chosen.includes(one))
      .slice(0, 60)
      .map(({ found }) => found),
    withheld,
  }

  function current(at: number): HTMLElement | undefined {
    const known = (globalThis as unknown as ProbeState).cutoverProbes!.elements
    const element = known[at]
    const was = chosen.find(one => one.element === element)
    if (!was || element!.isConnected) return element
    const drawn = elementAt(was.found.selector)
    if (!drawn || known.includes(drawn) || calledSo(drawn) !== was.found.name) return element
    was.element = drawn
    known[at] = drawn
    return drawn
  }

  /** A path may have names of elements that no selector has, as `o:p`. */
  function elementAt(selector: string): HTMLElement | null {
    try {
      return document.querySelector<HTMLElement>(selector)
    } catch {
      return null
    }
  }

  function turn({ nth }: { nth: number }): number {
    return nth === 0 ? 0 : nth < MAX_ALIKE ? 1 : 2
  }

  function calledSo(element: HTMLElement): string {
    const name = nameOf(element).slice(0, 200)
    const text = POSITION.test(name) ? clean(textOf(element)) : ''
    return text && text.length <= MAX_LABEL ? text : name
  }

  function isMenuButtonAt({ y, width, height }: Description['box']): boolean {
    return narrow && y < MENU_BUTTON.top && Math.max(width, height) <= MENU_BUTTON.side
  }

  function leadsToPicture(link: HTMLAnchorElement): boolean {
    return URL.canParse(link.href) && PICTURE.test(new URL(link.href).pathname) && !!link.querySelector('img')
  }

  function says(element: HTMLElement): boolean {
    return element.matches(SAYS) || element.localName === 'summary'
  }

  function withinSize(element: HTMLElement, kind: Kind | null): Kind | null {
    if (!kind || kind.enlarges || says(element)) return kind
    const { width, height } = visibleBoxOf(element).box
    return width * height > MAX_AREA ? null : kind
  }

  /** Cards of a list open something where a script listens, to each or to the list: they need not say so by a cursor. */
  function cardOf(element: HTMLElement): Kind | null {
    const list = parentOf(element)
    if (narrow || !list || lists.has(list) || !/^(li|div|article|figure|section|a)$/.test(element.localName))
      return null
    if (lists.size >= MAX_LISTS || !isCard(element)) return null
    const look = (looks.get(list) ?? 0) + 1
    if (look > MAX_LOOKS) return null
    looks.set(list, look)
    const { width } = element.getBoundingClientRect()
    const cards = Array.from(childrenOf(list)).filter(
      other =>
        other.localName === element.localName &&
        Math.abs(other.getBoundingClientRect().width - width) < 1 &&
        isCard(other),
    )
    if (cards.length < CARDS.min) return null
    lists.add(list)
    const names = cards.slice(0, CARDS.names).map(card => nameOf(card).slice(0, CARDS.name))
    return { way: 'press', rank: 4, menu: false, card: names }
  }

  function isCard(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (Math.min(width, height) < CARDS.side || width * height > MAX_CARD_AREA) return false
    const pressed = 'a, button, label, [onclick], [role=button], [role=link]'
    if (closestMatch(parentOf(element)!, pressed) || element.querySelector(`${FOCUSABLE}, ${pressed}`))
      return false
    const pictures = [...element.querySelectorAll('img')].filter(
      ({ clientWidth, clientHeight }) => Math.min(clientWidth, clientHeight) >= CARDS.picture,
    )
    return pictures.length === 1 && isVisible(element) && isVisible(pictures[0]!)
  }

  interface Kind extends Pick<Candidate, 'way' | 'menu' | 'enlarges' | 'card'> {
    rank: number
  }

  function kindOf(element: HTMLElement, role: string): Kind | null {
    const press = (rank: number, menu = false): Kind => ({ way: 'press', rank, menu })
    if ((element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true')
      return null
    if (/^(select|textarea|option|video|audio|iframe|html|body)$/.test(element.localName)) return null
    const input = element as HTMLInputElement
    // A box in no form is a script's, as a filter of a list.
    if (element.localName === 'input' && input.type === 'checkbox' && !input.form) return press(2)
    if (element.localName === 'input' && input.type !== 'button') return null
    if (input.form && /^(submit|image|reset)$/.test(input.type ?? '')) return null
    if (element.hasAttribute('download')) return null
    const menu = hasMenu(element)
    if (element.localName === 'a' && element.hasAttribute('href')) {
      const href = element.getAttribute('href')!.trim()
      const toggle = element.matches(
        '[data-bs-toggle], [data-toggle], [data-bs-slide], [data-slide], [role=button], [role=tab]',
      )
      // Without words and an address a script makes it a button, as of a menu; on a phone, also to the menu in the page.
      const isIcon = href === '' || (href.startsWith('#') && isMenuButtonAt(visibleBoxOf(element).box))
      if (isIcon && calledSo(element) === '') return press(1, menu)
      const leads = !/^(#|javascript:)/i.test(href)
      if (toggle && !leads) return press(0, menu)
      if (menu) return leads ? { ...press(0, menu), way: 'hover' } : press(0, menu)
      // `page.html#`, as an export writes `#`: what says that it opens something leads nowhere.
      const isOpener = says(element) && href.endsWith('#')
      if (leads && !isOpener)
        return leadsToPicture(element as HTMLAnchorElement) ? { ...press(4), enlarges: true } : null
      if (says(element)) return press(0)
      // A link to nowhere is pressed after everything else.
      return leadsNowhere(element) ? press(3) : null
    }
    if (says(element) || menu) return press(0, menu)
    if (PRESSED.test(role) || element.localName === 'button') return press(1)
    if (element.localName === 'label') {
      const field = (element as unknown as HTMLLabelElement).control as HTMLInputElement | null
      const drawn = field && /^(checkbox|radio)$/.test(field.type) && !field.form
      return drawn && !isVisible(field) ? press(0) : null
    }
    if (element.localName === 'img' && contextOf(element).style.cursor === 'zoom-in')
      return { ...press(4), enlarges: true }
    // A link without an address has no such cursor.
    const isPlaceholder = element.localName === 'a' && isMenuButtonAt(visibleBoxOf(element).box)
    const way = silent.get(element)
    if (way) return { ...press(way === 'hover' ? 2.8 : 2), way }
    if (!(hasHandCursor(element) || element.hasAttribute('onclick') || isPlaceholder))
      return isSign(element) ? press(2.5) : null
    if ((element as unknown as SVGElement).ownerSVGElement) return null
    if (element.querySelector('a[href], button, input, select, textarea, summary')) return null
    return handCursors++ < MAX_HAND_CURSORS ? press(2) : null
  }

  /** What is drawn as the sign of a phone's menu and is nothing else: whether a script listens there, a press tells. */
  function isSign(element: HTMLElement): boolean {
    if (!/^(div|span|i|img|svg)$/.test(element.localName) || !isMenuButtonAt(visibleBoxOf(element).box))
      return false
    const pressed = 'a, button, summary, label, input, [role=button], [onclick]'
    if (element.closest(pressed) || element.querySelector(pressed)) return false
    if (contextOf(element).style.cursor === 'pointer' || signs.some(sign => sign.contains(element)))
      return false
    const text = clean(textOf(element))
    if (!DRAWN.test(text) || !(text || isCalledSign(element))) return false
    // The lines of a sign are called so as well, and so may be the box that it stands in.
    const inner = [...element.querySelectorAll('div, span, i, img, svg')].filter(isCalledSign)
    if (inner.some(one => Math.min(one.clientWidth, one.clientHeight) >= MENU_BUTTON.line)) return false
    signs.push(element)
    return true
  }

  function isCalledSign(element: Element): boolean {
    const calledBy = (name: string) => (element.getAttribute(name) ?? '').slice(0, 300)
    const drawing = element.querySelector(':scope > use')
    // One file has many symbols.
    const symbol = (drawing?.getAttribute('href') ?? drawing?.getAttribute('xlink:href') ?? '').split('#')[1]
    const names = [...['class', 'id', 'alt', 'aria-label', 'src'].map(calledBy), symbol?.slice(0, 300) ?? '']
    return names.some(name => SIGN.test(name.replace(/^.*\//, '')))
  }

  function isReached(element: HTMLElement): boolean {
    const isStop = (one: Element) => one.matches(FOCUSABLE) && isTabbable(one)
    if (element.localName === 'label') {
      const field = (element as unknown as HTMLLabelElement).control
      return !!field && field.tabIndex >= 0 && field.checkVisibility({ visibilityProperty: true })
    }
    const around = closest(element, one => isStop(one) && (one === element || isControl(one)))
    return around !== null || [...element.querySelectorAll(FOCUSABLE)].some(isStop)
  }

  /**
   * At least two links out of sight, and none in sight, in the list item or box that it stands in. On a phone, which has
   * no mouse, what is pressed there says so by its tag or its cursor: the logo beside the folded navigation does not.
   */
  function hasMenu(element: HTMLElement): boolean {
    if (!/^(a|button|span|div|li|p)$/.test(element.localName) || element.childElementCount > 6) return false
    if (narrow && /^(span|div|p)$/.test(element.localName) && !hasHandCursor(element)) return false
    const item = element.localName === 'li' ? element : element.closest('li')
    // A link beside a closed menu is the brand; a button there is the menu's own.
    const around = item ?? (element.localName === 'a' ? null : element.parentElement)
    if (!around || /^(body|main|header|nav)$/.test(around.localName)) return false
    if (element === item && element.querySelector(':scope > a, :scope > button')) return false
    if (!item && !element.nextElementSibling) return false
    const links = Array.from(around.querySelectorAll('a[href]'))
      .filter(link => link !== element && !element.contains(link))
      .slice(0, 8)
    return links.length >= 2 && !links.some(isVisible)
  }
}
