/** The suite on a page in a real browser: one look at the original, many rebuilt pages. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../../server/capture/artifact.ts'
import type { SuiteResult } from '../../../server/contract.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { type ServedSite, serve } from '../../serve.ts'
import { type Collector, openCollector } from '../collector.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/sites/a11y/original')
const pages = new Map<string, string>()

let html: string
let site: ServedSite
let collector: Collector
let original: Capture

beforeAll(async () => {
  html = await readFile(join(FOLDER, 'index.html'), 'utf8')
  site = await serve(FOLDER, path => pages.get(path))
  collector = await openCollector(['axe'], [site.host])
  original = await lookAt('/index.html')
})
afterAll(async () => {
  await collector?.close()
  await site?.close()
})

const lookAt = (path: string) =>
  collector.collect('rebuilt', { original_url: `${site.origin}/`, new_url: `${site.origin}${path}` })

function judged(before: Capture, after: Capture): SuiteResult {
  const [result] = runSuites([a11y as unknown as Suite], before, after)
  const axeOnly = { ...result!, checks: result!.checks.filter(({ id }) => id === 'a11y/axe') }
  return scoreSuite(axeOnly, 'regressions')
}

async function rebuiltWith(change: ($: CheerioAPI) => unknown): Promise<SuiteResult> {
  const $ = load(html)
  change($)
  expect($.html()).not.toBe(load(html).html())
  const path = `/${pages.size}.html`
  pages.set(path, $.html())
  return judged(original, await lookAt(path))
}

const introduced = ({ issues }: SuiteResult) =>
  issues.filter(({ status, penalty }) => status === 'introduced' && penalty > 0)

test.concurrent('the page against itself: its faults are inherited, each said once', () => {
  const result = judged(original, original)
  expect(result.score).toBe(100)
  expect(introduced(result)).toEqual([])
  expect(result.absolute).toBeLessThan(90)
  const keys = result.issues.flatMap(({ key, members }) => members?.map(member => member.key) ?? [key])
  expect(keys.sort()).toEqual([
    'a11y/axe:color-contrast:text|each of them sets about forty new routes every month and takes forty old ones do|main|our setters',
    'a11y/axe:color-contrast:text|quay 0 seen by 0 people today|contentinfo|visit us',
    'a11y/axe:image-alt:image|ines|main|our setters',
    'a11y/axe:label:search||navigation|',
    'a11y/axe:link-name:link|harbour|contentinfo|visit us',
  ])
})

type Defect = [
  change: ($: CheerioAPI) => unknown,
  message: RegExp,
  fix: RegExp,
  severity?: 'moderate' | 'minor',
]

/** Each page carries several, since a look takes seconds; each must be found by itself. */
const defects: [name: string, ...Defect[]][] = [
  [
    'alt removed, label broken, contrast 2.6:1, names of a button and a link lost',
    [
      $ => $('.intro').attr('style', 'color: #9f9f9f'),
      /^“Fourteen metres.*”, under “Climb by the water”, has a contrast of 2\.6\d:1 \(#9f9f9f on #ffffff\); 4\.5:1 is needed, 15\.\d+:1 before/,
      /^Use the original's colours: #222222 on #ffffff/,
    ],
    [
      $ => $('img[src="mara.svg"]').removeAttr('alt'),
      /^The picture “mara.svg”, under “Our setters”, lost its alternative text “Mara on the red overhang”$/,
      /Mara on the red overhang/,
    ],
    [
      $ => $('label[for=mail]').removeAttr('for'),
      /^The field “E-mail address”, under “Visit us”, lost its label/,
      /“E-mail address”/,
    ],
    [
      $ => $('.clear img').replaceWith('<span class="icon"></span>'),
      /^The button “Clear the form”, under “Visit us”, lost its name/,
      /“Clear the form”/,
      'moderate',
    ],
    [
      $ => $('.contact img').attr('alt', ''),
      /^The link “Contact”, under “Climb by the water”, lost its name/,
      /“Contact”/,
      'moderate',
    ],
  ],
  [
    'one alt mended and another lost, a second pale text, a list with wrong children',
    [
      $ => $('.links').after('<p class="pale">Ask for the night session</p>'),
      /^“Ask for the night session”, under “Our setters”, has a contrast of 2\.\d+:1/,
      /4\.5:1 at least/,
      'moderate',
    ],
    [
      $ => {
        $('img[src="ines.svg"]').attr('alt', 'Ines brushes the slab')
        $('img[src="jonas.svg"]').removeAttr('alt')
      },
      /^The picture “jonas.svg”, under “Our setters”, lost its alternative text “Jonas drills a hold”/,
      /Jonas drills a hold/,
    ],
    [
      $ => $('.links').replaceWith('<ul><div>New</div></ul>'),
      /^“New”, under .* breaks the rule “<ul>/,
      /not allowed: div/,
      'minor',
    ],
  ],
]

test.concurrent.each(defects)('must fail: %s', async (_, ...list) => {
  const result = await rebuiltWith($ => {
    for (const [change] of list) change($)
  })
  const found = introduced(result)
  for (const [, message, fix, severity = 'serious'] of list)
    expect(found).toContainEqual(
      expect.objectContaining({
        severity,
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
      }),
    )
  expect(found).toHaveLength(list.length)
  expect(result.pass).toBe(false)
})

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
const harmless: [name: string, change: ($: CheerioAPI) => unknown][] = [
  [
    'wrapper divs, link list from divs to ul, b to strong, text split over other elements, minified; faults of other suites; classes hashed, ids changed',
    $ => {
      $('p.pale').each((_, p) => {
        const words = $(p).text().split(' ')
        const third = Math.ceil(words.length / 3)
        const parts = [words.slice(0, third), words.slice(third, 2 * third), words.slice(2 * third)]
        $(p).html(parts.map(part => `<span>${part.join(' ')}</span>`).join(' '))
      })
      $('p, img, h2, input').wrap('<div><div></div></div>')
      $('.links').replaceWith(
        `<ul>${$('.links a')
          .map((_, a) => `<li>${$.html(a)}</li>`)
          .get()
          .join('')}</ul>`,
      )
      $('b').replaceWith((_, b) => `<strong>${$(b).text()}</strong>`)
      $('body, body *')
        .contents()
        .each((_, node) => {
          if (node.type === 'text') node.data = node.data.replace(/\s+/g, ' ')
        })
      $('html').removeAttr('lang')
      $('title').remove()
      $('meta[name=viewport]').attr('content', 'width=device-width, user-scalable=no')
      $('.more').attr(
        'style',
        'display: inline-block; font-size: 8px; line-height: 8px; text-decoration: underline',
      )
      const css = $('style').text()
      $('style').text(css.replace(/\.([a-z]+)(?=[\s{,.-])/g, '.x$1z'))
      $('[class]').each((_, element) => void $(element).attr('class', `x${$(element).attr('class')}z`))
      $('#mail').attr('id', 'f1')
      $('label[for=mail]').attr('for', 'f1')
    },
  ],
  [
    'inherited faults edited and moved, files renamed',
    $ => {
      pages.set(
        '/faces-3.svg',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
      )
      $('img[src="ines.svg"]').attr('src', 'faces-3.svg')
      $('main .pale').replaceWith(
        '<div><b class="pale">Each of them sets almost forty new routes a month, and takes forty old ones down again at night.</b></div>',
      )
      $('footer .pale').text('Quay 7, seen by 987 people today')
      $('footer').append($('footer .pale'))
      $('.social').attr('href', 'https://photos.example/harbour/').wrap('<div></div>')
    },
  ],
]

test.concurrent.each(harmless)('must stay silent: %s', async (_, change) => {
  const result = await rebuiltWith(change)
  expect(introduced(result)).toEqual([])
  expect(result.score).toBe(100)
})
