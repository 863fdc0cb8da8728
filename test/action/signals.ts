/** A step whose runner ends it by a signal while the server works. */
import { expect } from 'vitest'
import { world } from './world.ts'

export async function expectStopped(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  world.cutover.script = () => null
  let sent = 0
  const result = await world.step(
    {},
    {
      onStart: child => {
        child.stdout!.on('data', text => {
          if (!String(text).includes('submitted as job')) return
          sent = performance.now()
          child.kill(signal)
        })
      },
    },
  )
  expect(sent).toBeGreaterThan(0)
  expect(result.status).toBe(signal === 'SIGINT' ? 130 : 143)
  expect(result.log).toContain(`cancelled by ${signal}`)
  expect(result.summary).toBe('')
  expect((await world.github.comments()).map(({ body }) => body)).toEqual([
    expect.stringContaining('The run was cancelled.'),
  ])
  const { id } = (await world.cutover.submissions()).at(-1)!
  const job = await fetch(`${world.cutover.url}/api/v1/jobs/${id}`).then(answer => answer.json())
  expect(job).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
}
