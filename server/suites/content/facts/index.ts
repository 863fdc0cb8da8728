import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { linkedPages } from '../../core/linked-pages.ts'
import { isEdited } from '../../core/made-anew.ts'
import { hasPartsAsPages } from '../../core/parts-as-pages.ts'
import { quote } from '../../core/quote.ts'
import { type Check, inconclusive, notApplicable } from '../../core/suite.ts'
import { sharedSteps } from '../comparison/card-facts.ts'
import { type Comparison, compare, keyOf, type Needed } from '../comparison/index.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'
import { factShare, isVital } from '../grading.ts'
import { blankPlaces, panelsRendered, reachableFacts } from '../outcomes/hidden.ts'
import { lostUnits, outcomesOf } from '../outcomes/index.ts'
import { opensOnPress } from '../outcomes/pressed.ts'
import { changedCode } from '../text/code.ts'
import { otherwiseKeptBy } from '../text/otherwise-kept.ts'
import { losesMost } from '../text/page.ts'
import { claimsOf } from './claims.ts'
import { emptyRows } from './empty-rows.ts'
import { idleFacts } from './idle.ts'
import { contactsBehind, linkedFacts } from './linked.ts'
import { rules } from './rules.ts'

/** Prices, quantities, telephones, dates and their like are stated as before, each as often. */
export const facts: Check<Needed> = {
  id: 'content/facts',
  title: 'Prices, numbers, dates and contact details are kept',
  weight: 20,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    const { original, rebuilt, cut } = comparison
    // What the original says one step away is no news.
    const [pagesBefore, pagesNow] = [linkedPages(pair.original), linkedPages(pair.rebuilt)]
    const isNews = ({ passage }: { passage: number }) => !pagesBefore.say(rebuilt[passage]!.text, 'whole')
    const added = comparison.facts.added.filter(fact => isNews(fact) && !pagesBefore.state(fact))
    const invented = comparison.facts.invented.filter(isNews)
    const claims = claimsOf(pair, comparison).filter(isNews)
    if (!comparison.facts.original.length && !added.length && !invented.length && !claims.length)
      return notApplicable('the original states no facts')
    const outcomes = outcomesOf(comparison)
    // Facts that went with a lost text are charged there. Where most of the page is lost, nobody would read of a price or a number.
    const elsewhere = new Set(lostUnits(outcomes).flatMap(unit => unit.outcomes.map(({ index }) => index)))
    const areAllTold = !losesMost(comparison, pair)
    const stated = new Set([...comparison.facts.partner.keys()].map(({ value }) => value))
    const isWanted = ({ kind, visible, value }: PlacedFact) =>
      visible && /^(phone|e-mail|price)$/.test(kind) && !stated.has(value)
    const isTold = (fact: PlacedFact) => elsewhere.has(fact.passage) && (areAllTold || !isWanted(fact))
    // What was hidden may stand on a page of its own now.
    const isElsewhere = hasPartsAsPages(pair.original, pair.rebuilt)
    const isIdle = idleFacts(comparison)
    const isLinked = linkedFacts(pair)
    const wasLinked = contactsBehind(pair.original.links)
    // A way to call or to write was a press away.
    const isOneStepAway = (fact: PlacedFact) =>
      !wasLinked(fact) && (pagesNow.state(fact) || pagesNow.say(original[fact.passage]!.text, 'whole'))
    const ofEmptyRow = emptyRows(comparison, outcomes)
    const { titles } = comparison.facts
    const titled = (fact: PlacedFact) => described(fact, original, titles.get(fact))
    // The same value on each of several cards is as many facts.
    const keyOfFact = (fact: PlacedFact) =>
      ['content/fact', fact.kind, fact.value, ...(titles.has(fact) ? [titles.get(fact)] : [])]
        .join(':')
        .slice(0, 200)
    const isOtherwiseKept = otherwiseKeptBy(pair, outcomes)
    const isToldOfCode = ({ kind, passage }: PlacedFact) =>
      !isVital(kind) &&
      changedCode(comparison).get(passage)?.how === 'words' &&
      isOtherwiseKept([outcomes[passage]!])
    const isSlip = ({ fact, instead }: Missing) =>
      instead !== undefined &&
      [isYear, isRating].some(is => is(fact) && is(instead)) &&
      isSameButForNumbers(original[fact.passage]!, rebuilt[instead.passage]!) &&
      isOtherwiseKept([outcomes[fact.passage]!])
    const missing = comparison.facts.missing.filter(
      // Of days that have other hours now, or lost theirs, the hours are what visitors are told wrongly, whatever words went with them.
      ({ fact, isHours }) =>
        (isHours || !isTold(fact)) && !isIdle(fact) && !(isElsewhere && !fact.visible) && !isToldOfCode(fact),
    )
    if (cut && missing.length)
      return inconclusive('the new page has more text than can be read, so no fact can be said to be missing')
    const extent = factShare(comparison.facts)
    const isRendered = panelsRendered(outcomes)
    const values = new Set(
      [...comparison.facts.partner.values()].flatMap(({ visible, value }) => (visible ? value : [])),
    )
    const isStillStated = ({ value }: PlacedFact) => values.has(value)
    const isStillSaid = (fact: PlacedFact) =>
      [...comparison.facts.partner.values()].some(
        other =>
          other.visible &&
          other.value === fact.value &&
          wordBehind(other, rebuilt) === wordBehind(fact, original),
      )
    // One value in the place of several has one cause, such as a list whose entries all say the same.
    const said = ({ kind, value }: PlacedFact) => `became ${kind} ${value}`
    const times = countEach(missing.flatMap(({ instead }) => (instead ? said(instead) : [])))
    // Both ends of a range stand in one place, and what stands there now is told once.
    const placeOf = ({ fact, instead }: (typeof missing)[number]) =>
      [fact.passage, fact.parts[0]!.start, instead ? instead.raw : isStillStated(fact)].join(' ')
    const places = [...Map.groupBy(missing, placeOf).values()].map(([first]) => first!)
    const exchanged = exchangesOf(places)
    const seconds = new Set(exchanged.values())
    const isRevised = places.filter(({ fact }) => fact.kind === 'price').length >= MIN_REVISED
    // Who edits a page may mean other values; one price alone, in an otherwise equal text, slipped.
    const isLone = places.filter(({ fact, instead }) => fact.kind === 'price' && instead).length === 1
    const isMeant = ({ kind, passage }: PlacedFact) =>
      isEdited(pair) &&
      !(kind === 'price' && isLone && outcomes[passage]!.state === 'kept' && !outcomes[passage]!.bare)
    const isWrong = (place: Missing) => {
      const { fact, isHours } = place
      if (isSlip(place) || isHours || (isVital(fact.kind) && fact.kind !== 'price')) return true
      return !isMeant(fact) && (fact.kind === 'price' || !original[fact.passage]!.code)
    }
    const told = places.filter(place => !seconds.has(place))
    const lost = told.map(place => {
      const { fact, instead, isHours } = place
      const other = exchanged.get(place)?.fact
      const passage = original[fact.passage]!
      // A panel may be rendered when it is opened; one that is there and states something else is wrong.
      const isLost =
        fact.visible || (passage.folded && (instead !== undefined || isRendered(fact.passage, fact.passage)))
      const isCount = isBare(fact) && !isSlip(place)
      // “60+ countries” in another line than before.
      const isSaidElsewhere = fact.value.endsWith(' +') && isStillSaid(fact)
      const isGrave = isLost && !isCount && !isFax(fact, passage) && !isSaidElsewhere
      // Who is called by another number that came is not reached as before.
      const isBehindLink = !instead && isLinked(fact) && added.every(({ kind }) => kind !== fact.kind)
      const found = {
        key: keyOfFact(fact),
        cause:
          (ofEmptyRow.has(fact) && 'row') ||
          (isLost && isCount && 'bare') ||
          (isBehindLink && 'linked') ||
          (isHours && 'hours') ||
          (isRevised && fact.kind === 'price' && 'prices') ||
          (instead &&
            (currencyChange(fact, instead) ?? (times.get(said(instead))! > 1 ? said(instead) : undefined))) ||
          // What a script shows one of at a time, such as the prices of a slider, it may compute now.
          (!isLost
            ? 'hidden'
            : elsewhere.has(fact.passage)
              ? 'with most of the text'
              : `in ${keyOf(passage)}`),
        extent: other ? 2 * extent : extent,
        fix: `State ${fact.raw} ${instead ? 'there' : 'again'}${around(fact, passage)}`,
        original: passage.place,
        rebuilt: instead && rebuilt[instead.passage]!.place,
      }
      if (instead)
        return rules.report('changed', {
          as: isGrave && (other || isWrong(place)) ? 'wrong' : undefined,
          message: other
            ? `${titled(fact)} and ${titled(other).replace(/^The/, 'the')} changed places`
            : `${titled(fact)} became ${quote(instead.raw)}`,
          ...found,
        })
      const isUnitLost = hasNumberAlone(fact, comparison)
      const isAgain = isStillStated(fact) && /^(number|code|phone|e-mail)$/.test(fact.kind)
      return rules.report('missing', {
        as:
          isLost && (isUnitLost || isAgain || isBehindLink)
            ? 'slight'
            : ofEmptyRow.has(fact)
              ? 'row'
              : isGrave && (isHours || isVital(fact.kind)) && !isOneStepAway(fact)
                ? 'missed'
                : undefined,
        message: `${titled(fact)} ${isUnitLost ? 'lost its unit' : isBehindLink ? 'is not shown any more, and a link leads to it' : 'is missing'}`,
        ...found,
      })
    })
    let mayBeOpened = reachableFacts(pair, outcomes)
    const isOpened = opensOnPress(pair, rebuilt, blankPlaces(pair.rebuilt))
    const hidden = comparison.facts.hidden
      .filter(({ fact }) => !elsewhere.has(fact.passage))
      .map(({ fact, now }) => {
        const isReachable = isOpened(original[fact.passage]!, rebuilt[now.passage]!) || mayBeOpened-- > 0
        return rules.report('hidden', {
          key: `content/fact:unseen:${fact.kind}:${fact.value}`.slice(0, 200),
          as: isReachable ? 'reachable' : undefined,
          // What one panel, or one script that never came, hides was hidden together.
          cause: isReachable ? 'reachable' : 'out of sight',
          extent,
          message: `${described(fact, original)} is out of sight now`,
          fix: `Show ${fact.raw}, or see that a visible control opens it`,
          original: original[fact.passage]!.place,
          rebuilt: rebuilt[now.passage]!.place,
        })
      })
    const contacts = added.map(fact =>
      rules.report('added', {
        place: `${fact.kind}:${fact.value}`.slice(0, 200),
        message: `The page states the ${fact.kind} ${quote(fact.raw)}, which the original does not`,
        rebuilt: rebuilt[fact.passage]!.place,
      }),
    )
    // Where the original states none, whoever made up one of them made up all.
    const firsts = [...Map.groupBy(invented, ({ kind }) => kind).values()].map(([fact]) => fact!)
    const madeUp = firsts.map(fact =>
      rules.report('invented', {
        place: fact.kind,
        message: `${described(fact, rebuilt)} is new, and the original states no ${fact.kind === 'time' ? 'opening hours' : 'prices'} at all`,
        rebuilt: rebuilt[fact.passage]!.place,
      }),
    )
    const claimed = claims.map(({ what, raw, line, passage }) =>
      rules.report('claimed', {
        place: `${what}:${normalise(raw)}`.slice(0, 200),
        cause: 'claimed',
        extent: 1 / claims.length,
        message: `The ${what} ${quote(raw)}${line.length > raw.length ? ` in ${quote(line)}` : ''} is said by the new page only`,
        rebuilt: rebuilt[passage]!.place,
      }),
    )
    return [...lost, ...hidden, ...contacts, ...madeUp, ...claimed]
  },
}

