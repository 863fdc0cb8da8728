import { basesOf, pathOf } from '../../lib/url.ts'
import { type Check, type Finding, notApplicable, type Side } from '../suite.ts'
import { hasRel, headLinks } from './head-links.ts'

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
    const places = {
      original: { url: original.document.url, text: before[0] ?? '' },
      rebuilt: { url: rebuilt.document.url, text: now[0] ?? '' },
    }
    const own = new URL(original.document.url)
    const fix = `Set the canonical address to ${before[0] ?? own.href}, or to the same path on the new host`
    const finding = (
      rule: string,
      severity: Finding['severity'],
      penalty: number,
      message: string,
    ): Finding => ({
      key: `seo/canonical:${rule}`,
      severity,
      penalty,
      message,
      fix,
      ...places,
    })
    if (now.length === 0)
      return [finding('lost', 'moderate', 0.7, `The page lost its canonical address ${before[0]}`)]
    const right = rightPlaces(original, rebuilt, before)
    const wrong = now.filter(href => !right.includes(right.placeOf(href)))
    const different = new Set(now.map(right.placeOf))
    // One that names another page takes this one out of the results; contradicting ones are all ignored.
    if (wrong.length === now.length)
      return [finding('other', 'critical', 1, `The canonical address is another page's: ${wrong[0]}`)]
    if (different.size > 1)
      return [
        finding(
          'several',
          'moderate',
          0.6,
          `The page names ${different.size} canonical addresses: ${now.join(', ')}`,
        ),
      ]
    return []
  },
}

/** As the browser resolved them; one that is written twice is one. */
function canonicalsOf(side: Side<Needed>): string[] {
  const named = headLinks(side).filter(link => hasRel(link, 'canonical') && URL.canParse(link.href))
  return [...new Set(named.map(link => link.href))].slice(0, 5)
}

/** The places that a canonical may name: the page itself, and what the original's named. */
function rightPlaces(original: Side<Needed>, rebuilt: Side<Needed>, before: string[]) {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  // The host of the original's canonical is the site's real one, whatever host the capture was taken from.
  const origins = [...original.document.origins, ...before.map(href => new URL(href).origin)]
  origins.push(new URL(original.document.url).origin, new URL(rebuilt.document.url).origin)
  const paths = (href: string) => [from, to].map(base => pathOf(href, origins, base).toLowerCase())
  const placeOf = (href: string) => paths(href).sort((a, b) => a.length - b.length)[0]!
  const pages = [
    original.document.url,
    original.document.requestedUrl,
    rebuilt.document.url,
    rebuilt.document.requestedUrl,
  ]
  const right = new Set([...before, ...pages].map(placeOf))
  // Parameters choose a view of the page; the canonical one need not have them.
  for (const url of pages) right.add(placeOf(url.split(/[?#]/)[0]!))
  return { placeOf, includes: (place: string) => right.has(place) }
}
