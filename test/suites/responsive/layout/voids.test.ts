import { expect, test } from 'vitest'
import type { ScreenArtifact } from '../../../../server/capture/collectors/screens.ts'
import { type Block, block, box, HIDDEN, judge, type Page, screens, TEXT } from '../pages.ts'

type Blank = NonNullable<ScreenArtifact['blank']>

/** A page of which screenshots show these stretches without anything. */
function page(blank: Partial<Record<number, Blank>>, texts: Block[] = [], restless: Blank = []): Page {
  return {
    layouts: screens(() => ({ blocks: [block(TEXT, { box: box(20, 100, 280, 40) }), ...texts] })),
    shots: [375, 768, 1440].map(width => ({
      file: `${width}.webp`,
      width,
      height: 5000,
      cut: false,
      restless: restless.map(({ y, height }) => ({ x: 0, y, width, height })),
      blank: blank[width] ?? [],
    })),
  }
}

const found = (before: Page, after: Page) =>
  judge('responsive/layout', before, after).keys.filter(key => key.includes('void'))

const whole = page({})
const high = [{ y: 600, height: 2300 }]

test('a stretch higher than the window without anything is told, as grave at two widths', () => {
  expect(found(whole, page({ 768: high, 1440: high }))).toEqual(['serious responsive/layout:void'])
  expect(found(whole, page({ 1440: high }))).toEqual(['moderate responsive/layout:void'])
  expect(found(whole, page({ 375: [{ y: 600, height: 2800 }] }))).toEqual(['serious responsive/layout:void'])
  const [issue] = judge('responsive/layout', whole, page({ 1440: high })).issues
  expect(issue?.message).toContain(`below “${TEXT.slice(0, 20)}`)
  expect(issue?.message).toContain('2,300 px')
})

test('what the original has about as high, and what is lower than a window, is none', () => {
  expect(found(page({ 1440: [{ y: 0, height: 1800 }] }), page({ 1440: high }))).toEqual([])
  expect(found(whole, page({ 1440: [{ y: 600, height: 900 }] }))).toEqual([])
})

test('where something moves, or texts stand that nobody can read, it is another fault', () => {
  expect(found(whole, page({ 1440: high }, [], [{ y: 700, height: 40 }]))).toEqual([])
  const pale = block('As pale as its ground', { box: box(20, 800, 280, 900) })
  expect(found(whole, page({ 1440: high }, [pale]))).toEqual([])
  expect(found(whole, page({ 1440: high }, [{ ...pale, ...HIDDEN }]))).toHaveLength(1)
})
