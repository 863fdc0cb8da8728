/** What came of filling a form in and sending it on both pages. */
import type { Entry } from '../../../capture/collectors/form-requests.ts'
import type { Trial } from '../../../capture/collectors/form-trials.ts'
import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { lacksData } from '../../core/requests.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { fieldName, isOpen, isSearchForm, isShown } from './facts.ts'
import type { Fault } from './rules.ts'
import type { ActionReader, Sending } from './sending.ts'

type Tried = Pair<'document' | 'health' | 'submitEnablement'>

/**
 * What the new page's form does that the original's does not. Where the trial of the original is not sure, its address tells
 * that it is sent; not that it takes our entries, or answers.
 */
export function newOutcome(
  pair: Tried,
  before: FormArtifact,
  now: FormArtifact,
  read: ActionReader,
): Trial['outcome'] | undefined {
  const [was, is] = [trialOf(pair.original, before), trialOf(pair.rebuilt, now)]
  if (!is || is.outcome === 'sends') return undefined
  const hasAddress = read(before, 'original') !== null
  if (is.outcome === 'pretends') return (was ? was.outcome === 'sends' : hasAddress) ? 'pretends' : undefined
  if (isSearchForm(before) || !was || !/^(sends|pretends)$/.test(was.outcome)) return undefined
  // What its scripts had to do without, visitors may get.
  if (lacksData(pair.original, pair.rebuilt)) return undefined
  // The browser alone asks for the page itself once more: nobody takes it.
  const isTaken = was.outcome === 'pretends' || before.scripted || hasAddress || before.method === 'post'
  return is.outcome === 'refuses' || isTaken ? is.outcome : undefined
}

/** Where to each is sent in a trial, without queries, where a script sends one of them. */
export function sentByScript(
  pair: Tried,
  before: FormArtifact,
  now: FormArtifact,
): [Sending, Sending] | undefined {
  const [was, is] = [trialOf(pair.original, before)?.sentTo, trialOf(pair.rebuilt, now)?.sentTo]
  if (!was || !is || !(before.scripted || now.scripted)) return undefined
  return [
    { name: '', ...was },
    { name: '', ...is },
  ]
}

/** It refuses all ordinary entries of fields that the original's has as well, and that were taken there. */
export function refusalFault(
  pair: Tried,
  before: FormArtifact,
  now: FormArtifact,
  pairs: ReadonlyMap<FieldArtifact, FieldArtifact>,
): Fault | null {
  const refused = trialOf(pair.rebuilt, now)?.refused ?? []
  // In a dialog all are out of sight at first; in a form that is open what is so was not filled in.
  const isFilled = (field: FieldArtifact) => isShown(field) || !isOpen(before)
  const was = refused.map(selector =>
    [...pairs].find(([old, fresh]) => fresh.selector === selector && isFilled(old)),
  )
  if (was.length === 0 || !was.every(one => one !== undefined)) return null
  const names = was.map(([field]) => `"${fieldName(field)}"`)
  const [fields, refuse] = names.length === 1 ? ['its field', 'refuses'] : ['its fields', 'refuse']
  return {
    rule: 'submit',
    as: 'refused',
    message: `cannot be sent: ${fields} ${names.join(', ')} ${refuse} whatever usual entry is written; the original takes one`,
    fix: `Let ${names.join(', ')} take what people write there, in the forms that they write it in`,
  }
}

/** What is written into it goes out on the original, and not on the new page, as where a field has no name that is sent. */
export function unsentFault(pair: Tried, before: FormArtifact, now: FormArtifact): Fault | null {
  const [was, is] = [trialOf(pair.original, before)?.carries, trialOf(pair.rebuilt, now)?.carries]
  if (!was || !is) return null
  const unsent = (Object.keys(was) as Entry[]).filter(entry => was[entry] && is[entry] === false)
  if (unsent.length === 0) return null
  return {
    rule: 'unsent',
    message: `is sent without the ${unsent.join(' and the ')} that was written into it`,
    fix: 'Give each field the name by which it is sent, or let the script that sends it read the field',
  }
}

