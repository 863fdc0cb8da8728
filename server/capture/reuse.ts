/**
 * An original that was captured a short while ago for another job is not captured whole again where it still is what it
 * was. It is opened as ever, so that what third parties, its own server and its links answer is of this moment for both
 * pages; only where it reads and looks as it did then is all the rest taken from that capture.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import project from '../../package.json' with { type: 'json' }
import { DESKTOP } from '../lib/widths.ts'
import { CAPTURE_VERSION, type Capture, type Collected, type CollectorName, loadCapture } from './artifact.ts'
import { captureSite, collect } from './capture-site.ts'
import { MAX_HTML } from './collectors/document.ts'
import { collectors } from './collectors/index.ts'
import { readServed, servedVersions } from './collectors/volatile/served.ts'
import { type Withheld, wasBlocked } from './page/blocklist.ts'
import type { OpenBrowser } from './page/browser.ts'
import type { NetworkLog } from './page/network.ts'
import type { Files } from './page/screenshot.ts'
import type { SiteSession } from './page/site-session.ts'

/** Read of the opened page in no time: they tell whether it is the same page. */
const READ = ['head', 'structuredData', 'links', 'tables', 'forms', 'embeds'] as const

/** Collected of each load, whatever was captured before: what was read of it, and what servers answer now. */
const ALWAYS: readonly CollectorName[] = ['document', ...READ, 'linkTargets', 'robots', 'headFiles']

/** What is kept beside the capture, in `STATE_FILE`. */
interface KeptState {
  /** Of the page when it was captured, as `stateOf` names it. */
  state: string
  /** Whether one of its loads did something late that weighs. */
  late: boolean
  /** What changes by itself, before anything was excused for what changes on the page it was compared with. */
  volatileTexts: string[]
}

const STATE_FILE = 'state.json'

/** A folder that holds what `saveCapture` and `keepState` wrote of an original, and when that was captured. */
export interface KeptOriginal {
  folder: string
  capturedAt: string
}

export interface CapturedOriginal {
  capture: Capture
  files: Files
  /** Null where the page does not come to rest, so that it cannot be told whether it is the same again. */
  state?: string | null
  /** Of the capture that most was taken from. */
  reused?: Pick<KeptState, 'late'>
}

/** Captures the original, or takes over from `kept` what is the same. */
export async function captureOriginal(
  session: SiteSession,
  browser: Pick<OpenBrowser, 'userAgent' | 'withheld'>,
  kept: KeptOriginal | undefined,
  onStep: (share: number) => void,
): Promise<CapturedOriginal> {
  const state = await stateOf(session, browser)
  const known = state !== null && kept ? await loadKept(kept.folder, state) : null
  if (!known) return { ...(await captureSite(session, onStep)), state }
  servedVersions(session).catch(() => {}) // asked for once both pages are captured
  const anew: Partial<Record<CollectorName, Collected<unknown>>> = {}
  for (const name of ALWAYS) anew[name] = await collect(session, name)
  onStep(1)
  const { capture, files, late } = known
  const gaps = [...new Set([...capture.gaps, ...session.gaps])]
  const artifacts = { ...capture.artifacts, ...anew } as Capture['artifacts']
  return { capture: { ...capture, gaps, artifacts }, files, state, reused: { late } }
}

/**
 * What an opened page reads and looks like, and what it was looked at with, as one name: the same for two loads that
 * nobody could tell apart. Null where it does not come to rest.
 */
export async function stateOf(
  session: SiteSession,
  { userAgent, withheld }: Pick<OpenBrowser, 'userAgent' | 'withheld'>,
): Promise<string | null> {
  // Its gaps are told when it is captured.
  const aside = { ...session, gaps: [] }
  try {
    return await Promise.race([read(), session.crashed])
  } catch {
    return null // whoever captures the page finds out why
  }

  async function read(): Promise<string | null> {
    const pageLoad = await session.at(DESKTOP)
    const { png, restless, placement } = await session.screenshot(DESKTOP)
    if (restless.length > 0) return null
    const { url, ignore, noon } = session.site
    const parts: unknown[] = [
      [CAPTURE_VERSION, project.version, userAgent, named(withheld)],
      // Other loads may be under way, and have told of theirs or not.
      [url, ignore, noon, pageLoad.page.url(), pageLoad.gaps],
      [createHash('sha256').update(png).digest('hex'), placement],
      readServed((await pageLoad.served()).slice(0, MAX_HTML)).text,
      await pageLoad.world.run(shownText, undefined),
      troubleOf(session.network),
    ]
    for (const name of READ) parts.push(await collectors[name](aside))
    return createHash('sha256').update(JSON.stringify(parts, withoutTokens)).digest('hex')
  }
}

/** Runs in the page. */
function shownText(): string {
  return document.body?.innerText ?? ''
}

const named = ({ hosts, urls, immense }: Withheld) => [hosts, urls, immense].map(all => [...all].sort())

/** What failed and what was complained of, which is another matter once a third party that both pages ask has changed. */
function troubleOf(network: NetworkLog): string[] {
  const failed = network
    .entries()
    .filter(entry => !wasBlocked(entry) && (entry.failure !== null || entry.status >= 400))
    .map(({ method, url, failure, status }) => `${method} ${url} ${failure ?? status}`)
  const said = network.console.map(({ type, text }) => `${type} ${text}`)
  return [...new Set([...failed, ...said, ...network.exceptions])].sort()
}

/** Tokens of a visit, which are others on each load of the same page: in hidden fields, in the head, and in queries of embeds. */
function withoutTokens(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { type, name } = value as { type?: unknown; name?: unknown }
  if (type === 'hidden') return { ...value, value: '' }
  // What they ask for is collected of each load, whatever was captured before.
  if ('says' in value && 'address' in value)
    return { ...value, ...withoutQueries(value as { says: string; address: string }) }
  if (typeof name === 'string' && 'content' in value && /csrf|nonce|token/i.test(name))
    return { ...value, content: '' }
  return value
}

const withoutQueries = ({ says, address }: { says: string; address: string }) => ({
  says: says.replace(/\?\S*/g, ''),
  address: address.replace(/[?#].*/s, ''),
})

/** Whether all that a page can tell by itself was collected: what could not be is tried again the next time. */
export const isWhole = ({ artifacts }: Capture): boolean =>
  (Object.keys(collectors) as CollectorName[]).every(name => artifacts[name].ok)

/** Beside the saved capture in `folder`, so that others may be spared it. */
export async function keepState(folder: string, kept: KeptState): Promise<void> {
  await writeFile(join(folder, STATE_FILE), JSON.stringify(kept))
}

/** What is kept in `folder`, as it was before it was compared with another page; null unless it is of `state`, and whole. */
async function loadKept(
  folder: string,
  state: string,
): Promise<(Pick<KeptState, 'late'> & { capture: Capture; files: Files }) | null> {
  try {
    const kept = JSON.parse(await readFile(join(folder, STATE_FILE), 'utf8')) as KeptState
    if (kept.state !== state) return null
    const capture = await loadCapture(folder)
    const { volatile } = capture.artifacts
    if (!volatile.ok) return null
    volatile.value.texts = kept.volatileTexts
    const files: Files = new Map()
    for (const name of await readdir(folder))
      if (!name.endsWith('.json')) files.set(name, await readFile(join(folder, name)))
    return { capture, files, late: kept.late }
  } catch {
    return null // a file that is missing, or of another version
  }
}
