import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectorProblem } from '../../server/lib/selector.ts'
import { page, servePages } from '../capture/pages.ts'
import { openWith } from '../capture/with-session.ts'

const PIECES = [
  ...[
    'a',
    'li',
    '*',
    '.b',
    '#c',
    '.',
    '#',
    '1',
    '-',
    '--',
    'é',
    '\\',
    '\\31 ',
    '\\:',
    '|',
    '*|',
    '&',
    '%',
    '/',
  ],
  ...[
    ' ',
    '  ',
    '\n',
    ' > ',
    '>',
    ' + ',
    ' ~ ',
    ',',
    ', ',
    '/* x */',
    '(',
    ')',
    '[',
    ']',
    '=',
    '^=',
    '"',
    "'",
  ],
  ...[
    '[d]',
    '[d=e]',
    '[d="e]"]',
    '[d=e i]',
    '[d=1]',
    '[|d]',
    ':hover',
    ':foo',
    ':first-child',
    '::before',
    ':',
  ],
  ...[
    ':not(',
    ':is(',
    ':has(',
    ':has(> ',
    ':nth-child(',
    ':lang(',
    ':host(',
    ':dir(rtl)',
    '2n+1',
    'odd',
    ' of ',
  ],
]

test('what is taken for a selector is one for the browser', async () => {
  const site = await servePages({ '/': page('<p>Hello</p>') })
  const texts = fc.sample(
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 }).map(pieces => pieces.join('')),
    { numRuns: 20_000, seed: 1 },
  )
  const taken = texts.filter(text => selectorProblem(text) === null)
  expect(taken.length).toBeGreaterThan(500)
  await openWith(`${site.origin}/`, async session => {
    const { world } = await session.at(1440)
    const refused = await world.run((_, selectors) => {
      return selectors.filter(selector => {
        try {
          document.querySelector(selector)
          return false
        } catch {
          return true
        }
      })
    }, taken)
    expect(refused).toEqual([])
  })
  await site.close()
})
