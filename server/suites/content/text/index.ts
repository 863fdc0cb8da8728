import { countEach, sumOf } from '../../../lib/count.ts'
import { countWords, normalise, tidy, tokens } from '../../../lib/text.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import { type Finding, isMinor } from '../../core/finding.ts'
import { isEdited } from '../../core/made-anew.ts'
import { quote } from '../../core/quote.ts'
import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { type Comparison, compare, keyOf, type Needed, nameOf } from '../comparison/index.ts'
import { COPYRIGHT, type PlacedFact } from '../comparison/placed-facts.ts'
import { linkedLines } from '../facts/linked.ts'
import { factPenalty, HIDDEN_WEIGHT, isVital } from '../grading.ts'
import { type Gap, gapsOf, ownWords } from '../outcomes/gaps.ts'
import { blankPlaces, hiddenFooter, isLostForCertain, unreachableTexts } from '../outcomes/hidden.ts'
import { type LostUnit, lostUnits, MIN_SENTENCE, outcomesOf, type TextOutcome } from '../outcomes/index.ts'
import { shownOnPress } from '../outcomes/pressed.ts'
import { causesOf } from './causes.ts'
import { codeFinding } from './code.ts'
import { keptAsNameBy, lossBy } from './loss.ts'
import { lostMarks } from './marks.ts'
import { motionFindings } from './motion.ts'
import { reversedBy } from './negation.ts'
import { otherSectionFindings, otherSections } from './other-sections.ts'
import { otherwiseKeptBy } from './otherwise-kept.ts'
import { pageFindings } from './page.ts'
import { legibleTexts } from './readable.ts'
import {
  lossExtent,
  MAX_FEW,
  MAX_FEW_WORDS,
  MAX_MINORS_PENALTY,
  MAX_PART,
  MIN_JOINED,
  MIN_MISSED,
  MIN_MISSPELT,
  MIN_NEGATED,
  MIN_REWORDED,
  rules,
} from './rules.ts'
import { isOtherName, isSlip, type Joined, joinedWords, misspelt, splitWords } from './spelling.ts'
import { struckFindings } from './struck.ts'
import { withoutCopies } from './told-before.ts'

/** The text of the original is present on the rebuilt page, block by block. */
export const text: Check<Needed> = {
  id: 'content/text',
  title: 'Text is kept',
  weight: 40,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    const all = outcomesOf(comparison)
    const pressed = new Set(all.some(isLost) ? all.filter(isLost).filter(shownOnPress(pair)) : [])
    const isLegible = legibleTexts(pair.original)
    const outcomes = all.map(
      (outcome): TextOutcome =>
        pressed.has(outcome) || !isLegible(outcome.passage)
          ? { ...outcome, state: 'kept', lost: 0 }
          : outcome,
    )
    const total = sumOf(outcomes, outcome => outcome.weight * shareOf(outcome))
    if (total === 0) return notApplicable('the original shows no text')
    const unreachable = unreachableTexts(pair, outcomes, comparison.rebuilt)
    const footer = hiddenFooter(pair, outcomes, comparison.rebuilt)
    const keptAsName = keptAsNameBy(pair.rebuilt)
    const isLinked = linkedLines(pair, comparison.facts)
    const isBlank = blankPlaces(pair.rebuilt)
    const isCertain = isLostForCertain(outcomes)
    const gaps = gapsOf(outcomes, comparison)
    const page = pageFindings(outcomes, comparison, pair, unreachable, gaps)
    const units = lostUnits(outcomes)
    const causeOf = causesOf(outcomes, units, gaps, page)
    const { facts } = comparison
    const isOtherwiseKept = otherwiseKeptBy(pair, outcomes)
    const losing = {
      isOtherwiseKept,
      total,
      facts,
      gaps,
      lossOf: lossBy(pair, comparison, gaps),
      causeOf,
      isEdited: isEdited(pair),
      rarer: rarerPrices(facts),
      told: new Set<string>(),
    }
    const spelling = misspelt(comparison)
    const isCareless = sumOf([...spelling.values()], words => words.length) >= MIN_MISSPELT
    const unmarked = lostMarks(outcomes, comparison)
    const sections = otherSections(outcomes, comparison)
    const told = new Set([...unmarked.keys(), ...sections.flatMap(({ outcomes }) => outcomes)])
    const findings = [
      ...page,
      ...unmarked.values(),
      ...otherSectionFindings(sections, losing),
      ...withoutCopies(units).flatMap(unit => {
        if (unit.outcomes.every(outcome => told.has(outcome))) return []
        const linked = isLinked(unit.outcomes) ? LINKED : undefined
        return lostFinding(unit, { certain: isCertain(unit), keptAs: linked ?? keptAsName(unit) }, losing)
      }),
      ...outcomes.flatMap(outcome => {
        if (told.has(outcome)) return []
        const code = codeFinding(outcome, losing, comparison)
        if (code.length) return code
        const opposite = reversedFinding(outcome, total, comparison)
        // The word that turned it into its opposite is missing, and told once.
        if (opposite.length) return opposite
        return changedFinding(outcome, losing, isCareless && spelling.has(outcome.index), comparison)
      }),
      ...struckFindings(outcomes, comparison, total),
      ...motionFindings(pair, comparison),
      ...[...joinedWords(comparison), ...splitWords(comparison)].map(joined =>
        joinedFinding(joined, comparison),
      ),
      ...[...pressed]
        .filter(({ passage }) => passage.visible)
        .map(outcome => hiddenFinding(outcome, total, false, isBlank)),
      // A text of nothing but facts is charged by content/facts.
      ...outcomes
        .filter(outcome => outcome.state === 'hidden' && !outcome.bare)
        .map(outcome =>
          footer.has(outcome)
            ? hiddenFooterFinding(outcome, total)
            : hiddenFinding(outcome, total, unreachable.has(outcome), isBlank),
        ),
    ]
    if (comparison.cut && findings.length)
      return inconclusive('the new page has more text than can be read, so none can be said to be missing')
    return withMinorsCapped(findings)
  },
}

