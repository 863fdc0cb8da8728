import type { Severity } from '../../../contract.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/suite.ts'
import { type Comparison, quote } from '../comparison/index.ts'

/** What became of letters beyond ASCII. */
type Way = 'marks' | 'gaps' | 'plain'

interface Found {
  word: string
  instead: string
  passage: Passage
  now: Passage
}

const SAID: Record<Way, string> = {
  marks: 'Letters became question marks',
  gaps: 'Letters are gone from words',
  plain: 'Letters lost their accents',
}
/** Words without their accents from which it is no matter of taste. */
const SEVERAL = 3

/** Words of the original that stand on the rebuilt page without the letters that ASCII has not. */
export function lostLetters(comparison: Comparison): Finding[] {
  const found: Record<Way, Found[]> = { marks: [], gaps: [], plain: [] }
  const { original, rebuilt, alignment } = comparison
  let written: Map<string, number> | undefined
  original.forEach((passage, index) => {
    passage.tokens.forEach((token, offset) => {
      if (alignment.match[alignment.sourceStart[index]! + offset]! >= 0 || !BEYOND.test(token.word)) return
      written ??= wordsOf(comparison)
      for (const [way, form] of formsOf(token.word)) {
        const at = written.get(form)
        if (
          at === undefined ||
          (way !== 'marks' && counterpartOf(alignment, index) === undefined && passage.tokens.length > 2)
        )
          continue
        const now = rebuilt[at]!
        found[way].push({ word: passage.text.slice(token.start, token.end), instead: form, passage, now })
        return
      }
    })
  })
  return (Object.keys(found) as Way[]).flatMap(way => (found[way].length ? [findingOf(way, found[way])] : []))
}

function findingOf(way: Way, words: Found[]): Finding {
  const [{ word, instead, passage, now }] = words as [Found]
  const severity: Severity =
    way === 'plain' ? (words.length >= SEVERAL ? 'moderate' : 'minor') : passage.visible ? 'serious' : 'minor'
  const more = words.length > 1 ? `, and ${words.length - 1} more words` : ''
  return {
    key: `content/encoding:letters:${way}`,
    severity,
    penalty: { serious: 0.34, moderate: 0.2, minor: 0.05 }[severity as 'serious'],
    message: `${SAID[way]}: ${quote(word)} became ${quote(instead)}${more}`,
    fix: `Write ${quote(passage.text, 200)}, and keep the text as UTF-8 throughout`,
    original: passage.place,
    rebuilt: now.place,
  }
}

const BEYOND = /\P{ASCII}/u
/** Letters that do not fall apart into one of ASCII and an accent. */
const ALONE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' }

function formsOf(word: string): [Way, string][] {
  if (!/^[\p{sc=Latin}\p{M}']+$/u.test(word)) return []
  const plain = word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, letter => ALONE[letter] ?? letter)
  const forms: [Way, string][] = [
    ['marks', word.replace(/\P{ASCII}/gu, '?')],
    ['plain', plain],
  ]
  const gaps = word.replace(/\P{ASCII}/gu, '')
  if (gaps.length > 2) forms.push(['gaps', gaps])
  return forms.filter(([, form]) => form !== word && /^\p{ASCII}+$/u.test(form))
}

/** Words of the rebuilt page that the original has not, question marks in them included, with the passage of each. */
function wordsOf({ rebuilt, alignment }: Comparison): Map<string, number> {
  const found = new Map<string, number>()
  rebuilt.forEach((passage, index) => {
    const from = alignment.targetStart[index]!
    passage.tokens.forEach((token, offset) => {
      if (!alignment.explained[from + offset]) found.set(token.word, index)
    })
    if (!passage.text.includes('?')) return
    for (const [word] of passage.text.toLowerCase().matchAll(/[\p{L}\p{M}?']*\?[\p{L}\p{M}?']*/gu))
      if (/\p{L}/u.test(word)) found.set(word, index)
  })
  return found
}
