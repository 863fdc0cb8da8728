import { expect, test } from 'vitest'
import { type Log, withFields } from '../../server/jobs/log.ts'

test('every line has the shared fields, and its own win', () => {
  const lines: unknown[] = []
  const line = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message])
  const log: Log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  const shared = withFields(withFields(log, { job: 'a', attempt: 1 }), { attempt: 2 })
  shared.debug({}, 'one')
  shared.info({ seconds: 3 }, 'two')
  shared.warn({ job: 'b' }, 'three')
  shared.error({}, 'four')
  expect(lines).toEqual([
    ['debug', { job: 'a', attempt: 2 }, 'one'],
    ['info', { job: 'a', attempt: 2, seconds: 3 }, 'two'],
    ['warn', { job: 'b', attempt: 2 }, 'three'],
    ['error', { job: 'a', attempt: 2 }, 'four'],
  ])
})
