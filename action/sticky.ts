/** The one comment of a pull request: found by its marker and its author, edited, never repeated. */
import { marker } from './comment.ts'
import type { Comment, GitHub } from './github.ts'
import { readHistory } from './history.ts'

/** Ours, or null. A stranger may copy the marker into a comment, but not write in our name. */
export async function findSticky(github: GitHub, pull: number, key: string): Promise<Comment | null> {
  let login: Promise<string | null> | undefined
  for await (const comment of github.comments(pull)) {
    if (!comment.body.startsWith(marker(key))) continue
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

/**
 * Writes `body`, anew when the comment was deleted meanwhile. Of two runs that create at the same moment, the later
 * comment gives way to the earlier one, and the older run's words to the newer run's.
 * @param run id of this run
 */
export async function writeSticky(
  github: GitHub,
  { pull, key, run }: { pull: number; key: string; run: number },
  body: string,
  found: Comment | null,
): Promise<void> {
  if (found && (await github.updateComment(found.id, body))) return
  const id = await github.createComment(pull, body)
  const first = await findSticky(github, pull, key)
  if (!first || first.id === id) return
  if (!isLater(first, run)) await github.updateComment(first.id, body)
  await github.deleteComment(id)
}

/** Whether a run that began after `run` wrote the comment. */
export function isLater(comment: Comment, run: number): boolean {
  return (readHistory(comment.body)?.run ?? 0) > run
}
