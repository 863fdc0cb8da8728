import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import {
  around,
  atWidths,
  canBeSeen,
  MAIN_WIDTHS,
  movedBy,
  picturedOf,
  type Screen,
  TOLERANCE_PX,
} from '../screens.ts'
import { normalText } from '../words.ts'
import {
  HEAD_PX,
  hasUndrawnOpener,
  isHeader,
  isMenuName,
  isOffered,
  isSmall,
  MAX_TOP_PX,
  OTHER_WORDS,
  openersOn,
} from './menu-openers.ts'
import { rules, WIDE_GAP_PX } from './rules.ts'

/** Where the original shows its navigation, the rebuilt page shows it too, or something that opens it. */
export function navigationFindings(
  were: readonly Screen[],
  now: readonly Screen[],
  urls: { original: string; rebuilt: string },
  /** What was pressed on a phone of the rebuilt page, and opened something. */
  pressed: readonly Pick<Probe, 'selector' | 'revealed'>[] = [],
  /** Whether icons of the rebuilt page may be out of reach from here. */
  lacksIcons = false,
): Finding[] {
  const before = withMenuWords(were)
  const after = withMenuWords(now).map(screen => ({ ...screen, pictures: picturesNear(screen, now) }))
  const menu = menuBefore(before, after)
  const { loose } = menu
  const elsewhere = loose ? () => loose : elsewhereAt(before, menu.names)
  const own = menuOf(after, elsewhere)
  // No navigation to keep, or one whose links are not even hidden on the rebuilt page: then they are lost.
  if (menu.maxLinks < 2 || (own.maxLinks < 2 && !isHidden(after, menu.names))) return []
  // A basket or a search that opens is no menu.
  const entries = new Set([...menu.names, ...entriesOf(after)])
  const proven = new Set(
    pressed.flatMap(({ selector, revealed }) =>
      new Set(revealed.map(normalText).filter(text => entries.has(text))).size >= 2 ? selector : [],
    ),
  )
  // What has a listener and nothing else is listed at no width: it is where it was pressed, and nothing says that it goes.
  const isUnlisted = [...proven].some(selector => !after.some(screen => isListed(selector, screen)))
  const lost: Screen[] = []
  const folded: Screen[] = []
  let unnamed = false
  const outside = new Set<string>()
  for (const screen of after) {
    const was = around(before, screen.width).map(old => accessAt(old, menu))
    if (was.length === 0 || was.includes('none')) continue
    const is = accessAt(screen, own, { elsewhere: elsewhere(screen), proven, isUnlisted, lacksIcons })
    if (is === 'none') {
      lost.push(screen)
      for (const { name } of buttonsOutside(screen, own)) outside.add(name)
    } else if (is !== 'links' && was.every(access => access === 'links')) {
      folded.push(screen)
      unnamed ||= is === 'unnamed'
    }
  }
  const findings: Finding[] = []
  if (lost.length)
    findings.push(
      rules.report('navigation-lost', {
        key: 'responsive/navigation',
        extent: lost.length,
        as: isBetween(lost.map(({ width }) => width)) ? 'between' : undefined,
        message: `The navigation is lost ${atWidths(lost.map(screen => screen.width))}: neither its links (${quoted(menu.names)}) nor a button that opens them can be seen${outside.size ? `; ${quoted(outside)} lies outside of the window` : ''}`,
        ...placesAt(lost.reduce(picturedOf), urls),
      }),
    )
  if (folded.length)
    findings.push(
      rules.report('navigation-folded', {
        key: 'responsive/navigation:folded',
        as: unnamed ? 'unnamed' : folded.some(({ width }) => width === DESKTOP) ? 'wide' : undefined,
        message: `The navigation is folded behind a button ${atWidths(folded.map(screen => screen.width))}, where the original shows its links${unnamed ? '; the button does not say that it opens them' : ''}`,
        fix: unnamed ? 'Show the links, or name the button and give it aria-expanded' : undefined,
        ...placesAt(folded.reduce(picturedOf), urls),
      }),
    )
  return findings
}

/** Whether few visitors have a window of such widths: none of the main ones, and none far from another. */
const isBetween = (widths: readonly number[]): boolean =>
  !widths.some(width => MAIN_WIDTHS.includes(width)) &&
  Math.max(...widths) - Math.min(...widths) < WIDE_GAP_PX

/** Names of the links that stand in the header, seen or not. */
const entriesOf = (screens: readonly Screen[]): string[] =>
  screens.flatMap(({ controls }) =>
    controls.flatMap(({ role, name, landmark }) =>
      LINK_ROLES.has(role) && isHeader(landmark) ? normalText(name) : [],
    ),
  )

/** A menu button that shows an icon alone may have its word in the markup, where it is hidden at other widths. */
function withMenuWords(screens: readonly Screen[]): Screen[] {
  const said = new Map(
    screens.flatMap(({ controls }) =>
      controls.flatMap(({ selector, name }) => (isMenuName(name) ? [[selector, name] as const] : [])),
    ),
  )
  return screens.map(screen => ({
    ...screen,
    controls: screen.controls.map(control =>
      control.name ? control : { ...control, name: said.get(control.selector) ?? '' },
    ),
  }))
}

