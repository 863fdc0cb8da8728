import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Assessment } from './assess.ts'
import type { Case } from './plan.ts'

/** Judges all cases in `threads` threads; the answers in the order of the cases. */
export async function judgeAll(cases: readonly Case[], threads: number): Promise<Assessment[]> {
  const answers: Assessment[] = []
  let next = 0
  await Promise.all(Array.from({ length: Math.min(threads, cases.length) }, work))
  return answers

  async function work(): Promise<void> {
    const thread = new Worker(join(import.meta.dirname, 'judge-thread.ts'))
    try {
      while (next < cases.length) {
        const at = next++
        answers[at] = await ask(thread, cases[at]!)
      }
    } finally {
      await thread.terminate()
    }
  }
}

function ask(thread: Worker, of: Case): Promise<Assessment> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', answer => {
      thread.off('error', reject)
      resolve(answer as Assessment)
    })
    thread.postMessage(of)
  })
}
