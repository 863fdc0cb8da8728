import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { LinkTarget } from '../../../server/capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { block } from '../responsive/pages.ts'
import { BOX, type Given, judge, VISIBLE_BOX } from './judge.ts'

const NO_PROBES = { probes: [], rest: [], unreached: 0, late: false, ended: null }
const link = (name: string, href: string, change: Partial<LinkArtifact> = {}): LinkArtifact => ({
  href: /^(mailto|tel|javascript):|^https?:/.test(href) ? href : new URL(href, ORIGINAL).href,
  raw: href,
  name,
  rel: '',
  landmark: 'main',
  near: '',
  looksLikeButton: false,
  ...VISIBLE_BOX,
  fragmentFound: /^#./.test(href) ? true : null,
  landing: null,
  selector: 'a',
  ...change,
})
const nav = (name: string, href: string, change: Partial<LinkArtifact> = {}) =>
  link(name, href, { landmark: 'navigation', ...change })
const LINKS = [
  nav('Home', '/'),
  nav('About', '/about'),
  nav('Prices', '/prices.html'),
  nav('Team', '#team'),
  link('Read more', '/a', { near: 'A' }),
  link('Read more', '/b', { near: 'B' }),
  link('Order now', '/order', { looksLikeButton: true }),
  link('Write to us', 'mailto:Info@Example.com?subject=Hello'),
  link('Call', 'tel:+49 30 123-4567'),
  link('Others', 'https://other.org/'),
]
const target = (
  path: string,
  status: number,
  failure: string | null = null,
  page: LinkTarget['page'] = null,
): LinkTarget => ({
  href: new URL(path, ORIGINAL).href,
  url: new URL(path, REBUILT).href,
  external: path.startsWith('https:'),
  status,
  finalUrl: new URL(path, REBUILT).href,
  failure,
  page,
})
const site = (
  links: LinkArtifact[],
  targets: LinkTarget[] = [],
  texts: [text: string, kind: string][] = [],
): Given => ({
  links,
  linkTargets: { targets, skipped: 0, unasked: [] },
  layouts: [
    {
      width: 1440,
      controls: texts.filter(([, kind]) => kind === 'button').map(([name]) => ({ role: 'button', name })),
      blocks: texts.map(([text, kind]) => block(text, { kind } as never)),
    },
  ] as unknown as Artifacts['layouts'],
})
const TEXTS = LINKS.map(({ name }): [string, string] => [name, 'link'])
const swap = (name: string, ...by: LinkArtifact[]) => LINKS.flatMap(one => (one.name === name ? by : [one]))

const BELOW = { x: 0, y: 500, width: 90, height: 20 }
test.each<[string, LinkArtifact[], string[], LinkTarget[]?]>([
  ['nothing', LINKS, []],
  [
    'other hosts, slashes and tracking',
    LINKS.map(one =>
      one.href.startsWith(ORIGINAL) && one.fragmentFound === null
        ? { ...one, href: `${REBUILT}${one.href.slice(ORIGINAL.length)}/?utm_source=x` }
        : one,
    ),
    [],
  ],
  ['other landmarks and another order', LINKS.map(one => ({ ...one, landmark: '' })).reverse(), []],
  ['other names', LINKS.map(one => ({ ...one, name: `${one.name}!` })), []],
  [
    'navigation that leads nowhere',
    swap('About', nav('About', '#')),
    ['links:retargeted:about:/about serious'],
  ],
  [
    'navigation by script',
    swap('About', nav('About', 'javascript:void(0)')),
    ['links:retargeted:about:/about serious'],
  ],
  [
    'navigation to another site',
    swap('About', nav('About', 'https://our-history.netlify.app/')),
    ['links:retargeted:about:/about moderate'],
  ],
  [
    'navigation to another known page',
    swap('About', nav('About', '/order')),
    ['links:retargeted:about:/about serious'],
  ],
  [
    'navigation to a new page that answers',
    swap('About', nav('About', '/wir')),
    ['links:retargeted:about:/about moderate'],
    [target('/wir', 200)],
  ],
  [
    'navigation to a new page that does not',
    swap('About', nav('About', '/wir')),
    ['links:dead:/about serious'],
    [target('/wir', 404)],
  ],
  [
    'navigation to another site',
    swap('About', nav('About', 'https://other.org/about')),
    ['links:retargeted:about:/about moderate'],
  ],
  [
    'a page that moved by name',
    swap('Prices', nav('Prices', '/pages/prices')),
    [],
    [target('/pages/prices', 200)],
  ],
  [
    'two targets swapped',
    [
      ...LINKS.slice(0, 4),
      link('Read more', '/b', { near: 'A' }),
      link('Read more', '/a', { near: 'B' }),
      ...LINKS.slice(6),
    ],
    ['links:retargeted:read more:/a moderate', 'links:retargeted:read more:/b moderate'],
  ],
  [
    'two entries of the navigation swapped',
    swap('About', nav('About', '/prices')).map(one =>
      one.name === 'Prices' ? nav('Prices', '/about') : one,
    ),
    ['links:retargeted:about:/about serious', 'links:retargeted:prices:/prices.html serious'],
  ],
  [
    'a card that leads to the page of another one',
    [
      ...LINKS.slice(0, 4),
      link('Read more', '/b', { near: 'A' }),
      link('Read more', '/b', { near: 'B' }),
      ...LINKS.slice(6),
    ],
    ['links:retargeted:read more:/a serious'],
  ],
  ['a dead page in the navigation', LINKS, ['links:dead:/about serious'], [target('/about', 404)]],
  ['a dead page elsewhere', LINKS, ['links:dead:/a moderate'], [target('/a', 500)]],
  [
    'a page that refuses us',
    LINKS,
    ['links:unchecked minor'],
    [
      target('/about', 403),
      target('/a', 429),
      target('/b', 0, 'forbidden'),
      target('/order', 0, 'timed_out'),
    ],
  ],
  [
    'a section by the name of the file of the page',
    swap('Team', nav('Our people', '/index.html#team', { fragmentFound: true })),
    [],
    [target('/index.html', 200)],
  ],
  [
    'a section by an address that the server does not have',
    swap('Team', nav('Our people', '/index.html#team', { fragmentFound: true })),
    ['links:dead:/ serious'],
    [target('/index.html', 404)],
  ],
  [
    'a section without its id',
    swap('Team', nav('Team', '#team', { fragmentFound: false })),
    ['links:fragment:#team serious'],
  ],
  ['a section with another id', swap('Team', nav('Team', '#our-team')), []],
  ['a section that has its own page', swap('Team', nav('Team', '/team')), [], [target('/team', 200)]],
  [
    'a route of a single-page application',
    swap('About', nav('About', '#/about', { fragmentFound: false })),
    [],
  ],
  [
    'an e-mail address lost',
    swap('Write to us', link('Write to us', '#')),
    ['links:retargeted:write to us:mailto:info@example.com serious'],
  ],
  [
    'another e-mail address',
    swap('Write to us', link('Write to us', 'mailto:me@example.com')),
    ['links:retargeted:write to us:mailto:info@example.com serious'],
  ],
  ['a phone number without its country', swap('Call', link('Call', 'tel:0301234567')), []],
  [
    'another phone number',
    swap('Call', link('Call', 'tel:+49301234568')),
    ['links:retargeted:call:tel:+49301234567 serious'],
  ],
  ['a call to action gone', swap('Order now'), ['links:lost:order now:/order serious']],
  ['a link gone with its text', swap('Read more'), []],
  [
    'navigation gone that is elsewhere',
    swap('About', link('Who we are', '/about', { landmark: 'contentinfo' })),
    [],
  ],
  ['a link of another site that is gone', swap('Others'), ['links:lost:others://other.org/ minor']],
  [
    'a link of another site that leads nowhere',
    swap('Others', link('Others', '#')),
    ['links:retargeted:others://other.org/ moderate'],
  ],
  [
    'a link with an arrow beside its name that leads nowhere',
    swap('Others', link('Others →', '#')),
    ['links:retargeted:others://other.org/ moderate'],
  ],
  [
    'another page of the other site',
    swap('Others', link('Others', 'https://www.other.org/u?page=https%3A%2F%2Fpreview.example.app')),
    [],
  ],
  [
    'a dead page of another site',
    LINKS,
    ['links:dead://other.org/ moderate'],
    [target('https://other.org/', 404)],
  ],
  ['another site that fails', LINKS, ['links:unchecked minor'], [target('https://other.org/', 503)]],
])('%s', (_, links, expected, targets = []) => {
  const { introduced, result } = judge(site(LINKS, [], TEXTS), site(links, targets, TEXTS))
  expect(introduced).toEqual(expected)
  expect(result.score < 100).toBe(expected.some(issue => !issue.includes('unchecked')))
  if (expected.join().includes('serious')) expect(result.pass).toBe(false)
})

test.each<[string, string, string, string[]]>([
  ['a picture in another format', '/uploads/2019/oven-1024x683.jpg', '/media/oven.3f2a91bc0d.webp', []],
  ['a picture that a CDN has now', '/uploads/oven.jpg', 'https://cdn.other.org/shop/oven.avif', []],
  ['a document that was fingerprinted', '/files/price-list.pdf', '/assets/price-list.3f2a91bc0d.pdf', []],
  ['another picture', '/uploads/oven.jpg', '/media/mill.webp', ['/uploads/oven.jpg moderate']],
  ['a picture for a document', '/files/oven.pdf', '/media/oven.webp', ['/files/oven.pdf moderate']],
])('a link to a file: %s', (_, was, now, expected) => {
  const [before, after] = [was, now].map(href => site([...LINKS, link('See it', href)], [], TEXTS))
  expect(judge(before!, after!).introduced).toEqual(expected.map(place => `links:retargeted:see it:${place}`))
})

test('a link that became text or a button', () => {
  const as = (kind: string) =>
    TEXTS.map(([text, was]): [string, string] => [text, text === 'About' || text === 'Others' ? kind : was])
  const now = swap('About')
  const shown = judge(site(LINKS, [], TEXTS), site(now, [], as('paragraph')))
  expect(shown.introduced).toEqual(['links:lost:about:/about moderate'])
  // A heading is no link that lost its address; a card's is.
  const heading = judge(site(LINKS, [], TEXTS), site(now, [], as('heading')))
  expect(heading.issues.map(({ message }) => message)).toEqual([
    'The link "About" in the navigation to /about is gone, and nothing else leads there',
  ])
  const [lead, called] = [link('See the rooms', '/rooms', { looksLikeButton: true }), 'See the rooms']
  const pressed = (...more: LinkArtifact[]) =>
    judge(
      site([...LINKS, ...more, lead], [], [...TEXTS, [called, 'link']]),
      site([...LINKS, ...more], [], [...TEXTS, [called, 'paragraph']]),
    ).introduced
  expect(pressed()).toEqual(['links:lost:see the rooms:/rooms serious'])
  expect(pressed(nav('Rooms', '/rooms'))).toEqual(['links:lost:see the rooms:/rooms moderate'])
  expect(judge(site(LINKS, [], TEXTS), site(now, [], as('button'))).introduced).toEqual([
    'links:lost:about:/about moderate',
  ])
})

test('a way to a part of the page that is gone, and the heading of that part', () => {
  const landing = { heading: 'Our team', y: 900 }
  const jump = nav('Team', '#team', { landing })
  const before = site([nav('About', '/about'), jump], [], [...TEXTS, ['Our team', 'heading']])
  const found = (...texts: [string, string][]) =>
    judge(before, site([nav('About', '/about')], [], [['Our team', 'heading'], ...texts])).introduced
  const gone = ['links:lost:team:#team minor']
  expect(found()).toEqual(gone)
  expect(found(['Team', 'heading'])).toEqual(gone)
  expect(found(['Team', 'list-item'])).toEqual(['links:lost:team:#team moderate'])
})

test('a logo that leads to where else this very page is published', () => {
  const page = (name: string, href: string, title = 'Mentor | Crowd product page'): Given => ({
    ...site([nav('About', '/about'), nav(name, href)]),
    head: { title } as Artifacts['head'],
  })
  const own = 'https://somebody.github.io/crowd-product-page-mentor/'
  const found = (before: Given, after: Given) => judge(before, after).introduced
  expect(found(page('Logo', own), page('Logo', '#'))).toEqual([])
  expect(found(page('Logo', own, 'Acme'), page('Logo', '#'))).toHaveLength(1)
  expect(found(page('Our parent', own), page('Our parent', '#'))).toHaveLength(1)
})

test('a call to action that leads to an account of the owner in place of a part of the page', () => {
  const profile = link('', 'https://linkedin.com/in/me')
  const hire = (href: string) => [link('Hire me', href, { looksLikeButton: true }), profile]
  const found = (href: string) => judge(site(hire('#contact')), site(hire(href))).introduced
  expect(found('https://linkedin.com/in/me')).toEqual(['links:retargeted:hire me:#contact moderate'])
  expect(found('#')).toEqual(['links:retargeted:hire me:#contact serious'])
})

