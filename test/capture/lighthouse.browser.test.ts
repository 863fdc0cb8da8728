import { expect, test } from 'vitest'
import { runLighthouse } from '../../server/capture/lighthouse.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { PageCrashed } from '../../server/capture/page/failure.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { sitesOf } from '../../server/scan/sites.ts'

test('a browser that is gone is a crash, which a scan tries again', async () => {
  const proxy = await startProxy(createGuard({ allowHosts: [] }))
  const browser = await openBrowser({ proxyUrl: proxy.url })
  await browser.close()
  const url = 'http://127.0.0.1:9/'
  const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
  await expect(runLighthouse(browser, sites.original)).rejects.toThrow(PageCrashed)
  await proxy.close()
})
