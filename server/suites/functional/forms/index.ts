import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import { type Check, type Finding, notApplicable, type Pair } from '../../core/suite.ts'
import { isOfferedOtherwise } from './choices.ts'
import { actionReader, endpointChange } from './endpoint.ts'
import { fieldChanges } from './field-changes.ts'
import { fieldName, isHoneypot, isShown, isToken } from './field-facts.ts'
import { lostForm } from './lost.ts'
import { matchFields } from './pair-fields.ts'
import { formName, isForm, isOpen, MAX_FORMS, matchForms } from './pair-forms.ts'
import { submitFault } from './submit.ts'

type Needed = 'document' | 'submitEnablement' | 'forms' | 'layouts'

export const forms: Check<Needed> = {
  id: 'functional/forms',
  title: 'Forms are kept, field by field',
  weight: 25,
  judge(pair) {
    const isDrawn = drawnBy(pair.rebuilt)
    const before = pair.original.forms
      .map(form => (form.loose ? { ...form, fields: form.fields.filter(one => !isDrawn(one)) } : form))
      .filter(isForm)
      .slice(0, MAX_FORMS)
    if (before.length === 0) return notApplicable('the original has no form')
    const matched = matchForms(before, pair.rebuilt.forms.filter(isForm))
    const loose = pair.rebuilt.forms.filter(form => form.loose).flatMap(({ fields }) => fields)
    return before.flatMap(form => {
      const counterpart = matched.get(form)
      return counterpart ? compare(pair, form, counterpart) : lostForm(pair, form, loose, matched)
    })
  },
}

const SWITCH = /^(switch|checkbox|radio|button|tab|menuitem(checkbox|radio))$/

/** Whether a box outside of forms, which nobody sends, is a switch now that the page draws itself. */
function drawnBy({ forms, layouts }: Pair<Needed>['rebuilt']): (field: FieldArtifact) => boolean {
  const fields = new Set(forms.flatMap(form => form.fields.map(({ label }) => normalise(label))))
  const drawn = new Set(
    layouts.flatMap(({ controls }) =>
      controls.flatMap(({ role, name, state }) =>
        state === 'visible' && SWITCH.test(role) ? normalise(name) : [],
      ),
    ),
  )
  return ({ type, label }) => {
    const name = normalise(label)
    return /^(checkbox|radio)$/.test(type) && name !== '' && drawn.has(name) && !fields.has(name)
  }
}

