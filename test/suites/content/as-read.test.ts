import { expect, test } from 'vitest'
import { asRead } from '../../../server/suites/content/text/index.ts'

test('words that are missing are told as they are read, with an ellipsis for what is still there between them', () => {
  expect(asRead(['since', '2015'], 'Serving Victoria since 2015.')).toBe('since 2015')
  expect(asRead(['Type', 'safe', 'metal'], 'Type-safe roofs of metal')).toBe('Type-safe … metal')
  expect(asRead(['nowhere'], 'Serving Victoria')).toBe('nowhere')
})
