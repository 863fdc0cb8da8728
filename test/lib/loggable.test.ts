import { expect, test } from 'vitest'
import { loggable } from '../../server/lib/loggable.ts'

test('fields that are not on the list are left out, and named', () => {
  const fields = {
    job: 'a',
    attempt: 2,
    submission: { storefront_password: 'canary' },
    authorization: 'canary',
  }
  expect(loggable(fields)).toEqual({ job: 'a', attempt: 2, leftOut: ['submission', 'authorization'] })
})

test('objects within fields are left out as well', () => {
  expect(loggable({ reason: { password: 'canary' }, jobs: ['a', { b: 'canary' }] })).toEqual({
    reason: 'object',
    jobs: ['a', 'object'],
  })
})

test('of errors only what they are and where', () => {
  const cause = Object.assign(new Error('cause'), { headers: { authorization: 'canary' } })
  const error = Object.assign(new Error('failed', { cause }), {
    code: '23505',
    detail: 'Key (email)=(canary) already exists.',
    parameters: ['canary'],
  })
  const { err } = loggable({ err: error }) as { err: Record<string, unknown> }
  expect(err).toMatchObject({ type: 'Error', message: 'failed', code: '23505', cause: { message: 'cause' } })
  expect(Object.keys(err).sort()).toEqual(['cause', 'code', 'message', 'stack', 'type'])
  expect(JSON.stringify(err)).not.toContain('canary')
})

test('addresses lose their user and their query', () => {
  const text =
    'GET https://user:canary@a.example.com:8443/path/x.js?token=canary#canary failed; see "http://b.test/?q=canary".'
  expect(loggable({ reason: text, err: new Error(text) })).toMatchObject({
    reason: 'GET https://a.example.com:8443/path/x.js failed; see "http://b.test/".',
    err: { message: expect.not.stringContaining('canary'), stack: expect.not.stringContaining('canary') },
  })
})
