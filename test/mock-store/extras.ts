/** What shops have beside products, texts and addresses: search texts, reviews, posts with authors, policies, videos. */
import type { Good, Goods, Text } from './goods.ts'
import { randomFrom } from './random.ts'
import { DETAILS } from './words.ts'

const AUTHORS = ['Astrid Holm', 'Jonas Bech', 'Mia Lindqvist']

const WASHING = [
  'Rinse at thirty degrees with neutral soap.',
  'Brush when dried mud allows, never soak.',
  'Steam overnight beside a bathtub.',
]
const DRYING = [
  'Hang wet on padded hangers.',
  'Spread flat upon towels, avoid radiators.',
  'Tumble gently, lowest heat.',
]

/** The same goods with all of it; the same seed gives the same, to the byte. */
export function withExtras(plain: Goods, seed = 1): Goods {
  const goods = structuredClone(plain)
  const random = randomFrom(seed, 'extras')
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const sentence = () => `${pick(DETAILS)} ${pick(DETAILS)}`
  const text = (slug: string, title: string, more: Partial<Text> = {}): Text => ({
    slug,
    title,
    paragraphs: Array.from({ length: 12 }, () => `${title}: ${sentence()} ${sentence()}`),
    ...more,
  })
  for (const [at, good] of goods.products.entries()) {
    if (at % 2 === 0)
      good.seo = {
        title: `Handmade ${good.type.toLowerCase()} number ${at}, sustainable workwear from Denmark`,
        description: `Order piece ${at} today: mended free of charge, sent within two days, worn by sailors since 1921.`,
      }
    if (at % 3 !== 2)
      good.reviews = { value: 3.5 + Math.floor(random() * 15) / 10, count: 3 + Math.floor(random() * 90) }
    if (at % 4 === 1) good.videos = [`vid${String(seed)}x${String(at).padStart(4, '0')}`]
    if (at % 5 !== 4)
      good.specifications = [
        ['Weight', `${200 + at} grams`],
        ['Washing', pick(['Cold by hand', 'Warm in a machine', 'Never, brush it'])],
        ['Lining', pick(['Cupro', 'None', 'Bamboo viscose'])],
        ['Origin', pick(['Portugal', 'Latvia', 'Denmark'])],
      ]
    if (at % 4 !== 3)
      good.care = `${pick(WASHING)} ${pick(DRYING)} Mended for ${2 + (at % 9)} years at our bench in Skagen, hook ${100 + at}.`
    illustrate(good)
  }
  for (const group of goods.groups)
    group.seo = {
      title: `Our whole range of ${group.title.toLowerCase()} for winter and summer`,
      description: `Choose among ${group.members.length} pieces of ${group.title.toLowerCase()}, all sewn in our own workshop near the harbour.`,
    }
  goods.posts = Array.from({ length: 20 }, (_, at) =>
    text(`journal-entry-${at}`, `Notes from the workshop ${at}`, {
      author: AUTHORS[at % AUTHORS.length]!,
      date: `20${String(15 + (at % 9))}-0${1 + (at % 9)}-1${at % 10}`,
    }),
  )
  goods.policies = [
    text('privacy-policy', 'Privacy policy'),
    text('terms-of-service', 'Terms of service'),
    text('refund-policy', 'Refund policy'),
    text('legal-notice', 'Legal notice'),
  ]
  // Its returns would be a second refund policy.
  for (const page of goods.pages) page.title = page.title.replace(' and returns', '')
  goods.markets = [
    { code: 'sv-se', currency: 'SEK', factor: 10.5 },
    { code: 'nb-no', currency: 'NOK', factor: 10.9 },
  ]
  goods.brandPages = true
  goods.languages = ['en', 'de', 'fr', 'da']
  return goods
}

/** A picture for each variant beside those of the product. */
function illustrate(good: Good): void {
  if (good.variants.length < 2) return
  for (const [at, variant] of good.variants.entries()) {
    const file = `${good.slug}-choice-${'abcdefghijklmnopqrstuvwxyz'[at % 26]}.png`
    variant.picture = file
    if (!good.pictures.some(known => known.file === file))
      good.pictures.push({ id: good.id * 10 + 50 + at, file, alt: '' })
  }
}
