/** Widgets after the ARIA authoring practices in a real browser: nothing to say about them, and all that breaks them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Artifacts, Capture } from '../../../server/capture/artifact.ts'
import { collectors } from '../../../server/capture/collectors/index.ts'
import { type OpenBrowser, openBrowser } from '../../../server/capture/page/browser.ts'
import { openSiteSession } from '../../../server/capture/page/site-session.ts'
import { createGuard } from '../../../server/egress/guard.ts'
import { createHttp, type Http } from '../../../server/egress/http/index.ts'
import { type EgressProxy, startProxy } from '../../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../../server/egress/user-agent.ts'
import { sitesOf } from '../../../server/scan/sites.ts'
import { scoreSuite } from '../../../server/scorecard.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { runSuites } from '../../../server/suites/core/run.ts'
import type { Suite } from '../../../server/suites/core/suite.ts'
import { type ServedSite, serve } from '../../serve.ts'
import { makeCapture } from '../captures.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/sites/a11y-widgets/original')
/** More stops than patience has presses. */
const LONG = `<html lang="en"><title>Weather</title>${'<a href="#">A day</a> '.repeat(70)}</html>`
const pages = new Map<string, string>()
let html: string
let site: ServedSite
/** Another origin, for frames. */
let other: ServedSite
let browser: OpenBrowser
let proxy: EgressProxy
let http: Http
let original: Capture

beforeAll(async () => {
  html = await readFile(join(FOLDER, 'index.html'), 'utf8')
  site = await serve(FOLDER, path => pages.get(path))
  other = await serve(FOLDER, path => (path === '/long.html' ? LONG : undefined))
  const guard = createGuard({ allowHosts: [site.host, other.host] })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  browser = await openBrowser({ proxyUrl: proxy.url })
  original = await lookAt('/index.html')
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([proxy?.close(), http?.close(), site?.close(), other?.close()])
})

async function lookAt(path: string, only: readonly string[] = a11y.needs): Promise<Capture> {
  const { rebuilt } = sitesOf(
    { original_url: `${site.origin}/`, new_url: `${site.origin}${path}`, ignore: [], policy: 'regressions' },
    proxy,
  )
  const session = await openSiteSession(browser, rebuilt, http)
  try {
    const found: Partial<Artifacts> = {}
    for (const name of Object.keys(collectors) as (keyof typeof collectors)[])
      if (only.includes(name)) Object.assign(found, { [name]: await collectors[name](session) })
    const pageLoad = await session.at(1440)
    const unsafe = pageLoad.network.entries().filter(({ method }) => method === 'POST')
    expect(unsafe.every(({ failure, status }) => failure !== null && status === 0)).toBe(true)
    return { ...makeCapture('rebuilt', found), gaps: session.gaps }
  } finally {
    await session.close()
  }
}

function judged(before: Capture, after: Capture) {
  return scoreSuite(runSuites([a11y as unknown as Suite], before, after)[0]!, 'regressions')
}

async function pageWith(change: ($: CheerioAPI) => unknown, only?: string[]): Promise<Capture> {
  const $ = load(html)
  change($)
  const path = `/${pages.size}.html`
  pages.set(path, $.html())
  return lookAt(path, only)
}

const charged = (result: ReturnType<typeof judged>) => result.issues.filter(issue => issue.charged > 0)
const walkOf = ({ artifacts }: Capture) => {
  const { keyboard } = artifacts
  if (!keyboard.ok) throw new Error(keyboard.reason)
  return keyboard.value
}
const withoutRing = (capture: Capture) =>
  walkOf(capture)
    .stops.filter(({ ring }) => ring === false)
    .map(({ name }) => name)
const script = ($: CheerioAPI, code: string) => $('body').append(`<script>${code}</script>`)

