import { sumOf } from '../../../lib/count.ts'
import { normalise, words } from '../../../lib/text.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import { type Finding, isMinor } from '../../core/finding.ts'
import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import {
  type Comparison,
  type ContentPair,
  type ContentSide,
  compare,
  keyOf,
  type Needed,
  nameOf,
  quote,
} from '../comparison/index.ts'
import { factPenalty } from '../grading.ts'
import { blankPlaces, isLostForCertain, unreachableTexts } from '../outcomes/hidden.ts'
import { type LostUnit, lostUnits, MIN_SENTENCE, outcomesOf, type TextOutcome } from '../outcomes/index.ts'
import { losesNegation, reversedBy } from './negation.ts'
import {
  HIDDEN_WEIGHT,
  lossExtent,
  MAX_FEW,
  MAX_FEW_WORDS,
  MAX_HIDDEN,
  MAX_LOST,
  MAX_MINORS_PENALTY,
  MAX_PART,
  MIN_ITEM,
  MIN_NEGATED,
  MIN_PAGE_WORDS,
  rules,
} from './rules.ts'

/** The text of the original is present on the rebuilt page, block by block. */
export const text: Check<Needed> = {
  id: 'content/text',
  title: 'Text is kept',
  weight: 40,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    const outcomes = outcomesOf(comparison)
    const total = sumOf(outcomes, outcome => outcome.weight * shareOf(outcome))
    if (total === 0) return notApplicable('the original shows no text')
    const unreachable = unreachableTexts(pair, outcomes)
    const keptAsName = keptAsNameBy(pair.rebuilt)
    const isBlank = blankPlaces(pair)
    const isCertain = isLostForCertain(outcomes)
    const findings = [
      ...pageFindings(outcomes, comparison, pair, unreachable),
      ...lostUnits(outcomes).map(unit =>
        lostFinding(unit, total, comparison, isCertain(unit), keptAsName(unit)),
      ),
      ...outcomes.flatMap(outcome => changedFinding(outcome, total)),
      ...outcomes.flatMap(outcome => reversedFinding(outcome, total, comparison)),
      ...lostVolatile(outcomes, comparison, total),
      // A text of nothing but facts is charged by content/facts.
      ...outcomes
        .filter(outcome => outcome.state === 'hidden' && !outcome.bare)
        .map(outcome => hiddenFinding(outcome, total, unreachable.has(outcome), isBlank)),
    ]
    if (comparison.cut && findings.length)
      return inconclusive('the new page has more text than can be read, so none can be said to be missing')
    return withMinorsCapped(findings)
  },
}

const shareOf = ({ passage }: TextOutcome) => (passage.visible ? 1 : HIDDEN_WEIGHT)

/** What concerns the page as a whole: most of its text gone, or hidden with nothing that would open it. */
function pageFindings(
  outcomes: TextOutcome[],
  { rebuilt }: Comparison,
  pair: ContentPair,
  unreachable: Set<TextOutcome>,
): Finding[] {
  const visible = outcomes.filter(outcome => outcome.passage.visible)
  const total = sumOf(visible, outcome => outcome.weight)
  const blank = !rebuilt.some(passage => passage.visible)
  if (sumOf(visible, ({ passage }) => passage.length) < MIN_PAGE_WORDS && !blank) return []
  const lost = sumOf(visible, outcome => outcome.lost) / total
  const isHidden = (outcome: TextOutcome) => (blank ? outcome.state === 'hidden' : unreachable.has(outcome))
  const hidden = sumOf(visible.filter(isHidden), outcome => outcome.weight) / total
  // A carousel that stands at another slide shows as much as it hides.
  const revealed = sumOf(outcomes, outcome => (outcome.passage.visible ? 0 : outcome.shown)) / total
  const place = { url: pair.rebuilt.document.url }
  const found: Finding[] = []
  if (lost > MAX_LOST)
    found.push(
      rules.report('most-lost', {
        key: `${rules.check}:most`,
        message: `${percent(lost)} of the original's text is missing`,
        rebuilt: place,
      }),
    )
  if (lost + hidden - revealed > MAX_LOST && hidden - revealed > MAX_HIDDEN)
    found.push(
      rules.report('most-hidden', {
        key: `${rules.check}:unseen`,
        extent: hidden,
        message: `${percent(hidden)} of the original's text is on the new page but out of sight, with no control that would open it`,
        rebuilt: place,
      }),
    )
  return found
}

const percent = (share: number) => `${Math.round(share * 100)} %`

