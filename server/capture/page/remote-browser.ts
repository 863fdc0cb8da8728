/**
 * A browser on another machine, by its DevTools endpoint. It is neither started nor ended here, so it is taken only if it
 * was started with the switches of every browser and no others: with our proxy as its one way out.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteBrowser } from '../../config/index.ts'
import type { EgressProxy } from '../../egress/proxy/index.ts'
import { type Devtools, findDevtools, openDevtools } from '../../egress/remote-browser.ts'
import { reasonOf } from '../../lib/reason.ts'
import { RemoteGone } from '../../lib/remote-gone.ts'
import { browserFlags } from './browser-flags.ts'
import { CAPTURING } from './launch.ts'

/** What a remote browser has to be started with, besides its profile and its DevTools port. */
export const remoteFlags = ({ proxy }: Pick<RemoteBrowser, 'proxy'>): string[] => [
  ...browserFlags(`http://${proxy.host}:${proxy.port}`, CAPTURING.disabledFeatures),
  ...CAPTURING.flags,
  '--no-startup-window',
  // Without it the browser does not tell its switches.
  '--enable-automation',
]

/** What Chromium adds by itself, or Debian does where it starts Chromium, in whole; and what each browser has of its own. */
const HARMLESS =
  /^--(noerrdialogs|flag-switches-(begin|end)|ozone-platform=headless|ozone-override-screen-size=[\d,]+|use-angle=[\w-]+|show-component-extension-options|enable-gpu-rasterization|disable-pings|media-router=0|enable-remote-extensions|load-extension|user-data-dir=.*|remote-debugging-port=\d+)$/

/**
 * Pure. @param given of its command line, behind the program @returns those that are missing, and the names of those that
 * have to go: whatever is not wanted may undo what is, also where it stands before it
 */
export function wrongSwitches(
  given: readonly string[],
  wanted: readonly string[],
  sandbox: boolean,
): string[] {
  const switches = given.map(text => text.replace(/^--?(?=[^-])/, '--'))
  const mayStay = (text: string) =>
    wanted.includes(text) || HARMLESS.test(text) || (!sandbox && text === '--no-sandbox')
  return [
    ...wanted.filter(text => !switches.includes(text)),
    ...switches.filter(text => !mayStay(text)).map(text => `not ${text.split('=', 1)[0]}`),
  ]
}

/** Only looks: a scan that is at work in it does not notice. @throws why it cannot be used */
export const checkRemote = (remote: RemoteBrowser, sandbox?: boolean): Promise<void> =>
  withRemote(remote, sandbox, async () => {})

/**
 * For a driver: the WebSocket of a browser that has the right switches, and in which nothing is left of an earlier scan.
 * It serves one scan at a time. @throws why it cannot be used
 */
export const takeRemote = (remote: RemoteBrowser, sandbox?: boolean): Promise<string> =>
  withRemote(remote, sandbox, async (devtools, address) => {
    await clear(devtools)
    return address
  })

/**
 * Before a scan: nothing of an earlier one is left in it when `admit` is called, from when on the proxy answers it, and then
 * it is seen that this proxy is the one it asks. @throws why it cannot be used
 */
export const prepareRemote = (
  remote: RemoteBrowser,
  sandbox: boolean | undefined,
  proxy: Pick<EgressProxy, 'failureOf' | 'forget'>,
  admit: () => void,
): Promise<void> =>
  withRemote(remote, sandbox, async devtools => {
    await clear(devtools)
    admit()
    await seeWayOut(devtools, proxy)
  })

/**
 * What `work` comes to, while the browser answers. A machine that hangs or goes looks like a page that does, to whoever
 * waits for that page. @throws RemoteGone when the browser does not answer
 */
export async function whileRemoteAnswers<T>(remote: RemoteBrowser, work: () => Promise<T>): Promise<T> {
  const devtools = await openDevtools(await findDevtools(remote))
  const over = new AbortController()
  const answers = () => devtools.send('Browser.getVersion')
  const watch = async (): Promise<never> => {
    for (;;) {
      await answers()
      await sleep(LOOK_MS, undefined, { signal: over.signal }).catch(() => new Promise<never>(() => {}))
    }
  }
  try {
    const done = await Promise.race([work(), watch()])
    // Lighthouse takes the end of a browser for one of the page, and goes on without that run.
    await answers()
    return done
  } catch (error) {
    if (!(error instanceof RemoteGone)) await answers()
    throw error
  } finally {
    over.abort()
    devtools.close()
  }
}

const LOOK_MS = 2_000
/** For what an earlier scan left in it. */
const CLEARING_MS = 5_000
/** From its first request for a page to our proxy, on a machine that is busy. */
const WAY_OUT_MS = 10_000
const AGAIN_MS = 50

async function withRemote<T>(
  remote: RemoteBrowser,
  sandbox = true,
  use: (devtools: Devtools, address: string) => Promise<T>,
): Promise<T> {
  const address = await findDevtools(remote)
  const devtools = await openDevtools(address)
  try {
    const { arguments: given } = await devtools
      .send<{ arguments: string[] }>('Browser.getBrowserCommandLine')
      .catch(error => {
        throw new Error(
          `the remote browser does not tell its switches: start it with --enable-automation (${reasonOf(error)})`,
        )
      })
    const wrong = wrongSwitches(given.slice(1), remoteFlags(remote), sandbox)
    if (wrong.length > 0)
      throw new Error(
        `the remote browser was started with other switches than \`npm run -s browser-flags\` prints: ${wrong.join(' ')}`,
      )
    return await use(devtools, address)
  } finally {
    devtools.close()
  }
}

interface Target {
  targetId: string
  url: string
}

/** Whoever has opened them, and is connected still: a driver that was killed, hangs, or is another machine's. */
async function clear(devtools: Devtools): Promise<void> {
  for (const until = performance.now() + CLEARING_MS; ; await sleep(AGAIN_MS)) {
    const { browserContextIds: contexts } = await devtools.send<{ browserContextIds: string[] }>(
      'Target.getBrowserContexts',
    )
    const { targetInfos } = await devtools.send<{ targetInfos: Target[] }>('Target.getTargets')
    const left = targetInfos.filter(({ url }) => !/^chrome(-extension)?:/.test(url))
    if (contexts.length === 0 && left.length === 0) return
    if (performance.now() > until)
      throw new Error('the remote browser does not let go of what an earlier scan left in it')
    // What has gone by itself meanwhile is refused.
    const gone = [
      ...contexts.map(browserContextId =>
        devtools.send('Target.disposeBrowserContext', { browserContextId }),
      ),
      ...left.map(({ targetId }) => devtools.send('Target.closeTarget', { targetId })),
    ]
    await Promise.allSettled(gone)
  }
}

/** A name that nobody else can know is asked for: who hears of it is the proxy that the browser asks. */
async function seeWayOut(
  devtools: Devtools,
  proxy: Pick<EgressProxy, 'failureOf' | 'forget'>,
): Promise<void> {
  const host = `${randomUUID()}.local`
  const { browserContextId } = await devtools.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
    { disposeOnDetach: true },
  )
  await devtools.send('Target.createTarget', { url: `http://${host}/`, browserContextId })
  for (const until = performance.now() + WAY_OUT_MS; !proxy.failureOf(host); await sleep(AGAIN_MS))
    if (performance.now() > until)
      throw new Error('the remote browser does not reach our proxy at the address of CUTOVER_PROXY_ADDRESS')
  await devtools.send('Target.disposeBrowserContext', { browserContextId })
  proxy.forget(host)
}
