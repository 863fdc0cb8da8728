import { normalise, similarity } from '../../lib/text.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { saying, shown } from './page-finding.ts'

type Needed = 'document' | 'head'

export const description: Check<Needed> = {
  id: 'seo/description',
  title: 'The description for search results is kept',
  weight: 8,
  judge({ original, rebuilt }) {
    const before = descriptionOf(original)
    const now = descriptionOf(rebuilt)
    if (!before && !now) return notApplicable('neither page describes itself')
    if (!before || normalise(before) === normalise(now)) return []
    const fix = `Set <meta name="description"> to "${before.slice(0, 400)}"`
    const say = saying('seo/description', fix, original, rebuilt, { before, now })
    if (!now) return [say('lost', 'moderate', 1, `The page lost its description "${shown(before)}"`)]
    const kept = similarity(before, now)
    const message = `The description changed from "${shown(before)}" to "${shown(now)}"`
    if (kept >= 0.7) return [say('changed', 'minor', 0.1, message)]
    return [say('changed', kept >= 0.3 ? 'minor' : 'moderate', kept >= 0.3 ? 0.3 : 0.6, message)]
  },
}

function descriptionOf({ head }: Side<Needed>): string {
  return head.metas.find(({ name, content }) => name === 'description' && content !== '')?.content ?? ''
}
