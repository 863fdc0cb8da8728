/** What a new text says to win customers, and the original says nowhere: who builds a page makes it up. */
import { readingOf } from '../../../lib/number.ts'
import { tidy } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { sourceOf } from '../../../matching/texts.ts'
import { probesOf } from '../../core/probed.ts'
import type { Comparison, ContentPair, ContentSide } from '../comparison/index.ts'
import { COPYRIGHT, type PlacedFact, placeFacts } from '../comparison/placed-facts.ts'
import { ownWords } from '../outcomes/gaps.ts'
import { outcomesOf } from '../outcomes/index.ts'

export interface Claim {
  what: string
  raw: string
  /** What it stands in, with the text below a figure. */
  line: string
  /** Of the new page. */
  passage: number
}

/** `\b` knows no letters beyond ASCII. */
const word = (source: string) => String.raw`(?<!\p{L})(?:${source})(?!\p{L})`
const FIGURE = String.raw`(?<![\d.,:/-])\d[\d.,']*(?<=\d)`
const YEARS =
  'years?|yrs?|jahren?|ans|années|años|anni|anos|jaar|jaren|lat|letn\\p{L}*|decades?|jahrzehnten?|décennies|décadas|decenni|decennia|generations?|generation(?:en)?|générations?|generaciones|generazioni|generaties|pokole\\p{L}*'
const SINCE =
  'since|est\\.?|established|founded|seit|gegründet|depuis|fondée?|desde|fundad[oa]|dal|fondat[oa]|sinds|opgericht|od|założon\\p{L}*'
const PEOPLE =
  'customers?|clients?|patients?|students?|families|guests|users|members|subscribers|companies|businesses|reviews?|ratings?|projects?|downloads?|kunden|patienten|gäste|familien|mitglieder|bewertungen|projekten?|avis|projets|familles|clienti|pazienti|recensioni|progetti|klanten|beoordelingen|projecten|gasten|clientes|pacientes|reseñas|opiniones|proyectos|klient(?:ów|om)|pacjentów|opinii|projektów'

interface Kind {
  what: string
  pattern: RegExp
  /** Where the original says something of the kind, in whatever words, nothing of it is new. */
  said?: RegExp
}

/** Told by their figures: the original states none of the same digits. */
const FIGURES: readonly Kind[] = [
  {
    what: 'number of years',
    pattern: new RegExp(
      String.raw`${FIGURE} ?\+? ?${word(YEARS)}(?!(?: (?:ago|old|of age|alt|fa|d'âge|de edad|de idade|di età|oud|geleden|temu))(?!\p{L}))|${word(SINCE)} (?:in )?(?:1[5-9]|20)\d\d(?!\d)`,
      'giu',
    ),
    // In words, or to be counted from a year.
    said: new RegExp(`(?<!\\d ?\\+? ?)${word(YEARS)}|${word(SINCE)} (?:in )?(?:1[5-9]|20)\\d\\d`, 'iu'),
  },
  {
    what: 'count',
    pattern: new RegExp(
      String.raw`${FIGURE} ?(?:k|m)? ?\+? (?:\p{L}+ ){0,2}?${word(PEOPLE)}|(?<!\p{Sc} ?)${FIGURE}(?:k|m)?\+(?= \p{L})(?! ${word(YEARS)})`,
      'giu',
    ),
  },
  { what: 'percentage', pattern: new RegExp(`${FIGURE} ?%`, 'giu') },
  {
    what: 'rating',
    pattern:
      /(?<![\d.,/])[1-5][.,]\d ?(?:\/ ?5|(?:out )?of 5|von 5|sur 5|de 5|su 5|van 5|z 5|stars?|sterne\p{L}*|étoiles|stelle|estrellas|sterren|gwiazd\p{L}*|[★⭐])|(?<!\d)5[- ](?:stars?|sterne\p{L}*|étoiles|stelle|estrellas|sterren|gwiazd\p{L}*)(?!\p{L})|[★⭐]{3,}/giu,
    said: /[★⭐☆]|(?<!\p{L})(?:stars?|rat(?:ed|ings?)|reviews?|sterne?|bewertung\p{L}*|étoiles?|avis|stelle|recension\p{L}*|estrellas?|reseñas?|opinion\p{L}*|sterren|beoordeling\p{L}*|gwiazd\p{L}*|opini\p{L}*)(?!\p{L})/iu,
  },
]

