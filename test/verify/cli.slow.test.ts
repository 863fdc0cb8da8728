/** A run of the command that was killed, and the next one. */
import { mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Job } from '../../server/contract.ts'
import { closedPort, commandLine } from './command-line.ts'

const { folder, start, cli } = commandLine()

test('what a killed run has left is deleted by the next one, of a page that is not there: a failed job, exit 2', {
  timeout: 400_000,
}, async () => {
  const { child, said, ended } = start()
  while (!said.err.includes('capturing both pages') && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 50))
  child.kill('SIGKILL')
  await ended
  const verify = join(folder, 'data/verify')
  const temporary = async () =>
    (await readdir(tmpdir())).filter(name => name.startsWith(`cutover-scan-${child.pid}-`))
  expect(await temporary()).not.toEqual([])
  // Where it had captured both pages.
  await mkdir(join(verify, `verify_${child.pid}_0123abcd/artifacts`), { recursive: true })
  const address = `http://127.0.0.1:${await closedPort()}/`
  const { code, out, err } = await cli(address, address, '--allow-same-page', '--json', '--page-name', 'Gone')
  expect([await readdir(verify), await temporary()]).toEqual([[], []])
  expect(Job.strict().parse(JSON.parse(out))).toMatchObject({
    status: 'failed',
    original_url: address,
    error: { code: 'original_unreachable' },
  })
  expect(err).toContain('starting the browser')
  expect(code).toBe(2)
})
