import { expect, test } from 'vitest'
import { LIMITS, Submission } from '../server/contract.ts'

test('a shop may drop as many products as a body names', () => {
  const accept = Array.from({ length: 500 }, (_, at) => ({
    key: `catalog/lost:/product/linen-shirt-long-sleeves-${at}/`,
    reason: 'It is sold no more.',
  }))
  const submission = { original_url: 'https://a.example/', new_url: 'https://b.example/', accept }
  expect(Submission.safeParse(submission).success).toBe(true)
  expect(JSON.stringify(submission).length).toBeLessThan(LIMITS.body)
})

test.each([
  ['https://example.com/a#prices', 'https://example.com/a'],
  ['https://example.com/a#', 'https://example.com/a'],
  ['https://example.com/a#access_token=1', 'https://example.com/a'],
  ['https://example.com/#/about', 'https://example.com/#/about'],
  ['https://example.com/#!/about', 'https://example.com/#!/about'],
])('of the fragment of %s only a route is kept', (new_url, kept) => {
  const submission = Submission.parse({ original_url: 'https://example.com/', new_url })
  expect(submission.new_url).toBe(kept)
})
