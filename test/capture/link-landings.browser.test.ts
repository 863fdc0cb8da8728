import { expect, test } from 'vitest'
import { links } from '../../server/capture/collectors/links.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('what comes into sight where a link in the page lands', async () => {
  const part = (id: string, heading: string, style = '') =>
    `<section id="${id}" style="height: 1000px; ${style}"><p>First.</p><h2>${heading}</h2></section>`
  const to = (id: string) => `<a href="#${id}">To ${id}</a>`
  const site = await servePages({
    '/': page(
      `<style>body { margin: 0 }</style><main><h1 style="margin: 0; height: 500px">Courses</h1>
      ${part('costs', 'What it costs')}<a name="mark"></a>${part('staff', 'Who <em>teaches</em>')}${part('away', 'Closed', 'display: none')}
      <p id="end">The end</p><p id="text">Text without a heading</p><h2>Before <span id="within">the last</span></h2><h2>The last</h2>${['costs', 'staff', 'mark', 'away', 'end', 'text', 'within', 'nowhere', 'top'].map(to).join(' ')} <a href="/">Home</a></main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const found = await links(session)
    expect(found.map(({ landing }) => landing?.heading)).toEqual([
      'What it costs',
      'Who teaches',
      'Who teaches',
      undefined,
      undefined,
      undefined,
      'Before the last',
      undefined,
      undefined,
      undefined,
    ])
    expect(found.slice(0, 3).map(({ landing }) => landing?.y)).toEqual([516, 1532, 1516])
  })
  await site.close()
})
