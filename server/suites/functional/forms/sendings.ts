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
 * The ways to send a form beside those of its counterpart: buttons of one name, and of the others, of whom nobody can say
 * who is who, two that go to one place, or else the first of either. At least one pair.
 */
export function pairSendings(
  before: FormArtifact,
  now: FormArtifact,
  read: ActionReader,
): [Sending, Sending][] {
  const [all, allNow] = [sendings(before), sendings(now)]
  const named = namesakes(all, allNow)
  const taken = new Set(named.flat())
  const [others, othersNow] = [all, allNow].map(list => list.filter(one => !taken.has(one))) as [
    Sending[],
    Sending[],
  ]
  if (others.length > 0 && othersNow.length > 0) {
    const there = othersNow.map(one => read(one, 'rebuilt')?.toLowerCase())
    const at = others.findIndex(one => there.includes(read(one, 'original')?.toLowerCase()))
    const place = at < 0 ? undefined : read(others[at]!, 'original')?.toLowerCase()
    return [...named, [others[Math.max(at, 0)]!, othersNow[at < 0 ? 0 : there.indexOf(place)]!]]
  }
  const whole = (form: FormArtifact) => ({ name: '', action: form.action, method: form.method })
  return named.length ? named : [[all[0] ?? whole(before), allNow[0] ?? whole(now)]]
}

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
