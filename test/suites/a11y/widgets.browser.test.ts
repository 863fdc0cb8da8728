/** Widgets after the ARIA authoring practices in a real browser: nothing to say about them, and all that breaks them. */
import type { CheerioAPI } from 'cheerio'
import { beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../../server/capture/artifact.ts'
import { charged, expectBehind, gate, judged, script, walkOf, widgetPages } from './widget-pages.ts'

/** More stops than patience has presses. */
const LONG = `<html lang="en"><title>Weather</title>${'<a href="#">A day</a> '.repeat(70)}</html>`
const widgets = widgetPages({ '/long.html': LONG })
const { pageWith } = widgets

let original: Capture
beforeAll(async () => {
  original = await widgets.lookAt('/index.html')
})

const withoutRing = (capture: Capture) =>
  walkOf(capture)
    .stops.filter(({ ring }) => ring === false)
    .map(({ name }) => name)

test('the widgets against themselves: nothing is wrong, and nothing goes out', () => {
  const result = judged(original, original)
  expect(result.issues.filter(({ penalty }) => penalty > 0)).toEqual([])
  expect(result).toMatchObject({ score: 100, absolute: 100 })
  expect(result.checks.map(({ outcome }) => outcome)).toEqual(result.checks.map(() => 'assessed'))
})

/** A list of links that styles show under the mouse. */
const hoverMenu = ($: CheerioAPI, id: string, opener: string) => {
  $('footer').append(
    `<div id="${id}">${opener}<ul><li><a href="/${id}/1">${id} one</a></li><li><a href="/${id}/2">${id} two</a></li></ul></div>`,
  )
  $('style').append(`#${id} ul { display: none } #${id}:hover > ul { display: block }`)
}

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
const defects: [
  name: string,
  change: ($: CheerioAPI) => unknown,
  found: [key: RegExp, severity: string][],
  /** The collectors that see it; all where none is named. */
  only?: string[],
  /** The stops of the keyboard at which no ring is seen. */
  ringless?: string[],
][] = [
  [
    'semantics and rings lost, a dialog that swallows Escape, with a field and a button that does nothing',
    $ => {
      $('#add').replaceWith('<div id="add" class="button" style="display:inline-block">Add to basket</div>')
      $('#share').removeAttr('aria-label')
      $('nav').replaceWith(`<div>${$('nav').html()}</div>`)
      $('.fold').first().removeAttr('aria-expanded')
      $('svg').removeAttr('role').removeAttr('aria-label')
      $('#help a, footer a').first().attr('tabindex', '3')
      $('#fares').append('<span role="button" style="cursor:pointer">Print the fares</span>')
      $('style').append(':focus-visible { outline: none !important } .skip:focus { background: #ff0 }')
      $('#booking input').attr('type', 'text')
      $('script').html($('script').html()!.replace("by('close').onclick = () => by('booking').close()", ''))
      script(
        $,
        `by('booking').addEventListener('keydown', event => event.key === 'Escape' && event.preventDefault())`,
      )
    },
    [
      [/a11y\/role:button\|add to basket/, 'serious'],
      [/a11y\/name:button\|share this page/, 'serious'],
      [/a11y\/landmark:navigation/, 'moderate'],
      [/a11y\/state:expanded:button\|may dogs/, 'moderate'],
      [/a11y\/picture-name:map of the harbour/, 'moderate'],
      [/a11y\/tabindex-added/, 'moderate'],
      [/a11y\/unreachable:button\|print the fares/, 'serious'],
      [/a11y\/focus-lost/, 'serious'],
      [/a11y\/dialog:caught:button\|book a crossing/, 'critical'],
    ],
    ['keyboard', 'semantics', 'layouts', 'images', 'forms'],
  ],
  [
    'a field that swallows Tab and Escape, tabs that know the old names of keys',
    $ => {
      $('script').html($('script').html()!.replace('/Arrow(Left|Right)/', '/^(Left|Right)/'))
      script(
        $,
        `by('island').addEventListener('keydown', event => /Tab|Escape/.test(event.key) && event.preventDefault())`,
      )
    },
    [
      [/a11y\/trap:none:combobox\|island/, 'critical'],
      [/a11y\/unreachable:tab\|winter/, 'serious'],
    ],
    ['keyboard', 'semantics', 'layouts'],
  ],
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
  [
    'what hides behind its neighbours, a dialog that Escape leaves open until it is pressed twice',
    $ => {
      $('nav a').first().attr('style', 'outline: none')
      $('.fold').first().attr('style', 'outline-color: #fff')
      $('.card a').first().attr('style', 'display: block; min-height: 48px')
      $('[role=tab]').attr('tabindex', '-1')
      $('.hero p').attr('aria-hidden', 'true')
      $('label[for=island]').removeAttr('for')
      $('#island').attr('placeholder', 'Type a name')
      // Chromium takes one Escape in a date field for two.
      $('#booking input').attr('type', 'text')
      script($, `by('booking').addEventListener('cancel', event => event.preventDefault())`)
    },
    [
      [/a11y\/dialog:escape:button\|book a crossing/, 'moderate'],
      [/a11y\/focus-lost/, 'moderate'],
      [/a11y\/unreachable:tab\|summer/, 'serious'],
      [/a11y\/silent-text:\|every day from the old harbour/, 'serious'],
      [/a11y\/label:combobox\|island/, 'moderate'],
    ],
    ['keyboard', 'semantics', 'layouts', 'forms'],
    ['May dogs come along?', 'Summer fares for residents', 'Timetable'],
  ],
]

test.concurrent.each(defects)('must be found: %s', async (_, change, found, only, ringless) => {
  const rebuilt = await pageWith(change, only)
  // A ring is looked for at the control itself, where one sees it.
  if (ringless) expect(withoutRing(rebuilt).toSorted()).toEqual(ringless)
  const result = judged(original, rebuilt)
  for (const [key, severity] of found)
    expect(charged(result)).toContainEqual(
      expect.objectContaining({ key: expect.stringMatching(key), severity, status: 'introduced' }),
    )
  expect(result.pass).toBe(false)
  // Inherited where the original has them too, and no punishment for who mends them.
  expect(charged(judged(rebuilt, rebuilt))).toEqual([])
  expect(charged(judged(rebuilt, original))).toEqual([])
})

test.concurrent('must stay silent: rebuilt by another hand', async () => {
  const rebuilt = await pageWith($ => {
    $('nav').replaceWith(`<div role="navigation" aria-label="Site"><div>${$('nav').html()}</div></div>`)
    $('style').html(
      $('style')
        .html()!
        .replace(/\.(card|columns|hero|switch|button)\b/g, '.x-$1'),
    )
    $('.card, .columns, .hero, .switch, .button').each(
      (_, e) => void $(e).attr('class', `x-${$(e).attr('class')}`),
    )
    $('section').wrap('<div></div>').attr('aria-label', 'Part')
    $('#add').replaceWith(
      '<div id="add" role="button" tabindex="0" style="display:inline-block;padding:6px 14px;background:#0b5fa5;color:#fff;cursor:pointer">Add to basket</div>',
    )
    $('footer').wrapInner('<div></div>')
    $('.fold').attr('type', null as never)
    $('style').append(':focus-visible { outline: none !important; box-shadow: 0 0 0 4px #b50 !important }')
    // It closes itself, and hears no Escape while it is coming in.
    script(
      $,
      `let ready = 0; by('open').addEventListener('click', () => { ready = Date.now() + 400 }); by('booking').addEventListener('cancel', event => { event.preventDefault(); if (Date.now() > ready) by('booking').close() })`,
    )
    $('#booking input').attr('type', 'text')
    hoverMenu($, 'ports', '<a href="/ports">Ports</a>')
    $('style').append('#ports:focus-within > ul { display: block }')
    hoverMenu($, 'crews', '<button type="button" id="opener">Crews</button>')
    $('style').append('#crews.open > ul { display: block }')
    script($, `by('opener').onclick = () => by('crews').classList.toggle('open')`)
    // What is hovered over may be anything in it; and the last of three controls opens this one.
    hoverMenu(
      $,
      'piers',
      '<a href="/piers">Piers</a> <a href="/quays">Quays</a> <button type="button" id="third">More</button>',
    )
    $('style').append('#piers > :hover ul { display: block } #piers.open > ul { display: block }')
    script($, `by('third').onclick = () => by('piers').classList.toggle('open')`)
  })
  const result = judged(original, rebuilt)
  expect(charged(result).filter(({ severity }) => severity !== 'minor')).toEqual([])
  expect(result.pass).toBe(true)
})

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