test('a place that is missing is graded by where the link stands, and mended by its own id', () => {
  const before = site([nav('About', '#projects'), nav('Work', '#work')])
  const footer = link('About', '#about', { landmark: 'contentinfo', fragmentFound: false })
  const found = (...links: LinkArtifact[]) =>
    judge(before, site(links)).issues.map(({ severity, fix }) => `${severity}: ${fix.slice(0, 35)}`)
  const work = nav('Work', '#work')
  expect(found(nav('Projects', '#projects'), work, footer)).toEqual([
    'moderate: Give the section its id "about" aga',
  ])
  expect(found(nav('About', '#about', { fragmentFound: false }), work)).toEqual([
    'serious: Give the section its id "projects" ',
  ])
})

test('a link inside a sentence that was taken off', () => {
  const inline = link('our seeds & bulbs', '/seeds')
  const sentence: [string, string] = ['Read our seeds & bulbs first.', 'paragraph']
  expect(judge(site([inline], [], [sentence]), site([], [], [sentence])).introduced).toEqual([
    'links:lost:our seeds & bulbs:/seeds moderate',
  ])
  expect(judge(site([inline], [], [sentence]), site([], [], [])).introduced).toEqual([])
})

test('the words of a link inside a longer link are no plain text', () => {
  const logo = nav('Old Mill', '#home')
  const text: [string, string] = ['Old Mill bakes since 1902.', 'paragraph']
  const before = site([logo, ...LINKS], [], [...TEXTS, text])
  const judged = (links: LinkArtifact[]) => judge(before, site([...links, ...LINKS], [], [...TEXTS, text]))
  expect(judged([nav('Old Mill OLD. Mill', '/home')]).introduced).toEqual([])
  expect(judged([]).introduced).toEqual(['links:lost:old mill:#home moderate'])
})

test('what was dead or missing before is inherited', () => {
  const poor = site(
    swap('Team', nav('Team', '#team', { fragmentFound: false })),
    [target('/about', 404), target('/a', 404)],
    TEXTS,
  )
  const { result, introduced } = judge(poor, poor)
  expect(introduced).toEqual([])
  expect(result.score).toBe(100)
  expect(result.issues.flatMap(({ members }) => members ?? [null])).toHaveLength(3)
  expect(judge(poor, site(LINKS, [target('/about', 200)], TEXTS)).introduced).toEqual([])
})

test('a new page under a base path', () => {
  const moved = LINKS.map(one =>
    one.href.startsWith(ORIGINAL)
      ? { ...one, href: `${REBUILT}pr-7/${one.href.slice(ORIGINAL.length)}` }
      : one,
  )
  const rebuilt = {
    ...site(moved, [], TEXTS),
    document: { url: `${REBUILT}pr-7/`, requestedUrl: `${REBUILT}pr-7/` },
  }
  expect(judge(site(LINKS, [], TEXTS), rebuilt).introduced).toEqual([])
})

test('a page that a press shows and that nobody can reload', () => {
  const now = [...LINKS.filter(({ name }) => name !== 'About'), nav('About', '/who')]
  const dead = { ...target('/who', 404), href: new URL('/who', ORIGINAL).href }
  const told = (routed?: string[]) =>
    judge(site(LINKS), {
      ...site(now, [dead]),
      probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, ...(routed && { routed }) } },
    } as Given)
  expect(told().introduced).toEqual(['links:dead:/about serious'])
  const { introduced, result } = told([dead.href])
  expect(introduced).toEqual(['links:dead:/about moderate'])
  expect(result.issues[0]!.message).toContain('works when it is pressed, and its page cannot be reloaded')
})

test('a place that the page does not have, and that a script shows when its link is pressed', () => {
  const place = nav('Team', '#team', { fragmentFound: false })
  const told = (routed: string[]) =>
    judge(site(LINKS), {
      ...site([...LINKS.filter(({ name }) => name !== 'Team'), place]),
      probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, routed } },
    } as Given).introduced
  expect(told([new URL('#about', ORIGINAL).href])).toEqual(['links:fragment:#team serious'])
  expect(told([place.href])).toEqual([])
})

test('pages in two folders of one site, whose links lead into both', () => {
  const at = (origin: string, folder: string, links: LinkArtifact[], dead: string) => ({
    ...site(
      links.map(one => ({ ...one, href: one.href.replace(ORIGINAL, origin) })),
      [{ ...target(dead, 404), href: new URL(dead, origin).href }],
      [...links.map(({ name }): [string, string] => [name, 'link']), ['This page', 'text']],
    ),
    document: { url: `${origin}${folder}/tickets.html`, requestedUrl: `${origin}${folder}/tickets.html` },
  })
  const both = [nav('Old report', '/old/reports/a.html'), nav('New report', '/new/reports/a.html')]
  const before = [...both, nav('This page', '/new/tickets.html'), nav('Thanks', '/old/thanks.html')]
  const original = at(ORIGINAL, 'old', before, '/old/thanks.html')
  const told = (links: LinkArtifact[]) =>
    judge(original, at(REBUILT, 'new', links, '/new/thanks.html')).introduced
  const thanks = nav('Thanks', '/new/thanks.html')
  expect(told([...both, thanks])).toEqual([])
  // A page of the old folder, and another one than before.
  expect(told([both[0]!, nav('New report', '/old/prices.html'), thanks])).toHaveLength(1)
})

test('pages without links of their own', () => {
  const { result } = judge(site([]), site([]))
  expect(result.checks.find(({ id }) => id === 'functional/links')).toMatchObject({
    outcome: 'not-applicable',
  })
})

test.each<[string, LinkTarget['page'], LinkTarget['page'], string[]]>([
  [
    'the same heading',
    { title: 'About | Example', heading: 'Who bakes here' },
    { title: 'Wir', heading: 'Who bakes here' },
    [],
  ],
  [
    'another page',
    { title: 'About | Example', heading: 'Who bakes here' },
    { title: 'Returns | Example', heading: 'Send it back' },
    ['links:retargeted:about:/about moderate'],
  ],
  [
    'another title, and no heading',
    { title: 'About | Example', heading: 'Who bakes here' },
    { title: 'Returns | Example', heading: '' },
    ['links:retargeted:about:/about moderate'],
  ],
  [
    'titles that do not tell',
    { title: 'Example', heading: '' },
    { title: 'Example', heading: '' },
    ['links:retargeted:about:/about minor'],
  ],
  [
    'a page that keeps the word of its link',
    { title: 'Our story', heading: 'Our story' },
    { title: 'All about the bakery', heading: '' },
    ['links:retargeted:about:/about minor'],
  ],
])('navigation to a new address: %s', (_, was, now, expected) => {
  const others = (page: LinkTarget['page']) => target('/prices.html', 200, null, page)
  const brand = { title: 'Prices | Example', heading: 'Prices' }
  const { introduced } = judge(
    site(LINKS, [target('/about', 200, null, was), others(brand)], TEXTS),
    site(swap('About', nav('About', '/wir')), [target('/wir', 200, null, now), others(brand)], TEXTS),
  )
  expect(introduced).toEqual(expected)
})

test('navigation to the first page of a folder that a page became', () => {
  const said = [
    { title: 'Start', heading: 'Getting started' },
    { title: 'Desktop app', heading: 'Desktop app' },
  ]
  const to = (path: string) =>
    judge(
      site(
        [...LINKS, nav('Setup', '/docs/start.html')],
        [target('/docs/start.html', 200, null, said[0])],
        TEXTS,
      ),
      site([...LINKS, nav('Setup', path)], [target(path, 200, null, said[1])], TEXTS),
    ).introduced
  expect(to('/docs/start/index')).toEqual([])
  expect(to('/docs/start/')).toEqual([])
  expect(to('/docs/desktop/index')).toEqual(['links:retargeted:setup:/docs/start.html moderate'])
})

test('a link by the full address of the domain that is called as the site', () => {
  const to = (href: string) => {
    const head = { title: 'Bakehouse · Bread by hand', metas: [], links: [], headings: [] } as never
    const before = { ...site([...LINKS, nav('API', '/api/html/index.html')], [], TEXTS), head }
    return judge(before, { ...site([...LINKS, nav('API', href)], [], TEXTS), head }).introduced
  }
  expect(to('https://www.bakehouse.org/api/html/index.html')).toEqual([])
  expect(to('https://www.bakehouse.org/')).toEqual(['links:retargeted:api:/api/html moderate'])
  expect(to('https://template.org/api/html/index.html')).toEqual(['links:retargeted:api:/api/html moderate'])
})

test.each([
  ['plan=team', 'plan=starter', ['links:retargeted:choose team:/signup?plan=team serious']],
  ['ref=team', 'ref=starter', []],
])('a page that is asked for something else: %s', (own, other, expected) => {
  const plan = (name: string, query: string) =>
    link(`Choose ${name}`, `/signup?${query}`, { looksLikeButton: true })
  const pages = [own, other].map(query =>
    target(`/signup?${query}`, 200, null, { title: 'Sign up', heading: 'Sign up' }),
  )
  const before = site([...LINKS, plan('Team', own), plan('Starter', other)], pages, TEXTS)
  const now = site([...LINKS, plan('Team', other), plan('Starter', other)], pages, TEXTS)
  expect(judge(before, now).introduced).toEqual(expected)
})

test('a page that was not asked before is not held against the new page', () => {
  const late = {
    ...site(LINKS, [], TEXTS),
    linkTargets: { targets: [], skipped: 1, unasked: [`${ORIGINAL}about`] },
  }
  expect(judge(late, site(LINKS, [target('/about', 404)], TEXTS)).introduced).toEqual([])
})

test('what is dead elsewhere was dead before', () => {
  const dead = site(LINKS, [target('https://other.org/', 404)], TEXTS)
  expect(judge(dead, dead).introduced).toEqual([])
})

const ended = (path: string, end: string, page: LinkTarget['page'] = null): LinkTarget => ({
  ...target(path, 200, null, page),
  finalUrl: new URL(end, REBUILT).href,
})
const ABOUT = { title: 'About | Example', heading: 'Who bakes here' }

test.each<[string, LinkTarget, string[]]>([
  ['to the front page', ended('/about', '/'), ['links:retargeted:about:/about serious']],
  ['to the front page of a language', ended('/about', '/en'), ['links:retargeted:about:/about serious']],
  ['to another page known', ended('/about', '/order'), ['links:retargeted:about:/about moderate']],
  ['to the same page in a language', ended('/about', '/en/about/'), []],
  ['to a page unknown before', ended('/about', '/company'), []],
  ['to a section of the front page', ended('/about', '/#about'), []],
  ['to another page that says the same', ended('/about', '/order', ABOUT), []],
  [
    'to nothing, with status 200',
    ended('/about', '/about', { title: 'Page not found | Example', heading: '404' }),
    ['links:dead:/about serious'],
  ],
])('a link that is redirected %s', (_, now, expected) => {
  const before = site(LINKS, [target('/about', 200, null, ABOUT)], TEXTS)
  expect(judge(before, site(LINKS, [now], TEXTS)).introduced).toEqual(expected)
  const led = site(LINKS, [now], TEXTS)
  expect(judge(led, led).introduced).toEqual([])
  expect(judge(led, before).introduced).toEqual([])
})

test('the profile on another site that became its front page', () => {
  const [full, bare] = ['https://social.org/acme', 'https://www.social.org/'].map(href =>
    site([...LINKS, link('Follow us', href)], [], TEXTS),
  )
  expect(judge(full!, bare!).introduced).toEqual(['links:retargeted:follow us://social.org/acme moderate'])
  expect(judge(bare!, full!).introduced).toEqual([])
})

test('a page that the original has by a second address, which is named as the link', () => {
  const [old, proper] = ['/node.php?p=620', '/de/about']
  const footer = (name: string) => link(name, proper, { landmark: 'contentinfo' })
  const found = (name: string, is = proper) =>
    judge(
      site([...swap('About', nav('About', old)), footer(name)], [], TEXTS),
      site([...swap('About', nav('About', is)), footer(name)], [], TEXTS),
    ).introduced
  expect(found('About')).toEqual([])
  // Called otherwise there, or another page of the original.
  expect(found('Imprint')).toEqual([`links:retargeted:about:${old} serious`])
  expect(found('About', '/prices.html')).toEqual([`links:retargeted:about:${old} serious`])
})

test('a part of the site that moved to a host of its own', () => {
  const moved = swap('About', nav('About', 'https://team.example.com/'))
  const answers = [target('https://team.example.com/', 200)]
  expect(judge(site(LINKS, [], TEXTS), site(moved, answers, TEXTS)).introduced).toEqual([
    'links:retargeted:about:/about moderate',
  ])
  expect(judge(site(LINKS, [], TEXTS), site(moved, [], TEXTS)).introduced).toEqual([
    'links:retargeted:about:/about moderate',
  ])
})

