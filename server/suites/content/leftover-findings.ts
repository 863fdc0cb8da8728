import { memo } from '../../lib/memo.ts'
import { tidy } from '../../lib/text.ts'
import type { Passage } from '../../matching/passages.ts'
import { sourceOf } from '../../matching/texts.ts'
import type { Leftover, LeftoverKind } from '../core/find-leftovers.ts'
import type { Finding } from '../core/finding.ts'
import { quote } from '../core/quote.ts'
import type { Comparison } from './comparison/index.ts'
import { isFiller, isOwnMarkdown, isOwnWordOf, leftoversOf } from './leftovers.ts'

/** What to do about each kind of leftover. */
export const FIXES: Record<LeftoverKind, string> = {
  'filler text': 'Replace it by the real text',
  'missing value': 'See where this value comes from, and show nothing or a fallback when there is none',
  'template leftover': 'See that the template is filled in before it is shown',
  'untranslated key': 'Add the translation for this key',
  'broken encoding': 'Read and serve the text as UTF-8 throughout',
  'status text': 'See that what the page waits for arrives, and take the message away then',
  'program error': 'Repair what fails, and keep its message from the page',
  'Markdown mark': 'See that this text is turned into HTML before it is shown',
}

/** A leftover of the rebuilt page, to be reported by the rule of its kind. Its key is the check's id and `name`. */
interface FoundLeftover extends Pick<Finding, 'message' | 'fix' | 'original' | 'rebuilt'> {
  kind: LeftoverKind
  name: string
  as: 'hidden' | undefined
}

/** The leftovers of the rebuilt page of the `wanted` kinds, each name once, a visible one rather than a hidden one. */
export function leftoversOfPage(
  comparison: Comparison,
  wanted: (kind: LeftoverKind) => boolean,
): FoundLeftover[] {
  const { original, rebuilt } = comparison
  // Where all of the page is set in a monospaced font, that says nothing about code.
  const code = rebuilt.filter(passage => passage.code).length * 2 <= rebuilt.length
  const isOwnWord = isOwnWordOf(original)
  const hasOwnMarkdown = isOwnMarkdown(original, rebuilt)
  const byName = new Map<string, FoundLeftover>()
  rebuilt.forEach((passage, index) => {
    for (const leftover of leftoversOf(passage)) {
      if (!wanted(leftover.kind)) continue
      if (((code && passage.code) || isListing(passage)) && leftover.kind !== 'broken encoding') continue
      // A style sheet may set hashes before headings.
      const isDrawn = passage.kind === 'heading' && leftover.raw.startsWith('#')
      if (leftover.kind === 'Markdown mark' && (hasOwnMarkdown || isDrawn)) continue
      const found = judged(comparison, index, leftover, leftover.doubtful || isOwnWord(leftover))
      if (!found) continue
      const known = byName.get(found.name)
      if (!known || (known.as && !found.as)) byName.set(found.name, found)
    }
  })
  return [...byName.values()]
}

/** Its element, or the one that it is in, is made for program text. */
const isListing = ({ place }: Passage): boolean => /(?:^| > )(?:pre|code)(?![\w-])/.test(place.selector ?? '')

/**
 * What stands in the original too, in the same text, is named by its words alone, so that it is found to be inherited;
 * what was added is named with its place. `doubtful`: these words may be meant.
 */
function judged(
  comparison: Comparison,
  index: number,
  leftover: Leftover,
  doubtful: boolean,
): FoundLeftover | null {
  const passage = comparison.rebuilt[index]!
  const { kind, raw, start, end } = leftover
  const source = sourceOf(comparison, index)
  const original = source === undefined ? undefined : comparison.original[source]!
  const inherited = isInherited(comparison, index, leftover, source)
  if (!inherited && nameOf(leftover) === LATIN && isFilledAnew(comparison)) return null
  // A plain word is a defect only in a text of the original that had another word there.
  if (doubtful && (inherited || !original || !isMostlyKnown(comparison, index))) return null
  const around = passage.source.slice(Math.max(0, start - 40), end + 40).trim()
  const added = inherited ? '' : `:added:${around.toLowerCase().slice(0, 100)}`
  const change = original && !inherited ? `; the original reads ${quote(original.text, 200)}` : ''
  return {
    kind,
    name: `${kind}:${nameOf(leftover)}${added}`,
    as: passage.visible ? undefined : 'hidden',
    message: `The page ${passage.visible ? 'shows' : 'hides'} ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}, ${quote(raw)}, in ${quote(around, 120)}`,
    fix: FIXES[kind] + change,
    original: original?.place,
    rebuilt: passage.place,
  }
}

/** Whether no more of the page is dummy text than of the original, as where it was filled by another program. */
const isFilledAnew = memo(
  ({ original, rebuilt }: Comparison) => rebuilt.filter(isFiller).length <= original.filter(isFiller).length,
)

const LATIN = 'lorem ipsum'

/** Latin filler text has one name: it may run over several elements, and is the same fault in each. */
function nameOf({ kind, raw }: Leftover): string {
  const isLatin =
    kind === 'filler text' && !/here|text|title|texto|texte|testo|todo|fixme|tb[dc]|xxx/i.test(raw)
  return isLatin ? LATIN : raw.toLowerCase().trim().slice(0, 80)
}

/** Whether the original has these words in this text, or, where they are no words, these characters. */
function isInherited(
  { original, rebuilt, alignment }: Comparison,
  index: number,
  { raw, start }: Leftover,
  source: number | undefined,
): boolean {
  const passage = rebuilt[index]!
  const sign = tidy(raw)
  const before = sign === '' ? 0 : tidy(passage.source.slice(0, start)).split(sign).length - 1
  let at = -1
  for (let nth = 0; nth <= before; nth++) at = passage.text.indexOf(sign, at + 1)
  const from = alignment.targetStart[index]!
  const own = passage.tokens.flatMap((token, offset) =>
    at >= 0 && token.start < at + sign.length && token.end > at ? [alignment.explained[from + offset]!] : [],
  )
  if (own.length) return own.every(explained => explained === 1)
  const texts = source === undefined ? original : [original[source]!]
  return texts.some(other => other.source.includes(raw))
}

/** Whether half of the passage's other words, at least, come from the original. */
function isMostlyKnown({ alignment }: Comparison, index: number): boolean {
  const own = alignment.explained.subarray(alignment.targetStart[index]!, alignment.targetStart[index + 1]!)
  const found = own.reduce((sum, explained) => sum + explained, 0)
  return found > 0 && found * 2 >= own.length - 1
}