/** Told by their words, which the original has in no form. */
const WORDS: readonly Kind[] = [
  {
    what: 'award',
    pattern:
      /(?<!\p{L})(?:award[- ]winning|preisgekrönt\p{L}*|primée?s?|galardonad[oa]s?|premiad[oa]s?|pluripremiat\p{L}|bekroonde?|nagradzan\p{L}*)(?!\p{L})/giu,
    said: /award|preis(?:gekrönt|träger)|auszeichnung|prix|premi|galard|bekroon|prijs|nagrod|nagradz/iu,
  },
  {
    what: 'certificate',
    pattern:
      /(?<!\p{L})(?:certified|iso \d{4,5}|zertifizierte?[nrs]?|certifiée?s?|certificad[oa]s?|certificat[oaie]|gecertificeerde?|certyfikowan\p{L}*)(?!\p{L})/giu,
    said: /cert|zertifi|(?<!\p{L})iso(?!\p{L})|accredit/iu,
  },
  {
    what: 'licence',
    pattern: /(?<!\p{L})(?:licensed(?:,| and| &) (?:bonded|insured)|fully insured)(?!\p{L})/giu,
    said: /licen[cs]ed|insured|bonded/iu,
  },
  {
    what: 'guarantee',
    pattern:
      /(?<!\p{L})(?:guaranteed?|money[- ]back|warranty|garantie[nrt]?|geld[- ]zurück\p{L}*|garanti(?:e|es|s)?|garantizad[oa]s?|garantía|garanzia|garantit[oaie]|gegarandeerd|gwarancj\p{L}*)(?!\p{L})/giu,
    said: /g(?:u)?arant|warrant|geld[- ]zurück|money[- ]back|garan[zt]|gegarandeerd|gwaran/iu,
  },
  {
    what: 'promise about food',
    pattern:
      /(?<!\p{L})(?:(?:gluten|lactose|dairy|nut|allergen)[- ]free|(?:gluten|laktose|lactose)fre[iy]e?[nrs]?|sans (?:gluten|lactose)|senza (?:glutine|lattosio)|sin (?:gluten|lactosa)|(?:gluten|lactose)vrije?|bezglutenow\p{L}*|bez glutenu|vegan\p{L}{0,2}|halal|kosher|koscher|グルテンフリー)(?!\p{L})/giu,
    said: /gluten|lactose|laktose|lattosio|lactosa|dairy|nut[- ]free|allergen|vegan|halal|kos(?:c)?her|グルテン/iu,
  },
  {
    what: 'promise of service',
    pattern: /(?<![\d/])24\/7(?![\d/])|(?<!\p{L})(?:around the clock|rund um die uhr)(?!\p{L})/giu,
    said: /24 ?(?:\/ ?7|h(?:ours?|rs?)?(?!\p{L})|stunden|heures|horas|ore|uur)|around the clock|rund um die uhr|day (?:and|or) night/iu,
  },
]

/** Controls, whose numbers count, and samples of code say nothing of the owner. */
const SILENT = /^(?:option|placeholder|label|pre)$/
/** A word that says more than "a" and "the" do. */
const MEANS = /\d|\p{L}{4}/u
/** Ages, not counts: `18+`. */
const AGE = /^(?:[1-9]|1[0-8]|21|6[05])\+$/
const MAP = /\/\/(?:maps\.|(?:[\w-]+\.)?google\.[\w.]+\/maps|goo\.gl\/maps|(?:www\.)?openstreetmap\.)/i
/** Claims that are listed. */
const MAX_CLAIMS = 20