/** What a rebuild mends, judged as a fault the other way round in the tables above. */
test.each<[string, LinkArtifact[], LinkTarget[]?]>([
  ['navigation that led nowhere', swap('About', nav('About', '#'))],
  ['navigation that a script did', swap('About', nav('About', 'javascript:void(0)'))],
  ['an e-mail link that led nowhere', swap('Write to us', link('Write to us', '#'))],
  ['a page that was dead', LINKS, [target('/about', 404), target('/a', 500)]],
  [
    'a page in place of a missing one',
    LINKS,
    [ended('/about', '/about', { title: '', heading: 'Not found' })],
  ],
  ['a page of another site that was dead', LINKS, [target('https://other.org/', 404)]],
  ['a section without its id', swap('Team', nav('Team', '#team', { fragmentFound: false }))],
  ['a call to action that was not there', swap('Order now')],
  ['navigation that was not there', swap('About')],
])('a fix is not punished: %s', (_, links, targets = []) => {
  const good = [target('/about', 200, null, ABOUT), target('/a', 200), target('https://other.org/', 200)]
  const { introduced, result } = judge(site(links, targets, TEXTS), site(LINKS, good, TEXTS))
  expect(introduced).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
})

/** The page is 4,000 px high; `heights` of the texts that are seen. */
const tall = (links: LinkArtifact[], heights: Record<string, number>): Given => ({
  links,
  layouts: [
    {
      width: 1440,
      controls: [],
      blocks: [
        ...Object.entries(heights).map(([text, y]) => [text, y, 'heading', 'main'] as const),
        ...Object.keys(heights).map(text => [text, 20, 'link', 'navigation'] as const),
      ].map(([text, y, kind, landmark]) =>
        block(text, { kind, landmark, box: { x: 0, y, width: 300, height: 40 } } as never),
      ),
    },
  ] as unknown as Artifacts['layouts'],
})
const HEIGHTS = { 'What it costs': 1000, 'Who teaches': 2500, Contact: 3600 }
const lands = (name: string, href: string, heading: string, y: number) =>
  swap('Team', nav(name, href, { landing: { heading, y } }))

test('an entry for what begins at the top of the page may lead to the top', () => {
  const of = (y: number, href: string) => {
    const home = nav('Start', '#home', { landing: { heading: 'The mill', y } })
    return judge(site([...LINKS, home]), site([...LINKS, nav('Start', href)])).introduced
  }
  expect(of(0, '#')).toEqual([])
  expect(of(700, '#')).toEqual(['links:retargeted:start:#home serious'])
  expect(of(0, 'javascript:void(0)')).toEqual(['links:retargeted:start:#home serious'])
})

test('the lost ways to reach the owner are one issue, wherever they stood', () => {
  const call = (name: string, landmark: string) => nav(name, 'tel:+49301234567', { landmark })
  const before = site([nav('Home', '/'), call('+49 30 1234567', 'navigation'), call('', 'banner')])
  const { introduced, issues } = judge(before, site([nav('Home', '/')]))
  expect(introduced).toHaveLength(1)
  expect(issues[0]!.members).toHaveLength(2)
})

test.each<[string, LinkArtifact[], Record<string, number>, string[]]>([
  ['another section with its id', lands('Team', '#team', 'Who teaches', 2500), HEIGHTS, ['serious']],
  ['another section, by another id', lands('Team', '#staff', 'Who teaches', 2500), HEIGHTS, ['serious']],
  [
    'the same, moved',
    lands('Team', '#team', 'What it costs', 3000),
    { ...HEIGHTS, 'What it costs': 3000 },
    [],
  ],
  ['an anchor above the section before', lands('Team', '#team', 'Who teaches', 700), HEIGHTS, []],
  ['another heading', lands('Team', '#team', 'Our prices', 1000), { ...HEIGHTS, 'Our prices': 1000 }, []],
  [
    'the id is on what stands under the heading',
    lands('Team', '#team', 'Who teaches', 1300),
    { ...HEIGHTS, 'Who teaches': 2100 },
    [],
  ],
  ['no heading in sight there', lands('Team', '#team', 'Who teaches', 1200), HEIGHTS, []],
  ['a heading that is gone', lands('Team', '#team', 'Who teaches', 2500), { 'Who teaches': 2500 }, []],
])('where a link in the page lands: %s', (_, links, heights, severities) => {
  const before = tall(lands('Team', '#team', 'What it costs', 1000), HEIGHTS)
  expect(judge(before, tall(links, heights)).introduced).toEqual(
    severities.map(severity => `links:retargeted:team:#team ${severity}`),
  )
})

test('a link that few look at lands elsewhere', () => {
  const read = (heading: string, y: number) => [
    ...LINKS,
    link('See all', '#all', { landing: { heading, y } }),
  ]
  expect(
    judge(tall(read('What it costs', 1000), HEIGHTS), tall(read('Contact', 3600), HEIGHTS)).introduced,
  ).toEqual(['links:retargeted:see all:#all moderate'])
})

test('a fix names an address on the site without the host, which is another one there', () => {
  const links = (href: string) => ({ links: [link('Prices', href, { landmark: 'navigation' })] })
  const { issues } = judge(links(`${ORIGINAL}prices`), links(`${REBUILT}contact`))
  expect(issues.map(({ fix }) => fix)).toEqual(['Let it lead to /prices'])
})

const MENU = [nav('Home', '/'), nav('Rooms', '/rooms'), nav('Prices', '/prices'), nav('Call us', 'tel:+4930')]

test.each<[string, LinkArtifact, string, LinkTarget[]?]>([
  ['the page itself', nav('Top of the house', '/'), ''],
  ['a route that is the page itself', nav('Sign in', '#/', { fragmentFound: false }), ''],
  ['the top of the page', nav('Up', '#page-top'), ''],
  ['a page that was dead', nav('Jobs', '/jobs'), '', [target('/jobs', 404)]],
  ['a page that was there', nav('Jobs', '/jobs'), 'jobs:/jobs moderate', [target('/jobs', 200)]],
  ['another site', nav('Wiki', 'https://wiki.other.org/a'), 'wiki://wiki.other.org/a moderate'],
  [
    'a call to action that leads to another site',
    link('Book a table', 'https://tables.other.org/a', { looksLikeButton: true }),
    'book a table://tables.other.org/a serious',
  ],
  ['a folded part of the menu', nav('Jobs', '/jobs', { state: 'hidden' }), 'jobs:/jobs moderate'],
  [
    'a phone number in a folded part',
    nav('Ring', 'tel:+4940', { state: 'hidden' }),
    'ring:tel:+4940 moderate',
  ],
])('a link that is gone, and led to %s', (_, one, expected, targets = []) => {
  const { introduced } = judge(site([...MENU.slice(1), one], targets), site(MENU.slice(1)))
  expect(introduced).toEqual(expected ? [`links:lost:${expected}`] : [])
})

test('the same menu, all of it folded, is of the first level', () => {
  const folded = MENU.map(one => ({ ...one, state: 'hidden' as const }))
  expect(judge(site(folded), site([folded[0]!, folded[3]!])).introduced).toEqual([
    'links:lost:rooms:/rooms moderate',
  ])
})

test('a legal page that no link leads to any more holds a launch', () => {
  const foot = (name: string, href: string) => link(name, href, { landmark: 'contentinfo' })
  const owed = [foot('Impressum', '/impressum'), foot('Datenschutz', '/datenschutz')]
  const judged = (now: LinkArtifact[]) =>
    judge(site([...LINKS, ...owed]), site([...LINKS, ...now])).introduced
  expect(judged([])).toEqual(['links:lost:impressum:/impressum serious'])
  expect(judged(owed.map(({ name }) => foot(name, '#')))).toEqual([
    'links:retargeted:impressum:/impressum serious',
  ])
  expect(judged([owed[0]!, foot('Privacy policy', '/privacy')])).toEqual([])
  expect(judged([foot('Legal', '/legal')])).toEqual([])
  expect(judged([foot('Legal aid', '/aid')])).toEqual(['links:lost:impressum:/impressum serious'])
  // A button opens them; one that the original had as well does not.
  const layouts = (...names: string[]) =>
    [
      { width: 1440, blocks: [], controls: names.map(name => ({ role: 'button', name, state: 'visible' })) },
    ] as never
  const pressed = (before: string[], now: string[], withheld: unknown[] = []) =>
    judge(
      { ...site([...LINKS, ...owed]), layouts: layouts(...before) },
      {
        ...site(LINKS),
        layouts: layouts(...now),
        probes: { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: withheld } } as never,
      },
    ).introduced
  expect(pressed([], ['Impressum', 'Privacy policy']).join()).not.toContain('serious')
  expect(pressed(['Impressum', 'Privacy policy'], ['Impressum', 'Privacy policy']).join()).toContain(
    'serious',
  )
  const dead = ['Impressum', 'Datenschutz'].map(name => {
    return { role: 'button', way: 'press', name, effect: 'nothing', stirred: false, revealed: [] }
  })
  expect(pressed([], ['Impressum', 'Datenschutz'], dead).join()).toContain('serious')
  // Somebody else's policy, and what is no such page.
  const others = [foot('Privacy policy', 'https://policies.example/privacy'), foot('Press', '/press')]
  expect(judge(site([...LINKS, ...others]), site(LINKS)).introduced).toEqual([
    'links:lost:privacy policy://policies.example/privacy minor',
  ])
})

test('links to other sites that are gone from a text are one issue, but those out of sight or led to otherwise', () => {
  const refs = ['a', 'b', 'c'].map(name => link(`Mill ${name}`, `https://${name}.mills.org/`))
  const unseen = link('Mill d', 'https://d.mills.org/', { state: 'hidden' })
  const logo = link('', 'https://a.mills.org', { landmark: 'contentinfo' })
  const { issues } = judge(site([...MENU, ...refs, unseen]), site([...MENU, logo]))
  expect(issues.map(({ message, severity }) => `${severity} ${message}`)).toEqual([
    'minor The link "Mill b" to b.mills.org/ is gone, and nothing else leads there; 1 more of this kind',
  ])
})

test('the only way to write, gone, is graver than one that can be read', () => {
  const mail = link('hello@mill.org', 'mailto:hello@mill.org')
  const address = 'hello@mill.org'
  const before = site([...MENU, mail], [], [[address, 'link']])
  expect(judge(before, site(MENU)).introduced).toEqual([
    'links:lost:hello@mill.org:mailto:hello@mill.org serious',
  ])
  const read = site(MENU, [], [[address, 'paragraph']])
  expect(judge(before, read).introduced).toEqual(['links:lost:hello@mill.org:mailto:hello@mill.org moderate'])
  const grade = (was: LinkArtifact, ...now: LinkArtifact[]) =>
    judge(site([...LINKS, was].filter(one => !one.raw.startsWith('mailto') || one === was)), {
      ...site([...LINKS, ...now].filter(one => !one.raw.startsWith('mailto'))),
    })
      .introduced.filter(issue => issue.startsWith('links:lost'))
      .map(issue => issue.split(' ').at(-1))
  const write = link('Email the miller', 'mailto:hello@mill.org')
  expect(grade(write)).toEqual(['serious'])
  const other = link('Write', 'mailto:post@mill.org')
  expect(judge(before, site([...MENU, other])).introduced).toEqual([
    'links:lost:hello@mill.org:mailto:hello@mill.org moderate',
  ])
})

test('a new menu of which no entry leads anywhere', () => {
  const names = ['Team', 'Boats', 'Crew', 'Tides', 'Charts']
  const menu = (hrefs: (name: string) => string) =>
    names.map(name => link(name, hrefs(name), { landmark: '' }))
  const old = [nav('Home', '/'), nav('Rooms', '/rooms')]
  const of = (before: LinkArtifact[], now: LinkArtifact[]) =>
    judge(site(before), site([...old, ...now])).introduced.filter(issue => issue.includes('idle-menu'))
  expect(
    of(
      old,
      menu(() => '#'),
    ),
  ).toEqual(['links:idle-menu moderate'])
  // One of them leads on, they are few, or the original has such links.
  expect(
    of(
      old,
      menu(name => (name === 'Crew' ? '/crew' : '#')),
    ),
  ).toEqual([])
  expect(of(old, menu(() => '#').slice(1))).toEqual([])
  expect(
    of(
      [...old, nav('More', '#')],
      menu(() => '#'),
    ),
  ).toEqual([])
})

test('a place that is not there, where a script may show it', () => {
  const of = (was: string) =>
    judge(
      site([...MENU, nav('Files', was, { fragmentFound: null })]),
      site([...MENU, nav('Files', '#files', { fragmentFound: false })]),
    ).introduced
  expect(of('/files')).toEqual([expect.stringMatching(/^links:fragment:.* serious$/)])
  expect(of('#/Files/')).toEqual([expect.stringMatching(/^links:fragment:.* moderate$/)])
})

