/**
 * The keyboard on pages that are long, hostile to a walk, hang under a key, or lie behind other dialogs; and more that
 * breaks widgets, or does not, than widgets.browser.test.ts has.
 */
import type { CheerioAPI } from 'cheerio'
import { beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../../server/capture/artifact.ts'
import { type Defects, expectFound, hoverMenu, withoutRing } from './widget-defects.ts'
import { charged, expectBehind, gate, judged, script, walkOf, widgetPages } from './widget-pages.ts'

/** More stops than patience has presses. */
const LONG = `<html lang="en"><title>Weather</title>${'<a href="#">A day</a> '.repeat(70)}</html>`
const widgets = widgetPages({ '/long.html': LONG })
const { pageWith } = widgets

let original: Capture
beforeAll(async () => {
  original = await widgets.lookAt('/index.html')
})

test('hostile to a walk: it ends, and says so', async () => {
  const rebuilt = await pageWith(
    $ => {
      script(
        $,
        `document.querySelectorAll('a')[2].onfocus = () => { location.href = '/elsewhere.html' }
         by('add').onfocus = () => { for (let i = 0; i < 5; i++) { alert('hello'); window.open('/index.html') } }
         by('share').onfocus = () => { fetch('/save', { method: 'PUT' }) }`,
      )
      $('footer').append(Array.from({ length: 1000 }, (_, i) => `<button>${i}</button>`).join(''))
    },
    ['keyboard'],
  )
  const walk = rebuilt.artifacts.keyboard
  expect(walk).toMatchObject({ ok: true, value: { traps: [], complete: false, ended: null } })
  expect(walk.ok && walk.value.stops.length).toBeGreaterThan(60)
  expect(walk.ok && walk.value.stops.length).toBeLessThan(450)
  expect(rebuilt.gaps.join('\n')).toMatch(/wanted to go to .*elsewhere/)
  expect(rebuilt.gaps.join('\n')).toMatch(/followed through the first \d+ stops of the page and the last 12;/)
})

test('a field that takes the focus back is a trap; a page that hangs under a key costs the walk alone', async () => {
  const thief = await pageWith(
    $ =>
      script(
        $,
        `addEventListener('beforeunload', event => event.preventDefault()); by('island').addEventListener('blur', () => setTimeout(() => by('island').focus()))`,
      ),
    ['keyboard'],
  )
  expect(thief.artifacts.keyboard).toMatchObject({ value: { traps: [{ way: 'none' }] } })
  const hung = await pageWith(
    $ => script($, `by('t1').addEventListener('focus', () => { for (;;); })`),
    ['keyboard'],
  )
  expect(hung.artifacts.keyboard).toMatchObject({
    ok: true,
    value: { ended: expect.stringMatching(/did not answer/) },
  })
  expect(hung.gaps.join('\n')).toMatch(/keyboard was not followed/)
})

const islands = (count: number) =>
  Array.from({ length: count }, (_, i) => `<a href="/islands/${i}.html">Island ${i + 1}</a> `).join('')

test('far down a page: a trap, a ring that is lost, and all of it walked', async () => {
  const far = ($: CheerioAPI) => {
    $('main').append(`<p>${islands(90)}</p><button type="button" id="far">Ask the crew</button>`)
    $('main').append(`<label>Remark <input id="remark"></label><p>${islands(30)}</p>`)
  }
  const [before, blind, caught, round, ignoresArrowKeys] = [
    await pageWith(far, ['keyboard', 'semantics', 'layouts']),
    await pageWith(
      $ => {
        far($)
        $('style').append('#far { outline: none !important }')
        $('body').prepend(`<p>${islands(45).replaceAll('Island', 'Reef')}</p>`)
      },
      ['keyboard', 'semantics', 'layouts'],
    ),
    await pageWith(
      $ => {
        far($)
        script(
          $,
          `by('remark').addEventListener('keydown', event => /Tab|Escape/.test(event.key) && event.preventDefault())`,
        )
      },
      ['keyboard'],
    ),
    await pageWith(
      $ => {
        far($)
        $('#remark').after(`<span id="round">${islands(8).replaceAll('Island', 'Atoll')}</span>`)
        script(
          $,
          `const round = [...by('round').querySelectorAll('a')]
           by('round').addEventListener('keydown', event => {
             if (event.key !== 'Tab') return
             event.preventDefault()
             round.at((round.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1)) % 8).focus()
           })`,
        )
      },
      ['keyboard'],
    ),
    await pageWith(
      $ => {
        far($)
        script($, `addEventListener('keydown', event => event.stopImmediatePropagation(), true)`)
      },
      ['keyboard'],
    ),
  ]
  expect(walkOf(before)).toMatchObject({ complete: true, traps: [], ended: null })
  expect(walkOf(before).stops.length).toBeGreaterThan(130)
  expect(before.gaps.filter(gap => /keyboard/.test(gap))).toEqual([])
  expect(charged(judged(before, blind))).toEqual([
    expect.objectContaining({
      key: 'a11y/focus-lost',
      severity: 'moderate',
      message: expect.stringMatching(/Ask the crew/),
    }),
  ])
  const { stops, traps } = walkOf(caught)
  expect(traps.map(({ way, stops: at }) => [way, at.map(index => stops[index]!.name)])).toEqual([
    ['none', ['Remark']],
  ])
  expect(walkOf(round).traps.map(one => [one.way, one.stops.length])).toEqual([['none', 8]])
  expect(walkOf(ignoresArrowKeys).stops.length).toBe(walkOf(before).stops.length)
})

test('behind a dialog that is open from the start: one that a button closes, one of the browser, and a layer that says not what it is', async () => {
  const button = await pageWith($ => gate($, false, true), ['keyboard'])
  expectBehind(button)
  expect(walkOf(button).dialogs[0]).toMatchObject({ name: 'Our news', way: 'button' })
  const modal = await pageWith($ => script($, `by('booking').showModal()`), ['keyboard'])
  expect(modal.gaps).toEqual(['what lay over the page when it was opened was closed'])
  expectBehind({ ...modal, gaps: [] })
  expectBehind(await pageWith($ => gate($, false, true, 'group'), ['keyboard']))
})

const defects: Defects[] = [
  [
    'a dialog that keeps open, another order, boxes that do not grow, a menu of the mouse',
    $ => {
      hoverMenu($, 'islands', '<button type="button">Islands</button>')
      $('#close').remove()
      $('script').html($('script').html()!.replace("by('close').onclick = () => by('booking').close()", ''))
      script(
        $,
        `by('booking').addEventListener('cancel', event => event.preventDefault()); by('booking').addEventListener('keydown', event => event.key === 'Escape' && event.preventDefault())`,
      )
      $('.columns')
        .append($('.card').first())
        .attr('style', 'flex-direction: row-reverse; justify-content: flex-end')
      $('style').append(
        '.card a { white-space: nowrap } .hero { height: calc(100vh - 500px); min-height: 0 }',
      )
      // As wide as its text is here, whatever the fonts of the machine.
      script(
        $,
        `document.querySelectorAll('.card').forEach(card => { card.style.width = card.firstElementChild.getBoundingClientRect().width + 4 + 'px' })`,
      )
    },
    [
      [/a11y\/dialog:caught:button\|book a crossing/, 'critical'],
      [/a11y\/tab-order/, 'moderate'],
      [/a11y\/hover-menu:islands/, 'moderate'],
      [/a11y\/spacing:summer fares/, 'moderate'],
      [/a11y\/zoom:ferries to the outer islands/, 'serious'],
    ],
    ['keyboard', 'semantics', 'layouts', 'textSpacing', 'zoom'],
  ],
]

test.concurrent.each(defects)('must be found: %s', (...row) => expectFound(original, pageWith, row))

test.concurrent('must stay silent: a frame with many stops, names by other means, rings in black, red and yellow', async () => {
  const rebuilt = await pageWith($ => {
    $('style').append(
      ':focus-visible { outline-color: #000 } nav a:focus-visible { outline-color: #f00 } #help a:focus-visible { outline-color: #ff0 }',
    )
    $('main').append(`<iframe title="Weather" src="${widgets.other()}/long.html"></iframe>`)
    $('#share')
      .removeAttr('aria-label')
      .html('<svg role="img" aria-label="Share this page" width="12" height="12"></svg>')
    $('#add').html('<i title="Add to basket"></i>').css({ 'min-width': '90px', 'min-height': '30px' })
  })
  const result = judged(original, rebuilt)
  expect(charged(result)).toEqual([])
  expect(result.score).toBe(100)
  // By their style; what is in the frame is not looked at.
  const own = walkOf(rebuilt).stops.filter(({ tag }) => tag !== 'iframe')
  expect(own.filter(({ ring }) => ring !== true)).toEqual([])
})

test.concurrent('rows of stars that had a name', async () => {
  const named = (of: string) => `<span role="img" aria-label="Four of five ${of}">★★★★☆</span>`
  const others = {
    boats: '<b role="img" aria-labelledby="four"><i>★★★★☆</i></b><i id="four" hidden>Four of five boats</i>',
    crews:
      '<i aria-hidden="true">★★★★☆</i><i style="position:absolute;clip-path:inset(50%)">Rated 4 / 5 crews</i>',
    meals:
      '<svg role="img" aria-label="Four of five meals" width="80" height="16"><rect width="80" height="16" /></svg>',
    cabins: '★★★★☆ (Four of five cabins)',
  }
  const starred = (starsOf: (what: keyof typeof others) => string) =>
    pageWith(
      $ => {
        for (const what of Object.keys(others) as (keyof typeof others)[])
          $('#fares').append(`<p>Our guests say ${starsOf(what)} of our ${what}.</p>`)
      },
      ['semantics', 'layouts'],
    )
  const before = await starred(named)
  const keysOf = (after: Capture) =>
    charged(judged(before, after)).map(({ key, severity }) => [key, severity])
  expect(keysOf(before)).toEqual([])
  expect(keysOf(await starred(what => others[what]))).toEqual([])
  expect(keysOf(await starred(what => (what === 'boats' ? '<i>★★★★☆</i>' : named(what))))).toEqual([
    ['a11y/sign:four of five boats|main', 'moderate'],
  ])
})

test.concurrent('behind a dialog that is open from the start', async () => {
  const blind = await pageWith(
    $ => {
      gate($, true, true)
      $('style').append('#add:focus { outline: none !important }')
    },
    ['keyboard'],
  )
  const closed = await pageWith($ => gate($, false, false), ['keyboard'])
  expect(blind.gaps).toEqual(['what lay over the page when it was opened was closed'])
  expectBehind({ ...blind, gaps: [] })
  expect(withoutRing(blind)).toEqual(['Add to basket'])
  expect(walkOf(blind).dialogs.map(({ name }) => name)).not.toContain('Our news')
  expect(walkOf(closed).dialogs[0]).toMatchObject({ name: 'Our news', way: 'none' })
  expect(closed.gaps).toEqual([expect.stringMatching(/^a dialog that is open from the start could not be/)])
})
