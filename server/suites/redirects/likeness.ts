/**
 * How alike an old page and a new one are, by what tells each from its siblings: "Flowers in Rotterdam" and "Flowers in
 * Tilburg" have all in common but the one word that says which page it is.
 */
import { unaccented, words } from '../../lib/text.ts'
import { type Vocabulary, vocabularyOf } from '../../lib/vocabulary.ts'
import { otherNumbers } from '../../matching/products/keys.ts'
import type { LandedPage } from '../../store/types.ts'
import type { Called } from './apart.ts'
import { textOverlap } from './names.ts'
import { slugOf, wordsOfPath } from './place.ts'

/** A page as it is compared. */
export interface Described {
  /** What it is called: by itself, by its catalog, by its address. */
  names: readonly Name[]
  page?: LandedPage
  /** Such as `de`, where it is known. */
  language?: string
  /** Of products a number tells more than all words: `Lamp 12` is no `Lamp 13`. */
  numbered: boolean
  /** Of its names. */
  numbers: readonly string[]
  /** Of its names and of all steps of its address. */
  years: readonly string[]
  /** The second page of a list, or a later one. */
  further: boolean
}

interface Name {
  text: string
  /** Each once. */
  words: readonly string[]
}

/** @param apart what tells it from others of its name, as `apartOf` gives it; empty titles are left out */
export function described(
  { titles, path }: Called,
  { page, language, numbered }: Pick<Described, 'page' | 'language' | 'numbered'>,
  apart = '',
): Described {
  const slug = slugOf(path)
  // Systems add such a number where an address is in use.
  const own = titles.length ? slug.replace(/(?<!-x)-\d{1,2}$/, '') : slug
  const numbers = [...titles, ...(slug.length > 2 ? [wordsOfPath(own)] : [])]
    .flatMap(wordsOf)
    .filter(word => /^\d/.test(word))
  const found = new Map<string, Name>()
  for (const text of [...titles, ...(slug.length > 2 ? [wordsOfPath(slug)] : [])]) {
    const name = { text, words: wordsOf(`${text.replace(PAGINATION, '')} ${apart}`) }
    if (name.words.some(word => /\p{L}/u.test(word))) found.set(keyOf(name), name)
  }
  return {
    names: [...found.values()],
    numbered,
    numbers,
    years: `${titles.join(' ')} ${path}`.match(YEAR) ?? [],
    further: [...titles, path.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()].some(text => PAGINATION.test(text)),
    ...(page && { page }),
    ...(language && { language }),
  }
}

/** The second page of a list is called as the first one. */
const PAGINATION =
  /(^|[\s–—|·,:-]+)(page|seite|pagina|página|side|sida|strona)[ -]?\d+( (of|von|sur|di|de|van|af|av|z) \d+)?$/i

const YEAR = /(?<!\d)(19|20)\d\d(?!\d)/g

/** Each once, without accents; `30 x 40` is one, other than `40 x 30`. */
function wordsOf(text: string): string[] {
  const found: string[] = []
  for (const word of words(text)) {
    const plain = unaccented(word)
    const isNumber = /^\d/.test(plain)
    if (isNumber && /^[x×]$/.test(found.at(-1) ?? '') && /\d$/.test(found.at(-2) ?? '')) {
      found.pop()
      found.push(`${found.pop()}x${plain}`)
    } else found.push(plain)
  }
  return [...new Set(found)]
}

const keyOf = ({ words: list }: Name) => list.toSorted().join(' ')

/** Whether two pages are called the same. */
export const haveOneName = (a: readonly Name[], b: readonly Name[]): boolean =>
  a.some(one => b.some(other => keyOf(one) === keyOf(other)))

/** Each 0 to 1. */
export interface Likeness {
  /** How sure it is that the new page is what the old one was. */
  alike: number
  /** What right the old page has to the new one: less where the new one is called as more old pages are. */
  claim: number
  /** How alike their texts are, whatever their names. */
  byText: number
  /** Their names share no more than a word. */
  byOneWord: boolean
  /** What the old name alone says tells as much as what both say: `/berlin-mitte` did not become `/berlin`. */
  lost: boolean
  /** The new name says all that the old one does, and something else: several may have become one page. */
  within: boolean
}

const NONE: Likeness = { alike: 0, claim: 0, byText: 0, byOneWord: false, lost: false, within: false }

