/** What became of radio buttons of one name, taken together. */
import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import { fieldName } from './facts.ts'

/** Radio buttons of one name, none of them disabled, that have several now, by that name; what each of them is called. */
export function splitGroups(
  before: FieldArtifact[],
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
): Map<string, string[]> {
  const groups = Map.groupBy(
    before.filter(({ type, name, disabled }) => type === 'radio' && name !== '' && !disabled),
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