/** What is counted: the word behind the number. */
const wordBehind = ({ passage, parts }: PlacedFact, passages: readonly Passage[]) =>
  passages[passage]!.tokens.find(({ start }) => start >= parts.at(-1)!.end)?.word

type Missing = Comparison['facts']['missing'][number]

/** Facts of which each has the value of the other one now: they changed places, which is told of the first. */
function exchangesOf(missing: readonly Missing[]): Map<Missing, Missing> {
  const found = new Map<Missing, Missing>()
  const open = new Map<string, Missing[]>()
  for (const each of missing) {
    const { fact, instead } = each
    if (!instead) continue
    const nameOf = (from: string, to: string) => `${fact.kind} ${from} | ${to}`
    const first = open.get(nameOf(instead.value, fact.value))?.shift()
    if (first) found.set(first, each)
    else
      open.set(nameOf(fact.value, instead.value), [
        ...(open.get(nameOf(fact.value, instead.value)) ?? []),
        each,
      ])
  }
  return found
}

const isFax = ({ kind, label, parts }: PlacedFact, { text }: Passage): boolean =>
  kind === 'phone' &&
  (/(?:^| )(?:tele)?fax$/.test(label) || /^ ?[[(](?:tele)?fax[\])]/i.test(text.slice(parts[0]!.end)))

