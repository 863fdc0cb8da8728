/** What a shop sells, made from a seed in the shape of a real clothing catalog. No platform: each test shop serves it its own way. */
import { madeOf, randomFrom } from './random.ts'
import { ADJECTIVES, COLOURS, DETAILS, MATERIALS, NOUNS, SIZES, VENDORS } from './words.ts'

export interface Goods {
  name: string
  /** ISO 4217, with two minor digits. */
  currency: string
  products: Good[]
  groups: Group[]
  /** Pages of text, by slug. */
  pages: Text[]
  posts: Text[]
  /** None in most test shops. */
  policies?: Text[]
  /** That each page names as alternates, e.g. `de`. */
  languages?: string[]
  /** That each page names as alternates, each with prices of its own. */
  markets?: Market[]
  /** The shop has a page for each brand. */
  brandPages?: boolean
  /** Brands whose page shows nothing. */
  hiddenBrands?: string[]
}

export interface Market {
  /** As pages name it, e.g. `sv-se`. */
  code: string
  currency: string
  /** Of the price in the main market. */
  factor: number
}

/** As search engines show a page, where somebody wrote that. */
export interface SearchTexts {
  title: string
  description: string
}

export interface Good {
  id: number
  slug: string
  title: string
  vendor: string
  type: string
  tags: string[]
  /** Markup. */
  description: string
  pictures: GoodPicture[]
  /** Empty where there is nothing to choose. */
  options: { name: string; values: string[] }[]
  variants: GoodVariant[]
  seo?: SearchTexts
  reviews?: { value: number; count: number }
  /** Of a table below the description: what, and how it is. */
  specifications?: [string, string][]
  /** Of a tab beside the description. */
  care?: string
  /** Ids at YouTube. */
  videos?: string[]
}

export interface GoodPicture {
  id: number
  /** Name of the file, e.g. `linen-shirt-1.png`. */
  file: string
  alt: string
}

export interface GoodVariant {
  id: number
  /** One value for each option. */
  options: string[]
  sku: string
  /** EAN-13 with its check digit. */
  barcode: string
  /** In minor units. */
  price: number
  /** The regular price where `price` is a reduced one. */
  compareAt: number | null
  available: boolean
  /** `GoodPicture.file` of the one that shows it. */
  picture?: string
}

/** A collection or category. */
export interface Group {
  id: number
  slug: string
  title: string
  text: string
  /** Ids of products. */
  members: number[]
  seo?: SearchTexts
}

export interface Text {
  slug: string
  title: string
  paragraphs: string[]
  /** Of a post. */
  author?: string
  /** `2024-03-31`. */
  date?: string
}

export interface GoodsOptions {
  seed?: number
  /** Default 500. */
  products?: number
  /** Default about three a product; where given, exactly so many in all. */
  variants?: number
  currency?: string
}

/** The same seed gives the same goods, to the byte. */
export function makeGoods({
  seed = 1,
  products = 500,
  variants,
  currency = 'USD',
}: GoodsOptions = {}): Goods {
  const counts = variantCounts(seed, products, variants)
  const all = Array.from({ length: products }, (_, index) => makeGood(seed, index, counts[index]!))
  return { name: 'Nordhaven', currency, products: all, groups: groupsOf(all), ...texts(seed) }
}

const KINDS = [1, 1, 1, 1, 3, 3, 3, 6, 6, 5]

function variantCounts(seed: number, products: number, wanted: number | undefined): number[] {
  const random = randomFrom(seed, 'variants')
  const counts = Array.from({ length: products }, () => KINDS[Math.floor(random() * KINDS.length)]!)
  if (wanted === undefined) return counts
  if (wanted < products) throw new RangeError(`${wanted} variants are too few for ${products} products`)
  let sum = counts.reduce((total, count) => total + count, 0)
  for (let index = 0; sum !== wanted; index = (index + 1) % products) {
    const step = Math.sign(wanted - sum)
    if (counts[index]! + step < 1) continue
    counts[index]! += step
    sum += step
  }
  return counts
}