/**
 * Next to its breakpoints a page's pictures were not listed: they may be those of the next width on either side, but for
 * the background of a control that cannot be seen, such as the icon that opens the menu on smaller screens.
 */
function picturesNear({ width, pictures, controls }: Screen, screens: readonly Screen[]): Screen['pictures'] {
  if (pictures) return pictures
  const listed = screens.filter(screen => screen.pictures)
  const hidden = new Set(controls.flatMap(({ state, selector }) => (state === 'visible' ? [] : selector)))
  return [listed.findLast(one => one.width <= width), listed.find(one => one.width >= width)]
    .flatMap(screen => screen?.pictures ?? [])
    .filter(({ selector }) => !hidden.has(selector))
}

function quoted(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, 4).map(name => quote(name, 30))
  return names.size > 4 ? `${shown.join(', ')}, …` : shown.join(', ')
}

function placesAt({ width, screenWidth }: Screen, urls: { original: string; rebuilt: string }) {
  const box = { x: 0, y: 0, width: screenWidth, height: 300 }
  return {
    original: { url: urls.original, box, viewport: width, text: 'navigation' },
    rebuilt: { url: urls.rebuilt, box, viewport: width, text: 'navigation' },
  }
}

/** The navigation of a page over all widths. */
interface Menu {
  /** Names of its links, normalised. */
  names: ReadonlySet<string>
  /** Number of links at the width that shows most of them. */
  maxLinks: number
  /** Selectors of what stands beside the links: a search or a cart is no menu button. */
  selectorsBeside: ReadonlySet<string>
  /** Selectors of icons, links without a word in the header, that are not displayed where its links are shown. */
  icons: ReadonlySet<string>
  /** Selectors of controls that can be seen at some width, and lie in the window there. */
  inWindow: ReadonlySet<string>
  /** Its links stand in no landmark, and are those of these names. */
  loose?: Elsewhere
}

const LINK_ROLES = new Set(['link', 'menuitem', 'tab'])
/**
 * Names of the original's navigation, whose links are navigation on the new page wherever they stand, each with the number
 * of links that the original itself shows elsewhere at that width: a button of the hero that says "Contact" as well.
 */
type Elsewhere = ReadonlyMap<string, number>

const NOWHERE: Elsewhere = new Map()

const elsewhereAt =
  (before: readonly Screen[], names: ReadonlySet<string>) =>
  ({ width }: Screen): Elsewhere => {
    const shown = around(before, width).map(screen => looseLinksOf(screen))
    const countOf = (name: string) => Math.min(...shown.map(all => all.filter(one => one === name).length))
    return new Map([...names].map(name => [name, shown.length ? countOf(name) : 0]))
  }

/**
 * The original's navigation. Where no landmark says what that is, it is the links at the top of the page that the new page
 * has in its navigation.
 */
function menuBefore(before: readonly Screen[], after: readonly Screen[]): Menu {
  const menu = menuOf(before)
  if (menu.maxLinks >= 2) return menu
  const named = new Map([...menuOf(after).names].map(name => [name, 0]))
  return { ...menuOf(before, () => named), loose: named }
}

function menuOf(screens: readonly Screen[], elsewhere?: (screen: Screen) => Elsewhere): Menu {
  const shown = screens.map(screen => ({ screen, links: linksOf(screen, elsewhere?.(screen)) }))
  const maxLinks = Math.max(0, ...shown.map(({ links }) => links.size))
  const wide = shown.flatMap(({ screen, links }) => (isEnough(links.size, maxLinks) ? screen : []))
  const beside = wide.flatMap(screen => openersOn(screen))
  return {
    names: new Set(shown.flatMap(({ links }) => [...links])),
    maxLinks,
    selectorsBeside: new Set(beside.map(({ selector }) => selector)),
    icons: new Set(
      wide.flatMap(({ controls }) =>
        controls.flatMap(one => (isIconLink(one) && one.state === 'hidden' ? one.selector : [])),
      ),
    ),
    inWindow: new Set(
      screens.flatMap(screen =>
        screen.controls.flatMap(one =>
          canBeSeen(one, screen) && !isOutside(one.box, screen) ? one.selector : [],
        ),
      ),
    ),
  }
}

/**
 * How the navigation can be had at one width: its links are there, something says that it opens them, something may
 * open them and does not say so, or none of these. `from` is of the page that this one is compared with.
 */
