import { normalise } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Comparison } from '../comparison/index.ts'

/** Words that turn what is said into its opposite, of the languages most pages are in. */
const WORDS =
  /(?<!\p{L})(?:not|no|never|none|without|cannot|\p{L}{1,12}n't|nicht|kein(?:e[rnms]?)?|niemals|ohne|pas|jamais|sans|aucune?|nunca|sin|ningun[oa]?|ningún|non|mai|senza|nessun[oa]?|não|sem|nenhuma?|niet|geen|nooit|zonder|nie|nigdy|bez|не|нет|никогда|нельзя|без)(?!\p{L})|[不没沒未無无勿]|ない|ません|なし/giu
/** Words that come and go with a negation. */
const HELPERS = /^(?:do|does|did|ne|be|es)$/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}]/u
/** Words of one negation, its helpers included. */
const MAX_WORDS = 3

/**
 * The word of negation that is gone from a text, or was put into it, while the words on both sides stand next to each
 * other as before; undefined where there is none, or where it only moved.
 */
export function reversedBy(
  index: number,
  { original, rebuilt, alignment, origin }: Comparison,
): { word: string; added: boolean } | undefined {
  const { match, sourceStart, targetStart, targetBlock } = alignment
  const { tokens } = original[index]!
  const from = sourceStart[index]!
  let gone: string | undefined
  let added: string | undefined
  for (let at = 0; at <= tokens.length; at++) {
    const before = at === 0 ? null : match[from + at - 1]!
    if (before !== null && before < 0) continue
    let end = at
    while (end < tokens.length && end - at <= MAX_WORDS && match[from + end]! < 0) end++
    const behind = end === tokens.length ? null : match[from + end]!
    if (end - at > MAX_WORDS || (behind !== null && behind < 0) || (before === null && behind === null))
      continue
    const block = targetBlock[before ?? behind!]!
    const first = before === null ? targetStart[block]! : before + 1
    const last = behind === null ? targetStart[block + 1]! : behind
    if (last < first || last - first > MAX_WORDS) continue
    if (last > first && end > at) {
      const start = targetStart[block]!
      const [one, other] = [
        wordsIn(original[index]!, at, end),
        wordsIn(rebuilt[block]!, first - start, last - start),
      ]
      if (
        one.length &&
        other.length &&
        affirmed(one) === affirmed(other) &&
        isNegated(one) !== isNegated(other)
      ) {
        if (isNegated(one)) gone ??= one.join(' ')
        else added ??= other.join(' ')
      }
      continue
    }
    if (last === first) gone ??= negationIn(original[index]!, at, end)
    else if (origin.subarray(first, last).every(source => source < 0)) {
      const start = targetStart[targetBlock[first]!]!
      added ??= negationIn(rebuilt[targetBlock[first]!]!, first - start, last - start)
    }
  }
  if ((gone === undefined) === (added === undefined)) return undefined
  const word = (gone ?? added)!
  // One that is written in two words is as negative.
  const block = counterpartOf(alignment, index)
  const isAsNegative =
    block !== undefined && negated(original[index]!).length === negated(rebuilt[block]!).length
  return isNegative(normalise(word)) && isAsNegative ? undefined : { word, added: added !== undefined }
}

const wordsIn = ({ tokens }: Passage, from: number, to: number) =>
  tokens.slice(from, to).map(({ word }) => word)

/** What is said of negated verbs: cannot, can't, don't. */
const AFFIRMED = new Map([
  ['cannot', 'can'],
  ["can't", 'can'],
  ["won't", 'will'],
  ["shan't", 'shall'],
  ['without', 'with'],
  ['ohne', 'mit'],
  ['kein', 'ein'],
  ['keine', 'eine'],
  ['keinen', 'einen'],
  ['keinem', 'einem'],
  ['keiner', 'einer'],
  ['sans', 'avec'],
  ['aucun', 'un'],
  ['aucune', 'une'],
  ['senza', 'con'],
  ['nessun', 'un'],
  ['nessuna', 'una'],
  ['sin', 'con'],
  ['ningún', 'un'],
  ['ninguna', 'una'],
  ['sem', 'com'],
  ['zonder', 'met'],
  ['geen', 'een'],
  ['bez', 'z'],
])
/** Of English verbs, and of French ones before a vowel: `n'est pas`. */
const NEGATED = /n't$|^n'(?=\p{L})/u

const isNegative = (word: string) =>
  AFFIRMED.has(word) || NEGATED.test(word) || word === 'not' || word === 'pas'
const negated = ({ tokens }: Passage) => tokens.filter(({ word }) => isNegative(word))
const isNegated = (words: readonly string[]) => words.some(isNegative)
const affirmed = (words: readonly string[]) =>
  words
    .flatMap(word => (/^(?:not|pas)$/.test(word) ? [] : (AFFIRMED.get(word) ?? word.replace(NEGATED, ''))))
    .join(' ')

/** These words of a text, where they are a negation and nothing else. */
function negationIn({ text, tokens }: Passage, from: number, to: number): string | undefined {
  if (from === to) return undefined
  const own = tokens.slice(from, to)
  const words = own.map(({ word }) => word).filter(word => !HELPERS.test(word))
  // The end of an address: `example.no`.
  if (/[\p{L}\d]\.(?=no$)/u.test(text.slice(0, own[0]!.end))) return undefined
  const whole = words.join(UNSPACED.test(words.join('')) ? '' : ' ')
  if (whole.match(WORDS)?.[0] !== whole) return undefined
  return text.slice(own[0]!.start, own.at(-1)!.end)
}
