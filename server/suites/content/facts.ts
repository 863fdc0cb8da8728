import { countEach } from '../../lib/count.ts'
import type { Passage } from '../../matching/passages.ts'
import { counterpartOf } from '../../matching/texts.ts'
import { anew, edited, isEdited, isMadeAnew } from '../core/made-anew.ts'
import { hasPartsAsPages } from '../core/parts-as-pages.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, inconclusive, notApplicable } from '../core/suite.ts'
import { type Comparison, type ContentSide, compare, keyOf, type Needed, quote } from './comparison/index.ts'
import { type PlacedFact, YEAR } from './comparison/placed-facts.ts'
import {
  FACT_PENALTY,
  factShare,
  isOfBuild,
  isVersion,
  isVital,
  MIN_FACT_PENALTY,
  REACHABLE_FACTOR,
} from './grading.ts'
import { blankPlaces, panelsRendered, reachableFacts } from './outcomes/hidden.ts'
import { lostUnits, outcomesOf } from './outcomes/index.ts'
import { cutByScript, opensOnPress } from './outcomes/pressed.ts'
import { losesMost } from './text/page.ts'

const scaled = (factor: number) => ({ ...FACT_PENALTY, factor, min: factor * MIN_FACT_PENALTY })

const hidden = {
  when: 'it stood in a hidden element, and the panel it was in may be rendered when it is opened',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const fax = {
  when: 'it is the number of a fax',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const again = {
  when: 'the page still states it elsewhere, and it is a number or a code without a unit, a telephone number or an e-mail address, or a text beside it went as well',
  severity: 'minor',
  penalty: scaled(0.1),
} as const

const version = {
  when: 'it is the number of a version, which moves on with each release, by its form or the word before it, or of a name that has a higher one throughout the page now, or counts the sections of the page, before their headings',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const notVital =
  'it is no price, telephone number, e-mail address or address, nor are they other hours of the same days'

const reworked = {
  anew: { ...anew, when: `${anew.when}, and ${notVital}`, penalty: scaled(0.25) },
  edited: { ...edited, when: `${edited.when}, and ${notVital}`, penalty: scaled(0.5) },
} as const

const sample = {
  when: 'it stands in a sample of code, and is no price, telephone number, e-mail address or address',
  severity: 'moderate',
  penalty: scaled(0.25),
} as const

const rules = defineRules(
  'content/facts',
  {
    why: 'A price, number or date that is wrong or gone misleads a visitor, and an owner may be held to it.',
    reference: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  },
  {
    missing: {
      severity: 'serious',
      penalty: FACT_PENALTY,
      measures:
        'Whether each price, percentage, quantity, number, date, time, telephone number, address and code is stated as often as before; typography, and what tells of the making of the page, apart.',
      fix: 'State it again',
      cases: {
        hidden,
        version,
        fax,
        again,
        ...reworked,
        sample,
        unit: {
          when: 'its number stands where it stood, without the sign of its currency or unit',
          severity: 'minor',
          penalty: scaled(REACHABLE_FACTOR),
        },
      },
    },
    changed: {
      severity: 'serious',
      penalty: FACT_PENALTY,
      measures: 'Whether another value stands in the same text, or behind the same words.',
      fix: 'State the value of the original',
      cases: { hidden, version, fax, ...reworked, sample },
    },
    added: {
      severity: 'moderate',
      penalty: MIN_FACT_PENALTY,
      measures: 'Whether the page states a telephone number or an e-mail address that the original does not.',
      why: 'Visitors write and call to what the page states: a placeholder, or the address of who built it, is nobody they want.',
      fix: 'State the contact details of the original',
    },
    invented: {
      severity: 'moderate',
      penalty: 2 * MIN_FACT_PENALTY,
      measures:
        'Whether the page states opening hours of several days, or a price, where the original states none at all.',
      why: 'Who builds a page does not know when a shop is open or what it charges: visitors come at these hours and expect these prices.',
      fix: 'Take them away, or have them confirmed by the owner of the page',
    },
    hidden: {
      severity: 'serious',
      penalty: FACT_PENALTY,
      measures: 'Whether what was visible is stated only in hidden elements.',
      fix: 'Show it, or see that a visible control opens it',
      cases: {
        reachable: {
          when: 'a press showed it or a new control may open it, or another hidden one is shown instead',
          severity: 'minor',
          penalty: scaled(REACHABLE_FACTOR),
        },
      },
    },
  },
)

/** A telephone number or an e-mail address that a template stands with: nobody is reached there. */
const isNobodys = ({ kind, value, raw }: PlacedFact): boolean =>
  (kind === 'phone' && /^\+?(\d)\1*$/.test(value.replace(/\D/g, '').replace(/^\+/, ''))) ||
  (kind === 'e-mail' &&
    /@(?:untitled|yourdomain|yoursite|yourcompany|yourwebsite|domain)\.\w+$/i.test(raw.trim()))

const isFax = ({ kind, label }: PlacedFact): boolean => kind === 'phone' && /(?:^| )(?:tele)?fax$/.test(label)

/** The number of a slide or a step, such as 01, which a style sheet may as well count. */
const isCounter = ({ kind, raw }: PlacedFact, { text }: Passage): boolean =>
  kind === 'number' && /^0\d$/.test(raw.trim()) && text.trim() === raw.trim()

/** A month that is a link beside another one: the archive of a blog gets a new one each month, and loses none of its days. */
function isArchive({ kind, value, passage }: PlacedFact, original: Passage[]): boolean {
  const isMonth = (at: number) => {
    const text = original[at]
    return text?.kind === 'link' && text.length <= MAX_MONTH_WORDS && /\d{4}/.test(text.text)
  }
  const isOfMonth = kind === 'date' && /^\d{4}-\d\d$/.test(value)
  return isOfMonth && isMonth(passage) && (isMonth(passage - 1) || isMonth(passage + 1))
}

/** A month, its year, and how many texts are of it. */
const MAX_MONTH_WORDS = 3

/** Texts to either side of a price of nothing, and of where they stand now, in which it may be called free. */
const FREE_WINDOW = 2
const FREE =
  /(?<!\p{L})(?:free|gratis|kostenlos|gratuite?s?|gratuito|grátis|gratuita|kostenfrei|umsonst|darmowy|darmowe|bezpłatn\p{L}*|бесплатно|無料|免费|免費|무료|ücretsiz|مجاني)(?!\p{L})/iu

/** Whether a price of nothing is called free where it stood. */
function isSaidFree({ kind, value, passage }: PlacedFact, { rebuilt, alignment }: Comparison): boolean {
  if (kind !== 'price' || !/^0(?:\.0+)? /.test(value)) return false
  for (let at = Math.max(0, passage - FREE_WINDOW); at <= passage + FREE_WINDOW; at++) {
    const place = at + 1 < alignment.sourceStart.length ? counterpartOf(alignment, at) : undefined
    if (place === undefined) continue
    const near = rebuilt.slice(Math.max(0, place - FREE_WINDOW), place + FREE_WINDOW + 1)
    if (near.some(({ visible, text }) => visible && FREE.test(text))) return true
  }
  return false
}

/** Prices, quantities, telephones, dates and their like are stated as before, each as often. */
export const facts: Check<Needed> = {
  id: 'content/facts',
  title: 'Prices, numbers, dates and contact details are kept',
  weight: 20,
  rules,
  judge(pair) {
    const comparison = compare(pair)
    const { original, rebuilt, cut } = comparison
    const { added, invented } = comparison.facts
    if (!comparison.facts.original.length && !added.length && !invented.length)
      return notApplicable('the original states no facts')
    const outcomes = outcomesOf(comparison)
    // Facts that went with a lost text are charged there. Where most of the page is lost, nobody would read of a number.
    const elsewhere = new Set(lostUnits(outcomes).flatMap(unit => unit.outcomes.map(({ index }) => index)))
    const areAllTold = !losesMost(comparison)
    const stated = new Set([...comparison.facts.partner.keys()].map(({ value }) => value))
    const isContact = ({ kind, visible, value }: PlacedFact) =>
      visible && /^(phone|e-mail)$/.test(kind) && !stated.has(value)
    const isTold = (fact: PlacedFact) => elsewhere.has(fact.passage) && (areAllTold || !isContact(fact))
    // What was hidden may stand on a page of its own now.
    const isElsewhere = hasPartsAsPages(pair.original, pair.rebuilt)
    const isCut = cutByScript(pair, rebuilt)
    // The title of its card is still there: what that costs is said no more, whatever stands elsewhere.
    const hasHeadingStill = ({ passage }: PlacedFact) => {
      const near = original.slice(Math.max(0, passage - CARD_TEXTS), passage)
      const at = near.findLastIndex(({ kind }) => kind === 'heading')
      return at >= 0 && outcomes[passage - near.length + at]!.state !== 'lost'
    }
    // Of one that stands twice in a row and alone, such as the price of a card in two sizes, one is enough.
    const kept = [...comparison.facts.partner.keys()]
    const isAlone = ({ passage, raw }: PlacedFact) => {
      const { kind, text } = original[passage]!
      return kind !== 'cell' && text.trim() === raw.trim()
    }
    const isSaidTwice = (fact: PlacedFact) =>
      isAlone(fact) &&
      kept.some(
        one =>
          one.kind === fact.kind &&
          one.value === fact.value &&
          Math.abs(one.passage - fact.passage) === 1 &&
          isAlone(one),
      )
    const missing = comparison.facts.missing.filter(
      ({ fact, instead }) =>
        !isTold(fact) &&
        !isCut(outcomes[fact.passage]!) &&
        !isNobodys(fact) &&
        !isCounter(fact, original[fact.passage]!) &&
        !isArchive(fact, original) &&
        !isSaidFree(fact, comparison) &&
        (instead !== undefined || !isSaidTwice(fact)) &&
        !(isElsewhere && !fact.visible) &&
        !isOfBuild(fact, original[fact.passage]!),
    )
    if (cut && missing.length)
      return inconclusive('the new page has more text than can be read, so no fact can be said to be missing')
    const extent = factShare(comparison.facts)
    const isRendered = panelsRendered(outcomes)
    const values = new Set(
      [...comparison.facts.partner.values()].flatMap(({ visible, value }) => (visible ? value : [])),
    )
    const isNumbered =
      comparison.facts.original.filter(fact => isSectionNumber(fact, original[fact.passage]!)).length >=
      MIN_SECTIONS
    const reworkedAs = isMadeAnew(pair) ? 'anew' : isEdited(pair) ? 'edited' : undefined
    const milderOf = ({ kind, passage }: PlacedFact) =>
      isVital(kind) ? undefined : (reworkedAs ?? (original[passage]!.code ? 'sample' : undefined))
    const isStillStated = ({ value }: PlacedFact) => values.has(value)
    // One value in the place of several has one cause, such as a list whose entries all say the same.
    const said = ({ kind, value }: PlacedFact) => `became ${kind} ${value}`
    const times = countEach(missing.flatMap(({ instead }) => (instead ? said(instead) : [])))
    // Both ends of a range stand in one place, and what stands there now is told once.
    const placeOf = ({ fact, instead }: (typeof missing)[number]) =>
      [fact.passage, fact.parts[0]!.start, instead ? instead.raw : isStillStated(fact)].join(' ')
    const places = [...Map.groupBy(missing, placeOf).values()].map(([first]) => first!)
    const isRevised = places.filter(({ fact }) => fact.kind === 'price').length >= MIN_REVISED
    const lost = places.map(({ fact, instead, isHours }) => {
      const passage = original[fact.passage]!
      // A panel may be rendered when it is opened; one that is there and states something else is wrong.
      const isLost =
        fact.visible || (passage.folded && (instead !== undefined || isRendered(fact.passage, fact.passage)))
      const isRelease =
        isVersion(fact) ||
        isCalledVersion(fact, passage) ||
        (instead !== undefined && isNewRelease(fact, instead, comparison, pair.rebuilt))
      const isOfSection = isNumbered && isSectionNumber(fact, passage)
      const as = !isLost ? 'hidden' : isRelease || isOfSection ? 'version' : isFax(fact) ? 'fax' : undefined
      const found = {
        key: `content/fact:${fact.kind}:${fact.value}`.slice(0, 200),
        cause:
          (isOfSection && 'sections') ||
          (isRevised && fact.kind === 'price' && 'prices') ||
          (instead &&
            (currencyChange(fact, instead) ??
              yearChange(fact, instead) ??
              (times.get(said(instead))! > 1 ? said(instead) : undefined))) ||
          // What a script shows one of at a time, such as the prices of a slider, it may compute now.
          (as === 'hidden'
            ? as
            : elsewhere.has(fact.passage)
              ? 'with most of the text'
              : `in ${keyOf(passage)}`),
        extent,
        fix: `State ${fact.raw} ${instead ? 'there' : 'again'}${around(fact, passage)}`,
        original: passage.place,
        rebuilt: instead && rebuilt[instead.passage]!.place,
      }
      if (instead)
        return rules.report('changed', {
          as: as ?? (isHours ? undefined : milderOf(fact)),
          message: `${described(fact, original)} became ${quote(instead.raw)}`,
          ...found,
        })
      const isBare = hasNumberAlone(fact, comparison)
      const isWithText =
        (elsewhere.has(fact.passage - 1) || elsewhere.has(fact.passage + 1)) &&
        !(fact.kind === 'price' && hasHeadingStill(fact))
      const isAgain = isStillStated(fact) && (/^(number|code|phone|e-mail)$/.test(fact.kind) || isWithText)
      return rules.report('missing', {
        as: as ?? (isBare ? 'unit' : isAgain ? 'again' : milderOf(fact)),
        message: `${described(fact, original)} ${isBare ? 'lost its unit' : 'is missing'}`,
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
    return [...lost, ...hidden, ...contacts, ...madeUp]
  },
}

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

/** Years that became others, as those of a career, were renewed together. */
const yearChange = (fact: PlacedFact, now: PlacedFact): string | undefined =>
  [fact, now].every(({ kind, value }) => kind === 'number' && YEAR.test(value)) ? 'other years' : undefined

/** Texts from the title of a card to its price at most. */
const CARD_TEXTS = 3

/** Prices that are others or gone from which a list of them was revised, which is one cause. */
const MIN_REVISED = 5

/** Headings from which their numbers count the sections: 2.4 and 2.4.1. */
const MIN_SECTIONS = 3

/** What a heading, or its entry in a table of contents, begins with: a section more before it moves it on. */
const isSectionNumber = ({ raw, parts }: PlacedFact, { kind, text }: Passage): boolean =>
  (kind === 'heading' || kind === 'link') &&
  parts[0]!.start === 0 &&
  text.length > raw.length &&
  /^\d+(?:\.\d+)+\.?$/.test(raw.trim())

/** The number of a release by the word before it: `version <= 1.3.x`. */
const isCalledVersion = ({ kind, parts }: PlacedFact, { text }: Passage): boolean =>
  /^(number|code)$/.test(kind) &&
  /(?<!\p{L})(?:version|release)s?[\s<>=≤≥v]*$/iu.test(text.slice(0, parts[0]!.start))

/** What releases are counted by, and a name before it. */
const RELEASE = /^\d{1,2}(?:\.\d+)?$/
const NAME_BEFORE = /(\p{Lu}[\p{L}]*) $/u

/** Whether a name with a number, such as Bootstrap 4, has a higher one now in all texts and addresses, two at least. */
function isNewRelease(
  fact: PlacedFact,
  now: PlacedFact,
  { original, rebuilt }: Comparison,
  { head, links }: ContentSide,
): boolean {
  if (fact.kind !== 'number' || !RELEASE.test(fact.value) || !RELEASE.test(now.value)) return false
  const nameOf = ({ passage, parts }: PlacedFact, passages: Passage[]) =>
    NAME_BEFORE.exec(passages[passage]!.text.slice(0, parts[0]!.start))?.[1]
  const name = nameOf(fact, original)
  if (!name || name !== nameOf(now, rebuilt) || Number(now.value) <= Number(fact.value)) return false
  const texts = [
    head.title,
    ...rebuilt.flatMap(({ text, visible }) => (visible ? text : [])),
    ...links.map(({ raw }) => raw.replace(/[-_]/g, ' ')),
  ]
  const said = (value: string) => {
    const release = new RegExp(`(?<!\\p{L})${name} ${value}(?![.,]?\\d)`, 'iu')
    return texts.filter(text => release.test(text)).length
  }
  return said(fact.value) === 0 && said(now.value) > 1
}

/** The text that it stands in, where that says more. */
const around = ({ raw }: PlacedFact, { text }: Passage) =>
  text.length > raw.length ? `: ${quote(text, 300)}` : ''

/** A fact that is all of its text is described by a text before it, at most this many texts back. */
const NAME_WINDOW = 6

/** The fact and where it stands, in words. */
function described({ kind, raw, passage }: PlacedFact, passages: Passage[]): string {
  const { text } = passages[passage]!
  const name = `The ${kind} ${quote(raw)}`
  if (text.length > raw.length) return `${name} in ${quote(text)}`
  const before = passages
    .slice(Math.max(0, passage - NAME_WINDOW), passage)
    .findLast(other => other.visible && /\p{L}{3}/u.test(other.text))
  return before ? `${name} after ${quote(before.text)}` : name
}
