/** Pages that have another address now: told where the old one is not found and the page is known to be there. */
import { expect, test } from 'vitest'
import type { LinkTarget, LinkTargetsArtifact } from '../../../server/capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import { seo } from '../../../server/suites/seo/index.ts'
import { judgeBy, makeCapture, ORIGINAL, REBUILT } from '../captures.ts'

type Page = Partial<LinkTarget>
/** By path: what links to it is called, and what it answered if not with 200. */
type Links = Record<string, [name: string, answer?: Page]>

const GONE = { status: 404 }
const saying = (heading: string): Page => ({ page: { title: heading, heading } })

const answer = (href: string, more: Page = {}): LinkTarget => ({
  ...{ href, url: href, external: false, status: 200, finalUrl: href, failure: null, page: null },
  ...more,
})

function captureOf(
  side: 'original' | 'rebuilt',
  url: string,
  links: Links,
  old: Partial<LinkTargetsArtifact> = {},
) {
  const { origin } = new URL(url)
  const entries = Object.entries(links)
  return makeCapture(side, {
    document: { url },
    links: entries.map(([path, [name]]) => ({
      ...{ href: origin + path, raw: path, name, rel: '', fragmentFound: null },
    })) as unknown as LinkArtifact[],
    linkTargets: {
      targets: entries.map(([path, [, more]]) => answer(origin + path, more)),
      skipped: 0,
      unasked: [],
      ...old,
    },
  })
}

/** `asked`: what the new site answers in time, or does not, by the path on the original; without it nobody asked. */
function run(
  before: Links,
  now: Links,
  asked?: Record<string, Page | null>,
  [from, to] = ['', ''] as [string, string],
) {
  const old = Object.entries(asked ?? {})
  const oldAddresses = old.flatMap(([path, more]) => {
    const url = new URL(to + path.slice(from.length), REBUILT).href
    return more ? answer(new URL(path, ORIGINAL).href, { url, finalUrl: url, ...more }) : []
  })
  const unansweredOldAddresses = old.flatMap(([path, more]) => (more ? [] : new URL(path, ORIGINAL).href))
  return judgeBy(
    seo,
    captureOf('original', new URL(`${from}/toc`, ORIGINAL).href, before),
    captureOf(
      'rebuilt',
      new URL(`${to}/toc`, REBUILT).href,
      now,
      asked && { oldAddresses, unansweredOldAddresses },
    ),
  )
}

function judge(...given: Parameters<typeof run>) {
  const { issues, checks } = run(...given)
  expect(checks.find(({ id }) => id === 'seo/links')?.reason).toBeUndefined()
  return issues.filter(({ rule }) => rule === 'seo/links/not-redirected')
}

const BOOK: Links = {
  '/intro.html': ['Introduction'],
  '/setup.html': ['Setting up'],
  '/guide/faq.html': ['FAQ'],
  '/about': ['About us'],
}
const MOVED: Links = {
  '/Introduction.html': ['Introduction'],
  '/setting-up': ['Setting up'],
  '/faq': ['FAQ'],
  '/about': ['About us'],
}
const ALL_GONE = { '/intro.html': GONE, '/setup.html': { status: 410 }, '/guide/faq.html': GONE }

test('pages at other addresses, whose old ones are not found, are one issue', () => {
  const [issue, ...more] = judge(BOOK, MOVED, ALL_GONE)
  expect(more).toEqual([])
  expect([issue!.severity, issue!.status]).toEqual(['moderate', 'introduced'])
  expect(issue!.message).toBe(
    '3 of the 4 pages of the site that the original links to have another address now, and the old one is not found on the new site (status 404, status 410): /intro.html to /Introduction.html; /setup.html to /setting-up; /guide/faq.html to /faq',
  )
})

