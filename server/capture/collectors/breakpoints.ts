import { memo } from '../../lib/memo.ts'
import { DESKTOP, WIDTHS } from '../../lib/widths.ts'
import type { PageLoad } from '../page/page-load.ts'
import type { SiteSession } from '../page/site-session.ts'
import { type Layout, layoutAt } from './layouts.ts'

type BreakpointsArtifact = Omit<Layout, 'pictures' | 'cut' | 'scrollHeight' | 'overlaps'>[]

export const MAX_BREAKPOINTS = 4
/** Style sheets of other origins, whose rules scripts cannot read; of each as much text. */
const MAX_SHEETS = 20
const MAX_SHEET_BYTES = 2 * 1024 * 1024

/**
 * Layouts on both sides of each CSS breakpoint of the page, the last width before it and the first from it on:
 * layouts often fail in a narrow band of widths. Text and controls only; at most four breakpoints, those with the most
 * rules first.
 */
export const breakpoints = memo(async (session: SiteSession): Promise<BreakpointsArtifact> => {
  const chosen = breakpointsOf(await conditionsOf(await session.at(DESKTOP)))
    .filter(width => width > 380 && width < 1600)
    .slice(0, MAX_BREAKPOINTS)
    .sort((a, b) => b - a)
  const widths = [...new Set(chosen.flatMap(width => [width, width - 1]))].filter(
    width => !WIDTHS.includes(width as never),
  )
  const taken = []
  for (const width of widths) {
    const {
      pictures: _p,
      cut: _c,
      scrollHeight: _h,
      overlaps: _o,
      ...geometry
    } = await layoutAt(session, width)
    taken.push(geometry)
  }
  return taken
})

/** A media query and how many rules depend on it. */
type Condition = [query: string, rules: number]

/**
 * Where media queries change their answer, those with the most rules first: the first width in whole CSS px on the wider
 * side, 768 for `(min-width: 768px)`, `(max-width: 47.9375em)` and `(400px <= width < 768px)` alike. An em is 16 px
 * there, whatever the page's own font.
 * @see https://drafts.csswg.org/mediaqueries-4/#mq-range-context
 */
export function breakpointsOf(conditions: readonly Condition[]): number[] {
  const widths = new Map<number, number>()
  for (const [query, rules] of conditions)
    for (const match of query.matchAll(LENGTH))
      for (const edge of edgesOf(match)) widths.set(edge, (widths.get(edge) ?? 0) + rules)
  return [...widths].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([width]) => width)
}

/** `min-width: 30em`, `width >= 480px`, or `480px <= width`. */
const LENGTH =
  /\b(min-|max-)?(?:device-)?width\s*(:|[<>]=?|=)\s*(\d*\.?\d+)(px|em|rem)|(\d*\.?\d+)(px|em|rem)\s*([<>]=?|=)\s*(?=(?:device-)?width)/gi

function edgesOf([, bound, sign, value, unit, first, firstUnit, turned]: RegExpMatchArray): number[] {
  const px = Number(value ?? first) * ((unit ?? firstUnit)!.toLowerCase() === 'px' ? 1 : 16)
  const from = Math.ceil(px)
  const after = Math.floor(px) + 1
  const sense = bound ? (bound.toLowerCase() === 'min-' ? '>=' : '<=') : (sign ?? TURNED[turned!])
  if (sense === '>=' || sense === '<') return [from]
  if (sense === '<=' || sense === '>') return [after]
  return [from, after] // `=`: that one width only
}

const TURNED: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' }

async function conditionsOf(pageLoad: PageLoad): Promise<Condition[]> {
  const { conditions, closed } = await pageLoad.world.run(readConditions, undefined)
  for (const url of closed.slice(0, MAX_SHEETS)) {
    // Evicted from the browser's buffers, or never answered: then its breakpoints stay unknown.
    const body = await pageLoad.network
      .response(url)
      ?.body()
      .catch(() => null)
    if (body) conditions.push(...mediaIn(body.subarray(0, MAX_SHEET_BYTES).toString()))
  }
  return conditions
}

/** The media queries of a style sheet's text, each with the number of rules up to the next one. */
export function mediaIn(css: string): Condition[] {
  return css
    .split(/@media\b/i)
    .slice(1)
    .map(part => {
      const start = part.indexOf('{')
      return [part.slice(0, Math.max(0, start)).slice(0, 500), Math.min(200, part.split('{').length - 2)]
    })
}

/** In the page: the queries of its sheets, of `media` attributes and of its inline scripts. */
function readConditions() {
  const conditions: Condition[] = []
  const closed: string[] = []
  const read = (rules: CSSRuleList, depth: number) => {
    for (const rule of rules) {
      if (conditions.length >= 20_000) return
      if (rule instanceof CSSMediaRule) conditions.push([rule.conditionText, rule.cssRules.length])
      else if (rule instanceof CSSImportRule && rule.styleSheet) readSheet(rule.styleSheet, depth + 1)
      if ('cssRules' in rule && depth < 4) read(rule.cssRules as CSSRuleList, depth + 1)
    }
  }
  const readSheet = (sheet: CSSStyleSheet, depth: number) => {
    try {
      if (depth < 4) read(sheet.cssRules, depth)
      if (/width/.test(sheet.media.mediaText)) conditions.push([sheet.media.mediaText, sheet.cssRules.length])
    } catch {
      if (sheet.href) closed.push(sheet.href) // a sheet of another origin: scripts may not read its rules
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet, 0)
  for (const source of Array.from(document.querySelectorAll('source[media]')).slice(0, 500))
    conditions.push([source.getAttribute('media')!.slice(0, 500), 1])
  for (const script of Array.from(document.scripts).slice(0, 200))
    for (const [query] of (script.textContent ?? '')
      .slice(0, 200_000)
      .matchAll(/matchMedia\([^)]{0,20}\([^)]{0,100}\)/g))
      conditions.push([query, 1])
  return { conditions, closed }
}
