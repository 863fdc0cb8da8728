import { expect, test } from 'vitest'
import type { Layout } from '../../server/capture/collectors/layouts.ts'
import { passagesOf } from '../../server/matching/passages.ts'
import { type GivenBlock, page } from './layout.ts'

const textsOf = (desktop: GivenBlock[], mobile: GivenBlock[]) => {
  const side = page(desktop)
  const [layout] = page(mobile).layouts
  const layouts = [...side.layouts, { ...layout, width: 375 } as Layout]
  return passagesOf({ ...side, layouts }).passages.map(({ text }) => text)
}

test('a word of a line that phones break is no text of its own', () => {
  const line = { text: 'Southside 6281 2687', selector: 'header > div' }
  const number = { text: '6281 2687', selector: 'header > div' }
  const word = (selector: string) => ({ text: 'Southside', selector })
  expect(textsOf([line], [word('header > div > b'), number])).toEqual([line.text])
  // Elsewhere, or another word.
  expect(textsOf([line], [word('footer > b'), number])).toEqual([line.text, 'Southside'])
  expect(textsOf([line], [{ text: 'Call', selector: 'header > div > b' }, number])).toEqual([
    line.text,
    'Call',
  ])
})