/** The claims of the new page's texts of its own: in words that no text, name or description of the original has. */
export function claimsOf(pair: ContentPair, comparison: Comparison): Claim[] {
  const { rebuilt, alignment, facts } = comparison
  const outcomes = outcomesOf(comparison)
  const found: Claim[] = []
  const isOwn = (place: number, start: number, end: number, wanted: RegExp) =>
    rebuilt[place]!.tokens.some(
      (token, at) =>
        token.start < end &&
        token.end > start &&
        wanted.test(token.word) &&
        !alignment.explained[alignment.targetStart[place]! + at],
    )
  /** A text of its own, or one into which words were put and of which none is another one: what was changed is told so. */
  const isNew = (place: number) => {
    const { visible, volatile, landmark, kind, code, length } = rebuilt[place]!
    if (!visible || volatile || code || SILENT.test(kind) || /^(?:navigation|search)$/.test(landmark))
      return false
    const source = sourceOf(comparison, place)
    if (source !== undefined && comparison.original[source]!.volatile) return false
    const own = ownWords(place, comparison)
    if (own === 0 || own * 2 >= length) return own > 0 || length === 0
    return source === undefined || !outcomes[source]!.words.some(lost => MEANS.test(lost))
  }
  const places = [...rebuilt.keys()].filter(isNew)
  if (!places.length) return []
  const instead = facts.missing.flatMap(({ instead }) => instead?.parts ?? [])
  const isInstead = (place: number, start: number, end: number) =>
    instead.some(part => part.passage === place && part.start < end && part.end > start)
  const said = sayingsOf(pair.original, comparison.original)
  const figures = figuresIn(said)
  const now = placeFacts(rebuilt, readingOf(pair.original.head.lang))
  /** Where one is gone, a new one may be what became of it. */
  const isLost = (of: string) => facts.missing.some(({ fact }) => fact.kind === of)
  const isStated = (of: string) => facts.original.some(({ kind }) => kind === of)
  const prices = Map.groupBy(
    isStated('price') && !isLost('price')
      ? now.filter(({ kind, value }) => kind === 'price' && !/^0 /.test(value))
      : [],
    ({ passage }) => passage,
  )
  const open = (kinds: readonly Kind[]) =>
    kinds.filter(({ what, said: pattern }) => !pattern?.test(said) && !isLost(what))
  const [openFigures, openWords] = [open(FIGURES), open(WORDS)]
  const add = (what: string, raw: string, passage: number, line: string) => {
    const nameOf = (text: string) => [...figuresIn(text)].join(' ') || text.toLowerCase()
    if (!found.some(known => known.what === what && nameOf(known.raw) === nameOf(raw)))
      found.push({ what, raw, passage, line })
  }
  for (const place of places) {
    const { text } = rebuilt[place]!
    // A figure in a tile says of what it is in the text below it.
    const next = /^\D{0,2}\d[\d.,' ]*\D{0,3}$/.test(text) ? below(rebuilt, place) : ''
    const line = `${text} ${next}`.trim()
    for (const { raw, parts } of prices.get(place) ?? []) {
      const [{ start, end }] = parts as [PlacedFact['parts'][number]]
      const isKnown = [...figuresIn(raw)].every(figure => figures.has(figure))
      if (!isKnown && isOwn(place, start, end, /^\d/) && !isInstead(place, start, end))
        add('price', raw, place, line)
    }
    for (const { what, pattern } of openFigures)
      for (const { 0: raw, index } of line.matchAll(pattern)) {
        if (index >= text.length || COPYRIGHT.test(text) || AGE.test(raw)) continue
        const end = Math.min(text.length, index + raw.length)
        const own = figuresIn(raw)
        if (own.has('0') || [...own].some(figure => figures.has(figure))) continue
        const isOfOwn = own.size === 0 || isOwn(place, index, end, /^\d/)
        if (isOfOwn && !isInstead(place, index, end)) add(what, raw, place, line)
      }
    for (const { what, pattern } of openWords)
      for (const { 0: raw, index } of text.matchAll(pattern))
        if (isOwn(place, index, index + raw.length, /(?:)/)) add(what, raw, place, text)
  }
  // Who shows where he is on a map has an address.
  if (!isStated('address') && !pair.original.links.some(({ href }) => MAP.test(href)))
    for (const [first, second] of addressesIn(now, rebuilt))
      if (isOwn(first.passage, first.parts[0]!.start, first.parts[0]!.end, /^\d/))
        add('address', `${first.raw}, ${second.raw}`, first.passage, first.raw)
  return [...found, ...quotations(places, comparison, said)].slice(0, MAX_CLAIMS)
}

/** A street and its town, beside or below each other: one of them alone may be something else. */
const addressesIn = (facts: readonly PlacedFact[], passages: readonly Passage[]) => {
  const all = facts.filter(({ kind, visible }) => kind === 'address' && visible)
  return all.flatMap((first, at): [PlacedFact, PlacedFact][] => {
    const second = all[at + 1]
    const isNear = second && second.passage - first.passage <= 1 && !passages[first.passage]!.volatile
    return isNear ? [[first, second]] : []
  })
}

function below(passages: readonly Passage[], place: number): string {
  const next = passages[place + 1]
  return next?.visible && next.length <= MAX_LABEL ? next.text : ''
}
const MAX_LABEL = 6

/** The digits of the numbers in a text, `10k` as those of 10,000 as well. */
function figuresIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\d(?:[\d.,']*\d)?(?<scale> ?[kK](?!\p{L}))?/gu)].flatMap(({ 0: raw, groups }) => {
      const digits = raw.replace(/[.,]0+(?!\d)/, '').replace(/\D/g, '')
      return groups!.scale ? [digits, `${digits}000`] : [digits]
    }),
  )
}