/** `certain`: no control may still render it. `keptAs`: how it is kept otherwise, in words. */
function lostFinding(
  unit: LostUnit,
  total: number,
  { facts }: Comparison,
  certain: boolean,
  keptAs: string | undefined,
): Finding {
  const { kind, outcomes } = unit
  const { passage } = outcomes[0]!
  const length = sumOf(outcomes, outcome => outcome.passage.length)
  const members = new Set(outcomes.map(outcome => outcome.index))
  const gone = facts.missing.filter(({ fact }) => members.has(fact.passage))
  const withFacts = gone.some(({ fact }) => fact.visible)
  const share = sumOf(outcomes, outcome => outcome.lost * shareOf(outcome)) / total
  const whole = outcomes.map(outcome => outcome.passage.text).join(kind === 'row' ? ' | ' : ' / ')
  const names = {
    row: `The table row ${quote(whole, 120)}`,
    section: `The section ${quote(passage.text)} (${outcomes.length} texts, ${length} words)`,
    text: `The ${nameOf(passage.kind)} ${quote(passage.text, 120)}`,
  }
  const hidden = passage.visible ? '' : '; it stood in an element that is hidden at first'
  return rules.report('lost', {
    place: keyOf(passage),
    as: keptAs ? 'kept-as-name' : lossOf(unit, length, withFacts, certain),
    extent: lossExtent(share, gone.length * factPenalty(facts)),
    message: `${names[kind]} is missing${hidden}${keptAs ? ` as text; ${keptAs}` : ''}`,
    fix: `Put it back: ${quote(whole, 600)}`,
    original: passage.place,
  })
}

function lossOf({ kind, outcomes }: LostUnit, length: number, withFacts: boolean, certain: boolean) {
  const { passage } = outcomes[0]!
  // The number of a step or of a page, and other marks.
  if (!withFacts && outcomes.every(outcome => !/\p{L}/u.test(outcome.passage.text))) return 'symbols'
  const main = outcomes.some(outcome => isMain(outcome.passage))
  const isLong = length >= MIN_SENTENCE
  if (certain && main) return undefined
  if (!passage.visible) return (main && isLong) || withFacts ? 'hidden' : 'hidden-label'
  if (withFacts || (main && (kind === 'section' || isLong))) return undefined
  const isItem = kind === 'row' || passage.kind === 'list-item'
  if (main) return isItem && length >= MIN_ITEM ? undefined : 'label'
  return passage.landmark === 'navigation' || kind === 'section' || isLong ? 'aside' : 'aside-label'
}

/** CSS px of the narrowest letters that are set: a button as wide as its name shows it, as `<input value>` does. */
const MIN_LETTER_WIDTH = 5

/**
 * Says of a lost text how it is kept otherwise: as the alternative text of a picture that shows it, or, of a label, as
 * the name of a control that opens something, such as a menu's icon; undefined where it is not. Any other control has to
 * be as wide as its name.
 */
function keptAsNameBy({ images, layouts }: ContentSide) {
  let alternatives: string[] | undefined
  let names: Set<string> | undefined

  return ({ outcomes }: LostUnit): string | undefined => {
    const lost = normalise(outcomes.map(({ passage }) => passage.text).join(' '))
    if (lost.length < 3) return undefined
    alternatives ??= images.flatMap(({ alt, state }) => (state === 'visible' && alt ? [normalise(alt)] : []))
    if (alternatives.some(alternative => alternative.includes(lost)))
      return 'a picture has it as its alternative text'
    names ??= new Set(
      layouts
        .flatMap(({ controls }) => controls)
        .filter(({ name, role, opens, state, box }) => {
          const isShown = role === 'button' && box.width >= MIN_LETTER_WIDTH * name.length
          return (opens || isShown) && state === 'visible' && name
        })
        .map(({ name }) => words(name).join(' ')),
    )
    const isLabel = outcomes.length === 1 && /^(button|link)$/.test(outcomes[0]!.passage.kind)
    return isLabel && names.has(words(lost).join(' ')) ? 'a control has it as its name' : undefined
  }
}

function changedFinding(outcome: TextOutcome, total: number): Finding[] {
  if (outcome.state !== 'changed') return []
  const { passage } = outcome
  return [
    rules.report('changed', {
      place: keyOf(passage),
      as: changeOf(outcome),
      extent: (outcome.lost * shareOf(outcome)) / total,
      message: `Words of the ${nameOf(passage.kind)} ${quote(passage.text)} are missing: ${quote(outcome.words.join(' '), 160)}`,
      fix: `Let it read as before: ${quote(passage.text, 600)}`,
      original: passage.place,
      rebuilt: outcome.now?.place,
    }),
  ]
}

