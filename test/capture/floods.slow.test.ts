/** A page of too much of everything: each collector stops at its limit, says so, and the page is judged all the same. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { forms } from '../../server/capture/collectors/forms.ts'
import { health } from '../../server/capture/collectors/health.ts'
import { links } from '../../server/capture/collectors/links.ts'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { openWith } from './with-session.ts'

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
const FLOOD = `<!doctype html><meta charset="utf-8"><title>Floods</title><h1>Floods</h1>
<button type="button" id="fine">Details</button><p id="more" hidden>More about it</p>
<button type="button" id="rude">Surprise</button>
<form action="/f" method="post">${many(2100, index => `<input name="f${index}">`)}<button>Submit</button></form>
<div contenteditable="true" aria-label="Your story"></div>
<button type="button" aria-haspopup="listbox" aria-expanded="false" aria-label="Country">Norway</button>
${many(10_000, index => `<a href="/p${index}">${index}</a> `)}
<script>
const by = id => document.getElementById(id)
by('fine').onclick = () => { by('more').hidden = !by('more').hidden }
by('rude').onclick = () => { for (let i = 0; i < 50; i++) window.open('/pop' + i); let n = 0; while (confirm('again ' + n++)); for (let i = 0; i < 500; i++) console.error('rude ' + i) }
for (let i = 0; i < 3000; i++) console.error('flood ' + i)
for (let i = 0; i < 3000; i++) console.warn('warning ' + i)
for (let i = 0; i < 3; i++) alert('loop ' + i)
window.open('/popup')
navigator.serviceWorker?.register('/sw.js').then(registration => { registration.onupdatefound = () => {} }).catch(error => console.error('worker', error))
setTimeout(() => { throw new Error('one of its own') }, 10)
</script>`

test('floods are bounded and said', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/' ? FLOOD : '<!doctype html><p>Here</p>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await openWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, async session => {
      expect(await links(session)).toHaveLength(5000)
      const found = await forms(session)
      expect(found.flatMap(({ fields }) => fields).length).toBeLessThanOrEqual(2000)
      const { console, exceptions } = await health(session)
      expect(console.filter(({ type }) => type === 'error').length).toBeLessThanOrEqual(200)
      expect(console.filter(({ type }) => type === 'error').length).toBeGreaterThan(100)
      expect(exceptions).toEqual(['one of its own'])
      expect(console.filter(({ text }) => /worker/i.test(text))).toEqual([])
      const { narrow, wide } = await probes(session)
      // On a page of this size the time may end before the last of them.
      for (const { probes: operated, rest, ended } of [narrow, wide]) {
        const names = [...operated, ...rest].map(({ name }) => name)
        expect(names).toEqual(expect.arrayContaining(['Details', 'Surprise']))
        expect(rest.length > 0).toBe(ended !== null)
      }
      const operated = [...narrow.probes, ...wide.probes]
      expect(operated.length).toBeGreaterThan(0)
      expect(operated.filter(({ name }) => name === 'Surprise').map(({ effect }) => effect)).not.toContain(
        'nothing',
      )
      const gaps = session.gaps.join('\n')
      expect(gaps).toMatch(/first 5,000 links/)
      expect(gaps).toMatch(/form fields beyond 2,000/)
      expect(gaps).toMatch(/messages of the console beyond 200/)
      for (const { ended } of [narrow, wide]) if (ended) expect(gaps).toContain(`it ended ${ended}`)
    })
    expect(asked.filter(line => /pop\d|sw\.js/.test(line))).toEqual([])
    expect(asked.filter(line => !/^(GET|HEAD) /.test(line))).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('boxes drawn as lists and texts written into are fields', async () => {
  const page = `<!doctype html><title>Fields</title><h1>Fields</h1><form action="/f"><label for="c">Country</label>
    <button id="c" type="button" aria-haspopup="listbox">Norway</button>
    <div contenteditable="true" aria-label="Your story"><p contenteditable="true">In it</p></div><button>Submit</button></form>
    <div role="combobox" aria-label="Size" tabindex="0">Large</div>`
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await openWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, async session => {
      const found = await forms(session)
      expect(
        found.map(({ loose, fields, submits }) => [
          loose,
          fields.map(({ type, label }) => `${type} ${label}`),
          submits.length,
        ]),
      ).toEqual([
        [false, ['combobox Country', 'richtext Your story'], 1],
        [true, ['combobox Size'], 0],
      ])
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
