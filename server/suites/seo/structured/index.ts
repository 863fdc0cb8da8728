import { isPurchase } from '../../../lib/purchase.ts'
import { normalise } from '../../../lib/text.ts'
import { basesOf } from '../../../lib/url.ts'
import type { Finding } from '../../core/finding.ts'
import { defineRules, firstCase } from '../../core/rules.ts'
import { type Check, inconclusive, notApplicable, type Pair } from '../../core/suite.ts'
import { bothPages, shown } from '../page-finding.ts'
import { isContradictedContact } from './contacts.ts'
import { type Difference, differencesOf } from './differences.ts'
import { opensMore, saysTimes, showSameTimes } from './hours.ts'
import { lackedBy, matchThings, type Thing, thingsOf } from './things.ts'
import { familyOf, isGeneric, isResult, isSite, isTrail } from './types.ts'
import { sameValueOf } from './values.ts'

type Needed = 'document' | 'layouts' | 'structuredData' | 'volatile'

const TRAIL = 'results show the address in their place'
/** Up to this share of a type's descriptions, few of them are lost. */
const MAX_FEW = 0.2
const SHARE = 'the share of its descriptions that is lost'

const rules = defineRules(
  'seo/structured',
  {
    why: 'Prices, ratings, events and breadcrumbs in search results are made of the structured data.',
    reference: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  },
  {
    broken: {
      severity: 'serious',
      penalty: 0.5,
      measures: 'Whether each JSON-LD script can be parsed and names its @context.',
      fix: 'Correct the JSON; a search engine reads nothing of the script as it is',
      cases: {
        breadcrumb: {
          when: `breadcrumbs are all of it that has results of its own, and ${TRAIL}`,
          severity: 'moderate',
          penalty: 0.3,
        },
        added: {
          when: 'the original has none at all: what search engines showed of it they show still',
          severity: 'moderate',
          penalty: 0.3,
        },
      },
    },
    'result-lost': {
      severity: 'serious',
      penalty: { of: SHARE, base: 0.2, factor: 0.3 },
      measures:
        'Whether what has results of its own (products, events, articles, …), or all structured data, is still described.',
      fix: 'Describe it again, in JSON-LD, microdata or RDFa',
      reference: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
      cases: {
        few: { when: `up to ${MAX_FEW * 100} % of them are lost`, severity: 'moderate' },
        plain: {
          when: `they are articles, breadcrumbs of which ${TRAIL}, questions and answers or instructions; or each of them lacks what its kind of result requires, or is a local business of which no hours, price, rating, menu or telephone number is told: what is left results show without it`,
          severity: 'moderate',
          penalty: { of: SHARE, base: 0.1, factor: 0.2 },
        },
        site: {
          when: 'they tell of the site or of who runs it, as all its pages may',
          severity: 'moderate',
          penalty: { of: SHARE, base: 0.1, factor: 0.2 },
        },
      },
    },
    lost: {
      severity: 'moderate',
      penalty: { of: SHARE, factor: 0.2 },
      measures: 'Whether each type that has no results of its own is still described.',
      fix: 'Describe it again, in JSON-LD, microdata or RDFa',
      cases: {
        generic: {
          when: 'it describes what any page has (WebPage, ImageObject, Person, …), or tells no more of the site than its address',
          severity: 'minor',
          penalty: { of: SHARE, factor: 0.03 },
        },
      },
    },
    required: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'Whether a description has what its kind of result requires, such as the offers of a Product.',
      fix: 'Give it the property again',
      reference: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
      cases: {
        inherited: { when: "the original's lacks it as well", severity: 'moderate', penalty: 0.15 },
        breadcrumb: { when: `it is one of breadcrumbs, and ${TRAIL}`, severity: 'moderate', penalty: 0.3 },
      },
    },
    price: {
      severity: 'serious',
      penalty: 0.4,
      measures: 'The price and currency of each offer.',
      fix: 'Give the price of the original',
      reference: 'https://developers.google.com/search/docs/appearance/structured-data/product',
    },
    availability: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'The availability of each offer: whether one that could be had is said to be out of stock or discontinued, while a control in view of the new page is called as what one buys by.',
      why: 'Results and product listings show it as sold out, or not at all, while the page sells it.',
      fix: 'Give the availability of the original',
      reference: 'https://support.google.com/merchants/answer/6324448',
      cases: {
        unsold: {
          when: 'the new page has no such control in view: it may have been sold out meanwhile',
          severity: 'moderate',
          penalty: 0.2,
        },
      },
    },
    hours: {
      severity: 'serious',
      penalty: 0.4,
      measures:
        'The opening hours of each day, in whichever of its forms a description tells them: whether they are others, and the new page does not show such times, or tells a day more while both pages show the same times, and among them those that the original told.',
      why: 'Results and maps show these hours, and visitors stand before a closed door.',
      fix: 'Give the hours of the original',
      reference: 'https://developers.google.com/search/docs/appearance/structured-data/local-business',
      cases: {
        untold: {
          when: 'the new page shows all of the new times, and other ones than the original or no day more is told, or none of the two pages shows all of those that the original told',
          severity: 'moderate',
          penalty: 0.2,
        },
      },
    },
    property: {
      severity: 'minor',
      penalty: 0.03,
      measures: 'Whether the properties of a description are there and say the same.',
      fix: 'Give the property of the original',
      cases: {
        contact: {
          when: 'it is a telephone number or an e-mail address, which the new page shows as the original told it, and not as it tells it now',
          severity: 'serious',
          penalty: 0.4,
        },
        shown: { when: 'results show it', severity: 'moderate', penalty: 0.2 },
      },
    },
  },
)

