/** Hand-made pages of the content suite, and what the suite says about a pair of them. */
import type { Capture } from '../../../server/capture/artifact.ts'
import type { ColourArtifact } from '../../../server/capture/collectors/colours.ts'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { Layout, TextBlock } from '../../../server/capture/collectors/layouts.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import type { Table } from '../../../server/capture/collectors/tables.ts'
import type { SideName } from '../../../server/capture/page/site.ts'
import type { SuiteResult } from '../../../server/contract.ts'
import { content } from '../../../server/suites/content/index.ts'
import { judgeBy, makeCapture, ORIGINAL } from '../captures.ts'

export type Given =
  | string
  | (Partial<Omit<TextBlock, 'style'>> & {
      text: string
      family?: string
      colour?: string
      /** Stands in a line with the given before it, as the nth of the line. */
      column?: number
      mobile?: TextBlock['state'] | 'absent'
    })

export interface Page {
  blocks: Given[]
  /** Blocks that only the 375 px load has. */
  mobileOnly?: Given[]
  lang?: string
  title?: string
  volatile?: string[]
  /** Texts that a load with motion never shows. */
  unseenWithMotion?: string[]
  /** Visible controls that open something: how many, or their names. */
  openers?: number | string[]
  /** Visible buttons of a name and a width. */
  buttons?: [name: string, width: number][]
  tables?: Partial<Table>[]
  links?: Partial<LinkArtifact>[]
  /** Alternative texts of visible pictures. */
  alts?: string[]
  /** What came into sight when a control was pressed, and what that did: it opens it by default. */
  revealed?: string[]
  effect?: string
  /** What came into sight by a press of a control whose name holds it back. */
  heldBack?: string[]
  /** In place of both: controls that were pressed or not, each a question of one list, and what came into sight. */
  questions?: [name: string, revealed: string[] | null][]
  /** As served. */
  html?: string
  /** What the pages say to which its navigation leads. */
  pages?: string[]
  /** Addresses of scripts of other sites that could not be had. */
  lacked?: string[]
  colours?: ColourArtifact[]
}

export function capture(side: SideName, page: Page | Given[]): Capture {
  const {
    blocks,
    mobileOnly = [],
    lang = 'en',
    title,
    volatile = [],
    unseenWithMotion = [],
    openers = 0,
    buttons = [],
    tables = [],
    links = [],
    alts = [],
    revealed = [],
    effect = 'opens',
    heldBack,
    questions,
    html = '',
    pages = [],
    lacked = [],
    colours = [],
  } = Array.isArray(page) ? { blocks: page } : page
  const asked = (questions ?? []).map(([name, revealed], at) => ({
    role: 'button',
    landmark: 'main',
    selector: `#faq > div:nth-of-type(${at + 1}) > button`,
    name,
    revealed,
  }))
  const control = (name: string, opens: boolean, width: number) => ({
    role: 'button',
    name,
    opens,
    state: 'visible',
    box: { x: 0, y: 0, width, height: 40 },
  })
  const named = typeof openers === 'number' ? Array<string>(openers).fill('') : openers
  const controls = [
    ...named.map(name => control(name, true, 20)),
    ...buttons.map(([name, width]) => control(name, false, width)),
  ]
  const layout = (width: number, given: Given[]) =>
    ({
      width,
      cut: 0,
      blocks: given.map((each, index) => makeBlock(each, index, width)),
      controls,
      pictures: [],
    }) as unknown as Layout
  const shown = blocks.filter(each => typeof each === 'string' || each.mobile !== 'absent')
  return makeCapture(side, {
    layouts: [layout(375, [...shown, ...mobileOnly]), layout(1440, blocks)],
    tables: tables.map(makeTable),
    links: links.map(makeLink),
    colours,
    images: [...alts.map(alt => ({ kind: 'img', alt, name: alt, state: 'visible' }))] as ImageArtifact[],
    head: { lang, ...(title && { title }) },
    document: { html },
    linkTargets: {
      targets: pages.map((text, at) => {
        const url = `https://www.example.com/${at}.html`
        const page = { title: '', heading: '', text }
        return { href: url, url, finalUrl: url, external: false, status: 200, failure: null, page }
      }),
      skipped: 0,
      unasked: [],
    },
    probes: {
      wide: {
        probes: questions
          ? asked.flatMap(({ revealed: shown, ...each }) =>
              shown ? [{ ...each, revealed: shown, effect: shown.length > 0 ? 'opens' : 'nothing' }] : [],
            )
          : [{ role: 'button', landmark: 'main', selector: 'button', name: 'More', effect, revealed }],
        rest: [...asked.filter(each => each.revealed === null)],
        unreached: 0,
        late: false,
        ended: null,
        ...(heldBack && { withheld: [{ name: 'Download', press: { effect: 'opens', revealed: heldBack } }] }),
      } as never,
    },
    volatile: { texts: volatile, images: [], unseenWithMotion },
    health: {
      requests: lacked.map(url => ({
        url,
        method: 'GET',
        type: 'script',
        status: 0,
        failure: 'net::ERR_NAME_NOT_RESOLVED',
        firstParty: false,
        contentType: '',
      })),
      dropped: 0,
      console: [],
      exceptions: [],
    },
  })
}

function makeBlock(given: Given, index: number, width: number): TextBlock {
  const {
    family = 'Inter, sans-serif',
    colour = 'rgb(0, 0, 0)',
    mobile,
    column,
    ...rest
  } = typeof given === 'string' ? { text: given } : given
  const box =
    column === undefined
      ? { x: 20, y: 40 * index, width: 600, height: 24 }
      : { x: 20 + 200 * column, y: 40 * (index - column), width: 150, height: 24 }
  const state = width === 375 && mobile && mobile !== 'absent' ? mobile : (rest.state ?? 'visible')
  return {
    kind: 'paragraph',
    level: 0,
    landmark: 'main',
    box,
    seen: box,
    scroller: false,
    selector: 'p',
    lines: 1,
    style: { family, size: 16, weight: 400, colour, background: 'rgb(255, 255, 255)' },
    ...rest,
    state,
  }
}

const box = { x: 20, y: 400, width: 600, height: 200 }
const ink = { box, seen: box, state: 'visible' as const, scroller: false }

function makeTable(given: Partial<Table>): Table {
  return { kind: 'table', caption: '', columns: [], rows: [], selector: 'table', ...ink, ...given }
}

function makeLink(given: Partial<LinkArtifact>): LinkArtifact {
  const { href = '/', name = '' } = given
  return {
    raw: href,
    rel: '',
    landmark: 'main',
    near: '',
    looksLikeButton: false,
    fragmentFound: null,
    landing: null,
    selector: 'a',
    ...ink,
    ...given,
    name,
    href: new URL(href, ORIGINAL).href,
  }
}

export function judge(original: Page | Given[], rebuilt: Page | Given[]): SuiteResult {
  return judgeBy(content, capture('original', original), capture('rebuilt', rebuilt))
}

/** What was introduced, as `severity key`; of an issue with several places, each. */
export function introduced(result: SuiteResult): string[] {
  return result.issues
    .filter(issue => issue.status === 'introduced')
    .flatMap(issue => issue.members ?? issue)
    .map(issue => `${issue.severity} ${issue.key}`)
}
