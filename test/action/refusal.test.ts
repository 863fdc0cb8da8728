import { expect, test } from 'vitest'
import { submissionError } from '../../action/client/errors.ts'
import { selectorProblem } from '../../server/lib/selector.ts'

const refused = (pointer: string, detail: string) =>
  submissionError('https://cutover.example.com', {
    status: 422,
    after: null,
    location: '',
    type: 'application/problem+json',
    json: {
      code: 'invalid_fields',
      detail: 'Fields of this request are not valid; see errors.',
      errors: [{ pointer, detail }],
    },
  }).message

test('a selector that the server refuses is named by the input it stands in', () => {
  expect(refused('/ignore/1', `".promo[" ${selectorProblem('.promo[')}`)).toBe(
    'The server refuses this submission (invalid_fields): Fields of this request are not valid; see errors. ' +
      'ignore: ".promo[" is not a CSS selector: it ends too soon',
  )
})

test('a header is named by itself', () => {
  expect(refused('/new_headers/X-Key', 'must be at most 4096 characters')).toContain(
    ' new-headers X-Key: must be at most 4096 characters',
  )
})

test('the server names its fields, the step its inputs; what is quoted is not touched', () => {
  expect(refused('/new_url', 'is the address of the original; or set allow_same_page to true')).toMatch(
    / new-url: is the address of the original; or set allow-same-page to true$/,
  )
  expect(refused('/ignore/0', '".new_url" is none; see new_headers')).toMatch(
    /"\.new_url" is none; see new-headers$/,
  )
})
