/** Bars that stay over the window, made by hand. */
import type { Staying, StayingBar } from '../../../server/capture/injected/staying.ts'
import { box } from './pages.ts'

/** A bar at the top, or at the bottom, of as many px, that holds links of these names. */
export const stayingBar = (
  names: readonly string[],
  height = 64,
  changes: Partial<StayingBar> = {},
): StayingBar => {
  const edge = changes.edge ?? 'top'
  return {
    edge,
    selector: `${edge} ${names.join(' ')}`,
    box: box(0, edge === 'top' ? 0 : 812 - height, 375, height),
    hides: height,
    text: names.join(' '),
    controls: names.map(name => ({ role: 'link', name, href: `/${name}` })),
    ...changes,
  }
}

export const staying = (...bars: StayingBar[]): Staying => ({ windowHeight: 812, down: bars, up: bars })
