/** What became of each field of a form whose counterpart is known. */
import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import {
  entriesOf,
  fieldName,
  formName,
  isHoneypot,
  isNeverSent,
  isOpen,
  isRouting,
  isShown,
  isToken,
  isTrapByName,
  labelOf,
} from './facts.ts'
import { fieldChanges, hasLabelOfOther, type Sent } from './field-changes.ts'
import { isAskedElsewhere } from './pairing.ts'
import type { Fault } from './rules.ts'
import { areStepped, isDrawnIn, newlyDrawn, offeredOtherwise } from './substitutes.ts'

/** Says of each field of a form that it is lost, or what changed of it, radio buttons of one name taken together. */
export function fieldJudge(
  before: FormArtifact,
  now: FormArtifact,
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
  split: ReadonlyMap<string, string[]>,
  { elsewhere, ...sent }: Sent & { elsewhere: readonly FieldArtifact[] },
): (field: FieldArtifact) => Fault[] {
  const title = formName(before)
  const taken = new Set(fields.values())
  const free = elsewhere.filter(field => !taken.has(field))
  const kept = new Set([...fields].flatMap(([was, is]) => (labelOf(was) === labelOf(is) ? is : [])))
  const added = now.fields.filter(field => !taken.has(field))
  const radios = before.fields.filter(({ type }) => type === 'radio')
  const firstOf = new Map(radios.toReversed().map(one => [one.name, one]))
  const drawn = newlyDrawn(before, now)
  const lost = before.fields.filter(field => !fields.has(field))
  const offered = offeredOtherwise(lost, added, drawn)
  const isStepped = areStepped(before, now, fields)
  const isSentHidden = ({ name }: FieldArtifact) =>
    now.fields.some(other => other.type === 'hidden' && other.name === name)
  // What a form asks for in other words may be the same, or that as well; what stands in no form, a script reads.
  const asksOtherwise =
    before.loose ||
    now.loose ||
    drawn.some(({ role, opens }) => role !== 'button' || opens) ||
    entriesOf(now).some(field => !kept.has(field) && isShown(field))
  const told = new Set<string>()
  return field => {
    const name = fieldName(field)
    const counterpart = fields.get(field)
    if (!counterpart) {
      const isRouted = sent.isService && isRouting(field) && !now.fields.some(one => one.name === field.name)
      if (isToken(field) && !isRouted) return []
      if (offered.has(field) || isAskedElsewhere(field, free) || isCopy(field, fields)) return []
      const isDrawn = (field.type === 'number' && isStepped) || isDrawnIn(field, drawn)
      // A script knows what it draws; the browser sends nothing of it but by a hidden field.
      const isRead = sent.isChecked || field.name === '' || isSentHidden(field) || isNeverSent(before)
      if (isDrawn && isRead) return []
      const message = before.loose
        ? `The field "${name}", which stands in no form, is gone`
        : `The form "${title}" lost its ${field.type === 'hidden' ? 'hidden ' : ''}field "${name}"`
      const fix = `Add the ${field.type} field "${name}"${field.name ? ` with the name "${field.name}"` : ''}${field.required ? ', required,' : ''} again`
      return [
        {
          rule: 'field',
          as: isRouted ? 'routing' : caseOfLoss(field, before, isDrawn || asksOtherwise),
          message,
          fix,
        },
      ]
    }
    if (isHoneypot(field, before) && isTrapByName(field) && now.state === 'visible' && isShown(counterpart))
      return [
        {
          rule: 'trap',
          message: `The form "${title}" shows its field "${name}", which the original hides: a trap for robots`,
          fix: 'Hide it from people, as the style sheet of the original does, and from the keyboard',
        },
      ]
    // The name of radio buttons is said once, and that they send other values, which only their script may know.
    const isSaid = field.type === 'radio' && (split.has(field.name) || firstOf.get(field.name) !== field)
    const isNews = ({ rule }: Fault) => {
      // Nobody reads what a trap for robots is called.
      if (rule === 'label' && isTrapByName(field)) return false
      if (rule === 'name') return !isSaid
      if (rule !== 'values') return true
      const isFirst = field.type !== 'radio' || !told.has(field.name)
      told.add(field.name)
      return isFirst && !sent.isScripts
    }
    return fieldChanges(field, counterpart, sent)
      .filter(isNews)
      .map((fault): Fault => {
        const said = { ...fault, message: `The field "${name}" of the form "${title}" ${fault.message}` }
        return said.rule === 'label' && hasLabelOfOther(field, counterpart, fields)
          ? { ...said, as: 'exchanged' }
          : said
      })
  }
}

/** Whether the form sends nothing of a field, which is out of sight, and has another one that is called alike still. */
const isCopy = (field: FieldArtifact, kept: ReadonlyMap<FieldArtifact, FieldArtifact>): boolean =>
  field.name === '' &&
  field.state === 'hidden' &&
  fieldName(field) !== '' &&
  [...kept.keys()].some(other => other.type === field.type && fieldName(other) === fieldName(field))

/** A visitor fills in what is shown; a hidden field is the site's own, or a trap for robots. */
function caseOfLoss(field: FieldArtifact, form: FormArtifact, isAskedOtherwise: boolean) {
  const nameless = field.label === '' && field.visibleLabel === '' && field.placeholder === ''
  // Of what is drawn by the page in its place, something can be seen or is sent.
  const isDrawn = isShown(field) && !(nameless && field.name === '' && field.state === 'hidden')
  // What stands in no form and is not open may be made when it is asked for, as a dialog is.
  const unseen = !isDrawn && (form.loose || isOpen(form))
  if (field.type === 'hidden' || isHoneypot(field, form) || (unseen && nameless)) return 'hidden'
  return field.required && isDrawn && isOpen(form) && !isAskedOtherwise ? 'required' : undefined
}
