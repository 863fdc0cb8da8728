import { unaccented } from '../../lib/text.ts'
import type { Passage } from '../../matching/passages.ts'
import { counterpartOf } from '../../matching/texts.ts'
import type { Finding } from '../core/finding.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { type Comparison, compare, type Needed } from './comparison/index.ts'
import { FIXES, leftoversOfPage } from './leftover-findings.ts'

/** Words without their accents from which they are a fault; fewer may be another spelling that is correct. */
const MIN_PLAIN_WORDS = 3
/** Share of the words with letters beyond ASCII, and how many, from which they were lost on the way and not by a typist. */
const MAX_PLAIN = 0.1
const MIN_ALL_OVER = 10
/** Words from which a text shows its direction: by the place of its full stop, and the order of what is mixed in. */
const MIN_DIRECTED_WORDS = 2
/** Share of such words beyond which the whole page runs the wrong way. */
const MAX_WRONG_DIRECTION = 0.3

const rules = defineRules(
  'content/encoding',
  {
    why: 'Words with wrong letters are hard to read, and a search for them does not find the page.',
    reference: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  },
  {
    'broken-encoding': {
      severity: 'serious',
      penalty: 0.34,
      measures: 'Whether a text has characters of UTF-8 that was read in another encoding, such as Ã©.',
      fix: FIXES['broken encoding'],
      cases: { hidden: { when: 'it stands in a hidden element', severity: 'minor', penalty: 0.05 } },
    },
    'letters-lost': {
      severity: 'serious',
      penalty: 0.34,
      measures: 'Whether words lost their letters beyond ASCII, or have question marks in their place.',
      fix: 'Keep the text as UTF-8 throughout',
      cases: { hidden: { when: 'the text was hidden before', severity: 'minor', penalty: 0.05 } },
    },
    'accents-lost': {
      severity: 'moderate',
      penalty: 0.2,
      measures: 'Whether words are written with plain letters instead of letters with accents.',
      fix: 'Write the words with their accents',
      cases: {
        'all-over': {
          when: `it is ${MIN_ALL_OVER} words or more, and more than ${100 * MAX_PLAIN} % of those with letters beyond ASCII`,
          severity: 'serious',
        },
        few: { when: `it is fewer than ${MIN_PLAIN_WORDS} words`, severity: 'minor', penalty: 0.05 },
      },
    },
    direction: {
      severity: 'serious',
      penalty: { of: 'share of the text, in words, that runs the other way', min: 0.2 },
      measures: `Whether texts of ${MIN_DIRECTED_WORDS} words or more run the other way than before and than their script does.`,
      why: 'Text that runs the wrong way has its punctuation, numbers and columns in the wrong places.',
      fix: 'Set the dir attribute as before',
      reference: 'https://html.spec.whatwg.org/multipage/dom.html#the-dir-attribute',
      cases: {
        part: { when: `it is ${100 * MAX_WRONG_DIRECTION} % of the text or less`, severity: 'moderate' },
      },
    },
    'number-turned': {
      severity: 'serious',
      penalty: 0.34,
      measures:
        'Whether a number of several groups, of seven digits or more, that reads from left to right on the original is drawn with its last group first, within text that runs from right to left. All of them together.',
      why: 'Nobody can call a telephone number that is read from the wrong end.',
      fix: 'Set it apart from the text around it: <bdi dir="ltr">, or unicode-bidi: isolate with direction: ltr',
      reference: 'https://www.w3.org/International/articles/inline-bidi-markup/',
    },
  },
)

/** Letters are what they were, and texts run the way their script does. */
export const encoding: Check<Needed> = {
  id: 'content/encoding',
  title: 'Letters and the direction of writing are kept',
  weight: 5,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    if (!comparison.rebuilt.length) return notApplicable('the new page has no text')
    const broken = leftoversOfPage(comparison, kind => kind === 'broken encoding')
    return [
      ...broken.map(({ kind: _, name, ...found }) =>
        rules.report('broken-encoding', {
          ...found,
          as: found.as && 'hidden',
          key: `${rules.check}:${name}`,
          cause: 'broken',
        }),
      ),
      ...lostLetters(comparison),
      ...lostDirection(comparison),
      ...turnedNumbers(comparison),
    ]
  },
}

/** What became of letters beyond ASCII. */
type Change = 'marks' | 'gaps' | 'plain'

interface Found {
  word: string
  instead: string
  passage: Passage
  now: Passage
}

const MESSAGES: Record<Change, string> = {
  marks: 'Letters became question marks',
  gaps: 'Letters are gone from words',
  plain: 'Letters lost their accents',
}

