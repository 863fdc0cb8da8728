/** Titles and descriptions as a visitor reads them. */
import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'

/** Characters of a description that are kept, and of the markup that is read for it. */
const MAX_DESCRIPTION = 8000
const MAX_MARKUP = 200_000

/** The text of a description's markup: decoded, blocks apart, without scripts and styles. Bounded. */
export function plainText(markup: unknown): string {
  if (typeof markup !== 'string' || markup === '') return ''
  if (!/[<&]/.test(markup)) return bounded(markup.slice(0, MAX_MARKUP))
  const parts: string[] = []
  let [length, unseen] = [0, 0]
  const say = (text: string) => {
    if (unseen || length > 2 * MAX_DESCRIPTION) return
    parts.push(text)
    length += text.length
  }
  const parser = new Parser({
    ontext: say,
    onopentagname(name) {
      if (UNSEEN_TAGS.test(name)) unseen++
      if (!INLINE_TAGS.test(name)) say(' ')
    },
    onclosetag(name) {
      if (UNSEEN_TAGS.test(name)) unseen--
      if (!INLINE_TAGS.test(name)) say(' ')
    },
  })
  // In pieces, so that a long one can be left when enough is known.
  for (let at = 0; at < Math.min(markup.length, MAX_MARKUP) && length <= 2 * MAX_DESCRIPTION; at += 10_000)
    parser.write(markup.slice(at, Math.min(at + 10_000, MAX_MARKUP)))
  parser.end()
  return bounded(parts.join(''))
}

/** One line: decoded, without tags. */
export function plainTitle(value: unknown, most = 300): string {
  if (typeof value !== 'string') return ''
  const decoded = decodeHTML(value.slice(0, 4 * most))
  return decoded
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
}

const bounded = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION)

const UNSEEN_TAGS = /^(script|style|noscript|template|iframe|svg|object)$/
const INLINE_TAGS =
  /^(a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/
