import type { Alignment } from '../../../lib/align/index.ts'
import { readingOf } from '../../../lib/number.ts'
import { samePhone } from '../../../lib/phone.ts'
import { isPlaceholderContact } from '../../../lib/placeholder-contact.ts'
import type { Passage } from '../../../matching/passages.ts'
import { targetsOf } from '../../../matching/texts.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { isNobodysMail, mayBeOneAddress } from '../find-facts/contact.ts'
import { mayBeOneDate } from '../find-facts/date.ts'
import { pairCardFacts } from './card-facts.ts'
import { anchorFacts } from './context-anchor.ts'
import { displacedFacts } from './displaced-facts.ts'
import { LOOSE_UNITS } from './loose-units.ts'
import { compareHours, hoursOnlyNow } from './opening-hours.ts'
import { coverOf, isEmptyBasket, type PlacedFact, placeFacts } from './placed-facts.ts'
import { otherRates, replacedWords } from './replaced-words.ts'
import { keptWhereItStood } from './surroundings.ts'

export interface FactComparison {
  original: PlacedFact[]
  /** Facts of the original that the rebuilt page does not state, or states otherwise; `isHours`: of the same days. */
  missing: { fact: PlacedFact; instead?: PlacedFact; isHours?: boolean }[]
  /** Visible facts of the original that the rebuilt page states only in hidden elements. */
  hidden: { fact: PlacedFact; now: PlacedFact }[]
  /** Visible telephone numbers and e-mail addresses that the original states nowhere, nor anything in their place. */
  added: PlacedFact[]
  /** Visible opening hours and prices of a page whose original states none at all. */
  invented: PlacedFact[]
  /** Where each fact that was found stands now. */
  partner: Map<PlacedFact, PlacedFact>
  /** The headings of the cards whose facts only they tell apart. */
  titles: Map<PlacedFact, string>
  /** For each original passage, 1 for each of its words that belongs to a fact. */
  cover: Uint8Array[]
  /** The same for the facts that the rebuilt page states as well. */
  stated: Uint8Array[]
}

/** By which somebody is written to or called. */
const CONTACT = /^(e-mail|phone)$/
/** Spellings that no value tells alike are compared one by one. */
const MAX_SPELLINGS = 500

/** Kinds of facts that may count up by themselves. */
const COUNTS = /^(number|quantity|percentage)$/

const statementOf = ({ kind, value }: PlacedFact) => `${kind} ${value}`
const labelledStatementOf = (fact: PlacedFact) => `${statementOf(fact)} ${fact.label}`
const placeOf = ({ fact: { passage, raw } }: { fact: PlacedFact }) => `${passage} ${raw}`
const isDialled = ({ kind, value }: PlacedFact) =>
  kind === 'phone' || (kind === 'number' && /^\d{7,}$/.test(value))
const isDate = ({ kind }: PlacedFact) => kind === 'date'
const isAddress = ({ kind }: PlacedFact) => kind === 'address'
/** Telephones, national and international, dates in digits whose order is open, and names cut to initials. */
const isSpelledFreely = (fact: PlacedFact) => isDialled(fact) || isDate(fact) || isAddress(fact)
function isSpelledLike(fact: PlacedFact, now: PlacedFact): boolean {
  if (isDate(fact)) return isDate(now) && mayBeOneDate(fact.value, now.value)
  if (isAddress(fact)) return isAddress(now) && mayBeOneAddress(fact.value, now.value)
  return isDialled(now) && samePhone(fact.value, now.value)
}
/** A pass that pairs with visible facts of the rebuilt page only. */
const inSight = <Key extends string | null>(
  original: (fact: PlacedFact) => Key,
  keyNow: (fact: PlacedFact) => Key = original,
) => ({ original, rebuilt: (fact: PlacedFact) => (fact.visible ? keyNow(fact) : null) })

/**
 * Pairs the facts of two pages, each once: first with the same label, then anywhere. Where one label has another value
 * now, the fact was changed, even if its old value stands behind another label. `lang` is the original's.
 */
