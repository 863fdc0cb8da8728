import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** How scores are made, and what each check looks for: where the `help_url` of an issue leads. */
export function docsPages(router: Router, { queue, site }: Api): void {
  const pages = new Map<string, string>()
  router.get(['/docs/methodology', '/docs/checks/:suite'], async ctx => {
    const name = ctx.params.suite ?? 'methodology'
    const html = pages.get(name) ?? readPage(name, baseOf(site))
    if (html === null) throw notFound()
    pages.set(name, html)
    const session = await sessionIfAny(ctx, queue.pool, site)
    render(ctx, site, 'docs', { title: name, session, html, suites: SuiteName.options, name })
  })
}

/** HTML of a page that ships with the project; null when there is none of this name. */
function readPage(name: string, base: string): string | null {
  const isSuite = SuiteName.options.some(suite => suite === name)
  const file = join(PROJECT_ROOT, isSuite ? `docs/checks/${name}.md` : 'METHODOLOGY.md')
  if ((!isSuite && name !== 'methodology') || !existsSync(file)) return null
  // The project's own text: its anchors are HTML.
  const html = micromark(readFileSync(file, 'utf8'), {
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
    allowDangerousHtml: true,
  })
  return html
    .replaceAll('href="../../METHODOLOGY.md"', `href="${base}/docs/methodology"`)
    .replaceAll(/href="docs\/checks\/(\w+)\.md/g, `href="${base}/docs/checks/$1`)
}
