/**
 * The comment while a run is under way. It says so, that an old verdict never stands for a new commit, and holds the
 * run's jobs, that a newer commit can cancel them.
 */
import type { Client } from './client/index.ts'
import { marker } from './comment.ts'
import type { Happening } from './event.ts'
import { type GitHub, statusOf } from './github.ts'
import { type History, historyComment, isOtherCommit, pendingHistory, readHistory } from './history.ts'
import type { Inputs } from './inputs/index.ts'
import { log } from './log.ts'
import { code, link, prose } from './markdown.ts'
import { findSticky, isLater, putSticky, runOf } from './sticky.ts'

export interface Pending {
  /** Of the comment; null where there is none. */
  id: number | null
  /** Notes the jobs of this run. @returns false when a newer commit has taken over meanwhile, and nobody wants them */
  note(jobs: string[]): Promise<boolean>
  /** Says that nothing was verified, and why. */
  end(reason: string): Promise<void>
}

const NONE: Pending = { id: null, note: async () => true, end: async () => {} }

/** Never throws: a comment is not worth a failed check. What is wrong with it is told at the end. */
export async function beginComment(
  { comment, commentKey: key }: Pick<Inputs, 'comment' | 'commentKey'>,
  happening: Happening,
  github: GitHub | null,
  cancel: Client['cancel'],
): Promise<Pending> {
  const { sha, head, run, name } = happening
  if (!comment || !github || !sha) return NONE
  // What a merge queue makes of a pull request is no newer commit of it.
  const commit = name === 'merge_group' ? '' : sha
  return (await quietly(begin)) ?? NONE

  async function begin(): Promise<Pending> {
    const pull = happening.pull ?? (await github!.pullOf(sha, head))?.number
    if (pull === undefined) return NONE
    const found = await findSticky(github!, pull, key)
    if (found && isLater(found, run.id)) return NONE
    const last = found && readHistory(found.body)
    if (last && isOtherCommit(last, commit)) await cancelAll(last.jobs ?? [], cancel)
    const text = (jobs: string[]) =>
      body(key, pendingHistory(last, run.id, commit, jobs), [
        '### ⏳ The new page is being compared with the original',
        `${link('A run', run.url)} for commit ${code(sha.slice(0, 7))} is under way; its verdict will stand here.`,
      ])
    const id = await putSticky(github!, { pull, key, run: run.id }, () => text([]), found)
    if (id === null) return NONE
    // One after the other: what is said last must not be overtaken by an edit that is on its way.
    let before: Promise<unknown> = Promise.resolve()
    const then = <T>(act: () => Promise<T>): Promise<T | null> => {
      const done = before.then(() => quietly(act))
      before = done
      return done
    }
    return {
      id,
      note: async jobs => (await then(() => note(id, jobs, text(jobs)))) ?? true,
      async end(reason) {
        const history = { run: run.id, pages: last?.pages ?? {}, issues: last?.issues }
        const words = body(key, history, ['### ⚠️ Not verified', prose(reason, 1000)])
        await then(() => replace(id, words))
      },
    }
  }

  async function note(id: number, jobs: string[], text: string): Promise<boolean> {
    const now = await github!.comment(id)
    const history = now && readHistory(now.body)
    if (now && history && isLater(now, run.id)) return !isOtherCommit(history, commit)
    if (now && runOf(now) === run.id && jobs.length) await github!.updateComment(id, text)
    return true
  }

  async function replace(id: number, text: string): Promise<void> {
    const now = await github!.comment(id)
    if (now && runOf(now) === run.id) await github!.updateComment(id, text)
  }
}

async function cancelAll(jobs: string[], cancel: Client['cancel']): Promise<void> {
  const answers = await Promise.allSettled(jobs.map(id => cancel(id)))
  for (const [index, { status }] of answers.entries())
    if (status === 'fulfilled') log.info(`cancelled job ${jobs[index]} of an older commit`)
}

const body = (key: string, history: History, parts: string[]) =>
  [`${marker(key)}\n${historyComment(history)}`, ...parts].join('\n\n')

async function quietly<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    log.info(`the comment could not be written for now (${statusOf(error) ?? 'no answer'})`)
    return null
  }
}
