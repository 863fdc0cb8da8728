import { afterAll, beforeAll, expect, test } from 'vitest'
import { forms } from '../../server/capture/collectors/forms.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

let site: Awaited<ReturnType<typeof servePages>>

beforeAll(async () => {
  const form = (name: string, more = '') =>
    `<h2>${name}</h2><form id="${name}" ${more}><input name="a" aria-label="A"><button>Send</button></form>`
  site = await servePages({
    '/': page(
      `${form('plain', 'action="/x" method="post"')}${form('listens')}${form('attribute', 'onsubmit="return false"')}${form('framework')}${form('clicks')}${form('button')}
      <h2>pressed</h2><form id="pressed"><input type="checkbox" name="c" checked aria-label="C"><select name="s" aria-label="S"><option value="1">One<option>Two</select><button type="button">Map</button><button type="button" onclick="">Send</button><button type="button" id="react">Go</button></form>
      <h2>link</h2><form><input aria-label="A"><a href="#" id="sends">Send</a></form>
      <h2>inert</h2><form><input aria-label="A"><a href="#">Send</a></form>
      <h2>inline</h2><form><input aria-label="A"><div onclick="">Send</div></form>
      <h2>live</h2><form><input aria-label="A" onchange=""></form>
      <h2>held</h2><form id="held"><input aria-label="A"></form>
      <h2>runs</h2><form><input aria-label="A"><a href="javascript:send()">Send</a></form>
      <div id="around"><h2>around</h2><form><input aria-label="A"></form></div>
      <div id="root"><h2>root</h2><form><input aria-label="A"></form></div>
      <input aria-label="Loose" pattern="\\w+ \\w+|\\w+@[\\w.]+"><script>
      around.addEventListener('change', () => {})
      root.addEventListener('change', () => {})
      root['__reactContainer$k3'] = {}
      sends.addEventListener('click', () => {})
      listens.addEventListener('submit', event => event.preventDefault())
      framework['__reactProps$k3'] = { onSubmit() {} }
      held['__reactProps$k3'] = { onInput() {} }
      react['__reactProps$k3'] = { onClick() {} }
      clicks.addEventListener('click', () => {})
      button.querySelector('button').addEventListener('click', () => {})
      </script>`,
    ),
  })
})
afterAll(() => site.close())

test.concurrent('forms that a script sends are told from those that the browser sends', async () => {
  await openWith(`${site.origin}/`, async session => {
    const found = await forms(session)
    const refused = found.flatMap(({ fields }) => fields.flatMap(({ refused }) => refused ?? []))
    const isPhone = (value: string) => /^\d/.test(value)
    expect(refused.filter(value => !isPhone(value))).toEqual([
      'anna.smith@example.com',
      'anna@web-studio.com',
    ])
    // Four numbers in three notations: two words of figures are let through by none.
    expect(refused.filter(isPhone)).toHaveLength(12)
    expect(found.map(({ name, loose, scripted }) => [loose ? 'loose' : name, scripted])).toEqual([
      ['plain', false],
      ['listens', true],
      ['attribute', true],
      ['framework', true],
      ['clicks', false],
      ['button', false],
      ['pressed', false],
      ['link', false],
      ['inert', false],
      ['inline', false],
      ['live', false],
      ['held', false],
      ['runs', false],
      ['around', false],
      ['root', false],
      ['loose', false],
    ])
    // Who listens for presses or entries in it hears it too.
    const named = (is: 'unheard' | 'inert') => found.flatMap(one => (one[is] ? one.name : []))
    expect(named('unheard')).toEqual([
      'plain',
      'link',
      'inert',
      'inline',
      'live',
      'held',
      'runs',
      'around',
      'root',
    ])
    expect(named('inert')).toEqual(['plain', 'inert', 'root'])
    const { pressed, fields } = found.find(({ name }) => name === 'pressed')!
    expect(pressed).toEqual(['Send', 'Go'])
    expect(fields.map(({ checked, options, values }) => [checked, options, values])).toEqual([
      [true, [], []],
      [false, ['One', 'Two'], ['1', 'Two']],
    ])
    expect(found[0]!.pressed).toEqual([])
  })
  expect(site.seen.every(({ method }) => method === 'GET')).toBe(true)
})

test.concurrent('what takes a form that no script listens to is told', async () => {
  const form = (attributes: string, fields = '') =>
    `<form ${attributes}>${fields}<input name="a" aria-label="A"><button>Send</button></form>`
  const at = await servePages({
    '/': page(
      `<main>${form('')}${form('data-netlify="true" action="/thanks"')}${form('', '<input type="hidden" name="form-name" value="a">')}
      ${form('', '<input type="hidden" name="$ACTION_ID_4f">')}${form('id="acts"')}${form('id="button"')}</main><script>
      acts['__reactProps$k3'] = { action() {} }
      button.querySelector('button')['__reactProps$k3'] = { formAction() {} }
      document['__reactContainer$k3'] = {}
      for (const capture of [true, false]) document.addEventListener('submit', () => {}, capture)
      window.addEventListener('submit', () => {})
      </script>`,
    ),
  })
  await openWith(`${at.origin}/`, async session => {
    const found = await forms(session)
    expect(found.map(({ hosted = false, scripted }) => [hosted, scripted])).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, false],
      [false, true],
      [false, true],
    ])
    // React's own two on the root are not counted.
    expect(found[0]!.delegated).toBe(1)
  })
  await at.close()
})

