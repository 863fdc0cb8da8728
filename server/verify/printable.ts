/** Texts from pages, made harmless for a terminal: they are hostile until they are escaped. */

/**
 * `text` on one line, without what a terminal obeys: control characters (ANSI sequences begin with one) and marks that
 * turn the direction of writing are shown as `\u{1b}`.
 */
export function printable(text: string): string {
  return text
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(
      /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
      mark => `\\u{${mark.codePointAt(0)!.toString(16)}}`,
    )
    .trim()
}

/** Printable `text` in lines of at most `width` characters, broken at spaces, each after `indent`. */
export function wrapped(text: string, width: number, indent = ''): string {
  const room = Math.max(20, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(' ')) {
    if (line && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].map(part => indent + part).join('\n')
}