const isLost = ({ state }: TextOutcome) => state === 'lost'
const shareOf = ({ passage }: TextOutcome) => (passage.visible ? 1 : HIDDEN_WEIGHT)

/** What the losses of one pair of pages are judged by. */
interface Losing {
  /** The page is the same but for these texts. */
  isOtherwiseKept: ReturnType<typeof otherwiseKeptBy>
  total: number
  facts: Comparison['facts']
  gaps: Map<number, Gap>
  lossOf: ReturnType<typeof lossBy>
  causeOf: (index: number) => string | undefined
  /** Somebody worked on the page: what is gone may be what he took out. */
  isEdited: boolean
  /** Prices that are stated less often than they were. */
  rarer: ReadonlySet<string>
  /** Prices and ways to reach somebody that went with a text: each is told once. */
  told: Set<string>
}

/** `certain`: no control may still render it; `keptAs`: how it is kept otherwise, in words. */
interface Lost {
  certain: boolean
  keptAs: string | undefined
}
/** How telephone numbers and mailboxes are kept that stand behind icons now: one issue of a page. */
const LINKED = 'links lead to whom it names'

function rarerPrices({ original, partner }: Comparison['facts']): Set<string> {
  const [was, is] = [original, new Set(partner.values())].map(all => countEach(pricesOf(all)))
  return new Set([...was!].flatMap(([price, count]) => (count > (is!.get(price) ?? 0) ? price : [])))
}

/** Those that are shown, each as often as it is stated. */
const pricesOf = (facts: Iterable<PlacedFact>): string[] =>
  [...facts].flatMap(({ kind, value, visible }) => (kind === 'price' && visible ? `${kind} ${value}` : []))

