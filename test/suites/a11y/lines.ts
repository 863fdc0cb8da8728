/** Captures made by hand for parity, keyboard and legibility: a page is a list of lines. */
import type { Capture } from '../../../server/capture/artifact.ts'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { DialogProbe, KeyStop } from '../../../server/capture/collectors/keyboard/index.ts'
import type { Pressable, SemanticControl } from '../../../server/capture/collectors/semantics/index.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { type GivenControl, page } from '../../matching/layout.ts'
import { judgeBy, makeCapture } from '../captures.ts'

/** A control as a line of the page; `text` alone is a text that is none. */
export interface Line extends Partial<SemanticControl> {
  name: string
  role?: string
  /** It looks pressable and is no control. */
  pressable?: Pressable['why']
  /** It listens for presses and does not look like it. */
  unmarked?: boolean
  stop?: Partial<KeyStop> | false
  landmark?: string
  kind?: string
  opens?: boolean
  gone?: boolean
  disabled?: boolean
  /** Where several lines are meant to have one. */
  selector?: string
  /** On phones alone. */
  narrow?: boolean
  /** On phones under a hand cursor. */
  clickable?: boolean
  /** A field that is nearly transparent. */
  faint?: true
  /** Out of sight until it has the focus. */
  clipped?: boolean
  /** It lies over the whole window. */
  large?: boolean
}

export interface Page {
  lines: Line[]
  landmarks?: string[]
  positive?: string[]
  dialogs?: Partial<DialogProbe>[]
  traps?: { stops: number[]; way: 'none' | 'other direction' }[]
  images?: Partial<ImageArtifact>[]
  spaced?: { [text: string]: number }
  zoomed?: { [text: string]: number }
  /** Texts that a phone does not show. */
  folded?: string[]
  /** Texts that assistive technology is not told of. */
  hiddenFromAt?: string[]
  /** Rows of stars and the like, each with its name. */
  symbols?: [text: string, name: string][]
  /** Small pictures in the head of the page, on phones alone; by their selectors. */
  icons?: string[]
  /** Names of controls that are never pressed, and of which nobody would hear a press, or they themselves do. */
  unheard?: string[]
  heard?: string[]
  /** Names of labels that were pressed, and what each press revealed. */
  labels?: { [name: string]: string[] }
  /** Names of fields whose label is empty. */
  unlabelled?: string[]
  /** Turns of the keyboard, by name; the order of the lines without. */
  order?: string[]
  /** Whether Tab comes to what a press has shown to open the menu of a phone. */
  menu?: boolean
  /** The walk ended before it came to the stops that are left out. */
  unwalked?: boolean
}

export const LANDMARKS = ['banner', 'navigation', 'main', 'contentinfo']

