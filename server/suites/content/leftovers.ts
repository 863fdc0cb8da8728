import { sumOf } from '../../lib/count.ts'
import { memo } from '../../lib/memo.ts'
import { tidy, words } from '../../lib/text.ts'
import type { Passage } from '../../matching/passages.ts'
import { findLeftovers, type Leftover } from '../core/find-leftovers.ts'
import { HASH } from './find-facts/code.ts'

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

/** What is said over and over. */
const REPEATED = /^(\p{Ll}+) \1 /u

/**
 * Whether a leftover may be a word of the page's: the page is about programs and shows this value, or something else of
 * the kind, itself; or it has a heading or link of the word that is said over and over, as a strip says a name.
 */
export function isOwnWordOf(passages: Passage[]): (leftover: Leftover) => boolean {
  const named = new Set(
    passages.flatMap(({ kind, text }) => (/^(heading|link)$/.test(kind) ? words(text) : [])),
  )
  const isName = ({ kind, raw }: Leftover) =>
    kind === 'filler text' && named.has(REPEATED.exec(raw)?.[1] ?? '')
  if (!isTechnical(passages)) return isName
  const kinds = new Set(passages.flatMap(passage => leftoversOf(passage).map(({ kind }) => kind)))
  const values = new Set(passages.flatMap(({ source }) => source.match(VALUES) ?? []))
  return leftover =>
    isName(leftover) ||
    (leftover.kind === 'missing value'
      ? values.has(leftover.raw)
      : TECHNICAL.test(leftover.kind) && kinds.has(leftover.kind))
}

/** Texts with Markdown for each that the original has, up to which it may be the page's own. */
const MAX_OWN_FACTOR = 2

/** Whether Markdown is a page's own text: it explains it in code, or never had about as much of it drawn. */
export function isOwnMarkdown(original: Passage[], rebuilt: Passage[]): boolean {
  const [before, now] = [original, rebuilt].map(passages =>
    passages.filter(passage => leftoversOf(passage).some(({ kind }) => kind === 'Markdown mark')),
  ) as [Passage[], Passage[]]
  return before.some(({ code }) => code) || before.length * MAX_OWN_FACTOR >= now.length
}

/** Share of a page's words in filler from which the page is a template, so that its filler is its text. */
const MIN_FILLER = 0.2

/** Whether the original is a template, and the new page has less filler: as much of it is other filler in its places. */
export function isTemplate(original: Passage[], rebuilt: Passage[]): boolean {
  const lengthOf = (own: Passage[]) => sumOf(own, ({ length }) => length)
  const [filler, fillerNow] = [original, rebuilt].map(page => lengthOf(page.filter(isFiller))) as [
    number,
    number,
  ]
  return filler >= MIN_FILLER * lengthOf(original) && fillerNow < filler
}

export const isFiller = (passage: Passage): boolean =>
  isLatin(passage) || leftoversOf(passage).some(({ kind }) => kind === 'filler text')

/** The words of Cicero that makers of dummy text mix, and those that their programs put in. */
const LATIN = new Set(
  words(
    `ab accusamus accusantium ad adipisci adipiscing adipisicing alias aliqua aliquam aliquid aliquip amet anim animi aperiam
    architecto asperiores aspernatur assumenda at atque aut aute autem beatae blanditiis cillum commodi commodo consectetur
    consequat consequatur consequuntur corporis corrupti culpa cum cumque cupidatat cupiditate debitis delectus deleniti
    deserunt dicta dignissimos distinctio do dolor dolore dolorem doloremque dolores doloribus dolorum ducimus duis ea eaque
    earum eius eiusmod eligendi elit enim eos error esse est et eum eveniet ex excepteur excepturi exercitation exercitationem
    expedita explicabo facere facilis fuga fugiat fugit harum hic id illo illum impedit in incididunt inventore ipsa ipsam
    ipsum irure iste itaque iure iusto labore laboriosam laboris laborum laudantium libero lorem magna magnam magni maiores
    maxime minim minima minus modi molestiae molestias mollit mollitia nam natus necessitatibus nemo neque nesciunt nihil nisi
    nobis non nostrud nostrum nulla numquam obcaecati occaecat occaecati odio odit officia officiis omnis optio pariatur
    perferendis perspiciatis placeat porro possimus praesentium proident provident quae quaerat quam quas quasi qui quia
    quibusdam quidem quis quisquam quo quod quos ratione recusandae reiciendis rem repellat repellendus reprehenderit
    repudiandae rerum saepe sapiente sed sequi similique sint sit soluta sunt suscipit tempor tempora tempore temporibus
    tenetur totam ullam ullamco unde ut vel velit veniam veritatis vero vitae voluptas voluptate voluptatem voluptates
    voluptatibus voluptatum`,
  ),
)
const MIN_LATIN = { words: 6, share: 0.7 }

/** Whether a text is dummy Latin, whatever it begins with. */
const isLatin = ({ tokens }: Passage): boolean =>
  tokens.length >= MIN_LATIN.words &&
  tokens.filter(({ word }) => LATIN.has(word)).length >= MIN_LATIN.share * tokens.length

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
      // The words between them are the page's.
      kind !== 'Markdown mark' &&
      !((page.technical || passage.code) && TECHNICAL.test(kind)) &&
      !(page.template && kind === 'filler text'),
  )
  const hashes = HEXADECIMAL.test(passage.text) ? [...passage.text.matchAll(HASH)] : []
  const isDummy = isLatin(passage) && !page.template
  if (!found.length && !hashes.length && !isDummy) return null
  const words = new Uint8Array(passage.tokens.length)
  if (isDummy) return words.fill(1)
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
