import type { Injected } from '../injected/index.ts'
import { isAnalytics } from '../page/blocklist.ts'
import { PageUnresponsive } from '../page/failure.ts'
import type { PageLoad } from '../page/page-load.ts'
import { enterReadOnlyMode, type ReadOnlyMode, SENT_EVENT } from '../page/read-only-mode.ts'
import { DESKTOP, type SiteSession } from '../page/site-session.ts'

/** For all forms together. */
const TIMEOUT_MS = 8000
/** Forms with a disabled submit button that are filled in. */
const MAX_FORMS = 5
/** Of a trial: how long a page has to acknowledge what was sent, and what is kept of what it asks for. */
const TRIAL = { forms: 3, minMs: 400, maxMs: 4000, pauseMs: 50, told: 200, address: 2000 }
/** After this no other form is tried. */
const TRIALS_BUDGET_MS = 10_000

/**
 * What came of a form that was filled in and sent while nothing could go out: it tried to go somewhere or to send what
 * had been filled in, or it asked for nothing and shows that it was sent. A form of which neither is sure is none.
 */
export interface Trial {
  /** Of the form. */
  selector: string
  outcome: 'sends' | 'pretends'
}

interface SubmitEnablement {
  enabled: string[]
  /** Those of a form that could not all be filled in. */
  unsure: string[]
  trials?: Trial[]
}

/**
 * Submit buttons that are disabled until their form is filled in: fills in forms that have a disabled one, and checks
 * whether it is enabled then. Then tries what comes of sending a form, with every request stopped. Selectors, at 1440 px.
 * The last collector of the page: requests that would send what was filled in are stopped for as long as it is open.
 */
export async function submitEnablement(session: SiteSession): Promise<SubmitEnablement> {
  const pageLoad = await session.at(DESKTOP)
  try {
    if (!(await pageLoad.world.run(isAnySubmit, undefined))) return { enabled: [], unsure: [] }
    const readOnly = await enterReadOnlyMode(pageLoad)
    const { enabled, unsure } = await pageLoad.world.run(fillDisabled, MAX_FORMS, TIMEOUT_MS)
    return { enabled, unsure, trials: await tryForms(pageLoad, readOnly) }
  } catch (error) {
    // Everything else is collected by now: a page that hangs when its forms are filled in does not fail the capture.
    if (error instanceof PageUnresponsive) throw new Error(error.message)
    throw error
  }
}

/** Our own values of `injected/form-filling.ts`, in an address or a body. */
const FILLED = /someone(?:@|%40)example|Example(?:\+|%20| )text|Example-1234|5550100199/i

/** A worker has ways out of its own, such as a socket that stays open. */
async function hasWorker({ page, cdp }: PageLoad): Promise<boolean> {
  const { targetInfos } = await cdp.send('Target.getTargets')
  return page.workers().length > 0 || targetInfos.some(({ type }) => type === 'shared_worker')
}

async function tryForms(pageLoad: PageLoad, readOnly: ReadOnlyMode): Promise<Trial[]> {
  const { world, cdp, site, clock, crashed } = pageLoad
  const trials: Trial[] = []
  const deadline = Date.now() + TRIALS_BUDGET_MS
  const requests = readOnly.stopAll()
  // The renderer tells of all it asks for, also of what is blocked; a program that writes mails is asked by no request.
  const told: string[] = []
  let left = 0
  const run = async () => {
    const { frameTree } = await cdp.send('Page.getFrameTree')
    cdp.on('Page.frameRequestedNavigation', ({ frameId }) => frameId === frameTree.frame.id && left++)
    const tell = (url: string) => told.length < TRIAL.told && told.push(url.slice(0, TRIAL.address))
    cdp.on('Network.requestWillBeSent', ({ request }) => tell(request.url))
    cdp.on('Network.webSocketCreated', ({ url }) => tell(url))
    await cdp.send('Page.enable')
    if (await hasWorker(pageLoad)) return
    const selectors = await world.run(findTrials, TRIAL.forms, TIMEOUT_MS)
    for (const [trial, selector] of selectors.entries()) {
      if (Date.now() > deadline) return
      await world.run(fillTrial, trial, TIMEOUT_MS)
      if (await hasWorker(pageLoad)) return
      const [asked, went, known] = [requests.length, left, told.length]
      const events = { sent: SENT_EVENT, isWaiting: clock.isWaiting }
      const seen = await world.run(send, { trial, limits: TRIAL, events, ignore: site.ignore }, TIMEOUT_MS)
      const stopped = requests.slice(asked)
      const others = [...told.slice(known), ...seen.sent].filter(
        url => !/^data:/.test(url) && !isAnalytics(url),
      )
      if (left > went || stopped.some(({ navigates, sent }) => navigates || FILLED.test(sent)))
        trials.push({ selector, outcome: 'sends' })
      else if (seen.acknowledges && stopped.length === 0 && others.length === 0)
        trials.push({ selector, outcome: 'pretends' })
    }
  }
  // A page that fails when its forms are sent is one of which nothing is known; one that crashes fails as ever.
  await Promise.race([run(), crashed]).catch(() => {})
  return trials
}

// What follows runs in the page.

interface TrialState {
  cutoverTrials?: HTMLFormElement[]
}

function isAnySubmit({ elements }: Injected): boolean {
  return elements().some(
    element =>
      element.matches('form :is(button, input)') &&
      /^(submit|image)$/.test((element as HTMLButtonElement).type),
  )
}

