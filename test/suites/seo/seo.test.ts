import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { HeadArtifact } from '../../../server/capture/collectors/head.ts'
import { seo } from '../../../server/suites/seo/index.ts'
import { judgeBy, makeCapture, ORIGINAL, REBUILT } from '../captures.ts'
import { block } from '../responsive/pages.ts'

type Head = Partial<HeadArtifact>
type Extra = { [Name in 'destinations' | 'document' | 'robots']?: Partial<Artifacts[Name]> } & {
  layouts?: Artifacts['layouts']
}

const BOX = { x: 0, y: 0, width: 10, height: 10 }
const heading = (level: number, text: string) => ({
  level,
  text,
  landmark: 'main',
  box: BOX,
  seen: BOX,
  state: 'visible' as const,
  scroller: false,
  selector: `h${level}`,
})
const meta = (name: string, content: string) => ({ name, content })
const link = (rel: string, href: string, hreflang = '') => ({
  rel,
  href,
  hreflang,
  media: '',
  type: '',
  inHead: true,
})

const PAGE: Head = {
  title: 'Blue anvils | Acme',
  lang: 'en',
  metas: [
    meta(
      'description',
      'Anvils of hardened steel, forged by hand in three sizes and delivered within a week',
    ),
  ],
  links: [link('canonical', `${ORIGINAL}anvils`), link('alternate', `${ORIGINAL}de/ambosse`, 'de')],
  headings: [heading(1, 'Blue anvils'), heading(2, 'Sizes'), heading(3, 'Small'), heading(2, 'Delivery')],
}

/** Findings of both runs netted as the scorecard does, `check severity` of what was introduced. */
function judge(
  before: Head,
  now: Head,
  { original = {}, rebuilt = {} }: { original?: Extra; rebuilt?: Extra } = {},
) {
  const at = (url: string, extra: Extra, head: Head) => ({
    ...extra,
    document: { url: `${url}anvils`, requestedUrl: `${url}anvils`, ...extra.document },
    head,
  })
  const result = judgeBy(
    seo,
    makeCapture('original', at(ORIGINAL, original, before)),
    makeCapture('rebuilt', at(REBUILT, rebuilt, now)),
  )
  const introduced = result.issues.filter(({ status }) => status === 'introduced')
  return {
    result,
    introduced: introduced.map(({ key, severity }) => `${key} ${severity}`),
    issues: introduced,
  }
}

const edit = (change: Head): Head => ({ ...PAGE, ...change })
const without = (rel: string) => PAGE.links!.filter(one => one.rel !== rel)

test('a page against itself has nothing to say', () => {
  const { result } = judge(PAGE, PAGE)
  expect(result).toMatchObject({ score: 100, pass: true, issues: [], absolute: 100, baseline: 100 })
  expect(result.checks.map(({ outcome }) => outcome)).toEqual([
    ...Array(5).fill('assessed'),
    ...['not-applicable', 'not-applicable', 'assessed'],
    ...Array(3).fill('not-applicable'),
  ])
})

test.each<[string, Head, string[]]>([
  [
    'leads on to another page by itself',
    { metas: [...PAGE.metas!, meta('refresh', '5; url=/')] },
    ['seo/indexable:refresh:/ serious'],
  ],
  [
    'loads itself again, or leads to itself',
    { metas: [...PAGE.metas!, meta('refresh', '30'), meta('refresh', "0;URL='/anvils/'")] },
    [],
  ],
  [
    'noindex in the markup',
    { metas: [...PAGE.metas!, meta('robots', 'noindex, follow')] },
    ['seo/indexable critical'],
  ],
  [
    'none for Googlebot',
    { metas: [...PAGE.metas!, meta('googlebot', 'NONE')] },
    ['seo/indexable critical', 'seo/indexable:nofollow moderate'],
  ],
  ['noindex for another crawler', { metas: [...PAGE.metas!, meta('otherbot', 'noindex')] }, []],
  [
    'a page that says it is not there',
    { headings: [heading(1, 'Page Not Found'), ...PAGE.headings!.slice(1)] },
    ['seo/indexable serious', 'seo/headings:h1-other moderate'],
  ],
  ['title lost', { title: '' }, ['seo/title:missing serious']],
  ["another page's title", { title: 'Contact | Acme' }, ['seo/title:changed serious']],
  ['title of the build tool', { title: 'Vite App' }, ['seo/title:changed serious']],
  ['title with the brand of a template', { title: 'Blue anvils | My App' }, ['seo/title:changed serious']],
  [
    'title with a template behind all',
    { title: 'Blue anvils | Acme | Vite + React' },
    ['seo/title:changed serious'],
  ],
  ['title with a word of a template', { title: 'Blue anvils | Acme | Document' }, []],
  ['title left with the brand', { title: 'Acme' }, ['seo/title:changed serious']],
  ['title without the brand', { title: 'Blue anvils' }, ['seo/title:changed minor']],
  ['title with more', { title: 'Blue anvils – hand forged – Acme' }, []],
  ['title in capitals', { title: 'BLUE ANVILS | ACME' }, []],
  ['title edited', { title: 'Our blue anvils in all sizes | Acme' }, []],
  ['title partly other', { title: 'Blue hammers | Acme' }, ['seo/title:changed moderate']],
  ['description lost', { metas: [] }, ['seo/description:lost moderate']],
  [
    'a comment for a description',
    { metas: [{ name: 'description', content: '<!--- Licensed under the Licence -->' }] },
    ['seo/description:template serious'],
  ],
  [
    'description edited',
    {
      metas: [
        meta(
          'description',
          'Anvils of hardened steel, forged by hand in four sizes and delivered within a week',
        ),
      ],
    },
    ['seo/description:changed minor'],
  ],
  [
    'description of another page',
    { metas: [meta('description', 'Write to us or call')] },
    ['seo/description:changed moderate'],
  ],
  ['description of a folder', { metas: [meta('description', 'docs')] }, ['seo/description:lost moderate']],
  [
    'canonical to the front page',
    { links: [link('canonical', ORIGINAL), ...without('canonical')] },
    ['seo/canonical:other critical'],
  ],
  [
    'canonical to another site',
    { links: [link('canonical', 'http://localhost:3000/anvils'), ...without('canonical')] },
    ['seo/canonical:other critical'],
  ],
  [
    'canonical to the new host',
    { links: [link('canonical', `${REBUILT}anvils/`), ...without('canonical')] },
    [],
  ],
  [
    'canonical without www and scheme',
    { links: [link('canonical', 'http://example.com/anvils?utm_source=x'), ...without('canonical')] },
    [],
  ],
  [
    'canonical in the body',
    { links: [{ ...link('canonical', `${ORIGINAL}anvils`), inHead: false }, ...without('canonical')] },
    ['seo/canonical:lost moderate'],
  ],
  [
    'two canonicals',
    { links: [...PAGE.links!, link('canonical', ORIGINAL)] },
    ['seo/canonical:several moderate'],
  ],
  ['h1 lost', { headings: PAGE.headings!.slice(1) }, ['seo/headings:h1 serious']],
  [
    'another h1',
    { headings: [heading(1, 'Acme'), ...PAGE.headings!.slice(1)] },
    ['seo/headings:h1-other moderate'],
  ],
  ['two h1', { headings: [heading(1, 'Acme'), ...PAGE.headings!] }, ['seo/headings:h1-more minor']],
  [
    'h1 that became an h2',
    { headings: [heading(2, 'Blue anvils'), ...PAGE.headings!.slice(1)] },
    ['seo/headings:h1 moderate'],
  ],
  [
    'a permalink before a heading',
    { headings: [...PAGE.headings!.slice(0, 3), heading(2, 'Anchor link for: delivery Delivery')] },
    [],
  ],
  [
    "a framework's description",
    { metas: [meta('description', 'Web site created using create-react-app')] },
    ['seo/description:template serious'],
  ],
  [
    "a theme's description",
    { metas: [meta('description', 'Just another online store. Powered by the theme.')] },
    ['seo/description:template serious'],
  ],
  [
    'a description that is to be written',
    { metas: [meta('description', 'Enter a short description of the site')] },
    ['seo/description:changed moderate'],
  ],
  [
    'the place of a description',
    { metas: [meta('description', 'Your store description here')] },
    ['seo/description:template serious'],
  ],
  ['a trademark sign more', { title: 'Blue anvils™ | Acme®' }, []],
  ['the same h1 twice', { headings: [heading(1, 'Blue anvils'), ...PAGE.headings!] }, []],
  [
    'level skipped',
    {
      headings: [heading(1, 'Blue anvils'), heading(3, 'Sizes'), heading(3, 'Small'), heading(2, 'Delivery')],
    },
    ['seo/headings:skip:sizes moderate'],
  ],
  [
    'heading demoted',
    { headings: [...PAGE.headings!.slice(0, 3), heading(3, 'Delivery')] },
    ['seo/headings:level:delivery minor'],
  ],
  [
    'a level flattened',
    { headings: PAGE.headings!.map(({ level, text }) => heading(Math.min(level, 2), text)) },
    ['seo/headings:level:small minor'],
  ],
  ['heading edited', { headings: [...PAGE.headings!.slice(0, 3), heading(2, 'Delivery!')] }, []],
  ['lang lost', { lang: '' }, ['seo/lang:missing moderate']],
  ['another language', { lang: 'fr' }, ['seo/lang:changed serious']],
  ['the same language by a longer code', { lang: 'eng' }, ['seo/lang:region minor']],
  ['another region', { lang: 'en-US' }, ['seo/lang:region minor']],
  ['alternate lost', { links: without('alternate') }, ['seo/lang:alternate:de serious']],
  [
    'alternate elsewhere',
    { links: [...without('alternate'), link('alternate', `${ORIGINAL}de`, 'de')] },
    ['seo/lang:alternate:de serious'],
  ],
  [
    'alternate for one region alone',
    { links: [...without('alternate'), link('alternate', `${ORIGINAL}de/ambosse`, 'de-AT')] },
    ['seo/lang:region:de moderate'],
  ],
  [
    'alternate at its place on the new host',
    { links: [...without('alternate'), link('alternate', `${REBUILT}de/ambosse`, 'de')] },
    [],
  ],
  [
    'alternate on the new host',
    { links: [...without('alternate'), link('alternate', `${REBUILT}de/ambosse/`, 'DE')] },
    [],
  ],
])('%s', (_, change, expected) => {
  const { introduced, result } = judge(PAGE, edit(change))
  expect(introduced).toEqual(expected)
  expect(result.score < 100).toBe(expected.length > 0)
  if (/serious|critical/.test(expected.join())) expect(result.pass).toBe(false)
})

