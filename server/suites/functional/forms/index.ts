import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import type { Place } from '../../../contract.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { probesOf } from '../../core/probed.ts'
import { lacksScripts } from '../../core/requests.ts'
import { type Check, notApplicable, type Pair, type Side } from '../../core/suite.ts'
import { lostFilters } from '../behaviour/filters.ts'
import { pretendingForms, unansweredForms } from './added.ts'
import { endpointReader, goneReader, unanswered } from './endpoints.ts'
import {
  entriesOf,
  fieldName,
  formName,
  isChoice,
  isForm,
  isSearchField,
  isSearchForm,
  namesSearch,
  ownNames,
  placeIn,
} from './facts.ts'
import { fieldJudge } from './fields.ts'
import { effectsOn, isDead, isUntaken, lossOfForm } from './loss.ts'
import { isAskedElsewhere, MAX_FORMS, matchFormFields, matchForms } from './pairing.ts'
import { splitGroups } from './radio-groups.ts'
import { type Fault, rules } from './rules.ts'
import { emptySearch, findsIn } from './search.ts'
import { actionReader, endpointFault, isSentToService, submitFaults } from './sending.ts'
import { takesAnyNames } from './services.ts'
import { pressedInstead } from './substitutes.ts'
import {
  isHeldBack,
  isPretended,
  newOutcome,
  phoneFault,
  refusalFault,
  sentByScript,
  spareReader,
  twiceFault,
  unheededFault,
  unsentFault,
} from './trials.ts'

type Needed =
  | 'document'
  | 'head'
  | 'health'
  | 'submitEnablement'
  | 'forms'
  | 'links'
  | 'linkTargets'
  | 'probes'
  | 'layouts'
  | 'semantics'

export const forms: Check<Needed> = {
  id: 'functional/forms',
  title: 'Forms are kept, field by field',
  weight: 25,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    // One search of the site is as good as another; a second field may look through a list.
    const searchesToo = searches(rebuilt)
    const hasOneSearch = original.forms.flatMap(({ fields }) => fields.filter(isSearchField)).length === 1
    const isSearchedToo = (field: FieldArtifact) => searchesToo && hasOneSearch && isSearchField(field)
    const isPressed = pressedInstead(pair)
    const filters = new Set(lostFilters(pair).map(({ name }) => normalise(name)))
    const before = ownNames(
      original.forms
        .map(form => (isSentByNobody(form) ? { ...form, loose: true } : form))
        .map(form =>
          form.loose
            ? {
                ...form,
                fields: withoutCopies(
                  form.fields.filter(
                    one =>
                      !isControl(one) &&
                      isOffered(one) &&
                      (!isToggle(one) || filters.has(normalise(fieldName(one)))) &&
                      !isPressed(one) &&
                      !isSearchedToo(one),
                  ),
                ),
              }
            : form,
        )
        .filter(isForm)
        .slice(0, MAX_FORMS),
    )
    const matched = matchForms(before, rebuilt.forms.filter(isForm))
    const known = new Set(matched.values())
    const added = [...unansweredForms(pair, known), ...pretendingForms(pair, known), ...emptySearch(pair)]
    if (before.length === 0 && added.length === 0) return notApplicable('the original has no form')
    const outside = rebuilt.forms.filter(form => form.loose)
    const loose = outside.flatMap(({ fields }) => fields)
    const pressed = outside.flatMap(form => form.pressed)
    const others = [...matched.keys()]
    const elsewhere = rebuilt.forms.filter(form => !known.has(form)).flatMap(({ fields }) => fields)
    const fieldsOf = new Map(
      [...matched].map(([form, other]) => [form, matchFormFields(form.fields, other.fields)] as const),
    )
    const paired = new Set([...fieldsOf.values()].flatMap(fields => [...fields.values()]))
    const unpaired = rebuilt.forms.flatMap(({ fields }) => fields.filter(one => !paired.has(one)))
    const hasEffect = effectsOn(rebuilt)
    const makesDialogs = opensDialogs(rebuilt)
    const [isOpened, isOpenedNow] = [openedReader(original), openedReader(rebuilt)]
    const causes = new Set<string>()
    const findings = before.flatMap((form): Finding[] => {
      const counterpart = matched.get(form)
      if (counterpart)
        return compare(pair, form, counterpart, { fields: fieldsOf.get(form)!, elsewhere, causes })
      if (isSearchForm(form) && searchesToo) return []
      const left = form.loose ? form.fields.filter(field => !isAskedElsewhere(field, unpaired)) : form.fields
      if (form.fields.length > 0 && left.length === 0) return []
      const fault = lossOfForm(
        { ...form, fields: left },
        {
          loose,
          pressed,
          kept: others,
          mayBeMade: makesDialogs || isOpenedNow(form) || !isOpened(form),
          isTakenByNobody: isForNobody(original, form),
          isPretended: isPretended(original, form),
          filters,
          hasEffect,
        },
      )
      const places = { original: placeIn(original, form), rebuilt: { url: rebuilt.document.url } }
      if (!fault || !isDead(form, original)) return fault ? [report(form, fault, places)] : []
      // Its fields send as little as they did.
      return fault.rule === 'lost' ? [report(form, { ...fault, as: 'dead' }, places)] : []
    })
    return [...findings, ...added]
  },
}

