import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axe } from '../../server/capture/collectors/axe.ts'
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

test('the contrast of a text is measured in every script, that of an icon spelled in letters is not', async () => {
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

test('what stays over the window and lets through what is below it is told from what has a background', async () => {
  const bar = (text: string, style: string) => `<div style="${style}"><p><a href="#">${text}</a></p></div>`
  const site = await servePages({
    '/': page(
      `${bar('Glass', 'position: fixed; top: 0; background: rgba(0, 0, 0, 0.5)')}
       ${bar('Air', 'position: sticky; top: 60px')}
       ${bar('Wood', 'position: fixed; top: 120px; background: #fff')}
       ${bar('Paper', 'position: fixed; top: 180px; background: linear-gradient(#fff, #eee)')}
       <main style="height: 2000px">${bar('Ground', 'background: rgba(0, 0, 0, 0.5)')}</main>`,
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
      Ground: false,
    })
  })
  await site.close()
}, 60_000)