test.each<[string, Links, Links, Record<string, Page>]>([
  ['in its ending', { '/about.html': ['About'] }, { '/about': ['Who we are'] }, { '/about.html': GONE }],
  ['in letter case', { '/About': ['About'] }, { '/about': ['About'] }, { '/About': GONE }],
  [
    'and is said to be missing by a page alone',
    { '/prices.html': ['Prices'] },
    { '/what-it-costs': ['Prices', saying('What it costs')] },
    { '/prices.html': saying('Page not found') },
  ],
])('an address that differs %s is told', (_, before, now, asked) => {
  expect(judge(before, now, asked)).toHaveLength(1)
})

test.each<[string, Links, Links, Record<string, Page>?]>([
  ['nobody asked', BOOK, MOVED],
  ['the old address answers', BOOK, MOVED, { '/intro.html': {}, '/setup.html': {} }],
  ['it redirects', BOOK, MOVED, { '/intro.html': { finalUrl: `${REBUILT}Introduction.html` } }],
  ['it is refused', BOOK, MOVED, { '/intro.html': { status: 403 }, '/setup.html': { status: 503 } }],
  ['the new one fails alike', BOOK, { '/Introduction.html': ['Introduction', GONE] }, ALL_GONE],
  [
    'any address of the host shows one document',
    BOOK,
    { '/Introduction': ['Introduction', { shell: 'not opened' }] },
    ALL_GONE,
  ],
  [
    'the new address leads elsewhere',
    BOOK,
    { '/Introduction.html': ['Introduction', { finalUrl: REBUILT }] },
    ALL_GONE,
  ],
  ['it was dead before', { ...BOOK, '/intro.html': ['Introduction', GONE] }, MOVED, { '/intro.html': GONE }],
  [
    'it was said to be missing before',
    { '/intro.html': ['Introduction', saying('Page not found')] },
    MOVED,
    { '/intro.html': GONE },
  ],
  ['nothing links to the page any more', BOOK, { '/about': ['About us'] }, ALL_GONE],
  ['its name has two pages', BOOK, { ...MOVED, '/first': ['Introduction'] }, { '/intro.html': GONE }],
  ['its name is another old page’s', BOOK, { '/about': ['Introduction'] }, { '/intro.html': GONE }],
  [
    'its name tells of no page',
    { '/news/first': ['Read more'] },
    { '/news/second': ['Read more'] },
    { '/news/first': GONE },
  ],
  [
    'a host that tells by a page was not read',
    { '/prices.html': ['Prices'] },
    { '/what-it-costs': ['Prices'] },
    { '/prices.html': saying('Page not found') },
  ],
])('nothing is told where %s', (_, before, now, asked) => {
  expect(judge(before, now, asked)).toEqual([])
})

test('a site that is mounted below another folder has its addresses there', () => {
  const before: Links = { '/book/intro.html': ['Introduction'] }
  const mounts: [string, string] = ['/book', '/preview']
  const asked = { '/book/intro.html': GONE }
  expect(judge(before, { '/preview/start.html': ['Introduction'] }, asked, mounts)).toHaveLength(1)
  expect(judge(before, { '/start.html': ['Introduction'] }, asked, mounts)).toEqual([])
})

test('whether a page that moved is redirected is not known where its old address did not answer in time', () => {
  const reasonOf = (now: Links, asked: Record<string, Page | null>) =>
    run(BOOK, now, asked).checks.find(({ id }) => id === 'seo/links')?.reason
  expect(reasonOf(MOVED, { '/intro.html': null, '/setup.html': {} })).toBe(
    'whether old addresses are redirected is not known, as the new site did not answer in time: /intro.html',
  )
  // What is known is told; where the new address fails as well nothing would be.
  expect(judge(BOOK, MOVED, { '/intro.html': null, '/setup.html': GONE })).toHaveLength(1)
  const broken: Links = { ...MOVED, '/Introduction.html': ['Introduction', GONE] }
  expect(judge(BOOK, broken, { '/intro.html': null })).toEqual([])
})
