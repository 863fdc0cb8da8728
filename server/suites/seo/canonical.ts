import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { bothPages } from './page-finding.ts'
import { hasRel, headLinks } from './page-markup.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head'

const rules = defineRules(
  'seo/canonical',
  {
    why: 'The canonical address is the one that search engines index; one that names another page takes this one out of the results.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  },
  {
    other: {
      severity: 'critical',
      penalty: 1,
      measures: 'Whether all canonical addresses, in the head and in the Link header, name another page.',
      fix: 'Set the canonical address to this page',
      cases: {
        release: {
          when: 'it names the same page of another release, by a version number in the address',
          severity: 'moderate',
          penalty: 0.6,
        },
      },
    },
    lost: {
      severity: 'moderate',
      penalty: 0.7,
      measures: 'Whether a page that named its canonical address still does.',
      fix: 'Set the canonical address to this page',
    },
    several: {
      severity: 'moderate',
      penalty: 0.6,
      measures:
        'Whether the canonical addresses of the page name one place. Contradicting ones are all ignored.',
      fix: 'Keep one canonical address',
    },
  },
)

export const canonical: Check<Needed> = {
  id: 'seo/canonical',
  title: 'The canonical address is right',
  weight: 10,
  rules,
  judge({ original, rebuilt }) {
    const before = canonicalsOf(original)
    const now = canonicalsOf(rebuilt)
    if (before.length === 0 && now.length === 0)
      return notApplicable('neither page names a canonical address')
    const own = new URL(original.document.url)
    const found = {
      ...bothPages(original, rebuilt, { before: before[0] ?? '', now: now[0] ?? '' }),
      fix: `Set the canonical address to ${before[0] ?? own.href}, or to the same path on the new host`,
    }
    if (now.length === 0)
      return [rules.report('lost', { ...found, message: `The page lost its canonical address ${before[0]}` })]
    const right = rightPlaces(original, rebuilt, before)
    const wrong = now.filter(href => !right.includes(right.keyOf(href)))
    const different = new Set(now.map(right.keyOf))
    if (wrong.length === now.length) {
      const message = `The canonical address is another page's: ${wrong[0]}`
      const as = wrong.some(href => right.isOtherRelease(right.keyOf(href))) ? 'release' : undefined
      return [rules.report('other', { ...found, as, message })]
    }
    if (different.size > 1) {
      const message = `The page names ${different.size} canonical addresses: ${now.join(', ')}`
      return [rules.report('several', { ...found, message })]
    }
    return []
  },
}

/** As the browser resolved them; one that is written twice is one. */
function canonicalsOf(side: Side<Needed>): string[] {
  const named = headLinks(side).filter(link => hasRel(link, 'canonical') && URL.canParse(link.href))
  return [...new Set(named.map(link => link.href))].slice(0, 5)
}
