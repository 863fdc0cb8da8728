import { describe, expect, test } from 'vitest'
import type { Artifacts } from '../../server/capture/capture.ts'
import type { FieldArtifact, FormArtifact } from '../../server/capture/collectors/forms.ts'
import type { LinkTarget } from '../../server/capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../server/capture/collectors/links.ts'
import type { RequestEntry } from '../../server/capture/network.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { functional } from '../../server/suites/functional/index.ts'
import { runSuites } from '../../server/suites/run.ts'
import type { Suite } from '../../server/suites/suite.ts'
import { makeCapture, ORIGINAL, REBUILT } from './captures.ts'

type Given = Parameters<typeof makeCapture>[1]

const BOX = { x: 0, y: 500, width: 100, height: 20 }
const INK = { box: BOX, seen: BOX, state: 'visible' as const, scroller: false }

function judge(before: Given, now: Given) {
  const [judged] = runSuites(
    [functional as unknown as Suite],
    makeCapture('original', before),
    makeCapture('rebuilt', now),
  )
  const result = scoreSuite(judged!, 'regressions')
  const issues = result.issues.filter(({ status }) => status === 'introduced')
  return {
    result,
    issues,
    introduced: issues.map(({ key, severity }) => `${key.slice('functional/'.length)} ${severity}`),
  }
}

describe('health', () => {
  const request = (url: string, type: string, change: Partial<RequestEntry> = {}): RequestEntry => ({
    url,
    method: 'GET',
    type,
    status: 404,
    failure: null,
    firstParty: true,
    contentType: 'text/javascript',
    ...change,
  })
  const health = (change: Partial<Artifacts['health']>): Given => ({ health: change })
  const says = (text: string, type = 'error') => ({ console: [{ type, text, url: '' }] })

  test.each<[string, Partial<Artifacts['health']>, string[]]>([
    ['nothing', {}, []],
    [
      'an exception',
      { exceptions: ["Cannot read properties of undefined (reading 'items')"] },
      ["health:exception:cannot read properties of undefined (reading 'items') serious"],
    ],
    [
      'a script of its own',
      { requests: [request(`${REBUILT}js/app.3f2a1b9c.js`, 'script', { failure: 'net::ERR_ABORTED' })] },
      ['health:script:app.js serious'],
    ],
    [
      'a style sheet of its own',
      {
        requests: [
          request(`${REBUILT}a.css`, 'stylesheet', { failure: 'net::ERR_CONNECTION_RESET', status: 0 }),
        ],
      },
      ['health:style:a.css serious'],
    ],
    [
      'a page in place of a script',
      {
        requests: [
          request(`${REBUILT}js/app.js`, 'script', { status: 200, contentType: 'text/html; charset=utf-8' }),
        ],
      },
      ['health:script:app.js serious'],
    ],
    [
      'a script of the original host',
      { requests: [request(`${ORIGINAL}js/app.js`, 'script', { firstParty: false })] },
      ['health:script:app.js serious'],
    ],
    [
      'a script of another site',
      { requests: [request('https://cdn.other.org/x.js', 'script', { firstParty: false })] },
      ['health:script:cdn.other.org/x.js minor'],
    ],
    [
      'data',
      { requests: [request(`${REBUILT}api/items/17?page=2`, 'fetch', { status: 500 })] },
      ['health:data:/api/items/# moderate'],
    ],
    [
      'data for those who signed in',
      { requests: [request(`${REBUILT}api/me`, 'fetch', { status: 401 })] },
      ['health:data:/api/me minor'],
    ],
    [
      'a request that the page gave up',
      { requests: [request(`${REBUILT}js/next.js`, 'script', { failure: 'net::ERR_ABORTED', status: 0 })] },
      [],
    ],
    [
      'a picture',
      {
        requests: [request(`${REBUILT}a.png`, 'image')],
        ...says('Failed to load resource: the server responded with a status of 404 ()'),
      },
      [],
    ],
    [
      'the echo of a failed script',
      {
        requests: [request(`${REBUILT}js/app.js`, 'script')],
        ...says('Failed to load resource: net::ERR_FAILED'),
        exceptions: ['Shop is not defined'],
      },
      ['health:script:app.js serious', 'health:exception:shop is not defined minor'],
    ],
    [
      'the echo of an exception',
      { exceptions: ['Shop is not defined'], ...says('Uncaught ReferenceError: Shop is not defined') },
      ['health:exception:shop is not defined serious'],
    ],
    [
      'an error in the console',
      says('No products configured for region 7'),
      ['health:console:no products configured for region # minor'],
    ],
    [
      'a framework that started over',
      says('Hydration failed because the server rendered HTML did not match'),
      ['health:console:hydration failed because the server rendered html did not match moderate'],
    ],
    ['a warning', says('deprecated', 'warning'), []],
  ])('%s', (_, change, expected) => {
    const { introduced, result } = judge({}, health(change))
    expect(introduced).toEqual(expected)
    if (expected.join().includes('serious')) expect(result.pass).toBe(false)
  })

  test('one more fault never costs less', () => {
    const thrown = { exceptions: ['Shop is not defined', 'Cart is not defined'] }
    const also = { ...thrown, requests: [request(`${REBUILT}js/app.js`, 'script')] }
    const [one, more] = [thrown, also].map(faults => judge({}, health(faults)).result.score)
    expect(more).toBeLessThanOrEqual(one!)
  })

  test("the original's own faults are inherited, whatever the build called the files", () => {
    const before = {
      requests: [
        request(`${ORIGINAL}js/app.3f2a1b9c.js`, 'script'),
        request('https://fonts.org/a.css', 'stylesheet', { firstParty: false }),
      ],
      exceptions: ['t is not a function'],
      ...says('code 17 at https://www.example.com/a.js:3'),
    }
    const now = {
      requests: [
        request(`${REBUILT}assets/app-BX7s9d2K.js`, 'script'),
        request('https://fonts.org/a.css', 'stylesheet', { firstParty: false }),
      ],
      exceptions: ['e is not a function'],
      ...says('code 18 at https://preview.example.app/b.js:9'),
    }
    const { result, introduced } = judge(health(before), health(now))
    expect(introduced).toEqual([])
    expect(result).toMatchObject({ score: 100, pass: true })
    expect(result.issues).toHaveLength(4)
  })
})

