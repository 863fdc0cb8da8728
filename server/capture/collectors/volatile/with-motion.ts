import { DESKTOP } from '../../../lib/widths.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { layoutAt } from '../layouts.ts'
import { readTexts } from './texts.ts'

const MAX_TEXTS = 500
const TIMEOUT_MS = 20_000

/**
 * Texts of the desktop page that visitors see only if their system asks for less motion (`prefers-reduced-motion`), as all
 * loads of a capture do. A page whose styles show or hide something by that is loaded once more without asking for it:
 * an animation on scrolling that never comes leaves it blank for nearly everybody, and passes here otherwise.
 */
export async function unseenWithMotion(session: SiteSession): Promise<string[]> {
  const still = await layoutAt(session, DESKTOP)
  const pageLoad = await session.again({ motion: true })
  try {
    const moving = await readTexts(pageLoad)
    const seen = new Set(moving.flatMap(({ text, state }) => (state === 'hidden' ? [] : text)))
    const unseen = new Set(moving.flatMap(({ text, state }) => (state === 'hidden' ? text : [])))
    const shown = new Set(still.blocks.flatMap(({ text, state }) => (state === 'visible' ? text : [])))
    const lost = [...shown].filter(text => unseen.has(text) && !seen.has(text))
    // A slider that goes on by itself shows as much as it hides.
    const gained = moving.filter(({ text, state }) => state === 'visible' && !shown.has(text))
    return gained.length >= lost.length ? [] : lost.slice(0, MAX_TEXTS)
  } finally {
    await pageLoad.close()
  }
}

/** Whether a media query about motion sets whether or where something is shown. */
export async function showsByMotion(session: SiteSession): Promise<boolean> {
  const { world } = await session.at(DESKTOP)
  return world.run(findMotionRules, undefined, TIMEOUT_MS)
}

/** Runs in the page. */
function findMotionRules(): boolean {
  const SHOWS = /(?:^|[\s;{])(?:opacity|visibility|display|transform|translate|scale|clip-path)\s*:/
  const has = (rules: CSSRuleList): boolean =>
    Array.from(rules).some(rule => {
      const inner = (rule as CSSGroupingRule).cssRules as CSSRuleList | undefined
      if (!inner) return false
      const asks = rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-reduced-motion')
      return asks ? SHOWS.test(rule.cssText) : has(inner)
    })
  return Array.from(document.styleSheets).some(sheet => {
    try {
      return has(sheet.cssRules)
    } catch {
      // Of another site, which does not let itself be read.
      return false
    }
  })
}
