/** What every browser is launched with, and how it ends: its own profile and process group. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserEnvironment, type RemoteBrowser } from '../../config/index.ts'
import { readProcess } from '../../lib/proc.ts'
import { findBrowser } from '../../setup/browser.mjs'
import { browserFlags } from './browser-flags.ts'
import { setSystemFont } from './system-font.ts'

/** Of the browser of the captures alone. */
export const CAPTURING = {
  // No tile is drawn before its pictures are decoded: on a busy machine a shot would lack the large ones.
  flags: ['--disable-checker-imaging'],
  // A script that is fetched and compiled in the background is not counted before its end, however long it is.
  disabledFeatures: ['BackgroundResourceFetch'],
}

export interface LaunchOptions {
  proxyUrl: string
  /** Connected to instead of starting one; of the rest it takes `sandbox` alone. */
  remote?: RemoteBrowser
  /** Stands before its command line, to start it where it can reach the proxy alone. Default: where we are. */
  enter?: readonly string[]
  chromePath?: string
  /** Besides those of every browser. */
  flags?: readonly string[]
  /** That are off besides those of every browser. */
  disabledFeatures?: readonly string[]
  /** Default: on, but for root, to whom Chromium refuses it. */
  sandbox?: boolean
  /** Hears the leader of its process group. */
  onPid?: (pid: number) => void
}

export interface Launch {
  executablePath: string
  args: string[]
  env: Record<string, string>
  /** Kills its process group and deletes its profile. `closing`, where it comes to an end, gets 1.5 s for that. */
  end(pid: number | undefined, closing: Promise<unknown>): Promise<void>
}

/** For a driver on a pipe: no port is opened, which every user of the machine could connect to. */
export async function prepareLaunch({
  proxyUrl,
  enter = [],
  chromePath,
  flags = [],
  disabledFeatures,
  sandbox,
}: LaunchOptions): Promise<Launch> {
  const browser = chromePath ?? (await findBrowser())
  if (!browser) throw new Error('no browser found; set CHROME_PATH to a Chrome or Chromium executable')
  let ended: Promise<void> | undefined
  const [executablePath = browser, ...first] = [...enter, browser]
  const profile = await mkdtemp(join(tmpdir(), 'cutover-browser-'))
  await setSystemFont(profile)
  return {
    executablePath,
    args: [
      ...first,
      ...browserFlags(proxyUrl, disabledFeatures),
      ...flags,
      ...((sandbox ?? process.getuid?.() !== 0) ? [] : ['--no-sandbox']),
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      '--no-startup-window',
    ],
    env: browserEnvironment(profile),
    end(pid, closing) {
      // Once: the number may be another group's when it is asked again.
      ended ??= end(profile, pid, closing)
      return ended
    },
  }
}

/** The part of a DevTools session of the browser itself that is used here, whether Playwright's or Puppeteer's. */
interface BrowserSession {
  send(method: 'SystemInfo.getProcessInfo'): Promise<{ processInfo: { type: string; id: number }[] }>
  send(method: 'Browser.setDownloadBehavior', options: { behavior: 'deny' }): Promise<unknown>
}

/** Both drivers start it as the leader of its own process group. No page of any context may leave a file here. */
export async function takeInHand(session: BrowserSession, onPid?: (pid: number) => void): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(process => process.type === 'browser')
  if (!main) throw new Error('the browser did not tell its process id')
  // A distribution's own start script may be the leader.
  const leader = readProcess(main.id)?.group ?? main.id
  onPid?.(leader)
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  return leader
}

async function end(profile: string, pid: number | undefined, closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing, new Promise(resolve => setTimeout(resolve, 1500))]).catch(() => {})
  if (pid !== undefined) killGroup(pid)
  await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // already gone
  }
}
