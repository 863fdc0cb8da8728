/** What a page tells beside its words and that a move can lose: gathered while a parser goes over it. Bounded. */

import { MAX_MEASURES, MAX_ROW, measuresIn } from '../../lib/measures.ts'
import type { StructuredItem } from '../../lib/structured/item.ts'
import { readJsonLd } from '../../lib/structured/json-ld.ts'
import { normalise } from '../../lib/text.ts'
import { assetName } from '../../lib/url.ts'
import { wordSet } from '../../lib/word-set.ts'
import { isA, isHere, valuesOf } from '../catalog/markup/product.ts'
import type { LandedPage, PageFacts, Reviews } from '../types.ts'
import { FILE } from './address.ts'
import { gatherSections } from './page-sections.ts'

const MAX = {
  jsonLd: 200_000,
  text: 500,
  byline: 600,
  name: 120,
  languages: 100,
  videos: 20,
  labels: 50,
  listening: 5,
  rows: 40,
  files: 20,
} as const
/** Characters of the main part in which reviews are looked for, and of it and of all around it whose words are kept. */
const MAX_VISIBLE = 60_000

/** The part of a page that a tag stands in. */
export interface TagPlace {
  /** Outside of navigation, header and footer; templates that scripts open later included. */
  inMain: boolean
  /** Within what the page shows of other products, or says of the shop. */
  isOthers: boolean
}

interface Listening {
  name: string
  depth: number
  as: 'byline' | 'author' | 'value' | 'count' | 'best'
  text: string
}

