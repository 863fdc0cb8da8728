import { normalise, similarity, words } from '../../lib/text.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { bothPages, shown } from './page-finding.ts'
import { isTemplateDescription } from './templates.ts'

type Needed = 'document' | 'head'

/** Shares of the original's words from which on it is an edited description, and a rewritten one. */
const MIN_EDITED = 0.7
const MIN_REWRITTEN = 0.3
/** Words from which a description says something of its page. */
const MIN_SENTENCE = 4

const rules = defineRules(
  'seo/description',
  {
    why: 'Search results quote the description below the title; without one they quote what they find.',
    reference: 'https://developers.google.com/search/docs/appearance/snippet',
  },
  {
    lost: {
      severity: 'moderate',
      penalty: 1,
      measures: 'Whether the page still has a description, of more than a word where it had some words.',
      fix: 'Describe the page in <meta name="description">',
    },
    template: {
      severity: 'moderate',
      penalty: 0.6,
      measures:
        'Whether the description is one that a framework, a theme or a shop system puts into every new page, or begins with markup.',
      fix: 'Describe the page in <meta name="description">',
      cases: {
        instead: {
          when: `the original has a description of its own, of ${MIN_SENTENCE} words or more`,
          severity: 'serious',
        },
      },
    },
    changed: {
      severity: 'moderate',
      penalty: 0.6,
      measures: 'How similar the words of both descriptions are.',
      fix: 'Set <meta name="description"> to the description of the original',
      cases: {
        rewritten: {
          when: `${MIN_REWRITTEN * 100} % or more of it is kept`,
          severity: 'minor',
          penalty: 0.3,
        },
        edited: { when: `${MIN_EDITED * 100} % or more of it is kept`, severity: 'minor', penalty: 0.1 },
      },
    },
  },
)

export const description: Check<Needed> = {
  id: 'seo/description',
  title: 'The description for search results is kept',
  weight: 8,
  rules,
  judge({ original, rebuilt }) {
    // What a template put there is nobody's loss.
    const was = descriptionOf(original)
    const before = isTemplateDescription(was) && !isTemplateDescription(descriptionOf(rebuilt)) ? '' : was
    const now = descriptionOf(rebuilt)
    if (!before && !now) return notApplicable('neither page describes itself')
    if (isTemplateDescription(now) && !isTemplateDescription(before))
      return [
        rules.report('template', {
          ...bothPages(original, rebuilt, { before, now }),
          fix: before ? `Set <meta name="description"> to "${before.slice(0, 400)}"` : undefined,
          as: words(before).length >= MIN_SENTENCE ? 'instead' : undefined,
          message: `The description ${now.startsWith('<') ? 'is markup' : "is a template's own"}, "${shown(now)}"${before ? `; it was "${shown(before)}"` : ''}`,
        }),
      ]
    if (!before || normalise(before) === normalise(now)) return []
    const found = {
      ...bothPages(original, rebuilt, { before, now }),
      fix: `Set <meta name="description"> to "${before.slice(0, 400)}"`,
    }
    if (!now)
      return [rules.report('lost', { ...found, message: `The page lost its description "${shown(before)}"` })]
    // “docs”, the name of a folder or a project that a generator fills in.
    if (words(now).length === 1 && words(before).length >= MIN_SENTENCE) {
      const message = `The description says nothing of the page, "${shown(now)}"; it was "${shown(before)}"`
      return [rules.report('lost', { ...found, message })]
    }
    const kept = similarity(before, now)
    const as = kept >= MIN_EDITED ? 'edited' : kept >= MIN_REWRITTEN ? 'rewritten' : undefined
    const message = `The description changed from "${shown(before)}" to "${shown(now)}"`
    return [rules.report('changed', { ...found, as, message })]
  },
}

function descriptionOf({ head }: Side<Needed>): string {
  const isTold = (content: string) => /[\p{L}\p{N}]/u.test(content)
  return head.metas.find(({ name, content }) => name === 'description' && isTold(content))?.content ?? ''
}
