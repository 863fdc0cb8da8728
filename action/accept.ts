/**
 * `/cutover accept KEY reason…` below a pull request. It becomes an entry of `cutover.yml` in a commit to the pull
 * request, so that it is reviewed, merged and taken back with it. Anybody can write the comment: it counts from people who
 * could commit to the repository themselves, and its words become a text in the file, and nothing else anywhere.
 */
import { AcceptedKey } from '../server/contract.ts'
import { NAME, parseCutoverFile, withAccepted } from './cutover-file.ts'
import type { Comment, Happening } from './event.ts'
import { Failure } from './failure.ts'
import { type GitHub, type Pull, statusOf } from './github.ts'
import { log } from './log.ts'
import { prose } from './markdown.ts'
import { NotNow } from './preview.ts'

type Entry = Pick<AcceptedKey, 'key' | 'reason'>

const FORM =
  'Write it as /cutover accept KEY reason, with the key as the report shows it; one with spaces in it in quotation marks.'

/** What the comment asks for. @throws {Failure} with what is wrong with it */
export function readCommand(body: string): Entry {
  // Whatever else is said goes below.
  const [line = ''] = body.split(/\r?\n/)
  const [, quoted, fenced, bare, reason = ''] =
    /^\/cutover +accept +(?:"([^"]+)"|`([^`]+)`|([^\s"`]\S*))(?: +(\S.*))?$/.exec(line.trim()) ?? []
  const key = quoted ?? fenced ?? bare
  if (key === undefined) throw new Failure(`This is no command that is known here. ${FORM}`)
  const read = AcceptedKey.safeParse({ key, reason })
  const [wrong] = read.error?.issues ?? []
  if (wrong) throw new Failure(`The ${String(wrong.path[0])} ${wrong.message}. ${FORM}`)
  return { key, reason: reason.trim() }
}

/**
 * Commits what the comment accepts.
 * @returns the event with the commit that was made, which differs from the one with the preview in `cutover.yml` alone
 * @throws {NotNow} when it is not from somebody who may @throws {Failure} when nothing can be accepted; the comment is answered
 */
export async function acceptByComment(
  happening: Happening,
  { pull: number, login, body }: Comment,
  github: GitHub | null,
): Promise<Happening> {
  if (!github) throw new Failure('Nothing can be accepted: the input github-token is empty.')
  const permission = await github.permission(login).catch(error => {
    throw new Failure(
      `Nothing is accepted: GitHub does not say what the author of the comment may do (${statusOf(error) ?? 'no answer'}).`,
    )
  })
  // A stranger gets no answer either: it would be a way to make us write.
  if (permission !== 'write' && permission !== 'admin')
    throw new NotNow('Nothing is accepted: the author of the comment has no write access to this repository.')
  try {
    const entry = readCommand(body)
    const pull = await github.pull(number)
    if (!pull) throw new NotNow('Nothing is accepted: the pull request is not open.')
    if (pull.fork)
      throw new Failure(
        `The pull request is of a fork, whose ${NAME} accepts nothing. Add this to ${NAME} of the branch ${pull.base}: ${JSON.stringify(entry)}`,
      )
    const commit = await commitEntry(github, pull, entry, login)
    const { owner } = happening.repository
    return {
      ...happening,
      ...{ pull: number, branch: pull.branch, head: `${owner}:${pull.branch}`, base: pull.base, fork: false },
      ...commit,
    }
  } catch (error) {
    if (error instanceof Failure) await answer(github, number, error.message)
    throw error
  }
}

const TRIES = 3

/** Reads and writes again where somebody else wrote in between. */
async function commitEntry(
  github: GitHub,
  { branch, sha }: Pull,
  entry: Entry,
  login: string,
): Promise<Required<Pick<Happening, 'sha' | 'previewSha' | 'acceptedFile'>>> {
  for (let tries = 1; ; tries++) {
    try {
      const file = await github.file(NAME, branch)
      const problems: string[] = []
      const tell = (problem: string) => void problems.push(problem)
      if (file) parseCutoverFile(file.text, tell)
      if (problems.length) throw new Failure(problems.join('\n'))
      const text = withAccepted(file?.text ?? '', entry)
      const acceptedFile = parseCutoverFile(text, tell)
      if (problems.length) throw new Failure(problems.join('\n'))
      if (text === file?.text) return { sha, previewSha: sha, acceptedFile }
      // Of what was written in the comment nothing is part of it: words of a message can skip workflows.
      const message = `Accept a difference in ${NAME}\n\nAsked for by ${login.replace(/[^\w[\]-]/g, '')} in a comment on the pull request.`
      const made = await github.commitFile(NAME, branch, text, message, file)
      log.info(`accepted in commit ${made.sha}`)
      return { sha: made.sha, previewSha: made.parent || sha, acceptedFile }
    } catch (error) {
      const status = statusOf(error)
      if (status === 409 && tries < TRIES) continue
      if (error instanceof Failure || status === undefined) throw error
      throw new Failure(
        status === 403 || status === 404
          ? `${NAME} cannot be written (${status}): add "contents: write" to the job's permissions; a protected branch takes no commit either.`
          : `GitHub does not take the change of ${NAME} (${status}).`,
      )
    }
  }
}

async function answer(github: GitHub, pull: number, problem: string): Promise<void> {
  const words = problem.split('\n').map(line => prose(line, 1000))
  await github.createComment(pull, `**Not accepted.** ${words.join('  \n')}`).catch(() => {
    log.info('the comment could not be answered')
  })
}
