/** Fields that a page computes and sorts by are set, and what it shows then is noted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturePair, lookFor } from '../capture-pair.ts'
import { page, servePages } from './pages.ts'

const shop = (total: string, order: string, count: string) => `
<h1>Tickets</h1>
<form id="tickets"><input type="hidden" name="querySelector"><label>Adults <input type="number" name="adults" value="0" min="0" max="9"></label>
<label><input type="checkbox" name="guide"> With a guide</label><p>Total: <output>€ 0.00</output></p></form>
<label>Sort by <select id="sort"><option>Newest<option>Price</select></label><ul id="list"></ul>
<p>Basket (<span id="count">0</span>)</p><button type="button" id="add">Add to basket</button>
<script>
const tickets = document.getElementById('tickets')
tickets.oninput = () => {
  const sum = tickets.adults.value * 12.5 + (tickets.guide.checked ? 4.75 : 0)
  document.querySelector('output').textContent = '€ ' + (${total}).toFixed(2)
}
const draw = prices => { document.getElementById('list').innerHTML = prices.map(price => '<li>€' + price + '</li>').join('') }
draw([105, 24, 98])
document.getElementById('sort').onchange = event => setTimeout(() => draw(event.target.value === 'Price' ? [105, 24, 98].sort(${order}) : [105, 24, 98]), 30)
let count = 0
document.getElementById('add').onclick = () => { document.getElementById('count').textContent = count = ${count} }
</script>`

const bag = (total: string) => `
<header><button type="button" id="open" aria-expanded="false">Bag</button></header>
<h1>Bowls</h1><p>£12 each</p><button type="button" id="add">Add the blue bowl to basket</button>
<aside id="bag" hidden><h2>Your bag</h2><p id="line">Nothing</p><p id="total">£0</p></aside>
<script>
let count = 0
const [open, panel] = ['open', 'bag'].map(id => document.getElementById(id))
open.onclick = () => { panel.hidden = !panel.hidden; open.ariaExpanded = String(!panel.hidden) }
document.getElementById('add').onclick = () => {
  count++
  document.getElementById('line').textContent = count + ' blue bowls'
  document.getElementById('total').textContent = 'Total: £' + (${total})
}
</script>`

const houses = (sum: string) => `
<h1>Houses</h1><form><label>Where <select name="where"><option value="">Anywhere<option>Lake<option>Coast</select></label>
<label>Guests <select name="guests"><option>1<option>2<option>3</select></label>
<label><input type="checkbox" name="sheets"> Sheets (£8)</label></form><p id="sum">Sum £30</p><ul></ul>
<script>
const form = document.querySelector('form')
const all = ['Lake', 'Coast', 'Coast', 'Coast', 'Lake', 'Coast', 'Coast', 'Coast']
form.oninput = () => {
  const [guests, sheets] = [form.guests.value, form.sheets.checked ? 8 : 0]
  document.getElementById('sum').textContent = 'Sum £' + (${sum})
  const left = all.flatMap((where, at) => (form.where.value === '' || where === form.where.value ? '<li>House ' + at + ' by the ' + where : []))
  document.querySelector('ul').innerHTML = left.join('')
}
form.oninput()
</script>`

let served: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  served = await servePages({
    '/right': page(shop('sum', '(a, b) => a - b', 'count + 1')),
    '/wrong': page(shop('Math.floor(sum)', '', "'1' + count")),
    '/houses': page(houses('guests * (30 + sheets)')),
    '/once': page(houses('guests * 30 + sheets')),
    '/bag': page(bag('count * 12')),
    '/bag-once': page(bag('12')),
    '/named': page(
      shop('sum', '(a, b) => a - b', 'count + 1').replace('Add to basket', 'Add the blue bowl to basket'),
    ),
  })
})
afterAll(() => served.close())

test('totals, orders and counts', async () => {
  const look = lookFor(['probes'])
  const pair = await capturePair(`${served.origin}/right`, `${served.origin}/wrong`, [], {}, undefined, look)
  const [right, wrong] = [pair.original, pair.rebuilt].map(({ artifacts: { probes } }) => {
    if (!probes.ok) throw new Error(probes.reason)
    return probes.value.wide.settings!.steps.map(({ name, value, shown }) => [name, value, shown?.join(' ')])
  })
  // By then the button was pressed beside other controls, or it is pressed here for the first time.
  const done = (steps: typeof right) => steps!.filter(([name]) => name !== 'Add to basket')
  expect(done(right)).toEqual([
    ['Adults', '2', 'Total: € 25.00 €105 €24 €98 Basket (0)'],
    ['Sort by', 'Price', 'Total: € 25.00 €24 €98 €105 Basket (0)'],
    ['Sort by', 'Newest', 'Total: € 25.00 €105 €24 €98 Basket (0)'],
    ['With a guide', 'true', 'Total: € 29.75 €105 €24 €98 Basket (0)'],
    ['Sort by', 'Price', 'Total: € 29.75 €24 €98 €105 Basket (0)'],
  ])
  expect(done(wrong).map(([, , shown]) => shown)).toEqual([
    'Total: € 25.00 €105 €24 €98 Basket (0)',
    undefined,
    undefined,
    'Total: € 29.00 €105 €24 €98 Basket (0)',
    undefined,
  ])
  const counts = (steps: typeof right) =>
    steps!.flatMap(([name, , shown]) =>
      name === 'Add to basket' ? /Basket \((\d+)\)/.exec(shown ?? '')![1] : [],
    )
  expect(counts(right)).toEqual(['1', '2'])
  expect(counts(wrong)).toEqual(['10', '110'])
})

test('a list that lets through less goes back to all, and what is computed of two is seen with both', async () => {
  const look = lookFor(['probes'])
  const pair = await capturePair(`${served.origin}/houses`, `${served.origin}/once`, [], {}, undefined, look)
  const [right, wrong] = [pair.original, pair.rebuilt].map(({ artifacts: { probes } }) => {
    const steps = probes.ok ? probes.value.wide.settings!.steps : []
    return steps.map(({ name, value, shown = [] }) => [
      name,
      value,
      shown.filter(text => text.startsWith('Sum'))[0],
    ])
  })
  expect(right!.map(([name, value]) => `${name} ${value}`)).toEqual([
    'Where Lake',
    'Where Coast',
    'Where Anywhere',
    'Guests 2',
    'Guests 3',
    'Guests 1',
    'Sheets (£8) true',
    'Guests 2',
  ])
  expect([right, wrong].map(steps => steps!.at(-1))).toEqual([
    ['Guests', '2', 'Sum £76'],
    ['Guests', '2', 'Sum £68'],
  ])
})

test('what adds to a basket without a word of a purchase', { tags: 'variant' }, async () => {
  const look = lookFor(['probes'])
  const pair = await capturePair(`${served.origin}/named`, `${served.origin}/named`, [], {}, undefined, look)
  const { probes } = pair.rebuilt.artifacts
  const steps = probes.ok ? probes.value.wide.settings!.steps : []
  expect(
    steps.filter(({ name }) => name === 'Add the blue bowl to basket').map(({ value }) => value),
  ).toEqual(['pressed once', 'pressed twice'])
})

test('what a basket comes to shows once it is opened', async () => {
  const look = lookFor(['probes'])
  const pair = await capturePair(`${served.origin}/bag`, `${served.origin}/bag-once`, [], {}, undefined, look)
  const totals = [pair.original, pair.rebuilt].map(({ artifacts: { probes } }) => {
    const last = probes.ok ? probes.value.wide.settings?.steps.at(-1) : undefined
    return [last?.name, last?.value, last?.shown?.filter(text => text.startsWith('Total'))]
  })
  expect(totals).toEqual([
    ['Bag', 'pressed when filled', ['Total: £24']],
    ['Bag', 'pressed when filled', ['Total: £12']],
  ])
})