/** Whether the digits of a price or a quantity are where they were, in view, and only its sign is gone. */
function hasNumberAlone({ kind, parts }: PlacedFact, { original, rebuilt, alignment }: Comparison): boolean {
  if (!/^(price|percentage|quantity)$/.test(kind)) return false
  const digits = parts.flatMap(({ passage, start, end }) =>
    original[passage]!.tokens.flatMap((token, at) =>
      token.start < end && token.end > start && /^\d/.test(token.word)
        ? alignment.match[alignment.sourceStart[passage]! + at]!
        : [],
    ),
  )
  return digits.length > 0 && digits.every(at => at >= 0 && rebuilt[alignment.targetBlock[at]!]!.visible)
}

/** What prices have in common whose currency became another one. */
function currencyChange(fact: PlacedFact, now: PlacedFact): string | undefined {
  const currencyOf = ({ value }: PlacedFact) => value.split(' ').at(-1)!
  const [before, after] = [currencyOf(fact), currencyOf(now)]
  return fact.kind === 'price' && before !== after ? `${before} ${after}` : undefined
}

/** What may count releases, sections or what grows; the number of an account is longer. */
const isBare = ({ kind, value }: Pick<PlacedFact, 'kind' | 'value'>): boolean =>
  (/^(number|code)$/.test(kind) && value.replace(/\D/g, '').length < MIN_ACCOUNT) || isRating({ kind, value })

