import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Router from '@koa/router'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import type { Api } from '../../api/context.ts'
import { notFound } from '../../api/problem.ts'
import { baseOf } from '../../api/site.ts'
import { PROJECT_ROOT } from '../../config/index.ts'
import { SuiteName } from '../../contract.ts'
import { render } from '../render.ts'
import { sessionIfAny } from '../session.ts'

const SUITES = SuiteName.options
/** The files of the project that are shown, by the path they are shown at; no other is read. */
export const DOCS: ReadonlyMap<string, string> = new Map([
  ['/docs/methodology', 'METHODOLOGY.md'],
  ...SUITES.map(suite => [`/docs/checks/${suite}`, `docs/checks/${suite}.md`] as const),
  ...[...SUITES, 'capture', 'evidence', 'stores', 'not-checked', 'wrong-page'].map(
    name => [`/docs/methods/${name}`, `docs/methods/${name}.md`] as const,
  ),
])
const PATHS = new Map([...DOCS].map(([path, file]) => [file, path]))

/** How scores are made, and what each check looks for: where the `help_url` of an issue leads. */
export function docsPages(router: Router, { queue, site }: Api): void {
  const pages = new Map<string, string>()
  router.get('/docs', ctx => ctx.redirect(`${baseOf(site)}/docs/methodology`))
  router.get(['/docs/methodology', '/docs/checks/:name', '/docs/methods/:name'], async ctx => {
    const file = DOCS.get(ctx.path)
    if (!file) throw notFound()
    const html = pages.get(file) ?? docsHtml(file, path => baseOf(site) + path)
    pages.set(file, html)
    const session = await sessionIfAny(ctx, queue.pool, site)
    const title = /<h1>([^<]*)/.exec(html)?.[1] ?? ''
    render(ctx, site, 'docs', { title, session, isPublic: true, html, suites: SUITES, path: ctx.path })
  })
}

/** The HTML of a file of the project. @param address of a page by its path on a server */
export function docsHtml(file: string, address: (path: string) => string): string {
  const html = micromark(readFileSync(join(PROJECT_ROOT, file), 'utf8'), {
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
    // The project's own text: its anchors are HTML.
    allowDangerousHtml: true,
  })
  // What scrolls sideways can be scrolled with keys as well.
  const scrolling = html.replace(/<(pre|table)>/g, '<$1 tabindex="0">')
  return scrolling.replace(/href="([^"#:]+\.md)/g, (whole, link: string) => {
    const path = PATHS.get(join(dirname(file), link))
    return path ? `href="${address(path)}` : whole
  })
}