/** A script sends twice what the original sends once. */
export function twiceFault(pair: Tried, before: FormArtifact, now: FormArtifact): Fault | null {
  const [was, is] = [trialOf(pair.original, before), trialOf(pair.rebuilt, now)]
  if (was?.outcome !== 'sends' || !was.sentTo || was.twice || !is?.twice) return null
  return {
    rule: 'twice',
    message: 'is sent twice by one press of its button; the original is sent once',
    fix: 'Let one handler send it: look for a script that is loaded or begun twice',
  }
}

/** A script sends it on both pages, and the new one alone shows that it was sent when its request has failed. */
export function unheededFault(pair: Tried, before: FormArtifact, now: FormArtifact): Fault | null {
  const [was, is] = [trialOf(pair.original, before), trialOf(pair.rebuilt, now)]
  const isByScript = (trial: Trial | undefined) => trial?.outcome === 'sends' && trial.sentTo !== undefined
  if (!isByScript(was) || !isByScript(is) || was!.thanksAnyway || !is!.thanksAnyway || !before.scripted)
    return null
  return {
    rule: 'unheeded',
    message:
      'shows that it was sent when its request fails, as in a trial where no server could be reached; the original does not',
    fix: 'Say that it was sent once the server has answered that it was, and else what went wrong',
  }
}

/** An address of the site itself by its path. */
const withoutOwn = (address: string, page: string): string =>
  URL.canParse(address) && new URL(address).origin === new URL(page).origin
    ? new URL(address).pathname
    : address

/** Whether the new form was sent without a field, to where it was sent, and the original's was not. */
export function spareReader(
  pair: Tried,
  before: FormArtifact,
  now: FormArtifact,
): (field: FieldArtifact, fresh: FieldArtifact) => boolean {
  const [was, is] = [trialOf(pair.original, before), trialOf(pair.rebuilt, now)]
  // Another server may refuse what comes without it.
  const placeOf = (trial: Trial | undefined, { document }: Side<'document'>) =>
    trial?.sentTo && withoutOwn(trial.sentTo.action, document.url)
  const place = placeOf(was, pair.original)
  if (was?.outcome !== 'sends' || !place || place !== placeOf(is, pair.rebuilt)) return () => false
  return (field, fresh) =>
    is?.spare?.includes(fresh.selector) === true &&
    !fresh.required &&
    !was.spare?.includes(field.selector) &&
    ((field.required && !before.novalidate) || was.needed?.includes(field.selector) === true)
}

/** A script takes a telephone number by its digits alone, in a field whose counterpart takes one with spaces. */
export function phoneFault(
  pair: Tried,
  before: FormArtifact,
  now: FormArtifact,
  pairs: ReadonlyMap<FieldArtifact, FieldArtifact>,
): Fault | null {
  const [was, is] = [trialOf(pair.original, before)?.phones, trialOf(pair.rebuilt, now)?.phones]
  const found = [...pairs].find(
    ([old, fresh]) => was?.spaced.includes(old.selector) && is?.bare.includes(fresh.selector),
  )
  if (!found) return null
  return {
    rule: 'limit',
    place: 'refused',
    as: 'phones',
    message: `refuses a telephone number that is written with spaces in its field "${fieldName(found[0])}", and takes the same digits without; the original takes it`,
    fix: 'Take out spaces, hyphens and brackets before the number is looked at',
  }
}

/** Whether a form that was filled in and sent asked nothing of any server, and only thanked for it or did nothing. */
export const isHeldBack = (side: Side<'submitEnablement'>, form: FormArtifact): boolean =>
  /^(pretends|nothing)$/.test(trialOf(side, form)?.outcome ?? '')

/** Whether a form that was filled in and sent asked nothing of any server, and acted as if it was sent. */
export const isPretended = (side: Side<'submitEnablement'>, form: FormArtifact): boolean =>
  trialOf(side, form)?.outcome === 'pretends'

const trialOf = ({ submitEnablement }: Side<'submitEnablement'>, { selector }: FormArtifact) =>
  submitEnablement.trials?.find(trial => trial.selector === selector)
