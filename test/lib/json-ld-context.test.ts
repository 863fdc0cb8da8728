import { expect, test } from 'vitest'
import { readInContext } from '../../server/lib/structured/json-ld.ts'

const isRead = (text: string) => !('broken' in readInContext(text))

test.each([
  ['a context', '{"@context":"https://schema.org","@type":"Product"}'],
  ['a context spelled with an escape', '{"\\u0040context":"https://schema.org","@type":"Product"}'],
  ['a context within a graph', '[{"@graph":[{"@context":"https://schema.org","@type":"Product"}]}]'],
  ['types that are addresses', '{"@type":["Product","https://schema.org/Thing"]}'],
  ['nothing that has a type', '{"name":"A"}'],
])('JSON-LD with %s is read', (_, text) => {
  expect(isRead(text)).toBe(true)
})

test.each([
  ['no context', '{"@type":"Product","name":"A"}'],
  ['no context, and spaces without end', `{"@type":${' '.repeat(1_900_000)}"Product"}`],
  ['no context, a thousand deep', `${'{"a":'.repeat(1000)}{"@type":"Product"}${'}'.repeat(1000)}`],
])('JSON-LD with %s means nothing', (_, text) => {
  expect(isRead(text)).toBe(false)
})
