import { expect, test } from 'vitest'
import { landings } from '../../server/capture/collectors/probes/landings.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const part = (id: string, style = '') =>
  `<section id="${id}" style="height: 1200px; ${style}"><h2 style="margin: 0">Of ${id}</h2><p>First.</p></section>`
const HEADER = `<header style="position: fixed; top: 0; left: 0; right: 0; height: 90px; background: #fff; z-index: 2">
  ${['bare', 'roomy', 'scripted', 'far'].map(id => `<a href="#${id}">To ${id}</a>`).join(' ')} <a href="#left" onclick="document.title = 'Gone'">Log out</a> <a href="/">Home</a></header>`

test('headings that a bar hides once a link has led to them are told, and not those that leave room for it', async () => {
  const site = await servePages({
    '/': page(`${HEADER}<main style="padding-top: 100px"><h1>Courses</h1>
      ${part('bare')}${part('roomy', 'scroll-margin-top: 100px')}${part('scripted')}
      <section id="left"><h2 style="margin: 0">Of what was left</h2></section><div style="height: 900px"><a id="far"></a><h3 style="margin: 0">After a mark</h3></div></main><script>
      document.querySelector('[href="#scripted"]').onclick = event => {
        event.preventDefault()
        const to = scripted.offsetTop - 100
        const step = () => { scrollBy(0, Math.max(1, (to - scrollY) / 4)); if (scrollY < to - 1) requestAnimationFrame(step) }
        requestAnimationFrame(step)
      }</script>`),
    '/away':
      page(`${HEADER}<main style="padding-top: 100px"><h1>Courses</h1>${part('bare')}${part('roomy')}</main><script>
      addEventListener('scroll', () => { document.querySelector('header').style.top = scrollY > 50 ? '-90px' : '0' })</script>`),
    '/apart': page(
      `${HEADER}<main style="padding-top: 100px"><h1>Courses</h1><section id="bare"><p style="height: 1500px">First.</p><h2>Of bare</h2></section>${part('roomy', 'scroll-margin-top: 100px')}</main>`,
    ),
    '/clear': page(
      `${HEADER.replace('background: #fff', 'background: none')}<main style="padding-top: 100px"><h1>Courses</h1>${part('bare')}${part('roomy')}</main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const pageLoad = await session.at(1440)
    const found = await landings(pageLoad)
    expect(found.map(({ heading, name, isHidden }) => [heading, name, isHidden])).toEqual([
      ['Of roomy', 'To roomy', false],
      ['Of bare', 'To bare', true],
      ['Of scripted', 'To scripted', false],
      ['After a mark', 'To far', true],
    ])
    const left = () => [document.title, location.hash, scrollY]
    expect(await pageLoad.page.evaluate(left)).toEqual(['A page', '', 0])
  })
  await openWith(`${site.origin}/away`, async session => {
    const found = await landings(await session.at(1440))
    expect(found.map(({ isHidden }) => isHidden)).toEqual([false, false])
  })
  // A heading that is not in the window where its place is was seen by nobody.
  await openWith(`${site.origin}/apart`, async session => {
    const found = await landings(await session.at(1440))
    expect(found.map(({ heading }) => heading)).toEqual(['Of roomy'])
  })
  // What lies open over the headings lets them be seen, or was not scrolled to.
  await openWith(`${site.origin}/clear`, async session => {
    const found = await landings(await session.at(1440))
    expect(found.filter(({ isHidden }) => isHidden)).toEqual([])
  })
  await site.close()
})
