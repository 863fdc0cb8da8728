/** Which fields a form that was sent can do without: each is left empty once, and the form sent again. */
import type { Injected } from '../injected/index.ts'
import type { TriedState } from './phone-trials.ts'

/** Fields of which the browser sees to it by itself that they are filled in are in neither list. */
export interface SpareFields {
  /** Selectors of fields without which the form was sent, all others filled in. */
  spare?: string[]
  /** Those without which it was not. */
  needed?: string[]
}

/** Of a form, those first by which somebody can be answered, then what was asked. */
export const MAX_EMPTIED = 4

export interface EmptiedState extends TriedState {
  cutoverTrials?: HTMLFormElement[]
  cutoverEmptied?: { fields: Set<HTMLInputElement>; last?: { field: HTMLInputElement; value: string } }
}

/**
 * Fills in again what was left empty before, and presses the button; unless `isWhole`, with the next field left empty. Null
 * where there is none, or where the form is no longer as it was filled in. Runs in the page.
 */
export async function sendWithout(
  { writtenIn, sendersOf, write, selectorOf, contextOf }: Injected,
  {
    trial,
    isWhole,
    limits,
    events,
  }: {
    trial: number
    isWhole: boolean
    limits: { minMs: number; maxMs: number; pauseMs: number }
    events: { sent: string; isWaiting: string }
  },
): Promise<{ selector: string; sent: string[] } | null> {
  const state = globalThis as EmptiedState
  const form = state.cutoverTrials?.[trial]
  state.cutoverEmptied ??= { fields: new Set() }
  const emptied = state.cutoverEmptied
  if (emptied.last) write(emptied.last.field, emptied.last.value)
  emptied.last = undefined
  if (!form?.isConnected) return null
  const button = sendersOf(form).find(one => !one.disabled && contextOf(one).shown)
  if (!button || (!form.noValidate && !form.checkValidity())) return null
  const asks = !form.noValidate && !button.formNoValidate
  const rankOf = ({ type, name, id }: HTMLInputElement) =>
    /tel|mail|phone/i.test(`${type} ${name} ${id}`) ? 0 : type === 'textarea' ? 1 : 2
  const [field] = writtenIn(form)
    .filter(one => !(asks && one.required) && !emptied.fields.has(one))
    .sort((a, b) => rankOf(a) - rankOf(b))
  // Nothing is to be known of a form whose fields the browser asks for.
  if (!field && (!isWhole || emptied.fields.size === 0)) return null
  if (!isWhole) {
    emptied.fields.add(field!)
    emptied.last = { field: field!, value: field!.value }
    write(field!, '')
  }
  const sent: string[] = []
  const listener = (event: Event) => sent.push(String((event as CustomEvent).detail))
  document.addEventListener(events.sent, listener)
  const since = performance.now()
  button.click()
  const isWaiting = () => !document.dispatchEvent(new Event(events.isWaiting, { cancelable: true }))
  do await new Promise(resolve => setTimeout(resolve, limits.pauseMs))
  while (
    performance.now() - since < limits.minMs ||
    (isWaiting() && performance.now() - since < limits.maxMs)
  )
  document.removeEventListener(events.sent, listener)
  return { selector: isWhole ? '' : selectorOf(field!), sent }
}