/** To `#`, or without a button and a field in which Enter sends: by no script either. What is in it may be a script's. */
const isSentByNobody = (form: FormArtifact): boolean =>
  !form.loose &&
  !form.scripted &&
  ((form.method === 'get' && form.action.endsWith('#')) ||
    (form.submits.length === 0 && form.pressed.length === 0 && entriesOf(form).every(isChoice)))

/** Whether the page itself is asked alone, and no script listens; or its script asked no server for anything in a trial. */
const isForNobody = (original: Side<'document' | 'submitEnablement'>, form: FormArtifact): boolean =>
  isUntaken(form, original) || isHeldBack(original, form)

/** Whether a page has a field to search with, at once, behind an icon, or made as a control of this name is pressed. */
const searches = (side: Side<'forms' | 'probes'>): boolean =>
  side.forms.some(form => isSearchForm(form) || form.fields.some(isSearchField)) ||
  probesOf(side).some(
    ({ name, selector, effect, revealed }) =>
      (namesSearch(name) && effect === 'dialog') ||
      (namesSearch(`${name} ${selector}`) && revealed.some(one => one.startsWith('field '))),
  )

/** Of those in no form what can be seen or has a label to be pressed by; styles alone use the others. */
const isOffered = ({ state, visibleLabel }: FieldArtifact) => state === 'visible' || visibleLabel !== ''

/** A box without a name that is not drawn, in no form: by it styles fold a menu, which its label is pressed for. */
const isToggle = ({ type, name, state, box }: FieldArtifact) =>
  type === 'checkbox' && name === '' && state === 'hidden' && box.width === 0

/** A switch that stands in the header and in the menu of a phone once more is one: nameless boxes that are called alike. */
function withoutCopies(fields: FieldArtifact[]): FieldArtifact[] {
  const known = new Set<string>()
  return fields.filter(({ type, name, label }) => {
    const called = normalise(label).replaceAll(' ', '')
    if (type !== 'checkbox' || name !== '' || called === '') return true
    const isCopy = known.has(called)
    known.add(called)
    return !isCopy
  })
}

/** A slider that no form sends sets something of the page: the controls' check has it. */
const isControl = ({ type }: FieldArtifact) => type === 'range'

/** Whether something on the page opens a dialog, which may be made, with its forms, when it is asked for. */
const opensDialogs = (side: Side<'probes'>): boolean =>
  probesOf(side).some(({ effect }) => effect === 'dialog')

/** Whether a press was seen to bring a field of a form, which was not open at first, into sight. */
function openedReader(side: Side<'probes'>): (form: FormArtifact) => boolean {
  const revealed = new Set(
    probesOf(side).flatMap(probe => probe.revealed.filter(one => one.startsWith('field ')).map(normalise)),
  )
  return form =>
    entriesOf(form).some(
      ({ label }) => label !== '' && revealed.has(normalise(`field ${label}`.slice(0, 80))),
    )
}

const report = (form: FormArtifact, { rule, place = rule, ...said }: Fault, places: Places): Finding =>
  rules.report(rule, { ...said, ...places, key: `${rules.check}:${normalise(formName(form))}:${place}` })

type Places = Record<'original' | 'rebuilt', Place>

/**
 * `fields`: those of both that are one; `elsewhere`: those of the new page in no form of the original's counterparts;
 * `causes`: of what was told of the page's forms so far.
 */
