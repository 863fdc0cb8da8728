import { MOJIBAKE } from './leftovers/mojibake.ts'
import { isProse, PHRASES, PROGRAM_ERRORS, TEMPLATES } from './leftovers/patterns.ts'
import { isKey } from './leftovers/translation-key.ts'

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
  doubtful?: (text: string, raw: string, start: number) => boolean,
]

const always = () => true
const RULES: Rule[] = [
  ['program error', PROGRAM_ERRORS],
  ['filler text', PHRASES.latin],
  ['filler text', PHRASES.instruction],
  ['filler text', PHRASES.note, (_, raw) => !raw.endsWith(':')],
  ['missing value', /\[object [A-Z]\w*\]/g],
  [
    'missing value',
    /(?<![\p{L}\p{N}_.'"`-])(?:undefined|null|NaN)(?![\p{L}\p{N}_'"`-]|\.[\p{L}])/gu,
    isProse,
  ],
  ['missing value', /(?:undefined){2,}|(?<=\p{Sc} ?)(?:undefined|null|NaN)\b|\bInvalid Date\b/gu],
  ['template leftover', TEMPLATES.marks],
  ['template leftover', TEMPLATES.markup, always],
  [
    'untranslated key',
    /\btranslation missing: ?[\w.-]*|\bmissing translation:? ?[\w.-]*|\[missing "[\w.-]{1,80}" translation\]/gi,
  ],
  ['broken encoding', MOJIBAKE],
]

/** The leftovers of one text, as captured: encoding faults do not survive normalising. */
export function findLeftovers(text: string): Leftover[] {
  if (isKey(text))
    return [{ kind: 'untranslated key', raw: text, start: 0, end: text.length, doubtful: false }]
  const found: Leftover[] = []
  for (const [kind, pattern, doubtful] of RULES)
    for (const match of text.matchAll(pattern)) {
      const [raw, start, end] = [match[0], match.index, match.index + match[0].length]
      if (found.some(known => known.start < end && known.end > start)) continue
      found.push({ kind, raw, start, end, doubtful: doubtful?.(text, raw, start) ?? false })
      if (kind === 'filler text') break
    }
  return found
}
