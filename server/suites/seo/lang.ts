import { isKnownByWords, languageOf } from '../../lib/language.ts'
import { basesOf, pathOf, placeKey } from '../../lib/url.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { bothPages } from './page-finding.ts'
import { canonicalsOf, hasRel, headLinks, servedBy } from './page-markup.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head' | 'layouts'

const rules = defineRules(
  'seo/lang',
  {
    why: 'Search engines show a page to those who speak its language, and screen readers choose their voice by it.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  },
  {
    missing: {
      severity: 'moderate',
      penalty: 1,
      measures: 'Whether <html lang> states a language.',
      fix: 'Name the language of the page in <html lang>',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
    },
    changed: {
      severity: 'serious',
      penalty: 0.8,
      measures:
        'Whether both pages state one language, regions apart; another one in which the text is written, as the one before was not, is a repair. Values that name no language, such as `default`, state none.',
      fix: 'State the language of the original',
      reference: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
    },
    region: {
      severity: 'minor',
      penalty: 0.1,
      measures: 'Whether both pages state one region of their language.',
      fix: 'State the region of the original',
    },
    alternate: {
      severity: 'serious',
      penalty: 0.5,
      measures:
        'Whether each hreflang alternate of the original is named, and leads to the same place. Values that name no language, such as `default`, are none.',
      fix: 'Name the alternate again',
      cases: {
        some: {
          when: 'it is named no more, and others of the original are',
          severity: 'moderate',
          penalty: 0.25,
        },
        itself: {
          when: 'none is named any more, and those of the original all name the page itself: there is no other language to find',
          severity: 'minor',
          penalty: 0.1,
        },
      },
    },
    'alternate-region': {
      severity: 'moderate',
      penalty: 0.2,
      measures: 'Whether an alternate that is kept is named for the same region.',
      fix: 'Name the alternate for its region again',
      cases: {
        wider: { when: 'it is for the language in all its regions now', severity: 'minor', penalty: 0.1 },
      },
    },
  },
)

export const lang: Check<Needed> = {
  id: 'seo/lang',
  title: 'The language and its alternates are kept',
  weight: 5,
  rules,
  judge({ original, rebuilt }) {
    const none = alternatesOf(original).size === 0 && alternatesOf(rebuilt).size === 0
    if (!original.head.lang && !rebuilt.head.lang && none)
      return notApplicable('neither page says its language')
    return [...language(original, rebuilt), ...lostAlternates(original, rebuilt)]
  },
}

function language(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  // What names no language, such as "Default" or "english", cannot be lost, and is not there on either page.
  // A script may have chosen the language of the visitor: what is served is what crawlers are told.
  const served = statedIn(servedBy(original.document).lang)
  const before = served || statedIn(original.head.lang)
  const now = before ? rebuilt.head.lang : statedIn(rebuilt.head.lang)
  const found = {
    ...bothPages(original, rebuilt, { before, now }),
    fix: before ? `Write <html lang="${before}">` : undefined,
  }
  if (!now) {
    const message = before
      ? `The page no longer says its language (it was "${before}")`
      : 'The page does not say its language'
    return [rules.report('missing', { ...found, message })]
  }
  if (!before) return []
  if ([before, original.head.lang].some(lang => tagOf(lang) === tagOf(now))) return []
  if (isMended(before, now, original, rebuilt)) return []
  return primaryOf(before) === primaryOf(now)
    ? [rules.report('region', { ...found, message: `The language changed from "${before}" to "${now}"` })]
    : [rules.report('changed', { ...found, message: `The page says it is in "${now}"; it was "${before}"` })]
}

/** Languages by the script that they are written in and most others are not. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{sc=Hiragana}|\p{sc=Katakana}/gu, ['ja']],
  [/\p{sc=Hangul}/gu, ['ko']],
  [/\p{sc=Han}/gu, ['zh', 'ja']],
  [/\p{sc=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'ky', 'mn', 'tg']],
  [/\p{sc=Greek}/gu, ['el']],
  [/\p{sc=Arabic}/gu, ['ar', 'fa', 'ur', 'ps', 'ckb', 'ug']],
  [/\p{sc=Hebrew}/gu, ['he', 'yi']],
  [/\p{sc=Thai}/gu, ['th']],
  [/\p{sc=Devanagari}/gu, ['hi', 'mr', 'ne', 'sa']],
]
/** Share of all letters from which on a page is written in a script. */
const MIN_WRITTEN = 0.4

const textOf = ({ layouts }: Side<'layouts'>) =>
  (atWidth(layouts, DESKTOP)?.blocks ?? []).map(block => block.text).join(' ')

/** The languages of each script that a page is written in; none where it is one that most languages have. */
function scriptsOf(side: Side<'layouts'>): (readonly string[])[] {
  const text = textOf(side)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return SCRIPTS.flatMap(([script, languages]) =>
    (text.match(script)?.length ?? 0) > MIN_WRITTEN * letters ? [languages] : [],
  )
}

/** Whether the text is in the language, or in a script of it, that is stated now, and not in the one that was. */
function isMended(before: string, now: string, original: Side<'layouts'>, rebuilt: Side<'layouts'>): boolean {
  const [was, is] = [nameOf(before), nameOf(now)]
  const isIn = (side: Side<'layouts'>) => languageOf(textOf(side)) === is
  // Of a language whose words nobody listed a text may be taken for one of its kin; English has none.
  const isTold = is !== undefined && isKnownByWords(is) && was !== undefined && was !== is
  return (
    (isTold && isIn(rebuilt) && (isKnownByWords(was) || (is === 'English' && isIn(original)))) ||
    scriptsOf(rebuilt).some(
      languages => languages.includes(primaryOf(now)) && !languages.includes(primaryOf(before)),
    )
  )
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** Its English name; a page may state anything. */
const nameOf = (code: string) =>
  /^[a-z]{2,3}$/.test(primaryOf(code)) ? NAMES.of(primaryOf(code)) : undefined

function lostAlternates(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const [from, to] = basesOf(original.document.url, rebuilt.document.url)
  const now = alternatesOf(rebuilt)
  // A host that the canonical address names is judged there.
  const canonicals = [...canonicalsOf(original), ...canonicalsOf(rebuilt)]
  const own = rightPlaces(original, rebuilt, [], canonicals)
  const before = [...alternatesOf(original)]
  const isKept = ([code]: (typeof before)[number]) => now.has(code)
  const isOwnPlace = (one: string) => own.includes(own.keyOf(one))
  // A site below a folder of its host is where its canonical address says.
  const isItself = (one: string) => isOwnPlace(one) || canonicalsOf(original).includes(one)
  const named = before.flatMap(([, hrefs]) => hrefs)
  const isAlone = now.size === 0 && new Set(named).size === 1 && isItself(named[0]!)
  return before.flatMap(([code, hrefs]): Finding[] => {
    const href = hrefs[0]!
    // Each may name a host of its own: example.de, and the host of the preview for all of them.
    const origins = [
      ...original.document.origins,
      ...rebuilt.document.origins,
      ...[...hrefs, ...canonicals].map(one => new URL(one).origin),
    ]
    const places = new Set(hrefs.map(one => pathOf(one, origins, from).toLowerCase()))
    const isOwn = hrefs.some(isOwnPlace)
    const isTranslation = (one: string, side: Side<Needed>) =>
      isOwnPathIn(primaryOf(code), pathOf(one, origins), side)
    const wasTranslation = hrefs.some(one => isTranslation(one, original))
    // The page names itself, wherever it is now, or its own path below the same language.
    const leadsThere = (one: string) =>
      places.has(pathOf(one, origins, to).toLowerCase()) ||
      (isOwn && isOwnPlace(one)) ||
      (wasTranslation && isTranslation(one, rebuilt))
    const others = now.get(code) ?? []
    if (others.some(leadsThere)) return []
    const found = {
      ...bothPages(original, rebuilt, { before: href, now: others[0] ?? '' }),
      fix: `Add <link rel="alternate" hreflang="${code}" href="${href}">`,
    }
    const kin = [...now].find(
      ([tag, list]) => tag !== code && primaryOf(tag) === primaryOf(code) && list.some(leadsThere),
    )?.[0]
    if (others.length === 0 && kin !== undefined)
      return [
        rules.report('alternate-region', {
          ...found,
          key: `seo/lang:region:${code}`,
          as: kin === primaryOf(kin) ? 'wider' : undefined,
          cause: 'region',
          message: `The alternate for "${code}" is for "${kin}" now: ${href}`,
        }),
      ]
    const message =
      others.length === 0
        ? `The alternate for "${code}" is lost: ${href}`
        : `The alternate for "${code}" leads to ${others[0]}; it was ${href}`
    return [
      rules.report('alternate', {
        ...found,
        place: code,
        as: isAlone ? 'itself' : others.length === 0 && before.some(isKept) ? 'some' : undefined,
        cause: 'alternates',
        message,
      }),
    ]
  })
}

/** The language that an address may begin with: `/en/docs`, `/zh-cn/docs`. */
const LANGUAGE_STEP = /^\/([a-z]{2,3})(?:[-_][a-z0-9]{2,8})?(?=\/|$)/i

/** Whether a path is the page's own below a step that names the language: `/en/docs` for `/docs` and for `/zh-cn/docs`. */
function isOwnPathIn(language: string, path: string, { document }: Side<'document'>): boolean {
  if (primaryOf(LANGUAGE_STEP.exec(path)?.[1] ?? '') !== language) return false
  const inAny = (one: string) => placeKey(one.replace(LANGUAGE_STEP, '') || '/')
  return [document.url, document.requestedUrl].some(
    url => inAny(pathOf(url, [new URL(url).origin])) === inAny(path),
  )
}

/** Addresses by language. */
function alternatesOf(side: Side<Needed>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const link of headLinks(side)) {
    const tag = tagOf(link.hreflang)
    if (!hasRel(link, 'alternate') || !VALID.test(tag) || !URL.canParse(link.href)) continue
    const known = found.get(tag)
    if (!known) found.set(tag, [link.href])
    else if (known.length < 5) known.push(link.href)
  }
  return found
}

/** A language tag (BCP 47), or `x-default`; search engines pass over all else. */
const VALID = /^(x-default|[a-z]{2,3}(-[a-z0-9]{1,8})*)$/

/** What `<html lang>` says, '' where no language has a tag of its form. */
const statedIn = (lang: string) => (VALID.test(tagOf(lang)) ? lang : '')

const tagOf = (code: string) => code.trim().toLowerCase().replace(/_/g, '-')
/** Its language, by the shortest code that it has (`en` for `eng`): of the two Norwegian ones, the one that both stand for. */
const primaryOf = (code: string) => {
  const primary = tagOf(code).split('-')[0]!
  const shortest = /^[a-z]{2,3}$/.test(primary) ? Intl.getCanonicalLocales(primary)[0]! : primary
  return shortest.replace(/^(nb|nn)$/, 'no')
}