test('what the page had already is inherited, and what got better is no fault', () => {
  const poor: Head = {
    headings: [heading(2, 'Sizes'), heading(4, 'Small')],
    metas: [meta('robots', 'noindex')],
    links: [],
  }
  expect(judge(poor, poor).result).toMatchObject({ score: 100, pass: true })
  expect(judge(poor, poor).introduced).toEqual([])
  expect(judge(poor, poor).result.baseline).toBeLessThan(80)
  expect(judge({ ...poor, metas: [] }, PAGE).introduced).toEqual([])
})

test('language and address are told as served, whatever a script made of them for its visitor', () => {
  const html = '<html lang="de"><head><link rel="canonical" href="/anvils">'
  const scripted = edit({ lang: 'en', links: [link('canonical', `${ORIGINAL}en`)] })
  const told = (now: Head) => judge(scripted, now, { original: { document: { html } } })
  expect(told({ ...PAGE, lang: '', links: [] }).issues.map(({ fix }) => fix)).toEqual([
    `Set the canonical address to ${ORIGINAL}anvils, or to the same path on the new host`,
    'Write <html lang="de">',
  ])
  // Either of the two is kept.
  for (const lang of ['de', 'en'])
    for (const href of [`${REBUILT}anvils`, `${REBUILT}en`])
      expect(told({ ...PAGE, lang, links: [link('canonical', href)] }).introduced).toEqual([])
  expect(told({ ...PAGE, lang: 'fr', links: scripted.links! }).introduced).toEqual([
    'seo/lang:changed serious',
  ])
})

test('a noindex in the markup is told before a canonical address of another page', () => {
  const links = [...without('canonical'), link('canonical', 'http://localhost:5000/')]
  const closed: Head = { ...PAGE, links, metas: [...PAGE.metas!, meta('robots', 'noindex')] }
  expect(judge(PAGE, closed).issues.map(({ key }) => key)).toEqual(['seo/indexable', 'seo/canonical:other'])
  // An original that keeps itself out in its header loses nothing by markup.
  const header = { document: { headers: { 'x-robots-tag': 'noindex' } } }
  expect(judge(PAGE, closed, { original: header }).introduced).toEqual(['seo/canonical:other critical'])
})

test('a noindex that is lost is asked about', () => {
  const closed: Head = { ...PAGE, metas: [...PAGE.metas!, meta('robots', 'noindex')] }
  const header = { document: { headers: { 'x-robots-tag': 'noindex' } } }
  const lost = ['seo/indexable:noindex-lost minor']
  expect(judge(closed, PAGE).introduced).toEqual(lost)
  expect(judge(PAGE, PAGE, { original: header }).introduced).toEqual(lost)
  expect(judge(PAGE, closed, { original: header }).introduced).toEqual([])
  expect(judge(PAGE, PAGE, { original: header, rebuilt: header }).introduced).toEqual([])
  // A preview's own header says nothing of the page; the real host's does.
  expect(judge(closed, PAGE, { rebuilt: header }).introduced).toEqual(lost)
  const live = {
    document: { ...header.document, url: `${ORIGINAL}anvils`, requestedUrl: `${ORIGINAL}anvils` },
  }
  expect(judge(closed, PAGE, { rebuilt: live }).introduced).toEqual([])
})

test('an outline that is numbered otherwise, without a level left out, is the same', () => {
  const outline = (...levels: number[]) => ({
    headings: levels.map((level, at) => heading(level, `Chapter ${'abcd'[at]}`)),
  })
  expect(judge(outline(4, 4, 6), outline(3, 3, 4)).introduced).toEqual([])
  expect(judge(outline(4, 4, 6), outline(3, 4, 5)).introduced).not.toEqual([])
})

test('nothing to compare is not applicable', () => {
  const { result } = judge({ title: 'A' }, { title: 'A' })
  const byId = new Map(result.checks.map(({ id, outcome }) => [id, outcome]))
  for (const id of ['seo/description', 'seo/canonical', 'seo/headings', 'seo/lang'])
    expect(byId.get(id)).toBe('not-applicable')
})

