/** The pages that the benchmark changes. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rules } from '../../test/filler.ts'
import { iconFont } from '../../test/icon-font.ts'
import type { Built, TestPage } from '../../test/page-pair.ts'
import { studioPictures } from '../../test/suites/studio-pictures.ts'
import type { ForeignPage } from '../foreign/options.ts'

export interface BenchPage extends TestPage {
  about: string
  /** Changed for perf as well, or for nothing else; `weighed` tells why not every page is. */
  perf?: 'too' | 'alone'
  /** What the rebuilt page as such has to raise; without it, it has to be silent. */
  owes?: { suite: 'seo'; about: RegExp }
}

const ROOT = join(import.meta.dirname, '../..')
const packaged = (name: string, page = '/index.html', more: Partial<Built> = {}): Built => ({
  folder: join(ROOT, 'node_modules', name, 'dist'),
  page,
  ...more,
})
const own = (path: string, more: Partial<Built> = {}): Built => ({
  folder: join(ROOT, path),
  page: '/index.html',
  ...more,
})

/** Its menus and dialogs need a script of another host, which no capture here reaches: served from beside the page. */
const withBootstrap: Partial<Built> = {
  repair: html => html.replace(/https:[^"]*\/(bootstrap\.bundle\.min\.js)/, '/$1'),
  files: path => (path === '/bootstrap.bundle.min.js' ? readFile(BOOTSTRAP) : undefined),
}
const BOOTSTRAP = join(ROOT, 'node_modules/bootstrap/dist/js/bootstrap.bundle.min.js')

/**
 * With styles of `bytes` on both sides. Our own pages are so light that Lighthouse gives them 100, and by the suite's
 * rule a page at 100 may fall by 20 points and pass; the sites that people rebuild score between 50 and 90.
 */
const weighed = (built: Built, bytes: number): Built => ({
  ...built,
  repair: html =>
    (built.repair?.(html) ?? html).replace(
      '</head>',
      `<link rel="stylesheet" href="/theme-${bytes}.css"></head>`,
    ),
  files: (path, body) => (path === `/theme-${bytes}.css` ? rules(bytes) : built.files?.(path, body)),
})

const site = (path: string): Built => own(`test/fixtures/sites/${path}`, { files: studioPictures })
/** A page is judged, not its site: what only its links lead to is here. */
const LEGAL: Record<string, string> = { '/imprint': 'Imprint', '/privacy': 'Privacy policy' }
const withPages = (path: string, pages: Record<string, string>): Built =>
  own(`test/fixtures/sites/${path}`, {
    files: (path, body) => {
      const title = { ...LEGAL, ...pages }[path]
      if (!title) return studioPictures(path, body)
      const html = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>`
      return { status: 200, type: 'text/html; charset=utf-8', body: html }
    },
  })
const studio = (side: string): Built => withPages(`studio/${side}`, {})
/** A web font that is served from beside the page. */
const FONT = join(ROOT, 'node_modules/emulate/dist/fonts/geist-sans.woff2')

/** Ours, or those that `list` names: a file as the benchmark `foreign` takes it, with the sites beside it. */
export async function benchPages(list?: string): Promise<readonly BenchPage[]> {
  if (!list) return OWN
  const foreign: ForeignPage[] = JSON.parse(await readFile(list, 'utf8'))
  return foreign.map(({ site, path, kind }) => ({
    name: `${site}/${path}`.replace(/[^\w-]+/g, '_'),
    about: kind,
    original: { folder: join(dirname(list), 'sites', site), page: `/${path}` },
  }))
}

const OWN: readonly BenchPage[] = [
  {
    name: 'agency',
    about: 'a company on one page (Bootstrap)',
    original: packaged('startbootstrap-agency', '/index.html', withBootstrap),
  },
  {
    name: 'freelancer',
    about: 'a portfolio with dialogs and a form (Bootstrap)',
    original: packaged('startbootstrap-freelancer', '/index.html', withBootstrap),
    perf: 'too',
  },
  {
    name: 'dashboard',
    // Its first paint races with its scripts: it scores 92 or 62, and what a change took from it cannot always be told.
    about: 'a dashboard with charts and tables (Gentelella)',
    original: packaged('gentelella', '/production/index.html'),
    perf: 'too',
  },
  { name: 'shop', about: 'the sample shop', original: own('sample/original') },
  {
    name: 'shop-rebuilt',
    about: 'the sample shop against its rebuild, the mistakes taken out',
    original: own('sample/original'),
    rebuilt: own('sample/rebuilt', { repair: withoutMistakes }),
  },
  {
    name: 'studio-rebuilt',
    about: 'a page with a carousel and a strip of pictures against a rebuild by another hand',
    original: studio('original'),
    rebuilt: studio('rebuilt'),
  },
  {
    name: 'souk',
    about: 'an Arabic shop, right to left, with tabs, an accordion, a carousel and prices',
    original: site('souk/original'),
  },
  {
    name: 'pottery',
    about:
      'one product: an offer, a rating, sizes, a film, filters, a dark mode, a trap for robots, fonts, files for crawlers',
    original: own('test/fixtures/sites/pottery/original', {
      files: (path, body) => {
        if (path === '/fonts/kiln.ttf') return iconFont('\ue001\ue002\ue003\ue004\ue005')
        return path === '/fonts/geist.woff2' ? readFile(FONT) : studioPictures(path, body)
      },
    }),
  },
  {
    name: 'ledger',
    about:
      'plans with their prices in dialogs, a table of figures, opening hours, and a question for consent',
    original: site('ledger/original'),
  },
  {
    name: 'workshop',
    about:
      'evening classes: a form that a script looks at and sends, one in a dialog, buttons that lead away, tabs with pictures, a table that is scrolled',
    original: withPages('workshop/original', {
      '/book': 'Book a place',
      '/voucher': 'Give a voucher',
      '/classes/stool': 'A stool with three legs',
      '/classes/cushion': 'A seat with springs',
      '/classes/cabinet': 'A cabinet for the wall',
      '/classes/weaving': 'A woven seat',
    }),
  },
  {
    name: 'pension',
    about:
      'a guest house in German and English: a sum of nights, rooms with pictures, a carousel, a map that is asked for, a menu',
    original: withPages('pension/original', {
      '/zimmer/schilf': 'Schilf',
      '/zimmer/veranda': 'Veranda',
      '/zimmer/dachboden': 'Dachboden',
    }),
  },
  { name: 'handbook', about: 'a long page of documentation', original: site('handbook/original') },
  {
    name: 'journal-rebuilt',
    about: 'a blog against a rebuild in components, rendered on the server and hydrated',
    original: site('journal/original'),
    rebuilt: site('journal/hydrated'),
  },
  {
    name: 'journal-client',
    about: 'the same blog against a rebuild that the browser alone renders',
    original: site('journal/original'),
    rebuilt: site('journal/client'),
    owes: { suite: 'seo', about: /served|script|render/ },
  },
  {
    name: 'shop-weighed',
    about: 'the sample shop with 300 KB of styles on both sides',
    original: weighed(own('sample/original'), 300_000),
    perf: 'alone',
  },
  {
    name: 'souk-weighed',
    about: 'the Arabic shop with 330 KB of styles on both sides',
    original: weighed(site('souk/original'), 330_000),
    perf: 'alone',
  },
  {
    name: 'studio-weighed',
    about: 'the page with a carousel against its rebuild, with 150 KB of styles on both sides',
    original: weighed(site('studio/original'), 150_000),
    rebuilt: weighed(site('studio/rebuilt'), 150_000),
    perf: 'alone',
  },
  {
    name: 'journal-weighed',
    about: 'the blog against its hydrated rebuild, with 300 KB of styles on both sides',
    original: weighed(site('journal/original'), 300_000),
    rebuilt: weighed(site('journal/hydrated'), 300_000),
    perf: 'alone',
  },
  {
    name: 'handbook-weighed',
    about: 'the documentation with 400 KB of styles on both sides',
    original: weighed(site('handbook/original'), 400_000),
    perf: 'alone',
  },
]

/** The sample's rebuild carries three mistakes, see sample/README.md. */
function withoutMistakes(html: string): string {
  return html
    .replace('</span>43.00', '</span>34.00')
    .replace(
      /(<img [^>]*src="[^"]*ceropegia[^"]*")/,
      '$1 alt="String of hearts trailing from a hanging cream pot"',
    )
    .replace('type="submit" disabled', 'type="submit"')
}
