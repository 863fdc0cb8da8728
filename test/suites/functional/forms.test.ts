import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { Trial } from '../../../server/capture/collectors/form-trials.ts'
import type { FieldArtifact, FormArtifact } from '../../../server/capture/collectors/forms.ts'
import { pairChoices } from '../../../server/suites/functional/forms/choices.ts'
import { matchFields } from '../../../server/suites/functional/forms/pairing.ts'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { control, type Given, judge, VISIBLE_BOX } from './judge.ts'

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
  checked: false,
  options: [],
  values: [],
  ...VISIBLE_BOX,
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
  scripted: false,
  pressed: [],
  plain: [],
  ...VISIBLE_BOX,
  selector: 'form',
  fields: [],
  submits: [],
  dropped: 0,
  ...change,
})
const button = (name: string, disabled = false) => ({
  name,
  disabled,
  action: null,
  method: null,
  ...VISIBLE_BOX,
  selector: 'button',
})
const FIELDS = [
  field('text', 'name', 'Your name', { required: true, maxlength: '80' }),
  field('email', 'email', 'E-mail', { required: true, placeholder: 'you@example.com' }),
  field('select', 'topic', 'Topic', {
    options: ['Please choose', 'Order', 'Return', 'Press'],
    values: ['', 'o', 'r', 'p'],
  }),
  field('radio', 'reply', 'By mail', { value: 'mail' }),
  field('radio', 'reply', 'By phone', { value: 'phone' }),
  field('checkbox', 'news', 'Send me news', { value: 'yes' }),
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
  [
    'sent when a button is pressed that a script listens to',
    contact({ submits: [], pressed: ['Show the map', 'Send'] }),
    ['forms:contact:submit moderate'],
  ],
  [
    'the same, and nowhere to be sent to',
    contact({ action: REBUILT, method: 'get', submits: [], pressed: ['Send now'] }),
    ['forms:contact:action moderate'],
  ],
  [
    'other buttons do something',
    contact({ submits: [], pressed: ['Show the map', 'Add a file'] }),
    ['forms:contact:submit serious'],
  ],
  [
    'choices that exclude each other no more',
    contact({ fields: FIELDS.map(one => (one.value === 'phone' ? { ...one, name: 'reply2' } : one)) }),
    ['forms:contact:group:reply serious'],
  ],
  [
    'choices that are sent under another name',
    contact({ fields: FIELDS.map(one => (one.type === 'radio' ? { ...one, name: 'answer' } : one)) }),
    ['forms:contact:name:by mail=mail moderate'],
  ],
  [
    'a choice that sends something else',
    contact({ fields: FIELDS.map(one => (one.value === 'phone' ? { ...one, value: 'on' } : one)) }),
    ['forms:contact:values:by phone=phone moderate'],
  ],
  [
    'entries of a list that send something else',
    change('topic', { values: ['', 'Order', 'Return', 'Press'] }),
    ['forms:contact:values:topic moderate'],
  ],
  [
    'entries of a list in another order',
    change('topic', {
      options: ['Please choose', 'Press', 'Return', 'Order'],
      values: ['', 'p', 'r', 'o'],
    }),
    [],
  ],
  [
    'ticked from the start',
    change('news', { checked: true }),
    ['forms:contact:checked:send me news=yes moderate'],
  ],
  ['a form lost', [NEWS], ['forms:contact:lost serious']],
  ['all forms lost', [], ['forms:contact:lost serious', 'forms:news:lost serious']],
  ['a field lost', fields('email'), ['forms:contact:field:e-mail serious']],
  [
    'one of two choices lost',
    contact({ fields: FIELDS.filter(({ value }) => value !== 'phone') }),
    ['forms:contact:field:by phone=phone moderate'],
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
    'sent by a script',
    contact({ action: REBUILT, method: 'get', scripted: true }),
    ['forms:contact:action moderate'],
  ],
  [
    'an address and a script',
    contact({ action: `${REBUILT}wrong-endpoint`, scripted: true }),
    ['forms:contact:action serious'],
  ],
  ['the action moved by name', contact({ action: `${REBUILT}api/send` }), ['forms:contact:action moderate']],
  ['another method', contact({ method: 'get' }), ['forms:contact:method moderate']],
  ['another type', change('email', { type: 'text' }), ['forms:contact:type:e-mail moderate']],
  ['a more exact type', change('name', { type: 'email' }), []],
  ['another label', change('text', { label: 'Card number' }), ['forms:contact:label:message moderate']],
  [
    'a label in other words',
    change('text', { label: 'What we can do *' }),
    ['forms:contact:label:message moderate'],
  ],
  [
    'a label with more words',
    change('text', { label: 'Your message *' }),
    ['forms:contact:label:message minor'],
  ],
  ['a label that says it is required', change('text', { label: 'Message (required)' }), []],
  ['no name', change('text', { name: '' }), ['forms:contact:name:message serious']],
  ['another name', change('text', { name: 'body' }), ['forms:contact:name:message moderate']],
  ['not required', change('email', { required: false }), ['forms:contact:required:e-mail moderate']],
  ['a limit lost', change('name', { maxlength: '' }), ['forms:contact:maxlength:your name moderate']],
  ['a pattern added', change('name', { pattern: '.+', refused: [] }), []],
  [
    'a pattern that refuses e-mail addresses',
    change('email', {
      type: 'email',
      pattern: '\\w+@\\w+\\.\\w+',
      refused: ['Anna Smith', 'a.b@example.com'],
    }),
    ['forms:contact:refused:e-mail serious'],
  ],
  [
    'a pattern that refuses full names',
    change('name', { pattern: '\\w+', refused: ['Anna Smith', 'a.b@example.com'] }),
    ['forms:contact:refused:your name moderate'],
  ],
  ['a pattern of what is no name', change('text', { pattern: '\\d+', refused: ['Anna Smith'] }), []],
  ['disabled', change('email', { disabled: true }), ['forms:contact:disabled:e-mail serious']],
  [
    'choices cut in half',
    change('topic', { options: ['Please choose', 'Order'], values: ['', 'o'] }),
    ['forms:contact:options:topic serious'],
  ],
  ['a list that the page draws', change('topic', { type: 'combobox', name: '', options: [] }), []],
  ['a text box that the page draws', change('text', { type: 'richtext', name: '' }), []],
  [
    'one choice lost',
    change('topic', { options: ['Press', 'Order', 'Please choose'], values: ['p', 'o', ''] }),
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

test('a pattern of a mailing address refuses e-mail addresses rightly', () => {
  const asks = (label: string, by: Partial<FieldArtifact> = {}) => [
    form({ ...CONTACT, fields: [field('text', 'where', label, by)] }),
  ]
  const added = { pattern: '[^@]+', refused: ['a.b@example.com'] }
  const told = (label: string) =>
    judge({ forms: asks(label) }, { forms: asks(label, added) }).introduced.map(key => key.split(':')[2])
  expect(told('Mailing address')).toEqual([])
  expect(told('Mail address')).toEqual(['refused'])
})

test('one field in other words is the same field', () => {
  const fields = [field('email', 'mail', 'Your address')]
  const told = (action: string) =>
    judge({ forms: [{ ...NEWS, action }] }, { forms: [{ ...NEWS, name: '', action, fields }] }).introduced
  // A program of another site knows its fields by their names; some send on whatever comes.
  expect(told(NEWS.action)).toEqual(['forms:news:name:e-mail serious', 'forms:news:label:e-mail moderate'])
  expect(told('https://formspree.io/f/abc')).toEqual([
    'forms:news:name:e-mail moderate',
    'forms:news:label:e-mail moderate',
  ])
})

test('a search of one field is known by the word on its button, whatever button that is', () => {
  const before = form({
    name: 'Find your stay',
    action: ORIGINAL,
    fields: [field('search', '', 'Town')],
    submits: [button('Look up')],
    unheard: true,
  })
  const now = {
    ...before,
    name: 'Finding your stay',
    landmark: '',
    action: REBUILT,
    fields: [field('text', '', 'Enter a town')],
    submits: [button('', true)],
    plain: ['Look up'],
  }
  const told = (was: Partial<FormArtifact>, is: Partial<FormArtifact>) =>
    judge({ forms: [{ ...before, ...was }] }, { forms: [{ ...now, ...is }] }).introduced
  expect(told({}, {})).toEqual([])
  expect(told({}, { plain: ['Menu'], fields: [field('text', '', 'Your name')] })).toEqual([
    'forms:search:lost serious',
  ])
  // What was found then is found no more.
  const named = { fields: [field('search', 'q', 'Town')] }
  expect(told({ ...named, unheard: false }, { fields: [field('text', 'q', 'Enter a town')] })).toEqual([
    'forms:search:submit-disabled:look up serious',
  ])
})

test('fields that are all sent by other names, or with other values, have one cause', () => {
  const renamed = FIELDS.map(one =>
    one.type === 'hidden'
      ? one
      : { ...one, name: `order-${one.name}`, value: one.type === 'checkbox' ? 'news' : one.value },
  )
  const { result, introduced } = judge({ forms: [CONTACT] }, { forms: contact({ fields: renamed }) })
  expect(introduced).toHaveLength(1)
  expect(result.issues[0]?.members?.length).toBeGreaterThan(5)
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
    'forms:search:field:search moderate',
  ])
  expect(judge({ forms: [before] }, { forms: [] }).introduced).toEqual(['forms:search:lost serious'])
})

test('what nobody could see or press outside of forms is not lost', () => {
  const loose = (...fields: FieldArtifact[]) =>
    form({ loose: true, name: '', action: '', method: '', fields, submits: [] })
  const box = field('checkbox', '', 'Unfold', { state: 'hidden', visibleLabel: '' })
  expect(judge({ forms: [loose(box)] }, { forms: [] }).introduced).toEqual([])
  const labelled = { ...box, visibleLabel: 'Unfold' }
  expect(judge({ forms: [loose(labelled)] }, { forms: [] }).introduced).toHaveLength(1)
  // Styles fold a menu by it.
  const away = { x: 0, y: 0, width: 0, height: 0 }
  expect(judge({ forms: [loose({ ...labelled, box: away })] }, { forms: [] }).introduced).toEqual([])
})

test('two forms with one button are known by where they stand, and by who is asked for a message', () => {
  const [name, phone, mail] = [
    ['text', 'Name'],
    ['text', 'Phone'],
    ['email', 'E-mail'],
  ].map(([type, label]) => field(type!, '', label!)) as [FieldArtifact, FieldArtifact, FieldArtifact]
  const sent = { action: ORIGINAL, submits: [button('Ask')] }
  const callBack = form({ ...sent, name: 'Call back', fields: [name, phone, mail], selector: '#call > form' })
  const message = field('textarea', '', 'Message')
  const write = form({ ...sent, name: 'Write', fields: [name, mail], selector: '#write > form' })
  const now = form({ ...sent, name: 'Address', landmark: '', selector: '#write > div > form' })
  // The message of the original names a form that is not there.
  const before = { forms: [callBack, write, loose(message)] }
  expect(judge(before, { forms: [{ ...now, fields: [name, mail, message] }] }).introduced).toEqual([
    'forms:call back:lost serious',
  ])
  const whole = { ...write, fields: [name, mail, message], selector: 'form' }
  expect(
    judge({ forms: [callBack, whole] }, { forms: [{ ...now, selector: 'p > form', fields: whole.fields }] })
      .introduced,
  ).toEqual(['forms:call back:lost serious'])
})

test('fields without names of a form from which nobody got what was written', () => {
  const fields = [field('text', 'name', 'Name'), field('textarea', 'text', 'Message')]
  const before = form({ name: 'Write', method: 'post', fields, submits: [button('Send')], scripted: true })
  const mute = fields.map(one => ({ ...one, name: '' }))
  const now = { forms: [{ ...before, fields: mute, scripted: false }] }
  const trial = (outcome: Trial['outcome']) => ({
    submitEnablement: { enabled: [], unsure: [], trials: [{ selector: 'form', outcome }] },
  })
  const of = (one: FormArtifact, outcome: Trial['outcome']) =>
    judge({ forms: [one], ...trial(outcome) }, now).introduced
  expect(of(before, 'pretends')).toEqual(['forms:write:action moderate'])
  expect(of(before, 'sends')).toEqual(['forms:write:action critical'])
  expect(of({ ...before, method: 'get', scripted: false, unheard: true }, 'sends')).toEqual([
    'forms:write:action moderate',
  ])
})

test('a number that buttons set may be read-only for keys', () => {
  const count = field('number', '', 'Count')
  const page = (change: Partial<FieldArtifact>, pressed: string[]) => ({
    forms: [{ ...loose({ ...count, ...change }), pressed }],
  })
  const of = (change: Partial<FieldArtifact>, pressed: string[]) =>
    judge(page({}, pressed), page(change, pressed)).introduced
  expect(of({ readonly: true }, ['', ''])).toEqual(['forms:count:disabled:count moderate'])
  expect(of({ readonly: true }, [])).toEqual(['forms:count:disabled:count serious'])
  expect(of({ disabled: true }, ['', ''])).toEqual(['forms:count:disabled:count serious'])
})

test('a search behind a sign without words that its id names', () => {
  const sign = (selector: string) =>
    ({
      probes: {
        narrow: { probes: [] },
        wide: { probes: [{ name: '', selector, effect: 'opens', revealed: ['field '] }], rest: [] },
      },
    }) as unknown as Pick<Artifacts, 'probes'>
  const of = (selector: string) => {
    const { introduced } = judge({ forms: [SEARCH] }, { forms: [], ...sign(selector) })
    return introduced.filter(issue => issue.startsWith('forms'))
  }
  expect(of('#site-search > button')).toEqual([])
  expect(of('#menu > button')).toEqual(['forms:search:lost serious'])
})