const FORBIDDING = { robots: { status: 200, body: 'User-agent: *\nDisallow: /' } }
const HEADER = { document: { headers: { 'x-robots-tag': 'noindex, nofollow' } } }

test.each([
  ['robots.txt', FORBIDDING],
  ['X-Robots-Tag', HEADER],
])('%s of a preview host is minor, of the real host serious', (_, extra) => {
  const preview = judge(PAGE, PAGE, { rebuilt: extra })
  expect(preview.introduced).toEqual(['seo/indexable:staging minor'])
  expect(preview.result.pass).toBe(true)
  const there = {
    document: {
      ...('document' in extra && extra.document),
      url: `${ORIGINAL}anvils`,
      requestedUrl: `${ORIGINAL}anvils`,
    },
  }
  const live = judge(PAGE, PAGE, { rebuilt: { ...extra, ...there } })
  expect(live.introduced).toContain('seo/indexable serious')
  expect(live.result.pass).toBe(false)
})

test('X-Robots-Tag for another crawler is not for us', () => {
  const headers = { 'x-robots-tag': 'googlebot: noarchive, otherbot: noindex, nofollow' }
  expect(judge(PAGE, PAGE, { rebuilt: { document: { headers } } }).introduced).toEqual([])
})

test('noindex in the served markup counts although a script removed it; one in a comment does not', () => {
  const serve = (html: string) => judge(PAGE, PAGE, { rebuilt: { document: { html } } }).introduced
  expect(serve("<meta content='noindex' name=Robots>")).toEqual(['seo/indexable critical'])
  expect(
    serve(
      '<!-- <meta name="robots" content="noindex"> --><script>"<meta name=robots content=noindex>"</script>',
    ),
  ).toEqual([])
  expect(serve('<!--'.repeat(200_000))).toEqual([])
  expect(serve('<meta '.repeat(200_000))).toEqual([])
})

test('an alternate that names the page itself alone leads to no other language', () => {
  const own = {
    ...PAGE,
    links: [link('canonical', `${ORIGINAL}anvils`), link('alternate', `${ORIGINAL}anvils`, 'en-GB')],
  }
  expect(judge(own, edit({ links: [link('canonical', `${ORIGINAL}anvils`)] })).introduced).toEqual([
    'seo/lang:alternate:en-gb minor',
  ])
  // Several languages were named, wherever each of them is.
  const both = { ...own, links: [...own.links!, link('alternate', `${ORIGINAL}de/ambosse`, 'de')] }
  expect(judge(both, edit({ links: [link('canonical', `${ORIGINAL}anvils`)] })).introduced.join()).toMatch(
    /serious/,
  )
})

test('one alternate of several is milder, and what is no language is none', () => {
  const [german, other] = [
    link('alternate', `${ORIGINAL}de/ambosse`, 'de'),
    link('alternate', `${ORIGINAL}anvils`, 'x-default'),
  ]
  const none = link('alternate', `${ORIGINAL}anvils`, 'default')
  const lost = (links: Head['links']) =>
    judge({ ...PAGE, links: [german, other, none] }, { ...PAGE, links }).introduced.filter(issue =>
      issue.startsWith('seo/lang'),
    )
  expect(lost([german])).toEqual(['seo/lang:alternate:x-default moderate'])
  expect(lost([german, other])).toEqual([])
  expect(lost([])).toEqual(['seo/lang:alternate:de serious'])
})

test('canonical and alternates may come as a header', () => {
  const headers = {
    link: `<${ORIGINAL}anvils>; rel="canonical", </de/ambosse>; rel=alternate; hreflang="de"`,
  }
  expect(judge(PAGE, edit({ links: [] }), { rebuilt: { document: { headers } } }).introduced).toEqual([])
})

test('a new page under a base path names the same places', () => {
  const url = `${REBUILT}pr-7/anvils`
  const document = { url, requestedUrl: url }
  const own = edit({ links: [link('canonical', url), link('alternate', `${REBUILT}pr-7/de/ambosse`, 'de')] })
  expect(judge(PAGE, own, { rebuilt: { document } }).introduced).toEqual([])
  expect(judge(PAGE, PAGE, { rebuilt: { document } }).introduced).toEqual([])
})

test('a title that the texts of the page say, as none says the old one, is no other page’s', () => {
  const said = (text: string, kind = 'paragraph') => {
    const shown = block(text, { kind } as never)
    const layouts = [{ width: 1440, blocks: [shown], controls: [] }] as unknown as Artifacts['layouts']
    const titled = (title: string) => ({ ...PAGE, title, headings: [] })
    return judge(titled('Anvils'), titled('Thunderbox'), { rebuilt: { layouts } as Extra }).introduced
  }
  expect(said('A group of engineers formed Thunderbox in 2014.')).toEqual(['seo/title:changed moderate'])
  const serious = ['seo/title:changed serious']
  expect(said('Thunderbox', 'link')).toEqual(serious)
  expect(said('Thunderbox makes anvils.')).toEqual(serious)
  expect(said('A group of engineers')).toEqual(serious)
})

test('a heading that became plain text is raised, one that vanished is not ours', () => {
  const block = { text: 'Delivery', kind: 'paragraph', selector: 'div', box: BOX }
  const layouts = [{ width: 1440, blocks: [block] }] as unknown as Artifacts['layouts']
  const lost = edit({ headings: PAGE.headings!.slice(0, 3) })
  expect(judge(PAGE, lost).introduced).toEqual([])
  expect(judge(PAGE, lost, { rebuilt: { layouts } as Extra }).introduced).toEqual([
    'seo/headings:text:delivery moderate',
  ])
})

test("on a developer's machine a canonical address may name any host, and not another page", () => {
  const local = {
    document: { url: 'http://localhost:3000/anvils', requestedUrl: 'http://localhost:3000/anvils' },
  }
  const at = (href: string) =>
    judge(
      { ...PAGE, links: without('canonical') },
      { ...PAGE, links: [link('canonical', href), ...without('canonical')] },
      { original: local },
    ).introduced
  expect(at('https://anvils.example/anvils/index.html')).toEqual([])
  expect(at('https://anvils.example/hammers')).toEqual(['seo/canonical:other critical'])
  // One and the same machine; a port that nobody serves the page from is where it was built.
  expect(at('http://127.0.0.1:3000/anvils')).toEqual([])
  expect(at('http://localhost:4321/anvils')).toEqual(['seo/canonical:other critical'])
})

test("a canonical address may be the one from which the original is shared, but for a front page's", () => {
  const at = (href: string, shared: string) =>
    judge(
      { ...PAGE, links: without('canonical'), metas: [...PAGE.metas!, meta('og:url', shared)] },
      { ...PAGE, links: [link('canonical', href), ...without('canonical')] },
    ).introduced.filter(found => found.startsWith('seo/canonical'))
  const published = 'https://acme.github.io/site/'
  expect(at(published, published)).toEqual([])
  expect(at(`${published}hammers`, published)).toEqual(['seo/canonical:other critical'])
  expect(at('https://acme.github.io/', 'https://acme.github.io/')).toEqual(['seo/canonical:other critical'])
})

