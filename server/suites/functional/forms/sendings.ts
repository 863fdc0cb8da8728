import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import type { ActionReader } from './endpoint.ts'

/** One way to send a form: by one of its buttons, or by Enter where it has none (`name` is '' then). */
export interface Sending {
  name: string
  action: string
  method: string
}

/**
 * The ways to send a form beside those of its counterpart: buttons of one name. Of the others nobody can say who is who:
 * they are right where two go to one place, else the first button, which Enter presses, stands for the first.
 */
export function pairSendings(
  before: FormArtifact,
  now: FormArtifact,
  read: ActionReader,
): [Sending, Sending][] {
  const whole = (form: FormArtifact) => ({ name: '', action: form.action, method: form.method })
  const [all, allNow] = [sendings(before), sendings(now)]
  if (all.length === 0 || allNow.length === 0) return [[all[0] ?? whole(before), allNow[0] ?? whole(now)]]
  const named = namesakes(all, allNow)
  const taken = new Set(named.flat())
  const placed = Map.groupBy(
    allNow.filter(one => !taken.has(one)),
    one => place(read(one, 'rebuilt')),
  )
  const alike = all
    .filter(one => !taken.has(one))
    .flatMap(one => {
      const there = placed.get(place(read(one, 'original')))
      const other = there?.find(({ method }) => method === one.method) ?? there?.[0]
      return other ? [[one, other] as [Sending, Sending]] : []
    })
  if (alike.length > 0)
    return named.length > 0 ? named : [alike.find(([one, other]) => one.method === other.method) ?? alike[0]!]
  const [first, firstNow] = [all[0]!, allNow[0]!]
  const isOther = !taken.has(first) && !taken.has(firstNow) && isOnly(first, all) && isOnly(firstNow, allNow)
  return isOther ? [...named, [first, firstNow]] : named
}

const place = (address: string | null) => address?.toLowerCase() ?? ''

const isOnly = ({ name }: Sending, buttons: Sending[]) =>
  buttons.filter(other => normalise(other.name) === normalise(name)).length === 1

/** A dialog's Cancel sends nothing. */
function sendings({ submits, action, method }: FormArtifact): Sending[] {
  return submits
    .filter(button => button.method !== 'dialog')
    .map(button => ({
      name: button.name,
      action: button.action ?? action,
      method: button.method ?? method,
    }))
}

/** Those of a name that neither side has twice. */
function namesakes(before: Sending[], now: Sending[]): [Sending, Sending][] {
  const named = (buttons: Sending[]) => {
    const groups = Map.groupBy(buttons, ({ name }) => normalise(name))
    return new Map([...groups].flatMap(([name, all]) => (all.length === 1 ? [[name, all[0]!] as const] : [])))
  }
  const counterparts = named(now)
  return [...named(before)].flatMap(([name, button]): [Sending, Sending][] => {
    const counterpart = counterparts.get(name)
    return counterpart ? [[button, counterpart]] : []
  })
}
