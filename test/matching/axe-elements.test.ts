import { expect, test } from 'vitest'
import type { AxeElement } from '../../server/matching/axe-elements/elements.ts'
import { matchAxeElements } from '../../server/matching/axe-elements/index.ts'
import type { Origins } from '../../server/matching/axe-elements/origins.ts'

/** Nothing is known of where things come from. */
const ORIGINS = {
  wordsElsewhere: () => ({ length: 0, parts: [] }),
  shareKept: () => null,
  isSamePicture: () => null,
  isPictureElsewhere: () => false,
  isSameControl: () => false,
  headingOf: () => null,
  hasHeading: () => true,
} as unknown as Origins

const element = (text: string, after: string, landmark = 'main') =>
  ({
    family: 'color-contrast',
    kind: 'text',
    words: text.toLowerCase().split(' '),
    file: '',
    after,
    landmark,
    place: `${text}|${after}|${landmark}`,
    node: { text, name: '', tag: 'div', selector: text, box: { x: 0, y: 0, width: 9, height: 9 } },
    failing: false,
    open: true,
  }) as unknown as AxeElement

test('a word that many texts have, and that is all that one of them says, is found again', () => {
  const rye = (at: number) => `rye from field ${at} of the mill`
  const many = Array.from({ length: 40 }, (_, at) => at)
  const before = [...many.map(at => element(rye(at), 'fields')), element('rye', 'bread', '')]
  const now = [...many.map(at => element(rye(at), 'our fields')), element('rye', 'our bread')]
  expect(matchAxeElements(now, before, ORIGINS).get(now.at(-1)!)).toBe(before.at(-1))
})
