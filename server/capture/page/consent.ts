/** Consent banners are dismissed the same way on both sides: they cover the page, and are no part of what was rebuilt. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { filterCompactRules } from '@duckduckgo/autoconsent'
import type { BrowserContext, Route } from 'playwright'
import type { Injected } from '../injected/index.ts'
import { within } from './isolated-world.ts'
import type { PageLoad } from './page-load.ts'
import { changesData, leadsAway } from './read-only-mode.ts'

const { resolve } = createRequire(import.meta.url)
const LIBRARY = readFileSync(
  resolve('@duckduckgo/autoconsent').replace(/[^/\\]+$/, 'autoconsent.playwright.js'),
  'utf8',
)
const RULES = JSON.parse(
  readFileSync(resolve('@duckduckgo/autoconsent/rules/compact-rules.json'), 'utf8'),
) as Parameters<typeof filterCompactRules>[0]

/**
 * Refused wherever that is offered, hidden where only a rule for its looks is known, agreed to where nothing else can
 * be pressed. Twice is looked: the library asks by text and buttons only the second time.
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

/** ms: until a banner shows whose maker was found, until it is gone, and all together where the page hangs. */
const SHOWN = 2500
const PRESSED = 6000
const LIMIT = 8000
const POLL = 100
const QUIET = 150

/** What the library has told so far. `asked` is code that it wants run in the page's own world. */
interface Told {
  /** Of the banner; empty where it is known by its text and buttons alone. */
  maker: string
  open: boolean
  over: boolean
  dismissed: boolean
  asked: { id: string; code: string }[]
}

/**
 * Dismisses the consent banner of a page, if there is one, and says so in the visit's gaps. Nothing that changes data on
 * a server goes out meanwhile, and the page is led nowhere. A banner that resists stays: it is part of what is seen.
 */
export async function dismissConsent(visit: PageLoad): Promise<void> {
  const { world, page, network } = visit
  if (!(await world.run(mayAsk, undefined))) return
  const release = await holdBack(page.context())
  try {
    await within(ask(visit), LIMIT)
    // What a press leads to is asked for a little later.
    await network.quiet(QUIET, 1000)
  } catch {
    // It hung or broke under the library; what comes next finds out whether the page still answers.
  } finally {
    await release()
  }
}

async function ask({ world, page, gaps }: PageLoad): Promise<void> {
  const rules = { compact: filterCompactRules(RULES, { url: page.url(), mainFrame: true }) }
  await world.run(openMailbox, undefined)
  await world.script(LIBRARY)
  await world.run(start, { config: CONFIG, rules })
  const begun = performance.now()
  let answers: { id: string; result: unknown }[] = []
  while (true) {
    const told = await world.run(listen, { answers, poll: POLL })
    const late = performance.now() - begun > (told.open ? PRESSED : SHOWN)
    if (told.open && (told.over || late)) {
      const gap = `its consent banner${told.maker && ` (${told.maker})`} ${told.dismissed ? 'was' : 'could not be'} dismissed`
      if (!gaps.includes(gap)) gaps.push(gap)
    }
    if (told.over || late) return
    answers = await Promise.all(
      told.asked.map(async ({ id, code }) => ({
        id,
        result: (await page.evaluate(code).catch(() => false)) ?? false,
      })),
    )
  }
}

/** Requests that change something, and those that lead elsewhere, are stopped. */
async function holdBack(context: BrowserContext): Promise<() => Promise<void>> {
  const hold = (route: Route) => {
    const request = route.request()
    const stops = changesData(request) || leadsAway(request)
    return (stops ? route.abort('aborted') : route.fallback()).catch(() => {}) // the request is gone
  }
  await context.route('**/*', hold)
  return () => context.unroute('**/*', hold).catch(() => {}) // the page is gone
}

/** Saves looking closer at most pages: whoever asks for consent says so, or his script is called so. Runs in the page. */
function mayAsk({ elements }: Injected): boolean {
  const ASKS = /cookie|consent|gdpr|ccpa|クッキー/i
  const KNOWN = /onetrust|otsdk|didomi|usercentrics|iubenda|trustarc|truste|quantcast|klaro|osano|termly/i
  if (ASKS.test(document.documentElement.innerHTML.slice(0, 3_000_000))) return true
  if (Array.from(document.scripts).some(script => KNOWN.test(script.src))) return true
  return elements().some(({ shadowRoot }) => shadowRoot && ASKS.test(shadowRoot.innerHTML.slice(0, 200_000)))
}

interface Mailbox {
  autoconsentSendMessage: (message: Message) => void
  autoconsentReceiveMessage?: (message: object) => Promise<void>
  cutoverConsent: Told
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
  box.cutoverConsent = { maker: '', open: false, over: false, dismissed: false, asked: [] }
  const told = box.cutoverConsent
  box.autoconsentSendMessage = message => {
    if (message.type === 'popupFound') {
      told.maker = message.cmp?.startsWith('HEURISTIC') ? '' : (message.cmp ?? '')
      told.open = true
    }
    if (message.type === 'optOutResult') {
      told.dismissed = message.result === true
      // A rule knows what it did; who pressed what is called "Reject" has to look again.
      if (told.dismissed && told.maker === '')
        setTimeout(() => box.autoconsentReceiveMessage?.({ type: 'selfTest' }), 150)
      else told.over = true
    }
    if (message.type === 'selfTestResult') {
      told.dismissed = message.result === true
      told.over = true
    }
    if (message.type === 'report' && message.state?.lifecycle === 'nothingDetected') told.over = true
    if (message.type === 'eval') told.asked.push({ id: message.id ?? '', code: message.code ?? '' })
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
): Promise<Told> {
  const box = globalThis as unknown as Mailbox
  for (const { id, result } of answers)
    await box.autoconsentReceiveMessage?.({ type: 'evalResp', id, result })
  const told = box.cutoverConsent
  const end = performance.now() + poll
  while (!told.over && told.asked.length === 0 && performance.now() < end)
    await new Promise(resolve => setTimeout(resolve, 10))
  return { ...told, asked: told.asked.splice(0) }
}
