/**
 * Ways out of a page other than a request for it or its files, all tried at once; each has an address, UDP port or name
 * of its own, so that whatever arrives tells by which it came. A plain browser, without our flags and proxy, goes first:
 * what reaches nothing even there proves nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { findBrowser } from '../../server/setup/browser.mjs'
import type { Canaries } from './canaries.ts'
import type { Doors } from './sinks.ts'

/** Of the page, which may do as it likes. `at` is the channel's own address, `name` its own name. */
const CHANNELS: Record<string, { code: (at: string, name: string) => string; udp?: number | 'mDNS' }> = {
  WebSocket: { code: at => `new WebSocket('ws://${at}/')` },
  'WebSocket over TLS': { code: at => `new WebSocket('wss://${at}/')` },
  'WebSocket of a worker': {
    code: at => `new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://${at}/')"])))`,
  },
  EventSource: { code: at => `new EventSource('http://${at}/')` },
  beacon: { code: at => `navigator.sendBeacon('http://${at}/', 'x')` },
  'WebRTC, STUN': { code: at => peer(`{ urls: 'stun:${at}:3478' }`), udp: 3478 },
  'WebRTC, TURN': {
    code: at =>
      peer(
        `{ urls: ['turn:${at}:3479?transport=udp', 'turn:${at}:80?transport=tcp'], username: 'u', credential: 'c' }`,
      ),
    udp: 3479,
  },
  'WebRTC, candidate': {
    code: at =>
      `(async () => { const a = new RTCPeerConnection(), b = new RTCPeerConnection(); a.createDataChannel('x'); await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription); await a.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 ${at} 8443 typ host', sdpMid: '0' }) })()`,
    udp: 8443,
  },
  'mDNS of WebRTC': {
    code: () =>
      `(async () => { const a = new RTCPeerConnection(); a.createDataChannel('x'); await a.setLocalDescription(await a.createOffer()); await a.setRemoteDescription({ type: 'answer', sdp: a.localDescription.sdp.replace('setup:actpass', 'setup:active') }); await a.addIceCandidate({ candidate: 'candidate:1 1 udp 1 11111111-2222-4333-8444-555555555555.local 9 typ host', sdpMid: '0' }) })()`,
    udp: 'mDNS',
  },
  WebTransport: { code: at => `new WebTransport('https://${at}:4433/')`, udp: 4433 },
  'DNS prefetch': {
    code: (_, name) => `link('dns-prefetch', '//${name}'); link('preconnect', 'http://${name}')`,
  },
  'a name for the DNS': { code: (_, name) => `new Image().src = 'http://${name}/'` },
  preconnect: {
    code: at =>
      `link('preconnect', 'http://${at}'); link('preconnect', 'https://${at}', { crossorigin: '' })`,
  },
  'preload and prefetch': {
    code: at =>
      `for (const rel of ['preload', 'prefetch', 'modulepreload', 'prerender', 'icon', 'manifest']) link(rel, 'http://${at}/' + rel, { as: 'script' })`,
  },
  'speculation rules': {
    code: at =>
      `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['http://${at}/f'], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: ['/page?prerendered', 'http://${at}/r'], eagerness: 'immediate' }] }); document.head.append(s)`,
  },
  'service worker': {
    code: at =>
      `navigator.serviceWorker.register('/sw.js?' + encodeURIComponent("fetch('http://${at}/', { mode: 'no-cors' })"))`,
  },
  'shared worker': {
    code: at =>
      `new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${at}/', { mode: 'no-cors' })"])))`,
  },
  'ping of a link': {
    code: at =>
      `const a = document.createElement('a'); a.href = '#x'; a.ping = 'http://${at}/'; document.body.append(a); a.click()`,
  },
  'reports of a policy': {
    code: at =>
      `const f = document.createElement('iframe'); f.src = '/page?csp=' + encodeURIComponent('http://${at}/'); document.body.append(f)`,
  },
  'media, objects and fonts': {
    code: at =>
      `document.body.insertAdjacentHTML('beforeend', '<video src="http://${at}/v" poster="http://${at}/p"></video><object data="http://${at}/o"></object><style>@font-face{font-family:x;src:url(http://${at}/f)} body{font-family:x;background:url(http://${at}/b)} @import "http://${at}/i";</style>')`,
  },
  'a window': { code: at => `addEventListener('click', () => window.open('http://${at}/'))` },
}
const peer = (server: string) =>
  `(async () => { const a = new RTCPeerConnection({ iceServers: [${server}] }); a.createDataChannel('x'); await a.setLocalDescription(await a.createOffer()) })()`
const WAIT_MS = 8000

const addressOf = (index: number) => `10.77.0.${index + 1}`
const nameOf = (index: number) => `channel${index}.example`

export interface ChannelRow {
  channel: string
  /** What a plain browser reached, and what ours did: connections, datagrams, questions of the DNS. */
  plain: string
  ours: string
  isReached: boolean
}

export async function channels({
  canaries,
  origin,
  browser,
}: Doors): Promise<{ rows: ChannelRow[]; sent: number }> {
  if (!browser) return { rows: [], sent: 0 }
  const before = await plainly(origin.url, canaries)
  const sent = canaries.sent()
  const context = await browser.playwright.newContext()
  const after = await tried(context, origin.url, canaries)
  await context.close()
  const rows = Object.keys(CHANNELS).map((channel, index) => ({
    channel,
    plain: told(before[index]!),
    ours: told(after[index]!),
    isReached: after[index]!.some(count => count > 0),
  }))
  return { rows, sent: canaries.sent() - sent }
}

/** With a profile of its own: a private window prefetches nothing. And with nothing taken away, as Playwright would. */
async function plainly(url: string, canaries: Canaries): Promise<number[][]> {
  const profile = await mkdtemp(join(tmpdir(), 'cutover-plain-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    ignoreDefaultArgs: true,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
  })
  try {
    return await tried(context, url, canaries)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

const told = ([tcp, udp, dns]: number[]) => `${tcp} TCP, ${udp} UDP, ${dns} DNS`

async function tried(
  context: BrowserContext,
  url: string,
  { accepts, datagrams }: Canaries,
): Promise<number[][]> {
  const [connections, packets] = [accepts.length, datagrams.length]
  const page = await context.newPage()
  await page.goto(`${url}/page?${encodeURIComponent(PAGE)}`, { waitUntil: 'commit' })
  // A window opens at a touch only.
  await page.mouse.click(5, 5)
  await page.waitForTimeout(WAIT_MS)
  await page.close()
  const [tcp, udp] = [accepts.slice(connections), datagrams.slice(packets)]
  return Object.values(CHANNELS).map((channel, index) => [
    tcp.filter(address => address === addressOf(index)).length,
    channel.udp ? udp.filter(one => one.startsWith(`${channel.udp} `)).length : 0,
    udp.filter(one => one.startsWith('53 ') && one.includes(`channel${index}\x07example`)).length,
  ])
}

const PAGE = `<!doctype html><title>Channels</title><body><script>
  const link = (rel, href, more = {}) => document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }))
  const quiet = work => { try { Promise.resolve(work()).catch(() => {}) } catch {} }
  ${Object.values(CHANNELS)
    .map(
      ({ code }, index) =>
        `quiet(() => { ${code(addressOf(index), nameOf(index)).replaceAll('</', '<\\/')} })`,
    )
    .join('\n')}
</script>`
