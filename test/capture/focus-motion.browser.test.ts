import { expect, test } from 'vitest'
import { keyboard } from '../../server/capture/collectors/keyboard/index.ts'
import { page, servePages } from './pages.ts'
import { openWith } from './with-session.ts'

test('what moves when the focus comes is no look of the focus, and what it scrolls is put back', async () => {
  const places = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  const site = await servePages({
    '/': page(
      `<main><a href="#next">First</a><div id="box"><p><input aria-label="Find"></p></div><a href="#end">Last</a>
      <div id="row">${places.map(name => `<a href="#${name}">${name}</a>`).join('')}</div></main>
      <script>document.querySelector('input').addEventListener('focus', () =>
        document.querySelector('#box').animate({ opacity: [0.2, 1] }, { duration: 1500 }))</script>`,
      '<style>input:focus { outline: none } #row { display: flex; width: 200px; overflow: hidden } #row a { flex: 0 0 200px }</style>',
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { stops } = await keyboard(session)
    expect(stops.map(({ name, ring }) => [name, ring])).toEqual([
      ['First', true],
      ['Find', false],
      ['Last', true],
      ...places.map(name => [name, true]),
    ])
    // What the focus has scrolled stands where it did.
    const { world } = await session.at(1440)
    expect(await world.run(() => document.querySelector('#row')!.scrollLeft, undefined)).toBe(0)
  })
  await site.close()
}, 60_000)

test('the focus that passes through frames of other sites is followed to the end', {
  tags: 'variant',
}, async () => {
  const links = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `<p><a href="#x">Link ${from + at}</a></p>`).join('')
  const frames = '<iframe src="https://frames.example.invalid/"></iframe>'.repeat(3)
  const site = await servePages({
    '/': page(`<main>${links(0, 46)}${frames}${links(46, 90)}</main>`),
    '/closed': page(
      `<main>${links(0, 46)}<div id="post"></div>${links(46, 90)}</main>
      <script>document.querySelector('#post').attachShadow({ mode: 'closed' }).innerHTML = '${frames}'</script>`,
    ),
  })
  for (const path of ['/', '/closed'])
    await openWith(`${site.origin}${path}`, async session => {
      const { stops, complete } = await keyboard(session)
      expect(stops.filter(({ name, back }) => /^Link/.test(name) && !back)).toHaveLength(90)
      expect(complete).toBe(true)
    })
  await site.close()
})
