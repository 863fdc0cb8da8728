import { expect, test } from 'vitest'
import { withConditions } from '../../bench/ablation/conditions.ts'

const SOURCE = `const kind = (n: number, big = n > 9): string => (big && !(n % 2) ? 'even' : n ? 'some' : 'none') as string
function first<T>(list: T[]): T | undefined {
  if (list.length > 0 || 'x' in list) return list[0]!
  return undefined ?? list.at(0)
}`

test('each operand of a condition is asked by itself, with its place', () => {
  const { code, conditions } = withConditions(SOURCE, 'a.ts', 5)
  expect(conditions.map(({ line, within, text }) => [line, within, text])).toEqual([
    [1, 'kind', 'big'],
    [1, 'kind', 'n % 2'],
    [1, 'kind', 'n'],
    [3, 'first', 'list.length > 0'],
    [3, 'first', "'x' in list"],
  ])
  expect(code).toContain('globalThis.__condition(5, big) && !(globalThis.__condition(6, n % 2))')
  expect(code).toContain(
    "globalThis.__condition(8, list.length > 0) || globalThis.__condition(9, 'x' in list)",
  )
})

test('what cannot be parsed is an error', () => {
  expect(() => withConditions('if (', 'a.ts', 0)).toThrow()
})
