/** The one comment of a pull request: found by its marker and its author, edited, never repeated. */
import { sleep } from './backoff.ts'
import { marker } from './comment.ts'
import type { Author, Comment, GitHub } from './github.ts'
import { readHistory } from './history.ts'

/**
 * Ours, or null. A stranger may copy the marker into a comment, but not write in our name.
 * @param self who we are, where that is known already
 */
export async function findSticky(
  github: GitHub,
  pull: number,
  key: string,
  self: Author | null = null,
): Promise<Comment | null> {
  let login: Promise<string | null> | undefined
  for await (const comment of github.comments(pull)) {
    if (!comment.body.startsWith(marker(key))) continue
    if (self) {
      if (comment.author === self.author && comment.isBot === self.isBot) return comment
      continue
    }
    login ??= github.login().catch(() => null)
    if (isOurs(comment, await login)) return comment
  }
  return null
}

function isOurs({ author, isBot }: Comment, login: string | null): boolean {
  if (login === null) return isBot && author === 'github-actions[bot]'
  return bare(author) === bare(login) && (isBot || !login.endsWith('[bot]'))
}

const bare = (login: string) => login.replace(/\[bot\]$/, '').toLowerCase()

export interface Sticky {
  pull: number
  key: string
  /** Id of this run. */
  run: number
}

/**
 * Writes the comment, anew when it was deleted meanwhile. Who we are is known for sure from what we create: of two of
 * our comments the later one gives way to the earlier one, and an older run's words to a newer run's.
 * @param bodyOf the text, given the comment that it replaces
 */
export async function writeSticky(
  github: GitHub,
  sticky: Sticky,
  bodyOf: (before: Comment | null) => string,
  found: Comment | null,
): Promise<void> {
  let body = ''
  const written = (before: Comment | null) => {
    body = bodyOf(before)
    return body
  }
  const id = await putSticky(github, sticky, written, found)
  // What this run wrote when it began was there for longer than any look and edit of another.
  const wasOurs = found !== null && runOf(found) === sticky.run
  if (id !== null && !wasOurs) await settle(github, id, sticky.run, body)
}

/** The same, without a look at what happens afterwards. @returns the comment's id, null when a newer run has the word */
export async function putSticky(
  github: GitHub,
  { pull, key, run }: Sticky,
  bodyOf: (before: Comment | null) => string,
  found: Comment | null,
): Promise<number | null> {
  if (found && (await github.updateComment(found.id, bodyOf(found)))) return found.id
  const made = await github.createComment(pull, bodyOf(found))
  const first = await findSticky(github, pull, key, made)
  if (!first || first.id === made.id) return made.id
  const later = isLater(first, run)
  if (!later) await github.updateComment(first.id, bodyOf(first))
  await github.deleteComment(made.id)
  return later ? null : first.id
}

/** For longer than between a run's look at the comment and its edit. */
const SETTLE_MS = 1500
const MOST_CORRECTIONS = 3

/** An older run may have looked before we wrote, and write after us: then we write once more. */
async function settle(github: GitHub, id: number, run: number, body: string): Promise<void> {
  for (let corrections = 0; corrections < MOST_CORRECTIONS; corrections++) {
    await sleep(SETTLE_MS)
    const now = await github.comment(id).catch(() => null)
    if (!now || runOf(now) >= run) return
    await github.updateComment(id, body)
  }
}

/** Whether a run that began after `run` wrote the comment. */
export const isLater = (comment: Comment, run: number): boolean => runOf(comment) > run

export const runOf = (comment: Comment): number => readHistory(comment.body)?.run ?? 0
