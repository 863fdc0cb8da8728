/** A run of the command that was killed, and the next one; and one that opens its report. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Job } from '../../server/contract.ts'
import { closedPort, commandLine } from './command-line.ts'

const { folder, start, startWith, cli } = commandLine()

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

test('--open hands the report to what opens files on this system, in a folder of its own', {
  timeout: 400_000,
}, async () => {
  const stand = await mkdtemp(join(folder, 'opener-'))
  const note = join(stand, 'opened.txt')
  for (const name of ['xdg-open', 'open'])
    await writeFile(
      join(stand, name),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${note}.part'\nmv '${note}.part' '${note}'\n`,
      {
        mode: 0o755,
      },
    )
  const address = `http://127.0.0.1:${await closedPort()}/`
  const { ended, said } = startWith(
    { PATH: `${stand}:${process.env.PATH}`, TMPDIR: stand },
    ...[address, address, '--allow-same-page', '--open'],
  )
  expect(await ended).toBe(2)
  // TMPDIR is longer here than leaves room for the sockets of a browser.
  expect(said.out).toContain('original_unreachable')
  // Nobody waits for the opener.
  await expect.poll(() => existsSync(note), { timeout: 30_000 }).toBe(true)
  const file = (await readFile(note, 'utf8')).trim()
  expect(file).toMatch(`${stand}/cutover-report-`)
  expect(said.err).toContain(`Kept in ${dirname(file)}:`)
  expect(await readFile(file, 'utf8')).toContain('<h2 id="what-to-do">')
})
