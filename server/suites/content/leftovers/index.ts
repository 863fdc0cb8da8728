import { memo } from '../../../lib/memo.ts'
import { tidy } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { HASH } from '../find-facts/code.ts'
import { GATES, isProse, MOJIBAKE, PHRASES, PROGRAM_ERRORS, TEMPLATES } from './patterns.ts'

/** Text that no author meant to publish. */
export interface Leftover {
  kind: LeftoverKind
  /** As it stands in the text. */
  raw: string
  /** Offsets in the text, the end exclusive. */
  start: number
  end: number
  /** These words are also plain English, so that they are no defect in every text. */
  doubtful: boolean
}

export type LeftoverKind =
  | 'filler text'
  | 'missing value'
  | 'template leftover'
  | 'untranslated key'
  | 'broken encoding'
  | 'program error'

type Search = [
  kind: LeftoverKind,
  pattern: RegExp,
  /** What each match has in it: most texts have not, and the pattern is slow. */
  gate: RegExp,
  doubtful?: (text: string, raw: string, start: number) => boolean,
]

const isOfMarkup = (text: string) => /\b(html|tags?|entit(y|ies)|elements?|markup|xml|code)\b/i.test(text)
const MISSING = /undefined|null|NaN/
const SEARCHES: Search[] = [
  ['program error', PROGRAM_ERRORS, GATES.error],
  ['filler text', PHRASES.latin, GATES.latin],
  ['filler text', PHRASES.instruction, GATES.instruction],
  ['filler text', PHRASES.note, /TODO|FIXME|XXX|TB[DC]/, (_, raw) => !raw.endsWith(':')],
  ['missing value', /\[object [A-Z]\w*\]/g, /\[object/],
  [
    'missing value',
    /(?<![\p{L}\p{N}_.'"`-])(?:undefined|null|NaN)(?![\p{L}\p{N}_'"`-]|\.[\p{L}])/gu,
    MISSING,
    isProse,
  ],
  ['missing value', /(?:undefined){2,}|(?<=\p{Sc} ?)(?:undefined|null|NaN)\b/gu, MISSING],
  ['missing value', /\bInvalid Date\b/g, /Invalid Date/],
  ['template leftover', TEMPLATES.marks, /[{}<%[*_]/],
  ['template leftover', TEMPLATES.markup, /[<&]/, isOfMarkup],
  [
    'untranslated key',
    /\btranslation missing: ?[\w.-]*|\bmissing translation:? ?[\w.-]*|\[missing "[\w.-]{1,80}" translation\]/gi,
    /missing/i,
  ],
  ['broken encoding', MOJIBAKE, /\P{ASCII}/u],
]

/** Leftovers that are reported of one text. */
const MAX_LEFTOVERS = 50

/** The leftovers of one text, as captured: encoding faults do not survive normalising. At most 50 of them. */
export function findLeftovers(text: string): Leftover[] {
  if (isTranslationKey(text))
    return [{ kind: 'untranslated key', raw: text, start: 0, end: text.length, doubtful: false }]
  const found: Leftover[] = []
  for (const [kind, pattern, gate, doubtful] of SEARCHES) {
    if (!gate.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const [raw, start, end] = [match[0], match.index, match.index + match[0].length]
      if (found.length >= MAX_LEFTOVERS) return found
      if (found.some(known => known.start < end && known.end > start)) continue
      found.push({ kind, raw, start, end, doubtful: doubtful?.(text, raw, start) ?? false })
      if (kind === 'filler text') break
    }
  }
  return found
}

/** A text that is nothing but names with dots: `home.hero.title`, `HOME.TITLE`, `cart:buttons.checkout`. */
const TRANSLATION_KEY = /^(?:[a-z][\w-]*:)?[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)+$/
const NAMESPACES =
  /^(common|global|general|app|home|homepage|nav|navbar|navigation|header|footer|hero|form|forms|button|buttons|label|labels|error|errors|message|messages|page|pages|cart|product|products|checkout|auth|login|menu|title|sections?|contact|about|blog|search|translation|i18n|locale|layout|content|ui|cta)$/i
const ENDINGS =
  /^(example|invalid|localhost|com|org|net|edu|gov|info|biz|shop|store|online|site|tech|cloud|agency|studio|design|blog|google|news|app|dev|page|xyz|club|live|world|today|email|museum|travel|html?|php|aspx?|jsp|css|scss|less|mjs|cjs|tsx|jsx|json|ya?ml|toml|xml|csv|tsv|txt|pdf|docx?|xlsx?|pptx?|zip|tar|gz|rar|exe|dmg|apk|png|jpe?g|gif|svg|webp|avif|mp[34]|mov|wav|woff2?|ttf|otf|bin|iso|log|lock|toml|conf|config|ini|env|java|kt|swift|cpp|vue|svelte|sql|bash|sh|bat|ps1|ipynb|wasm|map|min|test|spec|local)$/i

/** Whether a text is nothing but a key in whose place a translation should stand. */
function isTranslationKey(text: string): boolean {
  if (text.length > 120 || !TRANSLATION_KEY.test(text)) return false
  const names = text.replace(/^[a-z][\w-]*:/, '').split('.')
  const last = names.at(-1)!
  // Domains, file names and names of packages.
  if (last.length <= 2 || ENDINGS.test(last) || /^(www|com|org|net|io|dev)$/i.test(names[0]!)) return false
  if (names.some(name => name.length < 2)) return false
  if (NAMESPACES.test(names[0]!)) return true
  if (names.every(name => /^[A-Z][A-Z0-9_]{2,}$/.test(name))) return true
  return (
    names.length >= 3 &&
    names.every(name => /^[a-z][a-zA-Z0-9_-]*$/.test(name)) &&
    !/^(process|window|document|array|object|console|module|system|java|python|this|self|std)$/i.test(
      names[0]!,
    )
  )
}

/** The leftovers of a passage; each is searched once. */
export const leftoversOf = memo((passage: Passage): Leftover[] => findLeftovers(passage.source))

/** Texts with code or leftovers of programs from which a page is about programs. */
const MIN_TECHNICAL_TEXTS = 3
const TECHNICAL = /^(missing value|template leftover|untranslated key|program error)$/

/** Whether a page is about programs, so that their words are its words. */
export function isTechnical(passages: Passage[]): boolean {
  const own = passages.filter(
    passage => passage.code || leftoversOf(passage).some(({ kind }) => TECHNICAL.test(kind)),
  )
  return own.length >= MIN_TECHNICAL_TEXTS
}

const VALUES = /(?<![\p{L}\p{N}_])(?:undefined|null|NaN)(?![\p{L}\p{N}_])/gu

/**
 * Whether a leftover may be a word of the page's: the page is about programs and shows this value, or something else of
 * the kind, itself.
 */
export function isOwnWordOf(passages: Passage[]): (leftover: Leftover) => boolean {
  if (!isTechnical(passages)) return () => false
  const kinds = new Set(passages.flatMap(passage => leftoversOf(passage).map(({ kind }) => kind)))
  const values = new Set(passages.flatMap(({ source }) => source.match(VALUES) ?? []))
  return ({ kind, raw }) =>
    kind === 'missing value' ? values.has(raw) : TECHNICAL.test(kind) && kinds.has(kind)
}

/** Share of a page's words in filler from which the page is a template, so that its filler is its text. */
const MIN_FILLER = 0.2

export function isTemplate(passages: Passage[]): boolean {
  const words = (own: Passage[]) => own.reduce((sum, { length }) => sum + length, 0)
  return words(passages.filter(isFiller)) >= MIN_FILLER * words(passages)
}

const isFiller = (passage: Passage) => leftoversOf(passage).some(({ kind }) => kind === 'filler text')

/** Share of its characters in the wrong encoding beyond which a text has no words at all. */
const MAX_GARBLED = 0.25
/** Most texts have no such run, and the pattern of hashes is slow. */
const HEXADECIMAL = /[\da-f]{8}/i

/**
 * For each word of a text of the original, 1 where it is a leftover whose loss does not matter: of filler the whole text,
 * of garbled characters the words they are in, and all of a hash. null where there is none, or where it is in doubt.
 */
export function worthlessWords(
  passage: Passage,
  page: { technical: boolean; template: boolean },
): Uint8Array | null {
  const found = leftoversOf(passage).filter(
    ({ kind, doubtful }) =>
      !doubtful &&
      !((page.technical || passage.code) && TECHNICAL.test(kind)) &&
      !(page.template && kind === 'filler text'),
  )
  const hashes = HEXADECIMAL.test(passage.text) ? [...passage.text.matchAll(HASH)] : []
  if (!found.length && !hashes.length) return null
  const words = new Uint8Array(passage.tokens.length)
  const mark = (from: number, to: number) =>
    passage.tokens.forEach((token, index) => {
      if (token.start < to && token.end > from) words[index] = 1
    })
  for (const { 0: raw, index } of hashes) mark(index, index + raw.length)
  const { source } = passage
  const garbled = found
    .filter(({ kind }) => kind === 'broken encoding')
    .reduce((sum, { start, end }) => sum + end - start, 0)
  if (garbled > MAX_GARBLED * source.length || found.some(({ kind }) => kind === 'filler text'))
    return words.fill(1)
  for (const { start, end } of found) {
    let [from, to] = [start, end]
    while (from > 0 && /\S/.test(source[from - 1]!)) from--
    while (to < source.length && /\S/.test(source[to]!)) to++
    mark(tidy(source.slice(0, from)).length, tidy(source.slice(0, to)).length)
  }
  return words
}
