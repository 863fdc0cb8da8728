/** What became of radio buttons of one name, taken together. */
import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { pairChoices } from './choices.ts'
import { fieldName } from './facts.ts'
import type { Fault } from './rules.ts'

const LIST = /^(select|combobox|checkbox)$/

/** Groups of radio buttons of which none is left, whose name a list, boxes or a hidden field beside such have. */
export function groupsListed(
  before: FormArtifact,
  now: FormArtifact,
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
): Map<string, FieldArtifact[]> {
  const groups = Map.groupBy(
    before.fields.filter(({ type, name }) => type === 'radio' && name !== ''),
    ({ name }) => name,
  )
  const taken = new Set(fields.values())
  const lists = now.fields.filter(one => LIST.test(one.type) && !taken.has(one))
  const names = new Set(
    [...lists, ...now.fields.filter(({ type }) => type === 'hidden' && lists.length > 0)].map(
      ({ name }) => name,
    ),
  )
  return new Map(
    [...groups].filter(([name, members]) => names.has(name) && !members.some(one => fields.has(one))),
  )
}

/** What is not to be chosen any more, by the labels of the new controls. */
export function choicesChange(
  choices: FieldArtifact[],
  added: readonly FieldArtifact[],
  title: string,
): Fault[] {
  const offered = added.flatMap(({ type, label, options }) =>
    type === 'combobox' ? options : [label, ...options],
  )
  // A list that the page draws when it is opened says nothing before.
  if (offered.length === 0) return []
  const wanted = choices.map(({ label }) => label)
  const kept = pairChoices(wanted, offered)
  const lost = wanted.filter(label => !kept.has(label))
  if (lost.length === 0) return []
  return [
    {
      rule: 'options',
      message: `The choices of the field "${choices[0]!.name}" of the form "${title}" are other ones now: ${lost.length} of ${wanted.length} are not among them: ${lost.slice(0, 8).join(', ')}`,
      fix: `Add the choices ${lost.slice(0, 20).join(', ')} again`,
    },
  ]
}

/** Radio buttons of one name that have several now, by that name; what each of them is called. */
export function splitGroups(
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