/** Compares what is described, not how: in which syntax, in how many scripts, nested or by reference. */
export const structured: Check<Needed> = {
  id: 'seo/structured',
  title: 'The structured data is kept and valid',
  weight: 12,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const { origins } = original.document
    const [from, to] = basesOf(original.document.url, rebuilt.document.url)
    const before = thingsOf(original.structuredData, { origins, base: from })
    const now = thingsOf(rebuilt.structuredData, { origins, base: to })
    const broken = brokenScripts(pair)
    if (before.all.length === 0 && broken.length === 0)
      return notApplicable('the original describes nothing in structured data')
    const matched = matchThings(before.all, now.all)
    const gone = lostThings(pair, matched)
    if (gone.length > 0 && rebuilt.structuredData.unread > 0)
      return inconclusive('the structured data of the new page is too large to be read whole')
    const same = sameValueOf(original, rebuilt)
    const volatile = new Set(original.volatile.texts.map(normalise))
    const changed = [...matched].flatMap(([thing, counterpart]): Finding[] => {
      if (!counterpart) return []
      const differences = differencesOf(
        { item: thing.item, things: before },
        { item: counterpart.item, things: now },
        same,
      )
      return differences
        .filter(difference => !volatile.has(normalise(difference.before)))
        .map(difference => describe(pair, thing, difference))
    })
    return [...broken, ...gone, ...changed]
  },
}

/** Its types tell one script from another: it has nothing else that could be read. */
function brokenScripts({ original, rebuilt }: Pair<Needed>): Finding[] {
  const { items, broken } = original.structuredData
  const hadNone = items.length + broken.length === 0
  return rebuilt.structuredData.broken.map(({ error, near, types }) => {
    const what = types.length ? `JSON-LD that describes ${types.slice(0, 3).join(', ')}` : 'JSON-LD'
    const results = types.map(type => familyOf([type])).filter(isResult)
    return rules.report('broken', {
      ...bothPages(original, rebuilt, { now: near }),
      as: hadNone ? 'added' : results.length > 0 && results.every(isTrail) ? 'breadcrumb' : undefined,
      place: types.toSorted().join(',').toLowerCase(),
      message: `${what} cannot be read (${error}), near: ${shown(near)}`,
    })
  })
}

/** One finding a type, that of many products too. */
function lostThings(
  { original, rebuilt }: Pair<Needed>,
  matched: ReadonlyMap<Thing, Thing | null>,
): Finding[] {
  const all = new Map<string, { total: number; lost: Thing[] }>()
  for (const [thing, counterpart] of matched) {
    const group = all.get(thing.family) ?? { total: 0, lost: [] }
    group.total++
    if (!counterpart) group.lost.push(thing)
    all.set(thing.family, group)
  }
  const unparsed = new Set(
    rebuilt.structuredData.broken.flatMap(({ types }) => types.map(type => familyOf([type]))),
  )
  const nothing = [...matched.values()].every(counterpart => counterpart === null)
  return [...all].flatMap(([family, { total, lost }]): Finding[] => {
    if (lost.length === 0 || unparsed.has(family)) return []
    const whole = lost.length === total
    const named = lost
      .map(({ label }) => label)
      .filter(label => label !== '' && !label.startsWith('/'))
      .slice(0, 3)
      .join(', ')
    const share = lost.length / total
    const found = {
      ...bothPages(original, rebuilt, { before: named }),
      key: `seo/structured:lost:${family}`,
      extent: share,
      message: whole
        ? `Structured data of type ${family} is lost${named ? `: ${named}` : ''}`
        : `${lost.length} of ${total} descriptions of type ${family} are lost: ${named}`,
      fix: `Describe the ${family} again, in JSON-LD, microdata or RDFa`,
    }
    const isBare =
      isSite(family) && lost.every(({ item }) => item.properties.every(([name]) => name === 'url'))
    return !isBare && (isResult(family) || (nothing && !isGeneric(family)))
      ? [
          rules.report('result-lost', {
            ...found,
            as: lossOf(family, lost, share),
            cause: isSite(family) ? 'site' : undefined,
          }),
        ]
      : [rules.report('lost', { ...found, as: isGeneric(family) || isBare ? 'generic' : undefined })]
  })
}

