import { expect, test } from 'vitest'
import { block, box, judge, type Page, plain, screens, TEXT, VIEWPORT } from './pages.ts'

test.each<[string, string | null, string | null, string[]]>([
  ['the same', VIEWPORT, VIEWPORT, []],
  ['written otherwise', VIEWPORT, 'initial-scale=1.0;width=device-width', []],
  ['by its scale', VIEWPORT, 'initial-scale=1', []],
  ['missing', VIEWPORT, null, ['serious responsive/viewport:width']],
  ['of a fixed width', VIEWPORT, 'width=1024', ['serious responsive/viewport:width']],
  ['never there', null, null, []],
  ['new', null, VIEWPORT, []],
  ['zoom forbidden', VIEWPORT, `${VIEWPORT}, user-scalable=no`, ['moderate responsive/viewport:zoom']],
  ['zoom held', VIEWPORT, `${VIEWPORT}, maximum-scale=1`, ['moderate responsive/viewport:zoom']],
  ['zoom to 500 %', VIEWPORT, `${VIEWPORT}, maximum-scale=5`, []],
  ['zoom forbidden as before', `${VIEWPORT}, user-scalable=0`, `${VIEWPORT}, user-scalable=no`, []],
])('responsive/viewport: %s', (_, before, after, issues) => {
  const page = (viewport: string | null): Page => ({ ...plain, viewport })
  expect(judge('responsive/viewport', page(before), page(after)).keys).toEqual(issues)
})

test('of two viewport metas the last one counts', () => {
  const page = (...viewports: string[]) => ({ ...plain, viewport: viewports })
  const strict = `${VIEWPORT}, user-scalable=no`
  const told = (after: string[]) => judge('responsive/viewport', page(VIEWPORT), page(...after)).keys
  expect(told([VIEWPORT, strict])).toEqual(['moderate responsive/viewport:zoom'])
  expect(told([strict, VIEWPORT])).toEqual([])
})

test('that every phone shows the page shrunk is told before what tablets cut off', () => {
  const names = ['Rye', 'Oats', 'Wheat', 'Barley', 'Spelt', 'Maize']
  const page = (width: number) =>
    screens(() => ({
      blocks: names.map((name, at) => block(`${name}: ${TEXT}`, { box: box(20, 200 + 60 * at, width, 40) })),
      scrollWidth: Math.max(280, width + 20),
    }))
  const { all } = judge(
    'responsive/viewport',
    { layouts: page(280) },
    { layouts: page(1500), viewport: null },
  )
  expect(all[0]).toBe('serious responsive/viewport:width')
  expect(all[1]).toMatch(/^serious responsive\/overflow/)
})