test('fields of a dialog in no form, and the form around its button, are not open and are one loss', () => {
  const away = { state: 'hidden' as const, box: { x: 0, y: 0, width: 0, height: 0 } }
  const entry = form({ name: 'Contact', ...away, submits: [{ ...button('Enter'), ...away }] })
  const fields = [field('text', '', 'E-mail', away), field('password', '', 'Password', away)]
  const outside = { ...loose(...fields), ...away }
  expect(judge({ forms: [entry, outside] }, { forms: [] }).introduced).toEqual(['forms:e-mail:lost minor'])
})

test('filters that worked are gone, and the list is still there', () => {
  const NONE = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const loaves = ['Black rye', 'Sour rye', 'White wheat', 'Whole wheat']
  const page = (names: string[], texts: string[], works = true): Given => ({
    forms: names.length
      ? [
          form({
            loose: true,
            action: '',
            method: '',
            submits: [],
            fields: names.map(name => field('checkbox', 'grain', name)),
          }),
        ]
      : [],
    probes: {
      narrow: NONE,
      wide: {
        ...NONE,
        probes: names.map((name, at) => ({
          ...field('checkbox', 'grain', name),
          role: 'checkbox',
          name,
          landmark: 'main',
          way: 'press',
          menu: false,
          width: 1440,
          effect: works ? 'closes' : 'nothing',
          revealed: [],
          hidden: works ? loaves.slice(2 * at, 2 * at + 2) : [],
          went: null,
          stirred: works,
        })),
      },
    } as unknown as Artifacts['probes'],
    layouts: [
      { width: 1440, controls: [], blocks: texts.map(text => ({ text, kind: 'text', state: 'visible' })) },
    ] as unknown as Artifacts['layouts'],
  })
  const lost = (was: Given, now: Given) => judge(was, now).introduced.filter(issue => issue.includes(':lost'))
  const was = page(['Rye', 'Wheat'], loaves)
  expect(lost(was, page([], loaves))).toEqual([expect.stringMatching(/serious$/)])
  // They did nothing, the list is another one, or something in sight is called as they were.
  expect(lost(page(['Rye', 'Wheat'], loaves, false), page([], loaves))).toEqual([
    expect.stringMatching(/moderate$/),
  ])
  expect(lost(was, page([], ['Cakes']))).toEqual([expect.stringMatching(/moderate$/)])
  expect(lost(was, page([], [...loaves, 'Rye']))).toEqual([expect.stringMatching(/moderate$/)])
})

test('a switch that is there twice, for wide screens and for phones, is one', () => {
  const box = (label: string, change: Partial<FieldArtifact> = {}) => field('checkbox', '', label, change)
  const page = (...fields: FieldArtifact[]) => ({
    forms: fields.length ? [form({ loose: true, name: '', action: '', method: '', fields })] : [],
  })
  const both = page(box('Light Dark'), box('LightDark', { selector: '#menu > input' }))
  expect(judge(both, page(box('Light Dark'))).introduced).toEqual([])
  expect(judge(both, page()).introduced).toEqual(['forms:light dark:lost moderate'])
  expect(judge(page(box('Light Dark'), box('Show all')), page(box('Light Dark'))).introduced).toEqual([
    'forms:light dark:field:show all moderate',
  ])
  // What has a name is an answer of its own.
  const named = ['a', 'b'].map(name => field('checkbox', name, 'Yes'))
  expect(judge(page(...named), page(named[0]!)).introduced).toHaveLength(1)
})

test('limits that all fields of a form lost are one cause', () => {
  const limited = ['Amount', 'Term', 'Rate'].map(name =>
    field('number', name.toLowerCase(), name, { min: '0', max: '9' }),
  )
  const page = (fields: FieldArtifact[]) => ({ forms: [{ ...CONTACT, fields }] })
  const found = (change: Partial<FieldArtifact>, on = limited) =>
    judge(page(limited), page(limited.map(one => (on.includes(one) ? { ...one, ...change } : one)))).issues
  const all = found({ min: '', max: '' })
  expect(all.map(({ severity, members }) => `${severity} ${members?.length}`)).toEqual(['moderate 6'])
  const [one] = found({ min: '' }, limited.slice(0, 1))
  expect(one).toMatchObject({ severity: 'moderate' })
  expect(all[0]!.charged).toBeGreaterThan(one!.charged)
  expect(all[0]!.charged).toBeLessThan(2.5 * one!.charged)
  expect(found({ required: true }).map(({ severity }) => severity)).toEqual(['minor'])
  // What is asked for no longer, each field says for itself.
  const asked = page(limited.map(one => ({ ...one, required: true })))
  expect(judge(asked, page(limited)).issues).toHaveLength(3)
})

test('a query or a fragment behind the address of the page itself makes no other target', () => {
  const to = (action: string, url: string, method: 'get' | 'post' = 'get'): Given => ({
    document: { url },
    forms: [{ ...CONTACT, action: new URL(action, url).href, method }],
  })
  const [page, page_] = [`${ORIGINAL}contact`, `${REBUILT}contact`]
  const own = ['', '?send=1', '#form', '/contact?send=2#form']
  for (const before of own)
    for (const now of own) expect(judge(to(before, page), to(now, page_)).introduced).toEqual([])
  const wrong = ['forms:contact:action serious']
  expect(judge(to('?send=1', page), to('/wrong-endpoint?send=1', page_)).introduced).toEqual(wrong)
  // Where it is posted, the query may say what is asked for, which the original did not.
  const posted = (before: string, now: string) =>
    judge(to(before, page, 'post'), to(now, page_, 'post')).introduced
  for (const now of own) expect(posted('#form', now)).toEqual([])
  expect(posted('?do=subscribe', '?do=subscribe')).toEqual([])
  expect(posted('?do=subscribe', '')).toEqual(wrong)
  expect(posted('?do=subscribe', '?do=unsubscribe')).toEqual(['forms:contact:action moderate'])
  // A query may say which page it is.
  const [routed, routed_] = [`${ORIGINAL}?page=contact`, `${REBUILT}?page=contact`]
  expect(judge(to('?page=send', routed), to('?page=contact', routed_)).introduced).toEqual(wrong)
})

test('a form that is sent to a placeholder is sent nowhere', () => {
  const sent = (action: string, origin: string) => ({
    forms: [{ ...CONTACT, action: new URL(action, origin).href }],
  })
  expect(judge(sent('/contact#', ORIGINAL), sent('/#', REBUILT)).introduced).toEqual([])
  expect(judge(sent('/contact#', ORIGINAL), sent('/elsewhere', REBUILT)).introduced).toHaveLength(1)
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
    'forms:news:lost minor',
  ])
})

test('without a form there is nothing to judge', () => {
  const { result } = judge({ forms: [] }, { forms: [CONTACT] })
  expect(result.checks.find(({ id }) => id === 'functional/forms')).toMatchObject({
    outcome: 'not-applicable',
  })
})

test('2,000 fields are compared, each with its own', () => {
  const many = Array.from({ length: 2000 }, (_, index) => field('text', `f${index}`, `Field ${index}`))
  const before = form({ fields: many, submits: [button('Send')] })
  const now = form({ fields: many.toSpliced(700, 1).toReversed(), submits: [button('Send')] })
  expect(judge({ forms: [before] }, { forms: [now] }).introduced).toEqual([
    'forms:send:field:field 700 moderate',
  ])
})

/** The changes of the first table, where the other way round is a repair: it costs nothing. */
test.each<[string, FormArtifact[]]>([
  ['a form that was not there', [NEWS]],
  ['a field that was not there', fields('email')],
  ['a choice that was not there', contact({ fields: FIELDS.filter(({ value }) => value !== 'phone') })],
  ['a submit button that was not there', contact({ submits: [] })],
  ['a submit button that was disabled', contact({ submits: [button('Send', true)] })],
  ['a field that was disabled', change('email', { disabled: true })],
  ['a field that was read-only', change('email', { readonly: true })],
  ['a field that was not sent', change('text', { name: '' })],
  ['a field without its limit', change('name', { maxlength: '' })],
  ['a field without its label', change('text', { label: '', visibleLabel: '' })],
  ['choices that were missing', change('topic', { options: ['Please choose', 'Order'], values: ['', 'o'] })],
  [
    'a text field that asks for an address',
    change('email', { type: 'text', placeholder: 'you@example.com' }),
  ],
])('a fix is not punished: %s', (_, before) => {
  const { introduced, result } = judge({ forms: before }, { forms: [CONTACT, NEWS] })
  expect(introduced).toEqual([])
  expect(result).toMatchObject({ score: 100, pass: true })
})

test('a button that shows the password, as before, sends nothing', () => {
  const before = contact({ plain: ['Show password'] })
  const now = contact({ submits: [], pressed: ['Show password'] })
  expect(judge({ forms: before }, { forms: now }).introduced).toEqual(['forms:contact:submit serious'])
})

test('a choice that sends what another one says', () => {
  const hours = ['10:00', '11:00', '12:00']
  const at = (options: string[], values: string[]) =>
    contact({ fields: [{ ...FIELDS.find(({ type }) => type === 'select')!, options, values }] })
  const now = (options: string[], values: string[]) =>
    judge({ forms: at(hours, hours) }, { forms: at(options, values) }).introduced
  expect(now(hours, ['09:00', '10:00', '11:00'])).toEqual(['forms:contact:values:topic serious'])
  const lands = ['Germany', 'Sweden', 'France']
  expect(judge({ forms: at(lands, lands) }, { forms: at(lands, ['DE', 'SE', 'FR']) }).introduced).toEqual([
    'forms:contact:values:topic moderate',
  ])
  expect(now(hours, ['h10', 'h11', 'h12'])).toEqual(['forms:contact:values:topic moderate'])
  expect(now(hours.toReversed(), hours.toReversed())).toEqual([])
})

test('values of one group are said once, and not where a script sends them', () => {
  const renamed = FIELDS.map(one => (one.type === 'radio' ? { ...one, value: `x-${one.value}` } : one))
  const now = contact({ fields: renamed })
  expect(judge({ forms: [CONTACT, NEWS] }, { forms: now }).introduced).toEqual([
    'forms:contact:values:by mail=mail moderate',
  ])
  const byScript = { action: ORIGINAL, scripted: true }
  expect(
    judge({ forms: contact(byScript) }, { forms: contact({ ...byScript, action: REBUILT, fields: renamed }) })
      .introduced,
  ).toEqual([])
})

test('an invitation to choose may send nothing, and a tick may be left to the visitor', () => {
  const before = FIELDS.map(one =>
    one.name === 'topic'
      ? { ...one, values: ['Please choose', 'o', 'r', 'p'] }
      : { ...one, checked: one.type === 'checkbox' },
  )
  expect(judge({ forms: contact({ fields: before }) }, { forms: [CONTACT, NEWS] }).introduced).toEqual([])
})

test('a submit button may wait for its form', () => {
  const waiting = contact({ submits: [{ ...button('Send', true), selector: '#send' }] })
  const submitEnablement = { enabled: ['#send'], unsure: [] }
  const [usual, now] = [{ forms: [CONTACT, NEWS] }, { forms: waiting, submitEnablement }]
  expect(judge(usual, now).introduced).toEqual([])
  expect(judge(now, now).introduced).toEqual([])
  expect(judge(now, usual).introduced).toEqual([])
  expect(judge(now, { forms: waiting }).introduced).toEqual(['forms:contact:submit-disabled:send serious'])
  const unsure = { forms: waiting, submitEnablement: { enabled: [], unsure: ['#send'] } }
  expect(judge(usual, unsure).introduced).toEqual(['forms:contact:submit-disabled:send moderate'])
})

test('a submit button may wait for a script of another site that was out of reach', () => {
  const waiting = contact({ submits: [button('Send', true)] })
  const script = (type: string) => ({
    url: 'https://captcha.other.org/api.js',
    method: 'GET',
    type,
    status: 0,
    failure: 'net::ERR_CONNECTION_RESET',
    firstParty: false,
    contentType: '',
  })
  const of = (type: string) =>
    judge(
      { forms: [CONTACT, NEWS] },
      { forms: waiting, health: { requests: [script(type)] } },
    ).introduced.filter(issue => issue.startsWith('forms'))
  expect(of('script')).toEqual(['forms:contact:submit-disabled:send moderate'])
  expect(of('image')).toEqual(['forms:contact:submit-disabled:send serious'])
})

test('a field that is required now is worth knowing, where its label did not say so', () => {
  const before = change('email', { required: false })
  const starred = (required: boolean) => change('email', { required, visibleLabel: 'E-mail *' })
  expect(judge({ forms: starred(false) }, { forms: starred(true) }).introduced).toEqual([])
  const { introduced, result } = judge({ forms: before }, { forms: [CONTACT, NEWS] })
  expect(introduced).toEqual(['forms:contact:required:e-mail minor'])
  expect(result.pass).toBe(true)
})

test.each<[string, string, string, string]>([
  ['a service', `${ORIGINAL}send.php`, 'https://formspree.io/f/abc', 'moderate'],
  [
    'a service, from the page itself',
    ORIGINAL,
    'https://acme.us1.list-manage.com/subscribe/post?u=1',
    'moderate',
  ],
  ['an example of a service', `${ORIGINAL}send.php`, 'https://formspree.io/f/YOUR_FORM_ID', 'serious'],
  ['an example in brackets', `${ORIGINAL}send.php`, 'https://getform.io/f/%7Bform_id%7D', 'serious'],
  ['an example of a mailbox', ORIGINAL, 'https://formsubmit.co/you@example.com', 'serious'],
  [
    'a service that is told a form by its query',
    `${ORIGINAL}send.php`,
    'https://acme.wufoo.com/forms/?form_id=abc',
    'moderate',
  ],
  ['another mailbox of it', 'https://formspree.io/f/abc', 'https://formspree.io/f/xyz', 'serious'],
  ['a host that looks like it', `${ORIGINAL}send.php`, 'https://notformspree.io/f/abc', 'serious'],
  ["a store's cart", `${ORIGINAL}?add-to-cart=12`, `${REBUILT}cart/add`, 'moderate'],
  ['an address of no such name', `${ORIGINAL}send.php`, `${REBUILT}api/leads`, 'serious'],
  ["a developer's machine", `${ORIGINAL}send.php`, 'http://localhost:8000/send.php', 'serious'],
  ['a mailbox', `${ORIGINAL}send.php`, 'mailto:info@example.com', 'serious'],
])('a form that is sent to %s', (_, from, to, severity) => {
  const [before, now] = [from, to].map(action => ({ forms: [form({ ...CONTACT, action })] }))
  expect(judge(before!, now!).introduced).toEqual([`forms:contact:action ${severity}`])
})

