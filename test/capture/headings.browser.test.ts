import { expect, test } from 'vitest'
import { head } from '../../server/capture/collectors/head.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('a heading whose words a script set apart says them all the same', async () => {
  const words = (given: string) =>
    given
      .split(' ')
      .map(word => `<div aria-hidden="true" style="display:inline-block">${word}</div>`)
      .join(' ')
  const site = await servePages({
    '/': page(
      `<h1 aria-label="Build faster sites">${words('Build faster sites')}</h1>
      <h2>${words('For small teams')}</h2><h2 aria-label="Prices">Our prices</h2><h2><img alt="Visit us" src="data:,"></h2>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { headings } = await head(session)
    expect(headings.map(({ text }) => text)).toEqual([
      'Build faster sites',
      'For small teams',
      'Our prices',
      'Visit us',
    ])
  })
  await site.close()
})