function makeGood(seed: number, index: number, count: number): Good {
  const random = randomFrom(seed, `product ${index}`)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  // A walk through all combinations: no two products are called alike.
  const walk = (index * 7919 + seed * 104_729) % (ADJECTIVES.length * MATERIALS.length * NOUNS.length)
  const adjective = ADJECTIVES[walk % ADJECTIVES.length]!
  const material = MATERIALS[Math.floor(walk / ADJECTIVES.length) % MATERIALS.length]!
  const noun = NOUNS[Math.floor(walk / ADJECTIVES.length / MATERIALS.length)]!
  const colour = pick(COLOURS)
  const vendor = pick(VENDORS)
  const title = `${vendor} ${adjective} ${material} ${noun} - ${colour}`
  const id = 8_285_549_000_000 + index * 32_768 + (seed % 1000)
  const slug = slugOf(`${adjective} ${material} ${noun} ${colour}`)
  const options = optionsFor(count, random)
  const price = (5 + Math.floor(random() * 60)) * 500 - 5
  const reduced = random() < 0.2
  const spread = random() < 0.25 ? 500 : 0
  const regular = (step: number) => price + step * spread
  const style = madeOf(random, 'abcdefghjkmnpqrstuvwxyz0123456789', 10)
  return {
    id,
    slug,
    title,
    vendor,
    type: noun,
    tags: [slugOf(noun), slugOf(material), `style-${style}`],
    description: [
      ...Array.from({ length: 3 + Math.floor(random() * 4) }, () => `<p>${pick(DETAILS)}</p>`),
      `<p>Style: <span>${style}</span></p>`,
      `<p>Color: ${colour}</p>`,
      `<p>Material: ${60 + Math.floor(random() * 40)}% ${material}</p>`,
    ].join('\n'),
    pictures: Array.from({ length: 1 + Math.floor(random() * 5) }, (_, at) => ({
      id: id * 10 + at,
      file: `${slug}-${at + 1}.png`,
      alt: at === 0 ? `${adjective} ${material} ${noun}` : '',
    })),
    options: options.names,
    variants: options.rows.map((values, at) => ({
      id: id * 100 + at,
      options: values,
      sku: `NH${String(seed % 10)}${String(index).padStart(5, '0')}${String(at).padStart(4, '0')}`,
      barcode: ean13(
        `40${String(seed % 100).padStart(2, '0')}${String(index % 100_000).padStart(5, '0')}${String(at % 1000).padStart(3, '0')}`,
      ),
      price: reduced ? Math.round((regular(at) * 0.8) / 5) * 5 : regular(at),
      compareAt: reduced ? regular(at) : null,
      available: random() < 0.85,
    })),
  }
}

function optionsFor(count: number, random: () => number) {
  if (count === 1) return { names: [], rows: [[]] as string[][] }
  const sizes = Array.from({ length: Math.min(count, SIZES.length) }, (_, at) => SIZES[at]!)
  if (count <= SIZES.length && (count % 2 !== 0 || random() < 0.6))
    return { names: [{ name: 'Size', values: sizes }], rows: sizes.map(size => [size]) }
  const across = Math.ceil(count / SIZES.length) > 1 ? SIZES.length : count / 2
  const down = Math.ceil(count / across)
  const colours = Array.from({ length: down }, (_, at) =>
    at < COLOURS.length
      ? COLOURS[at]!
      : `${COLOURS[at % COLOURS.length]} ${Math.floor(at / COLOURS.length) + 1}`,
  )
  const rows = colours.flatMap(colour => SIZES.slice(0, across).map(size => [size, colour]))
  return {
    names: [
      { name: 'Size', values: SIZES.slice(0, across) },
      { name: 'Color', values: colours },
    ],
    rows: rows.slice(0, count),
  }
}

/** By what they are and by what they are made of; two levels of choice, as shops have them. */
function groupsOf(products: Good[]): Group[] {
  const members = new Map<string, number[]>()
  for (const product of products)
    for (const title of [
      `${product.type}s`,
      ...MATERIALS.filter(material => product.title.includes(` ${material} `)),
    ])
      members.set(title, [...(members.get(title) ?? []), product.id])
  return [...members].slice(0, MOST_GROUPS).map(([title, ids], index) => ({
    id: 410_000_000 + index,
    slug: slugOf(title),
    title,
    text: `Our ${title.toLowerCase()}, made to be worn for years.`,
    members: ids,
  }))
}

const MOST_GROUPS = 60

function texts(seed: number): Pick<Goods, 'pages' | 'posts'> {
  const random = randomFrom(seed, 'texts')
  const paragraph = () =>
    Array.from({ length: 4 }, () => DETAILS[Math.floor(random() * DETAILS.length)]!.toLowerCase()).join(', ')
  const text = (slug: string, title: string): Text => ({
    slug,
    title,
    paragraphs: Array.from({ length: 3 }, () => `${title}: ${paragraph()}.`),
  })
  return {
    pages: [
      text('about', 'About us'),
      text('shipping', 'Shipping and returns'),
      text('size-guide', 'Size guide'),
      text('contact', 'Contact'),
    ],
    posts: [text('caring-for-linen', 'Caring for linen'), text('the-new-workshop', 'The new workshop')],
  }
}

/** The goods as they are sold in the market that a path begins with, and the path without it. */
export function inMarket(goods: Goods, path: string): { goods: Goods; path: string } {
  const market = goods.markets?.find(({ code }) => path.startsWith(`/${code}/`))
  if (!market) return { goods, path }
  const priced = (minor: number) => Math.round(minor * market.factor)
  return {
    path: path.slice(market.code.length + 1),
    goods: {
      ...goods,
      currency: market.currency,
      products: goods.products.map(good => ({
        ...good,
        variants: good.variants.map(variant => ({
          ...variant,
          price: priced(variant.price),
          compareAt: variant.compareAt && priced(variant.compareAt),
        })),
      })),
    },
  }
}

/** Each once. */
export const brandsIn = ({ products }: Goods): string[] => [...new Set(products.map(({ vendor }) => vendor))]

export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function ean13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return twelve + ((10 - (sum % 10)) % 10)
}
