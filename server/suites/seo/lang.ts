import { basesOf, pathOf } from '../../lib/url.ts'
import { type Check, type Finding, notApplicable, type Side } from '../core/suite.ts'
import { hasRel, headLinks } from './head-links.ts'
import { saying } from './page-finding.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head'

export const lang: Check<Needed> = {
  id: 'seo/lang',
  title: 'The language and its alternates are kept',
  weight: 5,
  judge({ original, rebuilt }) {
    const none = alternatesOf(original).size === 0 && alternatesOf(rebuilt).size === 0
    if (!original.head.lang && !rebuilt.head.lang && none)
      return notApplicable('neither page says its language')
    return [...language(original, rebuilt), ...lostAlternates(original, rebuilt)]
  },
}

function language(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const [before, now] = [original.head.lang, rebuilt.head.lang]
  const fix = before ? `Write <html lang="${before}">` : 'Name the language of the page in <html lang>'
  const say = saying('seo/lang', fix, original, rebuilt, { before, now })
  if (!now) {
    const message = before
      ? `The page no longer says its language (it was "${before}")`
      : 'The page does not say its language'
    return [say('missing', 'serious', 1, message)]
  }
  if (!before || tagOf(before) === tagOf(now)) return []
  if (primaryOf(before) === primaryOf(now))
    return [say('region', 'minor', 0.1, `The language changed from "${before}" to "${now}"`)]
  return [say('changed', 'serious', 1, `The page says it is in "${now}"; it was "${before}"`)]
}

function lostAlternates(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  const now = alternatesOf(rebuilt)
  return [...alternatesOf(original)].flatMap(([code, hrefs]): Finding[] => {
    const href = hrefs[0]!
    // Each may name a host of its own: example.de, and the host of the preview for all of them.
    const origins = [...original.document.origins, ...hrefs.map(one => new URL(one).origin)]
    const places = new Set(hrefs.map(one => pathOf(one, origins, from).toLowerCase()))
    const own = rightPlaces(original, rebuilt, [])
    const isOwn = hrefs.some(one => own.includes(own.placeOf(one)))
    // The page names itself, wherever it is now.
    const leadsThere = (one: string) =>
      places.has(pathOf(one, origins, to).toLowerCase()) || (isOwn && own.includes(own.placeOf(one)))
    const others = now.get(code) ?? []
    if (others.some(leadsThere)) return []
    const fix = `Add <link rel="alternate" hreflang="${code}" href="${href}">`
    const say = saying('seo/lang', fix, original, rebuilt, { before: href, now: others[0] ?? '' })
    const kin = [...now].find(
      ([tag, list]) => tag !== code && primaryOf(tag) === primaryOf(code) && list.some(leadsThere),
    )?.[0]
    if (others.length === 0 && kin !== undefined) {
      // A language says all of its regions.
      const wider = kin === primaryOf(kin)
      const message = `The alternate for "${code}" is for "${kin}" now: ${href}`
      return [say(`region:${code}`, wider ? 'minor' : 'moderate', wider ? 0.1 : 0.2, message)]
    }
    const message =
      others.length === 0
        ? `The alternate for "${code}" is lost: ${href}`
        : `The alternate for "${code}" leads to ${others[0]}; it was ${href}`
    return [say(`alternate:${code}`, 'serious', 0.5, message)]
  })
}

/** Addresses by language. */
function alternatesOf(side: Side<Needed>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const link of headLinks(side)) {
    if (!hasRel(link, 'alternate') || link.hreflang === '' || !URL.canParse(link.href)) continue
    const known = found.get(tagOf(link.hreflang))
    if (!known) found.set(tagOf(link.hreflang), [link.href])
    else if (known.length < 5) known.push(link.href)
  }
  return found
}

const tagOf = (code: string) => code.trim().toLowerCase().replace(/_/g, '-')
const primaryOf = (code: string) => tagOf(code).split('-')[0]!