function compare(
  pair: Pair<Needed>,
  before: FormArtifact,
  now: FormArtifact,
  {
    fields,
    elsewhere,
    causes,
  }: {
    fields: ReadonlyMap<FieldArtifact, FieldArtifact>
    elsewhere: readonly FieldArtifact[]
    causes: Set<string>
  },
): Finding[] {
  const { original, rebuilt } = pair
  const title = formName(before)
  const read = actionReader(pair)
  const places = { original: placeIn(original, before), rebuilt: placeIn(rebuilt, now) }
  const isUntold = lacksScripts(original, rebuilt)
  const waits = (of: 'original' | 'rebuilt', { selector }: FormArtifact['submits'][number]) => {
    const { unsure, enabled } = pair[of].submitEnablement
    if (enabled.includes(selector)) return true
    // It may wait for a CAPTCHA whose script was out of reach.
    return unsure.includes(selector) || (of === 'rebuilt' && isUntold) ? undefined : false
  }
  const isGone = goneReader(rebuilt)
  // A tracker listens on both pages.
  const isDelegated = (now.delegated ?? 0) > (before.delegated ?? 0)
  const outcome = isUntold ? undefined : newOutcome(pair, before, now, read)
  const finds = findsIn(rebuilt, now)
  const endpoint = finds
    ? null
    : endpointFault(before, now, read, {
        isUntold: isUntold || isDelegated,
        sent: isUntold ? undefined : sentByScript(pair, before, now),
        outcome,
        isHeldBack: isHeldBack(rebuilt, now),
        isTakenByNobody: isForNobody(original, before),
        answers: endpointReader(rebuilt),
        isGone,
      })
  // What is posted to the same address as before may be taken there as before: the original is not asked for it.
  const wasAnswered = before.method === 'get' && endpointReader(original)(before)
  const isLost = !endpoint && !isUntold && !isDelegated && wasAnswered
  const dead = isLost ? unanswered(now, isGone, true) : null
  const refusal = outcome === 'refuses' ? refusalFault(pair, before, now, fields) : null
  const phone = isUntold ? null : phoneFault(pair, before, now, fields)
  const unsent = isUntold ? null : unsentFault(pair, before, now)
  const unheeded = isUntold ? null : unheededFault(pair, before, now)
  const twice = twiceFault(pair, before, now)
  const whole = [
    endpoint,
    dead,
    refusal,
    phone,
    unsent,
    unheeded,
    twice,
    ...submitFaults(before, now, endpoint, waits),
  ]
    .filter(fault => fault !== null)
    .map(fault => report(before, { ...fault, message: `The form "${title}" ${fault.message}` }, places))
  const split = splitGroups(before.fields, fields)
  const groups = [...split].map(([name, choices]) => {
    const message = `The choices ${choices.map(choice => `"${choice}"`).join(', ')} of the form "${title}" no longer exclude each other: they have names of their own`
    const fix = `Give all of them the name "${name}"`
    return report(before, { rule: 'group', place: `group:${normalise(name)}`, message, fix }, places)
  })
  const isScripts = now.scripted && read(now, 'rebuilt') === null
  const isService = !now.scripted && isSentToService(before, now, read)
  const faultsOf = fieldJudge(before, now, fields, split, {
    // What stands outside of forms is read by a script, whatever it is called.
    sameEndpoint: endpoint === null && !finds && !before.loose && !now.loose,
    isScripts,
    isForNobody: isUntaken(before, original) && isUntaken(now, rebuilt),
    isChecked: now.scripted || isUntold,
    isFilled: now.scripted || isUntold || now.pressed.length > 0,
    isService,
    knowsNames: isService && !takesAnyNames(read(now, 'rebuilt') ?? ''),
    isSpare: isUntold ? () => false : spareReader(pair, before, now),
    elsewhere,
  })
  const each = before.fields.flatMap(field => {
    const value = field.value && field.type !== 'hidden' ? `=${field.value}` : ''
    const at = {
      original: placeIn(original, before, field),
      rebuilt: placeIn(rebuilt, now, fields.get(field)),
    }
    return faultsOf(field)
      .map(asOneCause)
      .map(fault => {
        const place = `${fault.place ?? fault.rule}:${normalise(fieldName(field))}${value}`
        return report(before, { ...fault, place }, at)
      })
  })
  return [...whole, ...groups, ...each]

  /**
   * What is left out of all forms of a page, as those are made of the same parts, is one cause, of which the first field
   * speaks; so is what a form sends in other words.
   */
  function asOneCause(fault: Fault): Fault & { cause?: string } {
    if (/^(name|values)$/.test(fault.rule) && fault.as === undefined)
      return { ...fault, cause: `sent otherwise ${title}` }
    const isAdded = fault.rule === 'required' && fault.as === 'added'
    // A step that is not drawn yet is one thing, and so is a form that asks otherwise.
    const isOfStep = fault.rule === 'field' && fault.as === undefined
    if ((fault.rule !== 'limit' || fault.place === 'refused') && !isAdded && !isOfStep) return fault
    const cause = `${fault.rule} ${fault.as}`
    const isFirst = !causes.has(cause)
    causes.add(cause)
    if (isFirst) return { ...fault, cause }
    if (fault.rule === 'field') return { ...fault, as: 'more', cause }
    return fault.rule === 'limit'
      ? { ...fault, as: fault.as === 'changed' ? 'changed-more' : 'more', cause }
      : { ...fault, as: 'added-more', cause }
  }
}
