/** A carousel in a real browser, of which the rebuilt page keeps the first slide, or draws the others in their turns. */
import { join } from 'node:path'
import type { CheerioAPI } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { content } from '../../../server/suites/content/index.ts'
import { openRebuiltPages, type RebuiltPages } from '../rebuilt-pages.ts'
import { introduced } from './judging.ts'

let pages: RebuiltPages
beforeAll(async () => {
  pages = await openRebuiltPages(content, join(import.meta.dirname, '../../fixtures/sites/bistro/original'))
})
afterAll(() => pages?.close())

const VOICES = [
  'The best soup between the two rivers.',
  'We came for lunch and stayed for dinner.',
  'They know every carrot by its name.',
]

/** The page with a script of its own for its one slide. */
async function lostWith(button: string, script = ''): Promise<string[]> {
  const apply = ({ $ }: { $: CheerioAPI }) => {
    const code = $('body > script').text()
    $('body > script').text(code.replace(/ {2}one\('#next'\).*\n/, `  ${script}\n`))
    $('.slides p').slice(1).remove()
    $('#next').replaceWith(button)
    return true
  }
  const result = await pages.judge({ apply } as never)
  return introduced(result!).filter(issue => issue.includes('content/text:'))
}
const TURN = `let turn = 0; const said = ${JSON.stringify(VOICES)}; const next = () => { one('.slides p').textContent = said[++turn % 3] }`

test('slides that nothing brings any more are lost by what they say', async () => {
  expect(await lostWith('')).toEqual([
    'serious content/text:lost:we came for lunch and stayed for dinner',
    'moderate content/text:lost:they know every carrot by its name',
  ])
})

test('slides that are drawn in their turns are not known to be lost', async () => {
  const isGrave = (issue: string) => issue.startsWith('serious')
  expect((await lostWith('', `${TURN}; setInterval(next, 5000)`)).filter(isGrave)).toEqual([])
  const button = '<button type="button" id="next" aria-label="Next voice">›</button>'
  expect((await lostWith(button, `${TURN}; one('#next').onclick = next`)).filter(isGrave)).toEqual([])
})
