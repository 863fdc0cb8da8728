/** Links that the original keeps in sight in its header, and the new page at some widths neither there nor in its menu. */
import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { linkWays } from '../link-ways.ts'
import { around, atWidths, canBeSeen, mergeWidths, picturedOf, placeAt, type Screen } from '../screens.ts'
import { normalText } from '../words.ts'
import { rules } from './rules.ts'

interface Page {
  links: readonly Pick<LinkArtifact, 'selector' | 'href'>[]
  /** Narrow to wide. */
  screens: readonly Screen[]
  url: string
}

type Control = Screen['controls'][number]

/** Px from the top within which one link more to the same is as good as one of the header. */
const TOP_PX = 1000
/** Of a press no more texts are kept: what is not among so many may have been revealed as well. */
const MAX_REVEALED = 20

/**
 * Such as the button that leads to the shop, beside a menu that is folded. What no width of the new page shows is lost, and
 * no matter of widths; where nothing was seen to open its menu, nobody knows what is in it.
 */
export function headerLinkFindings(
  original: Page,
  rebuilt: Page,
  /** What was pressed on a phone of the new page. */
  pressed: readonly Pick<Probe, 'effect' | 'revealed'>[],
): Finding[] {
  const [was, is] = [readerOf(original), readerOf(rebuilt)]
  const shown = new Set(rebuilt.screens.flatMap(screen => [...is.headerOn(screen).keys()]))
  const menus = pressed
    .filter(({ effect }) => /^(opens|switches|dialog)$/.test(effect))
    .map(menu => menu.revealed.map(normalText))
    .filter(texts => texts.some(text => shown.has(text)))
  const revealed = menus.flat()
  const isMenuKnown = menus.length > 0 && menus.every(texts => texts.length < MAX_REVEALED)
  const found = rebuilt.screens.flatMap(screen => {
    const before = around(original.screens, screen.width)
    const [first, ...others] = before.map(was.headerOn)
    if (!first) return []
    const here = is.headerOn(screen)
    const isFolded = [...shown].filter(name => !here.has(name)).length > 1
    if (isFolded && !isMenuKnown) return []
    // What is scrolled to there is there.
    const clipped = screen.controls.flatMap(({ state, name }) =>
      state === 'clipped' ? normalText(name) : [],
    )
    const names = [...is.topOf(screen).map(({ name }) => normalText(name)), ...clipped, ...revealed]
    const countOn = (page: typeof is, at: Screen, way: string) =>
      page.topOf(at).filter(other => page.wayOf(other) === way).length
    return [...first].flatMap(([name, control]) => {
      const way = was.wayOf(control)
      const isLost =
        way !== undefined &&
        shown.has(name) &&
        others.every(other => other.has(name)) &&
        before.every(old => countOn(is, screen, way) < countOn(was, old, way)) &&
        !names.some(text => text.includes(name))
      return isLost ? [{ key: name, width: screen.width, control }] : []
    })
  })
  return mergeWidths(found, picturedOf).map(({ key, width, widths, control }) => {
    const isBetween = widths.length === 1 && !rebuilt.screens.some(one => one.width === width && one.pictures)
    return rules.report('header-link-hidden', {
      place: key,
      as: isBetween ? 'breakpoint' : undefined,
      cause: `header ${widths.join(' ')}`,
      message: `${quote(control.name, 60)} of the header cannot be seen ${atWidths(widths)}, and no menu there has it; the original shows it there`,
      original: placeAt(original.url, width, { ...control, text: control.name }),
      rebuilt: { url: rebuilt.url, viewport: width },
    })
  })
}

function readerOf({ links, url }: Page) {
  const bySelector = linkWays(links, url)
  const wayOf = ({ selector }: Control) => bySelector.get(selector)
  const topOf = (screen: Screen) =>
    screen.controls.filter(control => canBeSeen(control, screen) && control.seen.y < TOP_PX)
  return {
    wayOf,
    /** Links of the header that can be seen, by their names. */
    headerOn: (screen: Screen): ReadonlyMap<string, Control> =>
      new Map(
        topOf(screen).flatMap(control => {
          const name = normalText(control.name)
          const isHeader = control.landmark === 'banner' || control.landmark === 'navigation'
          return control.role === 'link' && isHeader && /\p{L}|\d/u.test(name)
            ? [[name, control] as const]
            : []
        }),
      ),
    topOf,
  }
}
