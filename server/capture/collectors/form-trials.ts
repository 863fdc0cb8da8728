import type { Injected } from '../injected/index.ts'
import { isAnalytics } from '../page/blocklist.ts'
import { within } from '../page/isolated-world.ts'
import type { PageLoad } from '../page/page-load.ts'
import { ASKED_EVENT, type ReadOnlyMode, SENT_EVENT, type StoppedRequest } from '../page/read-only-mode.ts'
import { LOSING_NAME } from '../page/unsafe.ts'
import { type Entry, FILLED, type FormRequest, requestOf } from './form-requests.ts'
import { type Settings, send, TRIAL, type TrialState } from './form-sending.ts'
import { type Phones, taken, writeOthers, writePlain } from './phone-trials.ts'
import { MAX_EMPTIED, type SpareFields, sendWithout } from './spare-fields.ts'

/** For one step of a trial. */
const TIMEOUT_MS = 8000
/** After this no other form is tried, and no other entries are. */
const TRIALS_BUDGET_MS = 10_000

/**
 * What came of a form that was filled in and sent while nothing could go out: it tried to go somewhere or to send what had
 * been filled in; it asked for nothing and shows that it was sent; it refused all ordinary entries of some fields, and marked
 * them; or it did nothing that could be seen. A form of which none is sure is none.
 */
export interface Trial extends FormRequest, SpareFields {
  /** Of the form. */
  selector: string
  outcome: 'sends' | 'pretends' | 'refuses' | 'nothing'
  /** It shows that it was sent, though a script sent it and nothing went out. */
  thanksAnyway?: true
  /** Of the fields that took none of the entries. */
  refused?: string[]
  phones?: Phones
}

/** Whoever sends a form says yes where the page asks whether to. */
const AGREE = `try {
  const ask = confirm
  if (String(ask).includes('${ASKED_EVENT}')) window.confirm = () => { ask(); return true }
} catch {}`

/** A worker has ways out of its own, such as a socket that stays open. */
async function hasWorker({ page, cdp }: PageLoad): Promise<boolean> {
  const { targetInfos } = await cdp.send('Target.getTargets')
  return page.workers().length > 0 || targetInfos.some(({ type }) => type === 'shared_worker')
}

