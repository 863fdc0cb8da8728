import { chromium } from 'playwright'
import { expect, test } from 'vitest'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { startCanary } from './canary.ts'
import { startOrigin } from './origin.ts'

const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update ' +
  '--disable-sync --no-first-run --disable-quic --proxy-bypass-list=<-loopback>'

test('a browser reaches the allowed page and nothing else, by whatever means the page tries', async () => {
  const canary = await startCanary()
  const elsewhere = `localhost:${canary.port}`
  const origin = await startOrigin((request, response) => {
    if (request.url === '/away') {
      response.writeHead(302, { location: `http://${elsewhere}/redirected` }).end()
      return
    }
    response.setHeader('content-type', request.url === '/worker.js' ? 'text/javascript' : 'text/html')
    response.end(
      request.url === '/worker.js' ? WORKER(elsewhere) : request.url === '/' ? PAGE(elsewhere) : 'ok',
    )
  })
  const proxy = await startProxy(createGuard({ allowHosts: [origin.host] }))
  const browser = await chromium.launch({
    executablePath: (await findBrowser())!,
    args: [...FLAGS.split(' '), `--proxy-server=${proxy.url}`],
  })
  try {
    const page = await browser.newPage()
    await page.goto(origin.url)
    expect(await page.title()).toBe('Allowed')
    expect(await page.evaluate('done')).toEqual({
      fetch: 'refused',
      beside: 'ok',
      image: 'refused',
      socket: 'refused',
      events: 'refused',
      worker: 'refused',
    })
    const places = [elsewhere, `127.0.0.1:${canary.port}`, `[::1]:${canary.port}`, '169.254.169.254:80']
    for (const place of places) {
      const answer = await page.goto(`http://${place}/`)
      expect(answer?.status()).toBe(403)
      expect(answer?.headers()['x-cutover-egress']).toBe(`forbidden; ${place}`)
      const second = await browser.newPage()
      await expect(second.goto(`https://${place.replace(/:80$/, '')}/`)).rejects.toThrow(
        'ERR_TUNNEL_CONNECTION_FAILED',
      )
      await second.close()
      expect(proxy.reasonFor(place.replace(/:80$/, ''))).toMatch(/only public sites can be visited/)
    }
    expect((await page.goto(`${origin.url}/away`))?.status()).toBe(403)
    const paths = proxy.refused().map(({ host }) => host)
    expect(paths).toEqual(expect.arrayContaining(places))
    // One each: fetch, image, style sheet, frame, beacon, events, two sockets, worker's fetch; then the navigations.
    expect(proxy.refusals()).toBeGreaterThanOrEqual(9 + 2 * places.length + 1)
    expect(canary.accepts()).toBe(0)
  } finally {
    await browser.close()
    await proxy.close()
    await origin.close()
    await canary.close()
  }
})

const WORKER = (host: string) => `
  const tries = [
    fetch('http://${host}/from-worker', { mode: 'no-cors' }).then(r => r.status === 0),
    new Promise(resolve => { new WebSocket('ws://${host}/from-worker').onerror = () => resolve(true) }),
  ]
  Promise.all(tries).then(all => postMessage(all.every(Boolean) ? 'refused' : 'passed'))`

const PAGE = (host: string) => `<!doctype html><title>Allowed</title>
  <link rel="preconnect" href="http://${host}"><link rel="stylesheet" href="http://${host}/style.css">
  <iframe src="http://${host}/frame"></iframe>
  <script>
    navigator.sendBeacon('http://${host}/beacon')
    const refused = resolve => () => resolve('refused')
    const tries = {
      fetch: fetch('http://${host}/fetch').then(() => 'passed', () => 'refused'),
      beside: fetch('/beside').then(r => r.text()),
      image: new Promise(resolve => {
        const image = new Image()
        image.onerror = refused(resolve)
        image.onload = () => resolve('passed')
        image.src = 'http://${host}/image.png'
      }),
      socket: new Promise(resolve => { new WebSocket('ws://${host}/').onerror = refused(resolve) }),
      events: new Promise(resolve => { new EventSource('http://${host}/events').onerror = refused(resolve) }),
      worker: new Promise(resolve => { new Worker('/worker.js').onmessage = ({ data }) => resolve(data) }),
    }
    var done = Promise.all(Object.entries(tries).map(async ([name, result]) => [name, await result])).then(Object.fromEntries)
  </script>`
