/** Letters and numbers behind the entries of a list that a key explains, as allergens and additives are marked on a menu. */
import { sumOf } from '../../../lib/count.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { type Comparison, keyOf, nameOf } from '../comparison/index.ts'
import { ownWords } from '../outcomes/gaps.ts'
import type { TextOutcome } from '../outcomes/index.ts'
import { MIN_UNMARKED, rules } from './rules.ts'

const MARK = String.raw`(?:[A-Z]\d?|[a-z]|\d{1,2})`
/** `(A, C, G)`, or several without brackets at the end. */
const MARKS = new RegExp(
  String.raw`\((${MARK}(?: ?[,/;|] ?${MARK}){0,19})\)|(?<= )(${MARK}(?: ?[,/;|] ?${MARK}){1,19})$`,
)
/** Different marks of a page: fewer may number the points of a text. */
const MIN_MARKS = 3
/** Share of the marks that the key explains. */
const MIN_EXPLAINED = 0.5

/** What the entries of a list lost that each had marks of a key, in rows of those that lost all; by their outcomes. */
export function lostMarks(
  outcomes: readonly TextOutcome[],
  comparison: Comparison,
): Map<TextOutcome, Finding> {
  const marked = outcomes.filter(({ passage }) => passage.visible && marksIn(passage).length > 0)
  const marks = new Set(marked.flatMap(({ passage }) => marksIn(passage)))
  // One number behind each entry may be a count, as of the articles in a category.
  const areListed = (row: readonly TextOutcome[]) => row.some(({ passage }) => marksIn(passage).length > 1)
  const texts = comparison.original.map(({ text }) => text)
  if (!areListed(marked) || marks.size < MIN_MARKS) return new Map()
  const explained = explainedIn(texts)
  if ([...marks].filter(mark => explained.has(mark)).length < MIN_EXPLAINED * marks.size) return new Map()
  const rows: TextOutcome[][] = [[]]
  for (const outcome of marked)
    if (isUnmarked(outcome, outcomes, comparison)) rows.at(-1)!.push(outcome)
    else if (outcome.state !== 'lost') rows.push([])
  const total = sumOf([...outcomes], ({ weight }) => weight)
  return new Map(
    rows
      .filter(row => row.length >= MIN_UNMARKED && areListed(row))
      .flat()
      .map(outcome => [outcome, findingOf(outcome, total)]),
  )
}

const findingOf = ({ passage, now, lost }: TextOutcome, total: number): Finding =>
  rules.report('marks', {
    place: keyOf(passage),
    cause: 'marks',
    extent: lost / total,
    message: `The ${nameOf(passage)} ${quote(passage.text, 120)} lost its marks ${quote(marksIn(passage).join(', '))}, which the original explains`,
    fix: `Let it read as before: ${quote(passage.text, 600)}`,
    original: passage.place,
    rebuilt: now?.place,
  })

function marksIn({ text }: Passage): string[] {
  const [, inBrackets, atEnd] = MARKS.exec(text) ?? []
  return (inBrackets ?? atEnd ?? '').match(/[A-Za-z\d]+/g) ?? []
}

/** `A = Gluten`, `A Gluten, C Eggs` */
const EXPLAINED = new RegExp(
  String.raw`(?:^|[,;|•·.] ?)\(?(${MARK})(?![\p{L}\d])(?=\)? ?[=:.)–-]* ?\p{L}{3})`,
  'gu',
)

/** The marks that a page explains, also in a text of their own before another one. */
const explainedIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text, at) => [
      ...Array.from(text.matchAll(EXPLAINED), ([, mark]) => mark!),
      ...(text.length <= 2 && /^\p{L}{3}/u.test(texts[at + 1] ?? '') ? [text] : []),
    ]),
  )

/** Whether an entry is still there, without any marks, and no words that may stand for them. */
function isUnmarked(outcome: TextOutcome, outcomes: readonly TextOutcome[], comparison: Comparison): boolean {
  const { index, passage, state } = outcome
  if (isBare(passage)) return state === 'lost' && outcomes[index - 1]?.state !== 'lost'
  const place = counterpartOf(comparison.alignment, index)
  if (state === 'lost' || place === undefined) return false
  const { rebuilt } = comparison
  const beside = [place - 1, place + 1].flatMap(at => rebuilt[at] ?? [])
  return (
    marksIn(rebuilt[place]!).length === 0 &&
    !beside.some(other => marksIn(other).length > 0 && isBare(other)) &&
    ownWords(place, comparison) < marksIn(passage).length
  )
}

/** Nothing but marks. */
const isBare = ({ text }: Passage): boolean => !/\p{L}{2}/u.test(text)
