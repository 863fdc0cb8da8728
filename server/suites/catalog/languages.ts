import { memoByValue } from '../../lib/memo.ts'
import type { LandedPage } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, UNSEEN } from './pages.ts'
import { grade } from './rules.ts'

const rules = defineRules(
  'catalog/languages',
  {
    why: 'Visitors are sent to the page in their language and currency by what pages name as alternates.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  },
  {
    'language-lost': {
      ...grade('serious'),
      measures:
        'Languages and markets that half of the pages name as alternates (hreflang), and under half of those now.',
      one: 'Pages no longer name a language or market that they were in',
      many: 'Pages no longer name % languages or markets that they were in',
      fix: 'Publish the languages and markets; a theme then names them by itself.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Languages and markets that the pages name as alternates of themselves (hreflang). */
export const languages = catalogCheck({
  title: 'Languages and markets are kept',
  weight: 3,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const isNamed = ({ facts }: LandedPage) => facts!.languages.length > 1
  const all = pagePairs(pair)
  const pages = all.filter(({ before }) => isNamed(before))
  if (all.length === 0 && isUnseen(pair, isNamed)) return UNSEEN('other languages are named by pages')
  if (pages.length === 0)
    return notApplicable('no page that was read on both sites names other languages of itself')
  const [had, has] = [counted(pages, 'before'), counted(pages, 'after')]
  const differences: Difference<Cause>[] = []
  // What a few pages name alone may have been translated in part.
  const common = [...had].filter(([, count]) => count * 2 >= pages.length)
  for (const [language, count] of common) {
    const left = Math.max(0, ...[...has].map(([other, pages]) => (covers(other, language, had) ? pages : 0)))
    if (left * 2 < count)
      differences.push({
        cause: 'language-lost',
        subject: language,
        before: `named by ${count} pages`,
        after: `by ${left}`,
      })
  }
  return { applicable: Math.max(1, common.length), differences }
}

/** A language covers its markets, and one market the language where the original names no other market of it. */
function covers(now: string, then: string, all: ReadonlyMap<string, number>): boolean {
  const [has, had] = [tagOf(now), tagOf(then)]
  if (has.language !== had.language) return false
  const known = [...all.keys()].map(tagOf).filter(({ language }) => language === had.language)
  const alike = known.filter(({ script }) => script === had.script)
  // Which script it is written in, a language alone does not say.
  if (has.script !== had.script) return has.isBare && alike.length === known.length
  return (
    has.region === undefined || has.region === had.region || new Set(alike.map(({ tag }) => tag)).size === 1
  )
}

interface Tag {
  tag: string
  language: string
  script?: string
  region?: string
  /** Nothing but a language. */
  isBare: boolean
}

/** A language by one name, since some have several: `iw` is `he`, and `zh-TW` is written as `zh-Hant` is. */
const tagOf = memoByValue(1000, (text: string) => text, readTag)

function readTag(text: string): Tag {
  try {
    // Norwegian is Bokmål where nothing else is said.
    const locale = new Intl.Locale(text.replace(/^no(?=-|$)/, 'nb'))
    const { language, script = '' } = locale.maximize()
    const { region } = locale
    const isBare = locale.script === undefined && region === undefined
    return { tag: locale.toString(), language, script, isBare, ...(region && { region }) }
  } catch {
    return { tag: text, language: text, isBare: true }
  }
}

function counted(pages: readonly PagePair[], side: 'before' | 'after'): Map<string, number> {
  const counts = new Map<string, number>()
  for (const pair of pages) {
    const page: LandedPage = pair[side]
    for (const language of page.facts!.languages) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return counts
}
