import type { Finding } from '../../core/suite.ts'
import { around, atWidths, type Screen } from '../screens.ts'
import { type Access, accessAt, isHidden, menuOf } from './menu.ts'

/** Where the original shows its navigation, the rebuilt page shows it too, or something that opens it. */
export function navigationFindings(
  before: readonly Screen[],
  after: readonly Screen[],
  urls: { original: string; rebuilt: string },
): Finding[] {
  const menu = menuOf(before)
  const own = menuOf(after, menu.names)
  // No navigation to keep, or one whose links are not even hidden on the rebuilt page: then they are lost.
  if (menu.most < 2 || (own.most < 2 && !isHidden(after, menu.names))) return []
  const lost: Screen[] = []
  const folded: Screen[] = []
  let guessed = false
  for (const screen of after) {
    const was = around(before, screen.width).map((old): Access => accessAt(old, menu))
    if (was.length === 0 || was.includes('none')) continue
    const is = accessAt(screen, own, menu)
    if (is === 'none') lost.push(screen)
    else if (is !== 'links' && was.every(access => access === 'links')) {
      folded.push(screen)
      guessed ||= is === 'guess'
    }
  }
  const findings: Finding[] = []
  if (lost.length)
    findings.push({
      key: 'responsive/navigation',
      severity: 'serious',
      penalty: Math.min(1, 0.3 + 0.1 * lost.length),
      message: `The navigation is lost ${atWidths(lost.map(screen => screen.width))}: neither its links (${namesOf(menu.names)}) nor a button that opens them can be seen`,
      fix: 'Show the links there, or a menu button that opens them, as the original does',
      ...placesOf(lost[0]!, urls),
    })
  if (folded.length)
    findings.push({
      key: 'responsive/navigation:folded',
      severity: guessed ? 'moderate' : 'minor',
      penalty: guessed ? 0.1 : 0.02,
      message: `The navigation is folded behind a button ${atWidths(folded.map(screen => screen.width))}, where the original shows its links${guessed ? '; the button does not say that it opens them' : ''}`,
      fix: guessed
        ? 'Show the links, or name the button and give it aria-expanded'
        : 'Fold the navigation at the width at which the original does',
      ...placesOf(folded[0]!, urls),
    })
  return findings
}

function namesOf(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, 4).map(name => `“${name.slice(0, 30)}”`)
  return names.size > 4 ? `${shown.join(', ')}, …` : shown.join(', ')
}

function placesOf({ width, screenWidth }: Screen, urls: { original: string; rebuilt: string }) {
  const box = { x: 0, y: 0, width: screenWidth, height: 300 }
  return {
    original: { url: urls.original, box, viewport: width, text: 'navigation' },
    rebuilt: { url: urls.rebuilt, box, viewport: width, text: 'navigation' },
  }
}
