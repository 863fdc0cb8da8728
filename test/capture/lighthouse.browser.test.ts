import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measure, runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { PageCrashed } from '../../server/capture/page/failure.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { serve } from '../serve.ts'
import { photograph } from '../suites/studio-pictures.ts'

test('a browser that is gone is a crash, which a scan tries again', async () => {
  const proxy = await startProxy(createGuard({ allowHosts: [] }))
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  await browser.close()
  const url = 'http://127.0.0.1:9/'
  const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
  await expect(runLighthouse(browser, sites.original)).rejects.toThrow(PageCrashed)
  await proxy.close()
})

test('a run tells what pictures waste, what the metrics score and that other programs were at work', async () => {
  const html =
    '<!doctype html><title>Large</title><meta name="viewport" content="width=device-width"><h1>Large</h1><img src="/large.jpg" alt="Patches" width="100" height="50">'
  const site = await serve(await mkdtemp(join(tmpdir(), 'cutover-lighthouse-')), async path => {
    if (path === '/index.html') return html
    if (path === '/large.jpg') return photograph('large', 4000, 2000).jpeg({ quality: 100 }).toBuffer()
    return undefined
  })
  const proxy = await startProxy(createGuard({ allowHosts: [site.host] }))
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  const other = spawn(process.execPath, ['-e', 'for (;;);'])
  try {
    const url = `${site.origin}/`
    const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
    const run = await runLighthouse(browser, sites.original)
    expect(run).toMatchObject({ failure: null, metricScores: { cls: 1 } })
    const { bytes, worst } = run.counters.pictureWaste
    expect(worst).toEqual([{ url: `${site.origin}/large.jpg`, bytes: expect.any(Number), wasted: bytes }])
    expect(bytes).toBeGreaterThan(worst[0]!.bytes / 2)
    expect(run.filmstrip.length).toBeGreaterThan(1)
    const moments = run.moments!.map(({ name }) => name)
    expect(moments).toEqual(expect.arrayContaining(['First Contentful Paint', 'Load']))
    expect(run.busyShare).toBeGreaterThan(0)
    expect(run.busyShare).toBeLessThanOrEqual(1)
  } finally {
    other.kill()
    await browser.close()
    await Promise.all([proxy.close(), site.close()])
  }
})

test('no pair is begun that would not end in time, however much one is wanted', async () => {
  const site = await serve(await mkdtemp(join(tmpdir(), 'cutover-lighthouse-')), async path =>
    path === '/index.html' ? '<!doctype html><title>Small</title><h1>Small</h1>' : undefined,
  )
  const proxy = await startProxy(createGuard({ allowHosts: [site.host] }))
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  try {
    const url = `${site.origin}/`
    const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
    const wanted = (original: unknown[]) => ({ again: original.length < 30, discard: false })
    const soon = { late: false, until: performance.now() + 15_000 }
    const some = await measure(browser, sites, wanted, () => {}, soon)
    expect(some.original.length).toBeLessThan(30)
    expect(some.original[0]).toMatchObject({ failure: null })
    const over = { late: false, until: performance.now() }
    const none = await measure(browser, sites, wanted, () => {}, over)
    expect([none.original, none.rebuilt]).toMatchObject([[{ score: null }], [{ score: null }]])
    expect(none.original[0]!.failure).toBe('no time was left to measure it')
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), site.close()])
  }
}, 60_000)