test('a chat is with its number, whatever is written first', () => {
  const chat = (name: string, said: string) =>
    link(name, `https://wa.me/49309876543?text=${said}`, { looksLikeButton: true })
  const of = (now: LinkArtifact) =>
    judge(site([...MENU, chat('Contact us', 'Hello')]), site([...MENU, now])).introduced
  expect(of(chat('', 'Good%20day'))).toEqual([])
  expect(of(link('', 'https://wa.me/4930111111', { looksLikeButton: true }))).toHaveLength(1)
})

test('a last call to action to call by is left where a chat opens', () => {
  const call = link('Call us now', 'tel:+49301234567', { looksLikeButton: true })
  const grade = (...now: LinkArtifact[]) =>
    judge(
      site([nav('Home', '/'), nav('Rooms', '/rooms'), call]),
      site([nav('Home', '/'), nav('Rooms', '/rooms'), ...now]),
    ).introduced
  expect(grade()).toEqual(['links:lost:call us now:tel:+49301234567 serious'])
  expect(grade(link('WhatsApp', 'https://wa.me/49309876543'))).toEqual([
    'links:lost:call us now:tel:+49301234567 moderate',
  ])
})

test('a page that became a part of this one, to which another link jumps', () => {
  const shows: [string, string][] = [['Rooms', 'heading']]
  const jump = (heading: string) =>
    link('See a room', '#rooms', { fragmentFound: true, landing: { heading, y: 900 } })
  const now = MENU.filter(({ name }) => name !== 'Rooms')
  const judged = (...more: LinkArtifact[]) => judge(site(MENU), site([...now, ...more], [], shows)).introduced
  expect(judged(jump('Rooms'))).toEqual(['links:lost:rooms:/rooms minor'])
  expect(judged(jump('Prices'))).toEqual(['links:lost:rooms:/rooms moderate'])
  // The jump was there before: nothing took the place of the page.
  const had = judge(site([...MENU, jump('Rooms')]), site([...now, jump('Rooms')], [], shows)).introduced
  expect(had).toEqual(['links:lost:rooms:/rooms moderate'])
})

test('a link that leads to another place of its page', () => {
  const grade = (name: string, from: string, to: string, change: Partial<LinkArtifact> = {}) => {
    const others = [nav('Prices', '#prices'), nav('Rooms', '#rooms'), nav('Choice', '#choice')]
    const old = [...others, link(name, from, { landmark: 'navigation', ...change })]
    const now = [...others, link(name, to, { landmark: 'navigation', ...change })]
    return judge(site(old), site(now)).introduced
  }
  expect(grade('Our rates', '#prices', '#rooms')).toEqual(['links:retargeted:our rates:#prices moderate'])
  // It leads to what it says.
  expect(grade('Prices', '#choice', '#prices')).toEqual([])
  const action = { landmark: 'main', looksLikeButton: true }
  expect(grade('Our rates', 'mailto:us@mill.org', '#s3', action)).toContainEqual(
    'links:retargeted:our rates:mailto:us@mill.org moderate',
  )
})

test('a section that is called nearly as the link is another entry’s', () => {
  const menu = (day: string) => site([nav('Our day', day), nav('Our day out', '#our-day-out')])
  expect(judge(menu('#our-day'), menu('#our-day-out')).introduced).toEqual([
    'links:retargeted:our day:#our-day moderate',
  ])
})

const says = (title: string, heading: string) => ({ title, heading })

test.each<[string, LinkArtifact, LinkArtifact, LinkTarget[]?, LinkTarget[]?]>([
  ['a step', nav('Release 4.1', '/docs/4.1/start/start.html'), nav('4.1', '/docs/4.1/start/')],
  ['letters', nav('House rules', '/house_rules'), nav('How to behave', '/stay/house-rules')],
  ['the name', nav('Powered by Mills', '/pbm'), nav('Powered by', '/community/p')],
  ['an address elsewhere', nav('Bugs', '//bugs.org/browse/MILL'), nav('Report', '//bugs.org/projects/mill')],
  [
    'all but what its page says',
    nav('People', '/people.html'),
    nav('Who we are', '/us'),
    [
      target('/people.html', 200, null, says('Old Mill: The Team', '')),
      target('/x', 200, null, says('Old Mill: Y', '')),
    ],
    [target('/us', 200, null, says('About us', 'The Team'))],
  ],
])('a link whose page moved, known by %s', (_, was, now, before = [], after = []) => {
  const old = [...MENU, was]
  const fresh = [...MENU, { ...now, landmark: 'contentinfo' }]
  expect(judge(site(old, before), site(fresh, after)).introduced).toEqual([])
})

test.each<[string, LinkArtifact, LinkArtifact]>([
  ['another release', nav('Release 4.1', '/docs/4.1/start'), nav('4.2', '/docs/4.2/start')],
  ['another name with the same number', nav('Rooms of 4', '/r'), nav('Tables for 4', '/t')],
  ['a page of the same last step', nav('Oven', '/ovens/overview'), nav('Mill', '/mills/overview')],
  ['the same path elsewhere', nav('Bugs', '//bugs.org/browse/mill'), nav('See', '//other.org/browse/mill')],
])('a link is not found again in %s', (_, was, now) => {
  const { introduced } = judge(site([...MENU, was]), site([...MENU, { ...now, landmark: 'contentinfo' }]))
  expect(introduced.join()).toContain('links:lost:')
})

test.each<[string, LinkArtifact]>([
  ['nowhere', nav('Rooms', '#')],
  ['a place that is not there', nav('Rooms', '#rooms', { fragmentFound: false })],
  ['another site', nav('Rooms', 'https://other.org/')],
  ['another dead page', nav('Rooms', '/gone')],
])('a link that led to a dead page and leads to %s', (_, now) => {
  const old = site(MENU, [target('/rooms', 404)])
  const fresh = site(
    MENU.map(one => (one.name === 'Rooms' ? now : one)),
    [target('/gone', 404)],
  )
  expect(judge(old, fresh).introduced).toEqual([])
})

test('a link to the page itself that leads to a place that is not there, or to another page', () => {
  const now = (home: LinkArtifact) => site(MENU.map(one => (one.name === 'Home' ? home : one)))
  expect(judge(site(MENU), now(nav('Home', '#home', { fragmentFound: false }))).introduced).toEqual([])
  expect(judge(site(MENU), now(nav('Home', '/prices'))).introduced).toEqual([
    'links:retargeted:home:/ serious',
  ])
})

test('a link whose address a frame shows, or whose picture is shown larger in the page', () => {
  const sponsor = link('Sponsor us', 'https://funds.example/anvils', { looksLikeButton: true })
  const framed = (url: string) =>
    judge(site([...MENU, sponsor]), {
      ...site(MENU),
      health: { requests: [{ type: 'document', url }], exceptions: [] } as unknown as Artifacts['health'],
    }).introduced.filter(issue => issue.startsWith('links:'))
  expect(framed('https://funds.example/anvils/button?dark=1')).toEqual([])
  expect(framed('https://funds.example/anvils')).toEqual([])
  expect(framed('https://funds.example/anvils-and-tongs')).toHaveLength(1)
  const large = (url: string, selector: string) => {
    const images = [{ url, selector, box: BOX, state: 'hidden' }] as unknown as Artifacts['images']
    return judge(site([...MENU, link('The mill', '/large/mill.png')]), {
      ...site([...MENU, link('The mill', '#box-1')]),
      images,
    }).introduced.filter(issue => issue.startsWith('links:'))
  }
  expect(large(`${REBUILT}img/mill.png?width=20pc`, '#box-1 > img')).toEqual([])
  expect(large(`${REBUILT}img/mill.png`, '#box-2 > img')).toHaveLength(1)
  expect(large(`${REBUILT}img/forge.png`, '#box-1 > img')).toHaveLength(1)
})

test('entries of one navigation that lead to places that are not there are one issue', () => {
  const entries = (id: (name: string) => string, change: Partial<LinkArtifact> = {}) =>
    ['Rooms', 'Team'].map((name, at) =>
      nav(name, `#${id(name)}`, { selector: `nav > div > a:nth-of-type(${at + 1})`, ...change }),
    )
  const { issues } = judge(
    site([...MENU, ...entries(name => name)]),
    site([...MENU, ...entries(name => `section-${name}`, { fragmentFound: false })]),
  )
  expect(issues.map(({ severity, members }) => [severity, members?.length])).toEqual([['serious', 2]])
})

test('new links that lead to no place in the page are one minor issue', () => {
  const fresh = ['One', 'Two'].map(name => nav(name, `#${name}`, { fragmentFound: false }))
  const { issues, introduced } = judge(site(MENU), site([...MENU, ...fresh]))
  expect(introduced).toEqual(['links:fragment:#One minor'])
  expect(issues[0]!.members).toHaveLength(2)
})

test('links of the text that lead to pages that are not there are one dead cause, three of them a serious one', () => {
  const guide = ['IO', 'Fiber', 'Clock', 'Timer']
  const linked = (ending: string, status = 200, landmark = 'main', count = 4) =>
    site(
      [
        nav('Types', '/types'),
        ...guide.map((name, at) => link(name, `/types/${name}${at < count ? ending : ''}`, { landmark })),
      ],
      guide.map(name => target(`/types/${name}${ending}`, status)),
    )
  const { introduced, issues } = judge(linked(''), linked('.md', 404))
  expect(introduced).toEqual(['links:dead:/types/IO serious'])
  expect(issues[0]!.members).toHaveLength(4)
  expect(issues[0]!.message).toContain('/types/IO.md answers with status 404; it led to /types/IO')
  expect(judge(linked(''), linked('.md', 404, 'main', 2)).introduced).toEqual([
    'links:dead:/types/IO moderate',
  ])
  expect(judge(linked(''), linked('.md', 404, 'contentinfo')).introduced).toEqual([
    'links:dead:/types/IO moderate',
  ])
  expect(judge(linked('', 404), linked('.md', 404)).introduced).toEqual([])
  // Who would have booked there books nowhere, which is graver than a dead link.
  const [booked, gone] = ['ann/30min', 'bob/30min'].map(path => `https://calendly.com/${path}`)
  const now = site([link('Book', gone!)], [target(gone!, 404)])
  expect(judge(site([link('Book', booked!)]), now).introduced).toEqual([
    'links:retargeted:book://calendly.com/ann/30min serious',
  ])
  const [clinic, none] = ['?clinic=32286151', ''].map(query =>
    site([link('Book', `https://plan.example/${query}`)]),
  )
  expect(judge(clinic!, none!).introduced).toEqual([
    'links:retargeted:book://plan.example/?clinic=32286151 serious',
  ])
})

test('the few links of a page without a navigation are its navigation', () => {
  const pages = ['books', 'ideas', 'me', 'write']
  const linked = (ending: string, status: number, ...more: LinkArtifact[]) =>
    site(
      [...pages.map(page => link(page, `/${page}${page === 'write' ? ending : ''}`)), ...more],
      [target('/write', 200), target('/write.html', status)],
    )
  const before = linked('', 200)
  const serious = ['links:dead:/write serious']
  expect(judge(before, linked('.html', 404)).introduced).toEqual(serious)
  const moderate = ['links:dead:/write moderate']
  const many = Array.from({ length: 9 }, (_, at) => link(`Note ${at}`, `/notes/${at}`))
  for (const more of [[nav('Home', '/home')], many])
    expect(judge(before, linked('.html', 404, ...more)).introduced).toEqual(moderate)
  const foot = (name: string) => link(name, `/${name}`, { landmark: 'contentinfo' })
  expect(judge(before, linked('.html', 404, ...many.map((_, at) => foot(`n${at}`)))).introduced).toEqual(
    serious,
  )
})

test('a link by the full address of the site, and by its path now', () => {
  const book = nav('To the portal', 'https://www.mill.example/booking')
  const told = (...now: LinkArtifact[]) => judge(site([...LINKS, book]), site([...LINKS, ...now])).introduced
  expect(told(link('To the portal (new)', '/booking'))).toEqual([])
  // Another page, and another name.
  expect(told(link('To the portal (new)', '/jobs'))).toHaveLength(1)
  expect(told(link('Rooms', '/booking'))).toHaveLength(1)
})

test('cards of a list that was filled anew lead to other pages', () => {
  const more = (near: string, href: string) => link('More', href, { near })
  const before = [more('Hack night', '/events/hack'), more('Code jam', '/events/jam')]
  const told = (...now: LinkArtifact[]) =>
    judge(site([...LINKS, ...before]), site([...LINKS, ...now])).introduced
  expect(told(more('Robot talk', '/events/talk'), more('Film club', '/events/film'))).toEqual([])
  // Below its own heading, or to what the original links to.
  expect(told(more('Hack night', '/events/talk'), before[1]!)).toEqual([
    'links:retargeted:more:/events/hack moderate',
  ])
  expect(told(more('Robot talk', '/about'), before[1]!)).toEqual([
    'links:retargeted:more:/events/hack moderate',
  ])
})

test('chapters under another number, and the parts of their pages, are there', () => {
  const parts = ['yeast', 'flour'].map((part, at) => nav(`2.${at + 1} On ${part}`, `/dough.html#${part}`))
  const chapters = [nav('1 The oven', '/oven.html'), nav('2 Dough', '/dough.html'), ...parts]
  const told = (...now: LinkArtifact[]) => judge(site([...LINKS, ...chapters]), site([...LINKS, ...now]))
  const oven = nav('1 The oven', '/oven.html')
  expect(told(oven, nav('Dough', '/parts/all.html')).introduced).toEqual([])
  expect(told(oven, nav('3 Dough', '/parts/all.html')).introduced).toEqual([])
  expect(told(oven, nav('3 Bread', '/parts/all.html')).introduced.join()).toMatch(/links:lost:2 dough/)
  const report = (year: number) => nav(`${year} annual report`, `/reports/no-${year - 2000}.html`)
  const lost = judge(site([...LINKS, report(2023)]), site([...LINKS, report(2024)])).introduced
  expect(lost.join()).toMatch(/links:lost:2023 annual report/)
})

test('the numbers of the pages of a list are ways to the list', () => {
  const pages = ['', '/page2', '/page3'].map((at, index) => nav(`Events ${index + 1}`, `/events${at}`))
  const told = (...now: LinkArtifact[]) =>
    judge(site([...LINKS, ...pages]), site([...LINKS, ...now])).introduced
  expect(told(pages[0]!)).toEqual([])
  expect(told(pages[1]!).every(issue => !issue.includes('page3'))).toBe(true)
  expect(told()).toHaveLength(1)
})

test('a link to the page itself that leads to a dead page, or to the root of the host of a site below it', () => {
  const dead = (path: string, links = MENU) =>
    site(
      links.map(one => (one.name === 'Home' ? { ...one, href: new URL(path, REBUILT).href } : one)),
      [{ ...target(path, 404), href: new URL(path, REBUILT).href }],
    )
  expect(judge(site(MENU), dead('/gone')).introduced).toEqual(['links:dead:/ serious'])
  const below = { ...dead('/'), document: { url: `${REBUILT}preview/` } } as Given
  const menu = MENU.filter(({ name }) => name !== 'Rooms' && name !== 'Prices')
  expect(judge(site(menu), { ...below, links: dead('/', menu)!.links } as Given).introduced).toEqual([
    'links:dead:/ moderate',
  ])
})

test('a folded entry that leads elsewhere, and one of a menu that is folded as a whole', () => {
  const folded = (name: string, href: string) => nav(name, href, { state: 'hidden' })
  const [was, now] = [folded('Jobs', '/jobs'), folded('Jobs', '#')]
  expect(judge(site([...MENU, was]), site([...MENU, now])).introduced).toEqual([
    'links:retargeted:jobs:/jobs moderate',
  ])
  expect(judge(site([was]), site([now])).introduced).toEqual(['links:retargeted:jobs:/jobs serious'])
})

test('a link that opens a menu now, in which its page is', () => {
  const head = nav('Rooms', '#', { selector: 'a head' })
  const inMenu = nav('All of them', '/stay/rooms', { state: 'hidden' })
  const now = (expanded: boolean | null, ...more: LinkArtifact[]) =>
    ({
      ...site([...MENU.map(one => (one.name === 'Rooms' ? head : one)), ...more]),
      layouts: [
        {
          width: 1440,
          blocks: [],
          controls: [{ role: 'link', name: 'Rooms', selector: 'a head', expanded }],
        },
      ],
    }) as unknown as Given
  const astray = ['links:retargeted:rooms:/rooms serious']
  expect(judge(site(MENU), now(false, inMenu)).introduced).toEqual([])
  expect(judge(site(MENU), now(null, inMenu)).introduced).toEqual(astray)
  expect(judge(site(MENU), now(false)).introduced).toEqual(['links:retargeted:rooms:/rooms moderate'])
})

test('a menu behind one button is of the first level, whatever stands beside that button', () => {
  const [logo, button] = [nav('Logo', '/', { selector: 'a logo' }), nav('Menu', '#menu')]
  const folded = [nav('Rooms', '/rooms', { state: 'hidden' }), nav('Jobs', '/jobs', { state: 'hidden' })]
  const before = site([logo, button, ...folded])
  expect(judge(before, site([logo, button, folded[0]!])).introduced).toEqual([
    'links:lost:jobs:/jobs moderate',
  ])
  const heads = ['About', 'Stay', 'Play'].map(name => ({
    role: 'button',
    name,
    landmark: 'navigation',
    state: 'visible',
    selector: name,
  }))
  const layouts = [{ width: 1440, blocks: [], controls: heads }] as unknown as Artifacts['layouts']
  expect(judge({ ...before, layouts }, { ...site([logo, button, folded[0]!]), layouts }).introduced).toEqual([
    'links:lost:jobs:/jobs moderate',
  ])
})

test('an empty address is none', () => {
  const now = MENU.map(one => (one.name === 'Rooms' ? { ...one, raw: '', href: `${REBUILT}` } : one))
  expect(judge(site(MENU), site(now)).issues[0]!.message).toContain('leads nowhere')
})

test('links of one name are told apart by the steps of their paths', () => {
  const more = (...paths: string[]) => site(paths.map(path => link('Learn more', path, { near: path })))
  const before = more('/oven.html', '/mill.html', '/yard.html')
  expect(judge(before, more('/what/yard', '/what/oven', '/what/mill')).introduced).toEqual([])
})

test('what leads nowhere, or to one other host, all over a menu is one issue', () => {
  const all = (href: (path: string) => string) =>
    site(MENU.map(one => (one.raw.startsWith('tel:') ? one : nav(one.name, href(one.raw)))))
  const graded = (href: (path: string) => string) =>
    judge(site(MENU), all(href)).issues.map(({ severity, members }) => [severity, members?.length])
  expect(graded(() => '#')).toEqual([['serious', 2]])
  expect(graded(path => `https://other.org${path}`)).toEqual([['moderate', 2]])
})

test('a page without its .html is the same page, of which the original has two addresses', () => {
  const before = [nav('Guide', '/guide'), nav('Handbook', '/guide.html'), nav('Others', '/others.html')]
  const now = [nav('Guide', '/guide'), nav('Handbook', '/guide')]
  expect(judge(site(before), site([...now, nav('Others', '/others')])).introduced).toEqual([])
  expect(judge(site(before), site([...now, nav('Others', '/guide')])).introduced).toHaveLength(1)
})

test('the public address of the page is its site, another one is not', () => {
  const at = (href: string): Given => ({
    ...site([nav('Home', '/'), nav('Prices', 'https://anvils.example/prices')]),
    head: { links: [{ rel: 'canonical', href, hreflang: '', media: '', type: '', inHead: true }] },
  })
  const before = site([nav('Home', '/'), nav('Prices', '/prices')])
  expect(judge(before, at('https://anvils.example/')).introduced).toEqual([])
  expect(judge(before, at('https://anvils.example/other')).introduced).toHaveLength(1)
})

test('the logo leads home, by whatever address', () => {
  const logo = (href: string, origin: string) => ({
    ...site([nav('Anvils', href, { landmark: 'banner' }), nav('Prices', '/prices')]),
    document: { url: `${origin}about` },
  })
  const home = [ORIGINAL, 'https://example.com', REBUILT, '/', './index.html', `${REBUILT}index.html`]
  const led = (was: string, is: string) => judge(logo(was, ORIGINAL), logo(is, REBUILT)).introduced
  for (const was of [ORIGINAL, 'https://example.com', '/'])
    for (const is of home) expect(led(was, is)).toEqual([])
  expect(led(ORIGINAL, 'https://other.example/')).toEqual(['links:retargeted:anvils:/ moderate'])
})

test('links to the public address that only one of the pages names', () => {
  const named: Given = {
    head: {
      links: [
        {
          rel: 'canonical',
          href: 'https://anvils.example/',
          hreflang: '',
          media: '',
          type: '',
          inHead: true,
        },
      ],
    },
  }
  const [relative, absolute, other] = ['', 'https://anvils.example', 'https://hammers.example'].map(origin =>
    site([nav('Home', `${origin}/`), nav('Prices', `${origin}/prices`), nav('About', '/about')]),
  )
  expect(judge({ ...relative, ...named }, absolute!).introduced).toEqual([])
  expect(judge(absolute!, { ...relative, ...named }).introduced).toEqual([])
  expect(judge({ ...relative, ...named }, other!).introduced).toEqual([
    'links:retargeted:prices:/prices moderate',
  ])
})

test('an original on no public host is at home where its mail is, and where a link to itself says', () => {
  const local = (url: string) => ({ document: { url, requestedUrl: url, origins: [new URL(url).origin] } })
  const at = (extra: LinkArtifact[], here: string) => ({
    ...site([nav('Prices', `${here}prices`), nav('About', `${here}about`), ...extra]),
    ...local('http://localhost:3000/'),
  })
  const mail = (name: string) => link('Write', `mailto:${name}`)
  const [here, there] = ['http://localhost:3000/', 'https://www.anvils.example/']
  const led = (...extra: LinkArtifact[]) => judge(at(extra, here), at(extra, there)).introduced
  expect(led(mail('info@anvils.example'))).toEqual([])
  expect(led(link('anvils.example', here))).toEqual([])
  // Mail to several domains names none, and a link that leads there is no link to itself.
  expect(led(mail('info@anvils.example'), mail('me@mail.example'))).toHaveLength(1)
  expect(led(link('anvils.example', there))).toHaveLength(1)
  expect(led(mail('info@hammers.example'))).toHaveLength(1)
  // What is published is at home where it is.
  const published = (to: string) => site([nav('Prices', to), mail('info@anvils.example')])
  expect(judge(published('/prices'), published(`${there}prices`)).introduced).toHaveLength(1)
})

test('an original on no public host is at home where the new page has its icons', () => {
  const at = (url: string, icon: string, prices: string): Given => ({
    ...site([nav('Home', url), nav('Prices', prices)]),
    document: { url, requestedUrl: url, origins: [new URL(url).origin] },
    head: { links: [{ rel: 'icon', href: icon, hreflang: '', media: '', type: '', inHead: true }] },
  })
  const [here, there] = ['http://localhost:3000/', 'https://anvils.example/']
  const led = (icon: string) =>
    judge(at(here, `${here}icon.png`, `${here}prices`), at(here, icon, `${there}prices`)).introduced
  expect(led(`${there}icon.png`)).toEqual([])
  expect(led(`${there}other.png`)).toHaveLength(1)
  expect(led('https://cdn.example/icon.png')).toHaveLength(1)
  expect(led(`${here}icon.png`)).toHaveLength(1)
})

test('a folder of the site that is on another host now', () => {
  const api = (folder: string, names: string[]) => names.map(name => link(name, `${folder}/${name}.html`))
  const as = (kind: string): typeof TEXTS => [...TEXTS, ['Builder class', kind], ['Tokens class', kind]]
  const [builder, tokens] = ['Builder class', 'Tokens class'] as const
  const before = [...LINKS, nav('Reference', '/api/'), ...api('/api/data/json', [builder, tokens])]
  const led = (...there: LinkArtifact[]) =>
    judge(site(before, [], as('link')), site([...LINKS, ...there], [], as('paragraph'))).introduced
  const jar = 'https://docs.example/jar'
  const index = nav('', `${jar}/index.html`)
  const renamed = api(`${jar}/data/json`, [builder, tokens]).map(one => ({ ...one, name: 'Class' }))
  const home = 'links:lost:reference:/api moderate'
  expect(led(...renamed, index)).toEqual([])
  expect(led(...renamed)).toEqual([home])
  // One page alone tells of no folder.
  expect(led(renamed[0]!, index)).toEqual([
    'links:lost:builder class:/api/data/json/Builder class.html moderate',
    home,
  ])
})

