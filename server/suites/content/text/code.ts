/** Samples of code that read otherwise: who copies one copies each sign of it, and its lines. */
import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { type Comparison, isSample, keyOf } from '../comparison/index.ts'
import type { TextOutcome } from '../outcomes/index.ts'
import type { otherwiseKeptBy } from './otherwise-kept.ts'
import { CODE_SIGNS, rules } from './rules.ts'

/** What became of a sample: `typeset` signs as in prose, `signs` that it lost, its `lines`, their `indents`, or `words` of it. */
export interface CodeChange {
  how: 'typeset' | 'signs' | 'lines' | 'indents' | 'words'
  /** The words that it lost and has instead, the sign that is new, that is lost and how often, or how many lines there were and are. */
  gone: string
  now: string
  place: Passage
}

/** Words of the shortest sample of which one may be another while it is the same sample. */
const MIN_WORDS = 4
/** Share of its words up to which it is. */
const MAX_OTHERS = 0.25
/** Lines of a sample that is more than a command. */
const MIN_LINES = 3

/** The visible samples of code, by their index in the original, that are there and read otherwise. */
export const changedCode = memo((comparison: Comparison): Map<number, CodeChange> => {
  const { original, rebuilt, alignment } = comparison
  const found = new Map<number, CodeChange>()
  original.forEach((passage, index) => {
    const { visible, volatile } = passage
    const place = visible && !volatile && isSample(passage) ? counterpartOf(alignment, index) : undefined
    if (place === undefined || !rebuilt[place]!.visible) return
    const isElsewhere = (offset: number) => {
      const match = alignment.match[alignment.sourceStart[index]! + offset]!
      return match >= 0 && alignment.targetBlock[match] !== place
    }
    const change = changeOf(passage, rebuilt[place]!, isElsewhere)
    if (change) found.set(index, { ...change, place: rebuilt[place]! })
  })
  return found
})

/** `isElsewhere`: whether a word stands in another text now, as what the sample is called does above it. */
function changeOf(
  before: Passage,
  now: Passage,
  isElsewhere: (offset: number) => boolean,
): Omit<CodeChange, 'place'> | undefined {
  const [gone, fresh] = [wordsBeyond(before, now, isElsewhere), wordsBeyond(now, before)]
  if (gone.length > 0 || fresh.length > 0) {
    // More of the same sample is work, and so is another release.
    const isValue = gone.some(word => !/^\d+(?:\.\d+)+$/.test(word))
    const isSame = gone.length <= MAX_OTHERS * before.tokens.length && fresh.length <= gone.length
    const isOnePlace = ` ${wordsOf(before).join(' ')} `.includes(` ${gone.join(' ')} `)
    if (!isValue || !isSame || !isOnePlace || before.tokens.length < MIN_WORDS) return undefined
    return { how: 'words', gone: gone.join(' '), now: fresh.join(' ') }
  }
  const [signs, fromProse] = [typesetIn(before), typesetIn(now)]
  const isNew = (sign: string, at: number) => sign !== signs[at]
  if (fromProse.length > signs.length)
    return { how: 'typeset', gone: '', now: wordAround(now.source, fromProse.find(isNew)!) }
  const isInParts = before.tokens.some((_, offset) => isElsewhere(offset))
  const lost = isInParts || before.tokens.length < MIN_WORDS ? undefined : signsBeyond(before, now)
  if (lost) return { how: 'signs', ...lost }
  // Drawn where white space counts for nothing, fewer lines than it had are a line that was broken where there was room.
  const isRunOn = now.lines * 2 <= before.lines || (!before.wraps && now.wraps && now.lines < before.lines)
  if (before.lines >= MIN_LINES && isRunOn && !now.indents)
    return { how: 'lines', gone: String(before.lines), now: String(now.lines) }
  return before.indents && now.indents === 0
    ? { how: 'indents', gone: String(before.indents), now: '' }
    : undefined
}

const wordsOf = ({ tokens }: Passage) => tokens.map(({ word }) => word)

/** The words that a text has more often than another one, in order. */
function wordsBeyond(
  { tokens }: Passage,
  other: Passage,
  isElsewhere: (offset: number) => boolean = () => false,
): string[] {
  const left = countEach(other.tokens.map(({ word }) => word))
  return tokens.flatMap(({ word }, offset) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0 || isElsewhere(offset) ? [] : word
  })
}

/** The signs that a program for prose sets in place of those of the keyboard. */
const TYPESET = /[\u2010-\u2015\u2018-\u201e\u2026\u00ab\u00bb]/g

const typesetIn = ({ source }: Passage): string[] => source.match(TYPESET) ?? []

/** The sign that a sample has most often beyond another one, and how many of how many it is. */
function signsBeyond(before: Passage, now: Passage): Pick<CodeChange, 'gone' | 'now'> | undefined {
  // Not the line between a number and its line, nor what ends the last one.
  const countIn = ({ source }: Passage, sign: string) =>
    source
      .replace(/^\s*\d+ *\|/gm, '')
      .replace(/;\s*$/, '')
      .split(sign).length - 1
  const [most] = CODE_SIGNS.map(sign => {
    const all = countIn(before, sign)
    return { sign, all, lost: all - countIn(now, sign) }
  }).toSorted((a, b) => b.lost - a.lost)
  return most && most.lost > 0 ? { gone: `${most.lost} of its ${most.all}`, now: most.sign } : undefined
}

/** The word that a sign stands in. */
const wordAround = (source: string, sign: string): string =>
  source.split(/\s/).find(word => word.includes(sign)) ?? sign

/** What became of the sample of code that a text is; `total`: the weight of all texts. */
export function codeFinding(
  outcome: TextOutcome,
  { total, isOtherwiseKept }: { total: number; isOtherwiseKept: ReturnType<typeof otherwiseKeptBy> },
  comparison: Comparison,
): Finding[] {
  const { index, passage, weight } = outcome
  const change = changedCode(comparison).get(index)
  if (!change || (change.how === 'words' && !isOtherwiseKept([outcome]))) return []
  return [
    rules.report('code', {
      place: keyOf(passage),
      as: change.how === 'indents' ? 'indents' : undefined,
      cause: change.how === 'words' ? undefined : `code ${change.how}`,
      extent: weight / total,
      message: `The code ${quote(passage.text)} ${saidOf(change)}`,
      original: passage.place,
      rebuilt: change.place.place,
    }),
  ]
}

function saidOf({ how, gone, now }: CodeChange): string {
  if (how === 'typeset') return `has signs of prose in it now, which no program reads: ${quote(now)}`
  if (how === 'signs') return `lacks ${gone} ${quote(now)}`
  if (how === 'lines') return `stood in ${gone} lines and stands in ${now === '1' ? 'one' : now} now`
  if (how === 'indents') return 'has no line that is set in any more'
  return now ? `has ${quote(now, 160)} where it had ${quote(gone, 160)}` : `lacks ${quote(gone, 160)}`
}
