import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { hasRel, headLinks } from './head-links.ts'
import { saying } from './page-finding.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head'

export const canonical: Check<Needed> = {
  id: 'seo/canonical',
  title: 'The canonical address is right',
  weight: 10,
  judge({ original, rebuilt }) {
    const before = canonicalsOf(original)
    const now = canonicalsOf(rebuilt)
    if (before.length === 0 && now.length === 0)
      return notApplicable('neither page names a canonical address')
    const own = new URL(original.document.url)
    const fix = `Set the canonical address to ${before[0] ?? own.href}, or to the same path on the new host`
    const say = saying('seo/canonical', fix, original, rebuilt, {
      before: before[0] ?? '',
      now: now[0] ?? '',
    })
    if (now.length === 0)
      return [say('lost', 'moderate', 0.7, `The page lost its canonical address ${before[0]}`)]
    const right = rightPlaces(original, rebuilt, before)
    const wrong = now.filter(href => !right.includes(right.placeOf(href)))
    const different = new Set(now.map(right.placeOf))
    // One that names another page takes this one out of the results; contradicting ones are all ignored.
    if (wrong.length === now.length)
      return [say('other', 'critical', 1, `The canonical address is another page's: ${wrong[0]}`)]
    if (different.size > 1) {
      const message = `The page names ${different.size} canonical addresses: ${now.join(', ')}`
      return [say('several', 'moderate', 0.6, message)]
    }
    return []
  },
}

/** As the browser resolved them; one that is written twice is one. */
function canonicalsOf(side: Side<Needed>): string[] {
  const named = headLinks(side).filter(link => hasRel(link, 'canonical') && URL.canParse(link.href))
  return [...new Set(named.map(link => link.href))].slice(0, 5)
}
