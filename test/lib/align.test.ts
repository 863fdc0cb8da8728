import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlignOptions, align } from '../../server/lib/align/index.ts'
import { words } from '../../server/lib/text.ts'

/** Share of each source block that is found. */
function found(source: string[], target: string[], options?: AlignOptions): number[] {
  const { match, sourceStart } = align(source.map(words), target.map(words), options)
  return source.map((_, block) => {
    const own = match.subarray(sourceStart[block]!, sourceStart[block + 1]!)
    return Number((own.filter(at => at >= 0).length / own.length).toFixed(2))
  })
}

const LONG = 'We have been baking bread by hand since 1987 in the old mill behind the market square'
const OTHER = 'Our ovens are heated with beech wood from the forest just above the town every single morning'
const THIRD = 'Visitors are welcome on the first Saturday of each month to watch the millers at work'

test.each<[string, string[], string[]]>([
  ['the same', [LONG, 'About us', OTHER], [LONG, 'About us', OTHER]],
  ['moved', [LONG, 'About us', OTHER], [OTHER, 'About us', LONG]],
  ['merged into one element', ['About us', LONG, OTHER], [`About us ${LONG} ${OTHER}`]],
  ['split into many elements', [`${LONG} ${OTHER}`], LONG.split(' ').concat(OTHER.split(' '))],
  ['split and moved apart', [`${LONG} ${OTHER}`, THIRD], [OTHER, THIRD, LONG]],
  ['merged in another order', [LONG, OTHER, THIRD], [`${THIRD} ${LONG}`, OTHER]],
  ['a list that became one line', ['Home', 'Pricing', 'Contact us'], ['Home Pricing Contact us']],
  ['one letter to an element', ['Hello world again'], [...'Hello', ...'world', ...'again']],
  ['a drop cap', [`Once upon a time ${LONG}`], ['O', `nce upon a time ${LONG}`]],
  ['a hyphen', ['Send us an e-mail today please'], ['Send us an email today please']],
  [
    'Chinese, split',
    ['我们每天早上用柴火烤面包，欢迎参观。'],
    ['我们每天早上', '用柴火烤面包，', '欢迎参观。'],
  ],
  [
    'Japanese, merged',
    ['毎朝パンを焼いています。', 'ぜひお越しください。'],
    ['毎朝パンを焼いています。ぜひお越しください。'],
  ],
  [
    'Arabic, split',
    ['نخبز الخبز يدويا منذ عام 1987 في الطاحونة القديمة'],
    ['نخبز الخبز يدويا منذ', 'عام 1987 في الطاحونة القديمة'],
  ],
  [
    'a few copies, split otherwise',
    Array(7).fill(`${LONG} ${OTHER}`),
    Array(7)
      .fill([`${LONG} ${OTHER.slice(0, 30)}`, OTHER.slice(30)])
      .flat(),
  ],
  [
    'repeated, split otherwise',
    Array(50).fill(LONG),
    Array(50)
      .fill([LONG.slice(0, 40), LONG.slice(40)])
      .flat(),
  ],
])('all of it is found: %s', (_, source, target) => {
  expect(found(source, target)).toEqual(source.map(() => 1))
})

test('a lost block is not found in what others have used', () => {
  expect(found([LONG, OTHER, LONG], [OTHER, LONG])).toEqual([0, 1, 1])
})

test('a lost paragraph finds no home among common words', () => {
  const [lost] = found([THIRD, LONG], [LONG, 'the first of the many of the town at work to the market'])
  expect(lost).toBeLessThan(0.2)
})

test('a changed word costs that word', () => {
  const [share] = found([LONG], [LONG.replace('bread', 'cakes')])
  expect(share).toBe(0.94)
})

test('a sentence taken out of the middle costs that sentence', () => {
  const [share] = found([`${LONG} ${OTHER} ${THIRD}`], [`${LONG} ${THIRD}`])
  expect(share).toBeGreaterThan(0.6)
  expect(share).toBeLessThan(0.7)
})

test('added text costs nothing', () => {
  expect(found([LONG, OTHER], ['New!', LONG, THIRD, `${OTHER} and more`])).toEqual([1, 1])
})

test('lenient blocks need no copy of their own', () => {
  expect(found(['Add to cart', 'Add to cart'], ['Add to cart'], { lenient: block => block === 1 })).toEqual([
    1, 1,
  ])
})

test('secondary blocks are used last', () => {
  const { match } = align([words(LONG)], [words(LONG), words(LONG)], { secondary: block => block === 0 })
  expect(match[0]).toBe(words(LONG).length)
  expect(found([LONG], [LONG], { secondary: () => true })).toEqual([1])
})

test('a lost copy is not found in the secondary block of a lenient one', () => {
  const options = { lenient: (block: number) => block === 2, secondary: (block: number) => block === 1 }
  expect(found([LONG, LONG, LONG], [LONG, LONG], options)).toEqual([1, 0, 1])
  expect(found([LONG, OTHER, LONG], [OTHER, LONG], options)).toEqual([1, 1, 1])
})

test('of several copies the one in other company is lost', () => {
  expect(found(['Intro', 'Bread', 'Intro', 'Cakes', 'Intro'], ['Intro', 'Bread', 'Cakes', 'Intro'])).toEqual([
    1, 1, 0, 1, 1,
  ])
})

test('empty texts have nothing to match', () => {
  expect(align([], []).match).toHaveLength(0)
  expect(align([[], ['a']], []).match).toEqual(new Int32Array([-1]))
  expect(align([], [['a']]).explained).toEqual(new Uint8Array(1))
})

test('what the source explains of the target is told', () => {
  const { explained } = align([words(LONG)], [words(`${LONG} quite new`)])
  expect([...explained].filter(Boolean)).toHaveLength(words(LONG).length)
  expect([...explained.slice(-2)]).toEqual([0, 0])
})

test('a page aligned with itself the short way is what the long way gives', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const block = fc.record({ words: fc.array(word, { maxLength: 12 }), hidden: fc.boolean() })
  fc.assert(
    fc.property(fc.array(block, { maxLength: 25 }), blocks => {
      const source = blocks.map(({ words }) => words)
      const hidden = (index: number) => blocks[index]!.hidden
      const options = { lenient: hidden, secondary: hidden }
      expect(align(source, source, options)).toEqual(align(source, [...source], options))
    }),
    { numRuns: 500 },
  )
})
