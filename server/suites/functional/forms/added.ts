/** What the new page alone asks for, and nobody gets. */
import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { lacksScripts } from '../../core/requests.ts'
import type { Pair } from '../../core/suite.ts'
import { goneReader, unanswered } from './endpoints.ts'
import { entriesOf, formName, isForm, placeIn } from './facts.ts'
import { rules } from './rules.ts'
import { actionReader } from './sending.ts'
import { isPretended } from './trials.ts'

type Tried = Pair<'document' | 'forms' | 'health' | 'submitEnablement'>

/**
 * Forms beside those in `known` by which visitors give an address or a message, and that say thanks for what they throw
 * away. Not where the original has such a one as well.
 */
export function pretendingForms(pair: Tried, known: ReadonlySet<FormArtifact>): Finding[] {
  const { original, rebuilt } = pair
  if (lacksScripts(original, rebuilt) || original.forms.some(form => isPretended(original, form))) return []
  const asksForAnswer = (form: FormArtifact) => entriesOf(form).some(({ type }) => /^(email|tel)$/.test(type))
  return rebuilt.forms
    .filter(form => isForm(form) && !known.has(form) && isPretended(rebuilt, form) && asksForAnswer(form))
    .map(form => {
      const name = formName(form)
      return rules.report('pretended', {
        key: `${rules.check}:${normalise(name)}:pretended`,
        message: `The form "${name}", which the original does not have, acts as if it was sent, and sends nothing: filled in, it asks no server for anything`,
        rebuilt: placeIn(rebuilt, form),
      })
    })
}

/** Forms beside those in `known`, which have a counterpart, that are sent to where nothing is and no form of the original is. */
export function unansweredForms(
  pair: Pair<'document' | 'head' | 'forms' | 'health' | 'linkTargets'>,
  known: ReadonlySet<FormArtifact>,
): Finding[] {
  const { original, rebuilt } = pair
  if (lacksScripts(original, rebuilt)) return []
  const isGone = goneReader(rebuilt)
  const read = actionReader(pair)
  const senders = original.forms.flatMap(form => [
    form,
    ...form.submits.map(({ action, method }) => ({
      action: action ?? form.action,
      method: method ?? form.method,
    })),
  ])
  const places = new Set(senders.map(sent => read(sent, 'original')))
  // A tracker listens on both pages.
  const heard = Math.max(0, ...original.forms.map(({ delegated = 0 }) => delegated))
  return rebuilt.forms
    .filter(form => isForm(form) && !known.has(form) && (form.delegated ?? 0) <= heard)
    .flatMap(form => {
      const fault = unanswered(form, sent => isGone(sent) && !places.has(read(sent, 'rebuilt')), false)
      if (!fault) return []
      const { rule, message, fix } = fault
      const name = formName(form)
      return [
        rules.report(rule, {
          fix,
          key: `${rules.check}:${normalise(name)}:${rule}`,
          message: `The form "${name}", which the original does not have, ${message}`,
          rebuilt: placeIn(rebuilt, form),
        }),
      ]
    })
}
