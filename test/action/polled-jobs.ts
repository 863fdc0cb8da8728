/** Servers that are none of ours, or whose job is broken, and that a step does not pass by them. */
import { expect } from 'vitest'
import { answer, type Meddle } from './cutover.ts'
import { scorecard } from './scorecards.ts'
import { stepThrough, world } from './world.ts'

export const through = (meddle: Meddle, inputs?: Record<string, string>) => stepThrough(world, meddle, inputs)

// biome-ignore lint/suspicious/noExplicitAny: the tests break it
export type Break = (job: any) => void

/** A server of which only the polled job is known. */
export const answering = async (change: Break) => {
  const id = 'a'.repeat(27)
  const job = {
    id,
    status: 'completed',
    original_url: 'https://www.example.com/',
    new_url: 'https://pr-1.preview.example.com/',
    progress: { value: 1, phase: 'done' },
    scorecard: scorecard(),
  }
  change(job)
  return through((request, response) =>
    request.method === 'POST'
      ? answer(202, JSON.stringify({ job_id: id, status: 'queued', poll: `/api/v1/jobs/${id}` }))(
          request,
          response,
        )
      : answer(200, JSON.stringify(job))(request, response),
  )
}

/** That what the server says at once ends the step, with these words. */
export async function expectNoServer(
  status: number,
  body: string,
  headers: Record<string, string>,
  words: RegExp,
): Promise<void> {
  const result = await through(answer(status, body, headers))
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([{ name: 'error', text: expect.stringMatching(words) }])
  expect(result.log).not.toMatch(/\n\s+at /)
  expect(result.seen).toHaveLength(1)
}

export async function expectNoPass(change: Break, words: RegExp): Promise<void> {
  const result = await answering(change)
  expect(result.status).toBe(1)
  expect(result.commands).toEqual([{ name: 'error', text: expect.stringMatching(words) }])
  expect(result.outputs['all-pass']).toBe('false')
}