/** Words of the original that the rebuilt page has without their letters beyond ASCII. */
function lostLetters(comparison: Comparison): Finding[] {
  const found: Record<Change, Found[]> = { marks: [], gaps: [], plain: [] }
  const { original, rebuilt, alignment } = comparison
  let written: Map<string, number> | undefined
  let letters = 0
  original.forEach((passage, index) => {
    passage.tokens.forEach((token, offset) => {
      if (!BEYOND.test(token.word)) return
      letters++
      const word = passage.text.slice(token.start, token.end)
      const match = alignment.match[alignment.sourceStart[index]! + offset]!
      if (match >= 0) {
        const now = rebuilt[alignment.targetBlock[match]!]!
        const instead = now.tokens[match - alignment.targetStart[alignment.targetBlock[match]!]!]!.word
        if (instead !== token.word && !BEYOND.test(instead)) found.plain.push({ word, instead, passage, now })
        return
      }
      written ??= wordsOf(comparison)
      for (const [change, form] of formsOf(token.word)) {
        if (change === 'gaps' && MISREAD.test(word)) continue
        const at = written.get(form)
        if (
          at === undefined ||
          (change !== 'marks' && counterpartOf(alignment, index) === undefined && passage.tokens.length > 2)
        )
          continue
        const now = rebuilt[at]!
        found[change].push({ word, instead: form, passage, now })
        return
      }
    })
  })
  return (Object.keys(found) as Change[]).flatMap(change =>
    found[change].length ? letterFinding(change, found[change], found[change].length / letters) : [],
  )
}

function letterFinding(change: Change, words: Found[], share: number): Finding {
  const [{ word, instead, passage, now }] = words as [Found]
  const more = words.length > 1 ? `, and ${words.length - 1} more words` : ''
  const found = {
    key: `${rules.check}:letters:${change}`,
    message: `${MESSAGES[change]}: ${quote(word)} became ${quote(instead)}${more}`,
    fix: `Write ${quote(passage.text, 200)}, and keep the text as UTF-8 throughout`,
    original: passage.place,
    rebuilt: now.place,
  }
  if (change !== 'plain')
    return rules.report('letters-lost', { ...found, as: passage.visible ? undefined : 'hidden' })
  const isAllOver = share > MAX_PLAIN && words.length >= MIN_ALL_OVER
  return rules.report('accents-lost', {
    ...found,
    as: isAllOver ? 'all-over' : words.length < MIN_PLAIN_WORDS ? 'few' : undefined,
  })
}

const BEYOND = /\P{ASCII}/u
/** A no-break space, or another letter, that the original itself reads in the wrong encoding: without it the word is repaired. */
const MISREAD = /[ÂÃ]$|Ã\P{L}|â€/u
function formsOf(word: string): [Change, string][] {
  if (!/^[\p{sc=Latin}\p{M}']+$/u.test(word)) return []
  const plain = unaccented(word)
  const forms: [Change, string][] = [
    ['marks', word.replace(/\P{ASCII}/gu, '?')],
    ['plain', plain],
  ]
  const gaps = word.replace(/\P{ASCII}/gu, '')
  if (gaps.length > 2) forms.push(['gaps', gaps])
  return forms.filter(([, form]) => form !== word && /^\p{ASCII}+$/u.test(form))
}

/** Words that only the rebuilt page has, question marks in them included, with the passage of each. */
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

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu

/** Numbers of which the last group comes first now. */
function turnedNumbers({ original, rebuilt, alignment }: Comparison): Finding[] {
  const found = original.flatMap((passage, index) => {
    const now = rebuilt[counterpartOf(alignment, index) ?? -1]
    return now?.turned && now.visible && passage.visible && passage.turned === false
      ? [[passage, now] as const]
      : []
  })
  const [first, ...more] = found
  if (!first) return []
  const others = more.length > 0 ? `, and ${more.length} more` : ''
  return [
    rules.report('number-turned', {
      message: `The number in ${quote(first[0].text)} is drawn with its last group first${others}`,
      original: first[0].place,
      rebuilt: first[1].place,
    }),
  ]
}

/** Texts that run the other way than before, and other than their script does. */
function lostDirection({ original, rebuilt, alignment }: Comparison): Finding[] {
  let [words, wrong] = [0, 0]
  let first: [number, number] | undefined
  original.forEach((passage, index) => {
    if (!passage.visible || passage.length < MIN_DIRECTED_WORDS) return
    const scripted = (passage.text.match(RIGHT_TO_LEFT)?.length ?? 0) * 2 > passage.text.length / 2
    if (passage.rtl !== scripted) return
    const counterpart = counterpartOf(alignment, index)
    if (counterpart === undefined || !rebuilt[counterpart]!.visible) return
    words += passage.length
    if (rebuilt[counterpart]!.rtl === passage.rtl) return
    wrong += passage.length
    first ??= [index, counterpart]
  })
  if (!first) return []
  const [before, now] = [original[first[0]]!, rebuilt[first[1]]!]
  const share = wrong / words
  const [from, to] = before.rtl ? ['right to left', 'left to right'] : ['left to right', 'right to left']
  const whole = share > MAX_WRONG_DIRECTION
  return [
    rules.report('direction', {
      as: whole ? undefined : 'part',
      extent: share,
      message: `${Math.ceil(share * 100)} % of the text ran ${from} and runs ${to} now, first ${quote(before.text)}`,
      fix: `Set dir="${before.rtl ? 'rtl' : 'ltr'}" on ${whole ? 'the html element' : 'these elements'}, as before`,
      original: before.place,
      rebuilt: now.place,
    }),
  ]
}
