/** The command as it is run, each time in a process of its own. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCapture } from '../../server/capture/artifact.ts'
import { Job } from '../../server/contract.ts'
import { commandLine } from './command-line.ts'

const { folder, startWith, cli } = commandLine()

test.concurrent('the sample pair: its three mistakes and nothing else', { timeout: 400_000 }, async () => {
  const out = join(folder, 'kept')
  const { code, out: text, err } = await cli('--json', '--out', out)
  expect(err).toContain('verifying the sample pair')
  const job = Job.strict().parse(JSON.parse(text))
  expect(job.error).toBeUndefined()
  const suites = job.scorecard!.suites
  // How fast the machine is while other tests run is no part of this.
  const others = suites.filter(({ suite }) => suite !== 'perf')
  expect(others.filter(({ pass }) => !pass).map(({ suite }) => suite)).toEqual([
    'content',
    'a11y',
    'functional',
  ])
  const serious = others.flatMap(({ issues }) =>
    issues.filter(({ status, severity }) => status === 'introduced' && severity !== 'minor'),
  )
  expect(serious.map(({ message }) => message)).toEqual([
    expect.stringMatching(/£34\.00.*£43\.00/),
    expect.stringMatching(/picture.*String of hearts/i),
    expect.stringMatching(/Send message.*disabled/),
  ])
  for (const { suite, score, pass } of others) if (pass) expect([suite, score]).toEqual([suite, 100])
  expect(job.scorecard!.gaps).toEqual([])
  expect(code).toBe(1)

  expect(JSON.parse(await readFile(join(out, 'job.json'), 'utf8'))).toEqual(job)
  expect((await loadCapture(join(out, 'rebuilt'))).requestedUrl).toBe(job.new_url)
  const report = await readFile(join(out, 'report.html'), 'utf8')
  expect(report).toContain('src="film/original-1.webp"')
  expect(report.match(/class="cause"/g)).toHaveLength(3)
  expect(await readdir(join(out, 'original'))).toEqual(
    expect.arrayContaining(['375.webp', '768.webp', '1440.webp', 'capture.json']),
  )
  expect(await readdir(join(folder, 'data/verify'))).toEqual([])
  expect(existsSync(join(folder, 'data/artifacts'))).toBe(false)
})

test.concurrent('words that are not understood: which, and the usage; nothing on stdout', async () => {
  const { code, out, err } = await cli('https://a.example', 'b.example', '--json')
  expect(err).toContain('"b.example" has no scheme')
  expect(err).toContain('Usage: npm run verify')
  expect([code, out]).toEqual([2, ''])
})

test.concurrent('a folder that cannot be made is said before anything is done', async () => {
  const { code, err } = await cli('--out', join(import.meta.filename, 'below'))
  expect(err).toMatch(/^--out is ".*below"; it must be a folder/)
  expect(code).toBe(2)
})

test.concurrent('help is what was asked for', async () => {
  expect(await cli('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Exit status'), err: '' })
})

test.concurrent('interrupted: it stops what it started and says so', { tags: 'variant' }, async () => {
  // Beside the sample pair, which has the other one.
  const data = join(folder, 'interrupted')
  const { child, said, ended } = startWith({ CUTOVER_DATA_DIR: data })
  while (!said.err.includes('starting the browser') && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 50))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(said.err).toContain('Interrupted.')
  expect(said.out).toBe('')
  expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false)
})