export function compareFacts(
  original: Passage[],
  rebuilt: Passage[],
  alignment: Alignment,
  lang: string,
): FactComparison {
  const reading = readingOf(lang)
  const [before, after] = [placeFacts(original, reading), placeFacts(rebuilt, reading)]
  const [cover, coverNow] = [coverOf(original, before), coverOf(rebuilt, after)]
  const compared = before.filter(
    fact => !original[fact.passage]!.volatile && !isEmptyBasket(fact, original[fact.passage]!),
  )
  const visible = compared.filter(fact => fact.visible)
  const folded = compared.filter(fact => !fact.visible && original[fact.passage]!.folded)
  const shown = after.filter(fact => fact.visible)
  // Visible facts of the rebuilt page are taken before hidden ones.
  const free = new Set([...shown, ...after.filter(fact => !fact.visible)])
  const spellings = [isDialled, isDate, isAddress].flatMap(isOfKind =>
    [...free].filter(isOfKind).slice(0, MAX_SPELLINGS),
  )
  const partner = new Map<PlacedFact, PlacedFact>()
  const anchor = anchorFacts(original, cover, { passages: rebuilt, facts: after }, alignment)
  const cards = pairCardFacts({ passages: original, facts: visible }, { passages: rebuilt, facts: after })
  const changed = new Map([...cards.partner].filter(([fact, other]) => fact.value !== other.value))
  for (const [fact, other] of cards.partner) {
    if (changed.has(fact)) free.delete(other)
    else join(fact, other)
  }
  const open = visible.filter(fact => !cards.partner.has(fact))
  for (const fact of open) {
    const other = anchor.between(fact)
    if (other?.visible && other.value === fact.value && free.has(other)) join(fact, other)
  }
  pairInPasses(open, free, [inSight(labelledStatementOf), inSight(statementOf)], partner)
  // A telephone in sight, with its country, before a hidden one of the same digits.
  pairSpellings(open, other => other.visible)
  pairInPasses(
    open,
    free,
    [by(labelledStatementOf), by(statementOf), ...LOOSE_UNITS.map(keys => inSight(...keys))],
    partner,
  )
  pairSpellings(open)
  const displaced = displacedFacts(
    { facts: before, passages: original },
    { facts: after, passages: rebuilt },
    partner,
    alignment,
    anchor,
  )
  for (const fact of [...cards.partner.keys(), ...cards.gone]) displaced.delete(fact)
  const isWhereItStood = keptWhereItStood(
    { facts: before, passages: original },
    { facts: after, passages: rebuilt },
  )
  for (const [fact, instead] of displaced) if (isWhereItStood(fact, instead)) displaced.delete(fact)
  pairInPasses(
    folded,
    free,
    [
      by(labelledStatementOf),
      by(statementOf),
      ...LOOSE_UNITS.map(([original, rebuilt]) => ({ original, rebuilt })),
    ],
    partner,
  )
  pairSpellings(folded)
  // The value may be kept elsewhere on the page, and still be wrong in the panel.
  const rewritten = replacements(
    folded.filter(fact => !partner.has(fact)),
    after.filter(fact => free.has(fact)),
    alignment,
  )

  const stated = new Set(after.map(statementOf))
  const isStated = (fact: PlacedFact) =>
    stated.has(statementOf(fact)) ||
    (isSpelledFreely(fact) && spellings.some(other => isSpelledLike(fact, other)))
  const isKept = (fact: PlacedFact) =>
    !rewritten.has(fact) &&
    ((!fact.visible && isStated(fact)) || literallyKept(fact, original, rebuilt, alignment))
  const lost = compared.filter(fact => !partner.has(fact) && !changed.has(fact) && !isKept(fact))
  // What a displaced fact was paired with may stand in the place of another one.
  const released = new Set([...displaced.keys()].map(fact => partner.get(fact)!))
  const replaced = replacements(
    lost.filter(fact => !cards.gone.has(fact)),
    after.filter(fact => free.has(fact) || released.has(fact)),
    alignment,
  )
  // Whoever fills it in, and states his telephone beside it or those of all who work there, mends the page.
  const ofBefore = new Set(before.map(statementOf))
  const fresh = after.filter(fact => CONTACT.test(fact.kind) && !ofBefore.has(statementOf(fact)))
  const isFilledIn = (fact: PlacedFact) =>
    isPlaceholderContact(fact.value) &&
    [replaced.get(fact), ...fresh].some(
      now => now?.kind === fact.kind && now.visible && !isPlaceholderContact(now.value),
    )
  const isNobodys = (fact: PlacedFact) =>
    (fact.kind === 'e-mail' && isNobodysMail(fact.value)) || (CONTACT.test(fact.kind) && isFilledIn(fact))
  // A counter that was captured at another count.
  const isCounting = (fact: PlacedFact) => {
    const now = replaced.get(fact)
    return COUNTS.test(fact.kind) && now !== undefined && rebuilt[now.passage]!.volatile
  }
  const changedWords = replacedWords(
    { passages: original, cover },
    { passages: rebuilt, cover: coverNow },
    alignment,
    reading,
  )
  const hours = compareHours({ passages: original, facts: before }, { passages: rebuilt, facts: after })
  // A range of days that is written out names others, and says the same.
  const words = changedWords.filter(({ fact }) => !(hours.isSameWeek && fact.kind === 'weekday'))
  const areTold = new Set(words.map(placeOf))
  const rates = otherRates({ passages: original, facts: before }, { passages: rebuilt, facts: after })
  const slips = [...words, ...rates.filter(one => !areTold.has(placeOf(one)))]
  const order = new Map(before.map((fact, index) => [fact, index]))
  const missing: FactComparison['missing'] = [
    ...[...displaced, ...changed].flatMap(([fact, instead]) => (isNobodys(fact) ? [] : { fact, instead })),
    ...lost
      .filter(fact => !isCounting(fact) && !isNobodys(fact))
      .filter(fact => hours.now(fact) || !replaced.has(fact) || !isWhereItStood(fact, replaced.get(fact)))
      .map(fact => {
        const now = hours.now(fact)
        return { fact, instead: now ?? replaced.get(fact), isHours: now !== undefined }
      }),
  ]
    .sort((a, b) => order.get(a.fact)! - order.get(b.fact)!)
    .concat(slips, hours.opened)
  const told = new Set(missing.map(placeOf))
  const shifted = hours.shifted.filter(
    (each, at, all) =>
      !told.has(placeOf(each)) && all.findIndex(other => placeOf(other) === placeOf(each)) === at,
  )
  missing.push(...shifted)
  for (const row of hours.gone) {
    const known = missing.find(({ fact }) => row.includes(fact))
    if (!known) missing.push({ fact: row[0]!, isHours: true })
    // Another hour of the same day is told as that.
    else if (!known.instead) known.isHours = true
  }
  const gone = new Set(missing.map(({ fact }) => fact))
  const kept = before.filter(fact => !gone.has(fact))
  // A copy of what is still shown behind the same words may be hidden; who is reached in one place is reached.
  const labelled = new Set(shown.map(labelledStatementOf))
  const inView = new Set(shown.map(statementOf))
  const isReached = (fact: PlacedFact) =>
    /^(phone|e-mail|address)$/.test(fact.kind) && inView.has(statementOf(fact))
  const hidden = kept.flatMap(fact => {
    const now = partner.get(fact)
    const isHidden = fact.visible && now && !now.visible
    return isHidden && !labelled.has(labelledStatementOf(fact)) && !isReached(fact) ? [{ fact, now }] : []
  })
  const known = new Set([
    ...before.map(statementOf),
    ...missing.flatMap(({ instead }) => (instead ? statementOf(instead) : [])),
  ])
  const dialled = before.filter(isDialled).slice(0, MAX_SPELLINGS)
  const areFilledIn = before.some(isNobodys)
  const added = shown.filter(
    fact =>
      /^(e-mail|phone)$/.test(fact.kind) &&
      !areFilledIn &&
      !known.has(statementOf(fact)) &&
      !rebuilt[fact.passage]!.volatile &&
      !dialled.some(other => samePhone(other.value, fact.value)) &&
      hasOwnWords(fact, rebuilt, alignment),
  )
  const hasPrices = before.some(({ kind }) => kind === 'price')
  const invented = [
    ...(hasPrices ? [] : shown.filter(({ kind }) => kind === 'price')),
    ...hoursOnlyNow({ passages: original, facts: before }, { passages: rebuilt, facts: after }),
  ].filter(fact => !rebuilt[fact.passage]!.volatile && hasOwnDigits(fact, rebuilt, alignment))
  const all = [
    ...before,
    ...[...slips, ...hours.opened, ...shifted].flatMap(({ fact }) => (order.has(fact) ? [] : fact)),
  ]
  return {
    original: all,
    missing,
    hidden,
    added,
    invented,
    partner,
    titles: cards.titles,
    cover: all.length > before.length ? coverOf(original, all) : cover,
    stated: coverOf(original, kept),
  }

  function join(fact: PlacedFact, other: PlacedFact) {
    partner.set(fact, other)
    free.delete(other)
  }

  function pairSpellings(facts: PlacedFact[], isWanted = (_: PlacedFact) => true) {
    const open = facts.filter(fact => !partner.has(fact) && isSpelledFreely(fact))
    for (const fact of open.slice(0, 2 * MAX_SPELLINGS)) {
      const others = spellings.filter(
        other => free.has(other) && isWanted(other) && isSpelledLike(fact, other),
      )
      const other = others.find(({ label }) => label === fact.label) ?? others[0]
      if (other) join(fact, other)
    }
  }
}