function compare(pair: Pair<Needed>, before: FormArtifact, now: FormArtifact): Finding[] {
  const title = formName(before)
  const at = (box: FormArtifact, of: 'original' | 'rebuilt', field?: FieldArtifact) => ({
    url: pair[of].document.url,
    viewport: 1440,
    text: field ? fieldName(field) : formName(box),
    selector: (field ?? box).selector || undefined,
    box: (field ?? box).box,
  })
  const waits = (of: 'original' | 'rebuilt', { selector }: FormArtifact['submits'][number]) =>
    pair[of].submitEnablement.unsure.includes(selector)
      ? undefined
      : pair[of].submitEnablement.enabled.includes(selector)
  const places = { original: at(before, 'original'), rebuilt: at(now, 'rebuilt') }
  const keyed = (rule: string) => `functional/forms:${normalise(title)}:${rule}`
  const endpoint = endpointChange(before, now, actionReader(pair))
  const whole = [endpoint, ...submitFault(before, now, endpoint, waits)]
    .filter(found => found !== null)
    .map(
      ({ rule, ...found }): Finding => ({
        key: keyed(rule),
        ...places,
        ...found,
        message: `The form "${title}" ${found.message}`,
      }),
    )
  const fields = matchFields(before.fields, now.fields)
  const taken = new Set(fields.values())
  const added = now.fields.filter(field => !taken.has(field))
  const split = splitGroups(before.fields, fields)
  const radios = before.fields.filter(({ type }) => type === 'radio')
  const firstOf = new Map(radios.toReversed().map(one => [one.name, one]))
  const sameEndpoint = !whole.some(({ key }) => key === keyed('action') || key === keyed('method'))
  const isScripts = now.scripted && actionReader(pair)(now, 'rebuilt') === null
  const told = new Set<string>()
  // What waits for a choice is in the page: a field of it that is not there does not wait.
  const waitsToo = before.fields.some(
    field => fields.has(field) && isUndrawn(field) && !isHoneypot(field, before),
  )
  const each = before.fields.flatMap((field): Finding[] => {
    const name = fieldName(field)
    const counterpart = fields.get(field)
    const fieldKey = (rule: string) =>
      keyed(`${rule}:${normalise(name)}${field.value && field.type !== 'hidden' ? `=${field.value}` : ''}`)
    if (!counterpart) {
      if (isToken(field) || isOfferedOtherwise(field, added)) return []
      const grade = lossOf(field, before, waitsToo)
      return [
        {
          key: fieldKey('field'),
          ...grade,
          message: `The form "${title}" lost its ${field.type === 'hidden' ? 'hidden ' : ''}field "${name}"`,
          fix: `Add the ${field.type} field "${name}"${field.name ? ` with the name "${field.name}"` : ''}${field.required ? ', required,' : ''} again`,
          original: at(before, 'original', field),
          rebuilt: places.rebuilt,
        },
      ]
    }
    const changes = fieldChanges(field, counterpart, sameEndpoint)
    // The name of radio buttons is said once, and that they send other values, which only their script may know.
    const isSaid = field.type === 'radio' && (split.has(field.name) || firstOf.get(field.name) !== field)
    return changes
      .filter(({ rule }) => rule !== 'name' || !isSaid)
      .filter(({ rule }) => {
        if (rule !== 'values') return true
        const isFirst = field.type !== 'radio' || !told.has(field.name)
        told.add(field.name)
        return isFirst && !isScripts
      })
      .map(({ rule, ...found }) => ({
        key: fieldKey(rule),
        ...found,
        message: `The field "${name}" of the form "${title}" ${found.message}`,
        original: at(before, 'original', field),
        rebuilt: at(now, 'rebuilt', counterpart),
      }))
  })
  const groups = [...split].map(
    ([name, choices]): Finding => ({
      key: keyed(`group:${normalise(name)}`),
      severity: 'serious',
      penalty: 0.4,
      message: `The choices ${choices.map(choice => `"${choice}"`).join(', ')} of the form "${title}" no longer exclude each other: they have names of their own`,
      fix: `Give all of them the name "${name}"`,
      ...places,
    }),
  )
  return [...whole, ...groups, ...each]
}

/** Radio buttons of one name that have several now, by that name; what each of them is called. */
function splitGroups(
  before: FieldArtifact[],
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
): Map<string, string[]> {
  const groups = Map.groupBy(
    before.filter(({ type, name }) => type === 'radio' && name !== ''),
    ({ name }) => name,
  )
  const isSplit = (members: FieldArtifact[]) => {
    const now = members.map(one => fields.get(one)).filter(one => one?.type === 'radio' && one.name !== '')
    return new Set(now.map(one => one!.name)).size > 1
  }
  return new Map(
    [...groups]
      .filter(([, members]) => isSplit(members))
      .map(([name, members]) => [name, members.map(fieldName)]),
  )
}

/** Not drawn at all, as what waits for a choice; what is only out of sight may be restyled, or a trap. */
const isUndrawn = ({ type, state, box }: FieldArtifact) =>
  type !== 'hidden' && state === 'hidden' && box.width === 0

/** A visitor fills in what is shown; a hidden field is the site's own, or a trap for robots. */
function lossOf(
  field: FieldArtifact,
  form: FormArtifact,
  waitsToo: boolean,
): Pick<Finding, 'severity' | 'penalty'> {
  const unseen = !isShown(field) && isOpen(form)
  const nameless = field.label === '' && field.visibleLabel === '' && field.placeholder === ''
  if (field.type === 'hidden' || isHoneypot(field, form) || (unseen && nameless))
    return { severity: 'minor', penalty: 0.03 }
  if (unseen && !(waitsToo && isUndrawn(field))) return { severity: 'moderate', penalty: 0.2 }
  return { severity: 'serious', penalty: 0.5 }
}
