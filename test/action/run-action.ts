/** The Action as GitHub runs it: `node dist/index.js`, inputs and event by environment and files, results by files. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from './github.ts'

const ROOT = join(import.meta.dirname, '../..')
export const ENTRY = join(ROOT, 'dist/index.js')

export interface Step {
  inputs: Record<string, string>
  event?: { name: string; payload: object }
  /** GITHUB_API_URL. */
  github?: string
  sha?: string
  runId?: number
  environment?: Record<string, string>
  onStart?: (child: ChildProcess) => void
}

export interface StepResult {
  status: number | null
  /** Standard output and error, as the runner reads them. */
  log: string
  /** Workflow commands that the runner would obey, by name, except masks. */
  commands: { name: string; text: string }[]
  /** Of its annotations. */
  titles: string[]
  masks: string[]
  outputs: Record<string, string>
  summary: string
}

export async function runStep(step: Step): Promise<StepResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-action-'))
  try {
    const file = async (name: string, text = '') => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const { name, payload } = step.event ?? { name: 'workflow_dispatch', payload: {} }
    const child = spawn(process.execPath, [ENTRY], {
      env: {
        PATH: process.env.PATH,
        GITHUB_ACTIONS: 'true',
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_EVENT_NAME: name,
        GITHUB_EVENT_PATH: await file('event.json', JSON.stringify(payload)),
        GITHUB_SHA: step.sha ?? '0123456789abcdef0123456789abcdef01234567',
        GITHUB_REF: 'refs/heads/main',
        GITHUB_WORKFLOW: 'preview',
        GITHUB_ACTOR: 'octo',
        GITHUB_JOB: 'cutover',
        GITHUB_RUN_ID: String(step.runId ?? 1000),
        GITHUB_RUN_ATTEMPT: '1',
        GITHUB_RUN_NUMBER: '1',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_API_URL: step.github ?? 'http://127.0.0.1:9',
        GITHUB_OUTPUT: await file('output'),
        GITHUB_STEP_SUMMARY: await file('summary.md'),
        ...Object.fromEntries(
          Object.entries(step.inputs).map(([input, value]) => [`INPUT_${input.toUpperCase()}`, value]),
        ),
        ...step.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    step.onStart?.(child)
    let log = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', text => (log += text))
    const status = await new Promise<number | null>(resolve => child.on('close', resolve))
    return {
      status,
      log,
      ...commandsIn(log),
      outputs: outputsIn(await readFile(join(folder, 'output'), 'utf8')),
      summary: await readFile(join(folder, 'summary.md'), 'utf8'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** As the runner finds them: `::name …::text` at the start of a line, `##[name]text` anywhere in it. */
function commandsIn(log: string): Pick<StepResult, 'commands' | 'titles' | 'masks'> {
  const all = log.split(/\r?\n|\r/).flatMap(line => {
    const [, name = '', text = ''] =
      /^\s*::([a-z-]+)(?: [^:]*)?::(.*)$/i.exec(line) ?? /##\[([a-z-]+)[^\]]*\](.*)$/i.exec(line) ?? []
    const decoded = text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
    return name ? [{ name, text: decoded }] : []
  })
  return {
    titles: [...log.matchAll(/^::\w+ title=([^:]*)::/gm)].map(([, title]) => title!.replaceAll('%3A', ':')),
    commands: all.filter(({ name }) => name !== 'add-mask'),
    masks: all.filter(({ name }) => name === 'add-mask').map(({ text }) => text),
  }
}

/** The runner's format: `name<<delimiter`, lines, `delimiter`. Anything else in the file is an error. */
function outputsIn(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split('\n')
  while (lines.length > 1) {
    const [, name, delimiter] = /^([\w-]+)<<(\S+)$/.exec(lines.shift()!) ?? []
    if (!name || !delimiter) throw new Error('the output file is not of the runner’s format')
    const end = lines.indexOf(delimiter)
    if (end < 0) throw new Error(`the output ${name} does not end`)
    outputs[name] = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n')
  }
  return outputs
}
