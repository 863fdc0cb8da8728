import { expect, test } from 'vitest'
import { block, box, type Draw, judge, STORY, screens } from '../pages.ts'

const OTHER_STORY = `Of another harbour, in the same words: ${STORY}`

test('responsive/layout: text squeezed to a strip, and text without a limit', () => {
  const text =
    (share: number, texts = [STORY, OTHER_STORY]): Draw =>
    width => ({
      blocks: texts.map((text, at) =>
        block(text, {
          box: box(20, 100 + 400 * at, (width - 40) * share, Math.ceil(72 / share)),
          lines: Math.ceil(3 / share),
        }),
      ),
    })
  const told = (before: Draw, now: Draw) => judge('responsive/layout', before, now).keys
  expect(told(text(1), text(0.3))).toEqual(['serious responsive/layout:narrowed'])
  // One paragraph is not the main content.
  expect(told(text(1, [STORY]), text(0.3, [STORY]))).toEqual(['moderate responsive/layout:narrowed'])
  const long = Array(5).fill(STORY).join(' ')
  expect(told(text(0.3, [long]), text(1, [long]))).toEqual(['moderate responsive/layout:widened'])
  // Lines that are long enough to lose one's place in.
  expect(told(text(0.3), text(1))).toEqual([])
  expect(judge('responsive/layout', text(1), text(0.8)).keys).toEqual([])
})

test('responsive/layout: text squeezed to a strip at one width is grave on phones', () => {
  const text =
    (narrow: number): Draw =>
    width => ({
      blocks: [STORY, OTHER_STORY].map((text, at) =>
        block(text, {
          box: box(20, 100 + 500 * at, width === narrow ? 90 : width - 40, width === narrow ? 400 : 72),
          lines: width === narrow ? 20 : 3,
        }),
      ),
    })
  expect(judge('responsive/layout', text(0), text(375)).keys).toEqual(['serious responsive/layout:narrowed'])
  expect(judge('responsive/layout', text(0), text(1024)).keys).toEqual([
    'moderate responsive/layout:narrowed',
  ])
})

test('responsive/layout: a label in two lines is no strip', () => {
  const label =
    (lines: number): Draw =>
    () => ({ blocks: [block('GB left', { box: box(20, 100, 90 / lines, 20 * lines), lines })] })
  expect(judge('responsive/layout', label(1), label(2)).keys).toEqual([])
})

test('responsive/layout: one text of many that has a word a line', () => {
  const page =
    (lines: number, width: number, said = STORY): Draw =>
    screen => ({
      blocks: [
        ...['Oak', 'Elm', 'Ash'].map((name, at) =>
          block(`${name}. ${STORY} ${STORY}`, { box: box(20, 400 * at, screen - 40, 360), lines: 15 }),
        ),
        block(said, { box: box(20, 1500, screen === 375 ? width : screen - 40, 24 * lines), lines }),
      ],
    })
  const keys = (now: Draw, before = page(2, 335)) => judge('responsive/layout', before, now).keys
  expect(keys(page(8, 70))).toEqual([expect.stringMatching(/^moderate responsive\/layout:word-a-line:/)])
  // Of larger type, of two lines more, of a few words a line before, and as it was.
  expect(keys(page(8, 335))).toEqual([])
  expect(keys(page(4, 150))).toEqual([])
  expect(keys(page(8, 70), page(5, 150))).toEqual([])
  expect(keys(page(8, 70), page(8, 70))).toEqual([])
})

test('responsive/layout: a text that stands letter by letter, be it a new one', () => {
  const page =
    (said: string, lines: number, widths = [375, 1440]): Draw =>
    screen => ({
      blocks: [
        block(STORY, { box: box(20, 100, screen - 40, 72), lines: 3 }),
        ...(widths.includes(screen) ? [block(said, { box: box(20, 500, 17, 21 * lines), lines })] : []),
      ],
    })
  const [bare, said] = [page('', 0, []), 'Original address: mill.example']
  const keys = (now: Draw, before = bare) =>
    judge('responsive/layout', before, now).keys.filter(key => key.includes('word-a-line'))
  expect(keys(page(said, 15))).toEqual([expect.stringMatching(/^serious responsive\/layout:word-a-line:/)])
  expect(keys(page(said, 15, [1024]))).toEqual([
    expect.stringMatching(/^moderate responsive\/layout:word-a-line:/),
  ])
  // As it was, in a few words a line, of signs, and a word that is set so.
  expect(keys(page(said, 15), page(said, 15, [1024]))).toEqual([])
  expect(keys(page(said, 5))).toEqual([])
  expect(keys(page('A B C D E F', 6))).toEqual([])
  expect(keys(page('Services', 8))).toEqual([])
})

test('responsive/layout: text squeezed to a strip on phones, which show the original whole and small', () => {
  const texts =
    (at: Record<'width' | 'lines', (screen: number) => number>, kind = 'paragraph'): Draw =>
    width => ({
      blocks: [STORY, OTHER_STORY].map((text, turn) =>
        block(text, {
          kind,
          box: box(20, 100 + 500 * turn, at.width(width), 24 * at.lines(width)),
          lines: at.lines(width),
        }),
      ),
    })
  const told = (now: Draw) => {
    const before = texts({ width: () => 600, lines: () => 2 })
    return judge('responsive/layout', { layouts: screens(before), viewport: null }, { layouts: screens(now) })
      .keys
  }
  const wide = (screen: number) => screen > 375
  const strip = {
    width: (screen: number) => (wide(screen) ? 600 : 110),
    lines: (screen: number) => (wide(screen) ? 2 : 6),
  }
  expect(told(texts(strip))).toEqual(['moderate responsive/layout:narrowed'])
  // Cells of a table.
  expect(told(texts(strip, 'cell'))).toEqual([])
  // As wide as the phone.
  expect(told(texts({ ...strip, width: screen => (wide(screen) ? 600 : screen - 40) }))).toEqual([])
})
