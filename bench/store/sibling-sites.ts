/**
 * Shops whose pages are siblings, alike but for a word or a number: flowers for each city, frames of each size, gifts
 * for each occasion. Each was moved with what goes wrong in a move: addresses renamed and translated, headings reworded,
 * pages made one or dropped, redirects forgotten and exchanged. `truth` says what became of each.
 */

import { slugOf } from '../../test/mock-store/goods.ts'
import { randomFrom } from '../../test/mock-store/random.ts'

export interface SitePage {
  path: string
  heading: string
  text: string
  /** Of a category: its products, by number. */
  members?: number[]
}

export interface Move {
  name: string
  /** Whether the siblings are categories of the shop, which both catalogs tell. */
  categories: boolean
  before: SitePage[]
  after: SitePage[]
  /** On the new host, by old path; what is kept at its path or forgotten has none. */
  redirects: Map<string, string>
  /** For each old sibling the new paths that are right: none where it was dropped. */
  truth: Map<string, Set<string>>
}

interface Sibling {
  /** What tells it from the others, in the language of the original and in that of the new addresses. */
  name: string
  translated: string
  members?: number[]
}

interface Family {
  name: string
  categories: boolean
  siblings: Sibling[]
  /** `%` is the name. */
  heading: string
  /** What a heading may have become. */
  reworded: string[]
  /** How an address may be made of the slug of a name. */
  slug: string
  /** Where a step above the last one bears the name: the whole old address. */
  steps?: string
  renamed: string[]
  /** With the translated name. */
  foreign: string
  text: string
}

const [NEW_PAGE, NEW_LIST] = ['/pages/', '/collections/']

/** @param count siblings of each shop @param seed decides what goes wrong @param dropped share of the siblings */
export const moves = (count = 200, seed = 0, dropped = DROPPED): Move[] =>
  [cities(count), sizes(count), occasions(count), models(count)].map((family, at) =>
    move(family, 10 * seed + at + 1, dropped),
  )

function cities(count: number): Family {
  const heads = [
    'Ooster',
    'Wester',
    'Noorder',
    'Zuider',
    'Heems',
    'Breuke',
    'Walden',
    'Amers',
    'Harde',
    'Linde',
  ]
  const tails = ['wijk', 'hout', 'beek', 'dam', 'veen', 'kerk', 'land', 'burg', 'rode', 'stede']
  const more = ['', ' aan Zee', 'se Bos', ' Noord', 'er Poort', ' op Zoom']
  const names = more.flatMap(end => tails.flatMap(tail => heads.map(head => `${head}${tail}${end}`)))
  return {
    name: 'cities',
    categories: false,
    siblings: numbered(names, count).map(name => ({ name, translated: name })),
    heading: 'Bloemen bezorgen in %',
    reworded: [
      'Bloemist in %',
      'Bloemen laten bezorgen in %, vandaag nog',
      'Verse bloemen: %',
      'Flower delivery in %',
    ],
    slug: 'bloemen-bezorgen-%',
    renamed: ['bloemen-%', 'bloemist-in-%', '%-bloemen-bestellen'],
    foreign: 'flower-delivery-%',
    text: `Wilt u bloemen laten bezorgen in %? Onze bloemisten maken elke dag verse boeketten, met rozen, lelies en alles wat het
seizoen te bieden heeft. Bestelt u voor twee uur, dan bezorgen wij in % nog dezelfde dag. Een kaartje met uw eigen woorden gaat
gratis mee. Ook naar ziekenhuizen en kantoren in % brengen wij uw bestelling, en is er niemand thuis, dan vragen wij het de buren.
Betalen kan op alle gangbare manieren, en niet goed betekent geld terug.`,
  }
}

/** Nothing but a step of their addresses tells these apart. */
function models(count: number): Family {
  const heads = ['Ar', 'Bel', 'Cor', 'Dor', 'El', 'Fin', 'Gal', 'Hel', 'Il', 'Jun', 'Kel', 'Lor']
  const tails = ['ia', 'ano', 'etta', 'mar', 'vik', 'tone', 'burg', 'ina', 'osa', 'undo']
  const names = tails.flatMap(tail => heads.map(head => head + tail))
  return {
    name: 'models',
    categories: false,
    siblings: numbered(names, count).map(name => ({ name, translated: name })),
    heading: 'Care instructions',
    reworded: ['Care and cleaning'],
    slug: 'sofas-%-care',
    steps: 'sofas/%/care',
    renamed: ['care-of-%', '%-care'],
    foreign: 'sofa-pflege-%',
    text: `Vacuum the cover once a week with a soft brush. Turn the cushions, so that they wear evenly, and keep them out of the
sun. Stains are dabbed with a damp white cloth, never rubbed; what does not come out so is for a cleaner.`,
  }
}

