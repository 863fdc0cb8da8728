/** A press that shows a page in another version is looked at until the page is at rest, or said to be uncertain. */
import { expect, test } from 'vitest'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

async function pressed(body: string, script: string) {
  const site = await servePages({
    '/': page(
      `<main><h1>Houses</h1><button id="go">English</button>${body}</main><script>${script}</script>`,
    ),
  })
  try {
    let seen: Awaited<ReturnType<typeof probes>>['wide']['probes'][number] | undefined
    await openWith(`${site.origin}/`, async session => {
      seen = (await probes(session)).wide.probes.find(({ name }) => name === 'English')
    })
    return seen!
  } finally {
    await site.close()
  }
}

const PARAGRAPHS = Array.from({ length: 14 }, (_, at) => `<p>Absatz ${at}</p>`).join('')
const TRANSLATES = `const all = [...document.querySelectorAll('p')]
  const translate = some => some.forEach(one => { one.textContent = one.textContent.replace('Absatz', 'Paragraph') })`

test('texts that come in two steps are all seen', async () => {
  const { effect, hidden, uncertain } = await pressed(
    PARAGRAPHS,
    `${TRANSLATES}
    go.onclick = () => { translate(all.slice(0, 10)); setTimeout(() => translate(all.slice(10)), 60) }`,
  )
  expect([effect, hidden.length, uncertain]).toEqual(['switches', 14, undefined])
})

test('a number that counts up is no figure yet', async () => {
  const { effect, uncertain } = await pressed(
    '<p>Since 1998</p><b id="count">none</b>',
    `go.onclick = () => {
      let at = 0
      const count = () => { document.getElementById('count').textContent = String(++at); if (at < 600) requestAnimationFrame(count) }
      count()
    }`,
  )
  expect([effect, uncertain]).toEqual(['switches', true])
})