describe('links', () => {
  const link = (name: string, href: string, change: Partial<LinkArtifact> = {}): LinkArtifact => ({
    href: /^(mailto|tel|javascript):|^https?:/.test(href) ? href : new URL(href, ORIGINAL).href,
    raw: href,
    name,
    rel: '',
    landmark: 'main',
    near: '',
    looksLikeButton: false,
    ...INK,
    fragmentFound: /^#./.test(href) ? true : null,
    selector: 'a',
    ...change,
  })
  const nav = (name: string, href: string, change: Partial<LinkArtifact> = {}) =>
    link(name, href, { landmark: 'navigation', ...change })
  const LINKS = [
    nav('Home', '/'),
    nav('About', '/about'),
    nav('Prices', '/prices.html'),
    nav('Team', '#team'),
    link('Read more', '/a', { near: 'A' }),
    link('Read more', '/b', { near: 'B' }),
    link('Order now', '/order', { looksLikeButton: true }),
    link('Write to us', 'mailto:Info@Example.com?subject=Hello'),
    link('Call', 'tel:+49 30 123-4567'),
    link('Others', 'https://other.org/'),
  ]
  const target = (path: string, status: number, failure: string | null = null): LinkTarget => ({
    href: new URL(path, ORIGINAL).href,
    url: new URL(path, REBUILT).href,
    status,
    finalUrl: new URL(path, REBUILT).href,
    failure,
  })
  const site = (
    links: LinkArtifact[],
    targets: LinkTarget[] = [],
    texts: [text: string, kind: string][] = [],
  ): Given => ({
    links,
    linkTargets: { targets, skipped: 0 },
    layouts: [
      {
        width: 1440,
        controls: texts.filter(([, kind]) => kind === 'button').map(([name]) => ({ role: 'button', name })),
        blocks: texts.map(([text, kind]) => ({ text, kind })),
      },
    ] as unknown as Artifacts['layouts'],
  })
  const TEXTS = LINKS.map(({ name }): [string, string] => [name, 'link'])
  const swap = (name: string, ...by: LinkArtifact[]) => LINKS.flatMap(one => (one.name === name ? by : [one]))

  test.each<[string, LinkArtifact[], string[], LinkTarget[]?]>([
    ['nothing', LINKS, []],
    [
      'other hosts, slashes and tracking',
      LINKS.map(one =>
        one.href.startsWith(ORIGINAL) && one.fragmentFound === null
          ? { ...one, href: `${REBUILT}${one.href.slice(ORIGINAL.length)}/?utm_source=x` }
          : one,
      ),
      [],
    ],
    ['other landmarks and another order', LINKS.map(one => ({ ...one, landmark: '' })).reverse(), []],
    ['other names', LINKS.map(one => ({ ...one, name: `${one.name}!` })), []],
    [
      'navigation that leads nowhere',
      swap('About', nav('About', '#')),
      ['links:retargeted:about:/about serious'],
    ],
    [
      'navigation by script',
      swap('About', nav('About', 'javascript:void(0)')),
      ['links:retargeted:about:/about serious'],
    ],
    [
      'navigation to another known page',
      swap('About', nav('About', '/order')),
      ['links:retargeted:about:/about serious'],
    ],
    [
      'navigation to a new page that answers',
      swap('About', nav('About', '/wir')),
      ['links:retargeted:about:/about moderate'],
      [target('/wir', 200)],
    ],
    [
      'navigation to a new page that does not',
      swap('About', nav('About', '/wir')),
      ['links:retargeted:about:/about serious'],
      [target('/wir', 404)],
    ],
    [
      'navigation to another site',
      swap('About', nav('About', 'https://other.org/about')),
      ['links:retargeted:about:/about serious'],
    ],
    [
      'a page that moved by name',
      swap('Prices', nav('Prices', '/pages/prices')),
      [],
      [target('/pages/prices', 200)],
    ],
    [
      'two targets swapped',
      [
        ...LINKS.slice(0, 4),
        link('Read more', '/b', { near: 'A' }),
        link('Read more', '/a', { near: 'B' }),
        ...LINKS.slice(6),
      ],
      ['links:retargeted:read more:/a moderate', 'links:retargeted:read more:/b moderate'],
    ],
    ['a dead page in the navigation', LINKS, ['links:dead:/about serious'], [target('/about', 404)]],
    ['a dead page elsewhere', LINKS, ['links:dead:/a moderate'], [target('/a', 500)]],
    [
      'a page that refuses us',
      LINKS,
      [],
      [
        target('/about', 403),
        target('/a', 429),
        target('/b', 0, 'forbidden'),
        target('/order', 0, 'timed_out'),
      ],
    ],
    [
      'a section without its id',
      swap('Team', nav('Team', '#team', { fragmentFound: false })),
      ['links:fragment:#team serious'],
    ],
    ['a section with another id', swap('Team', nav('Team', '#our-team')), []],
    ['a section that has its own page', swap('Team', nav('Team', '/team')), [], [target('/team', 200)]],
    [
      'a route of a single-page application',
      swap('About', nav('About', '#/about', { fragmentFound: false })),
      [],
    ],
    [
      'an e-mail address lost',
      swap('Write to us', link('Write to us', '#')),
      ['links:retargeted:write to us:mailto:info@example.com serious'],
    ],
    [
      'another e-mail address',
      swap('Write to us', link('Write to us', 'mailto:me@example.com')),
      ['links:retargeted:write to us:mailto:info@example.com serious'],
    ],
    ['a phone number without its country', swap('Call', link('Call', 'tel:0301234567')), []],
    [
      'another phone number',
      swap('Call', link('Call', 'tel:+49301234568')),
      ['links:retargeted:call:tel:+49301234567 serious'],
    ],
    ['a call to action gone', swap('Order now'), ['links:lost:order now:/order serious']],
    ['a link gone with its text', swap('Read more'), []],
    [
      'navigation gone that is elsewhere',
      swap('About', link('Who we are', '/about', { landmark: 'contentinfo' })),
      [],
    ],
    ['a link of another site', swap('Others'), []],
  ])('%s', (_, links, expected, targets = []) => {
    const { introduced, result } = judge(site(LINKS, [], TEXTS), site(links, targets, TEXTS))
    expect(introduced).toEqual(expected)
    expect(result.score < 100).toBe(expected.length > 0)
    if (expected.join().includes('serious')) expect(result.pass).toBe(false)
  })

  test('a link that became text or a button', () => {
    const as = (kind: string) =>
      TEXTS.map(([text, was]): [string, string] => [text, text === 'About' || text === 'Others' ? kind : was])
    const now = swap('About')
    expect(judge(site(LINKS, [], TEXTS), site(now, [], as('paragraph'))).introduced).toEqual([
      'links:lost:about:/about serious',
    ])
    expect(judge(site(LINKS, [], TEXTS), site(now, [], as('button'))).introduced).toEqual([
      'links:lost:about:/about moderate',
    ])
  })

  test('a link inside a sentence that was taken off', () => {
    const inline = link('our terms & conditions', '/terms')
    const sentence: [string, string] = ['Read our terms & conditions first.', 'paragraph']
    expect(judge(site([inline], [], [sentence]), site([], [], [sentence])).introduced).toEqual([
      'links:lost:our terms & conditions:/terms moderate',
    ])
    expect(judge(site([inline], [], [sentence]), site([], [], [])).introduced).toEqual([])
  })

  test('what was dead or missing before is inherited', () => {
    const poor = site(
      swap('Team', nav('Team', '#team', { fragmentFound: false })),
      [target('/about', 404), target('/a', 404)],
      TEXTS,
    )
    const { result, introduced } = judge(poor, poor)
    expect(introduced).toEqual([])
    expect(result.score).toBe(100)
    expect(result.issues).toHaveLength(3)
    expect(judge(poor, site(LINKS, [target('/about', 200)], TEXTS)).introduced).toEqual([])
  })

  test('a rebuild under a base path', () => {
    const moved = LINKS.map(one =>
      one.href.startsWith(ORIGINAL)
        ? { ...one, href: `${REBUILT}pr-7/${one.href.slice(ORIGINAL.length)}` }
        : one,
    )
    const rebuilt = {
      ...site(moved, [], TEXTS),
      document: { url: `${REBUILT}pr-7/`, requestedUrl: `${REBUILT}pr-7/` },
    }
    expect(judge(site(LINKS, [], TEXTS), rebuilt).introduced).toEqual([])
  })

  test('pages without links of their own', () => {
    const { result } = judge(site([]), site([]))
    expect(result.checks.find(({ id }) => id === 'functional/links')).toMatchObject({
      outcome: 'not-applicable',
    })
  })
})

