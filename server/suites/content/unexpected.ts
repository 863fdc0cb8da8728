import { countEach, sumOf } from '../../lib/count.ts'
import { INLINE, readHtml } from '../../lib/html.ts'
import { languageOf } from '../../lib/language.ts'
import type { Passage } from '../../matching/passages.ts'
import type { LeftoverKind } from '../core/find-leftovers.ts'
import type { Finding } from '../core/finding.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import type { Check } from '../core/suite.ts'
import { type Comparison, compare, type Needed } from './comparison/index.ts'
import { garbledFigures } from './garbled-figures.ts'
import { FIXES, leftoversOfPage } from './leftover-findings.ts'
import { isFiller, leftoversOf } from './leftovers.ts'
import { isInNavigation, placeholderNames } from './placeholder-names.ts'
import { referenceReader } from './references.ts'

/** Share of the page's words in copies from which the page stands there twice. */
const MAX_COPIES = 0.3
/** Words of copies from which that holds. */
const MIN_COPIED_WORDS = 20

/** Share of the words of a page up to which a language is quoted, and from which the page speaks it. */
const MAX_QUOTED = 0.01
const MIN_SPOKEN = 0.2
/** Words in another language below which nothing is said: a name, a slogan. */
const MIN_FOREIGN_WORDS = 8
/** Words in another language from which a part of the page is closed to its visitors. */
const MIN_FOREIGN_PARAGRAPH = 20

/** Visible marks of Markdown from which a page was not drawn. */
const MIN_MARKS = 5

const leftover = (kind: LeftoverKind, measures: string) =>
  ({
    severity: 'serious',
    penalty: 0.1,
    measures,
    fix: FIXES[kind],
    cases: {
      hidden: { when: 'it stands in a hidden element', severity: 'minor', penalty: 0.02 },
    },
  }) as const

const template = leftover(
  'template leftover',
  'Whether a text has marks of a template language, or markup that was escaped twice.',
)

const rules = defineRules(
  'content/unexpected',
  {
    why: 'Text that was never meant to be published tells a visitor that the page is broken or unfinished.',
    reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  },
  {
    'filler-text': leftover(
      'filler text',
      'Whether a text is filler: Latin dummy text, one word over and over, an instruction of a theme, or a note such as TODO.',
    ),
    'missing-value': leftover(
      'missing value',
      'Whether a text has undefined, null, NaN, [object Object] or Invalid Date in the place of a value.',
    ),
    'template-leftover': {
      ...template,
      cases: {
        ...template.cases,
        entity: {
          when: 'it is one character reference, such as &amp;, the only one in view, and in no heading',
          severity: 'moderate',
          penalty: 0.1,
        },
      },
    },
    'untranslated-key': leftover(
      'untranslated key',
      'Whether a text is the key of a translation, such as home.hero.title.',
    ),
    'status-text': leftover(
      'status text',
      'Whether a text says that something is loading, when the page has come to rest.',
    ),
    'program-error': leftover('program error', 'Whether a text is the message of a program that failed.'),
    'markdown-mark': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether a text shows links, pictures, bold words, headings, tables or notes in boxes as they are written in Markdown; code apart, and pages whose original shows any of these in code, or in half as many texts or more.',
      why: 'Brackets, addresses and asterisks between the words tell a visitor that the page is broken, and nobody can follow such a link.',
      fix: FIXES['Markdown mark'],
      cases: {
        hidden: { when: 'it stands in a hidden element', severity: 'minor', penalty: 0.02 },
        many: { when: `there are ${MIN_MARKS} in view or more`, severity: 'serious', penalty: 0.1 },
      },
    },
    'placeholder-name': {
      severity: 'moderate',
      penalty: 0.1,
      measures:
        'Whether two headings or links of the navigation, or more, are called “Section 1”, “Link 1”, “Item 1” or “Menu 1” and so on, and the original counts nothing so; headings “Page 1” as well.',
      why: 'A name that only counts tells nobody what he will find, and that the page is not ready.',
      fix: 'Give them their names',
      cases: {
        navigation: {
          when: 'they are links of the navigation',
          severity: 'serious',
          penalty: 0.2,
        },
      },
    },
    'garbled-figure': {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'Whether a figure that is a text of its own, with a sign between its digits, such as “4.9★” or “24/7”, has the same digits in one row now, “49.” or “247/”, before or behind the same words; thousands and prices apart.',
      why: 'It says nothing, or ten times as much: scripts that count up to a figure take its sign for what follows.',
      fix: 'Let the figure read as before: see what the script that counts makes of its sign',
    },
    'other-language': {
      severity: 'moderate',
      penalty: 0.2,
      measures: `Whether texts of ${MIN_FOREIGN_WORDS} words or more together are in a language, told by its script or its smallest words, of which the original has ${100 * MAX_QUOTED} % or less, and in which it is not served either, before a script translates it for the browser; titles in lists of works apart.`,
      why: 'Who came for a page in one language cannot read what is in another one, and nobody trusts a page of two.',
      fix: 'Put these texts into the language of the original',
      reference:
        'https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites',
      cases: {
        mixed: {
          when: `they are ${100 * MIN_SPOKEN} % of the words or more, or one of them is a paragraph of ${MIN_FOREIGN_PARAGRAPH} words`,
          severity: 'serious',
          penalty: 0.6,
        },
      },
    },
    doubled: {
      severity: 'critical',
      penalty: { of: "share of the page's words that are copies" },
      measures: `Whether more than ${100 * MAX_COPIES} % of the visible words are in copies of texts that the original does not show as often, the first heading among them.`,
      why: 'A page that stands there twice, as when a script draws anew what was served, is broken for every visitor.',
      fix: 'See that scripts take over what the server sent, and draw no second one',
      reference: 'https://react.dev/reference/react-dom/client/hydrateRoot',
    },
  },
)