/** What readers think of a thing, which each new one of them moves. */
const isRating = ({ kind, value }: Pick<PlacedFact, 'kind' | 'value'>): boolean =>
  kind === 'quantity' && / of \d+$/.test(value)

const isYear = ({ kind, value }: PlacedFact): boolean =>
  kind === 'number' && /^(?:1[5-9]|20)\d\d$/.test(value)

/** Words of a text that say of what its number is. */
const MIN_AROUND = 3

function isSameButForNumbers(before: Passage, now: Passage): boolean {
  const wordsOf = ({ tokens }: Passage) => tokens.flatMap(({ word }) => (/^\d/.test(word) ? [] : word))
  return before.length >= MIN_AROUND && wordsOf(before).join(' ') === wordsOf(now).join(' ')
}

/** Digits of the number of an account, a register or an article. */
const MIN_ACCOUNT = 9

/** Prices that are others or gone from which a list of them was revised, which is one cause. */
const MIN_REVISED = 5

/** The text that it stands in, where that says more. */
const around = ({ raw }: PlacedFact, { text }: Passage) =>
  text.length > raw.length ? `: ${quote(text, 300)}` : ''

/** A fact that is all of its text is described by a text before it, at most this many texts back. */
const NAME_WINDOW = 6

const isName = ({ visible, text }: Passage) => visible && /\p{L}{3}/u.test(text)

/** The path of the table row that a text stands in. */
const rowOf = ({ place }: Passage) => /^.*\btr(?::[\w-]+\(\d+\))?(?= > )/.exec(place.selector ?? '')?.[0]

/** Of each table row where its first words stand, which say what it is of. */
const rowNames = memo((passages: Passage[]) => {
  const names = new Map<string, number>()
  for (const [at, passage] of passages.entries()) {
    const row = isName(passage) ? rowOf(passage) : undefined
    if (row !== undefined && !names.has(row)) names.set(row, at)
  }
  return names
})

/** Of a company, a tax or a register: digits that nobody dials. */
const REGISTERED =
  /(?<!\p{L})(?:company|registration|registered|charity|vat|tax|ust-?id(?:nr)?|steuern(?:umme)?r|hr[ab]|siren|siret|tva|n[ií]f|cif|p\.? ?iva|partita iva|kvk|btw|cvr|nip|regon|krs|инн|огрн|isbn|issn)(?!\p{L})[^\p{L}\d]*(?:\p{L}{1,6}[^\p{L}\d]*){0,2}$/iu
const isRegistered = ({ kind, parts }: Pick<PlacedFact, 'kind' | 'parts'>, { text }: Passage): boolean =>
  kind === 'phone' && REGISTERED.test(text.slice(0, parts[0]!.start))

/** The fact and where it stands, in words. */
function described({ kind, raw, passage, parts }: PlacedFact, passages: Passage[], title?: string): string {
  const { text } = passages[passage]!
  const name = `The ${isRegistered({ kind, parts }, passages[passage]!) ? 'number' : kind} ${quote(raw)}`
  const under = title ? ` under ${quote(title)}` : ''
  if (text.length > raw.length) return `${name} in ${quote(text)}${under && `,${under},`}`
  if (under) return name + under
  const first = rowNames(passages).get(rowOf(passages[passage]!) ?? '') ?? passage
  const before =
    first < passage
      ? passages[first]
      : passages.slice(Math.max(0, passage - NAME_WINDOW), passage).findLast(isName)
  const [next] = passages
    .slice(parts.at(-1)!.passage + 1, parts.at(-1)!.passage + 2)
    .filter(other => isName(other) && !/^(link|button)$/.test(other.kind))
  // A caption below it stands in one box with it.
  const shared = (other: Passage | undefined) => (other ? sharedSteps(other, passages[passage]!) : -1)
  if (next && shared(next) > shared(before)) return `${name} above ${quote(next.text)}`
  return before ? `${name} after ${quote(before.text)}` : name
}
