/** Which choice of a list is which of another list. Pure. */
import { normalise, words } from '../../../lib/text.ts'

/** A choice however it is spelt: `USD $` and `USD$`, `Español` and `Espanol`; empty where it says nothing. */
export function choiceOf(option: string): string {
  const spelt = unaccented(option).replaceAll(/\s/g, '')
  return /[\p{L}\p{N}]/u.test(spelt) ? spelt : ''
}

/**
 * The choices of `before` that `now` has as well, as they are there: the same first, then those of the same words in
 * other forms (“cheap first”, “cheapest first”). What says nothing has no counterpart and needs none.
 */
export function pairChoices(before: readonly string[], now: readonly string[]): Map<string, string> {
  const free = new Map(now.map(option => [choiceOf(option), option]))
  const found = new Map<string, string>()
  const take = (option: string, choice: string) => {
    found.set(option, free.get(choice)!)
    free.delete(choice)
  }
  for (const option of before)
    if (choiceOf(option) && free.has(choiceOf(option))) take(option, choiceOf(option))
  for (const option of before) {
    if (found.has(option) || !choiceOf(option)) continue
    const other = [...free].find(([, candidate]) => isInflected(option, candidate))
    if (other) take(option, other[0])
  }
  return found
}

const unaccented = (text: string) => normalise(text).normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Letters that two forms of one word begin with, and the share of the longer one. */
const STEM = { letters: 4, share: 0.6 }

/** Word by word the same, or another form of it. */
function isInflected(one: string, other: string): boolean {
  const [mine, theirs] = [words(unaccented(one)), words(unaccented(other))]
  return mine.length === theirs.length && mine.every((word, at) => isForm(word, theirs[at]!))
}

function isForm(word: string, other: string): boolean {
  if (word === other) return true
  let stem = 0
  while (stem < word.length && word[stem] === other[stem]) stem++
  return stem >= STEM.letters && stem >= STEM.share * Math.max(word.length, other.length)
}
