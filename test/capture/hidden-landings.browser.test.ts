import { expect, test } from 'vitest'
import { hiddenLandings } from '../../server/capture/collectors/probes/hidden-landings.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const part = (id: string, style = '') =>
  `<section id="${id}" style="height: 1200px; ${style}"><h2 style="margin: 0">Of ${id}</h2><p>First.</p></section>`
const HEADER = `<header style="position: fixed; top: 0; left: 0; right: 0; height: 90px; background: #fff; z-index: 2">
  ${['bare', 'roomy', 'scripted', 'far'].map(id => `<a href="#${id}">To ${id}</a>`).join(' ')} <a href="/">Home</a></header>`

test('headings that a bar hides once a link has led to them are told, and not those that leave room for it', async () => {
  const site = await servePages({
    '/': page(`${HEADER}<main style="padding-top: 100px"><h1>Courses</h1>
      ${part('bare')}${part('roomy', 'scroll-margin-top: 100px')}${part('scripted')}
      <div style="height: 900px"><a id="far"></a><h3 style="margin: 0">After a mark</h3></div></main><script>
      document.querySelector('[href="#scripted"]').onclick = event => {
        event.preventDefault()
        const to = scripted.offsetTop - 100
        const step = () => { scrollBy(0, Math.max(1, (to - scrollY) / 4)); if (scrollY < to - 1) requestAnimationFrame(step) }
        requestAnimationFrame(step)
      }</script>`),
    '/away':
      page(`${HEADER}<main style="padding-top: 100px"><h1>Courses</h1>${part('bare')}${part('roomy')}</main><script>
      addEventListener('scroll', () => { document.querySelector('header').style.top = scrollY > 50 ? '-90px' : '0' })</script>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const pageLoad = await session.at(1440)
    const found = await hiddenLandings(pageLoad)
    expect(found.map(({ heading, name }) => [heading, name])).toEqual([
      ['Of bare', 'To bare'],
      ['After a mark', 'To far'],
    ])
    expect(await pageLoad.page.evaluate(() => scrollY)).toBe(0)
  })
  await openWith(`${site.origin}/away`, async session => {
    expect(await hiddenLandings(await session.at(1440))).toEqual([])
  })
  await site.close()
})
