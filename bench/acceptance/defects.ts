/** Defects by the dozen: each element that can be broken gets one, in turn of its kind. */
import type { CheerioAPI } from 'cheerio'
import type { Element } from '../../test/mutations/page.ts'

export interface Broken {
  how: string
  /** What a person reads there on the original: how its findings are known. */
  text: string
  /** One of those that come beside the accepted ones. */
  isNew: boolean
}

interface Way {
  name: string
  selector: string
  /** What names the element. */
  text($: CheerioAPI, element: Element): string
  apply($: CheerioAPI, element: Element, number: number): void
}

const textOf = ($: CheerioAPI, element: Element) => $(element).text().replace(/\s+/g, ' ').trim()

const WAYS: readonly Way[] = [
  {
    name: 'text changed',
    selector: 'p, li, dd, td, figcaption, blockquote',
    text: textOf,
    apply: ($, element, number) =>
      void $(element).text(`${word(number)} ${word(number + 7)} ${word(number + 13)} ${word(number + 29)}`),
  },
  {
    name: 'text removed',
    selector: 'p, li, dd, figcaption, blockquote',
    text: textOf,
    apply: ($, element) => void $(element).remove(),
  },
  {
    name: 'number changed',
    selector: 'p, li, dd, td, span, strong',
    text: ($, element) => (/\d/.test(textOf($, element)) ? textOf($, element) : ''),
    apply: ($, element) => {
      $(element).text(textOf($, element).replace(/\d/g, digit => String((Number(digit) + 3) % 10)))
    },
  },
  {
    name: 'pale text',
    selector: 'p, li, dd, h2, h3, td, a',
    text: textOf,
    apply: ($, element) => void $(element).attr('style', 'color: #ccc; background: #fff'),
  },
  {
    name: 'heading made a paragraph',
    selector: 'h2, h3, h4',
    text: textOf,
    apply: ($, element) => void $(element).replaceWith(`<p>${$(element).html()}</p>`),
  },
  {
    name: 'picture without its text',
    selector: 'img[alt]',
    text: ($, element) => $(element).attr('alt') ?? '',
    apply: ($, element) => void $(element).removeAttr('alt'),
  },
  {
    name: 'picture broken',
    selector: 'img[alt]',
    text: ($, element) => $(element).attr('alt') ?? '',
    apply: ($, element, number) => void $(element).attr('src', `/gone-${number}.png`).removeAttr('srcset'),
  },
  {
    name: 'link led elsewhere',
    selector: 'a[href]',
    text: textOf,
    apply: ($, element, number) => void $(element).attr('href', `/elsewhere-${number}`),
  },
  {
    name: 'link lost',
    selector: 'a[href]',
    text: textOf,
    apply: ($, element) => void $(element).replaceWith(`<span>${$(element).html()}</span>`),
  },
  {
    name: 'label lost',
    selector: 'label',
    text: textOf,
    apply: ($, element) => void $(element).remove(),
  },
  {
    name: 'button made a box',
    selector: 'button',
    text: textOf,
    apply: ($, element) => void $(element).replaceWith(`<div>${$(element).html()}</div>`),
  },
  {
    name: 'tiny text',
    selector: 'p, li, dd, td',
    text: textOf,
    apply: ($, element) => void $(element).attr('style', 'font-size: 7px'),
  },
]

/** Of two elements of a kind the one is broken in any case, the other with `both` only. */
export function breakPage($: CheerioAPI, which: 'accepted' | 'both'): { html: string; broken: Broken[] } {
  const broken: Broken[] = []
  const taken = new Set<Element>()
  const plan: { element: Element; way: Way; text: string }[] = []
  const texts = new Map<string, number>()
  $('body *').each((_, element) => {
    const text = textOf($, element)
    texts.set(text, (texts.get(text) ?? 0) + 1)
  })
  for (const element of $('body *').toArray() as Element[]) {
    if (
      [...taken].some(
        other =>
          $(other).is(element) || $(other).find(element).length > 0 || $(element).find(other).length > 0,
      )
    )
      continue
    const ways = WAYS.filter(way => $(element).is(way.selector) && way.text($, element).length >= 4)
    if (ways.length === 0) continue
    const way = ways[plan.length % ways.length]!
    taken.add(element)
    plan.push({ element, way, text: way.text($, element) })
  }
  for (const [number, { element, way, text }] of plan.entries()) {
    const isNew = number % 2 === 1
    if (isNew && which === 'accepted') continue
    way.apply($, element, number)
    broken.push({ how: way.name, text, isNew })
  }
  return { html: $.html(), broken }
}

/** Words that no page has. */
const word = (number: number): string =>
  ((number * 2654435761 + 12345) % 2 ** 32).toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)]!)