/** Which of the disabled submit buttons are enabled once their form is filled in. */
async function fillDisabled(
  { elements, submitsOf, fillIn }: Injected,
  max: number,
): Promise<{ enabled: string[]; unsure: string[] }> {
  const forms = (elements() as HTMLFormElement[])
    .filter(({ localName }) => localName === 'form')
    .filter(form => submitsOf(form).some(({ disabled }) => disabled))
  const buttons = await fillIn(forms.slice(0, max))
  const left = buttons.filter(({ isEnabled }) => !isEnabled)
  return {
    enabled: buttons.filter(({ isEnabled }) => isEnabled).map(({ selector }) => selector),
    unsure: left.filter(({ isFilled }) => !isFilled).map(({ selector }) => selector),
  }
}

/** Remembers forms that a visitor can fill in and send, a search apart; their selectors. */
function findTrials({ elements, isVisible, selectorOf, contextOf }: Injected, max: number): string[] {
  const forms = (elements() as HTMLFormElement[]).filter(form => {
    if (form.localName !== 'form' || contextOf(form).ignored || !isVisible(form)) return false
    if (form.closest('[role=search], search') || form.querySelector('[type=search]')) return false
    const members = Array.from(form.elements) as HTMLInputElement[]
    const isWritten = (one: HTMLInputElement) =>
      one.matches(
        'textarea, input:not([type=hidden], [type=submit], [type=image], [type=button], [type=reset])',
      )
    const sends = (one: HTMLInputElement) => /^(submit|image)$/.test(one.type) && !one.disabled
    return members.some(one => isWritten(one) && isVisible(one)) && members.some(sends)
  })
  const state = globalThis as TrialState
  state.cutoverTrials = forms.slice(0, max)
  return state.cutoverTrials.map(selectorOf)
}

async function fillTrial({ fillIn }: Injected, trial: number): Promise<void> {
  const form = (globalThis as TrialState).cutoverTrials?.[trial]
  if (form) await fillIn([form])
}

/** Presses the button of a form that is filled in, and waits until no timer is under way. */
async function send(
  { elements, isVisible, remeasure, clean, childNodesOf, isTextNode }: Injected,
  {
    trial,
    limits,
    events,
    ignore,
  }: {
    trial: number
    limits: typeof TRIAL
    events: { sent: string; isWaiting: string }
    ignore: readonly string[]
  },
): Promise<{ acknowledges: boolean; sent: string[] }> {
  const sent: string[] = []
  const form = (globalThis as TrialState).cutoverTrials?.[trial]
  const members = Array.from(form?.elements ?? []) as HTMLInputElement[]
  const button = members.find(
    one =>
      /^(submit|image)$/.test(one.type) && !one.disabled && one.formMethod !== 'dialog' && isVisible(one),
  )
  if (!form?.isConnected || !button || !form.checkValidity()) return { acknowledges: false, sent }
  const WRITTEN = 'textarea, input:not([type=hidden], [type=checkbox], [type=radio])'
  const written = members.filter(one => one.matches(WRITTEN) && !one.readOnly && one.value && isVisible(one))
  const THANKS =
    /\bthank(s| you)\b|\bsuccess|\b(been|was|message|request|form|is) (sent|submitted|received)\b|^sent\b|\bdanke\b|vielen dank|\bmerci\b|gracias|grazie|obrigad|bedankt|dziękuj|děkuj|спасибо|teşekkür|ありがとう|谢谢|感谢|감사|شكر/i
  const nameOf = ({ name, id, placeholder, labels }: HTMLInputElement) =>
    [name, id, placeholder, labels?.[0]?.textContent].join('|')
  const asked = written.map(nameOf).join()
  const before = { thanks: thanks().length, asks: asks(), address: location.href.split('#')[0] }
  const listener = (event: Event) =>
    sent.length < limits.told && sent.push(String((event as CustomEvent).detail).slice(0, limits.address))
  document.addEventListener(events.sent, listener)
  const since = performance.now()
  button.click()
  let acknowledges = false
  let isWaiting = true
  while (performance.now() - since < limits.maxMs) {
    await new Promise(resolve => setTimeout(resolve, limits.pauseMs))
    remeasure([...ignore])
    acknowledges ||= isDone()
    isWaiting = !document.dispatchEvent(new Event(events.isWaiting, { cancelable: true }))
    if (!isWaiting && performance.now() - since > limits.minMs) break
  }
  document.removeEventListener(events.sent, listener)
  const stays = location.href.split('#')[0] === before.address
  return { acknowledges: acknowledges && !isWaiting && stays, sent }

  /** A refusal leaves what was written, and a later step asks for more. */
  function isDone(): boolean {
    if (form!.querySelector('[aria-invalid=true]')) return false
    if (thanks().length > before.thanks) return true
    if (!form!.isConnected || !isVisible(form!)) return asks() < before.asks
    // The same fields may ask for the next thing.
    const isStep = written.map(nameOf).join() !== asked
    return written.length > 0 && !isStep && written.every(one => one.isConnected && one.value === '')
  }

  function thanks(): Element[] {
    return elements().filter(element => {
      if (/^(script|style|template|noscript|title|option)$/.test(element.localName)) return false
      let own = ''
      for (const node of childNodesOf(element)) if (isTextNode(node)) own += node.nodeValue
      return THANKS.test(clean(own)) && isVisible(element)
    })
  }

  /** How much the page asks a visitor for. */
  function asks(): number {
    return elements().filter(one => one.matches(`${WRITTEN}, select`) && isVisible(one)).length
  }
}