test('what the host of the original took, and nobody takes any more', () => {
  const was: Partial<FormArtifact> = { action: ORIGINAL, method: 'post', hosted: true, inert: true }
  const of = (change: Partial<FormArtifact>) =>
    judge({ forms: contact(was) }, { forms: contact({ action: REBUILT, inert: true, ...change }) }).introduced
  const serious = ['forms:contact:action serious']
  expect(of({ method: 'get' })).toEqual(serious)
  expect(of({ method: 'post' })).toEqual(serious)
  expect(of({ method: 'post', hosted: true })).toEqual([])
  expect(of({ method: 'post', inert: undefined })).toEqual([])
  expect(of({ method: 'get', inert: undefined })).toEqual(['forms:contact:method moderate'])
  for (const action of ['https://formspree.io/f/abcd1234', `${REBUILT}contact.php`])
    expect(of({ method: 'post', action })).toEqual(['forms:contact:action moderate'])
  expect(of({ method: 'post', action: `${REBUILT}thanks.html` })).toEqual(serious)
})

test('a label that lost its accents says the same', () => {
  const named = (label: string) => ({ forms: contact({ fields: [field('text', 'n', label)] }) })
  expect(judge(named('Prénom'), named('Prenom')).introduced).toEqual(['forms:contact:label:prénom minor'])
  expect(judge(named('Prénom'), named('Adresse')).introduced).toEqual(['forms:contact:label:prénom moderate'])
})

test('what is sent by the host, a framework or a script that listens to the whole page', () => {
  const lost = { action: REBUILT, method: 'post' }
  const of = (change: Partial<FormArtifact>, before: Partial<FormArtifact> = {}) =>
    judge({ forms: contact(before) }, { forms: contact(change) }).introduced
  const [unsure, serious] = [['forms:contact:action moderate'], ['forms:contact:action serious']]
  expect(of({ ...lost, hosted: true })).toEqual(unsure)
  expect(of({ action: `${REBUILT}thanks`, hosted: true })).toEqual(unsure)
  expect(of({ action: 'https://elsewhere.org/thanks', hosted: true })).toEqual(serious)
  expect(of({ ...lost, action: "javascript:throw new Error('unexpectedly submitted')" })).toEqual(serious)
  expect(of({ ...lost, delegated: 1 })).toEqual(unsure)
  // A tracker listens on both pages.
  expect(of({ ...lost, delegated: 1 }, { delegated: 1 })).toEqual(serious)
  expect(of({ action: `${REBUILT}wrong-endpoint`, delegated: 1 })).toEqual(serious)
  const bare = FIELDS.map(one => ({ ...one, name: '' }))
  expect(of({ ...lost, fields: bare, delegated: 1 })).toContain('forms:contact:action moderate')
  expect(of({ ...lost, fields: bare })).toContain('forms:contact:action critical')
})

test.each<[string, string, number, string, string, string]>([
  ['an endpoint that takes POST', 'post', 405, 'text/plain', `${ORIGINAL}send.php`, 'moderate'],
  ['an endpoint, from the page itself', 'post', 405, '', ORIGINAL, 'moderate'],
  ['an endpoint that answers with data', 'post', 200, 'application/json', `${ORIGINAL}send.php`, 'moderate'],
  ['a page, which takes nothing', 'post', 200, 'text/html', `${ORIGINAL}send.php`, 'serious'],
  ['what does not say what it is', 'post', 200, '', `${ORIGINAL}send.php`, 'serious'],
  ['a page that is asked for results', 'get', 200, 'text/html', `${ORIGINAL}send.php`, 'moderate'],
  ['nothing', 'post', 404, 'text/html', `${ORIGINAL}send.php`, 'serious'],
  ['nothing that results come from', 'get', 404, 'text/html', `${ORIGINAL}send.php`, 'serious'],
  ['nothing, named alike', 'get', 404, 'text/html', `${ORIGINAL}leads`, 'serious'],
])('an address of the new site is %s', (_, method, status, type, from, severity) => {
  const href = `${REBUILT}api/leads`
  const target = { href, url: href, external: false, status, finalUrl: href, failure: null, type, page: null }
  const [before, now] = [from, href].map(action => form({ ...CONTACT, action, method }))
  const linkTargets = { targets: [target] }
  expect(judge({ forms: [before!] }, { forms: [now!], linkTargets }).introduced).toEqual([
    `forms:contact:action ${severity}`,
  ])
})

const asked = (href: string, status: number) => ({
  ...{ href, url: href, external: false, status, finalUrl: href, failure: null, page: null },
})

test.each<[string, Partial<FormArtifact>, number, number | null, string[]]>([
  ['was answered, and is gone', {}, 410, 200, ['forms:contact:unanswered serious']],
  ['fails', {}, 500, 200, []],
  ['is not found, as the original’s', {}, 404, 404, []],
  ['is not found, and the original’s was not asked', {}, 404, null, []],
  ['is not found, and a script sends it', { scripted: true }, 404, 200, []],
  ['is not found, and a script listens to all forms', { delegated: 1 }, 404, 200, []],
  // The original is never asked: it may answer a HEAD as this does, and take what is posted.
  ['is not found, and it is posted as before', { method: 'post' }, 404, null, []],
])('the address of a form of both pages %s', (_, change, now, before, expected) => {
  const side = (origin: string, status: number | null, change: Partial<FormArtifact>) => ({
    forms: [form({ ...CONTACT, method: 'get', ...change, action: `${origin}enquiry` })],
    linkTargets: { targets: status === null ? [] : [asked(`${origin}enquiry`, status)] },
  })
  const was = side(ORIGINAL, before, { ...change, delegated: 0 })
  expect(judge(was, side(REBUILT, now, change)).introduced).toEqual(expected)
})

test.each<[string, Partial<FormArtifact>, number, string[]]>([
  ['is not found', {}, 404, ['forms:news:unanswered moderate']],
  ['takes POST alone', {}, 405, []],
  ['is not found, and its host takes it', { hosted: true }, 404, []],
  ['is not found, and nobody sees it', { state: 'hidden', submits: [], fields: [] }, 404, []],
  ['is not found, and it is posted', { method: 'post' }, 404, []],
])('the address of a form that the original does not have %s', (_, change, status, expected) => {
  const href = `${REBUILT}newsletter`
  const news = { ...NEWS, landmark: 'main', method: 'get', ...change, action: href }
  const now = { forms: [news], linkTargets: { targets: [asked(href, status)] } }
  expect(judge({ forms: [] }, now).introduced).toEqual(expected)
  const known = form({ ...CONTACT, action: `${ORIGINAL}newsletter` })
  const both = { ...now, forms: [{ ...CONTACT, action: href }, news] }
  expect(judge({ forms: [known] }, both).introduced).toEqual([])
})

test('names of fields are no fault of their own where the form is sent in another way', () => {
  const renamed = FIELDS.map(one => ({ ...one, name: one.name && `x_${one.name}` }))
  const before = form({ ...CONTACT, action: ORIGINAL })
  const now = form({ ...before, method: 'get', fields: renamed })
  expect(judge({ forms: [before] }, { forms: [now] }).introduced.filter(key => /:name:/.test(key))).toEqual(
    [],
  )
})

test('a search is sent without a button, a subscription is not', () => {
  const search = form({
    landmark: 'search',
    fields: [field('search', 'q', 'Search')],
    submits: [button('Go')],
  })
  expect(judge({ forms: [search] }, { forms: [{ ...search, submits: [] }] }).introduced).toEqual([
    'forms:search:submit moderate',
  ])
  expect(judge({ forms: [NEWS] }, { forms: [{ ...NEWS, submits: [] }] }).introduced).toEqual([
    'forms:news:submit serious',
  ])
})

test('a list and radio buttons of the same choices stand for each other', () => {
  const radios = ['Order', 'Return', 'Press'].map(label => field('radio', 'topic', label, { value: label }))
  const [listed, spread] = [
    CONTACT,
    { ...CONTACT, fields: FIELDS.flatMap(one => (one.name === 'topic' ? radios : [one])) },
  ]
  expect(judge({ forms: [listed] }, { forms: [spread] }).introduced).toEqual([])
  expect(judge({ forms: [spread] }, { forms: [listed] }).introduced).toEqual([])
  const fewer = { ...spread, fields: spread.fields.filter(({ label }) => label !== 'Press') }
  expect(judge({ forms: [listed] }, { forms: [fewer] }).introduced).toEqual([
    'forms:contact:field:topic moderate',
  ])
})

test('a field without label that nobody sees is no loss to a visitor', () => {
  const trap = field('text', 'b_12_34', '', { state: 'hidden' })
  const before = { ...NEWS, fields: [...NEWS.fields, trap] }
  expect(judge({ forms: [before] }, { forms: [NEWS] }).introduced).toEqual(['forms:news:field:b_12_34 minor'])
})

test('buttons that send a form to places of their own', () => {
  const sends = (origin: string, places: Record<string, string>, method = 'post') => ({
    forms: [
      {
        ...CONTACT,
        action: `${origin}form`,
        submits: Object.entries(places).map(([name, place]) => ({
          ...button(name),
          action: place && `${origin}${place}`,
          method,
        })),
      },
    ],
  })
  const was = sends(ORIGINAL, { Save: 'save', Delete: 'delete' })
  const introduced = (places: Record<string, string>, method?: string) =>
    judge(was, sends(REBUILT, places, method)).introduced
  const wrong = ['forms:contact:action serious']
  expect(introduced({ Delete: 'delete', Save: 'save' })).toEqual([])
  expect(introduced({ Keep: 'save', Remove: 'delete' })).toEqual([])
  expect(introduced({ Delete: 'save', Save: 'delete' })).toEqual(wrong)
  expect(introduced({ Save: 'save', Delete: 'save' })).toEqual(wrong)
  expect(introduced({ Thanks: 'thanks' })).toEqual(wrong)
  expect(introduced({ Save: 'save', Delete: 'delete' }, 'get')).toEqual(['forms:contact:method moderate'])
  expect(judge(was, sends(REBUILT, { Save: 'save', Delete: 'save' })).issues[0]!.message).toBe(
    'The form "Contact" is sent to /save; it was sent to /delete, with the button "Delete"',
  )
  const preview = (origin: string, name: string, place: string) => {
    const previews = { ...button('Preview'), action: `${origin}preview` }
    return { forms: [{ ...CONTACT, action: `${origin}${place}`, submits: [button(name), previews] }] }
  }
  const saved = preview(ORIGINAL, 'Save', 'save')
  expect(judge(saved, preview(REBUILT, 'Save changes', 'save')).introduced).toEqual([])
  expect(judge(saved, preview(REBUILT, 'Save changes', 'wrong')).introduced).toEqual(wrong)
  const rows = (origin: string, ...ids: string[]) => {
    const removes = ids.map(id => ({ ...button('Remove'), action: `${origin}remove/${id}` }))
    return { forms: [{ ...CONTACT, action: `${origin}cart`, submits: [...removes, button('Update')] }] }
  }
  expect(judge(rows(ORIGINAL, '11', '12'), rows(REBUILT, 'a1', 'a2')).introduced).toEqual([])
  const two = (origin: string, ...buttons: [string, string, string | null][]) => ({
    forms: [
      {
        ...CONTACT,
        action: `${origin}send`,
        submits: buttons.map(([name, place, method]) => ({
          ...button(name),
          action: `${origin}${place}`,
          method,
        })),
      },
    ],
  })
  const other = two(REBUILT, ['Download', 's', 'post'], ['Find', 's', 'get'])
  expect(judge(two(ORIGINAL, ['Search', 's', 'get'], ['Export', 's', 'post']), other).introduced).toEqual([])
  const sending = two(ORIGINAL, ['Send', 'send', null], ['Cancel', 'cancel', null])
  const attach = two(REBUILT, ['Send', 'send', null], ['Attach', 'send', null])
  expect(judge(sending, attach).introduced).toEqual([])
  const many = (origin: string, name: string) =>
    two(
      origin,
      ...Array.from({ length: 2000 }, (_, nth): [string, string, null] => [
        `${name} ${nth}`,
        `${name}-${nth}`,
        null,
      ]),
    )
  expect(judge(many(ORIGINAL, 'one'), many(REBUILT, 'other')).introduced).toEqual(wrong)
  const dialog = { ...button('Cancel'), method: 'dialog' }
  const closing = (origin: string) => ({
    forms: [{ ...CONTACT, action: `${origin}send.php`, submits: [dialog, button('Send')] }],
  })
  expect(judge(closing(ORIGINAL), closing(REBUILT)).introduced).toEqual([])
})

const SEARCH = form({
  name: 'Opening hours',
  action: `${ORIGINAL}search`,
  fields: [field('text', 'q', 'What do you look for?')],
  submits: [button('Go')],
})
const BASKET = form({
  name: '€30.00',
  action: `${ORIGINAL}cart/add`,
  method: 'post',
  fields: [
    field('select', '', 'Size', { options: ['S', 'M'], values: ['1', '2'] }),
    field('text', 'n', 'Count'),
  ],
  submits: [button('Add to basket')],
})
const loose = (...those: FieldArtifact[]) => form({ loose: true, fields: those })

test('a form is called what it is, and not what stands above another one', () => {
  const rent = form({
    name: 'Opening hours',
    fields: [field('text', 'a', 'A')],
    submits: [button('Rent it')],
  })
  const before = { forms: [CONTACT, { ...rent, submits: [] }, SEARCH, BASKET, rent] }
  expect(judge(before, { forms: [] }).introduced.sort()).toEqual([
    'forms:add to basket:lost critical',
    'forms:contact:lost serious',
    'forms:opening hours:lost serious',
    'forms:rent it:lost serious',
    'forms:search:lost serious',
  ])
})

