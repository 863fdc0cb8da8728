import { MOJIBAKE } from './mojibake.ts'
import { GATES, isProse, PHRASES, PROGRAM_ERRORS, TEMPLATES } from './patterns.ts'
import { isKey } from './translation-key.ts'

/** Text that no author meant to publish. */
export interface Leftover {
  kind: LeftoverKind
  /** As it stands in the text. */
  raw: string
  /** Offsets in the text, the end exclusive. */
  start: number
  end: number
  /** These words are also plain English: it takes more to call them a defect. */
  doubtful: boolean
}

export type LeftoverKind =
  | 'filler text'
  | 'missing value'
  | 'template leftover'
  | 'untranslated key'
  | 'broken encoding'
  | 'program error'

type Rule = [
  kind: LeftoverKind,
  pattern: RegExp,
  /** What each match has in it: most texts have not, and the pattern is dear. */
  gate: RegExp,
  doubtful?: (text: string, raw: string, start: number) => boolean,
]

const isOfMarkup = (text: string) => /\b(html|tags?|entit(y|ies)|elements?|markup|xml|code)\b/i.test(text)
const MISSING = /undefined|null|NaN/
const RULES: Rule[] = [
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

/** Of one text that is nothing but leftovers, some are enough. */
const MOST = 50

/** The leftovers of one text, as captured: encoding faults do not survive normalising. At most 50. */
export function findLeftovers(text: string): Leftover[] {
  if (isKey(text))
    return [{ kind: 'untranslated key', raw: text, start: 0, end: text.length, doubtful: false }]
  const found: Leftover[] = []
  for (const [kind, pattern, gate, doubtful] of RULES) {
    if (!gate.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const [raw, start, end] = [match[0], match.index, match.index + match[0].length]
      if (found.length >= MOST) return found
      if (found.some(known => known.start < end && known.end > start)) continue
      found.push({ kind, raw, start, end, doubtful: doubtful?.(text, raw, start) ?? false })
      if (kind === 'filler text') break
    }
  }
  return found
}