test('a new link beside the same neighbour stands in the place of one that is gone', () => {
  const action = (name: string, href: string) => link(name, href, { looksLikeButton: true, near: 'Anvils' })
  const row = (...links: LinkArtifact[]) => [...LINKS, action('Download', '/files'), ...links]
  const give = (name: string) => action(name, 'https://funds.example/anvils')
  const led = (name: string, ...now: LinkArtifact[]) =>
    judge(site(row(give(name)), [], TEXTS), site(row(...now), [], TEXTS)).introduced
  const as = (plain: string): typeof TEXTS =>
    TEXTS.map(([text, kind]) => [text, text === plain ? 'paragraph' : kind])
  const sponsor = action('Sponsor us', 'https://sponsors.example/anvils')
  expect(led('Donate')).toEqual(['links:lost:donate://funds.example/anvils serious'])
  expect(led('Register now')).toEqual(['links:lost:register now://funds.example/anvils serious'])
  expect(led('All about anvils')).toEqual(['links:lost:all about anvils://funds.example/anvils moderate'])
  expect(led('Donate', sponsor)).toEqual(['links:lost:donate://funds.example/anvils moderate'])
  // Elsewhere in the page, below another heading, or to what the original links to.
  for (const now of [
    [link('Guide', '/guide'), link('Map', '/map'), sponsor],
    [{ ...sponsor, near: 'Hammers' }],
    [action('Sponsor us', 'https://other.org/')],
  ])
    expect(led('Donate', ...now)).toEqual(['links:lost:donate://funds.example/anvils serious'])
  expect(led('Buy now', sponsor)).toEqual(['links:lost:buy now://funds.example/anvils serious'])
  // One of another name that is for the same, wherever it stands.
  const order = action('Order your own', 'https://anvils.example/order')
  expect(led('Buy now', sponsor, order)).toEqual(['links:lost:buy now://funds.example/anvils moderate'])
  const join = (name: string) => led('Sign up', action(name, 'https://anvils.example/join'))
  expect(join('Read our story')).toEqual(['links:lost:sign up://funds.example/anvils serious'])
  expect(join('Subscribe')).toEqual(['links:lost:sign up://funds.example/anvils moderate'])
  // Not of one that is still shown at the head of the page, and is no link; elsewhere the text may be another one.
  const shown = (landmark: string) => {
    const now = site(swap('About', nav('Blog', '/blog')), [], as('About'))
    const [layout] = now!.layouts as Artifacts['layouts']
    const blocks = layout!.blocks.map(one => (one.text === 'About' ? { ...one, landmark, box: BELOW } : one))
    return judge(site(LINKS, [], TEXTS), { ...now, layouts: [{ ...layout!, blocks }] }).introduced
  }
  expect(shown('navigation')).toEqual(['links:lost:about:/about moderate'])
  expect(shown('main')).toEqual(['links:lost:about:/about moderate'])
})

test('links to other sites that lost their addresses together', () => {
  const NETWORKS = ['facebook.com/anvils', 'x.com/anvils', 'github.com/anvils', 'youtube.com/@anvils']
  const away = NETWORKS.map((to, at) => link('', `https://${to}`, { near: `Card ${at}` }))
  const clients = ['a', 'b', 'c'].map(name => link(`Client ${name}`, `https://${name}.example/`))
  const empty = (one: LinkArtifact, near = one.near) => ({ ...one, near, href: ORIGINAL, raw: '' })
  const led = (before: LinkArtifact[], ...now: LinkArtifact[]) =>
    judge(
      site([nav('About', '/about'), ...before]),
      site([nav('About', '/about'), ...now]),
    ).introduced.filter(issue => !issue.endsWith('minor'))
  const all = [...away, ...clients]
  // By their names, or as symbols that stand elsewhere.
  const names = ['facebook', 'X', 'github', 'youtube']
  expect(led(all, ...all.map(one => empty(one)))).toEqual(['links:emptied serious'])
  expect(
    led(all, ...names.map(name => empty(link(name === 'X' ? '' : name, '#'), 'Foot')), ...clients),
  ).toEqual(['links:emptied serious'])
  // A template has the front pages of networks.
  const bare = ['www.instagram.com', 'facebook.com/', 'x.com/anvils', 'youtube.com', 'github.com'].map(
    (to, at) => link(`Network ${at}`, `https://${to}`),
  )
  expect(led(bare, ...bare.map(one => empty(one)))).toEqual(['links:emptied moderate'])
  const people = Array.from({ length: 10 }, (_, at) => link(`Person ${at}`, bare[at % 2]!.raw))
  expect(led(people, ...people.map(one => empty(one)))).toEqual(['links:emptied serious'])
  // Three are told each by itself, and so is what is less than half of them, of which some are accounts.
  expect(led(all, ...away, ...clients.map(one => empty(one)))).not.toContain('links:emptied serious')
  const more = ['d', 'e', 'f', 'g', 'h', 'i'].map(name => link(`Client ${name}`, `https://${name}.example/`))
  const four = [...clients, more[0]!].map(one => empty(one))
  expect(led([...all, ...more], ...away, ...four, ...more.slice(1))).not.toContain('links:emptied serious')
  // What led nowhere before is no loss.
  const hostless = away.map(one => ({ ...one, href: 'http://', raw: 'http://' }))
  expect(led(hostless, ...hostless.map(one => empty(one)))).toEqual([])
  expect(
    led(
      away.map(one => empty(one)),
      ...away.map(one => empty(one)),
    ),
  ).toEqual([])
  const unfinished = away.map(one => ({ ...one, href: 'http://', raw: 'http://' }))
  expect(led(unfinished, ...away.map(one => empty(one)))).toEqual([])
})

test('a card that gained a word and leads to what another leads to', () => {
  const card = (name: string, to: string) => link(name, `${to}.html`)
  const before = [card('Rye loaf of the mill New', 'rye'), card('Spelt loaf of the mill New', 'spelt')]
  const now = [
    card('Rye loaf of the mill Like New', 'spelt'),
    card('Spelt loaf of the mill Like New', 'spelt'),
  ]
  expect(judge(site([...LINKS, ...before]), site([...LINKS, ...now])).introduced.join()).toContain(
    'links:retargeted:rye loaf of the mill new',
  )
})

test('a link whose picture and caption say its name twice is the same link', () => {
  const [was, is] = ['https://gardens.example/', 'https://tours.example/castle']
  const before = site([...LINKS, link('Water gardens', was)], [], TEXTS)
  const led = (name: string, href: string) =>
    judge(before, site([...LINKS, link(name, href)], [], TEXTS)).introduced
  expect(led('Water gardens Water gardens', was)).toEqual([])
  expect(led('Water gardens Water gardens', is)).toEqual([
    `links:retargeted:water gardens://gardens.example/ moderate`,
  ])
})

test('an unseen entry of a menu is kept by the link of its name to the same page', () => {
  const [entry, seen] = (['hidden', 'visible'] as const).map(state => nav('Blue house', '/blue', { state }))
  const card = (href: string) => link('Blue house', href)
  const lost = (...before: LinkArtifact[]) => {
    const texts: [string, string][] = [...TEXTS, ['Blue house', 'heading']]
    const rebuilt = site([...LINKS, card('/houses/blue-house')], [], texts)
    const { introduced } = judge(site([...LINKS, ...before], [], TEXTS), rebuilt)
    return introduced.filter(key => key.startsWith('links:lost'))
  }
  expect(lost(card('/blue'), entry!)).toEqual([])
  // In sight it is an entry that leads nowhere, and the other one led elsewhere.
  expect(lost(card('/blue'), seen!)).toHaveLength(1)
  expect(lost(card('/red'), entry!)).toHaveLength(1)
})

test('a page whose address led on to another host is its own', () => {
  const moved = { document: { url: 'https://anvils.example/' } }
  const at = (origin: string) => ({ ...site([nav('Home', `${origin}/`), nav('Prices', `${origin}/prices`)]) })
  expect(judge({ ...at('https://anvils.example'), ...moved }, at('')).introduced).toEqual([])
})

test('a new entry of the navigation that leads to no page holds a launch, a new link elsewhere does not', () => {
  const dead = [target('/diary', 404)]
  const to = (added: LinkArtifact) => judge(site(LINKS), site([...LINKS, added], dead)).introduced
  expect(to(nav('Diary', '/diary'))).toEqual(['links:dead:/diary serious'])
  expect(to(link('Diary', '/diary'))).toEqual(['links:dead:/diary moderate'])
})

test('a link for directions to another place', () => {
  const to = (place: string) =>
    site([link('Map', `https://www.google.com/maps/dir/?api=1&destination=${place}`)])
  const judged = (place: string) => judge(to('52.52,13.40'), to(place)).introduced
  expect(judged('48.13,11.57')).toEqual([expect.stringMatching(/^links:retargeted:map:.* moderate$/)])
  expect(judged('52.5200,13.4050')).toEqual([])
})

test('a telephone or mail link that leads at last to what it says is minor', () => {
  const judged = (name: string, was: string, now: string) =>
    judge(site([link(name, was)]), site([link(name, now)])).introduced.map(issue => issue.split(' ').at(-1))
  const number = '+7 (812) 812-12-12'
  expect(judged(number, 'tel:+78128121212', 'tel:+78121212')).toEqual(['serious'])
  // It was mistyped, an example, or a second number by which calls are counted.
  expect(judged(number, 'tel:+78121212', 'tel:+78128121212')).toEqual(['minor'])
  expect(judged(number, 'tel:+78005550000', 'tel:+78128121212')).toEqual(['minor'])
  expect(judged(number, 'tel:+78005550000', 'tel:+78005550001')).toEqual(['serious'])
  expect(judged('E-mail us', 'mailto:info@example.com', 'mailto:?subject=Hello')).toEqual(['serious'])
  expect(judged('Call 24/7', 'tel:+4930123456', 'tel:247')).toEqual(['serious'])
})

test.each<[string, string, string, boolean]>([
  ['a trunk zero put right', 'tel:+44(0)2079460000', 'tel:+442079460000', true],
  ['a trunk zero without brackets', 'tel:+3530 1 234 5678', 'tel:+35312345678', true],
  ['a zero that belongs to the number', 'tel:+39 06 1234 5678', 'tel:+39 6 1234 5678', false],
  ['a zero lost from an area code', 'tel:+12025551234', 'tel:+1225551234', false],
  ['an extension written otherwise', 'tel:555-123-4567x12', 'tel:+1-555-123-4567;ext=12', true],
  ['an extension after a pause', 'tel:+15551234567,,12', 'tel:+1 555 123 4567 ext. 12', true],
  ['an extension that is left out', 'tel:555-123-4567x12', 'tel:+15551234567', true],
  ['another extension', 'tel:+15551234567;ext=12', 'tel:+15551234567;ext=13', false],
  ['letters dialled as digits', 'tel:1-800-FLOWERS', 'tel:+18003569377', true],
  ['letters of another number', 'tel:1-800-FLOWERS', 'tel:1-800-CONTACT', false],
  ['a country code left out', 'tel:1-800-356-9377', 'tel:(800)3569377', true],
  ['a message text', 'sms:+15551234567?body=Order%204711', 'sms:+15551234567', true],
])('a phone number: %s', (_, was, now, same) => {
  const { introduced } = judge(site([link('Call', was)]), site([link('Call', now)]))
  expect(introduced.map(issue => issue.split(' ').at(-1))).toEqual(same ? [] : ['serious'])
})

test.each(['+39 380 458 01 35', '380 4580135'])(
  'a chat that lacked its country has it now, and %s stands on the page',
  said => {
    const chat = (href: string) => link('Write to us', href, { looksLikeButton: true })
    const texts: [string, string][] = [[said, 'paragraph']]
    const [bare, whole] = ['https://wa.me/3804580135', 'https://wa.me/393804580135?text=Hi']
    const grave = [expect.stringMatching(/^links:retargeted:.* serious$/)]
    expect(judge(site([chat(bare)], [], texts), site([chat(whole)], [], texts)).introduced).toEqual([])
    expect(judge(site([chat(bare)]), site([chat(whole)])).introduced).toEqual(grave)
    expect(judge(site([chat(whole)], [], texts), site([chat(bare)], [], texts)).introduced).toEqual(grave)
  },
)

const at = (href: string, change: Partial<LinkArtifact> = {}) =>
  link('Find us', href, { landmark: 'contentinfo', ...change })
const WA = 'https://wa.me/15551234567'

