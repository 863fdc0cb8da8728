/** Links to what is not there, for which a script of the page may show something of its own when they are pressed. */
import type { Injected } from '../../injected/index.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { askTargets } from '../link-targets.ts'
import { links } from '../links.ts'
import type { ProbeState } from './state.ts'

/** Pages of the site, and places of the page, of which so many each are pressed. */
const MAX_PAGES = 3
const MAX_PLACES = 4

/** What the page links to on its own site, and is not there: pages without their fragment, and places in the page. */
export async function deadLinks(session: SiteSession): Promise<string[]> {
  const { targets } = await askTargets(session)
  const pages = targets.flatMap(({ href, external, status }) =>
    !external && (status === 404 || status === 410) ? href : [],
  )
  const places = (await links(session)).flatMap(({ href, fragmentFound, state }) =>
    fragmentFound === false && state === 'visible' && !/#(!?\/|:~:)/.test(href) ? href : [],
  )
  return [...pages, ...new Set(places)]
}

/** The first of them, as they stand in `found`. */
export function firstOfEach(found: readonly string[]): { href: string; at: number; isPlace: boolean }[] {
  const all = found.map((href, at) => ({ href, at, isPlace: href.includes('#') }))
  return [
    ...all.filter(({ isPlace }) => !isPlace).slice(0, MAX_PAGES),
    ...all.filter(({ isPlace }) => isPlace).slice(0, MAX_PLACES),
  ]
}

/** The first link in sight to each address takes the place of what is operated; their addresses. Runs in the page. */
export function findLinks(
  { elements, nameOf, isVisible }: Injected,
  { hrefs, unsafe }: { hrefs: string[]; unsafe: string },
): string[] {
  const state = (globalThis as unknown as ProbeState).cutoverProbes!
  const UNSAFE = new RegExp(unsafe, 'i')
  const found = new Map<string, HTMLElement>()
  for (const element of elements() as HTMLElement[]) {
    // The address of a link in a drawing is an object; one in a frame is of its document.
    if (!(element instanceof HTMLAnchorElement)) continue
    const href = hrefs.includes(element.href) ? element.href : element.href.split('#')[0]!
    if (!hrefs.includes(href) || found.has(href)) continue
    if (isVisible(element) && !UNSAFE.test(nameOf(element))) found.set(href, element)
  }
  state.elements = [...found.values()]
  return [...found.keys()]
}

/** What was in sight before anything was pressed. Runs in the page. */
export function textsAtFirst(): string[] {
  return (globalThis as unknown as ProbeState).cutoverProbes?.atFirst ?? []
}
