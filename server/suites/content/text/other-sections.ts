/** Sections of which the heading is what it was, and the whole text below it another one: answers of a list of questions. */
import { sumOf } from '../../../lib/count.ts'
import { unaccented } from '../../../lib/text.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { type Comparison, keyOf, nameOf } from '../comparison/index.ts'
import { factPenalty, HIDDEN_WEIGHT } from '../grading.ts'
import { MIN_LOST, MIN_SENTENCE, type TextOutcome } from '../outcomes/index.ts'
import { ALL_LOST } from './page.ts'
import { lossExtent, MAX_SHARED, MIN_LENGTH, MIN_OTHER_SECTIONS, MIN_REST, rules } from './rules.ts'

/** A section of the original, and what stands below its heading now. */
export interface OtherSection {
  head: Passage
  now: Passage
  /** What stood below it, and is gone. */
  outcomes: TextOutcome[]
  instead: Passage[]
}

/** Words of a heading or a question; a longer text that asks something is running text. */
const MAX_HEAD = 25
const isQuestion = ({ text, length }: Passage) => length <= MAX_HEAD && /[?？؟][^\p{L}\p{N}]*$/u.test(text)

/** The names of what heads a section: headings, questions, and what opens the text that follows it. */
const headsOf = (passages: readonly Passage[]): ReadonlySet<string> =>
  new Set(
    passages.flatMap((text, at) =>
      text.kind === 'heading' || isQuestion(text) || isOpener(text, passages[at + 1]) ? text.name : [],
    ),
  )

const isOpener = ({ kind }: Passage, next: Passage | undefined) => kind === 'button' && next?.folded === true

/**
 * The sections whose text is another one, where there are several and all else of the page is kept. Of a page of which that
 * is most, answers alone: headings such as “Services” stand over whatever an author writes.
 */
export function otherSections(outcomes: readonly TextOutcome[], comparison: Comparison): OtherSection[] {
  const heads = headsOf(comparison.original)
  const all = outcomes.flatMap(outcome => otherSection(outcome, outcomes, heads, comparison))
  const answers = all.filter(({ head }) => head.kind === 'button' || isQuestion(head))
  const found = [all, answers].find(sections => {
    const own = new Set(sections.flatMap(({ outcomes }) => outcomes))
    const rest = outcomes.filter(outcome => outcome.passage.visible && !own.has(outcome))
    const weight = sumOf(rest, outcome => outcome.weight)
    const isMost = sumOf([...own], outcome => outcome.weight) > weight
    const isRestKept = sumOf(rest, ({ lost }) => lost) <= (1 - MIN_REST) * weight
    return sections.length >= MIN_OTHER_SECTIONS && isRestKept && (sections === answers || !isMost)
  })
  return found ?? []
}

function otherSection(
  { passage: head, index, state }: TextOutcome,
  outcomes: readonly TextOutcome[],
  heads: ReadonlySet<string>,
  { original, rebuilt, alignment }: Comparison,
): OtherSection[] {
  if (state !== 'kept' || !heads.has(head.name) || !head.visible || !isMain(head) || head.volatile) return []
  const place = counterpartOf(alignment, index)
  const now = place === undefined ? undefined : rebuilt[place]!
  if (!now?.visible || now.name !== head.name) return []
  const own = below(original, index, heads).map(at => outcomes[at]!)
  if (!own.every(({ state, bare, gone }) => /^(lost|changed)$/.test(state) || (bare && gone))) return []
  if (sumOf(own, ({ lost }) => lost) < MIN_LOST * sumOf(own, one => (one.bare ? 0 : one.weight))) return []
  const was = own.map(({ passage }) => passage)
  const instead = below(rebuilt, place!, heads).map(at => rebuilt[at]!)
  const [length, lengthNow] = [was, instead].map(texts => sumOf(texts, text => text.length))
  if (length! < MIN_SENTENCE || lengthNow! < Math.max(MIN_SENTENCE, MIN_LENGTH * length!)) return []
  return isOther(was, instead, head) ? [{ head, now, outcomes: own, instead }] : []
}

/** The texts below a heading, up to the next one; what is pressed there, such as “Read more”, says nothing of it. */
function below(passages: readonly Passage[], head: number, heads: ReadonlySet<string>): number[] {
  const found: number[] = []
  for (let at = head + 1; at < passages.length; at++) {
    const text = passages[at]!
    const isHead = text.kind === 'heading' || isQuestion(text) || heads.has(text.name)
    if (isHead || text.landmark !== passages[head]!.landmark) break
    if (!/^(link|button)$/.test(text.kind) && !text.volatile && text.tokens.length > 0) found.push(at)
  }
  return found
}

/** Letters from which a word is seldom one of those that stand in any text, and those by which its forms are one word. */
const MIN_LETTERS = 5
/** Such words that a text needs to be known by them. */
const MIN_TELLING = 4

/** Whether two texts have hardly a telling word in common beside those of their heading: a text that was reworded keeps more. */
function isOther(was: readonly Passage[], is: readonly Passage[], head: Passage): boolean {
  const asked = tellingWords([head])
  const [before, now] = [was, is].map(texts => [...tellingWords(texts)].filter(word => !asked.has(word)))
  const least = Math.min(before!.length, now!.length)
  const shared = before!.filter(word => now!.includes(word)).length
  return least >= MIN_TELLING && shared <= MAX_SHARED * least
}

const tellingWords = (texts: readonly Passage[]): Set<string> =>
  new Set(
    texts.flatMap(({ tokens }) =>
      tokens.flatMap(({ word }) =>
        /\d/.test(word) || word.length >= MIN_LETTERS ? unaccented(word).slice(0, MIN_LETTERS) : [],
      ),
    ),
  )

/** One finding for each section, all of one cause: that of all that is lost, where most of the page is. */
export const otherSectionFindings = (
  sections: readonly OtherSection[],
  {
    total,
    facts,
    causeOf,
  }: { total: number; facts: Comparison['facts']; causeOf: (index: number) => string | undefined },
): Finding[] =>
  sections.map(({ head, outcomes, now, instead }) => {
    const members = new Set(outcomes.map(({ index }) => index))
    const gone = facts.missing.filter(({ fact }) => members.has(fact.passage))
    const said = (texts: readonly Passage[]) => texts.map(({ text }) => text).join(' / ')
    const was = said(outcomes.map(({ passage }) => passage))
    return rules.report('replaced', {
      place: keyOf(head),
      cause: causeOf(outcomes[0]!.index) === ALL_LOST ? ALL_LOST : 'other text below the same headings',
      extent: lossExtent(sumOf(outcomes, shareOf) / total, gone.length * factPenalty(facts)),
      message: `The text below the unchanged ${isQuestion(head) ? 'question' : nameOf(head)} ${quote(head.text)} says something else: ${quote(said(instead))} stands in the place of ${quote(was)}`,
      fix: `Put the text of the original back below ${quote(head.text)}: ${quote(was, 600)}`,
      original: outcomes[0]!.passage.place,
      rebuilt: now.place,
    })
  })

const shareOf = ({ lost, passage }: TextOutcome) => lost * (passage.visible ? 1 : HIDDEN_WEIGHT)
