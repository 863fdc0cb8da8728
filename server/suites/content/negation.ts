import type { Fate } from './losses.ts'

/** Words that turn what is said into its opposite, of the languages most pages are in. */
const WORDS =
  /(?<!\p{L})(?:not|no|never|none|without|cannot|\p{L}{1,12}n't|nicht|kein(?:e[rnms]?)?|niemals|ohne|pas|jamais|sans|aucune?|nunca|sin|ningun[oa]?|ningún|non|mai|senza|nessun[oa]?|não|sem|nenhuma?|niet|geen|nooit|zonder|nie|nigdy|bez|не|нет|никогда|нельзя|без)(?!\p{L})|[不没沒未無无勿]|ない|ません|なし/giu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}]/u

/** Whether a text lost a word of negation, and says "isn't" or the like nowhere instead of "is not". */
export function losesNegation({ passage, words, now }: Fate): boolean {
  const lost = words.join(UNSPACED.test(passage.text) ? '' : ' ')
  if (!countOf(lost)) return false
  return !now || countOf(now.text) < countOf(passage.text)
}

function countOf(text: string): number {
  return text.match(WORDS)?.length ?? 0
}
