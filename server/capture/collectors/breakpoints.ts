import { type Eyes, WIDTHS } from '../eyes.ts'
import { type Layout, layoutAt } from './layouts.ts'

const MAX_BREAKPOINTS = 4

/**
 * Layouts on both sides of each CSS breakpoint of the page (bp - 1, bp, bp + 1): real failures live in narrow
 * bands. Text and controls only where they are; at most four breakpoints, those with the most rules first.
 */
export async function breakpoints(eyes: Eyes): Promise<Omit<Layout, 'pictures' | 'cut' | 'scrollHeight'>[]> {
  const { world } = await eyes.at(1440)
  const found = await world.run(() => {
    const widths = new Map<number, number>()
    const read = (rules: CSSRuleList, depth: number) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule) {
          for (const [, value, unit] of rule.conditionText.matchAll(
            /width\s*[:<>=]+\s*([\d.]+)(px|em|rem)/g,
          )) {
            const px = Math.ceil(Number(value) * (unit === 'px' ? 1 : 16))
            widths.set(px, (widths.get(px) ?? 0) + rule.cssRules.length)
          }
        }
        if ('cssRules' in rule && depth < 4) read(rule.cssRules as CSSRuleList, depth + 1)
      }
    }
    for (const sheet of document.styleSheets) {
      try {
        read(sheet.cssRules, 0)
      } catch {
        // a sheet of another origin keeps its rules to itself
      }
    }
    return [...widths].sort((a, b) => b[1] - a[1])
  }, undefined)
  const chosen = found
    .map(([width]) => width)
    .filter(width => width > 380 && width < 1600)
    .slice(0, MAX_BREAKPOINTS)
    .sort((a, b) => b - a)
  const widths = [...new Set(chosen.flatMap(width => [width + 1, width, width - 1]))].filter(
    width => !WIDTHS.includes(width as never),
  )
  const taken = []
  for (const width of widths) {
    const { pictures: _p, cut: _c, scrollHeight: _h, ...geometry } = await layoutAt(eyes, width)
    taken.push(geometry)
  }
  return taken
}
