/** Pages made by hand, for what is judged by their screens. */

import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { Layout } from '../../../server/capture/collectors/layouts.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import type { ScreenArtifact } from '../../../server/capture/collectors/screens.ts'
import type { RequestEntry } from '../../../server/capture/page/network.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { responsive } from '../../../server/suites/responsive/index.ts'
import { makeCapture } from '../captures.ts'

export type Block = Layout['blocks'][number]
export type Control = Layout['controls'][number]

const WIDTHS = [320, 375, 768, 1024, 1440]
export const VIEWPORT = 'width=device-width, initial-scale=1'

export const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

export function block(text: string, changes: Partial<Block> = {}): Block {
  const place = changes.box ?? box(20, 2000, 280, 40)
  return {
    text,
    kind: 'paragraph',
    level: 0,
    landmark: 'main',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    selector: `p ${text}`,
    lines: Math.max(1, Math.round(place.height / 24)),
    style: {
      family: 'Arial',
      size: 16,
      weight: 400,
      colour: 'rgb(0, 0, 0)',
      background: 'rgb(255, 255, 255)',
    },
    ...changes,
  }
}

export function control(role: string, name: string, changes: Partial<Control> = {}): Control {
  const place = changes.box ?? box(20, 20, 60, 30)
  return {
    role,
    name,
    landmark: 'navigation',
    box: place,
    seen: place,
    state: 'visible',
    scroller: false,
    expanded: null,
    opens: false,
    disabled: false,
    selector: `${role} ${name}`,
    ...changes,
  }
}

export const HIDDEN = { state: 'hidden' as const, seen: box(0, 0, 0, 0) }

/** What a page shows at a width. */
export type Draw = (width: number) => Partial<Layout>

export const screens = (draw: Draw, widths = WIDTHS) =>
  widths.map(
    (width): Layout => ({
      width,
      screenWidth: width,
      clientWidth: width,
      scrollWidth: width,
      scrollHeight: 3000,
      scrollsSideways: true,
      blocks: [],
      cut: 0,
      controls: [],
      clickables: [],
      pictures: [],
      ...draw(width),
    }),
  )

const NO_PROBES = { probes: [], rest: [] }
const PRESS = { effect: 'opens', selector: '#menu', name: 'Menu' }

export interface Page {
  layouts: Layout[]
  breakpoints?: Layout[]
  viewport?: string | readonly string[] | null
  changing?: string[]
  dir?: string
  requests?: RequestEntry[]
  images?: ImageArtifact[]
  shots?: ScreenArtifact[]
  links?: (Pick<LinkArtifact, 'name' | 'href'> & Partial<LinkArtifact>)[]
  /** What presses on a phone brought into sight. */
  /** What was pressed at 1440 px, and what came of it. */
  pressed?: { selector: string; effect: string; hidden?: string[]; revealed?: string[] }[]
  revealed?: string[]
  /** And what stood beyond the sides of the screen then. */
  beyond?: string[]
}

/** What `check` finds, the inherited left out. */
export function judge(check: string, before: Page | Draw, after: Page | Draw) {
  const capture = (side: 'original' | 'rebuilt', drawn: Page | Draw) => {
    const page: Page = typeof drawn === 'function' ? { layouts: screens(drawn) } : drawn
    const {
      layouts,
      breakpoints = [],
      viewport = VIEWPORT,
      changing = [],
      dir = '',
      requests = [],
      images = [],
      shots = [],
      links = [],
      revealed = [],
      beyond = [],
      pressed = [],
    } = page
    return makeCapture(side, {
      layouts,
      breakpoints,
      images,
      screens: shots,
      links: links.map(one => ({ selector: `link ${one.name}`, ...one })) as LinkArtifact[],
      probes: {
        wide: { ...NO_PROBES, probes: pressed.map(one => ({ revealed: [], ...one })) },
        narrow: { ...NO_PROBES, probes: revealed.length > 0 ? [{ ...PRESS, revealed, beyond }] : [] },
      } as unknown as Artifacts['probes'],
      head: { metas: [viewport ?? []].flat().map(content => ({ name: 'viewport', content })), dir },
      volatile: { texts: changing, images: [] },
      health: { requests, dropped: 0, console: [], exceptions: [] },
    })
  }
  const judged = runSuites(
    [responsive as unknown as Suite],
    capture('original', before),
    capture('rebuilt', after),
  )
  const { score, pass, ...result } = scoreSuite(judged[0]!, 'regressions')
  const issues = result.issues.filter(issue => issue.check === check && issue.status === 'introduced')
  return {
    outcome: result.checks.find(one => one.id === check)!.outcome,
    issues,
    keys: issues.map(issue => `${issue.severity} ${issue.key}`),
    /** Of the whole suite. */
    all: result.issues.map(issue => `${issue.severity} ${issue.key}`),
    score,
    pass,
  }
}

export const STORY = 'A story of ten words about how this one was built'

export const TEXT = 'A paragraph of the main content with more than eight words'
export const narrow = (width: number) => ({
  blocks: [block(TEXT, { box: box(20, 200, Math.min(280, width - 40), 40) })],
})
export const plain: Page = { layouts: screens(narrow) }
