import { expect, test } from 'vitest'
import { ReadSuite } from '../../action/answers.ts'

const issue = { key: 'seo/title:missing', check: 'seo/title', message: 'The page has no title' }

test('an issue of a server that tells neither rule nor documentation is read', () => {
  const suite = ReadSuite.parse({
    suite: 'seo',
    score: 79,
    target: 80,
    pass: false,
    checks: [],
    issues: [issue],
  })
  expect(suite.issues).toMatchObject([{ ...issue, rule: '', help_url: '', severity: 'moderate' }])
})
