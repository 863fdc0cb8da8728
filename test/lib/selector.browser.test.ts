import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectorProblem } from '../../server/lib/selector.ts'
import { page, servePages } from '../capture/pages.ts'
import { sharedBrowser } from '../capture/with-session.ts'
import { SELECTORS } from './selectors.ts'

const openWith = sharedBrowser()

let site: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  site = await servePages({ '/': page('<p>Hello</p>') })
})
afterAll(() => site.close())

/** Texts that we take and Chromium does not, and the other way round. */
async function disagreements(texts: readonly string[]) {
  let taken: boolean[] = []
  await openWith(`${site.origin}/`, async session => {
    const { world } = await session.at(1440)
    taken = await world.run((_, selectors) => {
      const isTaken = (selector: string) => {
        try {
          document.querySelector(selector)
          return true
        } catch {
          return false
        }
      }
      // In :not() stands what selects elements, and no pseudo-element; it is closed by the end.
      return selectors.map(text => isTaken(text) && isTaken(`:not(${text}`))
    }, texts)
  })
  expect(taken.filter(Boolean).length).toBeGreaterThan(texts.length / 50)
  return texts.filter((text, index) => (selectorProblem(text) === null) !== taken[index])
}

test('each selector of the table is one for us if it is one for the browser', async () => {
  expect(SELECTORS.length).toBeGreaterThan(1100)
  expect(await disagreements(SELECTORS)).toEqual([])
})

const SHORT = SELECTORS.filter(text => text.length < 14)
const joined = (pieces: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map(found => found.join(''))

test.each([
  ['pieces of the table', joined(SHORT, 4)],
  [
    'single characters and openings',
    joined([...'abnof12+->~.:#[]()=|*^$"\' \\&,i/\n{}', ':is(', ':not(', ':has(', ':host('], 9),
  ],
  [
    'selectors in selectors',
    fc
      .tuple(
        fc.constantFrom(
          ':is(',
          ':not(',
          ':has(',
          ':nth-child(2 of ',
          ':host(',
          ':-webkit-any(',
          ':has(> ',
          ':not(:is(',
        ),
        fc.constantFrom(...SHORT),
        fc.constantFrom('', ',', ' ', ' > '),
        fc.constantFrom(...SHORT),
        fc.constantFrom(')', '', '))', ') b', ')b', ']'),
      )
      .map(pieces => pieces.join('')),
  ],
  [
    'positions',
    joined(
      [
        '2',
        'n',
        '-',
        '+',
        '2n',
        '-n',
        'n-',
        'n-1',
        ' ',
        '/**/',
        '+1',
        '-1',
        'odd',
        ' of ',
        '.5',
        'a',
        '\\6e ',
      ],
      5,
    ).map(text => `:nth-child(${text})`),
  ],
  [
    'attributes',
    joined(
      ['a', '=', '~=', '|', '*', '"b"', "'c'", ' ', 'i', 's', '1', '#b', '\\', '/**/', ']', '[', 'n|'],
      6,
    ).map(text => `[${text}]`),
  ],
])('made at random: %s', async (_, texts) => {
  expect(await disagreements([...new Set(fc.sample(texts, { numRuns: 10_000, seed: 1 }))])).toEqual([])
})
