/** Pages that are made to exhaust a reader, or that hold what no text should: bounded, said so, and judged. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scorecard } from '../../server/contract.ts'
import { storable } from '../../server/jobs/storable.ts'
import { judge } from '../../server/scan/judge.ts'
import { captureAlone } from '../capture-pair.ts'
import { page, servePages } from './pages.ts'

const intro = '<h1>Much to read</h1><p>A page that goes on for longer than anybody would read.</p>'

let site: Awaited<ReturnType<typeof servePages>>

beforeAll(async () => {
  site = await servePages({
    '/nodes': page(`<main>${intro}</main><script>
      const p = document.createElement('p')
      for (let i = 0; i < 60_000; i++) p.append(document.createTextNode('w' + (i % 997) + ' '))
      document.querySelector('main').append(p)</script>`),
    '/long': page(`<main>${intro}<p>${'word '.repeat(220_000)}</p></main>`),
    '/odd': page(`<main>${intro}<p id="a"></p><p>before&#0;after</p></main><script>
      document.querySelector('#a').textContent = 'x \\ud800 y \\udfff z \\u0000 w'
      document.title = 'A title \\ud83d'
      const button = document.createElement('button')
      button.setAttribute('aria-label', 'press \\udc00\\u0000 me')
      button.textContent = 'ok'
      document.querySelector('main').append(button)</script>`),
  })
})
afterAll(() => site.close())

/** Of a page against itself, seen once. */
async function verdict(path: string): Promise<Scorecard> {
  return judge(await captureAlone(site.origin + path), { policy: 'regressions' })
}

const measured = ({ suites }: Scorecard) => suites.filter(({ suite }) => suite !== 'perf')

test.each([
  ['/nodes', /^Both pages: the page has 60,\d{3} nodes .*only the first/],
  ['/long', /^Both pages: the page has .* 1,100,\d{3} characters of text; only the first/],
])(
  '%s is judged as far as it was read',
  async (path, gap) => {
    const card = await verdict(path)
    expect(card.gaps).toContainEqual(expect.stringMatching(gap))
    expect(measured(card).filter(({ pass, score }) => !pass || score !== 100)).toEqual([])
  },
  300_000,
)

test('lone surrogates and NUL are judged and can be stored', async () => {
  const card = await verdict('/odd')
  expect(measured(card).filter(({ pass, score }) => !pass || score !== 100)).toEqual([])
  const stored = JSON.stringify(storable(card))
  expect(stored).not.toMatch(/\\u0000|\\ud[89a-f]/i)
})
