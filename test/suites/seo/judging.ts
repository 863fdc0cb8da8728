/** A page that says all that the suite reads, made by hand, and changes to it judged in both directions. */
import { expect } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { HeadFile } from '../../../server/capture/collectors/head-files.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import type { StructuredArtifact } from '../../../server/lib/structured/item.ts'
import { readInContext } from '../../../server/lib/structured/json-ld.ts'
import { seo } from '../../../server/suites/seo/index.ts'
import { judgeBy, makeCapture, ORIGINAL, REBUILT } from '../captures.ts'

export interface Page {
  /** Below the host, e.g. `anvils/blue`. */
  path: string
  title: string
  metas: { name: string; content: string }[]
  headLinks: { rel: string; href: string; hreflang: string }[]
  headings: [level: number, text: string][]
  jsonLd: unknown[]
  structured: Partial<StructuredArtifact>
  text: string
  links: [href: string, name: string, rel?: string][]
  /** The ids of the places in the page that its links lead to. */
  sections?: string[]
  /** Those of them that answer 404. */
  dead: string[]
  /** Names of the buttons in view. */
  buttons?: string[]
  /** Names of the fields of its one form. */
  fields?: string[]
  files: HeadFile[]
  robots: { status: number; body: string }
  headers: Record<string, string>
  /** The HTML as served, where it is not what the rendered page says. */
  html: string | null
  htmlCut: boolean
}

export const file = (purpose: HeadFile['purpose'], href: string, status = 200, picture = true): HeadFile => ({
  purpose,
  href,
  status,
  picture,
  failure: null,
})

export const product = (more: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Blue anvil',
  sku: 'AN-49',
  image: `${ORIGINAL}img/anvil.jpg`,
  description: 'An anvil of hardened steel, forged by hand in the old mill and delivered within a week',
  brand: { '@type': 'Brand', name: 'Acme' },
  offers: {
    '@type': 'Offer',
    price: '49.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    url: `${ORIGINAL}anvils/blue`,
  },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 31 },
  ...more,
})

