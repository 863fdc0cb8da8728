/**
 * Whose `cutover.yml` holds. What a fork proposes must not accept its own issues: for it, and where nobody can tell whose
 * a commit is, the file of the branch counts into which it is to be merged.
 */
import { type CutoverFile, NAME, NO_FILE, parseCutoverFile } from './cutover-file.ts'
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import { type GitHub, type Pull, statusOf } from './github.ts'
import { log } from './log.ts'

/**
 * @param checkout the file of the job's checkout
 * @throws {Failure} with the lines that are wrong in the file of the base branch
 */
export async function trustedFile(
  checkout: CutoverFile,
  happening: Happening,
  github: GitHub | null,
): Promise<CutoverFile> {
  const { fork, sha, head } = happening
  const isThere = checkout !== NO_FILE
  if (fork === false || (fork === null && !isThere)) return checkout
  // Nothing was ever accepted where nobody can ask.
  if (!github) return notTaken(isThere, 'the input github-token is empty')
  let pull: Pull | null = null
  try {
    if (!(fork && happening.base)) pull = await github.pullOf(sha, head)
  } catch (error) {
    return notTaken(
      isThere,
      `GitHub does not tell of pull requests (${statusOf(error) ?? 'no answer'}); add "pull-requests: write" to the job's permissions`,
    )
  }
  if (!fork && pull && !pull.fork) return checkout
  // A commit that is no pull request's head may be anybody's.
  const base = happening.base ?? pull?.base ?? null
  try {
    const file = await github.file(NAME, base)
    return file ? parsed(file.text, base) : NO_FILE
  } catch (error) {
    if (error instanceof Failure) throw error
    return notTaken(
      isThere,
      `that of the base branch cannot be read (${statusOf(error) ?? 'no answer'}); add "contents: read" to the job's permissions`,
    )
  }
}

function parsed(text: string, base: string | null): CutoverFile {
  const problems: string[] = []
  const name = `${NAME} of ${base ? `the branch ${JSON.stringify(base)}` : 'the default branch'}`
  const file = parseCutoverFile(text, problem => void problems.push(problem), undefined, name)
  if (problems.length) throw new Failure(problems.join('\n'))
  return file
}

function notTaken(tell: boolean, why: string): CutoverFile {
  if (tell)
    log.warning(`${NAME}: nothing is accepted or ignored by it: the commit may be of a fork, and ${why}`)
  return NO_FILE
}
