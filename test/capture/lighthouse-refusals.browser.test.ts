import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { sitesOf } from '../../server/scan/sites.ts'

/** A page that keeps what it can, on its own origin and on another, and tells what came of it. */
async function startKeeper() {
  /** Marks of runs that a later one found, and by which way a service worker was registered. */
  const told = { marks: new Set<string>(), workers: new Set<string>() }
  let run = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    if (pathname === '/told') {
      const worker = searchParams.get('worker')
      if (worker) told.workers.add(worker)
      else if (searchParams.get('mark') !== `run${run}`) told.marks.add(`storage ${searchParams.get('mark')}`)
      response.writeHead(204).end()
      return
    }
    if (pathname === '/evil.bin') {
      const type = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
      response.writeHead(200, type).end(Buffer.alloc(100_000, 7))
      return
    }
    const { cookie } = request.headers
    if (cookie && cookie !== `mark=run${run}`) told.marks.add(`cookie ${cookie}`)
    response.setHeader('set-cookie', `mark=run${run}; Max-Age=9999`)
    response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html')
    const { port } = server.address() as AddressInfo
    response.end(pathname === '/worker.js' ? '' : pathname === '/frame' ? frame(run) : page(port))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    told,
    nextRun: () => void run++,
    url: `http://localhost:${port}/`,
    hosts: [`localhost:${port}`, `127.0.0.1:${port}`],
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const page = (port: number) => `<!doctype html><title>Keeper</title>
  <meta name="viewport" content="width=device-width"><h1>Keeper</h1>
  <iframe src="http://127.0.0.1:${port}/frame"></iframe>
  <a id="file" href="/evil.bin" download="evil.bin">File</a>
  <script>
    document.getElementById('file').click()
    const tell = worker => fetch('/told?worker=' + worker)
    for (const [name, register] of Object.entries({
      own: script => navigator.serviceWorker.register(script),
      prototype: script => ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, script),
      frame: script => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        return frame.contentWindow.ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, script)
      },
    })) {
      try {
        register('/worker.js?' + name).then(() => tell(name), () => {})
      } catch {}
    }
  </script>`

const frame = (run: number) => `<!doctype html><title>Frame</title><script>
  fetch('/told?mark=' + (localStorage.getItem('mark') || 'run${run}'))
  localStorage.setItem('mark', 'run${run}')
</script>`

test('a run of Lighthouse leaves nothing to the next, and is refused what every load is', {
  tags: 'variant',
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'cutover-home-'))
  const temporary = join(home, 'tmp')
  await mkdir(temporary)
  const { HOME, TMPDIR } = process.env
  Object.assign(process.env, { HOME: home, TMPDIR: temporary })
  const keeper = await startKeeper()
  const proxy = await startProxy(createGuard({ allowHosts: keeper.hosts }))
  const browser = await openMeasuringBrowser({ proxyUrl: proxy.url })
  try {
    const request = {
      original_url: keeper.url,
      new_url: keeper.url,
      ignore: [],
      policy: 'regressions',
    } as const
    const { original } = sitesOf({ ...request, ignore: [] }, proxy)
    for (let run = 0; run < 2; run++) {
      keeper.nextRun()
      const measured = await runLighthouse(browser, original)
      expect(measured).toMatchObject({ failure: null, score: expect.any(Number) })
    }
    const downloads = (await readdir(temporary, { recursive: true })).filter(name =>
      /evil|download/i.test(name),
    )
    expect({ ...keeper.told, files: await readdir(home), downloads }).toEqual({
      marks: new Set(),
      workers: new Set(),
      files: ['tmp'],
      downloads: [],
    })
  } finally {
    process.env.HOME = HOME
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await browser.close()
    await Promise.all([proxy.close(), keeper.close()])
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
})
