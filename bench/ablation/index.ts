/**
 * What each condition of a suite's judges is worth: it is forced to the outcome that most captured pairs see, and those that
 * see the other one are judged again. A condition without which no issue changes has no page that needs it.
 */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { STORE_SUITES, suites } from '../../server/suites/index.ts'
import { printable } from '../../server/verify/printable.ts'
import { readLabels } from '../field/labels.ts'
import type { Condition } from './conditions.ts'
import type { Answer, Question, Verdict } from './judge-thread.ts'

const USAGE =
  'npm run bench -- ablation --suite NAME --captures DIR [--captures DIR …] [--below server/suites/NAME/forms] [--most PAIRS]'
/** A forced condition may make a loop that does not end. */
const MAX_MS = 20_000
const LABELS = join(import.meta.dirname, '../field/labels')

type Effect = 'nothing' | 'lesser issues' | 'grave issues' | 'fails'

export async function run(args: string[]): Promise<void> {
  const { suite, captures, below, most } = readOptions(args)
  const folders = (await Promise.all(captures.map(pairsBelow))).flat()
  const { byPair } = await readLabels(LABELS, new Set(folders.map(({ pair }) => pair)))
  const judges = new Judges(below)
  const pairs: { pair: string; folder: string; verdict: Verdict }[] = []
  for (const one of folders) {
    const verdict = await judges.ask({ folder: one.folder, suite })
    if (typeof verdict === 'string') console.log(printable(`LEFT OUT ${one.pair}: ${verdict}`))
    else pairs.push({ ...one, verdict })
  }
  const conditions = await judges.conditions
  const totals = {
    'one outcome only': 0,
    'more pairs than asked for': 0,
    nothing: 0,
    'lesser issues': 0,
    'grave issues': 0,
    fails: 0,
  }
  for (const [id, condition] of conditions.entries()) {
    const met = (outcome: 'true' | 'false') =>
      pairs.filter(({ verdict }) => verdict.outcomes[outcome].includes(id))
    const [whenTrue, whenFalse] = [met('true'), met('false')]
    const to = whenTrue.length > whenFalse.length
    const others = to ? whenFalse : whenTrue
    if (!others.length || others.length > most) {
      totals[others.length ? 'more pairs than asked for' : 'one outcome only']++
      if (!others.length)
        console.log(line(condition, whenTrue.length || whenFalse.length ? `always ${to}` : 'never asked'))
      continue
    }
    let effect: Effect = 'nothing'
    const turned: string[] = []
    for (const { pair, folder, verdict } of others) {
      const now = await judges.ask({ folder, suite, forced: { id, to } })
      effect = worse(effect, effectOf(verdict, now))
      if (typeof now !== 'string' && now.pass !== verdict.pass) {
        const said = byPair.get(pair)?.[0]?.suites[suite]
        turned.push(`${pair} ${now.pass ? 'passes' : 'fails'} then${said ? `, readers say ${said}` : ''}`)
      }
    }
    totals[effect]++
    if (effect === 'nothing' || turned.length)
      console.log(line(condition, `forced ${to} on ${others.length}: ${[effect, ...turned].join('; ')}`))
  }
  await judges.end()
  console.log(`\n${suite}, ${pairs.length} pairs, ${conditions.length} conditions\n`)
  for (const [name, count] of Object.entries(totals)) console.log(`${name.padEnd(28)}${count}`)
}

const line = ({ file, line: at, within, text }: Condition, says: string) =>
  printable(`${file}:${at} ${within}: ${text} | ${says}`)

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      suite: { type: 'string', default: '' },
      captures: { type: 'string', multiple: true, default: ['.data/bench/field'] },
      below: { type: 'string' },
      most: { type: 'string', default: '8' },
    },
  })
  const names = suites.map(({ name }) => name).filter(name => name !== 'perf' && !STORE_SUITES.has(name))
  const suite = names.find(name => name === values.suite)
  if (!suite) throw new Error(`--suite ${values.suite} is none of ${names.join(', ')}: ${USAGE}`)
  const most = Number(values.most)
  if (!Number.isInteger(most) || most < 1)
    throw new Error(`--most ${values.most} is no whole number from 1 on: ${USAGE}`)
  return { suite, captures: values.captures, below: values.below ?? `server/suites/${suite}/`, most }
}

async function pairsBelow(folder: string): Promise<{ pair: string; folder: string }[]> {
  const files = await readdir(folder, { recursive: true })
  return files
    .filter(file => file.endsWith('sources.json'))
    .toSorted()
    .map(file => ({ pair: dirname(file), folder: join(folder, dirname(file)) }))
}

const EFFECTS: readonly Effect[] = ['nothing', 'lesser issues', 'grave issues', 'fails']
const worse = (a: Effect, b: Effect) => (EFFECTS.indexOf(a) > EFFECTS.indexOf(b) ? a : b)

function effectOf(was: Verdict, now: Verdict | string): Effect {
  if (typeof now === 'string') return 'fails'
  const [before, after] = [new Set(was.issues), new Set(now.issues)]
  const changed = [
    ...was.issues.filter(issue => !after.has(issue)),
    ...now.issues.filter(issue => !before.has(issue)),
  ]
  if (changed.some(issue => issue.startsWith('critical') || issue.startsWith('serious')))
    return 'grave issues'
  return changed.length ? 'lesser issues' : 'nothing'
}

/** One thread with judges, begun again when they do not come back. */
class Judges {
  readonly conditions: Promise<Condition[]>
  #below: string
  #worker: Worker

  constructor(below: string) {
    this.#below = below
    this.#worker = this.#begin()
    this.conditions = this.#next().then(answer => ('conditions' in answer ? answer.conditions : []))
  }

  #begin(): Worker {
    return new Worker(new URL('judge-thread.ts', import.meta.url), { workerData: { below: this.#below } })
  }

  #next(): Promise<Answer> {
    return once(this.#worker, 'message').then(([answer]) => answer as Answer)
  }

  /** What the judges say, or why they say nothing. */
  async ask(question: Question): Promise<Verdict | string> {
    await this.conditions
    const answered = this.#next()
    this.#worker.postMessage(question)
    const timer = Promise.withResolvers<undefined>()
    const clock = setTimeout(timer.resolve, MAX_MS, undefined)
    const answer = await Promise.race([answered, timer.promise])
    clearTimeout(clock)
    if (!answer) {
      await this.end()
      this.#worker = this.#begin()
      await this.#next()
      return `no verdict within ${MAX_MS / 1000} s`
    }
    return 'verdict' in answer ? answer.verdict : 'error' in answer ? answer.error : 'no verdict'
  }

  async end(): Promise<void> {
    this.#worker.removeAllListeners()
    await this.#worker.terminate()
  }
}
