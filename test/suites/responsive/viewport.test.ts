import { expect, test } from 'vitest'
import { judge, type Page, plain, VIEWPORT } from './pages.ts'

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