test('a form to which nobody listened, because its script stopped', () => {
  const invite = form({
    name: 'Invite',
    action: ORIGINAL,
    unheard: true,
    fields: [field('email', '', 'E-mail')],
    submits: [button('Get your invite')],
  })
  const found = (one: FormArtifact, exceptions: string[]) =>
    judge({ forms: [one], health: { exceptions } }, { forms: [] }).introduced
  expect(found(invite, ['$ is not defined'])).toEqual(['forms:invite:lost minor'])
  expect(found(invite, [])).toEqual(['forms:invite:lost serious'])
  // It could not be read.
  expect(found(invite, ["Unexpected token ';'"])).toEqual(['forms:invite:lost minor'])
  expect(found(invite, [`Unexpected token 'a', "anvil" is not valid JSON`])).toEqual([
    'forms:invite:lost serious',
  ])
  // What stopped has nothing to do with it.
  for (const text of ["Cannot read properties of null (reading 'top')", 'gtag is not defined'])
    expect(found(invite, [text])).toEqual(['forms:invite:lost serious'])
  for (const change of [
    // A script listens to it, to a button of it, or it was not asked.
    { scripted: true, unheard: undefined },
    { unheard: undefined },
    { fields: [field('password', '', 'Password')] },
    { submits: [button('Buy now')] },
    { action: `${ORIGINAL}send.php` },
    { fields: [field('email', 'mail', 'E-mail')] },
  ])
    expect(found({ ...invite, ...change }, ['$ is not defined']).join()).toMatch(/lost (serious|critical)/)
})

test('a search to which nobody listened, in the copy of a page', () => {
  const [url, search] = [
    `${ORIGINAL}index.html`,
    { ...SEARCH, action: `${ORIGINAL}index.html`, method: 'get' },
  ]
  const found = (change: Partial<FormArtifact>) =>
    judge({ document: { url }, forms: [{ ...search, unheard: true, inert: true, ...change }] }, { forms: [] })
      .introduced
  expect(found({})).toEqual(['forms:search:lost minor'])
  // A script may find it as it is written, or nobody knows; a server may answer.
  for (const change of [{ inert: undefined }, { unheard: undefined }, { action: `${ORIGINAL}search.html` }])
    expect(found(change)).toEqual(['forms:search:lost serious'])
  const root = {
    document: { url: ORIGINAL },
    forms: [{ ...search, action: ORIGINAL, unheard: true, inert: true }],
  }
  expect(judge(root, { forms: [] }).introduced).toEqual(['forms:search:lost serious'])
})

test('a search that finds nothing', () => {
  const page = (outcome?: string, more: Given = {}): Given => ({
    forms: [SEARCH],
    probes: {
      narrow: { probes: [], rest: [] },
      wide: {
        probes: [],
        rest: [],
        ...(outcome && { search: { selector: SEARCH.fields[0]!.selector, word: 'Lumina', outcome } }),
      },
    } as unknown as Artifacts['probes'],
    ...more,
  })
  const found = (was?: string, now?: string, more?: Given) =>
    judge(page(was), page(now, more)).introduced.filter(issue => issue.includes('empty'))
  expect(found('shows', 'nothing')).toEqual(['forms:empty:search serious'])
  const url = 'https://docs.other.org/index.json'
  const requests = [{ url, type: 'xhr', status: 0, failure: 'net::ERR_FAILED', firstParty: false }]
  const health = { requests, exceptions: [] } as unknown as Artifacts['health']
  expect(found('shows', 'nothing', { health })).toEqual(['forms:empty:search moderate'])
  for (const [was, now] of [
    ['nothing', 'nothing'],
    // What stands on the other page was not read.
    ['goes', 'nothing'],
    ['shows', 'shows'],
    ['shows', 'goes'],
    ['shows', undefined],
    [undefined, 'nothing'],
  ])
    expect(found(was, now)).toEqual([])
  // Whatever it has for an address.
  const sent = (outcome: string) =>
    judge(
      { ...page('shows'), forms: [{ ...SEARCH, action: `${ORIGINAL}search.html` }] },
      {
        ...page(outcome),
        forms: [
          { ...SEARCH, action: REBUILT, fields: SEARCH.fields.map(one => ({ ...one, name: 'query' })) },
        ],
      },
    ).introduced
  expect(sent('shows')).toEqual([])
  expect(sent('goes')).toHaveLength(1)
})

test('names of fields that nobody was sent', () => {
  const [name, mail] = [field('text', 'user', 'Your name'), field('email', 'mail', 'E-mail')]
  const sent = { method: 'get', unheard: true, fields: [name, mail] }
  const nameless = sent.fields.map(one => ({ ...one, name: '' }))
  const found = (before: Partial<FormArtifact>, now: Partial<FormArtifact> = {}) =>
    judge(
      { document: { url: ORIGINAL }, forms: contact({ ...sent, action: ORIGINAL, ...before }) },
      {
        document: { url: REBUILT },
        forms: contact({ ...sent, action: REBUILT, fields: [nameless[0]!, { ...mail, name: 'e' }], ...now }),
      },
    ).introduced.filter(issue => /:name:/.test(issue))
  expect(found({})).toEqual(['forms:contact:name:your name moderate'])
  // A server takes what is posted; a script may read what it listens to.
  const grave = ['forms:contact:name:your name serious', 'forms:contact:name:e-mail moderate']
  expect(found({ method: 'post' }, { method: 'post' })).toEqual(grave)
  expect(found({ unheard: undefined })).toEqual(grave)
})

test('a search whose field a script listens to is not sent', () => {
  const before = { ...SEARCH, action: `${ORIGINAL}search.html`, method: 'get', unheard: true, inert: true }
  const found = (change: Partial<FormArtifact>) =>
    judge({ forms: [before] }, { forms: [{ ...before, action: REBUILT, inert: undefined, ...change }] })
      .introduced
  expect(found({})).toEqual(['forms:search:action moderate'])
  expect(found({ inert: true })).toEqual(['forms:search:action serious'])
  // Nobody knows who listens.
  expect(found({ unheard: undefined })).toEqual(['forms:search:action serious'])
})

test('a form of which fields came and went', () => {
  const hero = form({
    name: 'Get your free inspection',
    selector: '#heroForm',
    scripted: true,
    fields: [
      field('text', 'name', 'Full name'),
      field('tel', 'phone', 'Mobile phone'),
      field('email', 'mail', 'E-mail address'),
      field('text', 'city', 'City'),
      field('text', 'zip', 'ZIP code'),
      field('select', 'issue', ''),
    ],
    submits: [button('Get my free inspection')],
  })
  const now = form({
    name: 'Request an inspection',
    landmark: '',
    selector: '#heroForm',
    scripted: true,
    fields: [
      field('text', 'person', 'You', { placeholder: 'John' }),
      field('tel', 'phone', 'Phone'),
      field('email', 'email', 'E-mail'),
      field('text', 'address', 'Address'),
    ],
    submits: [button('Request')],
  })
  const found = (is: Partial<FormArtifact>) =>
    judge({ forms: [hero] }, { forms: [{ ...now, ...is }] }).introduced
  const lost = ['forms:get your free inspection:lost serious']
  expect(found({})).not.toContain(lost[0])
  expect(found({ selector: '#other' })).toEqual(lost)
  // Two fields of one type and name.
  const fields = now.fields.map(one => (one.name === 'email' ? { ...one, name: 'mail' } : one))
  expect(found({ selector: '#other', fields })).not.toContain(lost[0])
  // A handful of what is asked for by many.
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => field('number', name, ''))
  expect(found({ selector: '#other', fields: [...fields.slice(0, 3), ...many] })).toEqual(lost)
  expect(found({ fields: [field('text', 'q', 'Search')] })).toEqual(lost)
})

test('a purchase or a sign-in in no form weighs more than a search', () => {
  const signIn = form({
    name: 'Members',
    fields: [field('password', 'p', 'Password')],
    submits: [button('Go')],
  })
  for (const [one, expected] of [
    [BASKET, 'forms:add to basket:element critical'],
    [signIn, 'forms:members:element critical'],
    [SEARCH, 'forms:search:element serious'],
    // Nobody got what was written there.
    [{ ...NEWS, action: ORIGINAL, method: 'get', unheard: true }, 'forms:news:element moderate'],
  ] as const)
    expect(judge({ forms: [one] }, { forms: [loose(...one.fields)] }).introduced).toEqual([expected])
  const { issues } = judge({ forms: [BASKET] }, { forms: [loose(BASKET.fields[0]!)] })
  expect(issues[0]!.message).toContain('"Count" is gone')
})

test('a form that lost its words is found again by its button, and its field by its place', () => {
  const news = form({ ...NEWS, scripted: true, action: ORIGINAL, method: 'get' })
  const mute = {
    ...news.fields[0]!,
    type: 'text',
    name: '',
    label: '',
    visibleLabel: '',
    selector: 'p > input',
  }
  const now = form({ ...news, name: 'Elsewhere', landmark: '', fields: [mute] })
  expect(judge({ forms: [news] }, { forms: [now] }).introduced).toEqual([
    'forms:news:name:e-mail moderate',
    'forms:news:type:e-mail moderate',
  ])
  const other = {
    ...now,
    fields: [{ ...mute, label: 'Find', visibleLabel: 'Find' }],
    submits: [button('Find')],
  }
  expect(judge({ forms: [news] }, { forms: [other] }).introduced).toEqual(['forms:news:lost serious'])
})

test('a form whose names have a prefix and whose labels ask to be filled in is the same form', () => {
  const booking = form({
    name: 'Book an appointment',
    scripted: true,
    fields: [
      field('text', 'name', 'Full name *'),
      field('email', 'email', 'E-mail address *'),
      field('tel', 'phone', 'Phone number *'),
      field('select', 'service', 'Service', { options: ['Repair', 'Brakes'] }),
      field('textarea', 'message', 'Details'),
    ],
    submits: [button('Send message')],
  })
  const entry = (name: string, label: string, type = 'text') =>
    field(type, name, label, { visibleLabel: '', placeholder: label })
  const footer = {
    ...booking,
    name: 'Contact us',
    landmark: '',
    fields: [
      entry('form_name', 'Enter name'),
      entry('form_email', 'Enter e-mail', 'email'),
      entry('form_phone', 'Enter phone'),
      entry('form_message', 'Enter message', 'textarea'),
    ],
  }
  const lost = (now: FormArtifact) =>
    judge({ forms: [booking] }, { forms: [now] }).introduced.filter(issue => /:(lost|field:.*) /.test(issue))
  expect(lost(footer)).toEqual(['forms:book an appointment:field:service moderate'])
  const others = [
    entry('form_date', 'Enter date'),
    entry('form_time', 'Enter time'),
    entry('form_guests', 'Enter guests'),
    entry('form_wishes', 'Enter wishes', 'textarea'),
  ]
  expect(lost({ ...footer, fields: others })).toEqual(['forms:book an appointment:lost serious'])
})

test.each([
  ['Enter your phone number', 'Phone number:', 0],
  ['Bitte geben Sie Ihre Telefonnummer ein', 'Telefonnummer', 0],
  ['Saisissez votre adresse', 'Adresse', 0],
  ['Ingrese su correo', 'Correo', 0],
  ['Enter', 'Phone', 1],
  ['Enter your phone number', 'Enter your card number', 1],
])('a label that asks to write: %s, %s', (was, now, expected) => {
  const introduced = introducedBy([field('text', 'a', was)], [field('text', 'a', now)])
  expect(introduced.filter(issue => issue.startsWith('label'))).toHaveLength(expected)
})

/** What is said of the fields of a form that had `before`, when it has others. */
const lostOf = (before: FieldArtifact[]) => (fields: FieldArtifact[]) =>
  judge(
    { forms: [form({ ...CONTACT, fields: before })] },
    { forms: [form({ ...CONTACT, fields })] },
  ).introduced.filter(issue => issue.includes(':field:'))

test.each([
  ['the same while empty', 'Your name', { label: 'Full name of the guest', placeholder: 'Your name' }, false],
  ['an example, and named now', 'e.g. 123', { label: 'CVC', placeholder: '' }, false],
  ['other words for it', 'Your name', { label: 'Company', placeholder: '' }, true],
])('a field that only its placeholder named: %s', (_, placeholder, change, isTold) => {
  const before = field('text', 'a', placeholder, { visibleLabel: '', placeholder })
  const now = field('text', 'a', change.label, change)
  const { introduced } = judge(
    { forms: [form({ ...CONTACT, fields: [before] })] },
    { forms: [form({ ...CONTACT, fields: [now] })] },
  )
  expect(introduced.some(issue => issue.includes(':label:'))).toBe(isTold)
})

test('fields are found again by their ids', () => {
  const before = [field('text', 'a', 'Town', { selector: '#place' }), field('text', 'b', 'Year')]
  const now = [field('text', 'x', 'Year'), field('text', 'y', 'Where', { selector: '#place' })]
  const lost = lostOf(before)
  expect(lost(now)).toEqual([])
  expect(lost(now.map(one => ({ ...one, selector: 'input' })))).toEqual(['forms:contact:field:town moderate'])
})

