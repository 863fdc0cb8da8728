import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding, Pair } from '../../core/suite.ts'
import { fieldName } from './field-facts.ts'
import { matchFields } from './pair-fields.ts'
import { formName, isOpen } from './pair-forms.ts'

/** What is said of an original form without counterpart; `loose` are the rebuilt page's fields outside of forms. */
export function lostForm(
  { original, rebuilt }: Pair<'document' | 'forms'>,
  form: FormArtifact,
  loose: FieldArtifact[],
  matched: ReadonlyMap<FormArtifact, FormArtifact>,
): Finding[] {
  const title = formName(form)
  const filled = entriesOf(form)
  const places = {
    original: {
      url: original.document.url,
      viewport: 1440,
      text: title,
      selector: form.selector || undefined,
      box: form.box,
    },
    rebuilt: { url: rebuilt.document.url },
  }
  const finding = (
    rule: string,
    severity: Finding['severity'],
    penalty: number,
    message: string,
    fix: string,
  ): Finding[] => [
    { key: `functional/forms:${normalise(title)}:${rule}`, severity, penalty, message, fix, ...places },
  ]
  const names = filled.map(field => `"${fieldName(field)}"`).join(', ')
  const again = `Add the form with its fields ${names.slice(0, 300)} again`
  const stray = matchFields(filled, loose).size
  if (filled.length > 0 && stray * 2 >= filled.length)
    return finding(
      'element',
      'serious',
      0.5,
      `The fields of the form "${title}" are in no form any more: nothing submits them`,
      `Put the fields into a form that is sent to ${form.action}`,
    )
  if (form.loose) return finding('lost', 'serious', 0.5, `The fields ${names.slice(0, 200)} are gone`, again)
  if (!isOpen(form)) {
    // One of two copies, for narrow screens or for a dialog, of what is still there.
    const twin = [...matched.keys()].some(other => isTwin(filled, entriesOf(other)))
    return twin
      ? []
      : finding(
          'lost',
          'moderate',
          0.3,
          `The form "${title}", which was not open at first, is not in the page any more`,
          again,
        )
  }
  if (filled.length === 0) return finding('lost', 'serious', 0.5, `The form "${title}" is gone`, again)
  return finding('lost', 'critical', 1, `The form "${title}" is gone`, again)
}

const entriesOf = (form: FormArtifact) => form.fields.filter(({ type }) => type !== 'hidden')

function isTwin(one: FieldArtifact[], other: FieldArtifact[]): boolean {
  return one.length > 0 && one.length === other.length && matchFields(one, other).size === one.length
}
