/** Titles and descriptions as a visitor reads them. */
import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'

/** Characters of a description that are kept, and of the markup that is read for it. */
const DESCRIPTION = 8000
const MARKUP = 200_000

/** The text of a description's markup: decoded, blocks apart, without scripts and styles. Bounded. */
export function plainText(markup: unknown): string {
  if (typeof markup !== 'string' || markup === '') return ''
  if (!/[<&]/.test(markup)) return bounded(markup.slice(0, MARKUP))
  const parts: string[] = []
  let [length, silent] = [0, 0]
  const say = (text: string) => {
    if (silent || length > 2 * DESCRIPTION) return
    parts.push(text)
    length += text.length
  }
  const parser = new Parser({
    ontext: say,
    onopentagname(name) {
      if (SILENT.test(name)) silent++
      if (!WITHIN_A_LINE.test(name)) say(' ')
    },
    onclosetag(name) {
      if (SILENT.test(name)) silent--
      if (!WITHIN_A_LINE.test(name)) say(' ')
    },
  })
  // In pieces, so that a long one can be left when enough is known.
  for (let at = 0; at < Math.min(markup.length, MARKUP) && length <= 2 * DESCRIPTION; at += 10_000)
    parser.write(markup.slice(at, Math.min(at + 10_000, MARKUP)))
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

const bounded = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, DESCRIPTION)

const SILENT = /^(script|style|noscript|template|iframe|svg|object)$/
const WITHIN_A_LINE =
  /^(a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/