test("a canonical address below another folder of another host may be the page's own", () => {
  const at = (href: string, url = 'http://localhost:3000/anvils.html') =>
    judge(
      { ...PAGE, links: without('canonical') },
      { ...PAGE, links: [link('canonical', href), ...without('canonical')] },
      {
        original: { document: { url, requestedUrl: url } },
        rebuilt: { document: { url, requestedUrl: url } },
      },
    ).introduced
  expect(at('https://acme.github.io/site/anvils.html')).toEqual(['seo/canonical:other moderate'])
  expect(at('https://acme.github.io/site/hammers.html')).toEqual(['seo/canonical:other critical'])
  expect(at('https://staging.acme.org/site/anvils.html')).toEqual(['seo/canonical:other critical'])
  // Every folder ends as a front page does, and another folder of the site is another page.
  expect(at('https://acme.github.io/site/', 'http://localhost:3000/')).toEqual([
    'seo/canonical:other critical',
  ])
  expect(at('http://localhost:3000/old/anvils.html')).toEqual(['seo/canonical:other critical'])
})

test('a page may name its address in its own language as canonical', () => {
  const served = (url: string) => ({ document: { url, requestedUrl: url } })
  const at = (href: string, lang: string, front = served(ORIGINAL)) =>
    judge(
      edit({ lang, links: without('canonical') }),
      edit({ lang, links: [link('canonical', href), ...without('canonical')] }),
      { original: front, rebuilt: front },
    ).introduced
  expect(at(`${ORIGINAL}fa`, 'fa')).toEqual(['seo/canonical:other minor'])
  expect(at(`${ORIGINAL}fr/`, 'fr')).toEqual(['seo/canonical:other minor'])
  expect(at(`${ORIGINAL}shop/fa`, 'fa', served(`${ORIGINAL}shop/`))).toEqual(['seo/canonical:other minor'])
  expect(at(`${ORIGINAL}en`, 'fa')).toEqual(['seo/canonical:other critical'])
  expect(at(`${ORIGINAL}fa`, 'fa', served(`${ORIGINAL}shop/`))).toEqual(['seo/canonical:other critical'])
})

test('a canonical address on a host of nobody', () => {
  const at = (before: string, now: string, more: Parameters<typeof judge>[2] = {}) =>
    judge(edit({ links: [link('canonical', before)] }), edit({ links: [link('canonical', now)] }), more)
  const served = (url: string) => ({ document: { url, requestedUrl: url } })
  const local = {
    original: served('http://localhost:3000/anvils'),
    rebuilt: served('http://localhost:3001/anvils'),
  }
  const template = 'https://template.example.org/anvils/'
  const { introduced, issues } = at(`${ORIGINAL}anvils`, template)
  expect(introduced).toEqual(['seo/canonical:host moderate'])
  expect(issues[0]!.message).toBe(
    'The canonical address names the host template.example.org; the original names www.example.com',
  )
  for (const host of ['staging.acme.com', 'acme-staging.netlify.app', 'acme-git-main.vercel.app'])
    expect(at(`${ORIGINAL}anvils`, `https://${host}/anvils`).introduced).toEqual([
      'seo/canonical:host serious',
    ])
  expect(at('https://acme.netlify.app/anvils', 'https://acme2.netlify.app/anvils').introduced).toEqual([
    'seo/canonical:host moderate',
  ])
  // Both captured on a developer's machine: what the original names is its host.
  expect(at(`${ORIGINAL}anvils`, template, local).introduced).toEqual(['seo/canonical:host moderate'])
  expect(at(`${ORIGINAL}anvils`, `${ORIGINAL}anvils`, local).introduced).toEqual([])
  expect(at('http://localhost:3000/anvils', template, local).introduced).toEqual([])
  // Where it is served is no more than a sign.
  expect(judge({ ...PAGE, links: [] }, edit({ links: [link('canonical', template)] })).introduced).toEqual([
    'seo/canonical:host minor',
  ])
  // Whatever the original names, nobody publishes a site there.
  const staging = edit({ links: [link('canonical', 'https://staging.acme.com/anvils')] })
  expect(judge({ ...PAGE, links: [] }, staging).introduced).toEqual(['seo/canonical:host serious'])
  // A site may be published there, and `home-staging` is a trade.
  for (const host of ['acme.netlify.app', 'www.home-staging-paris.com'])
    expect(
      judge({ ...PAGE, links: [] }, edit({ links: [link('canonical', `https://${host}/anvils`)] }))
        .introduced,
    ).toEqual(['seo/canonical:host minor'])
  expect(at('http://localhost:3000/anvils', 'https://staging.acme.com/anvils', local).introduced).toEqual([
    'seo/canonical:host serious',
  ])
  expect(at(`${ORIGINAL}anvils`, 'https://template.example.org/hammers').introduced).toEqual([
    'seo/canonical:other critical',
  ])
  // The original's tag for sharing knows the host.
  const shared = { ...PAGE, metas: [...PAGE.metas!, meta('og:url', template)] }
  expect(
    judge(shared, { ...shared, links: [link('canonical', template), ...without('canonical')] }).introduced,
  ).toEqual([])
})

test('what names the host of the canonical address is one cause with it', () => {
  const on = (host: string): Head => ({
    ...PAGE,
    metas: [...PAGE.metas!, meta('og:url', `${host}anvils`)],
    links: [link('canonical', `${host}anvils`), link('alternate', `${host}de/ambosse`, 'de')],
  })
  expect(judge(on(ORIGINAL), on('https://template.example.org/')).introduced).toEqual([
    'seo/canonical:host moderate',
  ])
})

test('an alternate that moved with its page, and one that names no language', () => {
  const at = (url: string) => ({ document: { url, requestedUrl: url } })
  const moved = {
    original: at(`${ORIGINAL}zh-cn/docs/what`),
    rebuilt: at(`${REBUILT}docs/latest/what`),
  }
  const now = (...links: Head['links'] & object) =>
    judge(
      edit({
        links: [
          link('alternate', `${ORIGINAL}en/docs/what`, 'en-US'),
          link('alternate', `${ORIGINAL}zh-cn/docs/what`, 'zh-CN'),
          link('alternate', `${ORIGINAL}docs/what`, 'default'),
        ],
      }),
      edit({ links: [link('alternate', `${REBUILT}docs/latest/what`, 'zh-CN'), ...links] }),
      moved,
    ).introduced
  expect(now(link('alternate', `${REBUILT}en/docs/latest/what`, 'en-US'))).toEqual([])
  expect(now(link('alternate', `${REBUILT}en/docs/latest/what`, 'en'))).toEqual([
    'seo/lang:region:en-us minor',
  ])
  expect(now(link('alternate', `${REBUILT}en/docs/latest/why`, 'en'))).toEqual([
    'seo/lang:alternate:en-us moderate',
  ])
  expect(now(link('alternate', `${REBUILT}docs/latest/what`, 'en'))).toEqual([
    'seo/lang:alternate:en-us moderate',
  ])
})

test('a page that never had an h1 lost none', () => {
  const none = { ...PAGE, headings: PAGE.headings!.slice(1) }
  expect(judge({ ...PAGE, headings: [] }, none).introduced).toEqual([])
})

const box = { x: 0, y: 0, width: 600, height: 24 }
const style = { family: 'serif', size: 16, weight: 400 }
const LINE = { kind: 'paragraph', state: 'visible', landmark: 'main', selector: 'p', box, seen: box, style }