function accessAt(
  screen: Screen,
  menu: Menu,
  from?: { proven: ReadonlySet<string>; elsewhere: Elsewhere; isUnlisted: boolean; lacksIcons: boolean },
): 'links' | 'opener' | 'unnamed' | 'none' {
  const outside = buttonsOutside(screen, menu)
  const links = linksOf(screen, from?.elsewhere ?? menu.loose).size
  // Where a button is to open them, a logo and a call to action that are called as two of them are not the menu.
  if (isEnough(links, menu.maxLinks) && (outside.length === 0 || links >= menu.maxLinks)) return 'links'
  const head = headOf(screen, menu.names)
  const openers = openersOn(screen, head).filter(
    ({ isMenu, selector }) =>
      !outside.some(one => one.selector === selector) &&
      (isMenu || from?.proven.has(selector) || !menu.selectorsBeside.has(selector)),
  )
  if (openers.some(({ isMenu, opens }) => isMenu || opens)) return 'opener'
  if (from?.lacksIcons && hasUndrawnOpener(screen, head)) return 'opener'
  const isProven = ({ selector }: { selector: string }) => from?.proven.has(selector)
  // A drawing that may be anything stands for no button that says what it is.
  const isPushedOut =
    outside.length > 0 && openers.every(one => one.isDrawing && !isProven(one)) && !from?.isUnlisted
  const isInstead = (one: Screen['controls'][number]) =>
    isIconLink(one) && isSmall(one.seen) && menu.icons.has(one.selector)
  return (openers.length && !isPushedOut) ||
    from?.isUnlisted ||
    screen.controls.some(one => (isProven(one) || isInstead(one)) && isOffered(one, screen)) ||
    screen.clickables.some(one => isProven(one) && canBeSeen(one, screen))
    ? 'unnamed'
    : 'none'
}

/** Buttons that open a menu by their name, and lie beyond an edge of the window by half or more, where nothing scrolls to them. */
const buttonsOutside = (screen: Screen, { inWindow }: Menu): Screen['controls'] =>
  screen.controls.filter(
    ({ role, name, box, selector }) =>
      role === 'button' &&
      isMenuName(name) &&
      !OTHER_WORDS.test(name) &&
      !/collapse/i.test(name) &&
      box.width > 0 &&
      box.y < HEAD_PX &&
      isOutside(box, screen) &&
      inWindow.has(selector),
  )

const isOutside = ({ x, width }: Screen['controls'][number]['box'], screen: Screen): boolean =>
  movedBy(screen) <= TOLERANCE_PX && (x + width / 2 <= 0 || x + width / 2 >= screen.screenWidth)

const isListed = (selector: string, { controls, clickables, pictures = [] }: Screen): boolean =>
  [...controls, ...clickables, ...pictures].some(one => one.selector === selector)

const isIconLink = ({ role, name, landmark }: Screen['controls'][number]): boolean =>
  role === 'link' && isHeader(landmark) && !/[\p{L}\p{N}]/u.test(name)

/** Whether links of these names are on the page, but cannot be seen at any width. */
function isHidden(screens: readonly Screen[], names: ReadonlySet<string>): boolean {
  const [there, seen] = [new Set<string>(), new Set<string>()]
  for (const screen of screens)
    for (const control of screen.controls) {
      const name = normalText(control.name)
      if (!LINK_ROLES.has(control.role) || control.landmark === 'contentinfo' || !names.has(name)) continue
      there.add(name)
      if (isOffered(control, screen)) seen.add(name)
    }
  return isEnough(there.size, names.size) && seen.size < 2
}

/** A logo and a cart that stay while the rest folds up are no navigation. */
const isEnough = (count: number, of: number) => count >= 2 && count >= of / 2

function linksOf(screen: Screen, elsewhere = NOWHERE): Set<string> {
  const names = new Set(
    screen.controls.flatMap(control => (isHeader(control.landmark) ? linkName(control, screen) : [])),
  )
  const loose = Map.groupBy(looseLinksOf(screen), name => name)
  for (const [name, { length }] of loose) if (length > (elsewhere.get(name) ?? Infinity)) names.add(name)
  return names
}

/** Names of the links, in their order, that stand neither in the header nor in the footer. */
const looseLinksOf = (screen: Screen): string[] =>
  screen.controls.flatMap(control =>
    isHeader(control.landmark) || control.landmark === 'contentinfo' ? [] : linkName(control, screen),
  )

/** The normalised name of a link, or of what opens a submenu, that is seen at the top of the page; none of another control. */
function linkName(control: Screen['controls'][number], screen: Screen): string[] {
  const opensSubmenu =
    control.role === 'button' &&
    control.opens &&
    control.landmark === 'navigation' &&
    !isMenuName(control.name)
  if (!LINK_ROLES.has(control.role) && !opensSubmenu) return []
  if (!isOffered(control, screen) || control.seen.y > MAX_TOP_PX) return []
  const name = normalText(control.name)
  return /[\p{L}\p{N}]/u.test(name) ? [name] : []
}

/** Height of the page's head: down to the folded navigation where something stands above it. */
function headOf(screen: Screen, names: ReadonlySet<string>): number {
  const tops = screen.controls
    .filter(
      control => LINK_ROLES.has(control.role) && names.has(normalText(control.name)) && control.box.y >= 0,
    )
    .map(control => control.box.y)
  return tops.length === 0
    ? HEAD_PX
    : Math.min(MAX_TOP_PX, Math.max(HEAD_PX, Math.min(...tops) + HEAD_PX / 3))
}
