/** Gets what is to be judged: by processes that hold a browser each, side by side. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** One thing to look at. */
export interface Task {
  page: string
  /** Name of the mutation; null for the page as it is. */
  mutation: string | null
  what: 'seen' | 'original' | 'rebuilt' | 'lighthouse'
  /** File that the browser's view of the untouched page is in. */
  seen: string
  /** File that the original's capture is in, which is there before any of the new page. */
  original?: string
  /** Where it goes. */
  file: string
  /** Those of a lower turn are done first. */
  turn: number
}

export type Answer = { done: true } | { done: false; reason: string }

/** Does all tasks in so many processes; each keeps to a page while the turn has something to do on it. */
export async function runTasks(
  tasks: readonly Task[],
  { processes, foreign = '' }: { processes: number; foreign?: string },
  onDone: (task: Task, answer: Answer) => Promise<void> | void,
): Promise<void> {
  const left = tasks.toSorted((a, b) => a.turn - b.turn)
  await Promise.all(Array.from({ length: Math.min(processes, left.length) }, () => work()))

  async function work(): Promise<void> {
    let child: ChildProcess | undefined
    let page = ''
    const next = () => {
      const at = left.findIndex(task => task.page === page && task.turn === left[0]!.turn)
      return left.splice(Math.max(0, at), 1)[0]
    }
    for (let task = next(); task; task = next()) {
      page = task.page
      child ??= fork(join(import.meta.dirname, 'capture-process.ts'), [foreign], { stdio: 'inherit' })
      const answer = await ask(child, task)
      if (child.exitCode !== null || child.signalCode !== null) child = undefined
      await onDone(task, answer)
    }
    child?.disconnect()
  }
}

function ask(child: ChildProcess, task: Task): Promise<Answer> {
  return new Promise(resolve => {
    const ended = (code: number | null) => resolve({ done: false, reason: `the process ended with ${code}` })
    child.once('exit', ended)
    child.once('message', answer => {
      child.off('exit', ended)
      resolve(answer as Answer)
    })
    child.send(task)
  })
}