test('a front page may take another name that it shows, and none of a framework', () => {
  const front = (url: string, said: string) => ({
    document: { url, requestedUrl: url },
    layouts: [
      { width: 1440, controls: [], blocks: [{ ...LINE, text: said }] },
    ] as unknown as Artifacts['layouts'],
  })
  const titles = (title: string, said: string) =>
    judge(
      { ...PAGE, title: 'Blue anvils' },
      { ...PAGE, title },
      {
        original: front(ORIGINAL, 'Blue anvils'),
        rebuilt: front(REBUILT, said),
      },
    ).introduced.filter(issue => issue.startsWith('seo/title'))
  expect(titles('Hammer house', 'Welcome to the hammer house')).toEqual(['seo/title:changed moderate'])
  expect(titles('Hammer house', 'Welcome')).toEqual(['seo/title:changed serious'])
  expect(titles('React App', 'A react app')).toEqual(['seo/title:changed serious'])
  expect(titles('Welcome to the Harbour Society', 'Home | My Website')).toEqual(['seo/title:changed serious'])
})

test('a site that is called like a template keeps its name', () => {
  const named = (title: string): Head => ({ ...PAGE, title })
  expect(judge(named('My App: blue anvils'), named('Blue anvils | My App')).introduced).toEqual([])
})

test('a title that is the first half of the h1 of both pages is no other page’s', () => {
  const headings = [{ level: 1, text: 'Shop for templates', box, style, selector: 'h1' }] as never
  const told = (was: string, now: string) =>
    judge({ ...PAGE, title: was, headings }, { ...PAGE, title: now, headings }).introduced.filter(issue =>
      issue.startsWith('seo/title'),
    )
  expect(told('Templates', 'Shop for')).toEqual(['seo/title:changed moderate'])
  expect(told('Templates', 'Shop | Laravel')).toEqual(['seo/title:changed serious'])
  const said = [{ level: 1, text: '羊毛靴下の商品一覧', box, style, selector: 'h1' }] as never
  const japanese = (title: string): Head => ({ ...PAGE, title, headings: said })
  expect(judge(japanese('羊毛靴下の商品一覧'), japanese('お問い合わせ')).introduced).toContain(
    'seo/title:changed serious',
  )
  // Which page it was, the old one did not say.
  expect(told('HTML Academy', 'Catalogue')).toEqual(['seo/title:changed moderate'])
})

test('a title with a word of the new headings, of which the old one had none', () => {
  const path = { url: 'https://www.acme.com/people' }
  const headings = [heading(1, 'Executive board')]
  const told = (now: string, said = headings) =>
    judge(
      { ...PAGE, title: 'People | Acme', headings },
      { ...PAGE, title: now, headings: said },
      { original: { document: { ...path, requestedUrl: path.url } } },
    ).introduced.filter(issue => issue.startsWith('seo/title'))
  expect(told('Board members | Acme')).toEqual(['seo/title:changed moderate'])
  expect(told('Shipping and returns | Acme')).toEqual(['seo/title:changed serious'])
  // A small heading that both pages have is of the site.
  const small = [...headings, heading(3, 'Contact')]
  const contact = judge(
    { ...PAGE, title: 'People | Acme', headings: small },
    { ...PAGE, title: 'Contact | Acme', headings: small },
    { original: { document: { ...path, requestedUrl: path.url } } },
  ).introduced
  expect(contact).toEqual(['seo/title:changed serious'])
  // The old title fits as well.
  expect(told('Board members | Acme', [heading(1, 'Executive board'), heading(2, 'Our people')])).toEqual([
    'seo/title:changed serious',
  ])
})

test('a title that leaves out its end is no other page’s, but where that end told which page it is', () => {
  const told = (was: string, now: string) => {
    const metas = [...PAGE.metas!, meta('og:site_name', now)]
    return judge({ ...PAGE, metas, title: was }, { ...PAGE, metas, title: now }).introduced.filter(issue =>
      issue.startsWith('seo/title'),
    )
  }
  expect(told('Acme: Readme', 'Acme')).toEqual(['seo/title:changed moderate'])
  expect(told('Acme | Union, Washington', 'Acme')).toEqual(['seo/title:changed moderate'])
  expect(told('Blue anvils - Blue - Union, Washington', 'Blue anvils')).toEqual([
    'seo/title:changed moderate',
  ])
  expect(told('Acme | Blue anvils', 'Acme')).toEqual(['seo/title:changed serious'])
  expect(told('Anvils for all | Acme', 'Acme')).toEqual(['seo/title:changed serious'])
})

test('a title that leaves out its begin and keeps what names the page is edited', () => {
  const told = (was: string, now: string, metas = PAGE.metas!) =>
    judge({ ...PAGE, metas, title: was }, { ...PAGE, metas, title: now }).introduced.filter(issue =>
      issue.startsWith('seo/title'),
    )
  expect(told('Course of the smith | Hardened anvils', 'Hardened anvils')).toEqual([
    'seo/title:changed minor',
  ])
  // What is left names no page, or the page was named by what is gone as well, or by the site's name.
  expect(told('Course of the smith | All tools', 'All tools')).toEqual(['seo/title:changed moderate'])
  expect(told('Blue | Hardened anvils', 'Hardened anvils')).toEqual(['seo/title:changed serious'])
  const named = [...PAGE.metas!, meta('og:site_name', 'Anvils of Union')]
  expect(told('Free for a week | Anvils of Union', 'Anvils of Union', named)).toEqual([
    'seo/title:changed serious',
  ])
})

test('a title that keeps what names the page, beside another name of the site, is no other page’s', () => {
  const told = (was: string, now: string) =>
    judge({ ...PAGE, title: was }, { ...PAGE, title: now }).introduced.filter(issue =>
      issue.startsWith('seo/title'),
    )
  expect(told('AF@U - Hardened anvils', 'Hardened anvils | Forge of the union')).toEqual([
    'seo/title:changed moderate',
  ])
  expect(told('Anvils of the house', 'Free shipping - Anvils')).toEqual(['seo/title:changed moderate'])
  // A site that names itself in a heading.
  const named = (title: string) => ({
    ...PAGE,
    headings: [heading(1, 'Wrought and Sons'), ...PAGE.headings!.slice(1)],
    title,
  })
  const titles = judge(
    named('Our team - Wrought and Sons'),
    named('Latest news - Wrought and Sons'),
  ).introduced
  expect(titles.filter(issue => issue.startsWith('seo/title'))).toEqual(['seo/title:changed serious'])
  // The part that both have names no page.
  expect(told('AF@U - All tools', 'All tools | Forge of the union')).not.toEqual([])
  expect(told('Hardened anvils of the old house', 'Free shipping - House')).toEqual([
    'seo/title:changed serious',
  ])
})

test('the name of a starter for sharing is told where no page has another tag of that kind', () => {
  const metas = PAGE.metas!.filter(({ name }) => !/^(og|twitter):/.test(name))
  const told = (name: string) =>
    judge({ ...PAGE, metas }, { ...PAGE, metas: [...metas, meta('og:site_name', name)] }).introduced
  expect(told('Lovable App')).toEqual(['seo/social:stranger moderate'])
  expect(told('Acme')).toEqual([])
})

test('a page that says it is not there, as the original does, lost nothing', () => {
  const page = edit({ title: 'Page not found | Acme' })
  expect(judge(page, page).introduced).toEqual([])
  expect(judge(PAGE, page).introduced).toContain('seo/indexable serious')
  expect(
    judge(edit({ title: 'Peugeot 404 | Acme' }), edit({ title: 'The 404 | Acme' })).introduced,
  ).not.toContain('seo/indexable serious')
})

