/** Serves a pair, measures it as a scan does and judges it. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LighthouseRun, measure } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import type { SuiteResult } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { perf } from '../../server/suites/perf/index.ts'
import { sampling } from '../../server/suites/perf/sampling.ts'
import { type Rewrite, serve } from '../../test/serve.ts'
import { makeCapture } from '../../test/suites/captures.ts'

interface Sides<T> {
  original: T
  rebuilt: T
}

export async function verify(
  pages: Sides<(foreign: string) => Rewrite> & { foreign: Sides<Rewrite> },
): Promise<Sides<LighthouseRun[]> & { result: SuiteResult }> {
  const empty = await mkdtemp(join(tmpdir(), 'cutover-perf-'))
  const foreign = [await serve(empty, pages.foreign.original), await serve(empty, pages.foreign.rebuilt)]
  const original = await serve(empty, pages.original(foreign[0]!.origin))
  const rebuilt = await serve(empty, pages.rebuilt(foreign[1]!.origin))
  const sites = [original, rebuilt, ...foreign]
  const proxy = await startProxy(createGuard({ allowHosts: sites.map(({ host }) => host) }), {
    maxBytes: 5e9,
  })
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  try {
    const runs = await measure(
      browser,
      sitesOf(
        {
          original_url: `${original.origin}/`,
          new_url: `${rebuilt.origin}/`,
          ignore: [],
          policy: 'regressions',
        },
        proxy,
      ),
      sampling('regressions'),
      () => {},
      { late: false },
    )
    const [judged] = runSuites(
      [perf],
      makeCapture('original', { lighthouse: runs.original }),
      makeCapture('rebuilt', { lighthouse: runs.rebuilt }),
    )
    return { ...runs, result: scoreSuite(judged!, 'regressions') }
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), ...sites.map(site => site.close())])
  }
}
