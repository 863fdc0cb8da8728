import { expect, test } from 'vitest'
import { Submission } from '../server/contract.ts'

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