test('a form whose fields have no names sends nothing', () => {
  const written = FIELDS.filter(({ type }) => type !== 'hidden')
  const bare = { ...CONTACT, fields: written.map(one => ({ ...one, name: '' })) }
  const nothing = ['forms:contact:action critical']
  expect(judge({ forms: [{ ...CONTACT, fields: written }] }, { forms: [bare] }).introduced).toEqual(nothing)
  expect(
    judge(
      { forms: [{ ...CONTACT, fields: written }] },
      { forms: [{ ...bare, action: REBUILT, method: 'get' }] },
    ).introduced,
  ).toEqual(nothing)
  const scripted = { ...bare, action: ORIGINAL, scripted: true }
  expect(judge({ forms: [scripted] }, { forms: [{ ...scripted, scripted: false }] }).introduced).toEqual(
    nothing,
  )
  expect(judge({ forms: [bare] }, { forms: [bare] }).introduced).toEqual([])
  // A script that visitors may get.
  const requests = [
    {
      url: 'https://cdn.other.org/forms.js',
      method: 'GET',
      type: 'script',
      status: 0,
      failure: 'net::ERR_CONNECTION_RESET',
      firstParty: false,
      contentType: '',
    },
  ]
  const { introduced } = judge(
    { forms: [scripted] },
    { forms: [{ ...scripted, scripted: false }], health: { requests } },
  )
  expect(introduced.filter(issue => issue.startsWith('forms'))).toEqual(['forms:contact:action moderate'])
  // With the key of another account it is the script that the original has to do without as well.
  const keyed = (key: string) => requests.map(one => ({ ...one, url: `${one.url}?key=${key}` }))
  const both = judge(
    { forms: [scripted], health: { requests: keyed('a') } },
    { forms: [{ ...scripted, scripted: false }], health: { requests: keyed('b') } },
  )
  expect(both.introduced.filter(issue => issue.startsWith('forms'))).toEqual([
    'forms:contact:action critical',
  ])
})

test('a telephone number that is written with spaces', () => {
  const page = (change: Partial<FieldArtifact>, phones?: Trial['phones']) => ({
    forms: [
      {
        ...CONTACT,
        fields: [...CONTACT.fields, field('tel', 'tel', 'Telephone', { selector: '#tel', ...change })],
      },
    ],
    submitEnablement: {
      enabled: [],
      unsure: [],
      trials: [{ selector: 'form', outcome: 'sends' as const, ...(phones && { phones }) }],
    },
  })
  const told = (before: ReturnType<typeof page>, now: ReturnType<typeof page>) =>
    judge(before, now).introduced.filter(issue => issue.includes('refused'))
  const [spaced, bare] = [
    { spaced: ['#tel'], bare: [] },
    { spaced: [], bare: ['#tel'] },
  ]
  expect(told(page({}, spaced), page({}, bare))).toEqual(['forms:contact:refused serious'])
  for (const [was, is] of [
    [spaced, spaced],
    [bare, bare],
    [undefined, bare],
    [spaced, undefined],
  ] as const)
    expect(told(page({}, was), page({}, is))).toEqual([])
  // By a pattern: the same digits are taken without.
  const digits = { pattern: '0[0-9]{9}', refused: ['067 123 4567', '067-123-4567', 'Anna Smith'] }
  expect(told(page({}), page(digits))).toEqual(['forms:contact:refused:telephone serious'])
  expect(told(page(digits), page(digits))).toEqual([])
  // Of another country, whichever way it is written.
  const foreign = { pattern: '[+]49.*', refused: ['0671234567', ...digits.refused] }
  expect(told(page({}), page(foreign))).toEqual([])
})

test('a form that only acts as if it was sent', () => {
  const trial = (outcome: Trial['outcome']) => ({
    submitEnablement: { enabled: [], unsure: [], trials: [{ selector: 'form', outcome }] },
  })
  const byScript = { ...CONTACT, action: ORIGINAL, method: 'get', scripted: true }
  const faked = { forms: [byScript], ...trial('pretends') }
  const serious = ['forms:contact:action serious']
  expect(judge({ forms: [CONTACT] }, faked).introduced).toEqual(serious)
  expect(judge({ forms: [CONTACT], ...trial('sends') }, faked).introduced).toEqual(serious)
  expect(judge({ forms: [byScript], ...trial('sends') }, faked).introduced).toEqual(serious)
  // Neither did the original send it, or nobody knows whether it did.
  expect(judge({ forms: [byScript], ...trial('pretends') }, faked).introduced).toEqual([])
  expect(judge({ forms: [byScript] }, faked).introduced).toEqual([])
  // The address is met where scripts fail alone.
  const addressed = { ...byScript, action: 'https://school.test/action_page.php', method: 'post' }
  const to = (one: FormArtifact, outcome: Trial['outcome']) =>
    judge({ forms: [byScript] }, { forms: [one], ...trial(outcome) }).introduced
  expect(to(addressed, 'pretends')).toEqual(['forms:contact:action moderate'])
  expect(to(addressed, 'sends')).toEqual(serious)
  expect(to({ ...addressed, scripted: false }, 'sends')).toEqual(serious)
  // Fields in no form lose less where nobody got what was written.
  const stray = { forms: [loose(...CONTACT.fields)] }
  expect(judge({ forms: [byScript], ...trial('pretends') }, stray).introduced).toEqual([
    'forms:contact:element moderate',
  ])
  expect(judge({ forms: [byScript], ...trial('sends') }, stray).introduced).toEqual([
    'forms:contact:element serious',
  ])
  // And where the original has none at all.
  const added = (one: FormArtifact) => judge({ forms: [] }, { ...faked, forms: [one] }).introduced
  expect(added(byScript)).toEqual(['forms:contact:pretended serious'])
  expect(added({ ...byScript, fields: CONTACT.fields.filter(({ type }) => type === 'text') })).toEqual([])
  // And where it is gone.
  const lost = (outcome: Trial['outcome']) => judge({ forms: [byScript], ...trial(outcome) }, { forms: [] })
  expect(lost('pretends').introduced).toEqual(['forms:contact:lost moderate'])
  for (const outcome of ['sends', 'nothing'] as const)
    expect(lost(outcome).introduced).toEqual(['forms:contact:lost serious'])
  // It was seen to send, or was not tried.
  const moderate = ['forms:contact:action moderate']
  expect(judge({ forms: [CONTACT] }, { forms: [byScript], ...trial('sends') }).introduced).toEqual(moderate)
  expect(judge({ forms: [CONTACT] }, { forms: [byScript] }).introduced).toEqual(moderate)
})

test('a form that refuses what the original takes, or does nothing', () => {
  const trial = (outcome: Trial['outcome'], refused?: string[]) => ({
    submitEnablement: {
      enabled: [],
      unsure: [],
      trials: [{ selector: 'form', outcome, ...(refused && { refused }) }],
    },
  })
  const byScript = { ...CONTACT, action: ORIGINAL, method: 'get', scripted: true }
  const fields = byScript.fields.map((one, at) => ({ ...one, selector: `#field-${at}` }))
  const now = { ...byScript, fields }
  const shown = { forms: [byScript], ...trial('pretends') }
  const refuses = { forms: [now], ...trial('refuses', ['#field-0']) }
  const of = (before: Parameters<typeof judge>[0], after: Parameters<typeof judge>[0]) =>
    judge(before, after).introduced
  expect(of(shown, refuses)).toEqual(['forms:contact:submit serious'])
  expect(of({ forms: [byScript], ...trial('sends') }, refuses)).toEqual(['forms:contact:submit serious'])
  const silent = { forms: [byScript], ...trial('nothing') }
  expect(of(shown, silent)).toEqual(['forms:contact:action serious'])
  expect(of({ forms: [CONTACT], ...trial('sends') }, silent)).toEqual(['forms:contact:action serious'])
  // A field that the original does not have refuses what nobody wrote there.
  expect(of(shown, { ...refuses, ...trial('refuses', ['#other']) })).toEqual([])
  // Neither was the original seen to take it, or nobody knows.
  for (const other of [refuses, silent]) {
    expect(of(other, other)).toEqual([])
    expect(of({ forms: [byScript] }, other)).toEqual([])
  }
  // The browser alone asked for the page itself once more.
  const untaken = { ...byScript, scripted: false }
  expect(of({ forms: [untaken], ...trial('sends') }, silent)).toEqual([])
  // A script that visitors may get.
  const url = 'https://cdn.other.org/forms.js'
  const request = { url, method: 'GET', type: 'script', status: 0, firstParty: false, contentType: '' }
  const health = { requests: [{ ...request, failure: 'net::ERR_CONNECTION_RESET' }] }
  for (const other of [refuses, silent])
    expect(of(shown, { ...other, health }).filter(issue => issue.startsWith('forms'))).toEqual([])
})

test('what a script may ask for is no longer required by its attribute alone', () => {
  const optional = FIELDS.map(one => ({ ...one, required: false }))
  const of = (change: Partial<FormArtifact>) =>
    judge({ forms: [CONTACT] }, { forms: [{ ...CONTACT, fields: optional, ...change }] }).introduced
  expect(of({})).toEqual([
    'forms:contact:required:e-mail moderate',
    'forms:contact:required:your name moderate',
  ])
  expect(of({ scripted: true })).toEqual([
    'forms:contact:required:e-mail minor',
    'forms:contact:required:your name minor',
  ])
})

test('what stands outside of forms has no name that a server knows', () => {
  const before = { forms: [loose(field('text', 'url', 'Address'))] }
  const now = { forms: [form({ ...SEARCH, fields: [field('text', '', 'Address')], scripted: true })] }
  expect(judge(before, now).introduced).toEqual([])
})

test('a box that sends something else', () => {
  expect(judge({ forms: [CONTACT] }, { forms: change('news', { value: 'on' }) }).introduced).toEqual([
    'forms:contact:values:send me news=yes moderate',
  ])
})

test('a form of a dialog that may be made when it is asked for', () => {
  const hidden = { state: 'hidden' as const, box: { x: 0, y: 0, width: 0, height: 0 } }
  const closed = form({
    ...NEWS,
    ...hidden,
    fields: NEWS.fields.map(one => ({ ...one, ...hidden })),
    submits: NEWS.submits.map(one => ({ ...one, ...hidden })),
  })
  const sign = {
    role: 'button',
    name: 'News',
    landmark: '',
    selector: 'a',
    width: 1440,
    way: 'press',
    hidden: [],
  }
  const opening = (effect: string, revealed = 'News') =>
    ({
      probes: {
        narrow: { probes: [] },
        wide: { probes: [{ ...sign, effect, revealed: [revealed] }], rest: [] },
      },
    }) as unknown as Pick<Artifacts, 'probes'>
  const of = (effect: string, before = opening('opens', `field ${NEWS.fields[0]!.label}`)) =>
    judge({ forms: [closed], ...before }, { forms: [], ...opening(effect) }).introduced.filter(issue =>
      issue.startsWith('forms'),
    )
  // No press was seen to open it.
  expect(of('scrolls', opening('opens'))).toEqual(['forms:news:lost minor'])
  expect(of('dialog')).toEqual(['forms:news:lost minor'])
  expect(of('scrolls')).toEqual(['forms:news:lost moderate'])
})

test('a slider that no form sends is no field', () => {
  const slider = loose(field('range', 'volume', 'Volume'))
  expect(judge({ forms: [slider] }, { forms: [] }).introduced).toEqual([])
  expect(judge({ forms: [form({ ...NEWS, fields: slider.fields })] }, { forms: [] }).introduced).toEqual([
    'forms:news:lost serious',
  ])
})

const text = field('textarea', 'text', 'Message')

test.each<[string, FieldArtifact[], Partial<FormArtifact>, string]>([
  ['otherwise kept', [], {}, 'serious'],
  ['with another field', [field('tel', 'tel', 'Phone')], {}, 'moderate'],
  ['with a hidden one', [field('hidden', 'lang', '', { value: 'en' })], {}, 'serious'],
  [
    'with one that is called otherwise',
    [],
    { fields: [field('text', 'name', 'Full name'), text] },
    'moderate',
  ],
  [
    'with a control of its own drawing',
    [],
    { drawn: [{ role: 'switch', names: ['News'], opens: false }] },
    'moderate',
  ],
])('a field that is gone from a form %s', (_, added, change, severity) => {
  const kept = [field('text', 'name', 'Name'), text]
  const before = form({ ...CONTACT, fields: [field('email', 'mail', 'E-mail', { required: true }), ...kept] })
  const now = form({ ...CONTACT, fields: [...kept, ...added], ...change })
  expect(judge({ forms: [before] }, { forms: [now] }).introduced).toContain(
    `forms:contact:field:e-mail ${severity}`,
  )
  const closed = (one: FormArtifact) => ({
    ...one,
    state: 'hidden' as const,
    submits: [],
    fields: one.fields.map(each => ({ ...each, state: 'hidden' as const })),
  })
  expect(judge({ forms: [closed(before)] }, { forms: [closed(now)] }).introduced).toContain(
    'forms:contact:field:e-mail moderate',
  )
})

test('a form that is sent by another method', () => {
  const [get, post] = ['get', 'post'].map(method => ({ forms: [{ ...CONTACT, method }] }))
  expect(judge(post!, get!).introduced).toEqual(['forms:contact:method moderate'])
  expect(judge(get!, post!).introduced).toEqual(['forms:contact:method moderate'])
})

test('a search field is known by its placeholder, whatever its label, name and type are', () => {
  const called = { placeholder: 'Search the shop' }
  const before = form({
    landmark: 'banner',
    fields: [field('text', '', 'What are you looking for?', called)],
    submits: [button('Find it')],
  })
  const now = form({ landmark: 'banner', fields: [field('search', 'q', 'Query', called)] })
  expect(judge({ forms: [before] }, { forms: [now] }).introduced).toContain('forms:search:submit moderate')
})

test('a search that the new page opens with a button is not lost', () => {
  const search = loose(field('search', '', 'Search'))
  const inForm = form({ ...SEARCH, fields: [field('search', 'q', 'Search')] })
  const of = (before: FormArtifact[], probe: object) => {
    const probes = { narrow: { probes: [probe] }, wide: { probes: [], rest: [] } }
    return judge({ forms: before }, {
      forms: [],
      probes,
    } as unknown as Given).introduced.filter(issue => issue.startsWith('forms'))
  }
  const opening = { name: 'Search (Ctrl+K)', effect: 'opens', revealed: ['field Search', 'Cancel'] }
  for (const one of [search, inForm]) {
    expect(of([one], opening)).toEqual([])
    expect(of([one], { ...opening, name: 'Menu' })).toEqual(['forms:search:lost serious'])
    expect(of([one], { ...opening, revealed: ['Products'] })).toEqual(['forms:search:lost serious'])
  }
  // Beside the search of the site, another field looks through a list.
  expect(of([inForm, search], opening)).toEqual(['forms:search:lost serious'])
})

