/** Three real pages: a small shop of plain HTML, a landing page with photographs, a dashboard with charts. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ServedSite, serve } from '../../test/serve.ts'

interface ScannedPage {
  folder: string
  path: string
}

const own = createRequire(import.meta.url)
const packaged = (name: string) => join(import.meta.dirname, '../../node_modules', name, 'dist')

export const PAGES = {
  small: { folder: join(import.meta.dirname, '../../sample/original'), path: '/' },
  typical: { folder: packaged('startbootstrap-agency'), path: '/' },
  heavy: { folder: packaged('gentelella'), path: '/production/index.html' },
} satisfies Record<string, ScannedPage>
export type PageName = keyof typeof PAGES

const BOOTSTRAP = '/bootstrap.bundle.min.js'
/** Style sheets and scripts of other hosts. */
const FOREIGN = /<link[^>]*href="https?:[^>]*>|<script[^>]*src="https?:[^>]*><\/script>/g

/** With Bootstrap's script beside it, and nothing of hosts that a machine for benchmarks may not reach. */
export function servePage(page: PageName): Promise<ServedSite> {
  return serve(PAGES[page].folder, (path, body) => {
    if (path === BOOTSTRAP) return readFile(own.resolve(`bootstrap/dist/js${BOOTSTRAP}`))
    if (!path.endsWith('.html')) return undefined
    return body
      .toString()
      .replace(/https:[^"]*(\/bootstrap\.bundle\.min\.js)/, '$1')
      .replace(FOREIGN, '')
  })
}
