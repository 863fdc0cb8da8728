import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axe } from '../../server/capture/collectors/axe.ts'
import { screens } from '../../server/capture/collectors/screens.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

/** A font of five signs, one of them a frame that the letters of "home" become. */
const SIGNS = await readFile(join(import.meta.dirname, '../fixtures/signs.ttf'), 'base64')

const HEADINGS = {
  ar: ['توابل هذا الأسبوع', 'طرق التوصيل', 'كيف نعمل', 'اطلب الآن'],
  fa: ['به فروشگاه خوش آمدید'],
  he: ['ברוכים הבאים', 'שָׁלוֹם'],
  hi: ['हमारी दुकान', 'क्षत्रिय श्री'],
  th: ['ยินดีต้อนรับ', 'ที่นี่'],
  zh: ['欢迎光临'],
  ja: ['がぎぐ'],
  ko: ['어서 오세요'],
  en: ['Welcome', 'Office'],
}

test.concurrent('the contrast of a text is measured in every script, that of an icon spelled in letters is not', async () => {
  const headings = Object.entries(HEADINGS).flatMap(([lang, texts]) =>
    texts.map(text => `<h2 lang="${lang}">${text}</h2>`),
  )
  const site = await servePages({
    '/': page(
      `<main>${headings.join('')}<p><i>home</i> <b>home</b></p></main>`,
      `<style>@font-face { font-family: Signs; src: url(data:font/ttf;base64,${SIGNS}) }
        body { font-family: sans-serif; color: #a6a6a6; background: #fff } i { font: 24px Signs }</style>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    for (const { width, violations, incomplete, passes } of await axe(session)) {
      const judged = (rules: typeof passes) =>
        rules.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
      expect([...judged(incomplete), ...judged(passes)], `${width} px`).toEqual([])
      expect(
        judged(violations).map(({ tag, text }) => `${tag} ${text}`),
        `${width} px`,
      ).toEqual([
        ...Object.values(HEADINGS)
          .flat()
          .map(text => `h2 ${text}`),
        'b home',
      ])
    }
  })
  await site.close()
}, 60_000)

test.concurrent('what stays over the window and lets through what is below it is told from what has a background', async () => {
  const bar = (text: string, style: string) => `<div style="${style}"><p><a href="#">${text}</a></p></div>`
  const site = await servePages({
    '/': page(
      `${bar('Glass', 'position: fixed; top: 0; background: rgba(0, 0, 0, 0.5)')}
       ${bar('Air', 'position: sticky; top: 60px')}
       ${bar('Wood', 'position: fixed; top: 120px; background: #fff')}
       ${bar('Paper', 'position: fixed; top: 180px; background: linear-gradient(#fff, #eee)')}
       <main style="height: 2000px">${bar('HeaderBackground', 'background: rgba(0, 0, 0, 0.5)')}</main>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const [wide] = await axe(session)
    const nodes = [wide!.violations, wide!.passes, wide!.incomplete]
      .flat()
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(rule => rule.nodes)
    expect(Object.fromEntries(nodes.map(({ text, afloat = false }) => [text, afloat]))).toEqual({
      Glass: true,
      Air: true,
      Wood: false,
      Paper: false,
      HeaderBackground: false,
    })
  })
  await site.close()
}, 60_000)

test.concurrent('a bar that has a background as soon as the page is scrolled is told from one that has none', {
  tags: 'variant',
}, async () => {
  const bar = (name: string, top: number) =>
    `<div id="${name}" style="position: fixed; top: ${top}px; color: #fff; transition: background-color .2s">${name}</div>`
  const site = await servePages({
    '/': page(
      `${bar('turns', 0)}${bar('stays', 40)}<main style="height: 3000px; background: #fefaf5"></main>
       <script>addEventListener('scroll', () => { turns.style.backgroundColor = scrollY > 40 ? 'rgba(0, 0, 0, 0.9)' : 'transparent' })</script>`,
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    const [wide] = await axe(session)
    const nodes = [...wide!.violations, ...wide!.incomplete]
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(rule => rule.nodes)
    expect(nodes.map(({ text, afloat, grounded = false }) => [text, afloat, grounded]).toSorted()).toEqual([
      ['stays', true, false],
      ['turns', true, true],
    ])
    const { page: opened } = await session.at(1440)
    expect(await opened.evaluate('[scrollY, turns.style.backgroundColor]')).toEqual([0, 'transparent'])
  })
  await site.close()
})

test.concurrent('how well a control that shows an icon alone stands out is read off the pixels', {
  tags: 'variant',
}, async () => {
  const bars = (colour: string) =>
    `<svg width="24" height="24" stroke="${colour}" stroke-width="2"><path d="M3 6h18M3 12h18M3 18h18"/></svg>`
  const site = await servePages({
    '/': page(
      `<button id="pale">${bars('#1c1e21')}</button> <button id="plain">${bars('#fff')}</button>
       <button id="blue">${bars('#1400a0')}</button>
       <button id="filled"></button> <button id="text">Menu</button>
       <p style="font-size: 10px">Or <a id="high" href="#"><img alt="Map" style="vertical-align: 6px"
         src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="9" fill="white"/></svg>')}"></a></p>`,
      '<style>body { background: #121020; color: #fff } button { all: unset; width: 30px; height: 30px }' +
        '#filled { background: #eee; border-radius: 50% }</style>',
    ),
  })
  await openWith(`${site.origin}/`, async session => {
    for (const { icons } of await screens(session)) {
      const at = new Map(icons!.map(({ selector, contrast }) => [selector, contrast]))
      expect([...at.keys()].sort()).toEqual(['#blue', '#filled', '#high', '#pale', '#plain'])
      for (const dark of ['#pale', '#blue']) expect(at.get(dark)).toBeLessThan(1.5)
      const differs = new Map(icons!.map(({ selector, difference }) => [selector, difference]))
      expect(differs.get('#pale')).toBeLessThan(10)
      expect(differs.get('#blue')).toBeGreaterThan(15)
      for (const seen of ['#plain', '#filled', '#high']) expect(at.get(seen), seen).toBeGreaterThan(10)
    }
  })
  await site.close()
})