test.each([
  'Document',
  'React App',
  'Vite React App',
  'vite-project',
  'Untitled',
  'Home',
  'Home | My Website',
])('a title “%s” cannot be lost', title => {
  expect(judge({ ...PAGE, title }, { ...PAGE, title: 'Furniture by hand' }).introduced).toEqual([])
})

test('a canonical address of another release of the page is graded milder', () => {
  const at = (href: string): Head => ({ ...PAGE, links: [link('canonical', href)] })
  const to = (href: string) => judge(at('https://anvils.example/5.2/anvils/'), at(href)).introduced
  expect(to('https://anvils.example/5.3/anvils/')).toEqual(['seo/canonical:other moderate'])
  expect(to('https://anvils.example/5.3/hammers/')).toEqual(['seo/canonical:other critical'])
})

test('the headline of the original in place of its logo', () => {
  const block = { text: 'Acme anvils', state: 'visible' } as never
  const before: Head = { ...PAGE, headings: [heading(1, 'Acme anvils'), heading(2, 'Blue anvils')] }
  const now: Head = { ...PAGE, headings: [heading(1, 'Blue anvils')] }
  const shown = { original: { layouts: [{ width: 1440, blocks: [block] }] as never } }
  expect(judge(before, now).introduced).toEqual([])
  expect(judge(before, now, shown).introduced).toEqual(['seo/headings:h1-other moderate'])
})

test('an h1 that is gone, and what stands at the top in its place', () => {
  const shownAt = (size: number, text: string, y = 100) => ({
    text,
    state: 'visible',
    style: { size },
    box: { x: 0, y, width: 600, height: size },
  })
  const now: Head = { ...PAGE, headings: PAGE.headings!.slice(1) }
  const withTop = (...blocks: object[]) =>
    judge(PAGE, now, {
      original: { layouts: [{ width: 1440, blocks: [shownAt(30, 'Sizes', 600)] }] as never },
      rebuilt: { layouts: [{ width: 1440, blocks }] as never },
    }).introduced
  const body = shownAt(16, 'An anvil is forged by hand')
  // Its words are the headline still.
  expect(withTop(body, shownAt(48, 'Blue anvils'))).toEqual(['seo/headings:h1 moderate'])
  // They are one text among others, further down, or not there.
  expect(withTop(body, shownAt(16, 'Blue anvils'), shownAt(30, 'Sizes'))).toEqual(['seo/headings:h1 serious'])
  expect(withTop(shownAt(48, 'Sizes'), shownAt(48, 'Blue anvils', 2000))).toEqual(['seo/headings:h1 serious'])
  expect(withTop(body, shownAt(48, 'Blue anvils', 2000))).toEqual(['seo/headings:h1 serious'])
  expect(withTop()).toEqual(['seo/headings:h1 serious'])
  // The name of the site became a link, and the title says it.
  const link = { ...shownAt(16, 'Blue anvils'), kind: 'link' }
  expect(withTop(body, link, shownAt(30, 'Sizes'))).toEqual(['seo/headings:h1 moderate'])
  // Another headline, as one that is an h1 would be; several texts of one size are none.
  expect(withTop(body, shownAt(48, 'Summer sale'))).toEqual(['seo/headings:h1 moderate'])
  expect(withTop(shownAt(30, 'Summer sale'), shownAt(30, 'New in'))).toEqual(['seo/headings:h1 serious'])
})

test('an h1 that is gone was there for crawlers alone where its text was set out of view behind a logo', () => {
  const now: Head = { ...PAGE, headings: PAGE.headings!.slice(1) }
  const lost = (state: string) => {
    const blocks = [
      { text: 'Blue anvils', state, style: { size: 30 }, box: { x: -9999, y: 0, width: 90, height: 30 } },
    ]
    return judge(PAGE, now, { original: { layouts: [{ width: 1440, blocks }] as never } }).introduced
  }
  expect(lost('offscreen')).toEqual(['seo/headings:h1 moderate'])
  expect(lost('visible')).toEqual(['seo/headings:h1 serious'])
})

test('headings of one list that are none any more are one issue', () => {
  const entry = (tag: string, text: string, turn: number) => ({
    text,
    selector: `main > section > ${tag}:nth-of-type(${turn})`,
  })
  const names = ['Sizes', 'Colours', 'Prices']
  const layouts = [{ width: 1440, blocks: names.map((text, turn) => entry('a', text, turn)) }] as never
  const main = heading(1, 'Blue anvils')
  const before: Head = {
    ...PAGE,
    headings: [main, ...names.map((text, turn) => ({ ...heading(2, text), ...entry('h2', text, turn) }))],
  }
  const { issues } = judge(before, { ...PAGE, headings: [main] }, { rebuilt: { layouts } })
  const told = issues.filter(({ rule }) => rule === 'seo/headings/text')
  expect(told.map(({ members }) => members?.length)).toEqual([3])
})

test('an outline that is plain text, whatever is drawn behind each heading', () => {
  const names = ['Sizes', 'Colours', 'Prices', 'Weights', 'Delivery', 'Returns', 'Care', 'Makers']
  const main = heading(1, 'Blue anvils')
  const page = (level: number, kept = 0): Head => ({
    ...PAGE,
    headings: [main, ...names.slice(0, kept || undefined).map(text => heading(level, `${text}top`))],
  })
  const layouts = [{ width: 1440, blocks: names.map(text => ({ text: `${text} top`, selector: 'div' })) }]
  const told = (before: Head, now: Head) =>
    judge(before, now, { rebuilt: { layouts: layouts as never } }).introduced.map(issue =>
      issue.split(' ').at(-1),
    )
  const none: Head = { ...PAGE, headings: [main] }
  expect(new Set(told(page(3), none))).toEqual(new Set(['serious']))
  // Part of it, and what is marked up for its size.
  expect(new Set(told(page(3), page(3, 6)))).toEqual(new Set(['moderate']))
  expect(told(page(5), none)).not.toContain('serious')
})

test('a bare number that is no heading any more', () => {
  const layouts = [{ width: 1440, blocks: ['01', 'Sizes'].map(text => ({ text, selector: 'p' })) }] as never
  const before: Head = {
    ...PAGE,
    headings: [heading(1, 'Blue anvils'), heading(3, '01'), heading(3, 'Sizes')],
  }
  const now: Head = { ...PAGE, headings: [heading(1, 'Blue anvils')] }
  expect(judge(before, now, { rebuilt: { layouts } }).introduced).toEqual([
    'seo/headings:text:sizes moderate',
  ])
})

test('a heading that is gone did not become the label of a field that says the same as before', () => {
  const shown = (...blocks: [text: string, kind: string][]) => ({
    layouts: [
      {
        width: 1440,
        blocks: blocks.map(([text, kind]) => ({ text, kind, selector: kind === 'heading' ? 'h3' : 'p' })),
      },
    ] as never,
  })
  const before: Head = { ...PAGE, headings: [heading(1, 'Blue anvils'), heading(3, 'Phone')] }
  const now: Head = { ...PAGE, headings: [heading(1, 'Blue anvils')] }
  const original = shown(['Phone', 'heading'], ['Phone', 'label'])
  const told = (rebuilt: typeof original) => judge(before, now, { original, rebuilt }).introduced
  expect(told(shown(['Phone', 'label']))).toEqual([])
  expect(told(shown(['Phone', 'paragraph'], ['Phone', 'label']))).toEqual([
    'seo/headings:text:phone moderate',
  ])
})

