/** Fields that a press brings into sight, as in a dialog: whether they are called anything there. */
import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { rules } from './rules.ts'

/** What is in sight at rest is axe's. */
export function judgeOpenedFields({ original, rebuilt }: Pair<'document' | 'forms' | 'probes'>): Finding[] {
  const shown = new Set(
    [...original.probes.wide.probes, ...original.probes.narrow.probes].flatMap(({ revealed, more = [] }) =>
      [...revealed, ...more].flatMap(text => (text.startsWith('field ') ? normalise(text.slice(6)) : [])),
    ),
  )
  const now = hiddenFields(rebuilt.forms)
  // Another field may ask for it, and a trap for robots bear the name.
  const called = new Set(rebuilt.forms.flatMap(({ fields }) => fields.map(({ label }) => normalise(label))))
  const isLost = (label: string) => shown.has(normalise(label)) && !called.has(normalise(label))
  const lost = [...hiddenFields(original.forms)].flatMap(([key, before]) => {
    const after = now.get(key)
    return after && before.label !== '' && after.label === '' && isLost(before.label)
      ? [{ before, after }]
      : []
  })
  if (lost.length === 0) return []
  const [{ before, after }] = lost as [(typeof lost)[number]]
  const names = listed(lost.map(one => quote(one.before.label, 40)))
  const [fields, have] = lost.length > 1 ? ['fields', 'have'] : ['field', 'has']
  const place = ({ selector, box }: FieldArtifact, url: string) => ({ url, selector, box })
  return [
    rules.report('opened-fields', {
      extent: lost.length,
      message: `The ${fields} ${names}, which a press brings into sight, ${have} no label any more: screen readers announce a field without a name`,
      fix: `Label ${lost.length > 1 ? 'each' : 'it'} as on the original, by a label element`,
      original: place(before, original.document.url),
      rebuilt: place(after, rebuilt.document.url),
    }),
  ]
}

/** Fields out of sight, by name and type, where no other of the page is called so. */
function hiddenFields(
  forms: readonly { fields: readonly FieldArtifact[] }[],
): ReadonlyMap<string, FieldArtifact> {
  const fields = forms.flatMap(form => form.fields).filter(({ name, type }) => name && type !== 'hidden')
  const named = Map.groupBy(fields, ({ name, type }) => `${type} ${name}`)
  return new Map(
    [...named].flatMap(([key, all]) =>
      all.length === 1 && all[0]!.state === 'hidden' ? [[key, all[0]!]] : [],
    ),
  )
}
