import { expect, test } from 'vitest'
import { links } from '../../server/capture/collectors/links.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-eyes.ts'

test('what comes into sight where a link in the page lands', async () => {
  const part = (id: string, heading: string, style = '') =>
    `<section id="${id}" style="height: 1000px; ${style}"><p>First.</p><h2>${heading}</h2></section>`
  const to = (id: string) => `<a href="#${id}">To ${id}</a>`
  const site = await servePages({
    '/': page(
      `<style>body { margin: 0 }</style><main><h1 style="margin: 0; height: 500px">Courses</h1>
      ${part('costs', 'What it costs')}<a name="mark"></a>${part('staff', 'Who <em>teaches</em>')}${part('away', 'Closed', 'display: none')}
      <p id="end">The end</p>${['costs', 'staff', 'mark', 'away', 'end', 'nowhere', 'top'].map(to).join(' ')} <a href="/">Home</a></main>`,
    ),
  })
  await openWith(`${site.origin}/`, async eyes => {
    const found = await links(eyes)
    expect(found.map(({ landing }) => landing && [landing.heading, landing.y])).toEqual([
      ['What it costs', 516],
      ['Who teaches', 1532],
      ['Who teaches', 1516],
      null,
      null,
      null,
      null,
      null,
    ])
  })
  await site.close()
})
