/** Consent banners are dismissed the same way on both sides: they cover the page, and are no part of what was rebuilt. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { filterCompactRules } from '@duckduckgo/autoconsent'
import type { BrowserContext, Route } from 'playwright'
import { memoByValue } from '../../lib/memo.ts'
import type { Injected } from '../injected/index.ts'
import { markNotices, pressAnswers, WORDS } from './consent-notices.ts'
import { within } from './isolated-world.ts'
import type { NetworkLog } from './network.ts'
import type { PageLoad } from './page-load.ts'
import { leadsAway } from './read-only-mode.ts'
import { changesData } from './writes.ts'

const { resolve } = createRequire(import.meta.url)
const LIBRARY = readFileSync(
  resolve('@duckduckgo/autoconsent').replace(/[^/\\]+$/, 'autoconsent.playwright.js'),
  'utf8',
)
const RULES = JSON.parse(
  readFileSync(resolve('@duckduckgo/autoconsent/rules/compact-rules.json'), 'utf8'),
) as Parameters<typeof filterCompactRules>[0]

/**
 * Refused wherever that is offered, hidden where only a cosmetic rule is known, agreed to where nothing else can be
 * pressed. Detection runs twice: the library searches by text and buttons only the second time.
 * @see https://github.com/duckduckgo/autoconsent/blob/main/docs/api.md
 */
const CONFIG = {
  enabled: true,
  autoAction: 'optOut',
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  detectRetries: 1,
  isMainWorld: false,
  enableHeuristicDetection: false,
  heuristicMode: 'tier2',
  visualTest: false,
}

/** Names of the library's rules by which a banner is hidden, not answered. */
const hidingRules = memoByValue(
  1,
  () => '',
  (): ReadonlySet<string> => {
    const { autoconsent } = JSON.parse(
      readFileSync(resolve('@duckduckgo/autoconsent/rules/rules.json'), 'utf8'),
    ) as { autoconsent: { name: string; cosmetic?: boolean; optOut?: unknown[] }[] }
    return new Set(
      autoconsent.flatMap(({ name, cosmetic, optOut }) =>
        cosmetic || JSON.stringify(optOut ?? []).includes('"hide"') ? name : [],
      ),
    )
  },
)

/** Until a banner shows whose vendor was found. */
const MAX_SHOWING_MS = 2500
/** Until a banner is gone. */
const MAX_PRESSING_MS = 6000
/** All together, on a page that hangs. */
const MAX_CONSENT_MS = 8000
const POLL_MS = 100
const IDLE_MS = 150

/** What the library has reported so far. `evaluations` is code that it wants run in the page's own world. */
interface ConsentState {
  /** Of the banner; empty where it is known by its text and buttons alone. */
  vendor: string
  /** Its dismissal is a refusal, as far as the library knows. */
  refuses: boolean
  open: boolean
  finished: boolean
  dismissed: boolean
  evaluations: { id: string; code: string }[]
}

/**
 * Dismisses the consent banner of a page, if there is one, and says so in the load's gaps. Nothing that changes data
 * on a server goes out meanwhile, and the page navigates nowhere. What stays of such banners is marked, and left out as
 * widgets are.
 */
export async function dismissConsent(pageLoad: PageLoad): Promise<void> {
  await dismissKnown(pageLoad)
  await pageLoad.world.run(markNotices, WORDS)
}

/** A reload, and the search for a banner. */
const MAX_ASKING_MS = 15_000

/**
 * Whether a page asks again that was answered, when it is loaded once more: as it does on each page to who goes on. Undefined
 * where nothing was answered, or what would have been sent of the answer was held back. For the last that is done with a load.
 */
export async function asksAgain(pageLoad: PageLoad): Promise<boolean | undefined> {
  const { consentBanner, page } = pageLoad
  if (!consentBanner?.isAnswered) return undefined
  const release = await stopWrites(page.context(), { alsoNavigations: false })
  pageLoad.consentBanner = undefined
  try {
    await within(
      pageLoad.reload().then(() => dismissKnown(pageLoad)),
      MAX_ASKING_MS,
    )
    return pageLoad.consentBanner !== undefined
  } catch {
    return undefined // it left, or does not answer any more
  } finally {
    pageLoad.consentBanner = consentBanner
    await release()
  }
}

