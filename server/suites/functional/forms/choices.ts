/** Which choice of a list is which of another list. Pure. */
import { memo } from '../../../lib/memo.ts'
import { normalise, words } from '../../../lib/text.ts'

/** A choice however it is spelt: `USD $` and `USD$`, `Español` and `Espanol`; empty where it says nothing. */
export function choiceOf(option: string): string {
  const spelt = unaccented(option).replaceAll(/\s/g, '')
  return /[\p{L}\p{N}]/u.test(spelt) ? spelt : ''
}

/** The choices of a list as they are compared, each once, with the list's own words of it. */
export const choicesOf = memo(
  (options: readonly string[]): ReadonlyMap<string, string> =>
    new Map(options.flatMap(option => (choiceOf(option) ? [[choiceOf(option), option] as const] : []))),
)

/** Lists with more choices are compared by the letter alone: other forms are looked for among all that are left. */
const MAX_INFLECTED = 60

/**
 * The choices of `before` that `now` has as well, as they are there: the same first, then those of the same words in
 * other forms (“cheap first”, “cheapest first”). What says nothing has no counterpart and needs none.
 */
export function pairChoices(before: readonly string[], now: readonly string[]): Map<string, string> {
  const free = new Map(choicesOf(now))
  const found = new Map<string, string>()
  const left: string[] = []
  for (const [choice, option] of choicesOf(before)) {
    const same = free.get(choice)
    if (same === undefined) left.push(option)
    else {
      found.set(option, same)
      free.delete(choice)
    }
  }
  if (left.length > MAX_INFLECTED || free.size > MAX_INFLECTED) return found
  const [said, saidNow] = [wordsOf(before), wordsOf(now)]
  const others = [...free.values()]
  for (const option of left) {
    const at = others.findIndex(other => isInflected(said.get(option)!, saidNow.get(other)!))
    if (at >= 0) found.set(option, others.splice(at, 1)[0]!)
  }
  return found
}

const unaccented = (text: string) => normalise(text).normalize('NFD').replaceAll(/\p{M}/gu, '')
const wordsOf = memo(
  (options: readonly string[]): ReadonlyMap<string, readonly string[]> =>
    new Map(options.map(option => [option, words(unaccented(option))])),
)

/** Letters that two forms of one word begin with, and the share of the longer one. */
const STEM = { letters: 4, share: 0.6 }

/** Word by word the same, or another form of it. */
const isInflected = (mine: readonly string[], theirs: readonly string[]): boolean =>
  mine.length === theirs.length && mine.every((word, at) => isForm(word, theirs[at]!))

/** A number has no other form. */
function isForm(word: string, other: string): boolean {
  if (word === other) return true
  if (/\d/.test(word + other)) return false
  let stem = 0
  while (stem < word.length && word[stem] === other[stem]) stem++
  return stem >= STEM.letters && stem >= STEM.share * Math.max(word.length, other.length)
}
