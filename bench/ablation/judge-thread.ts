/** Judges captured pairs with judges whose conditions are seen, or one of them forced. */
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { SuiteName } from '../../server/contract.ts'
import { type Condition, withConditions } from './conditions.ts'

export interface Question {
  /** Folder of a captured pair. */
  folder: string
  suite: SuiteName
  forced?: { id: number; to: boolean }
}
export interface Verdict {
  score: number
  pass: boolean
  /** Of what the page is charged with: the severity, and what tells an issue from another one. */
  issues: string[]
  /** Ids of the conditions that were met by true, and by false. */
  outcomes: { true: number[]; false: number[] }
}
export type Answer = { conditions: Condition[] } | { verdict: Verdict } | { error: string }

const ROOT = join(import.meta.dirname, '../..')
const { below } = workerData as { below: string }
const conditions: Condition[] = []
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : ''
    if (!file.startsWith(below) || !loaded.source) return loaded
    const read = withConditions(Buffer.from(loaded.source as Uint8Array).toString(), file, conditions.length)
    conditions.push(...read.conditions)
    return { ...loaded, source: read.code }
  },
})

const outcomes = { true: new Set<number>(), false: new Set<number>() }
let forced: Question['forced']
Object.assign(globalThis, {
  __condition(id: number, value: unknown) {
    if (id === forced?.id) return forced.to
    outcomes[value ? 'true' : 'false'].add(id)
    return value
  },
})

const { loadCapture } = await import('../../server/capture/artifact.ts')
const { scoreSuite } = await import('../../server/scorecard.ts')
const { runSuites } = await import('../../server/suites/core/run.ts')
const { suites } = await import('../../server/suites/index.ts')
answer({ conditions })

function answer(given: Answer): void {
  parentPort!.postMessage(given)
}

parentPort!.on('message', async (question: Question) => {
  try {
    answer({ verdict: await judge(question) })
  } catch (error) {
    answer({ error: (error as Error).message })
  }
})

async function judge({ folder, suite, forced: wanted }: Question): Promise<Verdict> {
  // Read anew each time: judges keep what they found out about a capture.
  const original = await loadCapture(join(folder, 'original'))
  const rebuilt = await loadCapture(join(folder, 'rebuilt'))
  outcomes.true.clear()
  outcomes.false.clear()
  forced = wanted
  const [judged] = runSuites(
    suites.filter(({ name }) => name === suite),
    original,
    rebuilt,
  )
  const { score, pass, issues } = scoreSuite(judged!, 'regressions')
  return {
    score,
    pass,
    issues: issues
      .filter(({ status }) => status === 'introduced')
      .map(({ severity, key, message }) => `${severity}|${key}|${message}`),
    outcomes: { true: [...outcomes.true], false: [...outcomes.false] },
  }
}