function sizes(count: number): Family {
  const widths = Array.from({ length: 40 }, (_, at) => 10 + 5 * at)
  const names = widths.flatMap(width => widths.slice(0, 36).map(height => `${width}x${height}`))
  return {
    name: 'sizes',
    categories: false,
    // In this order both ways round are among them: 20 x 30 and 30 x 20.
    siblings: numbered(
      names.sort((a, b) => Math.max(...a.split('x').map(Number)) - Math.max(...b.split('x').map(Number))),
      count,
    ).map(name => ({ name: name.replace('x', ' x '), translated: name.replace('x', ' x ') })),
    heading: 'Bilderrahmen % cm',
    reworded: ['Rahmen % cm kaufen', 'Bilderrahmen im Format %', 'Picture frames, % cm'],
    slug: 'bilderrahmen-%-cm',
    renamed: ['rahmen-%', 'bilderrahmen-format-%', '%-rahmen-kaufen'],
    foreign: 'picture-frames-%-cm',
    text: `Unsere Bilderrahmen in % cm fertigen wir aus Eiche, Nussbaum und Kiefer in der eigenen Werkstatt. Das Glas ist
entspiegelt und bruchsicher, die Rückwand lässt sich mit wenigen Griffen öffnen. Ein Rahmen von % cm passt zu allen gängigen
Drucken und Fotos dieses Formats; auf Wunsch schneiden wir ein Passepartout dazu. Versand in zwei bis drei Tagen, sicher verpackt
und auf Rechnung. Sie suchen ein anderes Format als % cm? Wir bauen auch nach Maß.`,
  }
}

const OCCASIONS = [
  ['birthday', 'verjaardag'],
  ['thank-you', 'bedankje'],
  ['wedding', 'bruiloft'],
  ['new baby', 'geboorte'],
  ['farewell', 'afscheid'],
  ['retirement', 'pensioen'],
  ['housewarming', 'nieuwe woning'],
  ['anniversary', 'jubileum'],
  ['graduation', 'diploma'],
  ['funeral', 'uitvaart'],
  ['get well', 'beterschap'],
  ['engagement', 'verloving'],
  ['christening', 'doop'],
  ['christmas', 'kerst'],
  ['easter', 'pasen'],
  ['valentine', 'valentijn'],
  ['new job', 'nieuwe baan'],
  ['apology', 'excuses'],
  ['holiday', 'vakantie'],
  ['reunion', 'weerzien'],
] as const
const RECIPIENTS = [
  ['mother', 'moeder'],
  ['father', 'vader'],
  ['grandparents', 'grootouders'],
  ['colleague', 'collega'],
  ['neighbour', 'buren'],
  ['teacher', 'juf en meester'],
  ['best friend', 'beste vriendin'],
  ['children', 'kinderen'],
  ['couple', 'stel'],
  ['boss', 'baas'],
] as const

function occasions(count: number): Family {
  const all = OCCASIONS.flatMap(occasion =>
    RECIPIENTS.map(recipient => ({
      name: `${occasion[0]} for a ${recipient[0]}`,
      translated: `${occasion[1]} ${recipient[1]}`,
    })),
  )
  const random = randomFrom(3, 'members')
  return {
    name: 'occasions',
    categories: true,
    siblings: Array.from({ length: count }, (_, at): Sibling => {
      const { name, translated } = all[at % all.length]!
      const series = at < all.length ? '' : ` ${Math.floor(at / all.length) + 1}`
      // Half of what a list holds is in most of the others as well.
      const members = [0, 1, 2, 3, 4, 5].filter(() => random() < 0.8)
      for (let own = 0; own < 6; own++) members.push(6 + Math.floor(random() * PRODUCTS))
      return { name: name + series, translated: translated + series, members }
    }),
    heading: 'Gifts: % – flowers and more',
    reworded: ['Gift ideas, %', 'Flowers: %'],
    slug: 'gifts-%',
    renamed: ['presents-%', 'gift-ideas-%', 'flowers-%'],
    foreign: 'cadeaus-%',
    text: 'The nicest presents: %. Flowers, sweets and cards, wrapped by hand and delivered on the day of your choice.',
  }
}

export const PRODUCTS = 240

const numbered = (names: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / names.length)
    return names[at % names.length]! + (round ? ` ${round + 1}` : '')
  })

/** Shares of the siblings that something happened to. */
const MERGED = 0.08
const DROPPED = 0.06
const KEPT = 0.05
const FOREIGN = 0.15
const RENAMED = 0.4
const REWORDED = 0.15
const REWRITTEN = 0.1
const EXCHANGED = 0.2
const FORGOTTEN = 0.25

