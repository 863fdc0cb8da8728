/**
 * Texts in GitHub's markdown. What comes from a page is hostile: it is shown either as a code span, in which GitHub
 * interprets nothing, or, word by word, as prose when the word is made of harmless characters only.
 */
import { clipped } from './log.ts'

/** One line without control characters and without marks that turn the direction of writing or are not seen. */
export function plain(text: string, longest: number): string {
  return clipped(
    text
      .slice(0, longest * 4)
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // More marks on one letter than a script needs are drawn over the lines around it.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .trim(),
    longest,
  )
}

/** `text` as a code span, never empty. */
export function code(text: string, longest = 200): string {
  const content = plain(text, longest) || ' '
  const runs = content.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map(run => run.length)) + 1)
  const pad = /^`|`$/.test(content) ? ' ' : ''
  return content === ' ' ? '`–`' : `${fence}${pad}${content}${pad}${fence}`
}

/** The same for a table's cell: there nothing escapes a bar for sure, so it is shown as a broken one. */
export const cell = (text: string, longest?: number) => code(text.replaceAll('|', '¦'), longest)

/**
 * A sentence of the server with what it quotes from a page. Quoted parts and words with any character that markdown,
 * GitHub or a browser could take for more than text become code spans.
 */
export function prose(text: string, longest = 600): string {
  const pieces = plain(text, longest)
    .split(CODE)
    .flatMap((part, index) => (index % 2 ? [asOne(part)] : words(part, index === 0)))
  // Two code spans that touch would be one, or none at all.
  return pieces
    .map((piece, index) => (piece.startsWith('`') && pieces[index - 1]?.endsWith('`') ? ` ${piece}` : piece))
    .join('')
}

/** What is one code span: a quotation, a tag, an attribute with its value. */
const CODE = /(“[^”]*”|<\/?[a-z][^<>]*>|[a-z-]+="[^"]*"|"[^"]*")/i

/** A tag and an attribute as they are written, of a quotation what is quoted, which can be nothing at all. */
const asOne = (text: string) =>
  /^[^“"]/.test(text) ? asCode(text) : text.slice(1, -1).trim() ? asCode(text.slice(1, -1)) : '“”'
const asCode = (text: string) => code(text, text.length)

/** Letters, digits and punctuation without any meaning; a colon or a bracket only where it begins or ends a word. */
const HARMLESS = /^[("“‘']*[\p{L}\p{M}\p{N}.,;'’–—…/!?+=×→·°%€£¥-]*[)"”’'.,;:!?…]*$/u
/** Harmless characters that still make a link: an address, a reference to a tracker or an advisory. */
const REFERENCE = /www\.|ghsa-|\p{L}-\d/iu
/** And a commit, which ends for GitHub where a letter stands that is not of ASCII. */
const COMMIT = /\b[0-9a-f]{7,40}\b/i
/** What makes a list, a heading or a table where a line begins. */
const MARK = /^([-+=:]+|\d+[.)])$/

/** `part` in pieces: harmless words, spaces, and code spans of neighbours that are not harmless. */
function words(part: string, beginsLine: boolean): string[] {
  const pieces: string[] = []
  for (const token of part.split(/( +)/).filter(Boolean)) {
    if (token === '&') pieces.push('&amp;')
    else if (
      HARMLESS.test(token) &&
      !REFERENCE.test(token) &&
      !COMMIT.test(token) &&
      !(beginsLine && pieces.length === 0 && MARK.test(token))
    )
      pieces.push(token)
    else if (token.startsWith(' ')) pieces.push(token)
    else pieces.push(withoutPunctuation(token))
  }
  return pieces
}

/** A word as a code span, in which the brackets around it and the punctuation after it do not stand. */
function withoutPunctuation(token: string): string {
  const [, open = '', word = '', end = ''] = /^(\(?)(.*?)(\)?[.,;:!?…]*)$/u.exec(token) ?? []
  const isWhole = word === '' || MARK.test(token) || (end.startsWith(')') && word.includes('('))
  return isWhole ? asCode(token) : `${open}${asCode(word)}${end}`
}

/** A link with our own words to an address that was checked; null when the address is not fit to be one. */
export function link(words: string, address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return `[${words}](${href.replace(/[()<>[\]\\`*_|]/g, mark => encodeURIComponent(mark).replace(/[()*_]/g, hex))})`
}

const hex = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
