/** A page rebuilt as a single-page application under a base path, with a router, clean addresses and hashed files. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { functional } from '../../server/suites/functional/index.ts'
import { seo } from '../../server/suites/seo/index.ts'
import { serve } from '../serve.ts'
import { openCollector } from './collector.ts'

const SITE = join(import.meta.dirname, '../fixtures/sites/bakery')

test('leads to the same places and says the same', async () => {
  const original = await serve(join(SITE, 'original'))
  const rebuilt = await serve(join(SITE, 'rebuilt'), async path => {
    const page = /^\/preview\/(breads|cakes|about|order|imprint|de)(\/index\.html)?$/.exec(path)?.[1]
    if (!page) return undefined
    return {
      status: 200,
      body: await readFile(join(SITE, 'original', page === 'de' ? 'de/index.html' : `${page}.html`)),
    }
  })
  const collector = await openCollector(
    [...new Set([...seo.needs, ...functional.needs])],
    [original.host, rebuilt.host],
  )
  try {
    const pair = { original_url: `${original.origin}/`, new_url: `${rebuilt.origin}/preview/` }
    const suites = [seo, functional] as unknown as Suite[]
    const [before, after] = await Promise.all([
      collector.collect('original', pair),
      collector.collect('rebuilt', pair),
    ])
    const judged = runSuites(suites, before, after)
    for (const suite of judged) {
      const result = scoreSuite(suite, 'regressions')
      const raised = result.issues.filter(({ status }) => status === 'introduced')
      // What it says is the same; that it says it after scripts alone is what search engines mind.
      const grave = raised.filter(({ severity }) => severity !== 'minor').map(({ key }) => key)
      expect(grave).toEqual(suite.suite === 'seo' ? ['seo/served:text'] : [])
      expect(result.inconclusive).toBe(false)
    }
    // The page of the jobs is missing on both.
    const links = judged[1]!.checks.find(({ id }) => id === 'functional/links')!.pair
    expect(links).toMatchObject({ findings: [{ key: 'functional/links:dead:/jobs.html' }] })
  } finally {
    await Promise.all([collector.close(), original.close(), rebuilt.close()])
  }
})
