/**
 * The size of the bundle; from the start of the Action's process to what it says of a wrong input, and to the answer of
 * its submission, beside the start of a Node process that does nothing in the same run; and what is left of runs that
 * overtake each other in a long conversation.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { races } from '../test/action/race.ts'

const ENTRY = join(import.meta.dirname, '../dist/index.js')
const JOB = 'a'.repeat(27)

export async function run([rounds = '20', talk = '500']: string[]): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(202, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ job_id: JOB, status: 'queued', poll: `/api/v1/jobs/${JOB}` }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const folder = await mkdtemp(join(tmpdir(), 'cutover-bench-'))
  await writeFile(join(folder, 'event.json'), '{}')
  const environment = {
    PATH: process.env.PATH,
    GITHUB_REPOSITORY: 'octo/shop',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_SHA: '0'.repeat(40),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    'INPUT_SERVER-URL': `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'INPUT_API-KEY': 'key-of-the-bench',
    'INPUT_ORIGINAL-URL': 'https://www.example.com/',
    'INPUT_NEW-URL': 'https://preview.example.com/',
    'INPUT_GITHUB-TOKEN': 'token-of-the-bench',
  }
  const [wrong, ours, idle]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < Number(rounds); round++) {
    wrong.push(
      await until(['original-url: is required', ENTRY], { ...environment, 'INPUT_ORIGINAL-URL': '' }),
    )
    ours.push(await until(['submitted as job', ENTRY], environment))
    idle.push(await until(['ready', '-e', 'console.log("ready")'], environment))
  }
  const { size } = await stat(ENTRY)
  console.log(`dist/index.js: ${(size / 1e6).toFixed(2)} MB (goal: under 1.00)`)
  console.log(`start to the error of a wrong input: ${told(wrong)} (goal: median under 300 ms)`)
  console.log(`start to the submission's answer: ${told(ours)} (goal: median under 500 ms)`)
  console.log(
    `start of an idle Node: ${told(idle)}, ratios of the medians ${(median(wrong) / median(idle)).toFixed(1)} and ${(median(ours) / median(idle)).toFixed(1)}`,
  )
  await rm(folder, { recursive: true, force: true })
  server.close()
  server.closeAllConnections()
  const ended = await races(Number(rounds), Number(talk))
  const count = (is: (race: (typeof ended)[number]) => boolean) => ended.filter(is).length
  console.log(
    `two runs at once, ${ended.length} times, beside ${talk} comments: one comment ${count(({ comments }) => comments === 1)} times, the newest verdict ${count(({ newest }) => newest)} times; ${told(ended.map(({ milliseconds }) => milliseconds))}`,
  )
}

/** Milliseconds from the start of `node ...args` until it prints `text`; then it is stopped. */
async function until([text, ...args]: [string, ...string[]], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const printed = await new Promise<number>((resolve, reject) => {
    let log = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      log += part
      if (log.includes(text)) resolve(performance.now() - started)
    })
    child.on('close', () => reject(new Error(`never printed "${text}":\n${log}`)))
  })
  const closed = new Promise(resolve => child.on('close', resolve))
  child.kill('SIGKILL')
  await closed
  return printed
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

function told(values: number[]): string {
  const ms = (value: number) => `${Math.round(value)} ms`
  return `median ${ms(median(values))} of ${values.length} (${ms(Math.min(...values))} to ${ms(Math.max(...values))})`
}
