/** The one comment of a pull request: found by its marker and its author, edited, never repeated. */
import { marker } from './comment.ts'
import type { Comment, GitHub } from './github.ts'

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

/** Writes `body`; of two runs that create at the same moment, the later one gives way to the earlier comment. */
export async function writeSticky(
  github: GitHub,
  pull: number,
  key: string,
  body: string,
  found: Comment | null,
): Promise<void> {
  if (found) return github.updateComment(found.id, body)
  const id = await github.createComment(pull, body)
  const first = await findSticky(github, pull, key)
  if (!first || first.id === id) return
  await github.updateComment(first.id, body)
  await github.deleteComment(id)
}
