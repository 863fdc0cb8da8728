/** The keyboard on pages that are long, hostile to a walk, hang under a key, or lie behind other dialogs. */
import type { CheerioAPI } from 'cheerio'
import { expect, test } from 'vitest'
import { charged, expectBehind, gate, judged, script, walkOf, widgetPages } from './widget-pages.ts'

const { pageWith } = widgetPages()

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
  expectBehind(await pageWith($ => script($, `by('booking').showModal()`), ['keyboard']))
  expectBehind(await pageWith($ => gate($, false, true, 'group'), ['keyboard']))
})