describe('forms', () => {
  const field = (
    type: string,
    name: string,
    label: string,
    change: Partial<FieldArtifact> = {},
  ): FieldArtifact => ({
    type,
    name,
    label,
    visibleLabel: label,
    placeholder: '',
    required: false,
    disabled: false,
    readonly: false,
    pattern: '',
    min: '',
    max: '',
    minlength: '',
    maxlength: '',
    autocomplete: '',
    value: '',
    options: [],
    ...INK,
    selector: 'input',
    ...change,
  })
  const form = (change: Partial<FormArtifact>): FormArtifact => ({
    loose: false,
    name: '',
    landmark: 'main',
    action: ORIGINAL,
    method: 'get',
    novalidate: false,
    ...INK,
    selector: 'form',
    fields: [],
    submits: [],
    dropped: 0,
    ...change,
  })
  const button = (name: string, disabled = false) => ({ name, disabled, ...INK, selector: 'button' })
  const FIELDS = [
    field('text', 'name', 'Your name', { required: true, maxlength: '80' }),
    field('email', 'email', 'E-mail', { required: true, placeholder: 'you@example.com' }),
    field('select', 'topic', 'Topic', { options: ['Please choose', 'Order', 'Return', 'Press'] }),
    field('radio', 'reply', 'By mail', { value: 'mail' }),
    field('radio', 'reply', 'By phone', { value: 'phone' }),
    field('textarea', 'text', 'Message'),
    field('hidden', 'csrf_token', '', { value: 'a8f3', state: 'hidden' }),
    field('hidden', 'list', '', { value: '7', state: 'hidden' }),
    field('text', 'website', 'Leave this empty', { state: 'hidden' }),
  ]
  const CONTACT = form({
    name: 'Contact',
    action: `${ORIGINAL}send.php`,
    method: 'post',
    fields: FIELDS,
    submits: [button('Send')],
  })
  const NEWS = form({
    name: 'News',
    landmark: 'contentinfo',
    action: 'https://list.example.org/subscribe?u=1',
    method: 'post',
    fields: [field('email', 'EMAIL', 'E-mail')],
    submits: [button('Subscribe')],
  })
  const contact = (change: Partial<FormArtifact>) => [{ ...CONTACT, ...change }, NEWS]
  const fields = (name: string, ...by: FieldArtifact[]) =>
    contact({ fields: FIELDS.flatMap(one => (one.name === name ? by : [one])) })
  const change = (name: string, by: Partial<FieldArtifact>) =>
    fields(name, { ...FIELDS.find(one => one.name === name)!, ...by })

  test.each<[string, FormArtifact[], string[]]>([
    ['nothing', [CONTACT, NEWS], []],
    [
      'another order and host',
      [NEWS, { ...CONTACT, action: `${REBUILT}send.php`, landmark: '', fields: FIELDS.toReversed() }],
      [],
    ],
    ['a form lost', [NEWS], ['forms:contact:lost critical']],
    ['all forms lost', [], ['forms:contact:lost critical', 'forms:news:lost critical']],
    ['a field lost', fields('email'), ['forms:contact:field:e-mail serious']],
    [
      'one of two choices lost',
      contact({ fields: FIELDS.filter(({ value }) => value !== 'phone') }),
      ['forms:contact:field:by phone=phone serious'],
    ],
    ['the token lost', fields('csrf_token'), []],
    ['the token renewed', change('csrf_token', { value: 'b7c1' }), []],
    ['a hidden field lost', fields('list'), ['forms:contact:field:list minor']],
    ['the trap for robots lost', fields('website'), ['forms:contact:field:leave this empty minor']],
    ['a field added', contact({ fields: [...FIELDS, field('text', 'more', 'More')] }), []],
    ['the submit button lost', contact({ submits: [] }), ['forms:contact:submit serious']],
    [
      'the submit button disabled',
      contact({ submits: [button('Send', true)] }),
      ['forms:contact:submit-disabled:send serious'],
    ],
    ['the submit button renamed', contact({ submits: [button('Send it')] }), []],
    ['another action', contact({ action: `${REBUILT}wrong-endpoint` }), ['forms:contact:action serious']],
    ['no action', contact({ action: REBUILT }), ['forms:contact:action serious']],
    [
      'the action moved by name',
      contact({ action: `${REBUILT}api/send` }),
      ['forms:contact:action moderate'],
    ],
    ['another method', contact({ method: 'get' }), ['forms:contact:method serious']],
    ['another type', change('email', { type: 'text' }), ['forms:contact:type:e-mail moderate']],
    ['a more exact type', change('name', { type: 'email' }), []],
    ['another label', change('text', { label: 'Card number' }), ['forms:contact:label:message moderate']],
    [
      'a label in other words',
      change('text', { label: 'Your message *' }),
      ['forms:contact:label:message minor'],
    ],
    ['no name', change('text', { name: '' }), ['forms:contact:name:message serious']],
    ['another name', change('text', { name: 'body' }), ['forms:contact:name:message moderate']],
    ['not required', change('email', { required: false }), ['forms:contact:required:e-mail moderate']],
    ['a limit lost', change('name', { maxlength: '' }), ['forms:contact:maxlength:your name moderate']],
    ['a pattern added', change('name', { pattern: '.+' }), []],
    ['disabled', change('email', { disabled: true }), ['forms:contact:disabled:e-mail serious']],
    [
      'choices cut in half',
      change('topic', { options: ['Please choose', 'Order'] }),
      ['forms:contact:options:topic serious'],
    ],
    [
      'one choice lost',
      change('topic', { options: ['Press', 'Order', 'Please choose'] }),
      ['forms:contact:options:topic moderate'],
    ],
    [
      'another placeholder',
      change('email', { placeholder: 'Address' }),
      ['forms:contact:placeholder:e-mail minor'],
    ],
    [
      'fields without their form',
      [form({ loose: true, action: '', method: '', fields: FIELDS }), NEWS],
      ['forms:contact:element serious'],
    ],
  ])('%s', (_, now, expected) => {
    const { introduced, result } = judge({ forms: [CONTACT, NEWS] }, { forms: now })
    expect(introduced.toSorted()).toEqual(expected.toSorted())
    if (/serious|critical/.test(expected.join())) expect(result.pass).toBe(false)
    else expect(result.pass).toBe(true)
  })

  test('one field in other words is the same field', () => {
    const now = { ...NEWS, name: '', action: NEWS.action, fields: [field('email', 'mail', 'Your address')] }
    expect(judge({ forms: [NEWS] }, { forms: [now] }).introduced).toEqual([
      'forms:news:name:e-mail moderate',
      'forms:news:label:e-mail moderate',
    ])
  })

  test('fields outside of forms are found wherever they are now', () => {
    const search = field('search', 'q', 'Search')
    const before = form({
      loose: true,
      action: '',
      method: '',
      fields: [search, field('range', 'size', 'Size')],
    })
    const around = form({ action: `${REBUILT}search`, fields: [search], submits: [button('Go')] })
    const rest = form({ loose: true, action: '', method: '', fields: [field('range', 'size', 'Size')] })
    expect(judge({ forms: [before] }, { forms: [around, rest] }).introduced).toEqual([])
    expect(judge({ forms: [before] }, { forms: [rest] }).introduced).toEqual([
      'forms:search:field:search serious',
    ])
    expect(judge({ forms: [before] }, { forms: [] }).introduced).toEqual(['forms:search:lost serious'])
  })

  test('the closed copy of a form may go', () => {
    const copy = {
      ...NEWS,
      state: 'hidden' as const,
      fields: NEWS.fields.map(one => ({ ...one, state: 'hidden' as const })),
      submits: [],
    }
    expect(judge({ forms: [NEWS, copy] }, { forms: [NEWS] }).introduced).toEqual([])
    expect(judge({ forms: [CONTACT, copy] }, { forms: [CONTACT] }).introduced).toEqual([
      'forms:news:lost moderate',
    ])
  })

  test('without a form there is nothing to judge', () => {
    const { result } = judge({ forms: [] }, { forms: [CONTACT] })
    expect(result.checks.find(({ id }) => id === 'functional/forms')).toMatchObject({
      outcome: 'not-applicable',
    })
  })
})