function changeOf(outcome: TextOutcome) {
  const { passage } = outcome
  const share = outcome.lost / outcome.weight
  const few = outcome.words.length <= MAX_FEW_WORDS || share <= MAX_FEW
  if (passage.length < MIN_SENTENCE || !passage.visible || (few && outcome.run < MIN_SENTENCE))
    return passage.visible && isMain(passage) && losesNegation(outcome) ? 'negation' : 'few'
  return !isMain(passage) || share <= MAX_PART ? 'part' : undefined
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
      message: `The ${nameOf(passage.kind)} ${quote(passage.text)} says the opposite: ${quote(reversed.word)} is ${reversed.added ? 'new' : 'gone'}`,
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
  return rules.report('hidden', {
    key: `${rules.check}:unseen:${keyOf(passage)}`,
    as: never ? 'never-shown' : isGrave ? 'unreachable' : undefined,
    extent: weight / total,
    message: `The ${nameOf(passage.kind)} ${quote(passage.text, 120)} was visible and is now ${never ? 'never shown: its place stays empty' : 'in an element that is hidden at first'}`,
    original: passage.place,
    rebuilt: now?.place,
  })
}

/** Minor findings cost no more than their bound together, however many there are. */
function withMinorsCapped(findings: Finding[]): Finding[] {
  const sum = sumOf(findings, finding => (isMinor(finding) ? finding.penalty : 0))
  if (sum <= MAX_MINORS_PENALTY) return findings
  return findings.map(finding =>
    isMinor(finding) ? { ...finding, penalty: (finding.penalty * MAX_MINORS_PENALTY) / sum } : finding,
  )
}

/** Share of the words of a volatile text, numbers apart, from which it is known to be there. */
const MIN_FOUND = 0.3
/** Texts to either side in which a neighbour is looked for that both pages have. */
const NEIGHBOUR_WINDOW = 8
/** Texts that the neighbours may be apart on the rebuilt page, for what stands between them to be known. */
const MAX_APART = 20
/** Texts around its neighbours among which it may stand. */
const PLACE_WINDOW = 3

/**
 * Texts that read otherwise on each load and have nothing in their place now. Their words are not compared: any words
 * that the original does not have will do, between or in the texts that stood around them.
 */
function lostVolatile(outcomes: TextOutcome[], comparison: Comparison, total: number): Finding[] {
  return outcomes.flatMap(({ passage, index, weight }): Finding[] => {
    if (!passage.volatile || !passage.visible || !passage.tokens.length) return []
    const around = neighboursOf(outcomes, comparison, index)
    if (!around || isFound(comparison, index) || hasNewWords(comparison, around.places)) return []
    return [
      rules.report('volatile', {
        place: around.name,
        as: isMain(passage) && passage.length >= MIN_SENTENCE ? undefined : 'label',
        extent: weight / total,
        message: `The ${passage.kind} ${quote(passage.text, 120)}, which reads otherwise on each visit, has nothing in its place`,
        fix: `Put something of its kind behind ${quote(around.name)}`,
        original: passage.place,
      }),
    ]
  })
}

function isFound({ original, alignment }: Comparison, index: number): boolean {
  const own = original[index]!.tokens.flatMap(({ word }, offset) =>
    /^\p{N}/u.test(word) ? [] : [alignment.match[alignment.sourceStart[index]! + offset]! >= 0],
  )
  return own.length > 0 && own.filter(Boolean).length >= MIN_FOUND * own.length
}

/** The nearest texts before and after that the rebuilt page has as well, and what of it stands around these. */
function neighboursOf(outcomes: TextOutcome[], { original, rebuilt, alignment }: Comparison, index: number) {
  const found: number[] = []
  let name = ''
  for (const step of [-1, 1]) {
    for (
      let at = index + step;
      at >= 0 && at < outcomes.length && Math.abs(at - index) <= NEIGHBOUR_WINDOW;
      at += step
    ) {
      const passage = original[at]!
      if (passage.volatile || !passage.visible || outcomes[at]!.state !== 'kept') continue
      const counterpart = counterpartOf(alignment, at)
      if (counterpart === undefined) continue
      found.push(counterpart)
      name ||= keyOf(passage)
      break
    }
  }
  // When its neighbours stand far apart now, its place is not known.
  if (found.length < 2 || Math.abs(found[0]! - found[1]!) > MAX_APART) return null
  const [from, to] = [Math.min(...found) - PLACE_WINDOW, Math.max(...found) + PLACE_WINDOW]
  return { name, places: [...rebuilt.keys()].slice(Math.max(0, from), to + 1) }
}

function hasNewWords({ rebuilt, alignment }: Comparison, places: number[]): boolean {
  return places.some(
    at =>
      rebuilt[at]!.volatile ||
      alignment.explained
        .subarray(alignment.targetStart[at]!, alignment.targetStart[at + 1]!)
        .some(explained => !explained),
  )
}