export function capture(side: 'original' | 'rebuilt', given: Page): Capture {
  const { lines } = given
  const selectorOf = (line: Line) => line.selector ?? `#x${lines.indexOf(line)}`
  const boxOf = (line: Line) =>
    line.large
      ? { x: 0, y: 0, width: 1440, height: 900 }
      : { x: 20, y: 40 * lines.indexOf(line), width: 600, height: 24 }
  const state = (line: Line) =>
    (line.gone || line.narrow ? 'hidden' : line.clipped ? 'clipped' : 'visible') as 'visible'
  const placed = (line: Line) => ({
    selector: selectorOf(line),
    landmark: line.landmark ?? 'main',
    state: state(line),
    box: boxOf(line),
    seen: boxOf(line),
  })
  const controls = lines.filter(({ role }) => role)
  const layouts = page(
    lines.map(line => ({
      text: line.name,
      kind: line.kind ?? (line.role === 'link' ? 'link' : 'paragraph'),
      ...placed(line),
    })),
    controls.map(
      line =>
        ({
          role: line.role!,
          name: line.name,
          opens: line.opens ?? false,
          disabled: line.disabled ?? false,
          expanded: line.expanded ?? null,
          ...(line.faint && { faint: line.faint }),
          ...placed(line),
        }) as GivenControl,
    ),
  ).layouts
  const desktop = layouts[0]!
  const narrow = new Set(lines.filter(line => line.narrow).map(selectorOf))
  const mobile = {
    ...desktop,
    width: 375,
    controls: desktop.controls.map(control => ({
      ...control,
      ...(narrow.has(control.selector) && { state: 'visible' }),
    })),
    clickables: lines
      .filter(({ clickable }) => clickable)
      .map(line => ({ ...placed(line), state: 'visible', name: line.name, scroller: false })),
    pictures: (given.icons ?? []).map(selector => ({
      selector,
      kind: 'svg',
      alt: '',
      state: 'visible',
      scroller: false,
      box: { x: 330, y: 10, width: 24, height: 24 },
      seen: { x: 330, y: 10, width: 24, height: 24 },
    })),
    blocks: desktop.blocks.map(block => ({
      ...block,
      ...(given.folded?.includes(block.text) && { state: 'hidden' }),
    })),
  }
  const told = ({
    name: _n,
    pressable: _p,
    unmarked: _u,
    stop: _s,
    landmark: _l,
    kind: _k,
    opens: _o,
    gone: _g,
    disabled: _d,
    selector: _x,
    narrow: _w,
    clickable: _c,
    clipped: _h,
    faint: _f,
    large: _b,
    ...rest
  }: Line) => rest
  const stops = controls
    .filter(
      line =>
        line.stop !== false &&
        (line.stop?.caret || line.tabbable !== false) &&
        (!line.gone || line.stop) &&
        !line.narrow,
    )
    .map(line => ({
      role: line.role!,
      name: line.name,
      tag: 'button',
      landmark: line.landmark ?? 'main',
      selector: selectorOf(line),
      box: boxOf(line),
      tabindex: 0,
      caret: false,
      dialog: false,
      several: false,
      ring: true,
      back: false,
      ...line.stop,
    }))
  if (given.order) stops.sort((a, b) => given.order!.indexOf(a.name) - given.order!.indexOf(b.name))
  const cut = (shares: { [text: string]: number } = {}) =>
    lines
      .filter(({ name }) => name in shares)
      .map(line => ({ text: line.name, selector: selectorOf(line), share: shares[line.name]! }))
  const described = (line: Line) => ({
    role: line.role ?? '',
    name: line.name,
    landmark: line.landmark ?? 'main',
    selector: selectorOf(line),
    box: boxOf(line),
  })
  return makeCapture(side, {
    layouts: [desktop, { ...desktop, width: 768 }, mobile] as never,
    images: (given.images ?? []) as never,
    links: lines
      .filter(({ href }) => href)
      .map(line => ({
        ...placed(line),
        raw: line.href!,
        fragmentFound: line.href!.startsWith('#'),
      })) as never,
    axe: [{ width: 1440, violations: [], passes: [], incomplete: [] }],
    forms: given.unlabelled && [
      {
        fields: lines
          .filter(({ name }) => given.unlabelled?.includes(name))
          .map(line => ({
            label: line.name,
            visibleLabel: '',
            placeholder: line.name,
            selector: selectorOf(line),
          })),
      } as never,
    ],
    semantics: {
      landmarks: (given.landmarks ?? LANDMARKS).map(role => ({ role, name: '', selector: role })),
      controls: controls.map(line => ({
        selector: selectorOf(line),
        role: line.role!,
        tag: 'button',
        landmarks: line.landmark ?? 'main',
        expanded: null,
        pressed: null,
        selected: null,
        checked: null,
        current: null,
        popup: null,
        href: '',
        tabindex: null,
        tabbable: true,
        part: false,
        silent: false,
        dialog: null,
        unseen: false,
        hinted: false,
        ...told(line),
      })),
      pressables: lines
        .filter(({ pressable }) => pressable)
        .map(line => ({ ...described(line), why: line.pressable!, tabbable: line.tabbable ?? false })),
      pressCandidates: lines
        .filter(({ unmarked }) => unmarked)
        .map(line => ({ ...described(line), why: 'listener' as const, tabbable: false, tag: 'img' })),
      hiddenFromAt: lines
        .filter(({ name }) => given.hiddenFromAt?.includes(name))
        .map(line => ({ selector: selectorOf(line), text: line.name, landmark: 'main', box: boxOf(line) })),
      symbols: (given.symbols ?? []).map(([text, name], index) => ({
        text,
        name,
        landmark: 'main',
        selector: `#s${index}`,
        box: { x: 20, y: 40 * index, width: 90, height: 24 },
      })),
      positive: (given.positive ?? []).map(name => ({
        tabindex: 2,
        ...described(lines.find(line => line.name === name)!),
      })),
    },
    keyboard: {
      stops,
      complete: !given.unwalked,
      traps: given.traps ?? [],
      ignoresArrowKeys: [],
      ended: null,
      dialogs: (given.dialogs ?? []).map(dialog => ({
        trigger: { ...described(lines[3]!) },
        opened: true,
        name: 'Your order',
        way: 'escape',
        ...dialog,
      })),
    },
    probes: {
      narrow: {
        probes:
          given.menu === undefined
            ? []
            : ([
                {
                  role: 'generic',
                  name: '',
                  landmark: 'banner',
                  selector: '#sign',
                  box: { x: 330, y: 10, width: 24, height: 24 },
                  effect: 'opens',
                  revealed: ['Shop', 'About us', 'Journal'],
                  tabbable: given.menu,
                },
              ] as never),
        rest: [],
        unreached: 0,
        late: false,
        ended: null,
      },
      wide: {
        probes: lines
          .filter(({ name }) => given.labels?.[name])
          .map(line => ({
            ...described(line),
            effect: given.labels![line.name]!.length > 0 ? 'opens' : 'toggles',
            revealed: given.labels![line.name],
            hidden: [],
          })) as never,
        rest: [],
        unreached: 0,
        late: false,
        ended: null,
        withheld: lines
          .filter(({ name }) => [...(given.unheard ?? []), ...(given.heard ?? [])].includes(name))
          .map(line => ({
            ...described(line),
            way: 'press',
            menu: false,
            heard: given.heard?.includes(line.name) ? 'itself' : 'nobody',
          })),
      },
    },
    textSpacing: cut(given.spaced),
    zoom: cut(given.zoomed),
  })
}