/** Text on the rebuilt page that only a program would write. */
export const unexpected: Check<Needed> = {
  id: 'content/unexpected',
  title: 'No placeholder, error or doubled text',
  weight: 10,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    const leftovers = leftoversOfPage(comparison, kind => kind !== 'broken encoding')
    const marks = leftovers.filter(({ kind, as }) => kind === 'Markdown mark' && !as).length
    const isSlip = hasOneEntity(comparison)
    return [
      ...doubled(comparison),
      ...otherLanguages(comparison, pair.rebuilt.document.html, () =>
        languageOf(servedText(pair.original.document.html)),
      ),
      ...countedNames(comparison),
      ...garbledFigures(comparison).map(({ before, now }) =>
        rules.report('garbled-figure', {
          place: before.name || before.text,
          cause: 'garbled figure',
          message: `The figure ${quote(before.text)} reads ${quote(now.text)} now`,
          original: before.place,
          rebuilt: now.place,
        }),
      ),
      ...leftovers.map(({ kind, name, ...found }) => {
        const common = { ...found, cause: kind, key: `${rules.check}:${name}` }
        if (kind === 'Markdown mark')
          return rules.report('markdown-mark', {
            ...common,
            as: found.as ?? (marks >= MIN_MARKS ? 'many' : undefined),
          })
        if (isSlip && !found.as && name.startsWith('template leftover:&'))
          return rules.report('template-leftover', { ...common, as: 'entity' })
        return rules.report(kind.replace(' ', '-') as 'filler-text', common)
      }),
    ]
  },
}

/** Whether one character reference is in view, each time that it is repeated counted, and in no heading: a slip of the pen. */
function hasOneEntity({ rebuilt }: Comparison): boolean {
  const found = rebuilt.flatMap(passage =>
    passage.visible
      ? leftoversOf(passage).flatMap(({ raw }) => (raw.startsWith('&') ? passage.kind : []))
      : [],
  )
  return found.length === 1 && found[0] !== 'heading'
}

/** Names that only count what they name, told once. */
function countedNames(comparison: Comparison): Finding[] {
  const found = placeholderNames(comparison)
  const links = found.filter(isInNavigation)
  const isMenu = new Set(links.map(({ name }) => name)).size > 1
  const [first, second, ...rest] = isMenu ? links : found
  if (!first || !second) return []
  const more = rest.length > 0 ? ` and so on, ${rest.length + 2} of them` : ''
  return [
    rules.report('placeholder-name', {
      as: isMenu ? 'navigation' : undefined,
      message: `${isMenu ? 'Links of the navigation' : 'Headings or links'} are called ${quote(first.text)}, ${quote(second.text)}${more}`,
      rebuilt: first.place,
    }),
  ]
}

