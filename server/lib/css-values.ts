/**
 * A text as the component values of CSS Syntax Level 3: tokens, with what stands in brackets inside of them. Like a
 * browser it takes every text, and closes at the end what is still open.
 */

export interface Value {
  /** A delimiter and punctuation are known by their character: `.`, `,`, `|=`. A block by its opening bracket. */
  kind: 'ident' | 'function' | 'hash' | 'string' | 'number' | 'dimension' | 'space' | 'other' | Punctuation
  /** Of names without their escapes; else as it is written. */
  text: string
  /** Of a dimension, whose text is its number. */
  unit?: string
  /** What stands in a block or a function, and where that ends. */
  inside?: Value[]
  end?: number
  /** Of a hash: whether it is a name, and not as `#1`. */
  isName?: boolean
  /** Where it begins in the text. */
  at: number
}

type Punctuation =
  | '('
  | '['
  | '{'
  | ','
  | ':'
  | '.'
  | '*'
  | '|'
  | '&'
  | '>'
  | '+'
  | '~'
  | '-'
  | '='
  | Comparison
type Comparison = '~=' | '|=' | '^=' | '$=' | '*='

const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}[ \t\n]?|[^\n0-9a-f]|$)`
const LETTER = String.raw`(?:[\w-]|[^\0-\x7f]|${ESCAPE})`
const NAME = String.raw`(?:--|-?(?:[a-z_]|[^\0-\x7f]|${ESCAPE}))${LETTER}*`

/** The first that fits at a place; each text begins with one of them. */
const TOKENS: readonly [kind: string, pattern: RegExp][] = [
  ['comment', String.raw`\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)`],
  ['space', String.raw`[ \t\n]+`],
  // With `e` as in 1e3, which is no whole number.
  ['fraction', String.raw`[+-]?(?:\d*\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?:%|${NAME})?`],
  ['other', String.raw`-->|<!--|[+-]?\d+%`],
  ['dimension', String.raw`[+-]?\d+${NAME}`],
  ['number', String.raw`[+-]?\d+`],
  ['url', String.raw`url\((?![ \t\n]*["'])(?:\\[^]|[^)\\])*\)?`],
  ['function', String.raw`${NAME}\(`],
  ['ident', NAME],
  ['hash', `#${LETTER}+`],
  ['string', String.raw`"(?:[^"\\\n]|\\[^]|\\$)*(?:"|$)|'(?:[^'\\\n]|\\[^]|\\$)*(?:'|$)`],
  ['comparison', '[~|^$*]='],
  ['mark', '[^]'],
].map(([kind, source]) => [kind!, new RegExp(source!, 'iy')])

const END_OF: Record<string, string> = { '(': ')', '[': ']', '{': '}', function: ')' }
const WHOLE_NAME = new RegExp(`^#${NAME}$`, 'i')

/** Line ends are of one kind in CSS, and NUL is no character. */
export const normalised = (text: string): string => text.replace(/\r\n?|\f/g, '\n').replaceAll('\0', '\ufffd')

/** @param text `normalised` */
export function componentValues(text: string): Value[] {
  const top: Value[] = []
  const open: Value[] = []
  for (let at = 0; at < text.length; ) {
    const [kind, written] = tokenAt(text, at)
    const current = open.at(-1)
    if (current && written === END_OF[current.kind]) open.pop()!.end = at
    else if (kind !== 'comment') {
      const value = makeValue(kind, written, at)
      ;(current?.inside ?? top).push(value)
      if (value.kind in END_OF) {
        value.inside = []
        value.end = text.length
        open.push(value)
      }
    }
    at += written.length
  }
  return top
}

function tokenAt(text: string, at: number): [kind: string, written: string] {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return [kind, found[0]]
  }
  throw new Error('every text begins with a mark')
}

function makeValue(kind: string, written: string, at: number): Value {
  switch (kind) {
    case 'dimension': {
      const [text] = /^[+-]?\d+/.exec(written)!
      return { kind, text, unit: unescaped(written.slice(text.length)), at }
    }
    case 'ident':
      return { kind, text: unescaped(written), at }
    case 'function':
      return { kind, text: unescaped(written.slice(0, -1)), at }
    case 'hash':
      return { kind, text: written, at, isName: WHOLE_NAME.test(written) }
    case 'string':
    case 'number':
    case 'space':
      return { kind, text: written, at }
    case 'comparison':
    case 'mark':
      return { kind: written as Punctuation, text: written, at }
    default:
      return { kind: 'other', text: written, at }
  }
}

const HEX = /^[0-9a-f]{1,6}/i

const unescaped = (name: string): string =>
  name.replace(new RegExp(ESCAPE, 'gi'), written => {
    const [hex] = HEX.exec(written.slice(1)) ?? []
    if (hex === undefined) return written.slice(1) || '\ufffd'
    const code = Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })
