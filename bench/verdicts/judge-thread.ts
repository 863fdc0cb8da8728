/** Judges captured pairs in a thread of its own. */
import { parentPort } from 'node:worker_threads'
import type { Capture } from '../../server/capture/artifact.ts'
import type { LighthouseRun } from '../../server/capture/lighthouse.ts'
import { judge } from '../../server/scan/judge.ts'
import { measured } from '../../test/measured.ts'
import { type Assessment, assess } from './assess.ts'
import type { Case } from './plan.ts'
import { readPacked } from './store.ts'

let original: { file: string; capture: Capture } | undefined

parentPort!.on('message', async (of: Case) => {
  parentPort!.postMessage(await verdict(of))
})

async function verdict(of: Case): Promise<Assessment> {
  if (original?.file !== of.original)
    original = { file: of.original, capture: await readPacked<Capture>(of.original) }
  const rebuilt = await readPacked<Capture>(of.rebuilt)
  const runs =
    of.lighthouse === null
      ? undefined
      : await readPacked<{ original: LighthouseRun[]; rebuilt: LighthouseRun[] }>(of.lighthouse)
  const pair = {
    original: measured(original.capture, runs?.original),
    rebuilt: measured(rebuilt, runs?.rebuilt),
  }
  return assess(of, judge(pair, { policy: 'regressions' }))
}