export function gatherFacts() {
  const facts: PageFacts = {
    description: '',
    reviews: null,
    published: '',
    author: '',
    byline: '',
    languages: [],
    videos: [],
    rows: [],
  }
  const scripts: string[] = []
  let room: number = MAX.jsonLd
  const languages = new Set<string>()
  const videos: string[] = []
  const files = new Set<string>()
  /** By microdata and by the attributes of review apps. */
  const said: { value?: number; count?: number; best?: number; widget: boolean } = { widget: false }
  const labels: string[] = []
  /** Elements whose text counts, the innermost last, and how many of its name are open within each. */
  const listening: Listening[] = []
  let time = ''
  let articles = 0
  /** Of a table or list of terms, as far as it was read. */
  let row: string | null = null
  /** Blanks folded: indentation alone can be longer than all that is said. */
  const spoken = { main: '', around: '' }
  const sections = gatherSections()

  function meta(key: string, content: string): void {
    if (key === 'description' && facts.description === '') facts.description = tidied(content, MAX.text)
    else if (key === 'article:published_time' && facts.published === '') facts.published = dayOf(content)
    else if (/^(article:author|author)$/.test(key) && facts.author === '' && !/^https?:/i.test(content))
      facts.author = tidied(content, MAX.name)
  }

  /** Words of two elements are two; an entity in the middle of one does not part it. */
  function apart(): void {
    for (const part of ['main', 'around'] as const) if (!spoken[part].endsWith(' ')) spoken[part] += ' '
  }

  function listen(name: string, as: Listening['as']): void {
    if (listening.length < MAX.listening) listening.push({ name, depth: 0, as, text: '' })
  }

  function heard({ as, text }: Pick<Listening, 'as' | 'text'>): void {
    if (as === 'value') said.value ??= numberOf(text)
    else if (as === 'count') said.count ??= countOf(text)
    else if (as === 'best') said.best ??= numberOf(text)
    else {
      facts.byline = tidied(`${facts.byline} ${text}`, MAX.byline)
      if (as === 'author' && !/\d|posts|beiträge/i.test(text))
        facts.author ||= tidied(text.replace(BY, ''), MAX.name)
    }
  }

  return {
    open(name: string, attributes: Record<string, string>, { inMain, isOthers }: TagPlace): void {
      for (const one of listening) if (one.name === name) one.depth++
      sections.open(name, attributes, { inMain })
      apart()
      if (name === 'meta')
        meta((attributes.name ?? attributes.property ?? '').toLowerCase(), attributes.content ?? '')
      else if (name === 'link') {
        const language = attributes.hreflang?.trim().toLowerCase() ?? ''
        if (
          /(^|\s)alternate(\s|$)/i.test(attributes.rel ?? '') &&
          LANGUAGE.test(language) &&
          languages.size < MAX.languages
        )
          languages.add(language)
      }
      const property = attributes.itemprop?.trim() ?? ''
      const isOwn = inMain && !isOthers
      const field = isOwn ? RATING.get(property) : undefined
      if (field) {
        if (attributes.content === undefined) listen(name, field)
        else heard({ as: field, text: attributes.content })
      }
      // Each tag of each page comes by here: what is dear is asked last.
      for (const attribute in attributes) {
        if (attribute.startsWith('data-')) {
          if (!isOwn) continue
          if (COUNT_ATTRIBUTE.test(attribute)) said.count ??= countOf(attributes[attribute]!)
          else if (VALUE_ATTRIBUTE.test(attribute)) said.value ??= numberOf(attributes[attribute]!)
        } else if (!said.widget && (attribute === 'class' || attribute === 'id'))
          said.widget = REVIEW_APP.test(attributes[attribute]!)
      }
      const label = attributes['aria-label']
      if (label !== undefined && isOwn && labels.length < MAX.labels && /\d/.test(label))
        labels.push(label.slice(0, 100))
      if (row !== null) row = name === 'select' ? null : `${row} `
      if (!inMain) return
      // What is chosen is no specification, and the options are compared by themselves.
      if (name === 'tr' || name === 'dt') row = ''
      if (name === 'article') articles++
      if (
        name === 'a' &&
        FILE.test((attributes.href ?? '').split(/[?#]/)[0]!.toLowerCase()) &&
        files.size < MAX.files
      )
        files.add(attributes.href!.slice(0, MAX.text))
      if (name === 'time') {
        const day = dayOf(attributes.datetime ?? '')
        time ||= day
        facts.byline = tidied(`${facts.byline} ${day}`, MAX.byline)
        listen(name, 'byline')
      } else if (isAuthor(attributes.rel) || isAuthor(property)) listen(name, 'author')
      else if (attributes.class && BYLINE.test(attributes.class) && !WHOLE.test(name)) listen(name, 'byline')
      const video = videoOf(name, attributes)
      if (video && videos.length < MAX.videos) videos.push(video)
      const file = name === 'source' ? fileOf(attributes) : ''
      if (file && /^(file|loop):$/.test(videos.at(-1) ?? '')) videos.push(videos.pop() + file)
    },
    text(data: string, { inMain }: Pick<TagPlace, 'inMain'>): void {
      sections.text(data)
      const part = inMain ? 'main' : 'around'
      if (spoken[part].length < MAX_VISIBLE) spoken[part] += data.replace(/\s+/g, ' ').slice(0, MAX_VISIBLE)
      if (row !== null && row.length < MAX_ROW) row += data.slice(0, MAX_ROW)
      for (const one of listening) if (one.text.length < MAX.byline) one.text += data.slice(0, MAX.byline)
    },
    json(data: string): void {
      // A parser may give one script in pieces; `close` ends it.
      if (room <= 0) return
      scripts.push(data.slice(0, room))
      room -= data.length
    },
    endJson(): void {
      scripts.push('\0')
    },
    close(name: string): void {
      sections.close(name)
      apart()
      if (row !== null && (name === 'tr' || name === 'dd')) {
        const text = tidied(row, MAX_ROW)
        if (facts.rows.length < MAX.rows && /\S \S/.test(text)) facts.rows.push(text)
        row = null
      }
      for (const one of [...listening]) {
        if (one.name !== name || one.depth-- > 0) continue
        listening.splice(listening.indexOf(one), 1)
        heard(one)
      }
    },
    /** @param visible the text of the main part, without what is shown of others */
    told(visible: string, page: Pick<LandedPage, 'url' | 'canonical' | 'heading' | 'product'>): PageFacts {
      const items = scripts
        .join('')
        .split('\0')
        .flatMap(text => {
          const read = text.trim() === '' ? { items: [] } : readJsonLd(text)
          return 'items' in read ? read.items : []
        })
      const article = articleOf(items)
      if (article.published) facts.published = article.published
      if (article.author) facts.author = article.author
      // Of several articles it is the first one's, as in a list of posts.
      if (articles < 2) facts.published ||= time
      facts.languages = [...languages].sort()
      facts.videos = [...new Set(videos)]
      if (files.size > 0) facts.files = [...files]
      const products = productsOf(items, page)
      const marked = [rated(products), counted(ofFive(said.value, said.best), said.count, 'markup')]
      facts.reviews = marked.find(one => one !== null && one !== 'none') ?? null
      // Whoever says that there are none has counted them.
      if (!facts.reviews && !marked.includes('none'))
        facts.reviews =
          readReviews([...labels, visible.slice(0, MAX_VISIBLE)].join(' · ').replace(/\s+/g, ' ')) ??
          listed(products) ??
          (said.widget ? { value: null, count: null, by: 'script' } : null)
      const unfilled = UNFILLED.exec(spoken.main)?.[0]
      if (unfilled) facts.unfilled = unfilled
      if (page.product) {
        const measures = measuresIn(spoken.main).slice(0, MAX_MEASURES)
        if (measures.length > 0) facts.measures = measures.map(({ text }) => text)
        // What was cut off may say what seems to be nowhere.
        if (Math.max(spoken.main.length, spoken.around.length) < MAX_VISIBLE)
          facts.vocabulary = wordSet(spoken.main + spoken.around)
        const told = sections.told()
        if (told.length > 0) facts.sections = told
      }
      // Copies, since slices would keep the whole page in memory.
      return structuredClone(facts)
    },
  }
}

/** As Shopify’s policies have it before anybody has written them. */
const UNFILLED = /\[(?:INSERT|ADD|ENTER|YOUR|LINK TO)\b[^[\]]{0,80}\]/

/** Properties of a rating in microdata. */
const RATING: ReadonlyMap<string, 'value' | 'count' | 'best'> = new Map([
  ['ratingValue', 'value'],
  ['reviewCount', 'count'],
  ['ratingCount', 'count'],
  ['bestRating', 'best'],
])
const LANGUAGE = /^(?!x-default)[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/
/** As review apps mark what they count, where they write it into the page: Judge.me, Loox, Yotpo, Stamped, Okendo. */
const COUNT_ATTRIBUTE =
  /^data-(number-of-reviews|num-reviews|reviews?-count|reviews-total|raters|count-reviews)$/
const VALUE_ATTRIBUTE = /^data-(average-rating|avg-rating|rating|rating-value)$/
const REVIEW_APP =
  /(^|[\s_-])(jdgm|judgeme|yotpo|loox|stamped|okeReviews|oke-|spr-|shopify-product-reviews|opinew|ali-reviews|rivyo|reviewsio|ruk[_-]|trustpilot|trustbadge|feefo|bazaarvoice|bv[_-]|pr-review|junip|vitals-reviews|ryviu|growave|klaviyo-star|fera-)/i
const BY = /^\s*(by|von|par|di|da|por|door|av|af)\s+/i
/** Their classes are of all that stands in them. */
const WHOLE = /^(html|body|main|article|section)$/
const isAuthor = (text = '') => text !== '' && /(^|\s)author(\s|$)/i.test(text)
const BYLINE =
  /(^|[\s_-])(author|byline|posted-on|entry-date|entry-meta|published|article-template__\w+|article__(author|date|info)|article-meta|post-meta)/i

/** What is told of reviews: `none` where they were counted and there are none, null where nothing is told. */
type Told = Reviews | 'none' | null

/**
 * The page's own product, not others that it recommends. An app describes the product once more beside the theme: whatever
 * bears its name, or the page's address, is it.
 */
function productsOf(
  items: readonly StructuredItem[],
  { url, canonical, heading }: Pick<LandedPage, 'url' | 'canonical' | 'heading'>,
) {
  const values = valuesOf(items)
  const products = items
    .flatMap(item => [item, ...['mainEntity', 'about', 'hasPart'].flatMap(name => values.items(item, name))])
    .filter(item => isA(item, 'Product', 'ProductGroup', 'IndividualProduct', 'ProductModel'))
  const nameOf = (item: StructuredItem) => normalise(values.text(item, 'name'))
  const isOfPage = (item: StructuredItem) => isHere(item, values, canonical || url)
  const main =
    products.find(isOfPage) ??
    products.find(item => heading !== '' && nameOf(item) === normalise(heading)) ??
    products[0]
  const own = products.filter(
    item => main && (nameOf(item) === '' || nameOf(item) === nameOf(main) || isOfPage(item)),
  )
  const ratingOf = (rating: StructuredItem) =>
    ofFive(numberOf(values.text(rating, 'ratingValue')), numberOf(values.text(rating, 'bestRating')))
  return { own, values, ratingOf }
}

type Described = ReturnType<typeof productsOf>

function rated({ own, values, ratingOf }: Described): Told {
  const told = own
    .flatMap(item => values.items(item, 'aggregateRating').slice(0, 1))
    .map(rating =>
      counted(ratingOf(rating), countOf(values.text(rating, 'reviewCount', 'ratingCount')), 'markup'),
    )
  return told.find(one => one !== null && one !== 'none') ?? told.find(one => one !== null) ?? null
}

/** Where nobody counts them: one by one. */
function listed({ own, values, ratingOf }: Described): Reviews | null {
  const lists = own.map(item => ['review', 'reviews'].flatMap(name => values.items(item, name)))
  const [reviews = []] = lists.sort((a, b) => b.length - a.length)
  if (reviews.length === 0) return null
  const stars = reviews.flatMap(review =>
    values.items(review, 'reviewRating').flatMap(rating => ratingOf(rating) ?? []),
  )
  const mean = stars.reduce((sum, value) => sum + value, 0) / stars.length
  return { value: stars.length ? round(mean) : null, count: reviews.length, by: 'markup' }
}

/** Ratings are of 5 where they name no best one. @see https://schema.org/bestRating */
const ofFive = (value: number | undefined, best: number | undefined): number | undefined =>
  value === undefined || !best || best === 5 ? value : round((value * 5) / best)

const round = (value: number): number => Math.round(value * 100) / 100

function articleOf(items: readonly StructuredItem[]): { published: string; author: string } {
  const values = valuesOf(items)
  const all = items.flatMap(item => [
    item,
    ...['mainEntity', 'hasPart'].flatMap(name => values.items(item, name)),
  ])
  const article = all.find(item =>
    isA(item, 'Article', 'BlogPosting', 'NewsArticle', 'SocialMediaPosting', 'TechArticle'),
  )
  if (!article) return { published: '', author: '' }
  const [person] = values.items(article, 'author')
  const author = values.text(article, 'author') || (person ? values.text(person, 'name') : '')
  return { published: dayOf(values.text(article, 'datePublished')), author: tidied(author, MAX.name) }
}

/** A mean of zero alone is what waits to be filled in. */
function counted(value: number | undefined, count: number | undefined, by: Reviews['by']): Told {
  if (count === 0) return 'none'
  return count !== undefined || (value ?? 0) > 0 ? { value: value || null, count: count ?? null, by } : null
}

const WORDS =
  'reviews?|ratings?|kundenbewertung(?:en)?|bewertung(?:en)?|rezension(?:en)?|avis(?: clients?)?|opiniones|opini[oó]n|rese[nñ]as?|valoraci[oó]n(?:es)?|recensioni|recensione|avalia[cç][oõ]es|beoordelingen|beoordeling|anmeldelser|omd[oö]men|opinie|arvostelua?'
const COUNT_FIRST = new RegExp(
  String.raw`(?<![\d.,])(\d{1,3}(?:[., ]\d{3}){0,2}|\d{1,7}) ?(?:(?!stars? |stern)\p{L}{1,20} )?(?:${WORDS})(?!\p{L})`,
  'iu',
)
const COUNT_LAST = new RegExp(String.raw`(?<!\p{L})(?:${WORDS}) ?[(:] ?(\d{1,7})(?![.,]?\d)`, 'iu')
/** With a decimal, since galleries count as well: `2 of 5`. */
const VALUE = /(?<![\d.,])([0-5][.,]\d{1,2}) ?(?:out of|of|von|sur|de|su|van|av|af|\/) ?5(?:[.,]0+)?(?!\d)/iu

/** As visitors read them, in one line: `4.8 out of 5`, `12 reviews`, `Reviews (12)`. */
function readReviews(text: string): Reviews | null {
  const value = numberOf(VALUE.exec(text)?.[1] ?? '')
  const count = countOf((COUNT_LAST.exec(text) ?? COUNT_FIRST.exec(text))?.[1] ?? '')
  const told = counted(value, count, 'text')
  return told === 'none' ? null : told
}

/** A whole number: `1,234` and `1.234` are thousands. */
function countOf(text: string): number | undefined {
  const [plain] = /\d{1,3}(?:[.,'\s]\d{3})+(?!\d)|\d+/.exec(text.slice(0, 100)) ?? []
  return plain === undefined ? undefined : Number(plain.replace(/\D/g, ''))
}

function numberOf(text: string): number | undefined {
  const [plain] = /\d+(?:[.,]\d+)?/.exec(text.slice(0, 100)) ?? []
  return plain === undefined ? undefined : Number(plain.replace(',', '.'))
}

/** The day of a date as machines write it, or ''. */
function dayOf(text: string): string {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text.trim()) ?? []
  return day ?? ''
}

/** As `PageFacts` has it; '' for no video. */
function videoOf(name: string, attributes: Record<string, string>): string {
  if (name === 'video') {
    const { autoplay, muted, loop, controls } = attributes
    const isLoop = [autoplay, muted, loop].every(one => one !== undefined) && controls === undefined
    return `${isLoop ? 'loop' : 'file'}:${fileOf(attributes)}`
  }
  if (/^lite-(youtube|vimeo)$/.test(name) && attributes.videoid)
    return `${name.slice(5)}:${attributes.videoid.slice(0, 40)}`
  if (name !== 'iframe') return ''
  const address = attributes.src || attributes['data-src'] || attributes['data-lazy-src'] || ''
  const [, host, id] = PLAYER.exec(address.slice(0, 2048)) ?? []
  return host && id ? `${/^you/i.test(host) ? 'youtube' : 'vimeo'}:${id}` : ''
}

/** Without its ending, which tells the format. */
function fileOf({ src, 'data-src': late }: Record<string, string>): string {
  const address = (src || late || '').slice(0, 2048)
  return URL.canParse(address, 'http://x')
    ? assetName(new URL(address, 'http://x').href)
        .replace(/\.\w+$/, '')
        .slice(0, 80)
    : ''
}

const PLAYER =
  /(?:^|\/\/)(?:www\.|player\.)?(youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com)\/(?:embed\/|video\/|v\/)?([\w-]{6,20})/i

/** A copy, since a slice of a string keeps the whole string in memory. */
const tidied = (text: string, max: number) =>
  text
    .slice(0, 4 * max)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, max)
