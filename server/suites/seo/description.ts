import { normalise, similarity } from '../../lib/text.ts'
import { type Check, type Finding, notApplicable, type Side } from '../suite.ts'

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
    const finding = (
      rule: string,
      severity: Finding['severity'],
      penalty: number,
      message: string,
    ): Finding[] => [
      {
        key: `seo/description:${rule}`,
        severity,
        penalty,
        message,
        fix: `Set <meta name="description"> to "${before}"`,
        original: { url: original.document.url, text: before },
        rebuilt: { url: rebuilt.document.url, text: now },
      },
    ]
    if (!now) return finding('lost', 'moderate', 1, `The page lost its description "${shown(before)}"`)
    const kept = similarity(before, now)
    const message = `The description changed from "${shown(before)}" to "${shown(now)}"`
    if (kept >= 0.7) return finding('changed', 'minor', 0.1, message)
    return finding('changed', kept >= 0.3 ? 'minor' : 'moderate', kept >= 0.3 ? 0.3 : 0.6, message)
  },
}

function descriptionOf({ head }: Side<Needed>): string {
  return head.metas.find(({ name, content }) => name === 'description' && content !== '')?.content ?? ''
}

const shown = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text)
