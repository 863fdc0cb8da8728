/** Sends a form that is filled in, and tells what its page made of it: it thanks, refuses fields, or does nothing. */
import type { Injected } from '../injected/index.ts'
import { MAX_ADDRESS } from './form-requests.ts'
import type { EmptiedState } from './spare-fields.ts'

/**
 * How long a page has to acknowledge what was sent, `idleMs` where it did nothing at all and `againMs` where it refused
 * other entries before, `scrollMs` for what a focus scrolls to; and what is kept of what it asks for.
 */
export const TRIAL = {
  forms: 3,
  presses: 4,
  fields: 60,
  minMs: 400,
  idleMs: 1200,
  againMs: 40,
  scrollMs: 100,
  maxMs: 4000,
  pauseMs: 50,
  told: 200,
  address: MAX_ADDRESS,
}

export interface TrialState extends EmptiedState {
  /** Forms out of sight, and the controls that were pressed for one of them to come into sight. */
  cutoverHidden?: HTMLFormElement[]
  cutoverPressed?: Element[]
}

export interface Settings {
  limits: typeof TRIAL
  events: { sent: string; asked: string; isWaiting: string; isHolding: string }
  ignore: readonly string[]
}

/** Presses the button of a form that is filled in, and waits until no timer is under way. */
export async function send(
  {
    elements,
    isVisible,
    remeasure,
    clean,
    childNodesOf,
    isTextNode,
    contextOf,
    selectorOf,
    sendersOf,
    writtenIn,
    faultsOf,
    othersFor,
  }: Injected,
  { trial, isAgain, limits, events, ignore }: Settings & { trial: number; isAgain: boolean },
): Promise<{
  acknowledges: boolean
  thanks: boolean
  sent: string[]
  didNothing: boolean
  refused: string[]
}> {
  const sent: string[] = []
  const state = globalThis as TrialState
  const form = state.cutoverTrials?.[trial]
  const tried = state.cutoverTried
  const none = { acknowledges: false, thanks: false, sent, didNothing: false, refused: [] }
  const members = Array.from(form?.elements ?? []) as HTMLInputElement[]
  const buttons = form ? sendersOf(form) : []
  // A dialog may have to be scrolled for it.
  const button = buttons.find(one => !one.disabled && contextOf(one).shown)
  if (!form?.isConnected || !button || !tried) return none
  const isRefused = (one: HTMLInputElement) =>
    !one.validity.valid || faultsOf(one).some(mark => !tried.marked.includes(mark))
  // The browser refuses it by itself.
  if (!form.noValidate && !button.formNoValidate && !form.checkValidity())
    return { ...none, refused: refusedNow() }
  const written = writtenIn(form)
  const values = written.map(({ value }) => value)
  const THANKS =
    /\bthank(s| you)\b|\bsuccess|\b(been|was|message|request|form|is) (sent|submitted|received)\b|^sent\b|\bdanke\b|vielen dank|erfolgreich|\bmerci\b|avec succès|con éxito|con successo|com sucesso|успешно|başarıyla|gracias|grazie|obrigad|bedankt|dziękuj|děkuj|спасибо|teşekkür|ありがとう|谢谢|感谢|成功|送信しました|감사|شكر|بنجاح|תודה|בהצלחה|धन्यवाद/i
  /** What went wrong says so with the same words. */
  const NEGATED =
    /\b(not|cannot|can['’]t|\w+n['’]t|unable|unsuccessful\w*|fail\w*|error|wrong|invalid|again|sorry|nicht|kein\w*|fehler\w*|erneut|erreur|échou\w*|pas|réessay\w*|inténtalo|errore|riprov\w*|fout|mislukt|opnieuw|niet)(?!\p{L})|ошибк|не удалось|不成功|失败|失敗|错误|錯誤|エラー|できません|فشل|خطأ|שגיאה/iu
  /** And so does what is asked for first. */
  const ASKED_FOR =
    /\b(please|bitte|veuillez|por favor|per favore|alstublieft)(?!\p{L})|пожалуйста|يرجى|请|請|ください|בבקשה/iu
  const PHONE =
    /phone|\btel\b|mobil|handy|\bcell\b|telefon|teléfono|téléphone|رقم|جوال|هاتف|電話|电话|手机|телефон|전화|טלפון|τηλέφωνο/iu
  const saysThanks = (text: string) =>
    text.split(/[.!?。！？]/).some(one => THANKS.test(one) && !NEGATED.test(one))
  const nameOf = ({ name, id, placeholder, labels }: HTMLInputElement) =>
    [name, id, placeholder, labels?.[0]?.textContent].join('|')
  /** Of an e-mail address fewer are known, of a telephone number more. */
  const MIN_SPELLINGS = 5
  const asked = written.map(nameOf).join()
  const before = {
    thanks: thanks().length,
    asks: asks(),
    address: location.href.split('#')[0],
    phones: new Set(ofPhones()),
  }
  const still = stillness()
  ask(events.isHolding)
  const listener = (event: Event) =>
    sent.length < limits.told && sent.push(String((event as CustomEvent).detail).slice(0, limits.address))
  document.addEventListener(events.sent, listener)
  let isThanked = false
  let isTurnedDown = false
  const onAsked = (event: Event) => {
    const said = String((event as CustomEvent).detail ?? '')
    if (saysThanks(said) && !ASKED_FOR.test(said)) isThanked = true
    else isTurnedDown ||= PHONE.test(said)
  }
  document.addEventListener(events.asked, onAsked)
  const since = performance.now()
  button.click()
  let acknowledges = false
  let isWaiting = true
  while (performance.now() - since < limits.maxMs) {
    await new Promise(resolve => setTimeout(resolve, limits.pauseMs))
    remeasure([...ignore])
    acknowledges ||= isThanked || isDone()
    isWaiting = ask(events.isWaiting)
    const enough = isAgain ? limits.againMs : still.holds() ? limits.idleMs : limits.minMs
    if (!isWaiting && performance.now() - since > enough) break
  }
  document.removeEventListener(events.sent, listener)
  document.removeEventListener(events.asked, onAsked)
  const stays = location.href.split('#')[0] === before.address
  const isKept = form.isConnected && written.every((one, at) => one.isConnected && one.value === values[at])
  // A timer that is held back as too late may answer.
  const isOver = !isWaiting && !ask(events.isHolding)
  // Nor does what is said of the whole form.
  if (!acknowledges) isTurnedDown ||= ofPhones().some(text => !before.phones.has(text))
  const refused = stays && isOver && isKept ? refusedNow() : []
  if (refused.length === 0 && stays && isOver && isKept && isTurnedDown) refused.push(...refusedPhone())
  // A button of many may be for less of something that is there once.
  const isOnly = buttons.length === 1
  const didNothing = still.end() && isOnly && isKept && isOver && refused.length === 0
  const isDoneWith = !isWaiting && stays
  return {
    acknowledges: acknowledges && isDoneWith,
    thanks: (isThanked || thanks().length > before.thanks) && isDoneWith,
    sent,
    didNothing,
    refused,
  }

  function ask(event: string): boolean {
    return !document.dispatchEvent(new Event(event, { cancelable: true }))
  }

  /** The fields that are refused, if for all of them others are known that may be taken. */
  function refusedNow(): string[] {
    const fields = members
      .slice(0, limits.fields)
      .filter(one => one.matches('input, select, textarea') && isRefused(one))
    const inSight = writtenIn(form!)
    const isKnown = (one: HTMLInputElement) => inSight.includes(one) && othersFor(one).length > 0
    tried!.refused = fields.every(isKnown) ? fields : []
    return tried!.refused.map(selectorOf)
  }

  /** What an alert says marks no field: it may be the telephone number that is not one of the country. */
  function refusedPhone(): string[] {
    const phones = written.filter(one => othersFor(one).length > MIN_SPELLINGS)
    tried!.refused = phones.length === 1 ? phones : []
    return tried!.refused.map(selectorOf)
  }

  /** Whether nothing at all happens in the page that a visitor or his reader could notice. */
  function stillness() {
    let isStirred = false
    const stir = () => {
      isStirred = true
    }
    const changes = (records: MutationRecord[]) => {
      for (const { type, target, attributeName, oldValue } of records) {
        const element = target.nodeType === 1 ? (target as Element) : target.parentElement
        if (element?.isConnected && contextOf(element).ignored) continue
        if (type === 'attributes' && (target as Element).getAttribute(attributeName!) === oldValue) continue
        if (type === 'characterData' && target.nodeValue === oldValue) continue
        isStirred = true
      }
    }
    const observer = new MutationObserver(changes)
    const all = { subtree: true, childList: true, attributeOldValue: true, characterDataOldValue: true }
    for (const root of [document, ...elements().flatMap(({ shadowRoot }) => shadowRoot ?? [])])
      observer.observe(root, all)
    document.addEventListener(events.asked, stir)
    for (const type of ['toggle', 'scroll']) document.addEventListener(type, stir, true)
    // What styles follow may be a box that is ticked, or an animation, neither of which changes the document.
    const boxes = elements().filter(one => one.matches('[type=checkbox], [type=radio]')) as HTMLInputElement[]
    const place = () =>
      [location.href, history.length, scrollX, scrollY, ...boxes.map(({ checked }) => checked)].join()
    const [focus, was, moving] = [document.activeElement, place(), new Set(document.getAnimations())]
    const holds = () => {
      changes(observer.takeRecords())
      isStirred ||= document.getAnimations().some(one => !moving.has(one))
      return !isStirred && document.activeElement === focus && place() === was
    }
    return {
      holds,
      end() {
        const isStill = holds()
        observer.disconnect()
        document.removeEventListener(events.asked, stir)
        for (const type of ['toggle', 'scroll']) document.removeEventListener(type, stir, true)
        return isStill
      },
    }
  }

  /** A refusal leaves what was written, and a later step asks for more. */
  function isDone(): boolean {
    if (form!.querySelector('[aria-invalid=true]')) return false
    if (thanks().length > before.thanks) return true
    if (!form!.isConnected || !isVisible(form!)) return asks() < before.asks
    // The same fields may ask for the next thing.
    const isStep = written.map(nameOf).join() !== asked
    return written.length > 0 && !isStep && written.every(one => one.isConnected && one.value === '')
  }

  function thanks(): string[] {
    return textsThat(saysThanks)
  }

  /** What is said of telephones, labels too. */
  function ofPhones(): string[] {
    return textsThat(text => PHONE.test(text))
  }

  function textsThat(isSo: (text: string) => boolean): string[] {
    return elements().flatMap(element => {
      if (/^(script|style|template|noscript|title|option)$/.test(element.localName)) return []
      let own = ''
      for (const node of childNodesOf(element)) if (isTextNode(node)) own += node.nodeValue
      const text = clean(own)
      return isSo(text) && isVisible(element) ? text : []
    })
  }

  /** How much the page asks a visitor for. */
  function asks(): number {
    const FIELD = 'textarea, select, input:not([type=hidden], [type=checkbox], [type=radio])'
    return elements().filter(one => one.matches(FIELD) && isVisible(one)).length
  }
}
