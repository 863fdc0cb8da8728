/** Which choice of a list is which of another list. Pure. */
import { memo } from '../../../lib/memo.ts'
import { normalise, unaccented } from '../../../lib/text.ts'

/** A choice however it is spelt: `USD $` and `USD$`, `Español` and `Espanol`; empty where it says nothing. */
export function choiceOf(option: string): string {
  const spelt = unaccented(normalise(option)).replaceAll(' ', '')
  return /[\p{L}\p{N}]/u.test(spelt) ? spelt : ''
}

/** The choices of a list as they are compared, each once, with the list's own words of it. */
export const choicesOf = memo(
  (options: readonly string[]): ReadonlyMap<string, string> =>
    new Map(options.flatMap(option => (choiceOf(option) ? [[choiceOf(option), option] as const] : []))),
)

/** The choices of `before` that `now` has as well, as they are there. What says nothing has no counterpart and needs none. */
export function pairChoices(before: readonly string[], now: readonly string[]): Map<string, string> {
  const known = choicesOf(now)
  return new Map(
    [...choicesOf(before)].flatMap(([choice, option]) => {
      const same = known.get(choice)
      return same === undefined ? [] : [[option, same] as const]
    }),
  )
}
