import { expect, onTestFinished, test, vi } from 'vitest'
import { ReadJob } from '../../action/answers.ts'
import { openServer } from '../../action/client/ask.ts'
import { Absent, type Client, Trouble } from '../../action/client/index.ts'
import type { Happening } from '../../action/event.ts'
import { Failure } from '../../action/failure.ts'
import { openJobs } from '../../action/jobs.ts'
import { idempotencyKey, verify } from '../../action/wait.ts'
import { Submission } from '../../server/contract.ts'
import { scorecard } from './scorecards.ts'

const submission = (more: object = {}) =>
  Submission.parse({ original_url: 'https://www.example.com/', new_url: 'https://p.example.com/', ...more })
const pages = (...names: string[]) => names.map(name => ({ name, key: name, submission: submission() }))
const job = (status: string) =>
  ReadJob.parse({
    id: 'x',
    status,
    original_url: '',
    new_url: '',
    ...(status === 'completed' && { scorecard: scorecard() }),
  })

/** A server by its two answers, and what it was asked. */
function server(answers: Partial<Client>) {
  const asked: string[] = []
  const client: Client = {
    submit: async (...given) => {
      asked.push(`submit ${given[1]}`)
      return answers.submit?.(...given) ?? given[1]
    },
    poll: async id => {
      asked.push(`poll ${id}`)
      return answers.poll?.(id) ?? job('completed')
    },
    cancel: async id => {
      asked.push(`cancel ${id}`)
      await answers.cancel?.(id)
    },
  }
  return { client, open: openJobs(client), asked }
}
const within = (milliseconds: number, pollMs: number) => ({
  deadline: performance.now() + milliseconds,
  pollMs,
  limit: 'the test',
})

test('a job that ends between the last look and the timeout is looked at once more', async () => {
  const { client, open, asked } = server({})
  const [page] = await verify(pages('a'), { client, open, ...within(200, 60_000) })
  expect(page).toMatchObject({ reason: null, job: { status: 'completed' } })
  expect(asked).toEqual(['submit a', 'poll a'])
})

test('a job that has not ended by then is timed out, and cancelled', async () => {
  const { client, open, asked } = server({ poll: async () => job('running') })
  const [page] = await verify(pages('a'), { client, open, ...within(200, 60_000) })
  expect(page).toMatchObject({ job: null, reason: expect.stringMatching(/^Not finished within the timeout/) })
  expect(asked).toEqual(['submit a', 'poll a', 'cancel a'])
})

test('after the timeout nothing is submitted any more, and what was submitted before still counts', async () => {
  const { client, open, asked } = server({
    submit: async (_, key) => (key === 'b' ? new Promise<string>(() => {}) : key),
  })
  const [a, b, c] = await verify(pages('a', 'b', 'c'), { client, open, ...within(200, 100) })
  expect(a).toMatchObject({ reason: null, job: { status: 'completed' } })
  expect([b!.reason, c!.reason]).toEqual([
    expect.stringMatching(/timeout of the test: no answer/),
    expect.stringMatching(/timeout of the test: no time was left/),
  ])
  expect(asked).toEqual(['submit a', 'submit b', 'poll a'])
})

test('jobs are cancelled when the server takes no more, one whose answer is on its way as well', async () => {
  let answerLate = (_id: string) => {}
  const { client, open, asked } = server({
    submit: async (_, key) => {
      if (key === 'c') throw new Failure('the key is not known any more')
      return key === 'b' ? new Promise(resolve => (answerLate = resolve)) : key
    },
  })
  await open.submit(submission(), 'a')
  const late = open.submit(submission(), 'b')
  const cancelled = open.cancel()
  answerLate('b')
  await Promise.all([late, cancelled])
  expect(asked.slice(-2).sort()).toEqual(['cancel a', 'cancel b'])
  await expect(verify(pages('d', 'c'), { client, open, ...within(10_000, 100) })).rejects.toThrow('the key')
  expect(asked.at(-1)).toBe('cancel d')
  await open.cancel()
  expect(asked.at(-1)).toBe('cancel d')
})

