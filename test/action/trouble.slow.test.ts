/** A server that never answers, one that says when to ask again, and another signal than trouble.e2e.test.ts has. */
import { expect, test } from 'vitest'
import { answer, type Meddle } from './cutover.ts'
import { scorecard } from './scorecards.ts'
import { expectStopped } from './signals.ts'
import { openWorld, stepThrough, world } from './world.ts'

openWorld(() => scorecard())

const through = (meddle: Meddle, inputs?: Record<string, string>) => stepThrough(world, meddle, inputs)

test('Retry-After is honoured', async () => {
  let posts = 0
  const result = await through((request, response) => {
    if (request.method !== 'POST') return false
    return ++posts === 1 ? answer(429, '', { 'retry-after': '3' })(request, response) : false
  })
  expect(result.status).toBe(0)
  // The first wait of our own is about one second.
  expect(result.log).toContain('answers 429; asking again in 3 s')
})

test('a server that never answers ends at the timeout', async () => {
  const result = await through(() => true, { timeout: '3s' })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(/Not finished within the timeout of 3 s: no answer/)
})

test('SIGINT stops at once, and the job on the server', () => expectStopped('SIGINT'))