function move(family: Family, seed: number, dropped: number): Move {
  const random = randomFrom(seed, family.name)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const filled = (pattern: string, name: string) => pattern.replaceAll('%', name)
  const { siblings, categories } = family
  const oldBase = categories ? '/product-category/' : '/'
  const newBase = categories ? NEW_LIST : NEW_PAGE
  const before = siblings.map(
    ({ name, members }): SitePage => ({
      path: `${oldBase}${family.steps ? filled(family.steps, slugOf(name)) : slugOf(filled(family.slug, name))}/`,
      heading: filled(family.heading, name),
      text: filled(family.text, name),
      ...(members && { members }),
    }),
  )
  const after: SitePage[] = []
  const truth = new Map<string, Set<string>>()
  const taken = new Set<string>()
  const publish = (page: SitePage, old: SitePage[]) => {
    // As Shopify does with a handle that is in use.
    let { path } = page
    for (let copy = 1; taken.has(path); copy++) path = `${page.path}-${copy}`
    taken.add(path)
    after.push({ ...page, path })
    for (const one of old) truth.set(one.path, new Set([path]))
  }
  let waiting: number | undefined
  for (const [at, { name, translated, members }] of siblings.entries()) {
    const old = before[at]!
    const fate = random()
    if (fate < dropped) {
      truth.set(old.path, new Set())
      continue
    }
    if (fate < dropped + MERGED) {
      if (waiting === undefined) {
        waiting = at
        continue
      }
      const other = before[waiting]!
      const both = `${siblings[waiting]!.name} & ${name}`
      publish(
        {
          path: newBase + slugOf(filled(family.slug, both)),
          heading: filled(family.heading, both),
          text: `${other.text}\n${old.text}`,
          ...(members && { members: [...new Set([...other.members!, ...members])] }),
        },
        [other, old],
      )
      waiting = undefined
      continue
    }
    const how = random()
    const pattern =
      how < FOREIGN ? family.foreign : how < FOREIGN + RENAMED ? pick(family.renamed) : family.slug
    const slug = slugOf(filled(pattern, how < FOREIGN ? translated : name))
    publish(
      {
        path: !categories && fate > 1 - KEPT ? old.path : newBase + slug,
        heading: random() < REWORDED ? filled(pick(family.reworded), name) : old.heading,
        text: random() < REWRITTEN ? filled(OTHER_TEXT, name) : `${old.text} ${THEME}`,
        ...(members && { members: members.filter(() => random() > 0.05) }),
      },
      [old],
    )
  }
  if (waiting !== undefined) truth.set(before[waiting]!.path, new Set())
  const redirects = new Map<string, string>()
  for (const { path } of before) {
    const [right] = truth.get(path)!
    if (right === path) continue
    const fate = random()
    if (fate < EXCHANGED) {
      const wrong = after.length ? pick(after).path : path
      if (wrong !== right && wrong !== path) redirects.set(path, wrong)
    } else if (fate > EXCHANGED + FORGOTTEN && right) redirects.set(path, right)
  }
  return { name: family.name, categories, before, after, redirects, truth }
}

const THEME = 'Free returns within thirty days. Read what our customers say about us.'
const OTHER_TEXT = `All about %: we have put together what people ask us most. Order until noon, and it leaves our house on the same
day. Our team answers questions by telephone and by mail, on Saturdays too. Whoever subscribes to the newsletter gets ten percent on
the first order, for % as for everything else.`

/** What every shop has beside its siblings, with where it moved. */
export const OTHERS: readonly { from: string; to: string; heading: string; text: string }[] = [
  [
    'about-us',
    'about-us',
    'About us',
    'We are a family business in its third generation, and most of us were born above the shop.',
  ],
  [
    'contact',
    'contact',
    'Contact',
    'Call us, write to us or come by: the door is open from nine to six, and there is coffee.',
  ],
  [
    'shipping',
    'delivery',
    'Shipping',
    'Parcels leave our house every day at four and are with you after one or two nights.',
  ],
  [
    'returns',
    'returns-and-refunds',
    'Returns',
    'Send back what you do not like within thirty days, and we refund all of it.',
  ],
  [
    'faq',
    'faq',
    'Questions and answers',
    'How do I change my order? Write to us before four. Can I pay by invoice? Yes, you can.',
  ],
  [
    'our-workshop',
    'workshop',
    'Our workshop',
    'Twelve people work at long tables by the window, with the radio on and the kettle warm.',
  ],
  [
    'care',
    'how-to-care',
    'How to care',
    'Fresh water every other day, a clean knife for the stems, and no fruit close by.',
  ],
  [
    'jobs',
    'careers',
    'Work with us',
    'We are looking for people with quick hands and patience, full time or by the day.',
  ],
].map(([from, to, heading, text]) => ({
  from: `/${from}/`,
  to: `/pages/${to}`,
  heading: heading!,
  text: text!,
}))