export function judged(before: Page, after: Page) {
  return judgeBy(a11y, capture('original', before), capture('rebuilt', after))
}

export const PAGE: Page = {
  lines: [
    { name: 'Shop', role: 'link', href: '/shop', landmark: 'navigation', landmarks: 'banner navigation' },
    {
      name: 'About us',
      role: 'link',
      href: '/about',
      landmark: 'navigation',
      landmarks: 'banner navigation',
    },
    {
      name: 'Language',
      role: 'button',
      expanded: 'false',
      opens: true,
      landmark: 'navigation',
      landmarks: 'banner navigation',
    },
    { name: 'Add to basket', role: 'button' },
    { name: 'Delivery takes three days within the country', kind: 'paragraph' },
    { name: 'Show the details', role: 'button', expanded: 'false', opens: true },
    { name: 'Bold', role: 'button', pressed: 'false' },
    { name: 'Read our terms', role: 'link', href: '/terms' },
    { name: 'Old harbour, quay 3', landmark: 'contentinfo' },
    { name: 'Newsletter', role: 'link', href: '/news', landmark: 'contentinfo', landmarks: 'contentinfo' },
  ],
  dialogs: [{}],
}

/** PAGE with changes to lines by name, and others. */
export const but = (changes: { [name: string]: Partial<Line> }, rest: Partial<Page> = {}): Page => ({
  ...PAGE,
  ...rest,
  lines: PAGE.lines.map(line => ({ ...line, ...changes[line.name] })),
})
export const without = (...names: string[]): Page => ({
  ...PAGE,
  lines: PAGE.lines.filter(({ name }) => !names.includes(name)),
})
export const PLAIN = { role: undefined }
export const drawing = {
  kind: 'svg',
  name: 'Map of the harbour',
  alt: null,
  decorative: false,
  state: 'visible',
  landmark: 'main',
  box: { x: 700, y: 0, width: 200, height: 200 },
  url: '',
  near: 'Map',
  selector: 'svg',
  status: 0,
  failure: null,
} as unknown as Partial<ImageArtifact>
