/** What a search finds, as far as it was tried. */
import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import type { Finding } from '../../core/finding.ts'
import { lacksData } from '../../core/requests.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { rules } from './rules.ts'

/** Whether results were seen to come as a word was written into a field of the form. */
export const findsIn = ({ probes }: Side<'probes'>, { fields }: FormArtifact): boolean =>
  probes.wide.search?.outcome === 'shows' &&
  fields.some(({ selector }) => selector === probes.wide.search!.selector)

/** A search in which nothing is found any more. */
export function emptySearch(pair: Pair<'document' | 'health' | 'probes'>): Finding[] {
  const { original, rebuilt } = pair
  const [was, now] = [original.probes.wide.search, rebuilt.probes.wide.search]
  if (was?.outcome !== 'shows' || now?.outcome !== 'nothing') return []
  return [
    rules.report('empty', {
      as: lacksData(original, rebuilt) ? 'unsure' : undefined,
      place: 'search',
      original: { url: original.document.url, selector: was.selector },
      rebuilt: { url: rebuilt.document.url, selector: now.selector },
      message: `The search finds nothing: “${now.word}”, a word of the page’s own headings, brings no result into sight; on the original such a word does`,
    }),
  ]
}