test('a question after research or a visit is none to search with', () => {
  const search = form({ ...SEARCH, fields: [field('search', 'q', 'Search')] })
  for (const label of ['Your field of research', 'Wen möchten Sie besuchen?']) {
    const asked = field('text', 'what', label, { required: true })
    const before = { ...CONTACT, fields: [...CONTACT.fields, asked] }
    expect(judge({ forms: [before] }, { forms: [CONTACT, search] }).introduced).toEqual([
      `forms:contact:field:${label.toLowerCase()} serious`,
    ])
    const alone = form({ fields: [asked] })
    expect(judge({ forms: [alone] }, { forms: [search] }).introduced).toHaveLength(1)
  }
})

test('a search is less where nothing tells visitors of it', () => {
  const of = (field: FieldArtifact, change: Partial<FormArtifact> = {}) =>
    judge({ forms: [form({ action: 'https://engine.test/cse', fields: [field], ...change })] }, { forms: [] })
      .introduced
  expect(of(field('text', 'q', ''), { submits: [button('Search')] })).toEqual(['forms:search:lost serious'])
  expect(of(field('text', 'text', 'Search'))).toEqual(['forms:search:lost serious'])
  expect(of(field('text', 'q', ''))).toEqual(['forms:search:lost moderate'])
  expect(of(field('text', 'q', ''), { method: 'post' })).toEqual(['forms:q:lost serious'])
})

test('a lost form is told before two lost numbers', () => {
  const link = (href: string) => ({
    href,
    raw: href,
    name: `At ${href}`,
    landmark: 'banner',
    near: '',
    looksLikeButton: false,
    ...VISIBLE_BOX,
    rel: '',
    fragmentFound: null,
    landing: null,
    selector: 'a',
  })
  const linkTargets = { targets: [], skipped: 0, unasked: [] }
  const { introduced } = judge(
    {
      forms: [CONTACT],
      links: [link('tel:+49301234567'), link('tel:+49307654321')],
      linkTargets,
    } as unknown as Given,
    { forms: [], links: [link(`${REBUILT}contact-us.html`)], linkTargets } as unknown as Given,
  )
  expect(introduced).toEqual([
    'forms:contact:lost serious',
    expect.stringMatching(/^links:.*tel:.* serious$/),
  ])
})

test('fields whose words and names are others are known by their place in the form', () => {
  const at = (x: number, one: FieldArtifact): FieldArtifact => ({
    ...one,
    box: { x, y: 500, width: 80, height: 36 },
    seen: { x, y: 500, width: 80, height: 36 },
  })
  const before = [at(100, field('text', 'min-range', 'Least')), at(240, field('text', 'max-range', 'Most'))]
  const now = [at(120, field('number', 'from', 'from')), at(265, field('number', 'to', 'to'))]
  const lost = lostOf(before)
  expect(lost(now)).toEqual([])
  expect(lost([now[0]!, at(900, now[1]!)])).toEqual(['forms:contact:field:most moderate'])
})

test('a field that another form of the page asks for is not lost', () => {
  const search = field('search', 'q', 'Enter your product name...')
  const before = form({ ...CONTACT, fields: [...FIELDS, search] })
  const own = form({ name: 'Find', fields: [field('text', '', 'Enter product name')], submits: [] })
  const lost = (forms: FormArtifact[]) =>
    judge({ forms: [before] }, { forms }).introduced.filter(issue => issue.includes(':field:'))
  expect(lost([form({ ...CONTACT, fields: FIELDS }), own])).toEqual([])
  expect(lost([form({ ...CONTACT, fields: FIELDS })])).toEqual([
    'forms:contact:field:enter your product name... moderate',
  ])
})

test('choices that are spelt with other spaces or without accents are there', () => {
  const list = (options: string[]) =>
    form({ ...CONTACT, fields: [field('select', 'money', 'Money', { options, values: options })] })
  const said = judge({ forms: [list(['USD $', 'Español'])] }, { forms: [list(['USD$', 'Espanol'])] })
  expect(said.introduced.filter(issue => issue.includes(':options:'))).toEqual([])
})

test('a choice with another price or time of day is told as that, and grave', () => {
  const list = (options: string[]) =>
    form({ ...CONTACT, fields: [field('select', 'time', 'Time', { options, values: options })] })
  const said = (was: string[], now: string[]) => judge({ forms: [list(was)] }, { forms: [list(now)] })
  const told = (...args: Parameters<typeof said>) =>
    said(...args).introduced.filter(issue => issue.includes(':options:'))
  const DAY = ['Morning (9:00 - 14:00)', 'Evening (16:00 - 21:30)']
  const serious = ['forms:contact:options:time serious']
  const later = said(DAY, [DAY[0]!, 'Evening (16:00 - 20:30)'])
  expect(later.introduced).toContain(serious[0])
  expect(later.issues.map(({ message }) => message).join()).toContain(
    'offers "Evening (16:00 - 20:30)" in place of "Evening (16:00 - 21:30)"',
  )
  expect(told(['Small, $5', 'Large, $9'], ['Small, $5', 'Large, $8'])).toEqual(serious)
  const lesser = ['forms:contact:options:time moderate']
  // Another one is gone as well, a bare number, all prices raised.
  expect(told(DAY, ['Dawn (9:00 - 14:00)', 'Evening (16:00 - 20:30)'])).toEqual(lesser)
  expect(told(['Class of 2026', 'Guest'], ['Class of 2025', 'Guest'])).toEqual(lesser)
  expect(told(['Small, $5', 'Large, $9'], ['Small, $6', 'Large, $10'])).toEqual(lesser)
  // Slots that go with the day, zones, sizes, another thing at the same price, another spelling.
  expect(told(['Today 14:00', 'Today 15:00'], ['Today 15:00', 'Today 16:00'])).toEqual(lesser)
  expect(told(['(GMT-05:00) Eastern Time', 'UTC'], ['(GMT-04:00) Eastern Time', 'UTC'])).toEqual(lesser)
  expect(told(['Drill 1.25 mm', 'None'], ['Drill 1.50 mm', 'None'])).toEqual(lesser)
  expect(told(['Size 40 - €20', 'None'], ['Size 41 - €20', 'None'])).toEqual(lesser)
  expect(told(['From 9:00 on', 'None'], ['From 09:00 on', 'None'])).toEqual(lesser)
})

const introducedBy = (before: FieldArtifact[], now: FieldArtifact[]) =>
  judge(
    { forms: [form({ ...CONTACT, fields: before })] },
    { forms: [form({ ...CONTACT, fields: now })] },
  ).introduced.map(issue => issue.replace('forms:contact:', ''))

/** Issues of fields that a form lost, by what both have; several are the members of one. */
const fieldsLost = (before: FieldArtifact[], fields: FieldArtifact[], more: Partial<FormArtifact> = {}) =>
  judge(
    { forms: [form({ ...CONTACT, fields: before })] },
    { forms: [form({ ...CONTACT, fields, ...more })] },
  ).issues.filter(({ rule }) => rule === 'functional/forms/field')

test('lists of thousands of choices are compared in reasonable work', () => {
  const many = (letter: string) => Array.from({ length: 5000 }, (_, i) => `Größe ${letter}${i} `.repeat(10))
  expect(pairChoices(many('a'), many('b')).size).toBe(0)
  expect(pairChoices(many('a'), many('a').reverse()).size).toBe(5000)
})

test('a list without a label is known by its choices', () => {
  const list = (label: string, options: string[]) =>
    field('select', '', label, { options, values: options, visibleLabel: label })
  const now = list('', ['по популярности', 'сначала дешёвое', 'сначала дорогое'])
  const was = list('Сортировка', ['по популярности', 'сначала дешевле', 'сначала дороже'])
  const other = field('text', 'name', 'Your name')
  expect(introducedBy([was, other], [other, now])).toEqual(['options:сортировка moderate'])
})

test('the last field of its kind is the one that lost its words', () => {
  const name = field('text', 'name', 'Your name')
  const amount = field('number', 'amount', 'How many')
  const now = field('text', 'input-quantity', '')
  expect(introducedBy([name, amount], [name, now]).filter(issue => issue.startsWith('field:'))).toEqual([])
  const both = fieldsLost([name, amount, field('text', 'street', 'Street')], [name, now])
  expect(both[0]!.members).toHaveLength(2)
})

test('lists of numbers, and lists that are called otherwise, are not one', () => {
  const list = (name: string, label: string, options: string[]) =>
    field('select', name, label, { options, values: options })
  const mail = field('email', 'mail', 'E-mail')
  const lost = (was: FieldArtifact, now: FieldArtifact) =>
    introducedBy([mail, was], [mail, now]).filter(issue => issue.startsWith('field:'))
  expect(
    lost(list('a', 'Children', ['0', '1', '2', '3']), list('b', 'Rooms', ['1', '2', '3', '4'])),
  ).toHaveLength(1)
  const answers = ['Please choose', 'Certainly', 'Certainly not', 'Perhaps']
  expect(lost(list('a', 'Visa', answers), list('b', 'Newsletter', answers))).toHaveLength(1)
})

test('a field is known by words of its name', () => {
  const [was, now] = ['client-password', 'password'].map(name =>
    field(name === 'password' ? 'password' : 'text', name, '', { placeholder: '••••' }),
  )
  const mail = field('email', 'mail', 'E-mail')
  const other = field('text', 'client-name', 'Name')
  const lost = (before: FieldArtifact[], after: FieldArtifact[]) =>
    introducedBy(before, after).filter(issue => /^(field|lost)/.test(issue))
  expect(lost([mail, other, was!], [{ ...now!, placeholder: '' }, mail, other])).toEqual([])
  const text = (name: string, label = name) => field('text', name, label)
  expect(lost([mail, text('billing-name')], [mail, text('shipping-name')])).toHaveLength(1)
  const asp = ['Phone', 'Company', 'Street'].map(name => text(`ctl00$Main$${name}`, name))
  expect(lost([asp[0]!, asp[2]!], [asp[1]!, asp[2]!])).toHaveLength(1)
  expect(lost([mail, text('q[3]', 'Phone')], [mail, text('q[7]', 'Message')])).toHaveLength(1)
})

test('what is hidden behind a drawn control is an answer that is lost', () => {
  const mail = field('email', 'mail', 'E-mail')
  const hidden = { state: 'hidden', visibleLabel: '' } as const
  for (const [type, name] of [
    ['file', 'cv'],
    ['select', 'size'],
  ] as const)
    expect(introducedBy([mail, field(type, name, '', hidden)], [mail])).toEqual([`field:${name} moderate`])
  expect(introducedBy([mail, field('richtext', '', 'Message')], [mail])).toEqual(['field:message moderate'])
})

test('a slider that is never sent is no answer that is lost', () => {
  const [from, to] = ['from', 'to'].map(name => field('number', name, name))
  const slider = field('range', '', '')
  expect(introducedBy([from!, to!, slider], [from!, to!])).toEqual(['field:range moderate'])
  expect(introducedBy([from!, to!, { ...slider, name: 'price' }], [from!, to!])).toEqual([
    'field:price moderate',
  ])
})

test('fields outside of forms that a button of the same name may read', () => {
  const mail = field('email', 'mail', 'E-mail')
  const before = form({ name: 'Shorten', action: ORIGINAL, fields: [mail], submits: [button('Shorten it')] })
  const now = form({ loose: true, landmark: '', fields: [{ ...mail, name: '' }] })
  const told = (effect: string) => {
    const wide = { probes: [{ name: 'Shorten it', effect, revealed: [] }], rest: [] }
    const probes = { narrow: { probes: [], rest: [] }, wide } as unknown as Artifacts['probes']
    return judge({ forms: [before] }, { forms: [now], probes }).introduced
  }
  expect(told('opens')).toEqual(['forms:shorten:element moderate'])
  expect(told('nothing')).toEqual(['forms:shorten:element serious'])
})

test('a trap for robots that people see', () => {
  const known = [field('text', 'name', 'Name'), field('email', 'email', 'E-mail')]
  const hidden = { state: 'hidden' } as const
  const trap = (more: object = hidden) => field('text', 'contact[hp]', 'E-mail', more)
  expect(introducedBy([...known, trap()], [...known, trap({})])).toEqual(['trap:e-mail serious'])
  expect(introducedBy([...known, trap()], [...known, trap()])).toEqual([])
  expect(introducedBy([...known, trap({})], [...known, trap({})])).toEqual([])
  // People have a website as well.
  const site = (more: object = hidden) => field('text', 'website', 'Website', more)
  expect(introducedBy([...known, site()], [...known, site({})])).toEqual([])
})

test('a trap for robots takes no lost field’s place', () => {
  const known = [field('text', 'name', 'Your name'), field('email', 'mail', 'E-mail')]
  const trap = field('text', '_gotcha', '', { state: 'hidden' })
  expect(introducedBy([...known, field('text', 'company', 'Company')], [...known, trap])).toEqual([
    'field:company moderate',
  ])
  const box = field('checkbox', 'botcheck', '', { state: 'hidden' })
  expect(introducedBy([...known, box], known)).toEqual(['field:botcheck minor'])
})