test('a permalink of one sign, and one in words', () => {
  const linked = (permalink: string): Head => ({
    ...PAGE,
    headings: PAGE.headings!.map(({ level, text }) => heading(level, `${text} ${permalink}`)),
  })
  const blocks = ['Sizes #', 'Small #'].map(text => ({ text, kind: 'heading', selector: '#x' }))
  const shown = { rebuilt: { layouts: [{ width: 1440, blocks }] as never } }
  expect(judge(linked('#'), linked('Link to this section'), shown).introduced).toEqual([])
  expect(judge(linked('¶'), PAGE).introduced).toEqual([])
})

test('headings that were chosen by their looks, brought to the level of their section', () => {
  const list = (...headings: [number, string][]): Head => ({
    ...PAGE,
    headings: headings.map(([level, text]) => heading(level, text)),
  })
  const before = list([1, 'Blue anvils'], [2, 'Care'], [5, 'Oil'], [5, 'Rust'], [5, 'Paint'])
  expect(
    judge(before, list([1, 'Blue anvils'], [2, 'Care'], [3, 'Oil'], [3, 'Rust'], [3, 'Paint'])).introduced,
  ).toEqual([])
  expect(
    judge(before, list([1, 'Blue anvils'], [2, 'Care'], [2, 'Oil'], [3, 'Rust'], [3, 'Paint'])).introduced,
  ).toEqual([])
  // Those of a list that stood where they belong did not.
  const whole = list([1, 'Blue anvils'], [2, 'Care'], [3, 'Oil'], [4, 'Rust'], [4, 'Paint'])
  expect(
    judge(whole, list([1, 'Blue anvils'], [2, 'Care'], [3, 'Oil'], [2, 'Rust'], [4, 'Paint'])).introduced,
  ).toContain('seo/headings:level:rust moderate')
})

test('two headings that became one', () => {
  const before: Head = {
    ...PAGE,
    headings: [heading(1, 'Blue anvils'), heading(3, '2011'), heading(3, 'Sizes')],
  }
  const now: Head = { ...PAGE, headings: [heading(1, 'Blue anvils'), heading(3, '2011 Sizes')] }
  const shown = (selector: string) => ({
    rebuilt: { layouts: [{ width: 1440, blocks: [{ text: 'Sizes', selector }] }] as never },
  })
  expect(judge(before, now, shown('ol > li > h3 > span:nth-of-type(2)')).introduced).toEqual([])
  expect(judge(before, now, shown('ol > li > p')).introduced).toEqual(['seo/headings:text:sizes moderate'])
})

test('the front page under another name', () => {
  const document = { url: ORIGINAL, requestedUrl: ORIGINAL }
  const named = (title: string) =>
    judge({ ...PAGE, title: 'Ember by Acme' }, { ...PAGE, title }, { original: { document } }).introduced
  expect(named('Starter kit Ember')).toEqual(['seo/title:changed moderate'])
  expect(named('Deliveries by sea')).toEqual(['seo/title:changed serious'])
  expect(named('Starter kit')).toEqual(['seo/title:changed serious'])
  expect(named('Home')).toEqual(['seo/title:changed serious'])
})

test('a title that keeps one of its parts whole is edited', () => {
  const headings = [{ level: 1, text: 'Greyscale', box, style, selector: 'h1' }] as never
  const named = (title: string): Head => ({ ...PAGE, title, headings })
  const before = named('Greyscale - Free theme of the shop')
  expect(judge(before, named('Starter kit Greyscale')).introduced).toEqual(['seo/title:changed moderate'])
  expect(judge(before, named('Starter kit of shops')).introduced).toEqual(['seo/title:changed serious'])
})

test('a language that the text is written in is a repair', () => {
  const layouts = [{ width: 1440, blocks: [{ text: '有状态的计算', state: 'visible' }] }] as unknown
  const as = (lang: string): Head => ({ ...PAGE, lang })
  const both = { original: { layouts } as Extra, rebuilt: { layouts } as Extra }
  expect(judge(as('en'), as('zh-CN'), both).introduced).toEqual([])
  expect(judge(as('zh-CN'), as('en'), both).introduced).toEqual(['seo/lang:changed serious'])
  expect(judge(as('en'), as('zh-CN')).introduced).toEqual(['seo/lang:changed serious'])
})

test('a language that was wrong from the start is a repair', () => {
  const text =
    'Wir backen unser Brot mit Mehl aus der Region, und das ist nicht zu schmecken ohne sich zu freuen.'
  const layouts = [{ width: 1440, blocks: [{ text, state: 'visible' }] }] as unknown
  const as = (lang: string): Head => ({ ...PAGE, lang })
  const both = { original: { layouts } as Extra, rebuilt: { layouts } as Extra }
  expect(judge(as('en-US'), as('de'), both).introduced).toEqual([])
  expect(judge(as('de'), as('en-US'), both).introduced).toEqual(['seo/lang:changed serious'])
  expect(judge(as('en'), as('fr'), both).introduced).toEqual(['seo/lang:changed serious'])
  expect(judge(as('en'), as('not a language'), both).introduced).toEqual(['seo/lang:changed serious'])
  expect(judge(as('nb-NO'), as('no'), both).introduced).toEqual(['seo/lang:region minor'])
})

test('English text that said that it is in a language without a list of words is mended', () => {
  const english =
    'We bake our bread from flour of the region, and you can taste that it is made by hand for you.'
  const finnish = 'Leivomme leipämme alueen jauhoista, ja sen kyllä maistaa, että se on tehty käsin sinulle.'
  const inText = (text: string): Extra =>
    ({ layouts: [{ width: 1440, blocks: [{ text, state: 'visible' }] }] }) as unknown as Extra
  const told = (from: string, to: string, text: string) =>
    judge({ ...PAGE, lang: from }, { ...PAGE, lang: to }, { original: inText(text), rebuilt: inText(text) })
      .introduced
  expect(told('fi', 'en', english)).toEqual([])
  expect(told('fi', 'en', finnish)).toEqual(['seo/lang:changed serious'])
  expect(told('en', 'fi', english)).toEqual(['seo/lang:changed serious'])
})

test('what says nothing cannot be lost', () => {
  const empty = edit({ lang: 'Default', title: '.', metas: [meta('description', ' – ')] })
  expect(judge(empty, PAGE).introduced).toEqual([])
  expect(judge(empty, empty).introduced).toEqual([])
  expect(judge(edit({ lang: 'Default' }), edit({ lang: '' })).introduced).toEqual([])
  expect(judge(PAGE, empty).introduced).toEqual([
    'seo/title:changed serious',
    'seo/lang:changed serious',
    'seo/description:lost moderate',
  ])
})

test('a language of whose words nothing is known is not mended into its kin', () => {
  const text =
    'Vi baker brødet med mel fra regionen, og det er ikke som i andre land, men du kan få det til lunsj.'
  const layouts = [{ width: 1440, blocks: [{ text, state: 'visible' }] }] as unknown
  const both = { original: { layouts } as Extra, rebuilt: { layouts } as Extra }
  expect(judge({ ...PAGE, lang: 'nb' }, { ...PAGE, lang: 'da' }, both).introduced).toEqual([
    'seo/lang:changed serious',
  ])
})