async function dismissKnown(pageLoad: PageLoad): Promise<void> {
  const { world, page, network, gaps } = pageLoad
  const isKnown = await world.run(mayAskForConsent, undefined)
  // The library knows few languages: a notice that stands before the page is answered all the same.
  if (!isKnown && !(await world.run(markNotices, WORDS))) return
  let isHeldBack = false
  const onStop = () => {
    isHeldBack = true
  }
  const release = await stopWrites(page.context(), { onStop })
  const asked = scriptsAskedFor(network)
  let from = 0
  /** What is asked for from now on may be asked for because of the answer. */
  const beforeAnswer = () => {
    from = network.entries().length
  }
  try {
    const found = isKnown ? await within(runLibrary(pageLoad, beforeAnswer), MAX_CONSENT_MS) : null
    const pressed = found?.dismissed
      ? null
      : await within(pressAnswers(pageLoad, beforeAnswer, found !== null), MAX_CONSENT_MS)
    const banner = pressed ?? (found && { text: '', closes: found.dismissed, refused: found.refuses })
    if (banner) {
      const { text, closes, refused } = banner
      const isPressed = pressed !== null || !hidingRules().has(found?.vendor ?? '')
      pageLoad.consentBanner = {
        text,
        closes,
        ...(closes && isPressed && !isHeldBack && { isAnswered: true }),
      }
      pageLoad.scriptsBeforeConsent ??= asked
      const vendor = found?.vendor && ` (${found.vendor})`
      const gap = `its consent banner${vendor ?? ''} ${closes ? 'was' : 'could not be'} dismissed`
      if (!gaps.includes(gap)) gaps.push(gap)
      // Requests that follow from a press start a little later.
      await network.idle(IDLE_MS, 1000)
      if (closes && isPressed && refused) pageLoad.askedWhenRefused ??= askedSince(network, from)
    } else await network.idle(IDLE_MS, 1000)
  } catch {
    // It hung or broke while the library ran; the next step finds out whether the page still answers.
  } finally {
    await release()
  }
}

/** Scripts that are kept, and letters of their addresses. */
const MAX_SCRIPTS = 100
const MAX_ADDRESS = 500

const scriptsAskedFor = (network: NetworkLog): string[] =>
  network
    .entries()
    .flatMap(({ type, url }) => (type === 'script' ? url.slice(0, MAX_ADDRESS) : []))
    .slice(0, MAX_SCRIPTS)

/** Addresses of the scripts and frames that it asked for from the request of this number on. */
const askedSince = (network: NetworkLog, from: number): string[] =>
  network
    .entries()
    .slice(from)
    .flatMap(({ type, url }) => (/^(script|document)$/.test(type) ? url.slice(0, MAX_ADDRESS) : []))
    .slice(0, MAX_SCRIPTS)

/** What it found, if it found a banner. */
async function runLibrary({ world, page }: PageLoad, beforeAnswer: () => void): Promise<ConsentState | null> {
  const rules = { compact: filterCompactRules(RULES, { url: page.url(), mainFrame: true }) }
  await world.run(openMailbox, undefined)
  await world.script(LIBRARY)
  await world.run(start, { config: CONFIG, rules })
  const begun = performance.now()
  let answers: { id: string; result: unknown }[] = []
  let isOpen = false
  while (true) {
    if (!isOpen) beforeAnswer()
    const state = await world.run(listen, { answers, poll: POLL_MS })
    const late = performance.now() - begun > (state.open ? MAX_PRESSING_MS : MAX_SHOWING_MS)
    if (state.finished || late) return state.open ? state : null
    isOpen = state.open
    answers = await Promise.all(
      state.evaluations.map(async ({ id, code }) => ({
        id,
        result: (await page.evaluate(code).catch(() => false)) ?? false,
      })),
    )
  }
}

