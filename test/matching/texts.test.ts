import { expect, test } from 'vitest'
import { matchTexts } from '../../server/matching/texts.ts'
import { type GivenBlock, page } from './layout.ts'

/** `original>rebuilt` by index, with the shares where they are not whole. */
function blocks(original: GivenBlock[], rebuilt: GivenBlock[]): string[] {
  return matchTexts(page(original), page(rebuilt)).blocks.map(({ original, rebuilt, share, part }) => {
    const shares = share === 1 && part === 1 ? '' : ` ${share.toFixed(2)}/${part.toFixed(2)}`
    return `${original}>${rebuilt}${shares}`
  })
}

const LEAD = 'We bake sourdough bread every morning in the old mill by the river'

test.each<[string, GivenBlock[], GivenBlock[], string[]]>([
  ['equal texts pair', ['Our bread', LEAD], ['Our bread', LEAD], ['0>0', '1>1']],
  ['wherever they stand', ['Our bread', LEAD], [LEAD, 'Our bread'], ['0>1', '1>0']],
  ['case and quotes aside', ['“OUR” bread'], ['"Our" Bread'], ['0>0']],
  ['equal ones in order', ['Read more', 'Read more'], ['Read more', 'Read more'], ['0>0', '1>1']],
  ['the second stays alone when one copy is lost', ['Read more', 'Read more'], ['Read more'], ['0>0']],
  [
    'a text that was split has two partners',
    [LEAD],
    ['We bake sourdough bread every morning', 'in the old mill by the river'],
    ['0>0 0.46/1.00', '0>1 0.54/1.00'],
  ],
  [
    'two that were merged share one',
    ['We bake sourdough bread every morning', 'in the old mill by the river'],
    [LEAD],
    ['0>0 1.00/0.46', '1>0 1.00/0.54'],
  ],
  ['an edited text pairs with what it was', [LEAD], [LEAD.replace('river', 'lake')], ['0>0 0.92/0.92']],
  ['another text does not', [LEAD], ['Opening hours and how to find us in town'], []],
  ['nothing pairs with nothing', [], [], []],
])('%s', (_, original, rebuilt, expected) => {
  expect(blocks(original, rebuilt)).toEqual(expected)
})

const H1 = { kind: 'heading', level: 1 }
const H2 = { kind: 'heading', level: 2 }

test.each<[string, GivenBlock[], GivenBlock[], string[]]>([
  [
    'the title is beside the title, and no sentence of the foot with some of its words',
    [{ ...H1, text: 'Professional baking excellence' }, LEAD],
    [
      { ...H1, text: 'Industrial strength ovens' },
      LEAD,
      'Professional baking for homes and offices in all of the county',
    ],
    ['0>0 0.00/0.00', '1>1'],
  ],
  [
    'a title that became a heading of a section is beside that',
    [{ ...H1, text: 'Professional baking excellence' }, LEAD],
    [{ ...H1, text: 'The old mill' }, { ...H2, text: 'Professional baking excellence' }, LEAD],
    ['0>1', '1>2'],
  ],
  [
    'a title that became plain text is beside that',
    [{ ...H1, text: 'Professional baking excellence' }],
    [{ ...H1, text: 'The old mill' }, 'Professional baking excellence'],
    ['0>1'],
  ],
  [
    'a heading is not beside a label that stands on every card',
    [{ ...H2, text: 'Recommended for you all' }],
    [
      { ...H2, text: 'Recommended for' },
      { ...H2, text: 'Recommended for' },
    ],
    [],
  ],
  [
    'of equal texts the heading is beside the heading',
    [{ ...H2, text: 'Body care' }, LEAD, 'Body care'],
    ['Body care', LEAD, { ...H2, text: 'Body care' }],
    ['0>2', '1>1', '2>0'],
  ],
  [
    'also where the other one is gone',
    [{ ...H2, text: 'Body care' }, LEAD],
    ['Body care', LEAD, { ...H2, text: 'Body care' }],
    ['0>2', '1>1'],
  ],
  [
    'nor beside the link to where it stood',
    [{ ...H2, text: 'Prices' }],
    [{ text: 'Prices', kind: 'link', landmark: 'navigation' }],
    [],
  ],
  [
    'a heading that went into its text is beside that',
    [{ ...H2, text: 'Our bread' }, LEAD],
    [`Our bread ${LEAD}`],
    ['0>0 1.00/0.13', '1>0 1.00/0.87'],
  ],
])('of headings: %s', (_, original, rebuilt, expected) => {
  expect(blocks(original, rebuilt).sort()).toEqual(expected)
})

test('what only the phone shows is no block of the desktop layout', () => {
  const [desktop] = page(['Our bread']).layouts
  const [phone] = page(['Our bread', 'Open the menu of all our breads']).layouts
  const both = { ...page([]), layouts: [{ ...phone!, width: 375 }, desktop!] }
  const matched = matchTexts(both, both)
  expect(matched.original.map(passage => passage.text)).toEqual([
    'Our bread',
    'Open the menu of all our breads',
  ])
  expect(matched.blocks.map(pair => pair.original)).toEqual([0])
})

test('of a text that stands twice, the phone shows the copy of the same element', () => {
  const given = [{ text: 'The mill' }, { text: 'The mill' }].map((block, at) => ({
    ...block,
    selector: `#copy-${at}`,
  }))
  const [desktop] = page([{ ...given[0]!, state: 'hidden' }, given[1]!]).layouts
  const [phone] = page(given).layouts
  const both = { ...page([]), layouts: [{ ...phone!, width: 375 }, desktop!] }
  expect(matchTexts(both, both).original.map(({ place }) => place.selector)).toEqual(['#copy-0', '#copy-1'])
})