test('jobs that nobody wants any more as soon as they are known are cancelled', async () => {
  let over = false
  const { client, open, asked } = server({
    poll: async () => job(over ? 'failed' : 'running'),
    cancel: async () => {
      over = true
    },
  })
  const told: string[][] = []
  const submitted = async (jobs: string[]) => {
    told.push(jobs)
    return false
  }
  const [page] = await verify(pages('a', 'b'), { client, open, submitted, ...within(20_000, 100) })
  expect(told).toEqual([['a', 'b']])
  expect(asked).toEqual(expect.arrayContaining(['cancel a', 'cancel b']))
  expect(page!.job!.status).toBe('failed')
})

test('a server that does not take the cancel does not keep the step', async () => {
  const { client, open, asked } = server({
    poll: async () => job('running'),
    cancel: async () => {
      throw new Trouble('https://c.example.com answers 500')
    },
  })
  const [page] = await verify(pages('a'), { client, open, ...within(200, 60_000) })
  expect(page!.reason).toMatch(/^Not finished/)
  expect(asked.at(-1)).toBe('cancel a')
})

test('a Retry-After behind the timeout is not waited for', async () => {
  const started = performance.now()
  const { client, open, asked } = server({
    submit: async () => {
      throw new Trouble('https://c.example.com answers 429', 3_600_000)
    },
  })
  const [page] = await verify(pages('a'), { client, open, ...within(600_000, 100) })
  expect(page!.reason).toMatch(/answers 429, and wants to be asked again in 3600 s only\.$/)
  expect(asked).toEqual(['submit a'])
  // Far from the ten minutes that there were.
  expect(performance.now() - started).toBeLessThan(60_000)
})

test('the Idempotency-Key tells apart all that is submitted, and holds nothing that could be guessed', () => {
  const happening = {
    run: { id: 1, attempt: 1, job: 'check', url: '' },
    repository: { owner: 'octo', repo: 'shop' },
  } as Happening
  const keyOf = (more: object, apiKey = 'k'.repeat(40)) =>
    idempotencyKey(happening, { apiKey, commentKey: 'default' }, submission(more), '')
  const keys = [
    keyOf({}),
    keyOf({ policy: 'absolute' }),
    keyOf({ ignore: ['.clock'] }),
    keyOf({ storefront_password: 'a' }),
    keyOf({ new_headers: { 'accept-language': 'de' } }),
    keyOf({ new_headers: { 'accept-language': 'fr' } }),
    keyOf({ storefront_password: 'a' }, 'another key'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf({})).toBe(keys[0])
})

test('where nobody listens, nobody is there', async () => {
  const nobody = openServer('http://127.0.0.1:9', text => text)
  await expect(nobody.ask('GET', 'jobs/x', {})).rejects.toBeInstanceOf(Absent)
  nobody.close()
})

test('a server that is not there is waited for as long as a restart takes, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const absent = new Absent('no answer from https://c.example.com: ENOTFOUND')
  const never = server({
    submit: async () => {
      throw absent
    },
  })
  const end = verify(pages('a'), { client: never.client, open: never.open, ...within(900_000, 100) })
  const told = end.then(
    () => 'verified',
    error => String(error.message),
  )
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await Promise.race([told, 'still waiting'])).toMatch(/ENOTFOUND, for 60 s\. Check server-url, and/)

  const since = performance.now()
  const restarting = server({
    poll: async () => {
      if (performance.now() - since < 50_000) throw absent
      return job('completed')
    },
  })
  const back = verify(pages('a'), {
    client: restarting.client,
    open: restarting.open,
    ...within(900_000, 100),
  })
  await vi.advanceTimersByTimeAsync(100_000)
  expect((await back)[0]).toMatchObject({ reason: null, job: { status: 'completed' } })
})
