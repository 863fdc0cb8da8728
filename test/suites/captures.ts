/** Captures made by hand: every artifact that a test does not give is valid and empty. */
import type { Artifacts, Capture } from '../../server/capture/artifact.ts'
import type { SideName } from '../../server/capture/page/site.ts'
import type { Policy, SuiteResult } from '../../server/contract.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { SEES_ALL } from '../matching/catalogs.ts'

export const ORIGINAL = 'https://www.example.com/'
export const REBUILT = 'https://preview.example.app/'

const NO_PROBES = { probes: [], rest: [], unreached: 0, late: false, ended: null }

/** A capture of `side`; artifacts that are objects may be given in part. */
export function makeCapture(
  side: SideName,
  artifacts: { [Name in keyof Artifacts]?: Partial<Artifacts[Name]> | Artifacts[Name] } = {},
): Capture {
  const url = artifacts.document?.url ?? (side === 'original' ? ORIGINAL : REBUILT)
  const empty: Artifacts = {
    document: {
      url,
      requestedUrl: url,
      chain: [{ url, status: 200 }],
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      html: '',
      htmlCut: false,
      origins: [new URL(ORIGINAL).origin, new URL(REBUILT).origin],
    },
    head: {
      title: '',
      titles: 0,
      lang: '',
      dir: '',
      charset: 'UTF-8',
      base: '',
      metas: [],
      links: [],
      headings: [],
    },
    structuredData: { items: [], broken: [], unread: 0 },
    links: [],
    tables: [],
    forms: [],
    embeds: [],
    images: [],
    colours: [],
    palette: [],
    surfaces: [],
    fonts: { loaded: [], failed: [], icons: { wide: [], narrow: [], marks: [] } },
    shifts: [],
    semantics: {
      landmarks: [],
      controls: [],
      pressables: [],
      pressCandidates: [],
      positive: [],
      hiddenFromAt: [],
      symbols: [],
    },
    textSpacing: [],
    axe: [],
    layouts: [],
    breakpoints: [],
    zoom: [],
    screens: [],
    linkTargets: { targets: [], skipped: 0, unasked: [] },
    headFiles: [],
    robots: { url: new URL('/robots.txt', url).href, status: 404, body: '', cut: false },
    health: { requests: [], dropped: 0, console: [], exceptions: [] },
    volatile: { texts: [], images: [] },
    keyboard: { stops: [], complete: false, traps: [], dialogs: [], ignoresArrowKeys: [], ended: null },
    submitEnablement: { enabled: [], unsure: [] },
    destinations: { loads: [], later: null },
    probes: { narrow: NO_PROBES, wide: NO_PROBES },
    lighthouse: [],
    catalog: {
      platform: 'shopify',
      currency: 'USD',
      complete: true,
      products: [],
      collections: [],
      sees: SEES_ALL,
    },
    urls: {
      origin: new URL(url).origin,
      origins: [new URL(url).origin],
      platform: side === 'original' ? 'original' : 'online_store',
      withCatalog: true,
      urls: [],
      traces: [],
      pages: [],
      notFoundProbes: [],
      targets: [],
      coverage: {
        found: 0,
        capped: false,
        asked: 0,
        dropped: {},
        unknown: 0,
        outOfTime: false,
        templates: [],
        limits: [],
      },
    },
  }
  const filled = Object.entries(empty).map(([name, value]) => {
    const given = artifacts[name as keyof Artifacts]
    return [name, { ok: true, value: Array.isArray(value) ? (given ?? value) : { ...value, ...given } }]
  })
  return { side, requestedUrl: url, url, gaps: [], artifacts: Object.fromEntries(filled) }
}

/** What one suite says of a pair. */
export const judgeBy = (
  suite: object,
  original: Capture,
  rebuilt: Capture,
  policy: Policy = 'regressions',
): SuiteResult => scoreSuite(runSuites([suite as Suite], original, rebuilt)[0]!, policy)
