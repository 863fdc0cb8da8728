import { expect, test } from 'vitest'
import { matchControls } from '../../server/matching/controls.ts'
import { type GivenBlock, type GivenControl, page } from './layout.ts'

function pairs(
  original: GivenControl[],
  rebuilt: GivenControl[],
  headings: [GivenBlock[], GivenBlock[]] = [[], []],
): string[] {
  const side = (controls: GivenControl[], blocks: GivenBlock[]) => page(blocks, controls).layouts[0]!
  return matchControls(side(original, headings[0]), side(rebuilt, headings[1])).map(
    pair => `${pair.original}>${pair.rebuilt}`,
  )
}

const link = (name: string, more: Partial<GivenControl> = {}): GivenControl => ({
  role: 'link',
  name,
  ...more,
})
const button = (name: string): GivenControl => ({ role: 'button', name })
const heading = (text: string, y: number): GivenBlock => ({
  text,
  kind: 'heading',
  box: { x: 0, y, width: 100, height: 20 },
})

test.each<[string, GivenControl[], GivenControl[], string[]]>([
  ['by name', [link('Home'), link('Shop')], [link('Shop'), link('Home')], ['0>1', '1>0']],
  [
    'six of one name in order',
    Array.from({ length: 6 }, () => link('Read more')),
    Array.from({ length: 6 }, () => link('Read more')),
    ['0>0', '1>1', '2>2', '3>3', '4>4', '5>5'],
  ],
  ['a link that became a button', [link('Book a table')], [button('Book a table')], ['0>0']],
  ['the same role first', [link('Book'), button('Book')], [button('Book'), link('Book')], ['0>1', '1>0']],
  ['a name that was edited', [link('Book a table now')], [link('Book your table now')], ['0>0']],
  ['another name is another control', [link('Book a table')], [link('Our menu')], []],
  ['a nameless one by its role', [button('')], [link(''), button('')], ['0>1']],
  [
    'the copy in the same landmark',
    [link('Shop', { landmark: 'navigation' }), link('Shop', { landmark: 'contentinfo' })],
    [link('Shop', { landmark: 'contentinfo' }), link('Shop', { landmark: 'navigation' })],
    ['0>1', '1>0'],
  ],
])('%s', (_, original, rebuilt, expected) => {
  expect(pairs(original, rebuilt)).toEqual(expected)
})

test('what is called otherwise is known by its place below the same heading', () => {
  const at = (x: number, y: number, width = 40) => ({ box: { x, y, width, height: 40 } })
  const step = (name: string, x: number, y: number, width?: number): GivenControl => ({
    role: 'button',
    name,
    ...at(x, y, width),
  })
  const slider = [step('Previous slide', 100, 340), step('Next slide', 900, 340)]
  const further: [GivenBlock[], GivenBlock[]] = [[heading('Our work', 300)], [heading('Our work', 700)]]
  expect(pairs(slider, [step('To the left', 110, 745), step('To the right', 905, 745)], further)).toEqual([
    '0>0',
    '1>1',
  ])
  expect(pairs(slider, [step('To the left', 500, 740)], further)).toEqual([])
  expect(pairs(slider, [step('To the left', 100, 740, 400)], further)).toEqual([])
  expect(pairs(slider, [link('Our prices', at(100, 740))], further)).toEqual([])
})

test('the heading above tells equal names apart', () => {
  const at = (y: number) => ({ box: { x: 0, y, width: 60, height: 20 } })
  const before = [heading('Rye', 0), heading('Spelt', 100)]
  const after = [heading('Spelt', 0), heading('Rye', 100)]
  const links = [link('Order', at(50)), link('Order', at(150))]
  expect(pairs(links, links, [before, after])).toEqual(['0>1', '1>0'])
})
