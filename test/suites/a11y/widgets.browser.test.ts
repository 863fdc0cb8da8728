/** Widgets after the ARIA authoring practices in a real browser: nothing to say about them, and all that breaks them. */
import { beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../../server/capture/artifact.ts'
import { type Defects, expectFound, hoverMenu } from './widget-defects.ts'
import { charged, judged, script, widgetPages } from './widget-pages.ts'

const widgets = widgetPages()
const { pageWith } = widgets

let original: Capture
beforeAll(async () => {
  original = await widgets.lookAt('/index.html')
})

test('the widgets against themselves: nothing is wrong, and nothing goes out', () => {
  const result = judged(original, original)
  expect(result.issues.filter(({ penalty }) => penalty > 0)).toEqual([])
  expect(result).toMatchObject({ score: 100, absolute: 100 })
  expect(result.checks.map(({ outcome }) => outcome)).toEqual(result.checks.map(() => 'assessed'))
})

/** What does not touch the same part of the page is made to one copy of it: a copy takes seconds. */
const defects: Defects[] = [
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

test.concurrent.each(defects)('must be found: %s', (...row) => expectFound(original, pageWith, row))

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
