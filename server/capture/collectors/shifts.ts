import { DESKTOP } from '../../lib/widths.ts'
import type { SiteSession } from '../page/site-session.ts'

/** A moment at which content jumped while the page loaded. */
export interface ShiftArtifact {
  /** Layout shift score: share of the screen that moved times how far. */
  value: number
  /** Top of the highest thing that moved, before and after, CSS px in the window. */
  from: number
  to: number
}

const MAX_SHIFTS = 50

/** Layout shifts of the desktop load. @see https://wicg.github.io/layout-instability/ */
export async function shifts(session: SiteSession): Promise<ShiftArtifact[]> {
  const { world } = await session.at(DESKTOP)
  return world.run(async (_, max) => {
    interface Shift {
      startTime: number
      value: number
      sources: { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const entries = await new Promise<Shift[]>(resolve => {
      const found: Shift[] = []
      const observer = new PerformanceObserver(list => {
        found.push(...(list.getEntries() as unknown as Shift[]))
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => {
        observer.disconnect()
        resolve(found)
      }, 40)
    })
    const moments = new Map(entries.map(entry => [entry.startTime, entry]))
    return [...moments.values()]
      .filter(entry => entry.value >= 0.005)
      .sort((a, b) => b.value - a.value)
      .slice(0, max)
      .map(({ value, sources }) => {
        const moved = sources.filter(source => source.previousRect.height > 0)
        const top = (rects: DOMRectReadOnly[]) => Math.round(Math.min(...rects.map(rect => rect.top)))
        return {
          value: Math.round(value * 1000) / 1000,
          from: moved.length ? top(moved.map(source => source.previousRect)) : 0,
          to: moved.length ? top(moved.map(source => source.currentRect)) : 0,
        }
      })
  }, MAX_SHIFTS)
}