/** Stops requests that change data and navigations; the result lets them pass again. */
export async function stopWrites(
  context: BrowserContext,
  { alsoNavigations = true, onStop = () => {} } = {},
): Promise<() => Promise<void>> {
  const hold = (route: Route) => {
    const request = route.request()
    const stops = changesData(request.method()) || (alsoNavigations && leadsAway(request))
    if (stops) onStop()
    return (stops ? route.abort('aborted') : route.fallback()).catch(() => {}) // the request is gone
  }
  await context.route('**/*', hold)
  return () => context.unroute('**/*', hold).catch(() => {}) // the page is gone
}

/** Spares most pages the library: a consent banner has one of these words, or its script one of these names. Runs in the page. */
function mayAskForConsent({ elements }: Injected): boolean {
  const WORDS = /cookie|consent|gdpr|ccpa|クッキー/i
  const VENDORS = /onetrust|otsdk|didomi|usercentrics|iubenda|trustarc|truste|quantcast|klaro|osano|termly/i
  if (WORDS.test(document.documentElement.innerHTML.slice(0, 3_000_000))) return true
  if (Array.from(document.scripts).some(script => VENDORS.test(script.src))) return true
  return elements().some(({ shadowRoot }) => shadowRoot && WORDS.test(shadowRoot.innerHTML.slice(0, 200_000)))
}

interface Mailbox {
  autoconsentSendMessage: (message: Message) => void
  autoconsentReceiveMessage?: (message: object) => Promise<void>
  cutoverConsent: ConsentState
}
interface Message {
  type: string
  cmp?: string
  result?: boolean
  id?: string
  code?: string
  state?: { lifecycle: string }
}

/** Runs in the page, in our world. */
function openMailbox(): void {
  const box = globalThis as unknown as Mailbox
  delete box.autoconsentReceiveMessage
  box.cutoverConsent = {
    vendor: '',
    refuses: false,
    open: false,
    finished: false,
    dismissed: false,
    evaluations: [],
  }
  const state = box.cutoverConsent
  box.autoconsentSendMessage = message => {
    if (message.type === 'popupFound') {
      const isHeuristic = message.cmp?.startsWith('HEURISTIC')
      state.vendor = isHeuristic ? '' : (message.cmp ?? '')
      state.refuses = !isHeuristic || message.cmp === 'HEURISTIC-REJECT'
      state.open = true
    }
    if (message.type === 'optOutResult') {
      state.dismissed = message.result === true
      // A vendor's rule knows what it did; after a press on a button found by its text the banner is looked for again.
      if (state.dismissed && state.vendor === '')
        setTimeout(() => box.autoconsentReceiveMessage?.({ type: 'selfTest' }), 150)
      else state.finished = true
    }
    if (message.type === 'selfTestResult') {
      state.dismissed = message.result === true
      state.finished = true
    }
    if (message.type === 'report' && message.state?.lifecycle === 'nothingDetected') state.finished = true
    if (message.type === 'eval') state.evaluations.push({ id: message.id ?? '', code: message.code ?? '' })
  }
}

/** Runs in the page, in our world. */
function start(_: Injected, { config, rules }: { config: object; rules: object }): void {
  void (globalThis as unknown as Mailbox).autoconsentReceiveMessage?.({ type: 'initResp', config, rules })
}

/** Runs in the page, in our world. */
async function listen(
  _: Injected,
  { answers, poll }: { answers: { id: string; result: unknown }[]; poll: number },
): Promise<ConsentState> {
  const box = globalThis as unknown as Mailbox
  for (const { id, result } of answers)
    await box.autoconsentReceiveMessage?.({ type: 'evalResp', id, result })
  const state = box.cutoverConsent
  const end = performance.now() + poll
  while (!state.finished && state.evaluations.length === 0 && performance.now() < end)
    await new Promise(resolve => setTimeout(resolve, 10))
  return { ...state, evaluations: state.evaluations.splice(0) }
}
