/** Long pages: sections of a heading, paragraphs, prices, links, a list and pictures, and the same by another hand. */
import type { Rewrite } from '../../test/serve.ts'
import { photograph } from '../../test/suites/studio-pictures.ts'

/** Text blocks of one section: heading, two paragraphs, a price line, two list items and a link. */
const PER_SECTION = 7
const STYLE = `body { font: 16px/1.5 sans-serif; margin: 0 auto; max-width: 1100px; padding: 16px }
section, .part { border-top: 1px solid #ccc; padding: 12px 0 } img { width: 180px; height: 120px; object-fit: cover }`

interface Section {
  number: number
  heading: string
  first: string
  second: string
  price: string
  items: string[]
  link: string
}

export const longPage = (blocks: number): Rewrite =>
  serving(
    sectionsOf(blocks),
    ({ number, heading, first, second, price, items, link }) =>
      `<section><h2>${heading}</h2><img src="/img/p${number}.jpg" alt="${heading}"><p>${first}</p><p>${second}</p>
<p class="price">${price}</p><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul><p><a href="/order/${number}">${link}</a></p></section>`,
  )

/** Other elements and classes, pictures as WebP, paragraphs split in two. */
export const rebuiltPage = (blocks: number): Rewrite =>
  serving(
    sectionsOf(blocks),
    ({ number, heading, first, second, price, items, link }) =>
      `<div class="part"><h2><span>${heading}</span></h2><picture><img class="x9" src="/img/p${number}.webp" alt="${heading}"></picture>
<div>${split(first)}</div><div>${split(second)}</div><div><strong>${price}</strong></div>
<ul class="y1">${items.map(item => `<li><div>${item}</div></li>`).join('')}</ul><div><a class="z2" href="/order/${number}/">${link}</a></div></div>`,
  )

function serving(sections: Section[], print: (section: Section) => string): Rewrite {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Long page of ${sections.length} sections</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>A long page</h1>${sections.map(print).join('\n')}</main></body></html>`
  return path => {
    const [, name, format] = /^\/img\/(p\d+)\.(jpg|webp)$/.exec(path) ?? []
    if (name)
      return photograph(name, 360, 240)
        .toFormat(format === 'jpg' ? 'jpeg' : 'webp')
        .toBuffer()
    return path === '/index.html' || path.startsWith('/order/') ? html : undefined
  }
}

function split(text: string): string {
  const words = text.split(' ')
  const half = words.length >> 1
  return `<p>${words.slice(0, half).join(' ')}</p><p>${words.slice(half).join(' ')}</p>`
}

function sectionsOf(blocks: number): Section[] {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const text = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, () =>
      spell(Math.floor(20_000 ** random())),
    ).join(' ')
  return Array.from({ length: Math.ceil(blocks / PER_SECTION) }, (_, number) => ({
    number,
    heading: text(2, 6),
    first: text(12, 60),
    second: text(8, 40),
    price: `${text(1, 3)} €${20 + Math.floor(random() * 900)}.${10 + Math.floor(random() * 89)}`,
    items: [text(3, 9), text(3, 9)],
    link: number % 3 === 0 ? text(2, 4) : 'Read more',
  }))
}

/** Words of letters whose beginnings differ as those of a language do. */
function spell(number: number): string {
  return ((number * 2654435761) % 2 ** 32).toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)]!)
}