/** Whether some of its words are not the original's: one that was cut into elements otherwise is no other one. */
const hasOwnWords = (
  { parts }: PlacedFact,
  passages: Passage[],
  { explained, targetStart }: Alignment,
  wanted = /(?:)/,
) =>
  parts.some(({ passage, start, end }) =>
    passages[passage]!.tokens.some(
      ({ word, ...token }, at) =>
        token.start < end && token.end > start && wanted.test(word) && !explained[targetStart[passage]! + at],
    ),
  )
/** The same of its digits: a sign that a number has now makes no other number of it. */
const hasOwnDigits = (fact: PlacedFact, passages: Passage[], alignment: Alignment) =>
  hasOwnWords(fact, passages, alignment, /^\d/)

/** The words of a label that name something: no figures, and no units of them. */
const nameOfRow = ({ kind, label }: PlacedFact) =>
  [kind, ...label.split(' ').filter(word => /^\p{L}{3}/u.test(word))].join(' ')
const isNamed = (name: string) => name.includes(' ')

/** What stands in the place of a lost fact: one of its kind in the same text, or behind the same label. */
function replacements(
  lost: PlacedFact[],
  others: PlacedFact[],
  alignment: Alignment,
): Map<PlacedFact, PlacedFact> {
  const found = new Map<PlacedFact, PlacedFact>()
  const taken = new Set<PlacedFact>()
  const byPassage = Map.groupBy(others, fact => `${fact.kind} ${fact.passage}`)
  const byLabel = Map.groupBy(others, fact => `${fact.kind} ${fact.label}`)
  const [ofLost, ofOthers] = [lost, others].map(facts => Map.groupBy(facts, nameOfRow)) as [
    Map<string, PlacedFact[]>,
    Map<string, PlacedFact[]>,
  ]
  /** Of the same name, of which either page has one: the row of a list whose name says how long it takes now. */
  const inRow = (fact: PlacedFact): PlacedFact[] => {
    const name = nameOfRow(fact)
    const [own, now = []] = [ofLost.get(name)!, ofOthers.get(name)]
    return isNamed(name) && own.length === 1 && now.length === 1 ? now : []
  }
  for (const fact of lost) {
    const passages = new Set(targetsOf(alignment, fact.passage))
    const candidates = [
      ...[...passages].flatMap(passage => byPassage.get(`${fact.kind} ${passage}`) ?? []),
      ...(fact.label ? (byLabel.get(`${fact.kind} ${fact.label}`) ?? []) : []),
      ...inRow(fact),
    ].filter(other => !taken.has(other))
    const instead = candidates.find(other => other.label === fact.label) ?? candidates[0]
    if (!instead) continue
    found.set(fact, instead)
    taken.add(instead)
  }
  return found
}

