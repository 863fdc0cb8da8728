import { tidy } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { sourceOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/suite.ts'
import { type Comparison, quote } from '../comparison/index.ts'
import type { Leftover, LeftoverKind } from './index.ts'
import { leftoversOf, wordsOfPrograms } from './of-passage.ts'

const FIXES: Record<LeftoverKind, string> = {
  'filler text': 'Replace it by the real text',
  'missing value': 'See where this value comes from, and show nothing or a fallback when there is none',
  'template leftover': 'See that the template is filled in before it is shown',
  'untranslated key': 'Add the translation for this key',
  'broken encoding': 'Read and serve the text as UTF-8 throughout',
  'program error': 'Repair what fails, and keep its message from the page',
}
const MOST_FINDINGS = 500

/** Penalties of one leftover that is seen, and of one that is hidden. */
export interface Costs {
  visible: number
  hidden: number
}

/** The leftovers of the rebuilt page of the `wanted` kinds, as findings of `check`. */
export function leftoverFindings(
  comparison: Comparison,
  check: string,
  wanted: (kind: LeftoverKind) => boolean,
  costs: Costs,
): Finding[] {
  const { original, rebuilt } = comparison
  // Where all of the page is set in a typewriter face, that says nothing about code.
  const code = rebuilt.filter(passage => passage.code).length * 2 <= rebuilt.length
  const speaks = wordsOfPrograms(original)
  const findings = new Map<string, Finding>()
  rebuilt.forEach((passage, index) => {
    for (const leftover of leftoversOf(passage)) {
      if (!wanted(leftover.kind)) continue
      if (code && passage.code && leftover.kind !== 'broken encoding') continue
      const finding = judgeLeftover(comparison, passage, index, leftover, { check, speaks, costs })
      const known = finding && findings.get(finding.key)
      if (finding && (!known || known.penalty < finding.penalty)) findings.set(finding.key, finding)
    }
  })
  return [...findings.values()].slice(0, MOST_FINDINGS)
}

/**
 * What stands in the original too, in the same text, is named by its words alone, so that it is found to be inherited;
 * what was added is named with its place.
 */
function judgeLeftover(
  comparison: Comparison,
  passage: Passage,
  index: number,
  leftover: Leftover,
  { check, speaks, costs }: { check: string; speaks: (leftover: Leftover) => boolean; costs: Costs },
): Finding | null {
  const { kind, raw, start, end } = leftover
  const source = sourceOf(comparison, index)
  const original = source === undefined ? undefined : comparison.original[source]!
  const inherited = isInherited(comparison, passage, index, leftover, original)
  const doubtful = leftover.doubtful || speaks(leftover)
  // A plain word is a defect in the midst of a text that had another word there.
  if (doubtful && (inherited || !original || !isMostlyKnown(comparison, index))) return null
  const around = passage.source.slice(Math.max(0, start - 40), end + 40).trim()
  const named = kind === 'filler text' ? fillerName(raw) : nameOf(raw)
  const name = `${check}:${kind}:${named}`
  return {
    key: inherited ? name : `${name}:added:${around.toLowerCase().slice(0, 100)}`,
    severity: passage.visible ? 'serious' : 'minor',
    penalty: passage.visible ? costs.visible : costs.hidden,
    message: `The page ${passage.visible ? 'shows' : 'hides'} a ${kind}, ${quote(raw)}, in ${quote(around, 120)}`,
    fix:
      original && !inherited
        ? `${FIXES[kind]}; the original reads ${quote(original.text, 200)}`
        : FIXES[kind],
    original: original?.place,
    rebuilt: passage.place,
  }
}

const nameOf = (raw: string) => raw.toLowerCase().trim().slice(0, 80)

/** Filler runs on over several elements: wherever it is cut, it is the same fault. */
function fillerName(raw: string): string {
  return /here|text|title|texto|texte|testo|todo|fixme|tb[dc]|xxx/i.test(raw) ? nameOf(raw) : 'lorem ipsum'
}

/** Whether the original has these words in this text, or, where they are no words, these characters. */
function isInherited(
  { original, alignment }: Comparison,
  passage: Passage,
  index: number,
  { raw, start }: Leftover,
  counterpart: Passage | undefined,
): boolean {
  const sign = tidy(raw)
  const before = sign === '' ? 0 : tidy(passage.source.slice(0, start)).split(sign).length - 1
  let at = -1
  for (let nth = 0; nth <= before; nth++) at = passage.text.indexOf(sign, at + 1)
  const from = alignment.targetStart[index]!
  const own = passage.tokens.flatMap((token, offset) =>
    at >= 0 && token.start < at + sign.length && token.end > at ? [alignment.explained[from + offset]!] : [],
  )
  if (own.length) return own.every(explained => explained === 1)
  return counterpart ? counterpart.source.includes(raw) : original.some(other => other.source.includes(raw))
}

/** Half of the passage's other words, at least, come from the original. */
function isMostlyKnown({ alignment }: Comparison, index: number): boolean {
  const own = alignment.explained.subarray(alignment.targetStart[index]!, alignment.targetStart[index + 1]!)
  const found = own.reduce((sum, explained) => sum + explained, 0)
  return found > 0 && found * 2 >= own.length - 1
}