/** Tries the first forms in sight, then those that a button brings into sight. */
export async function tryForms(pageLoad: PageLoad, readOnly: ReadOnlyMode): Promise<Trial[]> {
  const { world, page, cdp, site, clock, crashed } = pageLoad
  const trials: Trial[] = []
  const deadline = Date.now() + TRIALS_BUDGET_MS
  const requests = readOnly.stopAll()
  // The renderer tells of all it asks for, also of what is blocked; a program that writes mails is asked by no request.
  const told: string[] = []
  /** Of what it asks for all but what it shows. */
  let asked = 0
  let left = 0
  /** Addresses without what was filled in that a script of the page went on to by itself. */
  const led: string[] = []
  /** Mails and the like that the page asked another program to begin. */
  const begun: string[] = []
  const settings = {
    limits: TRIAL,
    events: { sent: SENT_EVENT, asked: ASKED_EVENT, isWaiting: clock.isWaiting, isHolding: clock.isHolding },
    ignore: site.ignore,
  }
  const openers = pageLoad.formOpeners ?? []
  const run = async () => {
    const { frameTree } = await cdp.send('Page.getFrameTree')
    cdp.on('Page.frameRequestedNavigation', ({ frameId, url, reason }) => {
      if (frameId !== frameTree.frame.id) return
      // What was filled in may be in a query that is told by no mark of ours.
      if (reason === 'scriptInitiated' && /^https?:[^?]*$/.test(url) && !FILLED.test(url)) {
        if (led.length < TRIAL.told) led.push(url.slice(0, TRIAL.address))
        return
      }
      left++
      if (!/^https?:/.test(url) && begun.length < TRIAL.told) begun.push(url.slice(0, TRIAL.address))
    })
    const tell = (url: string) => told.length < TRIAL.told && told.push(url.slice(0, TRIAL.address))
    cdp.on('Network.requestWillBeSent', ({ request, type }) => {
      tell(request.url)
      if (!/^(Image|Font|Stylesheet|Media)$/.test(type ?? '')) asked++
    })
    cdp.on('Network.webSocketCreated', ({ url }) => tell(url))
    await cdp.send('Page.enable')
    await within(page.mainFrame().evaluate(AGREE), TIMEOUT_MS)
    if (await hasWorker(pageLoad)) return
    const inSight = await world.run(findTrials, TRIAL.forms, TIMEOUT_MS)
    for (let trial = 0; trial < TRIAL.forms && Date.now() < deadline; trial++) {
      const selector =
        inSight[trial] ??
        (await world.run(openForm, { ...settings, losing: LOSING_NAME.source, openers }, TIMEOUT_MS))
      if (!selector) return
      const outcome = await tryForm(trial)
      if (outcome) trials.push({ selector, ...outcome })
      if (await hasWorker(pageLoad)) return
    }
  }
  // A page that fails when its forms are sent is one of which nothing is known; one that crashes fails as ever.
  await Promise.race([run(), crashed]).catch(() => {})
  return trials

  async function tryForm(trial: number): Promise<Omit<Trial, 'selector'> | undefined> {
    const askedBefore = asked
    const { isFilled, spaced, entries } = await world.run(fillTrial, { trial, ...settings }, TIMEOUT_MS)
    let phones: Phones = { spaced, bare: [] }
    /** Another number than ours was written. */
    let isOther = false
    if (await hasWorker(pageLoad)) return
    // What was filled in may have been checked elsewhere, which could not answer.
    const isOwn = asked === askedBefore
    const [sofar, known, went, before] = [requests.length, told.length, left, begun.length]
    const ledBefore = led.length
    for (let isAgain = false, isPlain = spaced.length === 0; ; isAgain = isPlain, isPlain = true) {
      const seen = await world.run(send, { trial, isAgain, ...settings }, TIMEOUT_MS)
      // A page of thanks gets nothing of what was filled in.
      const stopped = requests.slice(sofar).filter(({ navigates, url }) => !(navigates && led.includes(url)))
      const others = [...told.slice(known), ...seen.sent].filter(
        url => !/^data:/.test(url) && !isAnalytics(url) && !led.includes(url),
      )
      // A chat opens in a window of its own.
      const messages = [...begun.slice(before), ...seen.sent].filter(
        url => FILLED.test(url) && !isAnalytics(url),
      )
      if (
        left > went ||
        messages.length > 0 ||
        stopped.some(({ navigates, sent }) => navigates || FILLED.test(sent))
      ) {
        const isByScript =
          left === went && !stopped.some(({ navigates }) => navigates) && messages.length === 0
        const looked = isOther ? entries.filter(one => one !== 'telephone') : entries
        const request = requestOf(stopped, messages, looked)
        const sent = [...stopped, ...messages.map(url => ({ method: 'GET', url }))]
        // A page that hangs meanwhile has sent it all the same.
        const fields = await sentWithout(trial, sent).catch(() => ({}))
        return {
          outcome: 'sends',
          ...(isByScript && seen.thanks && { thanksAnyway: true as const }),
          ...taken(phones),
          ...request,
          ...fields,
        }
      }
      if (stopped.length > 0 || others.length > 0) return
      if (seen.acknowledges) return { outcome: 'pretends', ...taken(phones) }
      // Before anything else the same digits, also where nobody can tell what is refused.
      if (!isPlain) {
        phones = await world.run(writePlain, seen.refused, TIMEOUT_MS)
        continue
      }
      // A step that goes on may have kept it.
      if (!isFilled || !isOwn || led.length > ledBefore) return
      if (seen.didNothing) return { outcome: 'nothing' }
      if (seen.refused.length === 0 || Date.now() > deadline) return
      const written = await world.run(writeOthers, undefined, TIMEOUT_MS)
      if (!written) return { outcome: 'refuses', refused: seen.refused }
      phones = written
      isOther = true
    }
  }

  /**
   * As often as the form stays as it was filled in: what it `sent` came to nothing. Whole it is sent before and after
   * that, or nothing is known of its fields.
   */
  async function sentWithout(trial: number, sent: readonly Asked[]): Promise<SpareFields> {
    const placeOf = ({ method, url }: Asked) => `${method} ${url.split(/[?#]/)[0]}`
    const places = new Set(sent.map(placeOf))
    const press = async (isWhole: boolean) => {
      const [sofar, went, before] = [requests.length, left, begun.length]
      const settings = {
        trial,
        isWhole,
        limits: TRIAL,
        events: { sent: SENT_EVENT, isWaiting: clock.isWaiting },
      }
      const tried = await world.run(sendWithout, settings, TIMEOUT_MS)
      const messages = [...begun.slice(before), ...(tried?.sent ?? [])].map(url => ({ method: 'GET', url }))
      const isAsked = [...requests.slice(sofar), ...messages].some(one => places.has(placeOf(one)))
      return tried && { selector: tried.selector, isSent: isAsked || left > went }
    }
    const spare: string[] = []
    const needed: string[] = []
    for (let i = 0; i < MAX_EMPTIED && Date.now() < deadline; i++) {
      if (i === 0 && !(await press(true))?.isSent) return {}
      const tried = await press(false)
      if (!tried) break
      ;(tried.isSent ? spare : needed).push(tried.selector)
    }
    if (needed.length > 0 && !(await press(true))?.isSent) return {}
    return { ...(spare.length > 0 && { spare }), ...(needed.length > 0 && { needed }) }
  }
}

type Asked = Pick<StoppedRequest, 'method' | 'url'>

// What follows runs in the page.

