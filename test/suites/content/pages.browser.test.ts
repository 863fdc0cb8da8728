/** The suite on a real page in a real browser: one look at the original, many rebuilt pages. */
import type { CheerioAPI } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agency, type Defect, openAgency } from './agency-pages.ts'
import { introduced } from './judging.ts'

let agency: Agency
beforeAll(async () => {
  agency = await openAgency()
})
afterAll(() => agency?.close())

const swap = ($: CheerioAPI, selector: string, from: string, to: string) =>
  $(selector).each((_, element) => void $(element).html($(element).html()!.replace(from, to)))

test.concurrent('against itself: only what was there before', { tags: 'variant' }, async () => {
  const result = await agency.rebuiltWith($ => $('html').attr('data-copy', ''))
  expect(introduced(result)).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
  expect(result.issues.map(issue => issue.key)).toEqual(['content/unexpected:filler text:lorem ipsum'])
})

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
test.concurrent.each<[string, Defect[]]>([
  [
    'texts, facts and a section',
    [
      ['section lost', $ => $('#team').remove(), 'serious content/text:lost:our amazing team'],
      [
        'paragraph lost',
        $ => $('#prices .lead').remove(),
        'serious content/text:lost:every project starts with a free workshop of',
      ],
      [
        'one of three equal paragraphs lost',
        $ => $('#services p.text-muted').first().remove(),
        'serious content/text:',
      ],
      ['price 49 to 94', $ => swap($, '.price', '49', '94'), 'serious content/fact:price:49 USD'],
      [
        'a digit of the telephone',
        $ => swap($, '#call', '123-4567', '123-4576'),
        'serious content/fact:phone:+15551234567',
      ],
      [
        'list item lost',
        $ => $('.offers li').first().remove(),
        'serious content/text:lost:a single page with your words and our',
      ],
      ['table row lost', $ => $('#prices tr').last().remove(), 'serious content/text:lost:large house'],
    ],
  ],
  [
    'filler, leftovers and a table',
    [
      [
        'lorem ipsum',
        $ =>
          $('#prices .offers').after(
            '<p>Lorem ipsum dolor sit amet, consectetur adipisicing elit. Maxime minima.</p>',
          ),
        'serious content/unexpected:filler text:lorem ipsum:added',
      ],
      [
        'undefined shown',
        $ => swap($, '.offers', 'Everything', 'undefined'),
        'serious content/unexpected:missing value:undefined:added',
      ],
      [
        'table columns swapped',
        $ =>
          $('#prices tr')
            .slice(1)
            .each((_, row) => void $(row).append($(row).children().eq(1))),
        'serious content/structure:cells:plan | price | pages',
      ],
      [
        'mojibake',
        $ => swap($, '#prices .lead', 'free', 'frÃ©e'),
        'serious content/encoding:broken encoding:ã©:added',
      ],
    ],
  ],
])('must fail: %s', (_, defects) => agency.expectDefects(defects))

function asGrid($: CheerioAPI) {
  const cells = $('#prices tr')
    .toArray()
    .flatMap(row => $(row).children().toArray())
  const inner = cells.map(cell => `<div>${$(cell).html()}</div>`).join('')
  $('#prices table').replaceWith(
    `<div style="display: grid; grid-template-columns: repeat(3, 1fr)">${inner}</div>`,
  )
}

test.concurrent(
  'must stay silent: other elements for the same text, a table of divs, typography, minified, upper case, text added',
  { tags: 'variant' },
  () =>
    agency.expectSilence($ => {
      $('b').each((_, element) => void $(element).replaceWith(`<strong>${$(element).html()}</strong>`))
      $('.links').html('<ul><li><a href="#one">Imprint</a></li><li><a href="#two">Careers</a></li></ul>')
      $('p, h2, h3, h4, td, li').each((_, element) => void $(element).wrapInner('<div><span></span></div>'))
      asGrid($)
      swap($, '#call', '(555) 123-4567', '555\u00a0123\u20114567')
      swap($, '#prices .lead', 'Every project', 'Every&nbsp;pro&shy;ject')
      $('#prices h2, .offers').css('text-transform', 'uppercase')
      $('#services').before(
        '<section><h2>New</h2><p>Now with a view of the harbour until May 5, for whoever asks.</p></section>',
      )
      $('body').html($('body').html()!.replace(/\s+/g, ' ').replace(/> </g, '> <'))
    }),
)

test.concurrent('raised without failing: sections swapped, a link that says nothing any more, what moved into an accordion', {
  tags: 'variant',
}, async () => {
  const result = await agency.rebuiltWith($ => {
    $('#prices').insertAfter('#team')
    $('#prices .links a').first().text('here').before('Imprint ')
    $('#prices .lead').wrap('<details></details>').before('<summary>More</summary>')
  })
  expect(introduced(result)).toEqual([
    'moderate content/order:what it costs',
    'moderate content/link-texts:imprint',
    'minor content/text:unseen:every project starts with a free workshop of',
  ])
  expect(result.pass).toBe(true)
})

test.concurrent('tables are read as HTML means them', () => {
  expect(agency.original.tables).toMatchObject([
    {
      columns: ['Plan', 'Price', 'Pages'],
      rows: [
        { cells: ['Small studio', '$49', '5 pages'] },
        { cells: ['Large house', '$1,290.00', '50 pages'] },
      ],
    },
  ])
})
