/** How a form is sent: where to, by which method, and by which of its buttons. */
import type { Trial } from '../../../capture/collectors/form-trials.ts'
import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { basesOf, isScriptFile, pathOf } from '../../../lib/url.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { originsOfBoth } from '../../core/site.ts'
import type { Pair } from '../../core/suite.ts'
import { sameSlug } from '../links/targets.ts'
import type { EndpointReader } from './endpoints.ts'
import { entriesOf, isSearchForm } from './facts.ts'
import { type Fault, penaltyOf } from './rules.ts'
import { areAccounts, isUnaddressed, isUnreachable, takesForms } from './services.ts'

/**
 * Where it is sent, `null` for the page itself, a script or a placeholder. A fragment behind the page's own address makes no
 * other target, nor a query, which the fields take the place of; but not where it is posted, or the page itself has one:
 * then it may say what is asked for.
 */
export type ActionReader = (
  sent: Pick<Sending, 'action' | 'method'>,
  side: 'original' | 'rebuilt',
) => string | null

export function actionReader(pair: Pair<'document' | 'head'>): ActionReader {
  const [from, to] = basesOf(pair.original.document.url, pair.rebuilt.document.url)
  const origins = originsOfBoth(pair, [from, to])
  return ({ action, method }, side) => {
    const { url } = pair[side].document
    const base = side === 'original' ? from : to
    if (/^javascript:|^$|#$/i.test(action)) return null
    const place = pathOf(action, origins, base)
    const [sent, own] = [place, pathOf(url, origins, base)].map(whole => whole.split('#')[0]!)
    return sent === own || (method === 'get' && sent!.split('?')[0] === own) ? null : place
  }
}

/** What may take a form on the new page without being seen to, and what is seen not to. */
interface Takers {
  /** A script that was out of reach, or one that listens to all forms, may send it. */
  isUntold: boolean
  /** Where to each is sent in a trial, where a script sends one of them. */
  sent: [Sending, Sending] | undefined
  /** What it does in a trial, where the original's was sent. */
  outcome: Trial['outcome'] | undefined
  /** Whether a script keeps the browser from sending it, in a trial. */
  isHeldBack: boolean
  /** Whether nobody got what was written into the original's. */
  isTakenByNobody: boolean
  /** Whether something takes forms at an address of the new site. */
  answers: EndpointReader
  /** Whether nothing is at it. */
  isGone: EndpointReader
}

/** The form is sent elsewhere, or in another way: by its buttons, each beside the one of its name. */
export function endpointFault(
  before: FormArtifact,
  now: FormArtifact,
  read: ActionReader,
  { isUntold, sent, outcome, isHeldBack, isTakenByNobody, answers, isGone }: Takers,
): Fault | null {
  // Fields outside of forms are a script's; a form around them is no loss.
  if (before.loose || now.loose) return null
  if (isIdleSearch(before)) return null
  const scripted =
    now.scripted ||
    isHeardSearch(now) ||
    (now.submits.length === 0 && scriptButton(before, now) !== undefined)
  if (!scripted && sendsNothing(now) && (before.scripted || !sendsNothing(before)))
    return isUntold ? unheard(before, read) : nothingSent(before, read, isTakenByNobody)
  if (outcome === 'pretends') return pretended(before, read)
  if (outcome === 'nothing') return silent(before, read)
  if (before.hosted && now.inert && !now.hosted && !isUntold && read(now, 'rebuilt') === null) return UNHOSTED
  const unmarked = [read(before, 'original'), read(now, 'rebuilt')].filter(place => place === null).length
  const [was, is] = sent ? [read(sent[0], 'original'), read(sent[1], 'rebuilt')] : []
  // What the markup of one page does not say was found out.
  if (was && is && same(was, is) && unmarked > 0) return null
  if (was && is && unmarked === 2 && areAccounts(was, is)) return otherAccount(was, is)
  const judged = pairSendings(before, now, read).map(([old, fresh]) => ({
    name: old.name,
    fault: sendingFault(old, fresh, read, {
      scripted: scripted || now.hosted === true,
      isUntold,
      isTaken: now.hosted === true || answers(fresh),
      isGone: fresh.method === 'get' && isGone(fresh),
      isUnaddressed: isUnaddressed(read(fresh, 'rebuilt') ?? '', now),
      isUnused: before.scripted && now.scripted && isHeldBack,
      form: before,
    }),
  }))
  const costOf = ({ fault }: { fault: Fault | null }) => (fault ? penaltyOf(fault) : 0)
  const worst = judged.toSorted((a, b) => costOf(b) - costOf(a))[0]
  if (!worst?.fault || !worst.name || judged.every(one => one.fault)) return worst?.fault ?? null
  const { name, fault } = worst
  return {
    ...fault,
    message: `${fault.message}, with the button "${name}"`,
    fix: `${fault.fix}, for the button "${name}"`,
  }
}

/** Whether it is sent to the other site's address that it was sent to. */
export function isSentToService(before: FormArtifact, now: FormArtifact, read: ActionReader): boolean {
  const [from, to] = [read(before, 'original'), read(now, 'rebuilt')]
  return from !== null && to !== null && from.startsWith('//') && same(from, to)
}

/** Without a name of its field, and a script, a search asked for nothing that could be answered elsewhere. */
const isIdleSearch = (form: FormArtifact): boolean =>
  isSearchForm(form) && sendsNothing(form) && !form.scripted

/** A script listens to something in it, as to what is written into its field: results may come without its being sent. */
const isHeardSearch = (form: FormArtifact): boolean =>
  isSearchForm(form) && form.unheard === true && !form.inert

/** Only what has a name is sent (HTML, form submission). */
const sendsNothing = (form: FormArtifact): boolean =>
  entriesOf(form).length > 0 && form.fields.every(({ name }) => name === '')

const hasSecret = ({ fields }: FormArtifact) => fields.some(({ type }) => /^(password|file)$/.test(type))

const nothingSent = (before: FormArtifact, read: ActionReader, isTakenByNobody: boolean): Fault => ({
  rule: 'action',
  as: isTakenByNobody ? 'untaken' : 'nothing',
  message: `sends nothing: its fields have no names, and no script listens to it; ${sentBefore(before, read)}`,
  fix: `Give its fields their names, and ${sendAsBefore(before, read)}`,
})

const UNHOSTED: Fault = {
  rule: 'action',
  message:
    'goes nowhere: its host took it, by an attribute or a hidden field of it; that is gone, it has no address, and no script listens to it',
  fix: 'Mark it for its host again, as by data-netlify and method="post", or send it to a service that takes forms',
}

const pretended = (before: FormArtifact, read: ActionReader): Fault => ({
  rule: 'action',
  message: `acts as if it was sent, and sends nothing: filled in, it asks no server for anything; ${sentBefore(before, read)}`,
  fix: `Have its script ${sendAsBefore(before, read)}, and say that it was sent when the answer is there`,
})

const silent = (before: FormArtifact, read: ActionReader): Fault => ({
  rule: 'action',
  message: `does nothing when it is filled in and its button is pressed: it asks no server for anything, and shows nothing; ${sentBefore(before, read)}`,
  fix: `Have its script ${sendAsBefore(before, read)}, and say that it was sent or what is wrong`,
})

function sentBefore(before: FormArtifact, read: ActionReader): string {
  const from = read(before, 'original')
  if (from !== null) return `it was sent by ${before.method.toUpperCase()} to ${from}`
  return before.scripted ? 'a script sent it' : 'it was sent to the page itself'
}

function sendAsBefore(before: FormArtifact, read: ActionReader): string {
  const from = read(before, 'original')
  return `send it ${from === null ? 'as the original does' : `to ${from}`}`
}

const otherAccount = (was: string, is: string): Fault => ({
  rule: 'action',
  message: `is sent by a script to ${is}; it was sent to ${was}`,
  fix: `Have its script send it to ${was} again`,
})

const unheard = (before: FormArtifact, read: ActionReader): Fault => ({
  rule: 'action',
  as: 'unseen',
  message: `is sent by no script that could be seen, and lacks an address or names of its fields; ${sentBefore(before, read)}`,
  fix: 'Send it once by hand and see that it arrives: a script that could not be reached, or one that listens to the whole page, may send it',
})

/**
 * `scripted`: a script or the host sends it; `isTaken`: its address on the new site takes forms; `isGone`: asked for the page
 * that it leads to, that is none; `isUnaddressed`: it tells a service no account but an example of one; `isUnused`: scripts take both, and
 * the browser sends the new one nowhere; `form`: the original's.
 */
function sendingFault(
  before: Sending,
  now: Sending,
  read: ActionReader,
  {
    scripted,
    isUntold,
    isTaken,
    isGone,
    isUnaddressed,
    isUnused,
    form,
  }: Record<'scripted' | 'isUntold' | 'isTaken' | 'isGone' | 'isUnaddressed' | 'isUnused', boolean> &
    Record<'form', FormArtifact>,
): Fault | null {
  const from = read(before, 'original')
  // Posted to the page itself, with a word about it.
  const isToItself = from === null && read({ ...now, method: 'get' }, 'rebuilt') === null
  const to = isToItself ? null : read(now, 'rebuilt')
  // On the site itself without the host, which is another one on the rebuilt site.
  const address = from === null || from.startsWith('//') ? before.action : from
  if (from !== null && to === null && scripted)
    return {
      rule: 'action',
      as: 'unseen',
      message: `is sent by a script, which cannot be seen to arrive anywhere; it was sent to ${from}`,
      fix: `Send it once by hand and see that it arrives; it was sent to ${address}`,
    }
  if (from !== null && to === null && isUntold) return unheard(form, read)
  if (from !== null && to !== null ? same(from, to) : from === to) {
    // What a script sends, at a placeholder for an address, the browser sends by no method.
    if (before.method === now.method || (to === null && scripted)) return null
    return {
      rule: 'method',
      as: before.method === 'get' ? 'posted' : hasSecret(form) ? 'secret' : undefined,
      message: `is sent by ${now.method.toUpperCase()}; it was ${before.method.toUpperCase()}`,
      fix: `Set method="${before.method}"`,
    }
  }
  const how = ({ method }: Sending) => (before.method === now.method ? '' : `by ${method.toUpperCase()} `)
  const isNamedAlike = (one: string, other: string) =>
    sameSlug({ kind: 'page', place: one }, { kind: 'page', place: other })
  const moved =
    to !== null &&
    !isUnreachable(to) &&
    !isUnaddressed &&
    !isGone &&
    ((!to.startsWith('//') && (isTaken || (form.hosted === true && isScriptFile(to)))) ||
      takesForms(to, from) ||
      (from !== null && isNamedAlike(from, to)))
  // Nobody took what the browser asked the page itself for; now somebody may.
  if (moved && from === null && before.method === 'get' && !form.scripted && !form.hosted) return null
  return {
    rule: 'action',
    as: moved || (from === null && isUnused) ? 'unseen' : undefined,
    message: `is sent ${how(now)}to ${to ?? 'the page itself'}${isUnaddressed ? ', with an example in the place of an account' : ''}; it was sent ${how(before)}to ${from ?? 'the page itself'}`,
    fix:
      from === null
        ? 'Remove the action, or make sure that the new address takes the form'
        : `Send it to ${address} again`,
  }
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

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
function pairSendings(before: FormArtifact, now: FormArtifact, read: ActionReader): [Sending, Sending][] {
  const [all, allNow] = [sendings(before), sendings(now)]
  const whole = ({ action, method }: FormArtifact): Sending => ({ name: '', action, method })
  if (all.length === 0 || allNow.length === 0) return [[all[0] ?? whole(before), allNow[0] ?? whole(now)]]
  const [single, singleNow] = [singlyNamed(all), singlyNamed(allNow)]
  const named = [...pairInPasses(single, new Set(singleNow), [by(({ name }: Sending) => normalise(name))])]
  const taken = new Set(named.flat())
  const placed = Map.groupBy(
    allNow.filter(one => !taken.has(one)),
    one => place(read(one, 'rebuilt')),
  )
  const alike = all.flatMap((one): [Sending, Sending][] => {
    const there = taken.has(one) ? undefined : placed.get(place(read(one, 'original')))
    const other = there?.find(({ method }) => method === one.method) ?? there?.[0]
    return other ? [[one, other]] : []
  })
  if (alike.length > 0)
    return named.length > 0 ? named : [alike.find(([one, other]) => one.method === other.method) ?? alike[0]!]
  const [first, firstNow] = [all[0]!, allNow[0]!]
  const isLeft = !taken.has(first) && !taken.has(firstNow)
  return isLeft && single.includes(first) && singleNow.includes(firstNow)
    ? [...named, [first, firstNow]]
    : named
}

const place = (address: string | null) => address?.toLowerCase() ?? ''

/** A dialog's Cancel sends nothing. */
function sendings({ submits, action, method }: FormArtifact): Sending[] {
  return submits
    .filter(button => button.method !== 'dialog')
    .map(({ name, ...own }) => ({ name, action: own.action ?? action, method: own.method ?? method }))
}

/** Those whose name no other has. */
const singlyNamed = (buttons: Sending[]): Sending[] =>
  [...Map.groupBy(buttons, ({ name }) => normalise(name)).values()]
    .filter(({ length }) => length === 1)
    .flat()

type Submit = FormArtifact['submits'][number]

/**
 * The way to send the form: lost, or not to be pressed any more. `waits`: whether a disabled button could be pressed once
 * the form was filled in; undefined where not all of it could be.
 */
export function submitFaults(
  before: FormArtifact,
  now: FormArtifact,
  endpoint: Fault | null,
  waits: (of: 'original' | 'rebuilt', button: Submit) => boolean | undefined,
): Fault[] {
  if (before.loose || before.submits.length === 0) return []
  // Who pressed the button was told nothing either.
  if (isIdleSearch(before) && before.unheard) return []
  const enabled = before.submits.filter(button => !button.disabled || waits('original', button))
  const name = (enabled[0] ?? before.submits[0]!).name || 'Submit'
  const byScript = now.submits.length === 0 ? scriptButton(before, now) : undefined
  // That a script sends it was said where its address is gone.
  if (byScript !== undefined && endpoint?.rule === 'action') return []
  if (byScript !== undefined)
    return [
      {
        rule: 'submit',
        as: 'scripted',
        message: `is sent by a script when "${byScript}" is pressed, which cannot be seen to arrive anywhere`,
        fix: `Send it once by hand and see that it arrives, or make "${byScript}" a submit button`,
      },
    ]
  if (now.submits.length === 0)
    return [
      {
        rule: 'submit',
        as: isSearchForm(now) ? 'search' : undefined,
        message: `lost its submit button "${name}"`,
        fix: `Add the submit button "${name}" again`,
      },
    ]
  const byName = new Map(now.submits.map(button => [normalise(button.name), button]))
  return enabled.slice(0, MAX_BUTTONS).flatMap((button, index) => {
    const counterpart =
      byName.get(normalise(button.name)) ?? now.submits[Math.min(index, now.submits.length - 1)]!
    const fault = counterpart.disabled ? disabledFault(button, waits('rebuilt', counterpart)) : null
    return fault ? [{ ...fault, place: `${fault.rule}:${normalise(button.name)}` }] : []
  })
}

/** A button that is disabled now; `waits` only until the form is filled in. */
function disabledFault(was: Submit, waits: boolean | undefined): Fault | null {
  const name = was.name || 'Submit'
  const has = `has its submit button "${name}" disabled`
  const fix = `Leave the button "${name}" enabled, and say at the field what is missing`
  if (waits === undefined)
    return {
      rule: 'submit-disabled',
      as: 'unsure',
      message: `${has}; not all of it could be filled in to see whether it can be pressed then`,
      fix,
    }
  if (!waits)
    return {
      rule: 'submit-disabled',
      message: `${has}, also once it is filled in`,
      fix: `Enable the button "${name}"`,
    }
  return null
}

/** Submit buttons of a form that are judged. */
const MAX_BUTTONS = 5

/**
 * What stands in place of the submit button: a plain one that a script listens to, and that is called alike, or is the
 * only one and was no plain button before, as what shows a password is.
 */
export function scriptButton(
  before: FormArtifact,
  { pressed }: Pick<FormArtifact, 'pressed'>,
): string | undefined {
  const names = before.submits.map(({ name }) => normalise(name))
  const same = pressed.find(name => names.includes(normalise(name)))
  if (same !== undefined) return same
  const known = new Set(before.plain.map(normalise))
  const fresh = pressed.filter(name => !known.has(normalise(name)))
  const alike = fresh.find(name => names.some(other => similarity(other, name) >= MIN_ALIKE))
  return alike ?? (pressed.length === 1 ? fresh[0] : undefined)
}

/** Words in common: “Send” and “Send message”. */
const MIN_ALIKE = 0.5