test.each<[string, string, string, string?, LinkTarget[]?, LinkTarget[]?]>([
  ['a calendar', 'https://calendly.com/dr-smith/intro', 'https://calendly.com/your-link', 'serious'],
  ['a chat', WA, 'https://wa.me/1234567890', 'serious'],
  ['a chat at its other address', WA, 'https://api.whatsapp.com/send?text=Hi&phone=1555', 'serious'],
  ['a chat without its number', WA, 'https://wa.me/?text=Hello', 'serious'],
  ['the front page of a calendar', 'https://calendly.com/dr-smith', 'https://calendly.com/', 'serious'],
  ['a calendar that became no link', 'https://calendly.com/dr-smith', '#', 'serious'],
  ['a branch', 'https://plan.example/?lang=de&clinic=32286151', 'https://plan.example/?lang=de', 'moderate'],
  ['a language', 'https://plan.example/?lang=de', 'https://plan.example/'],
  ['a day', 'https://plan.example/book?day=2026-11-28', 'https://plan.example/book'],
  [
    'what is shared',
    'https://plan.example/share?u=https://example.com/offers-202611',
    'https://plan.example/share?u=https://example.org/deals',
  ],
  ['a branch by its path', 'https://plan.example/?clinic=32286151', 'https://plan.example/32286151'],
  ['a purse', 'https://paypal.me/acme', 'https://www.paypal.com/paypalme/other', 'serious'],
  ['a profile', 'https://instagram.com/acme', 'https://www.instagram.com/another/', 'moderate'],
  ['a company', 'https://linkedin.com/company/acme', 'https://linkedin.com/company/else', 'moderate'],
  [
    'a login that both end at',
    'https://instagram.com/acme',
    'https://instagram.com/yourbrand',
    'moderate',
    [ended('https://instagram.com/acme', 'https://instagram.com/accounts/login')],
    [ended('https://instagram.com/yourbrand', 'https://instagram.com/accounts/login')],
  ],
  ['a call that is a chat with the same number', 'tel:+1 555 123-4567', WA, 'moderate'],
  ['a call that is a chat with another number', 'tel:+1 555 123-4568', WA, 'moderate'],
  ['the same chat', WA, 'https://api.whatsapp.com/send?phone=%2B15551234567&text=Hi'],
  [
    'the same calendar, another length',
    'https://calendly.com/dr-smith',
    'https://calendly.com/dr-smith/30min',
  ],
  ['the same chat without its country', 'https://wa.me/4915112345678', 'https://wa.me/015112345678'],
  [
    'another chat without its country',
    'https://wa.me/4915112345678',
    'https://wa.me/015112345679',
    'serious',
  ],
  ['a way to pay', 'https://www.patreon.com/acme', 'https://www.patreon.com/bepatron?u=47'],
  ['the same page of a patron', 'https://www.patreon.com/acme', 'https://www.patreon.com/cw/acme'],
  ['the same profile', 'https://twitter.com/Acme', 'https://x.com/acme?lang=de'],
  [
    'the same profile in a language',
    'https://de.linkedin.com/company/acme/',
    'https://linkedin.com/company/acme',
  ],
  ['the same profile on phones', 'https://fb.com/acme', 'https://m.facebook.com/acme/about'],
  ['a channel by its handle', 'https://youtube.com/channel/UCabc', 'https://youtube.com/@acme'],
  ['a company by its number', 'https://linkedin.com/company/4711', 'https://linkedin.com/company/acme'],
  ['a post for a profile', 'https://instagram.com/acme', 'https://instagram.com/p/Cabc/'],
  ['a share link', 'https://x.com/intent/tweet?text=a', 'https://x.com/share?text=b'],
  ['a page for its share link', 'https://facebook.com/acme', 'https://facebook.com/sharer/sharer.php?u=a'],
  ['a file in another branch', 'https://github.com/acme/a/blob/main/x', 'https://github.com/acme/b/tree/dev'],
  ['what was a placeholder', 'https://instagram.com/yourbrand', 'https://instagram.com/acme'],
  [
    'bookings at nobody',
    'https://bookings.example/acme/intro',
    'https://calendly.com/your-name/30min',
    'serious',
  ],
  ['no bookings before', 'https://bookings.example/', 'https://calendly.com/your-name/30min', 'moderate'],
  ['what was the front page', 'https://instagram.com/', 'https://instagram.com/acme'],
  ['the front page in a language', 'https://x.com/?lang=de', 'https://twitter.com/'],
  ['the front page of a network', 'https://instagram.com/acme', 'https://www.instagram.com/', 'moderate'],
  ['the page of a messenger', 'https://t.me/acme', 'https://telegram.org/', 'moderate'],
  ['a number', 'https://facebook.com/profile.php?id=1000', 'https://facebook.com/', 'moderate'],
  [
    'another number',
    'https://facebook.com/profile.php?id=1000',
    'https://facebook.com/profile.php?id=2',
    'moderate',
  ],
  ['a name for its number', 'https://facebook.com/profile.php?id=1000', 'https://facebook.com/acme'],
  [
    'what was dead',
    'https://x.com/acme',
    'https://x.com/acme2',
    undefined,
    [target('https://x.com/acme', 404)],
  ],
  [
    'an account that was renamed',
    'https://github.com/acme/a',
    'https://github.com/acme-inc/a',
    undefined,
    [ended('https://github.com/acme/a', 'https://github.com/acme-inc/a')],
  ],
  ['another page of a documentation', 'https://docs.other.org/3/a', 'https://docs.other.org/4/a'],
])('a link to an account elsewhere: %s', (_, was, now, severity, before = [], after = []) => {
  const { introduced } = judge(site([at(was)], before), site([at(now)], after))
  expect(introduced.filter(issue => !issue.includes('unchecked'))).toEqual(
    severity ? [expect.stringMatching(new RegExp(`^links:retargeted:find us:.* ${severity}$`))] : [],
  )
})

test('profiles of one footer are one issue', () => {
  const icons = (account: string) =>
    site(
      ['instagram.com', 'facebook.com', account ? 't.me' : 'telegram.org'].map(host =>
        at(`https://${host}/${account}`, { name: '' }),
      ),
    )
  const footer = judge(icons('acme'), icons('yourbrand'))
  expect(footer.introduced).toEqual([expect.stringMatching(/moderate$/)])
  expect(footer.issues[0]!.members).toHaveLength(3)
  // Nothing else than the service tells which icon is which.
  const fronts = judge(icons('acme'), icons(''))
  expect(fronts.introduced).toEqual([expect.stringMatching(/^links:retargeted:.* moderate$/)])
  expect(fronts.issues[0]!.members).toHaveLength(3)
})

test('of several accounts at one service each is known by its heading', () => {
  const team = (...people: [near: string, account: string][]) =>
    site(people.map(([near, account]) => link('LinkedIn', `https://linkedin.com/in/${account}`, { near })))
  const before = team(['Ann', 'ann'], ['Bob', 'bob'])
  expect(judge(before, team(['Ann', 'ann'], ['Cid', 'cid'])).introduced).toEqual([])
  expect(judge(before, team(['Ann', 'ann'], ['Bob', 'username'])).introduced).toHaveLength(1)
})

test.each<[string, string, string, boolean]>([
  ['another number', '021-12345678', 'tel:+982112345687', true],
  ['another number, in Persian digits', 'تلفن: ۰۲۱-۱۲۳۴۵۶۷۸', 'tel:+982112345687', true],
  ['the same in Persian digits', '۰۲۱-۱۲۳۴۵۶۷۸', 'tel:+982112345678', false],
  ['its number with country and area', 'Call us: 949 6000', 'tel:+441179496000', false],
  ['a trunk zero', '+49 (0)30 123 45 67', 'tel:+49301234567', false],
  ['the first of two lines', '0117 949 6000-02', 'tel:+441179496000', false],
  ['letters on keys', 'Call 1-800-FLOWERS', 'tel:+18003569377', false],
  ['hours beside it', 'Open 9-17, call +49 30 1234567', 'tel:+49309999999', false],
  ['another mailbox', 'Write to info@anvils.example', 'mailto:sales@anvils.example', true],
  ['its mailbox, a word right before it', 'Emailinfo@anvils.example', 'mailto:info@anvils.example', false],
  ['its mailbox with a subject', 'Info@anvils.example', 'mailto:info@anvils.example?subject=Hello', false],
])('a link that shows a number or a mailbox: %s', (_, name, raw, isTold) => {
  const plain = site([...LINKS, nav('Contact', '/contact')])
  const now = site([...LINKS, nav('Contact', '/contact'), link(name, raw)])
  const told = ({ introduced }: { introduced: string[] }) =>
    introduced.filter(issue => issue.includes('contradicted'))
  expect(told(judge(plain, now))).toHaveLength(isTold ? 1 : 0)
  expect(told(judge(now, now))).toEqual([])
})

test('a link that contradicted its text on the original, and one without an address', () => {
  const mail = (name: string, raw: string) => site([...LINKS, nav('Simon', '/simon'), link(name, raw)])
  const [was, is] = ['simon.doe@anvils.example', 'simon@anvils.example']
  const told = (before: Given, now: Given) =>
    judge(before, now).introduced.filter(key => /contradicted|retargeted/.test(key))
  expect(told(mail(was, 'mailto:#'), mail(is, 'mailto:#'))).toEqual([])
  expect(told(mail(was, 'mailto:sales@anvils.example'), mail(is, 'mailto:sales@anvils.example'))).toEqual([])
  expect(told(mail(was, `mailto:${was}`), mail(is, `mailto:${was}`))).toHaveLength(1)
  expect(told(mail(was, `mailto:${was}`), mail(was, 'mailto:#'))).toEqual([
    `links:retargeted:${was}:mailto:${was} serious`,
  ])
})

test('contacts whose links have no address any more', () => {
  const bare = LINKS.slice(0, 4)
  const contacts = (mail: string, phone: string, icon = '') =>
    site([...bare, link(`${icon}info@example.com`, mail), link(`${icon}+49 30 123 4567`, phone)])
  const was = contacts('mailto:info@example.com', 'tel:+49301234567', 'Letter ')
  const { introduced, issues } = judge(was, contacts('mailto:', 'tel:'))
  expect(introduced).toEqual(['links:lost:letter info@example.com:mailto:info@example.com serious'])
  expect(issues[0]!.message).toContain('1 more of this kind')
  expect(judge(contacts('mailto:', 'tel:'), contacts('mailto:', 'tel:')).introduced).toEqual([])
})

test('links to a map that show another place', () => {
  const map = (name: string, href: string) => site([...LINKS, link(name, href, { landmark: 'contentinfo' })])
  const mill = 'https://www.google.com/maps/place/Old+Mill/@52.5,13.4,15z'
  const told = (href: string) =>
    judge(map('Pin 12 Mill Lane', mill), map('12 Mill Lane', href)).issues.map(({ severity }) => severity)
  expect(told('https://www.google.com/maps/@48.1,11.6,15z')).toEqual(['moderate'])
  expect(told('https://www.openstreetmap.org/?mlat=48.1&mlon=11.6')).toEqual(['moderate'])
  expect(told('https://www.openstreetmap.org/#map=17/52.51/13.41')).toEqual([])
  expect(told('https://maps.google.com/?q=52.501%2C13.402')).toEqual([])
  // A short address tells no place.
  expect(told('https://maps.app.goo.gl/AbC12xYz')).toEqual([])
})

test('new links to addresses that a template has in the place of a real one', () => {
  const told = (href: string, change: Partial<LinkArtifact> = {}, before = LINKS) =>
    judge(site(before), site([...LINKS, link('Join us', href, change)])).introduced
  const action = { looksLikeButton: true }
  for (const href of [
    'https://forms.gle/SEU_LINK',
    'https://wa.me/55SEUNUMEROAQUI',
    'https://wa.me/5534999999999?text=Hello',
    'https://github.com/YOUR_USERNAME',
    'https://www.instagram.com/yourhandle',
    'https://www.example.org/join',
    'tel:9999999999',
    'tel:=',
    'tel:+55XXXXXXXXX',
    'mailto:you@yourdomain.com',
  ]) {
    expect(told(href), href).toEqual([expect.stringMatching(/^links:unfilled:.* moderate$/)])
    expect(told(href, action), href).toEqual([expect.stringMatching(/^links:unfilled:.* serious$/)])
    // The original has it as well.
    expect(told(href, action, [...LINKS, link('Join', href)]), href).toEqual([])
  }
  for (const href of [
    'https://forms.gle/aXbYzSEU4kL',
    'https://wa.me/5534998127340',
    'https://github.com/old-mill',
    'https://shop.example.co/join',
    'tel:+493022334455',
    'mailto:you@mill.org',
    '/YOUR_STAY',
  ])
    expect(told(href, action), href).toEqual([])
})

test('the one way to write or to call is nobody’s', () => {
  const told = (...links: LinkArtifact[]) =>
    judge(site([nav('Home', '/')]), site([nav('Home', '/'), ...links]))
  const call = link('Call us', 'tel:9999999999')
  expect(told(link('Call us', 'tel:')).introduced).toEqual(['links:unfilled:tel: moderate'])
  expect(told(call).introduced).toEqual(['links:unfilled:tel:9999999999 serious'])
  expect(told(call, link('Write', 'mailto:us@mill.org')).introduced).toEqual([
    'links:unfilled:tel:9999999999 moderate',
  ])
})

/** What somebody wrote for the new page. */
const OWN: typeof TEXTS = [
  [
    'Since this spring we bake flat loaves of spelt and barley with seeds on two days of the week.',
    'paragraph',
  ],
  ['Whoever brings a bag of linen along pays ten cents less for each of the rolls.', 'paragraph'],
]