/** All that the original says to anybody: its texts, also those hidden, names of pictures and controls, descriptions. */
function sayingsOf(side: ContentSide, passages: readonly Passage[]): string {
  return [
    side.head.title,
    ...side.head.metas.map(({ content }) => content),
    ...passages.map(({ text }) => text),
    ...side.images.map(({ name }) => name),
    ...side.links.map(({ name }) => name),
    ...side.layouts.flatMap(({ controls }) => controls.map(({ name }) => name)),
    ...probesOf(side).flatMap(({ revealed }) => revealed),
  ]
    .map(text => tidy(text ?? ''))
    .join('\n')
}

/** Words of a quotation from which it is no title, and of the name of who said it. */
const MIN_QUOTED = 5
const MAX_AUTHOR = 6
const QUOTED = /^"[^"]{20,}"(?<author>.*)$/u
const AUTHOR = /^[-~]? ?\p{Lu}[\p{L}'.-]+ \p{Lu}[\p{L}'.-]*(?![\p{Ll}\d])(?:,.*)?$/u

/** What customers are said to have said, where the original quotes nobody. */
function quotations(places: readonly number[], { original, rebuilt }: Comparison, said: string): Claim[] {
  const isQuoted = ({ kind, text }: Passage) => kind === 'quote' || QUOTED.test(text)
  if (original.some(isQuoted)) return []
  return places.flatMap(place => {
    const passage = rebuilt[place]!
    if (!isQuoted(passage) || passage.length < MIN_QUOTED) return []
    // A sentence of the page that is drawn out of it.
    if (said.includes(passage.text.replace(/^"|"$/g, ''))) return []
    const { author: own = '' } = QUOTED.exec(passage.text)?.groups ?? {}
    const next = rebuilt.slice(place + 1, place + 3).filter(({ visible }) => visible)
    const author = [own.trim(), ...next.map(({ text }) => text)].find(
      text =>
        AUTHOR.test(text) &&
        text.split(' ').length <= MAX_AUTHOR &&
        !said.includes(text.replace(/^[-~] ?/, '')),
    )
    return author
      ? { what: 'quotation', raw: passage.text, passage: place, line: `${passage.text} ${author}` }
      : []
  })
}