export const crumbs = (...names: string[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: names.map((name, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${ORIGINAL}${name.toLowerCase()}`,
  })),
})

export const makePage = (): Page => ({
  path: 'anvils/blue',
  title: 'Blue anvil | Acme',
  metas: [
    { name: 'description', content: 'Anvils of hardened steel, forged by hand and delivered within a week' },
    { name: 'og:title', content: 'Blue anvil' },
    { name: 'og:description', content: 'Anvils of hardened steel, forged by hand' },
    { name: 'og:image', content: `${ORIGINAL}img/anvil.jpg` },
    { name: 'og:type', content: 'product' },
    { name: 'og:url', content: `${ORIGINAL}anvils/blue` },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: 'Blue anvil' },
  ],
  headLinks: [
    { rel: 'canonical', href: `${ORIGINAL}anvils/blue`, hreflang: '' },
    { rel: 'alternate', href: `${ORIGINAL}anvils/blue`, hreflang: 'en' },
    { rel: 'alternate', href: `${ORIGINAL}de/ambosse/blau`, hreflang: 'de' },
  ],
  headings: [
    [1, 'Blue anvil'],
    [2, 'Sizes'],
    [3, 'Small'],
    [2, 'Delivery'],
  ],
  jsonLd: [product(), crumbs('Home', 'Anvils', 'Blue')],
  structured: {},
  text: 'Our blue anvil is forged of hardened steel in the old mill by the river, where the hammers have not rested since 1884. It comes in three sizes, and each of them is delivered to your forge within a week.',
  links: [
    ['', 'Home'],
    ['anvils', 'All anvils'],
    ['anvils?page=2', 'Next page'],
    ['hammers', 'Hammers'],
    ['tongs', 'Tongs'],
    ['about.html', 'About us'],
    ['contact', 'Contact'],
    ['imprint', 'Imprint'],
    ['jobs', 'Jobs'],
    ['blog', 'Blog'],
    ['blog/forging', 'Read more'],
    ['blog/grinding', 'Read more'],
  ],
  dead: [],
  files: [
    file('og:image', `${ORIGINAL}img/anvil.jpg`),
    file('icon', `${ORIGINAL}favicon.ico`),
    file('sitemap', `${ORIGINAL}sitemap.xml`, 200, false),
  ],
  robots: { status: 200, body: `User-agent: *\nAllow: /\nSitemap: ${ORIGINAL}sitemap.xml` },
  headers: {},
  html: null,
  htmlCut: false,
})

export type Edit = (page: Page) => unknown

/** The page, changed. */
export function pageWith(edit: Edit): Page {
  const page = makePage()
  edit(page)
  return page
}

const BOX = { x: 0, y: 0, width: 10, height: 10 }
const INK = { box: BOX, seen: BOX, state: 'visible' as const, scroller: false, landmark: 'main' }

function htmlOf(page: Page): string {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return [
    `<title>${quoted(page.title)}</title>`,
    ...page.metas.map(({ name, content }) => `<meta name="${name}" content="${quoted(content)}">`),
    ...page.headLinks.map(({ rel, href }) => `<link rel="${rel}" href="${quoted(href)}">`),
    ...page.jsonLd.map(one => `<script type="application/ld+json">${JSON.stringify(one)}</script>`),
    `<body>${page.headings.map(([level, text]) => `<h${level}>${quoted(text)}</h${level}>`).join('')}<p>${quoted(page.text)}</p>`,
    ...page.links.map(([href, name]) => `<a href="/${quoted(href)}">${name}</a> `),
  ].join('\n')
}

function captureOf(page: Page, side: 'original' | 'rebuilt', host: string) {
  const url = host + page.path
  const scripts = page.jsonLd.map(one => readInContext(typeof one === 'string' ? one : JSON.stringify(one)))
  const structuredData: StructuredArtifact = {
    items: scripts.flatMap(script => ('items' in script ? script.items : [])),
    broken: scripts.flatMap(script => ('broken' in script ? [script.broken] : [])),
    unread: 0,
    ...page.structured,
  }
  return makeCapture(side, {
    document: {
      url,
      requestedUrl: url,
      html: page.html ?? htmlOf(page),
      headers: page.headers,
      htmlCut: page.htmlCut,
    },
    head: {
      title: page.title,
      lang: 'en',
      metas: page.metas,
      links: page.headLinks.map(link => ({ ...link, media: '', type: '', inHead: true })),
      headings: page.headings.map(([level, text]) => ({ level, text, selector: `h${level}`, ...INK })),
    },
    structuredData,
    ...(page.fields && {
      forms: [
        { fields: page.fields.map(name => ({ name, autocomplete: '' })) },
      ] as unknown as Artifacts['forms'],
    }),
    links: page.links.map(([href, name, rel = '']) => ({
      href: URL.canParse(href) ? href : href.startsWith('#') ? url + href : host + href,
      raw: href,
      name,
      rel,
      fragmentFound: href.startsWith('#') && page.sections ? page.sections.includes(href.slice(1)) : null,
    })) as unknown as LinkArtifact[],
    layouts: [
      {
        width: 1440,
        blocks: [{ text: page.text, state: 'visible' }, ...page.links.map(([, text]) => ({ text }))],
        controls: (page.buttons ?? []).map(name => ({
          name,
          role: 'button',
          state: 'visible',
          disabled: false,
        })),
      },
    ] as unknown as Artifacts['layouts'],
    linkTargets: {
      targets: page.dead.map(href => ({ href: host + href, status: 404 })),
      skipped: 0,
      unasked: [],
    } as unknown as Artifacts['linkTargets'],
    headFiles: page.files,
    robots: page.robots,
  })
}

/** The suite's result, and `severity key` of what is introduced. */
export function judge(original: Page, rebuilt: Page, host = REBUILT) {
  const result = judgeBy(seo, captureOf(original, 'original', ORIGINAL), captureOf(rebuilt, 'rebuilt', host))
  for (const { reason = '' } of result.checks) expect(reason).not.toMatch(/our check/)
  const issues = result.issues.filter(({ status }) => status === 'introduced')
  return { result, issues, introduced: issues.map(({ severity, key }) => `${severity} ${key}`) }
}

/**
 * What the change introduces. The same pair reversed must be silent, but for values that differ, which is the same
 * fault in both directions; so must the changed page against itself.
 */
export function expectIntroduced(edit: Edit, expected: string[]): void {
  const changed = pageWith(edit)
  const { introduced, result } = judge(makePage(), changed)
  expect(introduced.toSorted()).toEqual(expected.toSorted())
  expect(result.score < 100).toBe(expected.length > 0)
  if (/serious|critical/.test(expected.join())) expect(result.pass).toBe(false)
  expect(judge(changed, makePage()).introduced.filter(key => !/:changed\b/.test(key))).toEqual([])
  expect(judge(changed, changed).introduced).toEqual([])
}