test('the widgets against themselves: nothing is wrong, and nothing goes out', () => {
  const result = judged(original, original)
  expect(result.issues.filter(({ penalty }) => penalty > 0)).toEqual([])
  expect(result).toMatchObject({ score: 100, absolute: 100 })
  expect(result.checks.map(({ outcome }) => outcome)).toEqual(result.checks.map(() => 'assessed'))
})

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
    'semantics and rings lost',
    $ => {
      $('#add').replaceWith('<div id="add" class="button" style="display:inline-block">Add to basket</div>')
      $('#share').removeAttr('aria-label')
      $('nav').replaceWith(`<div>${$('nav').html()}</div>`)
      $('.fold').first().removeAttr('aria-expanded')
      $('svg').removeAttr('role').removeAttr('aria-label')
      $('#help a, footer a').first().attr('tabindex', '3')
      $('#fares').append('<span role="button" style="cursor:pointer">Print the fares</span>')
      $('style').append(':focus-visible { outline: none !important } .skip:focus { background: #ff0 }')
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
    'a dialog that keeps open, another order, boxes that do not grow',
    $ => {
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
      [/a11y\/spacing:summer fares/, 'moderate'],
      [/a11y\/zoom:ferries to the outer islands/, 'serious'],
    ],
    ['keyboard', 'semantics', 'layouts', 'textSpacing', 'zoom'],
  ],
  [
    'a dialog that Escape leaves open until it is pressed twice',
    $ => {
      // Chromium takes one Escape in a date field for two.
      $('#booking input').attr('type', 'text')
      script($, `by('booking').addEventListener('cancel', event => event.preventDefault())`)
    },
    [[/a11y\/dialog:escape:button\|book a crossing/, 'serious']],
    ['keyboard', 'semantics', 'layouts'],
  ],
  [
    'a dialog that swallows Escape, with a field and a button that does nothing',
    $ => {
      $('#booking input').attr('type', 'text')
      $('script').html($('script').html()!.replace("by('close').onclick = () => by('booking').close()", ''))
      script(
        $,
        `by('booking').addEventListener('keydown', event => event.key === 'Escape' && event.preventDefault())`,
      )
    },
    [[/a11y\/dialog:caught:button\|book a crossing/, 'critical']],
    ['keyboard', 'semantics', 'layouts'],
  ],
  [
    'what hides behind its neighbours',
    $ => {
      $('nav a').first().attr('style', 'outline: none')
      $('.fold').first().attr('style', 'outline-color: #fff')
      $('.card a').first().attr('style', 'display: block; min-height: 48px')
      $('[role=tab]').attr('tabindex', '-1')
      $('.hero p').attr('aria-hidden', 'true')
      $('label[for=island]').removeAttr('for')
      $('#island').attr('placeholder', 'Type a name')
    },
    [
      [/a11y\/focus-lost/, 'moderate'],
      [/a11y\/unreachable:tab\|summer/, 'serious'],
      [/a11y\/silent-text:\|every day from the old harbour/, 'serious'],
      [/a11y\/label:combobox\|island/, 'moderate'],
    ],
    ['keyboard', 'semantics', 'layouts', 'forms'],
    ['May dogs come along?', 'Summer fares for residents', 'Timetable'],
  ],
]

test.each(defects)('must be found: %s', async (_, change, found, only, ringless) => {
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

test('must stay silent: rebuilt by another hand', async () => {
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
  })
  const result = judged(original, rebuilt)
  expect(charged(result).filter(({ severity }) => severity !== 'minor')).toEqual([])
  expect(result.pass).toBe(true)
})

test('must stay silent: a frame with many stops, names by other means, rings in black, red and yellow', async () => {
  const rebuilt = await pageWith($ => {
    $('style').append(
      ':focus-visible { outline-color: #000 } nav a:focus-visible { outline-color: #f00 } #help a:focus-visible { outline-color: #ff0 }',
    )
    $('main').append(`<iframe title="Weather" src="${other.origin}/long.html"></iframe>`)
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

test('rows of stars that had a name', async () => {
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

/** A dialog that is there from the start, and keeps the focus. */
const gate = ($: CheerioAPI, byEscape: boolean, byButton: boolean, role = 'dialog') => {
  $('body').append(
    `<div id="gate" role="${role}" aria-label="Our news" style="position:fixed;inset:200px;background:#fff"><label>Mail <input></label> <button type="button">Not now</button></div>`,
  )
  script(
    $,
    `const gate = by('gate'), inner = [...gate.querySelectorAll('input, button')]
     const leave = () => { gate.remove(); removeEventListener('keydown', hold, true) }
     const hold = event => {
       if (event.key === 'Escape' && ${byEscape}) leave()
       if (event.key !== 'Tab') return
       event.preventDefault()
       inner[1 - Math.max(0, inner.indexOf(document.activeElement))].focus()
     }
     addEventListener('keydown', hold, true)
     if (${byButton}) inner[1].onclick = leave
     inner[0].focus()`,
  )
}

test('behind a dialog that is open from the start', async () => {
  const [blind, native, layer, button, closed] = [
    await pageWith(
      $ => {
        gate($, true, true)
        $('style').append('#add:focus { outline: none !important }')
      },
      ['keyboard'],
    ),
    await pageWith($ => script($, `by('booking').showModal()`), ['keyboard']),
    await pageWith($ => gate($, false, true, 'group'), ['keyboard']),
    await pageWith($ => gate($, false, true), ['keyboard']),
    await pageWith($ => gate($, false, false), ['keyboard']),
  ]
  for (const page of [blind, native, layer, button]) {
    expect(walkOf(page)).toMatchObject({ complete: true, traps: [] })
    expect(walkOf(page).stops.map(({ name }) => name)).toContain('Lost property')
    expect(page.gaps).toEqual([])
  }
  expect(withoutRing(blind)).toEqual(['Add to basket'])
  expect(walkOf(blind).dialogs[0]).toMatchObject({ name: 'Our news', way: 'escape' })
  expect(walkOf(button).dialogs[0]).toMatchObject({ name: 'Our news', way: 'button' })
  expect(walkOf(closed).dialogs[0]).toMatchObject({ name: 'Our news', way: 'none' })
  expect(closed.gaps).toEqual([expect.stringMatching(/^a dialog that is open from the start could not be/)])
})