function lossOf(family: string, lost: readonly Thing[], share: number) {
  if (isSite(family)) return 'site'
  if (ARTICLE.test(family) || isTrail(family) || RARELY_SHOWN.test(family)) return 'plain'
  const isBare = ({ item }: Thing) =>
    lackedBy(item, family).length > 0 ||
    (family === 'LocalBusiness' && !item.properties.some(([name]) => OF_A_BUSINESS.test(name)))
  if (lost.every(isBare)) return 'plain'
  return share > MAX_FEW ? undefined : 'few'
}

/** @see https://developers.google.com/search/blog/2023/08/howto-faq-changes */
const RARELY_SHOWN = /^(FAQPage|HowTo)$/

/** What results show of a business beside its name and where it is. */
const OF_A_BUSINESS =
  /^(openingHours|openingHoursSpecification|specialOpeningHoursSpecification|priceRange|aggregateRating|review|reviews|makesOffer|hasOfferCatalog|menu|hasMenu|telephone|contactPoint)$/

const ARTICLE = /^(\w*Article|(Social|Live|Blog)\w*Posting)$/i

const nameOf = ({ family, label }: Thing) => (label ? `${family} "${label.slice(0, 80)}"` : family)

/** Whether something in view can be pressed to buy. */
const isSold = ({ layouts }: Pair<Needed>['rebuilt']): boolean =>
  layouts.some(({ controls }) =>
    controls.some(({ name, state, disabled }) => state === 'visible' && !disabled && isPurchase(name)),
  )

function describe({ original, rebuilt }: Pair<Needed>, thing: Thing, difference: Difference): Finding {
  const { kind, family, property, before, now } = difference
  const part = family === thing.family || family === '' ? property : `${family} › ${property}`
  const key = `${thing.family}:${thing.label.slice(0, 100)}:${family}:${property}`
  const found = {
    ...bothPages(original, rebuilt, { before, now }),
    fix: before ? `Give ${property} as "${before}"` : `Give ${family} its ${property}`,
  }
  if (kind === 'required' || kind === 'inherited') {
    const lost = kind === 'required'
    return rules.report('required', {
      ...found,
      place: key,
      as: !lost ? 'inherited' : isTrail(family) ? 'breadcrumb' : undefined,
      message: `${nameOf(thing)} ${lost ? 'lost' : 'lacks'} what its kind of result needs: ${part}${before ? ` (it was "${before}")` : ''}`,
    })
  }
  const says = `${nameOf(thing)}: ${part} is "${now}"; it was "${before}"`
  if (kind === 'price')
    return rules.report('price', {
      ...found,
      key: `seo/structured:changed:${key}`,
      message: `${says}. Results show another price than before`,
    })
  if (kind === 'availability')
    return rules.report('availability', {
      ...found,
      key: `seo/structured:changed:${key}`,
      as: isSold(rebuilt) ? undefined : 'unsold',
      message: says,
    })
  if (kind === 'hours') {
    // The page may have the hours of another day.
    const isTold = saysTimes(rebuilt, now)
    const isContradicted = isTold
      ? opensMore(before, now) && saysTimes(original, before) && showSameTimes(original, rebuilt)
      : [original, rebuilt].some(side => saysTimes(side, before))
    return rules.report('hours', {
      ...found,
      key: `seo/structured:changed:${key}`,
      as: isContradicted ? undefined : 'untold',
      message: `${says}${isContradicted ? (isTold ? '. The page itself shows the same times as before' : '. The page itself says otherwise') : ''}`,
    })
  }
  return rules.report('property', {
    ...found,
    key: `seo/structured:${kind}:${key}`,
    as: firstCase({
      contact: kind === 'changed' && isContradictedContact(difference, rebuilt),
      shown: difference.shown,
    }),
    message: kind === 'lost' ? `${nameOf(thing)} lost ${part}; it was "${before}"` : says,
  })
}