test('drawn fields without words are known by their paths, not by what browsers are told not to fill in', () => {
  const at = (path: string, label: string, more: Partial<FieldArtifact> = {}) =>
    field('text', '', label, { autocomplete: 'off', selector: path, visibleLabel: '', ...more })
  const tags = at('#a > input', '')
  const off = at('#b > input', 'Tags', { placeholder: 'Tags', disabled: true })
  const list = (path: string, choice: string) =>
    field('combobox', '', '', { selector: path, placeholder: choice })
  const [one, other] = [list('#c', 'Leeds'), list('#d', 'Madrid')]
  const labelled = { ...off, label: 'Disabled', placeholder: '' }
  const told = (...after: FieldArtifact[]) =>
    judge({ forms: [loose(tags, off, one, other)] }, { forms: [loose(...after)] })
      .issues.map(({ message }) => message)
      .filter(message => !message.includes('is labelled'))
  expect(told(labelled, { ...tags, label: 'Languages' }, other, one)).toEqual([])
  expect(told(labelled, { ...tags, disabled: true }, other, one)).toEqual([
    expect.stringContaining('cannot be filled in any more'),
  ])
  expect(told(labelled, tags, { ...one, placeholder: 'York' }, other)).toEqual([
    expect.stringContaining('shows "York" while empty; it was "Leeds"'),
  ])
})

test('a loose field is no other form’s, and a loose button is a form', () => {
  const contact = form({ ...CONTACT, fields: FIELDS })
  const news = form({ loose: true, landmark: '', fields: [field('email', 'news', 'E-mail')] })
  const lost = (one: FormArtifact) =>
    judge({ forms: [contact, one] }, { forms: [contact] }).introduced.map(issue => issue.split(' ').at(-1))
  expect(lost(news)).toEqual(['serious'])
  expect(lost(form({ action: `${ORIGINAL}#`, submits: [button('Buy now')] }))).toEqual(['moderate'])
})

test('an invitation to choose hides no choice that is lost', () => {
  const list = (options: string[], values: string[]) => [field('select', 'size', 'Size', { options, values })]
  const was = list(['Small', 'Large'], ['s', 'l'])
  expect(introducedBy(was, list(['Please choose', 'Small'], ['', 's']))).toEqual(['options:size serious'])
})

test('forms of many long lists are matched in reasonable work', () => {
  const lists = (letter: string) =>
    Array.from({ length: 60 }, (_, i) =>
      field('select', '', '', {
        options: Array.from(
          { length: 50 },
          (_, at) => `Größe ${letter}${i} ${at} ${'für große Füße '.repeat(12)}`,
        ),
      }),
    )
  expect(matchFields(lists('a'), lists('b')).size).toBe(60)
})

test('who asks for many lost fields is looked for in reasonable work', () => {
  const spelt = (at: number) =>
    [...`${1_000_000 + 7919 * at}`].map(digit => 'kabrstemio'[Number(digit)]).join('')
  const fields = (from: number) =>
    Array.from({ length: 800 }, (_, at) => field('text', spelt(from + at), spelt(from + at + 10_000)))
  expect(fieldsLost(fields(0), fields(1000))[0]!.members!.length).toBeGreaterThan(99)
}, 20_000)

test('choices that the page draws itself stand for the boxes and lists they were', () => {
  const drawn = (...those: [role: string, name: string, opens?: boolean][]) =>
    those.map(([role, name, opens = false]) => ({ role, names: [name], opens }))
  const mail = field('email', 'mail', 'E-mail')
  const lost = (
    before: FieldArtifact[],
    change: Partial<FormArtifact>,
    was: Partial<FormArtifact> = {},
  ): string[] =>
    judge(
      { forms: [form({ ...CONTACT, fields: [mail, ...before], ...was })] },
      { forms: [form({ ...CONTACT, fields: [mail], ...change })] },
    ).introduced.filter(issue => /:(field|element|lost)/.test(issue))
  const news = field('checkbox', 'news', 'Send me news')
  const news_ = 'forms:contact:field:send me news'
  const toggle = { drawn: drawn(['switch', 'Send me news']) }
  expect(lost([news], { ...toggle, scripted: true })).toEqual([])
  expect(lost([news], toggle)).toEqual([`${news_} moderate`])
  expect(lost([news], { drawn: drawn(['button', 'Send']), scripted: true })).toEqual([`${news_} moderate`])
  // It was there beside the box.
  expect(lost([news], { ...toggle, scripted: true }, toggle)).toEqual([`${news_} moderate`])
  const plans = ['Basic', 'Pro'].map(label => field('radio', 'plan', label, { value: label }))
  const cards = drawn(['button', 'Basic 10 € a month'], ['radio', 'Pro 20 € a month'])
  expect(lost(plans, { drawn: cards, scripted: true })).toEqual([])
  expect(lost(plans, { drawn: cards.slice(0, 1), scripted: true })).toEqual([
    'forms:contact:field:pro=Pro moderate',
  ])
  const date = field('date', 'day', 'Arrival')
  const day = 'forms:contact:field:arrival'
  expect(lost([date], { drawn: drawn(['button', 'Arrival', true]), scripted: true })).toEqual([])
  expect(lost([date], { drawn: drawn(['button', 'Pick a date', true]), scripted: true })).toEqual([
    `${day} moderate`,
  ])
  expect(lost([date], { drawn: drawn(['button', 'Pick a date']), scripted: true })).toEqual([
    `${day} moderate`,
  ])
  const list = field('select', 'topic', 'Topic', { options: ['Choose', 'Order', 'Press'] })
  expect(lost([list], { drawn: drawn(['radio', 'Order'], ['radio', 'Press']) })).toEqual([])
  // A list that is filled in later says nothing yet.
  for (const options of [[], ['Choose']])
    expect(
      lost([{ ...list, options }], { drawn: drawn(['button', 'Back'], ['button', 'Next']) }),
    ).toHaveLength(1)
})

test('what is offered in the place of one list or group stands for no other', () => {
  const counts = ['1', '2', '3']
  const list = (name: string) => field('select', name, name, { options: counts })
  const group = (name: string) => counts.map(value => field('radio', name, value, { value }))
  const [lists, groups] = [['adults', 'children'].map(list), ['adults', 'children'].map(group)]
  const told = (before: FieldArtifact[], now: FieldArtifact[]) => [
    ...new Set(ofFields(before, now).map(issue => issue.replace(/=\d/, ''))),
  ]
  expect(told(lists, groups.flat())).toEqual([])
  expect(told(lists, groups[0]!)).toEqual(['field:children moderate'])
  expect(told(lists, groups[1]!)).toEqual(['field:adults moderate'])
  expect(told(lists, group('guests'))).toEqual(['field:children moderate'])
  const of = (before: FieldArtifact[][], ...now: FieldArtifact[]) =>
    ofFields(before.flat(), now).filter(issue => issue.startsWith('field'))
  expect(of(groups, ...lists)).toEqual([])
  expect(of(groups, lists[1]!)).toHaveLength(1)
  expect(of(groups, list('guests'))).toHaveLength(1)
})

/** What is told of fields that one form had. */
const ofFields = (
  before: FieldArtifact[],
  now: FieldArtifact[],
  more: Partial<FormArtifact> = {},
): string[] =>
  judge(
    { forms: [form({ ...CONTACT, fields: before })] },
    { forms: [form({ ...CONTACT, fields: now, ...more })] },
  )
    .introduced.filter(issue => /forms:.*:(field|type)/.test(issue))
    .map(issue => issue.replace('forms:contact:', ''))

test('a range of numbers by a slider, by fields or by what the page draws', () => {
  const mail = field('email', 'mail', 'E-mail')
  const slider = field('range', 'price', 'Price')
  const [min, max] = [field('number', 'price_min', 'From'), field('number', 'price_max', 'To')]
  expect(ofFields([mail, slider], [mail, min, max])).toEqual(['field:price moderate'])
  const handles = {
    drawn: ['Minimum price', 'Maximum price'].map(name => ({ role: 'slider', names: [name], opens: false })),
  }
  expect(ofFields([mail, min, max], [mail], { ...handles, scripted: true })).toEqual([])
  const sent = ['price_min', 'price_max'].map(name => field('hidden', name, '', { state: 'hidden' }))
  expect(ofFields([mail, min, max], [mail, ...sent], handles)).toEqual([])
  expect(ofFields([mail, min, max], [mail], handles)).toEqual(['field:from moderate'])
  expect(ofFields([mail, min, max], [mail])).toEqual(['field:from moderate'])
})

test('a quantity by a field or by buttons for less and more', () => {
  const mail = field('email', 'mail', 'E-mail')
  const quantity = field('number', 'quantity', 'Quantity')
  const buttons = (...names: string[]) => ({
    drawn: names.map(name => ({ role: 'button', names: [name], opens: false })),
  })
  const stepper = buttons('−', '+')
  expect(ofFields([mail, quantity], [mail], { ...stepper, scripted: true })).toEqual([])
  const sent = field('hidden', 'quantity', '', { state: 'hidden', value: '1' })
  expect(ofFields([mail, quantity], [mail, sent], stepper)).toEqual([])
  expect(ofFields([mail, quantity], [mail], stepper)).toEqual(['field:quantity moderate'])
  // Half of one, one for two, and one that belongs to another field.
  const adults = field('number', 'adults', 'Adults')
  expect(ofFields([mail, quantity], [mail], { ...buttons('+'), scripted: true })).toEqual([
    'field:quantity moderate',
  ])
  expect(ofFields([mail, quantity, adults], [mail], { ...stepper, scripted: true })).toHaveLength(1)
  // A button that is one is told as plain, and as drawn.
  const twice = { ...stepper, plain: ['−', '+'], scripted: true }
  expect(ofFields([mail, quantity, adults], [mail], twice)).toHaveLength(1)
  expect(ofFields([mail, quantity], [mail], { ...twice, drawn: [] })).toEqual([])
  expect(ofFields([mail, quantity, adults], [mail, adults], { ...stepper, scripted: true })).toEqual([
    'field:quantity moderate',
  ])
})

test('a drawn list without a label is the last list of its form, whatever it shows', () => {
  const mail = field('email', 'mail', 'E-mail')
  const list = field('select', 'topic', 'Topic', { options: ['Choose', 'Order', 'Press'] })
  const drawn = field('combobox', '', '', { placeholder: 'Choose a topic' })
  expect(introducedBy([mail, list], [mail, drawn])).toEqual([])
  const country = { ...drawn, label: 'Country' }
  expect(introducedBy([mail, list], [mail, country])).toEqual(['field:topic moderate'])
})

test('choices of a later step that is drawn when it is asked for', () => {
  const mail = field('email', 'mail', 'E-mail')
  const away = { state: 'hidden', box: { x: 0, y: 0, width: 0, height: 0 } } as const
  const later = [
    field('checkbox', 'news', 'Send me news', away),
    field('select', 'size', 'Size', away),
    field('text', 'town', 'Town', away),
  ]
  const inStep = later.map(one => ({ ...one, putAway: true }))
  const all = (severity: string) => later.map(({ label }) => `field:${label.toLowerCase()} ${severity}`)
  // One step is one issue.
  expect(introducedBy([mail, ...inStep], [mail])).toEqual(all('moderate').slice(0, 1))
  // Only the boxes themselves are hidden: something is drawn in their place.
  expect(introducedBy([mail, ...later.slice(0, 2)], [mail])).toEqual(all('moderate').slice(0, 1))
})

test('fields outside of forms beside a button that a script listens to', () => {
  const signIn = form({
    name: 'Members',
    fields: [field('email', 'mail', 'E-mail'), field('password', 'p', 'Password')],
    submits: [button('Log in')],
    plain: ['Show password'],
  })
  const of = (one: FormArtifact, pressed: string[], fields = one.fields) =>
    judge({ forms: [one] }, { forms: [form({ loose: true, landmark: '', fields, pressed })] }).introduced
  expect(of(signIn, ['Sign in'])).toEqual(['forms:members:element moderate'])
  expect(of(signIn, ['Menu', 'Log in'])).toEqual(['forms:members:element moderate'])
  expect(of(signIn, [])).toEqual(['forms:members:element critical'])
  expect(of(signIn, ['Show password'])).toEqual(['forms:members:element critical'])
  expect(of(signIn, ['Log in'], signIn.fields.slice(0, 1))).toEqual(['forms:members:element critical'])
  expect(of(NEWS, ['Menu', 'Subscribe now'])).toEqual(['forms:news:element moderate'])
  expect(of(NEWS, ['Menu', 'Search'])).toEqual(['forms:news:element serious'])
})

const hidden = (name: string, value: string) => field('hidden', name, '', { value, state: 'hidden' })

test('what tells the service of another site whose form it is', () => {
  const service = 'https://webto.salesforce.com/servlet/servlet.WebToLead'
  const of = (before: FieldArtifact[], now: FieldArtifact[], change: Partial<FormArtifact> = {}) =>
    judge(
      { forms: [form({ ...CONTACT, action: service, fields: [...FIELDS, ...before] })] },
      { forms: [form({ ...CONTACT, action: service, fields: [...FIELDS, ...now], ...change })] },
    ).introduced
  const account = hidden('oid', '00D1000000abcde')
  expect(of([account], [])).toEqual(['forms:contact:field:oid serious'])
  expect(of([account], [hidden('oid', '00D9000000zyxwv')])).toEqual(['forms:contact:values:oid serious'])
  expect(of([account], [account])).toEqual([])
  const key = hidden('access_key', '3f1c2b64-0d7e-4a52-9c1b-7e9f0a1b2c3d')
  expect(of([key], [])).toEqual(['forms:contact:field:access_key serious'])
  expect(of([hidden('business', 'shop@acme.org')], [hidden('business', 'me@other.org')])).toEqual([
    'forms:contact:values:business serious',
  ])
  // A form of a kind of service that nobody has listed.
  expect(of([hidden('portalId', '4711002')], [hidden('portalId', '4711003')])).toEqual([
    'forms:contact:values:portalid serious',
  ])
  expect(of([hidden('amount', '25.00')], [hidden('amount', '52')])).toEqual([
    'forms:contact:values:amount serious',
  ])
  // A script may add it; a field to be seen may ask for it.
  expect(of([account], [], { scripted: true })).toEqual(['forms:contact:field:oid minor'])
  expect(of([hidden('amount', '10.00')], [field('number', 'amount', 'Amount')])).toEqual([
    'forms:contact:field:amount minor',
  ])
  // Where to return, and words.
  const own = [hidden('retURL', `${ORIGINAL}thanks`), hidden('lead_source', 'Web')]
  expect(of(own, [hidden('retURL', `${REBUILT}thanks`), hidden('lead_source', 'Website')])).toEqual([])
  // What is of this load, and what is one number.
  for (const [name, value, other] of [
    ['started', '2026-03-01', '2026-03-02'],
    ['page_time', '12:04:11', '12:04:19'],
    ['submission_id', '3f1c2b64-0d7e-4a52-9c1b-7e9f0a1b2c3d', '9a1c2b64-0d7e-4a52-9c1b-7e9f0a1b2c3d'],
    ['load_id', 'a81f03bc55', 'b92e14cd66'],
    ['ga_client_id', '1112223334', '5556667778'],
    ['version', 'form-v12', 'form-v13'],
  ] as const)
    expect(of([hidden(name, value)], [hidden(name, other)])).toEqual([])
  const token = [hidden('csrf_token', 'a1b2c3d4')]
  expect(of(token, [])).toEqual([])
  // The site's own server is the new one's business.
  expect(
    judge({ forms: contact({ fields: [...FIELDS, account] }) }, { forms: [CONTACT, NEWS] }).introduced,
  ).toEqual(['forms:contact:field:oid minor'])
})

