/** What lies over texts and controls, and what only seems to. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { colours } from '../../server/capture/collectors/colours.ts'
import { layoutAt, layouts } from '../../server/capture/collectors/layouts.ts'
import { expectPinned, expectPresses } from './covering-pages.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const HOLES = { r: 200, g: 40, b: 40, alpha: 0.3 }
/** Over the line before. */
const OVER = 'position: relative; height: 44px; width: 600px; margin-top: -44px'
const LINES =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='40'%3E%3Cpath d='M0 38h80' stroke='red'/%3E%3C/svg%3E"
const WHOLE = { ...HOLES, alpha: 1 }

test.concurrent('a text is covered where its letters leave no mark in the picture', async () => {
  const webp = async (background: typeof WHOLE) => {
    const bytes = await sharp({ create: { width: 60, height: 20, channels: 4, background } })
      .webp()
      .toBuffer()
    return `data:image/webp;base64,${bytes.toString('base64')}`
  }
  const covered = (text: string, source: string) =>
    `<p>${text}</p><img src="${source}" alt="" width="600" height="40" style="display: block; margin-top: -44px">`
  const step = (numeral: string, text: string, z: number) =>
    `<div style="position: relative; z-index: 0; margin-top: 300px">${text}<b style="position: absolute; z-index: ${z}; left: 0; top: -80px; font-size: 160px; color: #ddd">${numeral}</b></div>`
  const site = await servePages({
    '/': page(
      `<main>${covered('Bread that is baked every morning', await webp(WHOLE))}${covered('Oysters from our own door', await webp(HOLES))}
        <p>Eels that are smoked over beech</p><div style="${OVER}; background: #fff">Soup</div>
        <p>Crabs that came in this very night</p><div style="${OVER}; background: url(&quot;${LINES}&quot;)"></div>
        <p style="width: 320px">Mussels by the kilo, and chips with them</p><div style="${OVER}; width: 150px; background: #fff"></div>
        ${step('1', 'Lobsters are weighed', -1)}${step('2', 'Prawns are peeled', 1)}</main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const wide = await layoutAt(session, 1440)
    const texts = wide.overlaps!.filter(({ what }) => what === 'text')
    const [crossed, found] = [
      texts.filter(({ by }) => by === 'text'),
      texts.filter(({ by }) => by !== 'text'),
    ]
    expect(crossed.map(({ name, cover, behind }) => [name, cover, behind])).toEqual([
      ['Lobsters are weighed', '1', true],
      ['Prawns are peeled', '2', false],
    ])
    expect(found.map(({ name, by, share }) => [name, by, share])).toEqual([
      ['Bread that is baked every morning', 'picture', 1],
      ['Eels that are smoked over beech', 'box', 1],
      ['Mussels by the kilo, and chips with them', 'box', 0.67],
    ])
    expect(wide.overlaps!.every(overlap => !('points' in overlap))).toBe(true)
  })
  await site.close()
})

test.concurrent('a photograph over a text: within its element, and over the one other layer', async () => {
  const bytes = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#447744' } })
    .jpeg()
    .toBuffer()
  const photo = (style: string) =>
    `<img alt="" src="data:image/jpeg;base64,${bytes.toString('base64')}" style="${style}">`
  const placed = photo('position: absolute; left: 0; top: 0; width: 500px; height: 60px')
  const layer = (content: string) => `<div style="grid-area: 1 / 1">${content}</div>`
  const large = photo('width: 600px; height: 200px; position: relative; z-index: 1')
  const site = await servePages({
    '/': page(
      `<style>.quote { position: relative; width: 600px; margin: 80px 0 }</style><main>
        <blockquote class="quote">They have baked our bread since spring ${placed}</blockquote>
        <div class="quote" style="display: grid">${layer('<p>Nobody smokes eels as they do</p>')}${layer(large)}</div>
        <div class="quote" style="display: grid">${layer('<p>The first of three slides</p>')}${layer(large)}${layer(large)}</div>
        <div class="quote" style="display: grid">${layer('<p>One side of a card</p>')}${layer(`${large}<p>The other</p>`)}</div>
        <p class="quote">A line with ${photo('width: 300px; height: 20px')} in it</p>
        <p class="quote">Beside a photograph ${photo('position: absolute; left: 300px; top: 0; width: 90px; height: 60px')}</p></main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const found = (await layoutAt(session, 1440)).overlaps!.filter(({ what }) => what === 'text')
    expect(found.map(({ name, by, share, opaque }) => [name, by, share, opaque])).toEqual([
      ['They have baked our bread since spring', 'picture', 1, true],
      ['Nobody smokes eels as they do', 'picture', 1, true],
    ])
  })
  await site.close()
})

test.concurrent(
  'a layer that is pinned over the whole window covers every text, however far the page is scrolled',
  { tags: 'variant' },
  () => expectPinned(openWith, ['/layer']),
)

test.concurrent('of two wordings, each for some widths, the one that is not displayed lies on nothing', {
  tags: 'variant',
}, async () => {
  const site = await servePages({
    '/': page(
      `<main><a href="#" class="all">
                        <span class="wide">All products</span>
                        <span class="slim">All</span>
                        <svg width="20" height="20"></svg>
       </a></main>`,
      `<style>.all { display: flex } .wide { display: none } .slim { display: inline-block }
         @media (min-width: 800px) { .wide { display: inline-block } .slim { display: none } }</style>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const states = (await layouts(session)).map(({ width, blocks, overlaps }) => [
      width,
      ...['All products', 'All'].map(text => blocks.find(block => block.text === text)!.state),
      overlaps!.length,
    ])
    expect(states).toEqual([
      [320, 'hidden', 'visible', 0],
      [375, 'hidden', 'visible', 0],
      [768, 'hidden', 'visible', 0],
      [1024, 'visible', 'hidden', 0],
      [1440, 'visible', 'hidden', 0],
    ])
  })
  await site.close()
})

test('the first line of a title that begins under a bar, and the end of a line that ran out of its column', {
  tags: 'variant',
}, async () => {
  const head = (style: string, top: number) =>
    `<header style="position: fixed; inset: 0 0 auto; height: 60px; z-index: 9; ${style}">Menu</header>
    <h1 style="margin: ${top}px 0 0; font: 40px/48px sans-serif; width: 320px">Bread that is baked every morning, by hand</h1>`
  const columns = (more: string) =>
    `<div style="display: grid; grid-template-columns: 200px 200px; margin-top: 900px; font: 16px sans-serif">
      <div>ordersandquestions@bakery.example.org</div><div style="position: relative; background: #fff; height: 40px; ${more}">Shop</div></div>`
  const foot = `${columns('z-index: 1')}${columns('background: none')}
    <div style="position: relative; width: 200px; height: 60px"><p style="position: absolute; left: 120px; white-space: nowrap">A ribbon on the corner</p>
      <p style="position: absolute; left: 230px; width: 200px; height: 40px; background: #fff">Over it</p></div>`
  const site = await servePages({
    '/': page(head('background: #fff', 40) + foot),
    '/glass': page(head('background: rgb(255 255 255 / .7)', 36)),
    '/below': page(head('background: #fff', 56)),
  })
  const found = async (path: string) => {
    let edges: unknown[] = []
    await openWith(site.origin + path, async session => {
      const { overlaps } = await layoutAt(session, 1440)
      edges = overlaps!.flatMap(({ edge, name, cover, share }) => (edge ? [[edge, name, cover, share]] : []))
    })
    return edges
  }
  const [[, , , cut] = [], [, , , run] = [], ...more] = (await found('/')) as unknown[][]
  expect(more).toEqual([])
  expect(cut).toBeGreaterThan(0.2)
  expect(cut).toBeLessThan(0.5)
  expect(run).toBeGreaterThan(0.2)
  expect(await found('/glass')).toEqual([])
  expect(await found('/below')).toEqual([])
  await site.close()
})

test('what is drawn before the content of a card lies on none of its texts, wherever the card is', async () => {
  const site = await servePages({
    '/': page(`<style>div { position: relative; padding: 40px } div::before { content: "Popular"; position: absolute; top: 4px; right: 4px }</style>
      <main><div><h2>Terraced house</h2><p>All windows that can be reached from outside</p></div></main>`),
  })
  await openWith(`${site.origin}/`, async session => {
    const { blocks, overlaps } = await layoutAt(session, 375)
    expect(blocks.map(({ text }) => text)).toContain('Popular')
    expect(overlaps).toEqual([])
  })
  await site.close()
})

test('what takes the presses of a control: a ribbon at the top, a layer of what it stands in, a bar where the page ends', () =>
  expectPresses(openWith, ['/over', '/layer', '/bar', '/links', '/menu']))

test('what is fixed and lies open over the texts of the first screen', async () => {
  const story = '<h1>Groups of twenty and more</h1><p>We cook for weddings and funerals alike</p>'
  const panel = (style: string, text: string) =>
    `<div style="position: fixed; top: 0; ${style}"><div style="height: 100%; background: #fff"><p>${text}</p></div></div>`
  const site = await servePages({
    '/': page(
      `<header style="position: fixed; top: 0; width: 100%; background: #fff">The mill</header><main style="padding-top: 80px">${story}</main>
      ${panel('left: 0; width: 30%; height: 100vh; opacity: 0.5', 'Glass')}${panel('left: 0; width: 30%; height: 100vh', 'Colours')}${panel('right: 0; width: 30%; height: 100vh', 'Beside it')}
      ${panel('left: 0; width: 30%; height: 100vh; z-index: -1', 'Behind it')}${panel('left: -50%; width: 40%; height: 100vh', 'Away')}`,
    ),
    '/behind': page(
      `${story}${panel('right: 0; width: 30%; height: 100vh; z-index: -1', '').repeat(6)}${panel('left: 0; width: 30%; height: 100vh', 'Last')}`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const { panels } = await layoutAt(session, 1440)
    expect(
      panels!.map(({ texts, covered }) => [texts, covered.map(({ text, level }) => [text, level])]),
    ).toEqual([
      [
        ['Colours'],
        [
          ['Groups of twenty and more', 1],
          ['We cook for weddings and funerals alike', 0],
        ],
      ],
    ])
    expect(panels![0]!.share).toBeGreaterThan(0.25)
    expect(panels![0]!.area).toBeGreaterThan(0.25)
  })
  await openWith(`${site.origin}/behind`, async session => {
    const { panels } = await layoutAt(session, 1440)
    expect(panels?.map(({ texts }) => texts)).toEqual([['Last']])
  })
  await site.close()
})

test.concurrent('a footer that the end of the page uncovers has none of the colours that lie on it until then', {
  tags: 'variant',
}, async () => {
  const loaves = Array.from({ length: 40 }, (_, at) => `<p>Loaf number ${at} of the day</p>`).join('')
  const footer = (style: string) =>
    `<footer style="position: fixed; inset: auto 0 0 0; height: 300px; background: #101820; color: #fff; ${style}"><p>Baked by hand</p></footer>`
  const site = await servePages({
    '/under': page(
      `<main style="background: #fff; position: relative; margin-bottom: 300px">${loaves}</main>${footer('z-index: -1')}`,
    ),
    '/clipped': page(
      `<main>${loaves}</main><div style="height: 300px; clip-path: inset(0)">${footer('')}</div>`,
    ),
    '/over': page(`<main>${loaves}</main>${footer('')}`),
  })
  const dark = async (path: string) => {
    let found: Awaited<ReturnType<typeof colours>> = []
    await openWith(`${site.origin}${path}`, async session => {
      found = await colours(session)
    })
    return found.flatMap(({ text, background: [red] }) => (text === 'Baked by hand' ? red < 100 : []))
  }
  expect(await dark('/under')).toEqual([])
  expect(await dark('/clipped')).toEqual([])
  expect(await dark('/over')).toEqual([true])
  await site.close()
})

test.concurrent('what is behind a text is not the bar that lies on it until the page is scrolled', async () => {
  const site = await servePages({
    '/': page(
      `<main>${Array.from({ length: 40 }, (_, at) => `<p style="margin: 0; height: 44px">Loaf number ${at} of the day</p>`).join('')}</main>
      <div style="position: fixed; inset: auto 0 0 0; height: 88px; background: rgb(16, 24, 32); color: #fff"><p>Ten percent off</p></div>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const found = await colours(session)
    const dark = found.filter(({ background: [red] }) => red < 100).map(({ text }) => text)
    expect(dark).toEqual(['Ten percent off'])
    expect(found.length).toBeGreaterThan(36)
  })
  await site.close()
})