function lostFinding(unit: LostUnit, { keptAs, certain }: Lost, losing: Losing): Finding {
  const { kind, outcomes } = unit
  const { total, facts, gaps, lossOf, causeOf } = losing
  const { passage, index } = outcomes[0]!
  const length = sumOf(outcomes, outcome => outcome.passage.length)
  const members = new Set(outcomes.map(outcome => outcome.index))
  const gone = facts.missing.filter(({ fact }) => members.has(fact.passage))
  const now = [...facts.partner.values()].filter(({ visible }) => visible)
  const wanted = gone.flatMap(({ fact: { kind, value, visible } }) =>
    visible && isVital(kind) && !now.some(other => other.kind === kind && other.value === value)
      ? `${kind} ${value}`
      : [],
  )
  // A row has its own price, though another one costs as much.
  if (kind === 'row')
    for (const price of pricesOf(facts.original.filter(fact => members.has(fact.passage))))
      if (losing.rarer.has(price)) wanted.push(price)
  const withFacts = wanted.some(fact => !losing.told.has(fact))
  for (const fact of wanted) losing.told.add(fact)
  const share = sumOf(outcomes, outcome => outcome.lost * shareOf(outcome)) / total
  const whole = outcomes.map(outcome => outcome.passage.text).join(kind === 'row' ? ' | ' : ' / ')
  const below =
    outcomes.length > 1
      ? ` with ${quote(
          outcomes
            .slice(1)
            .map(each => each.passage.text)
            .join(' / '),
          120,
        )}`
      : ''
  const names = {
    row: `The table row ${quote(whole, 120)}`,
    section: `The section ${quote(passage.text)} (${outcomes.length} texts, ${length} words)`,
    text: `The ${nameOf(passage)} ${quote(passage.text, 120)}${below}`,
  }
  const instead = gaps.get(index)?.instead.get(index)
  const hidden = passage.visible ? '' : '; it stood in an element that is hidden at first'
  if (instead && outcomes.length === 1 && gone.length === 0 && isSlip(passage, instead))
    return rules.report('changed', {
      place: keyOf(passage),
      cause: causeOf(index),
      as: 'few',
      extent: share,
      message: `${names[kind]} reads ${quote(instead.text, 120)} now`,
      fix: `Let it read ${quote(whole, 600)}`,
      original: passage.place,
      rebuilt: instead.place,
    })
  const there = instead ? `; ${quote(instead.text)} stands in its place` : ''
  return rules.report('lost', {
    place: keyOf(passage),
    cause: keptAs === LINKED ? LINKED : causeOf(index),
    as: keptAs ? 'kept-as-name' : lossOf(unit, { withFacts, certain, share }),
    extent: lossExtent(share, gone.length * factPenalty(facts)),
    message: `${names[kind]} is missing${hidden}${there}${keptAs ? ` as text; ${keptAs}` : ''}`,
    fix: `Put it back: ${quote(whole, 600)}`,
    original: passage.place,
    rebuilt: instead?.place,
  })
}

function changedFinding(
  outcome: TextOutcome,
  losing: Losing,
  isMisspelt: boolean,
  comparison: Comparison,
): Finding[] {
  const { total, causeOf, facts, isEdited } = losing
  if (outcome.state !== 'changed') return []
  const { passage, index, words } = outcome
  // The other end of a range, one end of which is told of as a fact.
  if (
    words.every(word => /^\d+$/.test(word)) &&
    facts.missing.some(({ fact, instead }) => instead && fact.passage === index)
  )
    return []
  const share = (outcome.lost * shareOf(outcome)) / total
  const change = changeOf(outcome)
  const isCut = change === 'cut' && share >= MIN_MISSED && !isEdited && !isReworded(outcome, comparison)
  const isName =
    passage.visible && isMain(passage) && outcome.now?.visible && isOtherName(passage, outcome.now)
  const as =
    change === 'few' && isMisspelt
      ? 'misspelt'
      : isName && losing.isOtherwiseKept([outcome])
        ? 'name'
        : isCut || change === 'few'
          ? change
          : undefined
  return [
    rules.report('changed', {
      place: keyOf(passage),
      cause: as === 'misspelt' ? as : as === 'few' ? undefined : causeOf(outcome.index),
      as,
      extent: share,
      message:
        outcome.words.length === 1
          ? `A word of the ${nameOf(passage)} ${quote(passage.text)} is missing: ${quote(outcome.words[0]!)}`
          : `Words of the ${nameOf(passage)} ${quote(passage.text)} are missing: ${quote(asRead(outcome.words, passage.text), 160)}`,
      fix: `Let it read as before: ${quote(passage.text, 600)}`,
      original: passage.place,
      rebuilt: outcome.now?.place,
    }),
  ]
}

/** Words as they are read in a text, with an ellipsis for what stands between them. */
export function asRead(missing: readonly string[], text: string): string {
  const read = tidy(text)
  const wanted = missing.map(normalise)
  const runs: { start: number; end: number }[] = []
  let next = 0
  let last = -1
  for (const [at, { word, start, end }] of tokens(read).entries()) {
    if (word !== wanted[next]) continue
    if (runs.length > 0 && last === at - 1) runs.at(-1)!.end = end
    else runs.push({ start, end })
    last = at
    next++
  }
  return next < wanted.length
    ? missing.join(' ')
    : runs.map(({ start, end }) => read.slice(start, end)).join(' … ')
}

function joinedFinding({ index, place, words, isSplit }: Joined, { original, rebuilt }: Comparison): Finding {
  const [passage, now] = [original[index]!, rebuilt[place]!]
  const [apart, whole] = [quote(words.join(' ')), quote(words.join(''))]
  const read = `of the ${nameOf(passage)} ${quote(passage.text)} is`
  return rules.report('joined', {
    place: words.join(' '),
    as: isSplit || words.length < MIN_JOINED ? undefined : passage.kind === 'heading' ? 'heading' : 'several',
    message: isSplit
      ? `${whole} ${read} several words now: ${apart}`
      : `${apart} ${read} one word now: ${whole}`,
    original: passage.place,
    rebuilt: now.place,
  })
}