/** Passages that the words of one fact may stand apart: a sign may have an element of its own. */
const MAX_PASSAGES_APART = 6

/**
 * Whether the very characters of a fact stand where its words were found, although it reads as another fact there or
 * as none: elements that were split or merged differently hide numbers from one reader and not from the other.
 */
function literallyKept(
  fact: PlacedFact,
  original: Passage[],
  rebuilt: Passage[],
  { match, sourceStart, targetBlock }: Alignment,
): boolean {
  const places = fact.parts.flatMap(({ passage, start, end }) =>
    original[passage]!.tokens.flatMap((token, index) =>
      token.start < end && token.end > start ? match[sourceStart[passage]! + index]! : [],
    ),
  )
  if (!places.length || places.some(place => place < 0)) return false
  const passages = places.map(place => targetBlock[place]!)
  const [first, last] = [Math.min(...passages), Math.max(...passages)]
  if (last - first > MAX_PASSAGES_APART) return false
  const text = rebuilt
    .slice(Math.max(0, first - 1), last + 2)
    .map(passage => passage.text)
    .join(' ')
    .toLowerCase()
  const letters = [...fact.raw.toLowerCase().replace(/ /g, '')].map(letter =>
    letter.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`),
  )
  return new RegExp(String.raw`(?<!\d[.,]?)${letters.join(' ?')}(?![.,]?\d)`, 'u').test(text)
}
