import { expect, test } from 'vitest'
import { redactor } from '../../server/lib/redact.ts'
import { OURS } from '../../server/worker/run-scan.ts'
import { submission } from '../jobs/test-queue.ts'

test('what a page says loses the secrets, what we say of a rule stays', () => {
  const redact = redactor(submission({ storefront_password: 'title' }))
  const issue = {
    ...{ check: 'seo/title', rule: 'seo/title/missing', help_url: '/docs/checks/seo#title-missing' },
    message: 'It was "title"',
  }
  expect(redact.deep(issue, OURS)).toEqual({ ...issue, message: 'It was "[secret]"' })
})
