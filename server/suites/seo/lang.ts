import { basesOf, pathOf } from '../../lib/url.ts'
import { type Check, type Finding, notApplicable, type Side } from '../suite.ts'
import { hasRel, headLinks } from './head-links.ts'

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
  const finding = (
    rule: string,
    severity: Finding['severity'],
    penalty: number,
    message: string,
  ): Finding[] => [
    {
      key: `seo/lang:${rule}`,
      severity,
      penalty,
      message,
      fix: before ? `Write <html lang="${before}">` : 'Name the language of the page in <html lang>',
      original: { url: original.document.url, text: before },
      rebuilt: { url: rebuilt.document.url, text: now },
    },
  ]
  if (!now)
    return finding(
      'missing',
      'serious',
      1,
      `The page no longer says its language${before ? ` (it was "${before}")` : ''}`,
    )
  if (!before || tagOf(before) === tagOf(now)) return []
  if (primaryOf(before) === primaryOf(now))
    return finding('region', 'minor', 0.1, `The language changed from "${before}" to "${now}"`)
  return finding('changed', 'serious', 1, `The page says it is in "${now}"; it was "${before}"`)
}

function lostAlternates(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  const now = alternatesOf(rebuilt)
  return [...alternatesOf(original)].flatMap(([code, href]): Finding[] => {
    const other = now.get(code)
    const places = {
      original: { url: original.document.url, text: href },
      rebuilt: { url: rebuilt.document.url, text: other ?? '' },
    }
    const fix = `Add <link rel="alternate" hreflang="${code}" href="${href}">`
    if (other === undefined)
      return [
        {
          key: `seo/lang:alternate:${code}`,
          severity: 'serious',
          penalty: 0.5,
          message: `The alternate for "${code}" is lost: ${href}`,
          fix,
          ...places,
        },
      ]
    const origins = [...original.document.origins, new URL(href).origin]
    if (pathOf(href, origins, from) === pathOf(other, origins, to)) return []
    return [
      {
        key: `seo/lang:alternate:${code}`,
        severity: 'serious',
        penalty: 0.5,
        message: `The alternate for "${code}" leads to ${other}; it was ${href}`,
        fix,
        ...places,
      },
    ]
  })
}

function alternatesOf(side: Side<Needed>): Map<string, string> {
  const found = headLinks(side).filter(
    link => hasRel(link, 'alternate') && link.hreflang !== '' && URL.canParse(link.href),
  )
  return new Map(found.slice(0, 300).map(link => [tagOf(link.hreflang), link.href]))
}

const tagOf = (code: string) => code.trim().toLowerCase().replace(/_/g, '-')
const primaryOf = (code: string) => tagOf(code).split('-')[0]!
