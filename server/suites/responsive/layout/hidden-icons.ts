/** Links of icons alone, as to a chat or a repository, that the new page takes away at some widths. */
import type { LinkArtifact } from '../../../capture/collectors/links.ts'
import { isMenuClass } from '../../../lib/menu-words.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import { linkWays } from '../link-ways.ts'
import { around, atWidths, canBeSeen, picturedOf, placeAt, type Screen } from '../screens.ts'
import { rules } from './rules.ts'

interface Page {
  links: readonly Pick<LinkArtifact, 'selector' | 'href'>[]
  /** Narrow to wide. */
  screens: readonly Screen[]
  url: string
}

/**
 * What has words is told of as a text. Icons that the original shows at a width, and the new page at its widest and not there,
 * where no other link in view leads to the same place, and nothing unfolds that is shown on wide screens.
 */
export function hiddenIconFindings(original: Page, rebuilt: Page): Finding[] {
  const [ways, now] = [waysOf(original), waysOf(rebuilt)]
  const wide = rebuilt.screens.at(-1)!
  const icons = wide.controls.filter(
    control => control.role === 'link' && control.name === '' && canBeSeen(control, wide),
  )
  const found = rebuilt.screens.flatMap(screen => {
    const before = around(original.screens, screen.width)
    if (icons.length === 0 || before.length === 0 || isFolding(screen, wide)) return []
    const shown = now.shownOn(screen)
    const wasShown = before.map(ways.shownOn)
    const there = new Set(screen.controls.map(({ selector }) => selector))
    const hidden = icons.filter(({ selector }) => {
      const way = now.of(selector)
      return (
        way !== undefined && there.has(selector) && !shown.has(way) && wasShown.every(known => known.has(way))
      )
    })
    return hidden.length > 0 ? [{ width: screen.width, hidden }] : []
  })
  if (found.length === 0) return []
  const widths = found.map(({ width }) => width)
  const { width } = found.reduce(picturedOf)
  const isOdd = widths.length === 1 && !rebuilt.screens.some(one => one.width === width && one.pictures)
  const gone = new Set(found.flatMap(({ hidden }) => hidden.map(({ selector }) => now.of(selector)!)))
  const called = [...new Set([...gone].map(way => quote(/^\/\/([^/?]+)/.exec(way)?.[1] ?? way, 60)))]
  const was = original.screens.find(screen => screen.width === width)
  const place = was?.controls.find(({ selector }) => gone.has(ways.of(selector) ?? ''))
  return [
    rules.report('icons-hidden', {
      place: [...gone].join(' ').slice(0, 200),
      as: isOdd ? 'breakpoint' : undefined,
      message: `${gone.size > 1 ? 'The icons that lead' : 'The icon that leads'} to ${listed(called)} cannot be seen ${atWidths(widths)}, and nothing else there leads to the same; the original shows ${gone.size > 1 ? 'them' : 'it'} there`,
      ...(place && { original: placeAt(original.url, width, { ...place, text: place.name }) }),
      rebuilt: { url: rebuilt.url, viewport: width },
    }),
  ]
}

function waysOf({ links, url }: Page) {
  const bySelector = linkWays(links, url)
  return {
    of: (selector: string) => bySelector.get(selector),
    shownOn: (screen: Screen): ReadonlySet<string> =>
      new Set(
        screen.controls.flatMap(control =>
          canBeSeen(control, screen) ? (bySelector.get(control.selector) ?? []) : [],
        ),
      ),
  }
}

/** Whether something is shown that opens a menu and that wide screens do not have. */
function isFolding(screen: Screen, wide: Screen): boolean {
  const openers = ({ controls }: Screen) =>
    controls.flatMap(({ opens, state, selector, icon }) =>
      (opens && state === 'visible') || isMenuClass(icon?.classes ?? '') ? selector : [],
    )
  const known = new Set(openers(wide))
  return openers(screen).some(selector => !known.has(selector))
}
