/** Menus that styles open under the mouse: whether the keyboard opens them as well, and so comes to what they hold. */
import type { Description } from '../../injected/controls.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { press } from './keys.ts'

export interface HoverMenu extends Description {
  /** Its links, by what they say. */
  entries: string[]
}

const MAX_MENUS = 5
/** Of a menu that are tried, each by the focus and by Enter: of one that has more nothing is known. */
const MAX_OPENERS = 2

/** Those of which no focus and no key shows a link: what opens them listens for nothing but the mouse. */
export async function findHoverMenus({ world, cdp }: PageLoad): Promise<HoverMenu[]> {
  const menus = await world.run(findMenus, MAX_MENUS, 5000)
  const closed: HoverMenu[] = []
  for (const [index, { openers, ...menu }] of menus.entries()) {
    let isOpen = false
    for (let opener = 0; opener < Math.min(openers, MAX_OPENERS) && !isOpen; opener++) {
      isOpen = await world.run(opens, { index, opener }, 3000)
      if (isOpen) break
      await press(cdp, 'Enter')
      isOpen = await world.run(opens, { index, opener: null }, 3000)
    }
    if (!isOpen && openers <= MAX_OPENERS) closed.push(menu)
  }
  return closed
}

// What follows runs in the page.

interface State {
  cutoverHoverMenus?: { panel: HTMLElement; openers: HTMLElement[] }[]
}

/** Lists of links out of sight that a rule with `:hover` shows, and what takes the focus in that which is hovered over. */
function findMenus(
  { describe, isTabbable, isVisible, contextOf, clean, textOf, rulesOf, FOCUSABLE }: Injected,
  max: number,
): (HoverMenu & { openers: number })[] {
  const MAX_RULES = 20_000
  const MIN_LINKS = 2
  const MAX_ENTRIES = 12
  const HOVER = /(?<!\\):hover/g
  const SHOWS = /^(?!none$|hidden$|collapse$|$)/
  let looked = 0
  const found = new Map<HTMLElement, HTMLElement>()
  for (const sheet of document.styleSheets) read(rulesOf(sheet))
  const menus = [...found].slice(0, max).map(([panel, hovered]) => ({
    panel,
    hovered,
    openers: [hovered, ...hovered.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      one => !panel.contains(one) && isTabbable(one) && isVisible(one),
    ),
  }))
  ;(globalThis as unknown as State).cutoverHoverMenus = menus
  return menus.map(({ panel, hovered, openers }) => ({
    ...describe(hovered),
    name: labelOf(hovered, panel),
    entries: [...panel.querySelectorAll('a[href]')]
      .map(link => clean(link.textContent ?? '').slice(0, 80))
      .filter(Boolean)
      .slice(0, MAX_ENTRIES),
    openers: openers.length,
  }))

  function read(rules: CSSRuleList | null): void {
    for (const rule of rules ?? []) {
      if (looked++ > MAX_RULES || found.size >= max) return
      if (rule instanceof CSSStyleRule) look(rule)
      else if (rule instanceof CSSImportRule) read(rule.styleSheet && rulesOf(rule.styleSheet))
      else if (rule instanceof CSSGroupingRule && isOn(rule)) read(rule.cssRules)
    }
  }

  function isOn(rule: CSSGroupingRule): boolean {
    return !(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches
  }

  function look({ selectorText, style }: CSSStyleRule): void {
    if (!selectorText.includes(':hover')) return
    if (!(SHOWS.test(style.display) || SHOWS.test(style.visibility))) return
    for (const selector of selectorText.split(',')) {
      const over = /^(.*:hover)[\s>+~]/.exec(selector.trim())?.[1]
      if (!over || found.size >= max) continue
      for (const panel of all(selector.replaceAll(HOVER, ':is(*)'))) {
        const hovered = hoveredFor(panel, over.replaceAll(HOVER, ':is(*)'))
        const isIn = [...found.keys()].some(other => other.contains(panel))
        if (!hovered || isIn || !isMenu(panel) || !isVisible(hovered)) continue
        found.set(panel, hovered)
      }
    }
  }

  function all(selector: string): HTMLElement[] {
    try {
      return [...document.querySelectorAll<HTMLElement>(selector)].slice(0, 100)
    } catch {
      return [] // what stands in brackets was split
    }
  }

  function hoveredFor(panel: HTMLElement, over: string): HTMLElement | null {
    const around = panel.parentElement?.closest<HTMLElement>(over)
    const before = panel.previousElementSibling
    return around ?? (before instanceof HTMLElement && before.matches(over) ? before : null)
  }

  /** Links that cannot take the focus now, since they are not drawn. */
  function isMenu(panel: HTMLElement): boolean {
    const links = [...panel.querySelectorAll<HTMLElement>('a[href]')]
    return (
      links.length >= MIN_LINKS &&
      !contextOf(panel).ignored &&
      links.every(link => !link.checkVisibility({ visibilityProperty: true }))
    )
  }

  /** What is read of it while its menu is closed. */
  function labelOf(hovered: HTMLElement, panel: HTMLElement): string {
    const own = [...hovered.childNodes].find(
      node => node !== panel && !node.contains(panel) && clean(node.textContent ?? '') !== '',
    )
    return clean(own instanceof HTMLElement ? textOf(own) : (own?.textContent ?? '')).slice(0, 80)
  }
}

/** Gives the focus to one of what may open a menu, where one is named; whether a link of the menu is drawn then. */
async function opens(
  { finishMotion }: Injected,
  { index, opener }: { index: number; opener: number | null },
): Promise<boolean> {
  const { panel, openers } = (globalThis as unknown as State).cutoverHoverMenus![index]!
  if (opener !== null) openers[opener]?.focus({ preventScroll: true })
  for (let poll = 0; poll < 6; poll++) {
    await new Promise(resolve => setTimeout(resolve, 25))
    finishMotion()
    const links = [...panel.querySelectorAll('a[href]')]
    if (!panel.isConnected || links.some(link => link.checkVisibility({ visibilityProperty: true })))
      return true
  }
  return false
}