/** All that both sites call their pages, and how they describe them. */
export function likenessOf(before: readonly Described[], after: readonly Described[]) {
  const [old, fresh] = [siteOf(before), siteOf(after)]
  const spoken = new Set(after.map(({ language }) => language))

  function byNames(a: Described, b: Described): Likeness {
    let best = NONE
    const own = new Set(a.names.flatMap(name => name.words))
    for (const x of a.names)
      for (const y of b.names) {
        const shared = x.words.filter(word => y.words.includes(word))
        if (shared.length === 0 || ((a.numbered || b.numbered) && otherNumbers(x.text, y.text))) continue
        const told = Math.min(old.words.bits(shared), fresh.words.bits(shared))
        const lost = old.words.bits(x.words.filter(word => !shared.includes(word)))
        const gained = fresh.words.bits(y.words.filter(word => !shared.includes(word)))
        // A name that many pages have, such as a part of all titles, is none of any.
        const bearers = Math.sqrt(old.bearers(x))
        const alike = ((told / (told + (lost + gained) / 2)) * chance(fresh.words, y.words, shared)) / bearers
        if (alike <= best.alike) continue
        // An old page that shares these words and one more has more right to it.
        const isOthers = y.words.some(
          word => !own.has(word) && !shared.includes(word) && old.words.count([...shared, word]) > 0,
        )
        const claim = alike * chance(old.words, x.words, shared) * (isOthers ? OTHERS : 1)
        const within = shared.length === x.words.length && shared.length < y.words.length && !isOthers
        best = { alike, claim, byText: 0, byOneWord: shared.length === 1, lost: lost >= told, within }
      }
    return best
  }

  /** 0 to 1: the share of what the one says, and its siblings do not, that the other says as well. */
  function byTexts(a: LandedPage, b: LandedPage): number {
    if (a.digest === b.digest && (a.words > 0 || !/html/.test(a.type)))
      return 1 / Math.max(1, old.texts(a.digest), fresh.texts(b.digest))
    const until = Math.min(reachOf(a), reachOf(b))
    return Math.max(within(a, b, until), within(b, a, until))
  }

  function within(part: LandedPage, whole: LandedPage, until: number): number {
    const known = new Set(whole.sketch)
    let [all, found, best] = [0, 0, 0]
    for (const hash of part.sketch) {
      if (hash > until) break
      const weight = 1 / Math.max(1, old.texts(hash), fresh.texts(hash))
      all += weight
      if (!known.has(hash)) continue
      found += weight
      best = Math.max(best, weight)
    }
    // What three siblings say, however much of it, leaves three that it may be.
    return (best * found) / (all + UNSEEN)
  }

  return (a: Described, b: Described): Likeness => {
    const named = isTranslation(a, b) ? lessAlike(byNames(a, b)) : byNames(a, b)
    if (!a.page || !b.page) return named
    const byText = byTexts(a.page, b.page)
    const rest = 1 - byText
    return { ...named, alike: 1 - (1 - named.alike) * rest, claim: 1 - (1 - named.claim) * rest, byText }
  }

  /** A name may be the same in two languages. Where the new site speaks that of the old page, its page is in it. */
  function isTranslation({ language }: Described, other: Described): boolean {
    return Boolean(language && other.language) && language !== other.language && spoken.has(language)
  }
}

/** Of one name, but something says that it is another page. */
export const lessAlike = (found: Likeness): Likeness => ({
  ...found,
  alike: found.alike * LESS,
  claim: found.claim * LESS,
})

const LESS = 0.5

/** Whether the words that two names share mean this page: others may have them too, and not the rest of its name. */
const chance = (site: Vocabulary, name: readonly string[], shared: readonly string[]): number =>
  Math.sqrt(Math.max(1, site.count(name)) / Math.max(1, site.count(shared)))

const OTHERS = 0.5

/** Hashes in the sketch of a text that has at least as many triples of words; a shorter one holds all of them. */
const SKETCH = 32
/** As if one triple more had not been found again: few of them tell less than many. */
const UNSEEN = 1

/** Up to which hash a sketch holds all that the text has. */
const reachOf = ({ sketch }: LandedPage) =>
  sketch.length < SKETCH ? Number.POSITIVE_INFINITY : sketch.at(-1)!

interface Site {
  words: Vocabulary
  /** Pages that are called so. */
  bearers(name: Name): number
  /** Pages whose text has this hash, or this digest. */
  texts(hash: number | string): number
}

function siteOf(pages: readonly Described[]): Site {
  const distinct = distinctOf(pages)
  const bearers = new Map<string, number>()
  const texts = new Map<number | string, number>()
  const more = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { names } of distinct) for (const name of names) more(bearers, keyOf(name))
  for (const digest of new Set(distinct.map(({ page }) => page)))
    if (digest) for (const hash of [...digest.sketch, digest.digest]) more(texts, hash)
  return {
    words: vocabularyOf(distinct.map(({ names }) => names.flatMap(name => name.words))),
    bearers: name => bearers.get(keyOf(name)) ?? 1,
    texts: hash => texts.get(hash) ?? 0,
  }
}

/**
 * Several addresses of one page are one page: they have its names, and no text of their own. Posts of four years that
 * are called `Black Friday` are four, the further pages of a list are none.
 */
function distinctOf(pages: readonly Described[]): Described[] {
  const known = new Map<string, Described[]>()
  for (const page of pages) {
    const key = page.names.map(keyOf).sort().join('\n')
    const same = known.get(key)
    if (!same) known.set(key, [page])
    else if (!page.further && !same.slice(0, MAX_COMPARED).some(one => isOneText(one, page))) same.push(page)
  }
  return [...known.values()].flat()
}

const MAX_COMPARED = 20
/** Of all triples: with less in common two texts are of two pages. */
const ONE_TEXT = 0.5

const isOneText = ({ page: a }: Described, { page: b }: Described): boolean =>
  !a || !b || textOverlap(a, b) >= ONE_TEXT

/** `/brochure-2021` is no `/brochure-2023`: both have numbers or years, and none in common. */
export const haveOtherNumbers = (a: Described, b: Described): boolean =>
  areOthers(a.numbers, b.numbers) || areOthers(a.years, b.years)

const areOthers = (here: readonly string[], there: readonly string[]): boolean =>
  here.length > 0 && there.length > 0 && !here.some(number => there.includes(number))