test('a page that is shown below the prefix of its language has not moved', () => {
  const at = (asked: string, url: string, lang: string) =>
    judge(
      PAGE,
      { ...PAGE, lang },
      { rebuilt: { document: { requestedUrl: `${REBUILT}${asked}`, url: `${REBUILT}${url}` } } },
    ).introduced.filter(key => key.startsWith('seo/indexable'))
  expect(at('', 'en', 'en')).toEqual(['seo/indexable:redirect:/ minor'])
  expect(at('anvils', 'en/anvils', 'en')).toEqual(['seo/indexable:redirect:/anvils minor'])
  expect(at('anvils', 'de/anvils', 'en')).toEqual(['seo/indexable:redirect:/anvils serious'])
  expect(at('anvils', 'en', 'en')).toEqual(['seo/indexable:redirect:/anvils serious'])
})

test('a title that is the name of a folder, and one of a page that each site has', () => {
  const titled = (before: string, now: string) =>
    judge({ ...PAGE, title: before }, { ...PAGE, title: now }).introduced.filter(key => key.includes('title'))
  expect(titled('Harbour Shop (Vue)', 'harbour-shop-vue')).toEqual(['seo/title:changed minor'])
  expect(titled('Harbour Shop', 'harbour-shop-vue')).not.toContain('seo/title:changed serious')
  expect(titled('Harbour tools - JSON', 'Introduction')).toEqual(['seo/title:changed serious'])
  expect(titled('Introduction', 'Overview')).toEqual(['seo/title:changed moderate'])
  // The original calls the page so as well; what is gone is the name of the site.
  expect(titled('Introduction | Harbour tools', 'Introduction')).not.toContain('seo/title:changed serious')
})

test('a page that is shown whole below its address is found all the same', () => {
  const at = (asked: string, url: string, rebuilt = PAGE) =>
    judge(PAGE, rebuilt, {
      rebuilt: { document: { requestedUrl: `${REBUILT}${asked}`, url: `${REBUILT}${url}` } },
    }).introduced.filter(key => key.startsWith('seo/indexable'))
  expect(at('', 'main.html')).toEqual(['seo/indexable:redirect:/ moderate'])
  expect(at('anvils', 'main.html')).toEqual(['seo/indexable:redirect:/anvils serious'])
  expect(at('', 'log-in', { ...PAGE, headings: [] })).toEqual(['seo/indexable:redirect:/ serious'])
})

test('a redirect to another place is said', () => {
  const moved = { document: { requestedUrl: `${REBUILT}anvils`, url: `${REBUILT}shop` } }
  expect(judge(PAGE, PAGE, { rebuilt: moved }).introduced).toContain('seo/indexable:redirect:/anvils serious')
})

test.each([
  ['where the original leads', '/shop', '/shop', false],
  ['where the original leads, with a slash and a capital', '/shop', '/Shop/', false],
  ['elsewhere than the original', '/shop', '/login', true],
  ['nowhere but to a slash', '/', '/ANVILS/', false],
  ['nowhere but to a query', '/', '/anvils?v=2', false],
])('a redirect %s', (_, before, after, isFault) => {
  const at = (base: string, to: string): Extra => ({
    document: { requestedUrl: `${base}anvils`, url: new URL(to, base).href },
  })
  const extra = { original: at(ORIGINAL, before === '/' ? '/anvils' : before), rebuilt: at(REBUILT, after) }
  const { introduced } = judge(PAGE, PAGE, extra)
  expect(introduced.includes('seo/indexable:redirect:/anvils serious')).toBe(isFault)
  expect(introduced.some(key => key.startsWith('seo/indexable:redirect'))).toBe(isFault)
})

test.each([
  [
    'to another path of the new site alone',
    '/anvils',
    '/m/anvils',
    ['seo/indexable:redirect:375:/anvils serious'],
  ],
  [
    'to a subdomain of the new site alone',
    '/anvils',
    'm./anvils',
    ['seo/indexable:redirect:375:/anvils serious'],
  ],
  ['where the original leads them', '/m/anvils', '/m/anvils', []],
  ['to the same subdomain as the original', 'm./anvils', 'm./anvils', []],
  ['elsewhere than the original', 'm./anvils', '/login', ['seo/indexable:redirect:375:/anvils serious']],
  ['nowhere, where the original does', 'm./anvils', '/anvils', []],
])('phones are led %s', (_, before, after, expected) => {
  const at = (base: string, to: string): Extra => {
    const phone = new URL(base)
    if (to.startsWith('m.')) phone.hostname = `m.${phone.hostname.replace(/^www\./, '')}`
    const url = `${base}anvils`
    return {
      document: { requestedUrl: url, url },
      destinations: {
        loads: [
          { width: 1440, url },
          { width: 375, url: new URL(to.replace('m.', ''), phone).href },
        ],
      },
    }
  }
  const { introduced } = judge(PAGE, PAGE, { original: at(ORIGINAL, before), rebuilt: at(REBUILT, after) })
  expect(introduced).toEqual(expected)
})

test.each([
  ['the new page alone', null, `${REBUILT}login`, ['seo/indexable:refresh:/login serious']],
  ['both pages, to one place', `${ORIGINAL}sale`, `${REBUILT}sale`, []],
  [
    'both pages, to two places',
    `${ORIGINAL}sale`,
    `${REBUILT}login`,
    ['seo/indexable:refresh:/login serious'],
  ],
  ['both pages, to one of another site', 'https://shop.example/', 'https://shop.example/', []],
  ['the original alone', `${ORIGINAL}sale`, null, []],
])('a timer leads on from %s', (_, before, after, expected) => {
  const extra = { original: { destinations: { later: before } }, rebuilt: { destinations: { later: after } } }
  expect(judge(PAGE, PAGE, extra).introduced).toEqual(expected)
})

test('a refresh that led the load of a phone on is told once', () => {
  const loads = [
    { width: 1440, url: `${REBUILT}anvils` },
    { width: 375, url: `${REBUILT}login` },
  ]
  const document = { url: `${REBUILT}anvils`, requestedUrl: `${REBUILT}anvils` }
  const leading = edit({ metas: [...PAGE.metas!, meta('refresh', '5; url=/login')] })
  const { introduced } = judge(PAGE, leading, { rebuilt: { document, destinations: { loads } } })
  expect(introduced).toEqual(['seo/indexable:refresh:/login serious'])
})

test('a page that moved names itself where it is now', () => {
  const self = (url: string): Head =>
    edit({ links: [link('canonical', url), link('alternate', url, 'en'), ...without('canonical')] })
  const document = { url: `${REBUILT}shop/blue`, requestedUrl: `${REBUILT}shop/blue` }
  for (const host of [ORIGINAL, REBUILT]) {
    const { introduced } = judge(self(`${ORIGINAL}anvils`), self(`${host}shop/blue`), {
      rebuilt: { document },
    })
    expect(introduced).toEqual([])
  }
  const elsewhere = judge(self(`${ORIGINAL}anvils`), self(`${ORIGINAL}shop/red`), { rebuilt: { document } })
  expect(elsewhere.introduced).toContain('seo/lang:alternate:en serious')
})

test('an alternate without region is for more readers than one with it', () => {
  const [regional, wide] = ['de-AT', 'de'].map(code =>
    edit({ links: [...without('alternate'), link('alternate', `${ORIGINAL}de/ambosse`, code)] }),
  )
  expect(judge(regional!, wide!).introduced).toEqual(['seo/lang:region:de-at minor'])
})
