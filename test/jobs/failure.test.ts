import { expect, test } from 'vitest'
import { failureProblem } from '../../server/jobs/failure.ts'

test.each(['original_http_error', 'new_http_error'] as const)(
  'the title of %s fits a redirect as well',
  code => {
    const detail = 'https://new.example/ led to https://old.example/'
    expect(failureProblem({ code, detail }).title).toMatch(/ address does not show its own page$/)
  },
)