test('an entry that is gone from a page that somebody edited costs less', () => {
  const penalties = (more: typeof TEXTS, name: string) => {
    const now = LINKS.filter(one => one.name !== name)
    const texts = TEXTS.filter(([text]) => text !== name)
    const { issues } = judge(site(LINKS, [], TEXTS), site(now, [], [...texts, ...more]))
    return issues.map(({ rule, severity, penalty }) => `${rule} ${severity} ${penalty}`)
  }
  expect(penalties([], 'Prices')).toEqual(['functional/links/lost moderate 0.1'])
  expect(penalties(OWN, 'Prices')).toEqual(['functional/links/lost moderate 0.02'])
  expect(penalties(OWN, 'Write to us')).toEqual(penalties([], 'Write to us'))
})

test.each([
  ['to where no link led', '/about-the-bakery-and-us', 'moderate'],
  ['to another known page', '/prices.html', 'serious'],
  ['nowhere', '#', 'serious'],
])('navigation of a page that somebody edited leads %s', (_, to, severity) => {
  const now = swap('About', nav('About', to))
  const { introduced } = judge(site(LINKS, [], TEXTS), site(now, [], [...TEXTS, ...OWN]))
  expect(introduced).toEqual([`links:retargeted:about:/about ${severity}`])
})

test('pictures that were renamed as a whole are those that links opened', () => {
  const NAMES = ['Blue hour', 'Glasshouse', 'The last ferry', 'Nets']
  const gallery = (...files: string[]) => site(files.map((file, at) => link(NAMES[at]!, `/img/${file}`)))
  const before = gallery('DSC_1.jpg', 'DSC_2.jpg', 'DSC_3.jpg', 'DSC_4.jpg')
  const told = (...files: string[]) =>
    judge(before, gallery(...files)).introduced.map(key => key.replace(/.*retargeted:/, ''))
  expect(told('hour.webp', 'glass.webp', 'ferry.webp', 'nets.webp')).toEqual([])
  // One of them opens the picture of another one.
  expect(told('hour.webp', 'glass.webp', 'glass.webp', 'nets.webp')).toHaveLength(2)
  // They are called as others are, as links or as files.
  expect(told('glasshouse.webp', 'the-last-ferry.webp', 'nets.webp', 'blue-hour.webp')).toHaveLength(4)
  expect(told('DSC_2.webp', 'DSC_1.webp', 'ferry.webp', 'nets.webp')).not.toEqual([])
  // Two kept their names.
  expect(told('DSC_1.webp', 'DSC_2.webp', 'stock-11.jpg', 'stock-12.jpg')).toHaveLength(2)
  // One alone has another name.
  expect(told('DSC_1.jpg', 'DSC_2.jpg', 'ferry.webp', 'DSC_4.jpg')).toHaveLength(1)
  expect(told('DSC_1.jpg', 'DSC_2.jpg', 'DSC_4.jpg', 'DSC_3.jpg')).toHaveLength(2)
})

test('a gallery that leads to other pictures is told of its pictures', () => {
  const gallery = (...files: string[]) => site(files.map(file => link('Image', `/img/${file}`)))
  expect(judge(gallery('a.jpg', 'b.jpg'), gallery('c.jpg', 'd.webp')).introduced).toEqual([])
  expect(judge(gallery('a.jpg', 'b.jpg'), gallery('a.jpg', 'prices.html')).introduced).toEqual([
    'links:retargeted:image:/img/b.jpg moderate',
  ])
  // One picture that is linked to twice is no gallery.
  const twice = (file: string) => site([nav('Menu', file), link('Menu', file, { landmark: 'contentinfo' })])
  expect(judge(twice('/menu.jpg'), twice('/logo.png')).introduced).toContain(
    'links:retargeted:menu:/menu.jpg moderate',
  )
})

test('links to no place of which a script makes tabs', () => {
  const at = (strip: number, entry: number) =>
    `main > div:nth-of-type(${strip}) > ul > li:nth-of-type(${entry}) > a`
  const strips = (to: (name: string, strip: number) => string, isThere: boolean | null) =>
    [1, 2].flatMap(strip =>
      ['Home', 'Profile', 'Messages'].map((name, entry) =>
        link(name, to(name, strip), { fragmentFound: isThere, selector: at(strip, entry + 1) }),
      ),
    )
  const before = site(strips((name, strip) => `#${name}-${strip}`, true))
  const found = (href: string, change: Record<string, unknown> | null, isThere = false, landmark = '') => {
    const links = strips(name => `${href}${href === '#' ? name : ''}`, false)
    for (const one of links) one.landmark = landmark
    const pressed = {
      ...links[1]!,
      way: 'press',
      effect: 'switches',
      revealed: ['Jo'],
      went: null,
      ...change,
    }
    links[1]!.fragmentFound = isThere
    const rest = links.map(({ selector }) => ({ selector, role: change?.role }))
    const probes = { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: change ? [pressed] : [], rest } }
    return judge(before, { ...site(links), probes: probes as unknown as Artifacts['probes'] })
  }
  // One that was pressed proves its strip, and where all lead to one place the other strip as well.
  expect(found('#undefined', {}).introduced).toEqual([])
  expect(found('#', {}).introduced).toEqual(['links:fragment:#Home-2 moderate'])
  // So it does where all are tabs, whatever their addresses.
  expect(found('#', { role: 'tab' }).introduced).toEqual([])
  // Unpressed, pressed in vain, followed, or a strip whose other places are there: entries of one list are one issue.
  for (const change of [null, { revealed: [] }, { went: '/#undefined' }]) {
    const { issues } = found('#undefined', change)
    expect(issues.map(({ members }) => members?.length)).toEqual([3, 3])
  }
  expect(found('#', {}, true).issues.map(({ members }) => members?.length)).toEqual([3, 2])
  // What opens a submenu proves itself alone, as does any entry of a menu.
  expect(found('#undefined', { effect: 'opens' }).issues.map(({ members }) => members?.length)).toEqual([
    3, 2,
  ])
  const menu = found('#undefined', {}, false, 'navigation').issues
  expect(menu.flatMap(({ key, members }) => (/fragment/.test(key) ? members?.length : []))).toEqual([3, 2])
})

test('a call to action that opens over the page what it led to in the page leads somewhere', () => {
  const button = (href: string, change: Partial<LinkArtifact> = {}) =>
    link('Get in touch', href, { looksLikeButton: true, selector: '#cta', ...change })
  const before = site([button('#contact', { fragmentFound: true })])
  const found = (revealed: string[]) => {
    const pressed = { ...button(''), role: 'link', way: 'press', effect: 'opens', revealed, went: null }
    const probes = { narrow: NO_PROBES, wide: { ...NO_PROBES, probes: [pressed] } }
    const now = { ...site([button('javascript:void(0)')]), probes: probes as unknown as Artifacts['probes'] }
    return judge(before, now).introduced
  }
  expect(found(['Your name', 'Your message'])).toEqual([])
  expect(found([])).toEqual([expect.stringMatching(/^links:retargeted:.* serious$/)])
})

test.each<[string, string, string, string | null]>([
  ['a route of an application', '/members/login-page.html', '#/login', null],
  ['another route', '/members/login-page.html', '#/landing', 'moderate'],
  ['a route that is called as the link', '/members/in.html', '#/view-login', null],
  [
    'a file below another folder of the domain',
    '/members.html',
    'https://demo.anvils.org/kit/members.html',
    null,
  ],
  ['a page there that is no file', '/members', 'https://demo.anvils.org/kit/members', 'moderate'],
  [
    'a file of that name on another domain',
    '/members.html',
    'https://demo.other.org/members.html',
    'moderate',
  ],
])('a button of the site that leads to %s', (_, was, is, severity) => {
  const view = (href: string): Given => ({
    ...site([
      ...LINKS,
      link('View login', href, { looksLikeButton: true, fragmentFound: /^#/.test(href) ? false : null }),
    ]),
    head: { title: 'A kit by Anvils' },
  })
  const { introduced } = judge(view(was), view(is))
  expect(introduced).toEqual(
    severity ? [expect.stringMatching(`^links:retargeted:view login:.* ${severity}$`)] : [],
  )
})

test('entries of one list that lead to another kind of thing now are one issue', () => {
  const list = (hrefs: string[], of = 'ul') =>
    hrefs.map((href, at) =>
      link(`Loaf ${at}`, href, { selector: `main > ${of} > li:nth-of-type(${at + 1}) > a` }),
    )
  const files = ['/img/a.jpg', '/img/b.jpg', '/img/c.jpg']
  const told = (now: LinkArtifact[], before = list(files)) =>
    judge(site(before), site(now))
      .result.issues.filter(({ rule }) => rule.endsWith('/retargeted'))
      .map(({ members }) => members?.length ?? 1)
  expect(told(list(['/loaf/17', '/loaf/18', '/loaf/19']))).toEqual([3])
  // The last one leads to a mailbox.
  expect(told(list(['/loaf/17', '/loaf/18', 'mailto:us@mill.org']))).toEqual([2, 1])
  const two = list(files.slice(0, 1), 'ol')
  expect(
    told([...list(['/loaf/17']), ...list(['/loaf/18'], 'ol')], [...list(files.slice(1, 2)), ...two]),
  ).toEqual([1, 1])
})

test('a part of another page that became a page of its name, with an ending and in ASCII', () => {
  const before = site([
    nav('Über uns', '/haus/index.html#wir'),
    nav('Kontakt', '/haus/index.html#mail'),
    nav('Preise', '/preise.html'),
  ])
  const told = (about: string, contact: string) =>
    judge(before, site([nav('Über uns', about), nav('Kontakt', contact), nav('Preise', '/preise.html')]))
      .introduced
  expect(told('/ueber-uns.html', '/kontakt.html')).toEqual([])
  expect(told('/preise.html', '/kontakt.html')).toEqual(['links:retargeted:über uns:/haus serious'])
})

test('a link to a placeholder for a telephone is not lost where a real one took its place', () => {
  const before = site([...LINKS.slice(0, 3), link('+49 123 4567890', 'tel:+491234567890')])
  const told = (...now: LinkArtifact[]) => judge(before, site([...LINKS.slice(0, 3), ...now])).introduced
  expect(told(link('Andreas', 'tel:+491729682752'), link('Kyrylo', 'tel:+491771907103'))).toEqual([])
  expect(told()).toEqual(['links:lost:+49 123 4567890:tel:+491234567890 serious'])
})

test('a mailbox that is written out in a text is no way that is gone', () => {
  const mail = link('info@acme.org', 'mailto:info@acme.org', { landmark: 'contentinfo' })
  const page = (...said: string[]) => ({
    ...site([]),
    layouts: [1440, 375].map(width => ({
      width,
      controls: [],
      blocks: said.map(text => ({ text, kind: 'paragraph', landmark: 'main', state: 'visible', box: BOX })),
    })) as never,
  })
  const told = (...said: string[]) =>
    judge(site([mail]), page(...said)).issues.map(
      ({ severity, message }) => `${severity} ${message.replace(/.* (is gone|became)/, '$1')}`,
    )
  expect(told('Write to: info@acme.org at any time')).toEqual(['moderate became plain text'])
  expect(told('Write to us at any time')).toEqual(['serious is gone, and nothing else leads there'])
})

test('the extension of a telephone number is no second number', () => {
  const call = (to: string) => site([link('+1 (519) 685-8500 Ext. 74702', `tel:+1519685${to}`)])
  expect(judge(site([]), call('8000')).introduced).toEqual([expect.stringMatching(/contradicted/)])
  expect(judge(site([]), call('8500')).introduced).toEqual([])
})

test('headings that a bar hides where links lead, which on the original it does not', () => {
  const HEADINGS = ['Rooms', 'Prices', 'Where we are']
  const of = (hidden?: string[], headings = HEADINGS): Given => ({
    ...site(HEADINGS.map(heading => nav(heading, '#a', { selector: `[title="${heading}"]` }))),
    probes: {
      wide: {
        ...NO_PROBES,
        ...(hidden && {
          landings: headings.map(heading => ({
            heading,
            name: heading,
            selector: `[title="${heading}"]`,
            isHidden: hidden.includes(heading),
          })),
        }),
      },
    },
  })
  expect(judge(of([]), of(['Rooms'])).introduced).toEqual(['links:hidden-landing moderate'])
  const { issues } = judge(of([]), of(HEADINGS))
  expect(issues.map(({ severity, message }) => [severity, message])).toEqual([
    ['serious', 'Where “Rooms” leads, a bar lies on the heading: “Rooms”, “Prices”, “Where we are”'],
  ])
  // Known of the original, nobody looked, none that was looked at there.
  expect(judge(of(['Rooms']), of(['Rooms'])).introduced).toEqual([])
  expect(judge(of(), of(HEADINGS)).introduced).toEqual([])
  expect(judge(of([], ['Rooms']), of(['Contact'], ['Contact'])).introduced).toEqual([])
})