test.concurrent('what a form draws itself, and what is put away with a step of it', async () => {
  const at = await servePages({
    '/': page(
      `<main><form><label>E-mail <input name="mail"></label><label><input type="checkbox" name="own" role="switch"> Own</label>
      <button type="button" role="switch" aria-checked="false" aria-label="News"></button>
      <div role="radio" tabindex="0">Pro</div><label for="day">Arrival</label><button type="button" id="day" aria-haspopup="dialog">Pick a date</button>
      <button type="button" hidden>Away</button><span>Topic</span><button type="button" role="combobox">Choose a topic</button>
      <button type="button" role="combobox" aria-label="Country">Austria</button>
      <div style="display:none"><label><input type="radio" name="step"> Later</label><input type="checkbox" id="drawn" name="drawn"></div><label for="drawn">Drawn</label>
      <label><input type="checkbox" name="styled" style="display:none"> Styled</label><button>Send</button></form>
      <form hidden><input name="size"><button type="button" role="switch" aria-label="Larger"></button></form></main>`,
    ),
  })
  await openWith(`${at.origin}/`, async session => {
    const [{ drawn, fields } = { drawn: [], fields: [] }, away] = await forms(session)
    expect(drawn).toEqual([
      { role: 'switch', names: ['News'], opens: false },
      { role: 'radio', names: ['Pro'], opens: false },
      { role: 'button', names: ['Arrival', 'Pick a date'], opens: true },
    ])
    expect(away!.drawn).toEqual([{ role: 'switch', names: ['Larger'], opens: false }])
    expect(fields.filter(({ putAway }) => putAway).map(({ name }) => name)).toEqual(['step'])
    const lists = fields.filter(({ type }) => type === 'combobox')
    expect(lists.map(({ label, placeholder }) => [label, placeholder])).toEqual([
      ['', 'Choose a topic'],
      ['Country', ''],
    ])
  })
  await at.close()
})

test.concurrent('buttons beside fields in no form are told where a script listens to them', async () => {
  const at = await servePages({
    '/': page(
      `<header><button onclick="">Menu</button></header><main><div><div><input aria-label="Mail"></div><button onclick="">Send</button>
      <button>Dead</button><button disabled onclick="">Off</button><button aria-pressed="false" onclick="">Show</button></div>
      <form><input aria-label="A"><button type="button" onclick="">Inside</button></form></main>`,
    ),
  })
  await openWith(`${at.origin}/`, async session => {
    const found = await forms(session)
    expect(found.map(({ loose, pressed }) => [loose, pressed])).toEqual([
      [false, ['Inside']],
      [true, ['Send']],
    ])
  })
  await at.close()
})

test.concurrent('a form without address goes to the page itself, and by GET what says nothing else', async () => {
  const form = (attributes: string, button: string) =>
    `<form ${attributes}><input name="a" aria-label="A"><button ${button}>Send</button></form>`
  const at = await servePages({
    '/deep/page': page(
      `<base href="/"><main>${form('method=""', '')}${form('action="" method="PUT"', 'formmethod="POST"')}
      ${form('action="send"', 'formaction="" formmethod=""')}</main>`,
    ),
  })
  await openWith(`${at.origin}/deep/page#/page`, async session => {
    const found = await forms(session)
    expect(found.map(({ action, method }) => [action.replace(at.origin, ''), method])).toEqual([
      ['/deep/page', 'get'],
      ['/deep/page', 'post'],
      ['/deep/page', 'get'],
    ])
  })
  await at.close()
})

test.concurrent('a form goes where its buttons say, if they agree', async () => {
  const form = (buttons: string) =>
    `<form action="/form" method="post"><input name="a" aria-label="A">${buttons}</form>`
  const at = await servePages({
    '/': page(
      `<main>${form('<button type="button">Map</button><button formaction="/button" formmethod="get">Send</button>')}
      ${form('<button formaction="/one">Update</button><button>Check out</button>')}
      ${form('<button formmethod="dialog">Cancel</button><button>Send</button>')}
      ${form('<input type="submit" value="Send">')}</main>`,
    ),
  })
  await openWith(`${at.origin}/`, async session => {
    const found = await forms(session)
    const pathOf = (address: string) => new URL(address).pathname
    const told = found.map(({ action, method, submits }) => [
      `${method} ${pathOf(action)}`,
      ...submits.map(one => `${one.name} ${one.method} ${one.action && pathOf(one.action)}`),
    ])
    expect(told).toEqual([
      ['get /button', 'Send get /button'],
      ['post /form', 'Update null /one', 'Check out null null'],
      ['post /form', 'Cancel dialog null', 'Send null null'],
      ['post /form', 'Send null null'],
    ])
  })
  await at.close()
})

test.concurrent('a button that names a form which is not there sends none', async () => {
  const at = await servePages({
    '/': page(
      `<main><form action="/book" method="post"><input name="a" aria-label="A"><button form="booking">Book</button></form>
      <form id="other" action="/write" method="post"><input name="b" aria-label="B"></form><button form="other">Write</button></main>`,
    ),
  })
  await openWith(`${at.origin}/`, async session => {
    const found = await forms(session)
    expect(found.map(({ submits }) => submits.map(({ name }) => name))).toEqual([[], ['Write']])
  })
  await at.close()
})
