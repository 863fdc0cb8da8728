/**
 * `npm run bench -- own-pages [--runs N]`: the Lighthouse score on a phone of our own public pages, served by a process
 * of its own: the median and the spread of the runs. All other suites judge these pages in `test/web/own-pages.slow.test.ts`.
 */
import { parseArgs } from 'node:util'
import { runLighthouse } from '../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../server/capture/measuring-browser.ts'
import { createGuard } from '../server/egress/guard.ts'
import { startProxy } from '../server/egress/proxy/index.ts'
import { sitesOf } from '../server/scan/sites.ts'
import { openService } from './api/service.ts'

const PATHS = ['/', '/docs/checks/seo']

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '3' } } })
  const service = await openService()
  const home = `127.0.0.1:${service.port}`
  const proxy = await startProxy(createGuard({ allowHosts: [home] }))
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  try {
    for (const path of PATHS) {
      const url = `http://${home}${path}`
      const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'absolute' }, proxy)
      const scores: number[] = []
      for (let n = 0; n < Number(values.runs); n++) {
        const { score, failure } = await runLighthouse(browser, sites.original)
        if (score === null) throw new Error(`Lighthouse gave no score for ${path}: ${failure}`)
        scores.push(score)
      }
      scores.sort((a, b) => a - b)
      console.log(`${path}: ${scores[scores.length >> 1]} (${scores[0]} to ${scores.at(-1)})`)
    }
  } finally {
    await browser.close()
    await proxy.close()
    await service.close()
  }
}