function changeOf(outcome: TextOutcome): 'few' | 'cut' | undefined {
  const { passage, now } = outcome
  const share = outcome.lost / outcome.weight
  const few = outcome.words.length <= MAX_FEW_WORDS || share <= MAX_FEW
  if (passage.length < MIN_SENTENCE || !passage.visible || (few && outcome.run < MIN_SENTENCE))
    return passage.visible && isMain(passage) && passage.code ? undefined : 'few'
  if (now && isCutShort(outcome, now)) return 'few'
  const isMuch = share > MAX_PART && countWords(outcome.words) >= MIN_SENTENCE
  return isMuch && isMain(passage) && !COPYRIGHT.test(passage.text) ? 'cut' : undefined
}

/** Whether other words stand in it for those that are gone: it was written anew, and not cut. */
function isReworded({ index, words, passage }: TextOutcome, comparison: Comparison): boolean {
  const place = counterpartOf(comparison.alignment, index)
  if (place === undefined) return false
  // An entry whose first words became a heading, as a question does, goes on below it.
  const isSplit = passage.kind !== 'heading' && comparison.rebuilt[place]!.kind === 'heading'
  const places = isSplit && comparison.rebuilt[place + 1] ? [place, place + 1] : [place]
  return sumOf(places, at => ownWords(at, comparison)) >= MIN_REWORDED * countWords(words)
}

/** Whether the rebuilt page shows an excerpt: its text breaks off with an ellipsis before the last words. */
function isCutShort({ passage, words }: TextOutcome, now: Passage): boolean {
  const last = passage.tokens.at(-1)
  return /\.\.\.$/.test(now.text) && !!last && words.at(-1) === passage.text.slice(last.start, last.end)
}

/** A text of which a word of negation alone is gone, or which has one more, says the opposite. */
function reversedFinding(
  { passage, index, weight, now }: TextOutcome,
  total: number,
  comparison: Comparison,
): Finding[] {
  if (!passage.visible || passage.volatile || passage.length < MIN_NEGATED || !isMain(passage)) return []
  const reversed = reversedBy(index, comparison)
  if (!reversed) return []
  return [
    rules.report('reversed', {
      place: keyOf(passage),
      extent: weight / total,
      message: `The ${nameOf(passage)} ${quote(passage.text)} says the opposite: ${quote(reversed.word)} is ${reversed.added ? 'new' : 'gone'}`,
      fix: `Let it read as before: ${quote(passage.text, 600)}`,
      original: passage.place,
      rebuilt: now?.place,
    }),
  ]
}

function hiddenFinding(
  { passage, now, weight }: TextOutcome,
  total: number,
  unreachable: boolean,
  isBlank: (text: Passage) => boolean,
): Finding {
  const isGrave = unreachable && isMain(passage) && passage.length >= MIN_SENTENCE
  const never = isGrave && now !== undefined && isBlank(now)
  const where = never
    ? 'never shown: its place stays empty'
    : now && !now.visible
      ? 'in an element that is hidden at first'
      : 'drawn only when a control is pressed'
  return rules.report('hidden', {
    key: `${rules.check}:unseen:${keyOf(passage)}`,
    as: never ? 'never-shown' : isGrave ? 'unreachable' : undefined,
    // One accordion folds many.
    cause: isGrave ? undefined : 'folded',
    extent: weight / total,
    message: `The ${nameOf(passage)} ${quote(passage.text, 120)} was visible and is now ${where}`,
    original: passage.place,
    rebuilt: now?.place,
  })
}

const hiddenFooterFinding = ({ passage, now, weight }: TextOutcome, total: number): Finding =>
  rules.report('hidden', {
    key: `${rules.check}:unseen:${keyOf(passage)}`,
    as: 'footer',
    cause: 'footer',
    extent: weight / total,
    message: `The footer is hidden, with the ${nameOf(passage)} ${quote(passage.text, 120)}`,
    original: passage.place,
    rebuilt: now?.place,
  })

/** Minor findings cost no more than their bound together, however many there are. */
function withMinorsCapped(findings: Finding[]): Finding[] {
  const sum = sumOf(findings, finding => (isMinor(finding) ? finding.penalty : 0))
  if (sum <= MAX_MINORS_PENALTY) return findings
  return findings.map(finding =>
    isMinor(finding) ? { ...finding, penalty: (finding.penalty * MAX_MINORS_PENALTY) / sum } : finding,
  )
}