test('a service that is told an example in the place of a key', () => {
  const to = (key: string) =>
    contact({ action: 'https://api.web3forms.com/submit', fields: [...FIELDS, hidden('access_key', key)] })
  const of = (key: string) => judge({ forms: [CONTACT, NEWS] }, { forms: to(key) }).introduced
  expect(of('YOUR_ACCESS_KEY_HERE')).toEqual(['forms:contact:action serious'])
  for (const told of ['3f1c2b64-0d7e-4a52-9c1b-7e9f0a1b2c3d', 'https://example.org/thanks'])
    expect(of(told)).toEqual(['forms:contact:action moderate'])
})

test('a field outside of forms, or of a form that nothing sends, holds no launch', () => {
  const two = [field('text', '', 'First day'), field('text', '', 'Last day')]
  const before = form({ loose: true, name: '', fields: two })
  const found = (change: Partial<FormArtifact>) =>
    judge(
      { forms: [{ ...before, ...change }] },
      { forms: [{ ...before, ...change, fields: [two[0]!] }] },
    ).issues.map(({ rule, severity }) => `${rule} ${severity}`)
  expect(found({})).toEqual(['functional/forms/field moderate'])
  expect(found({ pressed: ['Book'] })).toEqual(['functional/forms/field moderate'])
  expect(found({ loose: false, unheard: true })).toEqual(['functional/forms/field moderate'])
})

test('fields of dialogs outside of forms may be made when they are asked for', () => {
  const away = { state: 'hidden', box: { x: 0, y: 0, width: 0, height: 0 } } as const
  const login = [field('text', '', 'Your card', away), field('password', '', 'Password', away)]
  const tabs = [field('radio', 'season', 'Winter', away), field('radio', 'season', 'Spring', away)]
  const page = (...those: FieldArtifact[]) =>
    form({ loose: true, name: '', state: 'hidden', pressed: ['Log in'], fields: those })
  const found = (...now: FieldArtifact[]) =>
    judge({ forms: [page(...login, ...tabs)] }, { forms: [page(...now)] }).issues.map(
      ({ rule, severity }) => `${rule} ${severity}`,
    )
  expect(found(...tabs)).toEqual(['functional/forms/field moderate'])
})

test('a box is another box before it is a radio button of its label', () => {
  const before = [field('checkbox', '', 'Always Checked'), field('radio', 'a', 'Always box', { value: 'x' })]
  const now = [field('radio', '', 'Always checked', { value: 'y' }), field('checkbox', '', 'Checked')]
  const matched = matchFields(before, now)
  expect(matched.get(before[0]!)).toBe(now[1])
})

test('a form is known by its fields, whatever its heading says', () => {
  const entry = (type: string, label: string) => field(type, '', label, { placeholder: label })
  const sign = (name: string, ...entries: FieldArtifact[]) => form({ name, landmark: '', fields: entries })
  const before = sign('Sign up', entry('text', 'Name…'), entry('text', 'Email...'), entry('text', 'City...'))
  const now = sign('Log in', entry('text', 'Name'), entry('email', 'Email'), entry('text', 'City'))
  const search = sign('Navigation', entry('text', 'Search'))
  expect(judge({ forms: [before] }, { forms: [search, now] }).introduced).toEqual([])
  expect(judge({ forms: [before] }, { forms: [search] }).introduced).toHaveLength(1)
})

test('disabled choices exclude each other for nobody', () => {
  const choice = (name: string, value: string, disabled: boolean) =>
    field('radio', name, value, { value, disabled })
  const of = (names: [string, string], disabled: boolean) => [
    form({
      name: 'Look',
      fields: [choice(names[0], 'On', disabled), choice(names[1], 'Off', disabled)],
      submits: [button('Save')],
    }),
  ]
  const split = (disabled: boolean) =>
    judge({ forms: of(['look', 'look'], disabled) }, { forms: of(['on', 'off'], disabled) }).introduced
  expect(split(true).filter(issue => issue.includes(':group:'))).toEqual([])
  expect(split(false)).toContain('forms:look:group:look serious')
})

test('boxes in no form that became buttons which say whether they are pressed', () => {
  const boxes = ['Small', 'Large'].map(label => field('checkbox', 'size', label))
  const drawn = (pressed: string | null): Given =>
    ({
      forms: [],
      layouts: [
        { width: 1440, controls: ['Small', 'Large'].map(name => control('button', name)), blocks: [] },
      ],
      semantics: {
        controls: ['Small', 'Large'].map(name => ({
          ...{ role: 'button', tag: 'button', pressed, checked: null },
          selector: `button ${name}`,
        })),
      },
    }) as unknown as Given
  const before: Given = { forms: [form({ loose: true, fields: boxes })] }
  expect(judge(before, drawn('false')).introduced).toEqual([])
  expect(judge(before, drawn(null)).introduced).not.toEqual([])
})

test('what the forms of a page lost alike is one issue', () => {
  const [name, ...others] = FIELDS
  const short = (one: FormArtifact, maxlength: string) => ({
    ...one,
    fields: [{ ...name!, maxlength }, ...others],
  })
  const both = (maxlength: string) => [
    short(CONTACT, maxlength),
    short({ ...CONTACT, name: 'Call me back' }, maxlength),
  ]
  const { issues } = judge({ forms: both('80') }, { forms: both('') })
  const limits = issues.filter(({ rule }) => rule === 'functional/forms/limit')
  expect(limits.map(({ members }) => members?.length)).toEqual([2])
})

test('a field that a form sends nothing of is no loss where one called alike is kept', () => {
  const country = field('text', '', 'Country code')
  const without = contact({ fields: [...FIELDS, country] })
  const told = (twin: FieldArtifact) =>
    judge({ forms: contact({ fields: [...FIELDS, country, twin] }) }, { forms: without }).introduced
  expect(told({ ...country, state: 'hidden' })).toEqual([])
  expect(told({ ...country, state: 'hidden', visibleLabel: 'Area', label: 'Area' })).toHaveLength(1)
  expect(told({ ...country, state: 'hidden', name: 'country' })).toHaveLength(1)
})

test('two fields that have the label of each other', () => {
  const form = (...labels: string[]) => ({
    forms: contact({
      fields: labels.map((label, at) => field('text', ['street', 'town', 'name'][at]!, label)),
    }),
  })
  const told = (...labels: string[]) => judge(form('Street', 'Town', 'Name'), form(...labels)).introduced
  expect(told('Town', 'Street', 'Name')).toEqual([
    'forms:contact:label:street serious',
    'forms:contact:label:town serious',
  ])
  const counted = (...labels: string[]) => ({
    forms: contact({ fields: labels.map((label, at) => field('text', `field_${at}`, label)) }),
  })
  const issues = judge(counted('Street', 'Town'), counted('Town', 'Street')).introduced
  expect(issues.every(issue => !issue.endsWith('serious'))).toBe(true)
  expect(told('Town', 'Place', 'Name').every(issue => !issue.endsWith('serious'))).toBe(true)
})

test('a form that is sent without what was written into one of its fields', () => {
  const page = (carries?: Trial['carries']) => ({
    forms: [CONTACT],
    submitEnablement: {
      enabled: [],
      unsure: [],
      trials: [{ selector: 'form', outcome: 'sends' as const, ...(carries && { carries }) }],
    },
  })
  const told = (was: Trial['carries'], now: Trial['carries']) => judge(page(was), page(now)).introduced
  const whole = { 'e-mail': true, message: true }
  expect(told(whole, { 'e-mail': true, message: false })).toEqual(['forms:contact:unsent serious'])
  // Nor did the original send it, the new page has no such field, or its request cannot be read.
  expect(told({ 'e-mail': true, message: false }, { 'e-mail': true, message: false })).toEqual([])
  expect(told(whole, { 'e-mail': true })).toEqual([])
  expect(told(whole, undefined)).toEqual([])
})

test('a form that is sent without what the original asks for, or says that it was sent when it was not', () => {
  const fields = CONTACT.fields.map((one, at) => ({ ...one, selector: `#field-${at}`, required: false }))
  const page = (trial: Partial<Trial>, changes: Partial<FormArtifact> = {}) => ({
    forms: [{ ...CONTACT, fields, scripted: true, ...changes }],
    submitEnablement: {
      enabled: [],
      unsure: [],
      trials: [{ selector: 'form', outcome: 'sends' as const, ...trial }],
    },
  })
  const told = (was: Partial<Trial>, now: Partial<Trial>, changes?: Partial<FormArtifact>) =>
    judge(page(was, changes), page(now, changes)).introduced
  const named = fields.map(({ selector }) => selector)
  const email = fields.findIndex(({ type }) => type === 'email')
  const other = fields.findIndex(({ type }) => !/email|tel/.test(type))
  const name = (at: number) => fields[at]!.label.toLowerCase()
  const sentTo = { action: 'https://forms.example/a', method: 'post' }
  const spared = (at: number, more: Partial<Trial> = {}) =>
    told({ sentTo, needed: [named[at]!] }, { sentTo, spare: [named[at]!], ...more })
  expect(spared(email)).toEqual([`forms:contact:required:${name(email)} serious`])
  expect(spared(other)).toEqual([`forms:contact:required:${name(other)} moderate`])
  expect(told({ sentTo, spare: named }, { sentTo, spare: named })).toEqual([])
  expect(told({}, {})).toEqual([])
  // Another server may refuse what comes without it.
  expect(
    spared(email, { sentTo: { ...sentTo, action: 'https://forms.example/b' } }).filter(one =>
      one.includes('required'),
    ),
  ).toEqual([])
  expect(told({ sentTo }, { sentTo, thanksAnyway: true })).toEqual(['forms:contact:unheeded serious'])
  expect(told({ sentTo, thanksAnyway: true }, { sentTo, thanksAnyway: true })).toEqual([])
  expect(told({ sentTo }, { sentTo, twice: true })).toEqual(['forms:contact:twice serious'])
  expect(told({ sentTo, twice: true }, { sentTo, twice: true })).toEqual([])
  // The browser itself sent it, and would have shown that nobody answers.
  expect(told({ sentTo }, { sentTo, thanksAnyway: true }, { scripted: false })).toEqual([])
})

test('where scripts send a form whose markup does not say it', () => {
  const page = (action: string, sentTo?: string, changes: Partial<FormArtifact> = {}) => ({
    forms: [{ ...CONTACT, action, scripted: true, ...changes }],
    submitEnablement: {
      enabled: [],
      unsure: [],
      trials: [
        {
          selector: 'form',
          outcome: 'sends' as const,
          ...(sentTo && { sentTo: { action: sentTo, method: 'post' } }),
        },
      ],
    },
  })
  const GOOGLE = 'https://script.google.com/macros/s/ours/exec'
  const told = (was: Parameters<typeof page>, now: Parameters<typeof page>) =>
    judge(page(...was), page(...now)).introduced
  const own = ['', GOOGLE] as const
  // By a script there, by an address here.
  expect(told([...own], [GOOGLE, GOOGLE, { method: 'post' }])).toEqual([])
  expect(told([...own], [...own])).toEqual([])
  expect(told([...own], ['', 'https://script.google.com/macros/s/theirs/exec'])).toEqual([
    'forms:contact:action serious',
  ])
  const wrong = ['forms:contact:action serious']
  const moved = (was: string, now: string) => told(['', was], ['', now])
  expect(moved('https://wa.me/963930478240', 'https://wa.me/963930478420')).toEqual(wrong)
  expect(moved('https://wa.me/963930478240', 'https://wa.me/00963930478240')).toEqual([])
  expect(moved('mailto:office@acme.com', 'mailto:office@acme.org')).toEqual(wrong)
  expect(moved('mailto:office@acme.com', 'mailto:office@acme.com')).toEqual([])
  // Another service, or a program of the site, may take it as well; one of them is not known; and what the markup says counts.
  expect(told([...own], ['', 'https://formspree.io/f/ours'])).toEqual([])
  expect(told([...own], ['', 'https://api.acme.com/contact'])).toEqual([])
  expect(told([...own], [''])).toEqual([])
  const list = (id: number) => `https://acme.us1.list-manage.com/subscribe/post?u=a&id=${id}`
  const sent = 'https://acme.us1.list-manage.com/subscribe/post-json'
  expect(told([list(1), sent], [list(2), sent])).toEqual(['forms:contact:action moderate'])
})

test('a form that was sent to nobody’s address is no grave loss', () => {
  const contact = (action: string) => ({ forms: [form({ ...CONTACT, action })] })
  const lost = (action: string) => judge(contact(action), { forms: [] }).introduced
  expect(lost('https://formspree.io/f/YOUR_ENDPOINT_HERE')).toEqual(['forms:contact:lost moderate'])
  expect(lost('https://formspree.io/f/xkgwzqpa')).toEqual(['forms:contact:lost serious'])
})