const servedText = (html: string) => readHtml(html).text.replaceAll(INLINE, ' ')

/** What is written anew in a language that the original does not speak, and was not served in. */
function otherLanguages(
  { original, rebuilt, alignment }: Comparison,
  html: string,
  servedLanguage: () => string | null,
): Finding[] {
  // Text in the wrong encoding has no language: what is mended has one.
  if (original.some(text => leftoversOf(text).some(({ kind }) => kind === 'broken encoding'))) return []
  const before = spoken(original)
  const isOwn = (place: number) => {
    const [from, to] = [alignment.targetStart[place]!, alignment.targetStart[place + 1]!]
    return alignment.explained.subarray(from, to).filter(known => !known).length * 2 > to - from
  }
  const isReference = referenceReader(rebuilt, html)
  const now = spoken(
    rebuilt.filter((passage, place) => passage.visible && isOwn(place) && !isReference(passage)),
  )
  const total = lengthOf(rebuilt.filter(({ visible }) => visible))
  return [...now].flatMap(([language, texts]): Finding[] => {
    const share = lengthOf(texts) / Math.max(1, total)
    const was = lengthOf(before.get(language) ?? []) / Math.max(1, lengthOf(original))
    if (before.size === 0 || was > MAX_QUOTED || lengthOf(texts) < MIN_FOREIGN_WORDS) return []
    if (language === servedLanguage()) return []
    const [first] = texts
    return [
      rules.report('other-language', {
        place: language.toLowerCase(),
        as: share >= MIN_SPOKEN || texts.some(isParagraph) ? 'mixed' : undefined,
        message: `${Math.max(1, Math.round(100 * share))} % of the page's words are in another language or script now, ${language}: ${quote(first!.text)}`,
        rebuilt: first!.place,
      }),
    ]
  })
}

const isParagraph = (passage: Passage) => lengthOf([passage]) >= MIN_FOREIGN_PARAGRAPH

/** Texts by their language, where it is known. */
const spoken = (passages: Passage[]): Map<string, Passage[]> => {
  const known = passages.flatMap(passage => {
    const language = passage.code ? null : languageOf(passage.text)
    return language ? [{ passage, language }] : []
  })
  return new Map(
    [...Map.groupBy(known, ({ language }) => language)].map(([language, those]) => [
      language,
      those.map(({ passage }) => passage),
    ]),
  )
}

const lengthOf = (passages: readonly Passage[]) => sumOf(passages, ({ length }) => length)

/**
 * A page that stands there twice: of many of its texts there is a copy too many, its first heading among them. Filler is
 * the same wherever it stands.
 */
function doubled({ original, rebuilt }: Comparison): Finding[] {
  const namesOf = (passages: Passage[]) => passages.flatMap(({ visible, name }) => (visible ? name : []))
  const before = countEach(namesOf(original))
  const seen = new Map<string, number>()
  const copies = rebuilt.filter(passage => {
    const { visible, name } = passage
    if (!visible || isFiller(passage)) return false
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count > Math.max(1, before.get(name) ?? 0)
  })
  const share = lengthOf(copies) / Math.max(1, lengthOf(rebuilt.filter(({ visible }) => visible)))
  // A strip that runs on for ever has copies of its own; a menu names the headings of its page.
  const headingsOf = (passages: Passage[]) =>
    passages.filter(({ visible, kind }) => visible && kind === 'heading')
  const title = headingsOf(rebuilt)[0]?.name
  const timesIn = (passages: Passage[]) => sumOf(headingsOf(passages), ({ name }) => (name === title ? 1 : 0))
  if (title === undefined || timesIn(rebuilt) <= Math.max(1, timesIn(original))) return []
  if (share <= MAX_COPIES || lengthOf(copies) < MIN_COPIED_WORDS) return []
  const [first] = copies
  return [
    rules.report('doubled', {
      extent: share,
      message: `${Math.round(100 * share)} % of the page's text stands there a second time, from ${quote(first!.text)} on`,
      rebuilt: first!.place,
    }),
  ]
}