/** Remembers forms that a visitor can fill in and send, a search apart; the selectors of those in sight. */
function findTrials({ elements, isVisible, selectorOf, contextOf }: Injected, max: number): string[] {
  const forms = (elements() as HTMLFormElement[]).filter(form => {
    if (form.localName !== 'form' || contextOf(form).ignored) return false
    if (form.closest('[role=search], search') || form.querySelector('[type=search]')) return false
    const isSeen = (one: Element) => !isVisible(form) || isVisible(one)
    const members = Array.from(form.elements) as HTMLInputElement[]
    const isWritten = (one: HTMLInputElement) =>
      one.matches(
        'textarea, input:not([type=hidden], [type=submit], [type=image], [type=button], [type=reset])',
      )
    const sends = (one: HTMLInputElement) => /^(submit|image)$/.test(one.type) && !one.disabled
    return members.some(one => isWritten(one) && isSeen(one)) && members.some(sends)
  })
  const state = globalThis as TrialState
  state.cutoverTrials = forms.filter(isVisible).slice(0, max)
  state.cutoverHidden = forms.filter(form => !isVisible(form))
  return state.cutoverTrials.map(selectorOf)
}

/**
 * Brings another form into sight, as a dialog: presses buttons that may open one, those first that have opened one before,
 * then what names it. Its selector.
 */
async function openForm(
  { elements, isVisible, contextOf, selectorOf, nameOf, remeasure, clean }: Injected,
  { limits, events, ignore, losing, openers }: Settings & { losing: string; openers: readonly string[] },
): Promise<string | null> {
  const state = globalThis as TrialState
  const hidden = state.cutoverHidden ?? []
  state.cutoverPressed ??= []
  if (hidden.length === 0) return null
  const BUTTON = 'button, [role=button], a[href^="#"], a[href^="javascript:" i]'
  const LOSING = new RegExp(losing, 'i')
  const kinds = new Map<string, number>()
  const controls = (elements() as HTMLButtonElement[])
    // A drawing with that role has no click().
    .filter(
      one => one instanceof HTMLElement && one.matches(BUTTON) && isVisible(one) && !contextOf(one).ignored,
    )
    .filter(one => !one.disabled)
    .filter(one => !(one.form && /^(submit|reset)$/.test(one.type)))
    .filter(one => !LOSING.test(nameOf(one)))
    .filter(one => one.localName !== 'a' || !one.matches('[href^="#"]:not([href="#"])') || names(one))
    .map(element => {
      const kind = `${element.localName} ${element.className}`
      const nth = openers.includes(selectorOf(element)) ? -2 : names(element) ? -1 : (kinds.get(kind) ?? 0)
      kinds.set(kind, nth + 1)
      return { element, nth }
    })
    .sort((a, b) => a.nth - b.nth)
  let opened = hidden.find(isVisible)
  for (const { element } of controls) {
    if (opened || state.cutoverPressed.length >= limits.presses) break
    if (state.cutoverPressed.includes(element) || !element.isConnected) continue
    state.cutoverPressed.push(element)
    element.click()
    const since = performance.now()
    do {
      await new Promise(resolve => setTimeout(resolve, limits.pauseMs))
      remeasure([...ignore])
      opened = hidden.find(isVisible)
    } while (!opened && performance.now() - since < (isWaiting() ? limits.minMs : limits.minMs / 2))
  }
  if (!opened) return null
  state.cutoverHidden = hidden.filter(form => form !== opened)
  state.cutoverTrials!.push(opened)
  return selectorOf(opened)

  function isWaiting(): boolean {
    return !document.dispatchEvent(new Event(events.isWaiting, { cancelable: true }))
  }

  /** Whether an attribute of it points to a form out of sight, or to what that stands in. */
  function names(control: Element): boolean {
    const values = Array.from(control.attributes, ({ name, value }) =>
      /^(class|style|type|id|role)$/.test(name) ? '' : clean(value),
    )
    return values.some(value => {
      const id = value.replace(/^#/, '')
      return /^[\w:.-]+$/.test(id) && hidden.some(form => form.closest(`[id="${CSS.escape(id)}"]`))
    })
  }
}

/** Whether all of a form could be filled in, but for fields whose ordinary entries are known; and what has a number with spaces. */
async function fillTrial(
  { fillForm, spaceOut, othersFor, faultsOf, selectorOf, writtenIn }: Injected,
  { trial, limits }: Settings & { trial: number },
): Promise<{ isFilled: boolean; spaced: string[]; entries: Entry[] }> {
  const state = globalThis as TrialState
  const form = state.cutoverTrials?.[trial]
  if (!form) return { isFilled: false, spaced: [], entries: [] }
  const marked = (Array.from(form.elements) as HTMLInputElement[]).slice(0, limits.fields).flatMap(faultsOf)
  const { isWhole, left } = await fillForm(form)
  const spaced = spaceOut(form)
  state.cutoverTried = { marked, refused: [], others: new Map(), spaced }
  // What came by the focus, as a head that shrinks, is not the answer to the press.
  await new Promise(resolve => setTimeout(resolve, limits.scrollMs))
  return {
    isFilled: isWhole && left.every(field => othersFor(field).length > 0),
    spaced: spaced.map(selectorOf),
    entries: [...new Set(writtenIn(form).flatMap(field => entryIn(field) ?? []))],
  }

  function entryIn({ value }: { value: string }): Entry | undefined {
    if (value.startsWith('someone@')) return 'e-mail'
    if (value.replace(/ /g, '') === '5550100199') return 'telephone'
    // Other words may be taken to pieces, as a name is.
    return value.startsWith('Example text of') ? 'message' : undefined
  }
}
