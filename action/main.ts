/** The whole story: what happened, what is wanted, where the preview is, what the server says of it, who is told. */
import type * as z from 'zod'
import { Submission } from '../server/contract.ts'
import { acceptByComment } from './accept.ts'
import { sleep } from './backoff.ts'
import { beginCheck, type Check, checkName, RERUN } from './check-run.ts'
import { openServer } from './client/ask.ts'
import { createClient } from './client/index.ts'
import { keyOf, keyOfWorkflow } from './client/key.ts'
import { acceptFor } from './cutover-file.ts'
import { type Happening, readEvent } from './event.ts'
import { Failure } from './failure.ts'
import { checkFork } from './fork.ts'
import { type GitHub, openGitHub } from './github.ts'
import { comparesNothing, hasKey, type Inputs, readInputs, readSecrets } from './inputs/index.ts'
import { type OpenJobs, openJobs } from './jobs.ts'
import { log } from './log.ts'
import { counterpart, joined } from './pages.ts'
import { beginComment, type Pending } from './pending.ts'
import { picturesOf } from './pictures.ts'
import { findPreview, NotNow } from './preview.ts'
import { type Outcome, publish, setOutputs, writeSummary } from './publish.ts'
import { outOfReach } from './reach.ts'
import { verdict } from './report.ts'
import { addressSecrets, hide, type Secrets } from './secrets.ts'
import { notVerified } from './summary.ts'
import { trustedFile } from './trusted-file.ts'
import { failures } from './verdict.ts'
import { idempotencyKey, type PageJob, verify } from './wait.ts'
import { answers, fillPattern } from './written.ts'

/** Never throws: whatever happens becomes the step's result, in words. */
export async function run(): Promise<void> {
  let redact = (text: string) => text
  try {
    const { secrets, headerValues } = readSecrets()
    const hidden = hide(secrets, headerValues)
    redact = hidden.redact
    const stop = stopWhenCancelled()
    const happening = readEvent()
    if (happening.noConcern) return await standAside(happening.noConcern)
    if (!hasKey() && happening.withoutSecrets) return await standAside(happening.withoutSecrets)
    // What a fork writes about itself is not even read.
    await check(readInputs(happening.fork !== true), happening, hidden, stop)
  } catch (error) {
    if (error instanceof NotNow) return await standAside(redact(error.message))
    if (!(error instanceof Failure)) log.info(redact(`${error instanceof Error ? error.stack : error}`))
    const reason = redact(
      error instanceof Failure
        ? error.message
        : `Unforeseen: ${error instanceof Error ? error.message : error}`,
    )
    log.failed(reason, 'not verified')
    await writeSummary(notVerified(reason))
  }
}

async function check(inputs: Inputs, event: Happening, hidden: Secrets, stop: Stop): Promise<void> {
  concernsUs(event, inputs.commentKey)
  const github = inputs.token ? openGitHub(inputs.token, event) : null
  const accepted = event.command && (await acceptByComment(event, event.command, github))
  const happening = accepted ?? event
  const found: { rebuilt: string | null } = { rebuilt: inputs.rebuilt }
  const outcome = await outcomeOf(inputs, happening, github, hidden, found, stop)
  // Who was cancelled has nothing to say; the process ends by itself.
  if (stop.asked) return await new Promise<never>(() => {})
  setOutputs(outcome, inputs, found.rebuilt)
  await publish(outcome, inputs, happening, github, { check: stop.check, comment: stop.comment?.id ?? null })
  const reasons = outcome.reason === null ? failures(outcome.pages, inputs) : [outcome.reason]
  if (reasons.length) log.failed(reasons.join('\n'), verdict(outcome).replace(/^\P{L}+/u, ''))
}

/** @param found gets the preview's address as soon as it is known */
async function outcomeOf(
  inputs: Inputs,
  happening: Happening,
  github: GitHub | null,
  hidden: Secrets,
  found: { rebuilt: string | null },
  stop: Stop,
): Promise<Outcome> {
  const deadline = performance.now() + inputs.timeoutMs
  const limit = timeInWords(inputs.timeoutMs)
  const server = openServer(inputs.server, hidden.redact)
  const key = inputs.apiKey ? keyOf(inputs.apiKey) : keyOfWorkflow(server, inputs.account, hidden.add)
  const client = createClient(server, key)
  const open = openJobs(client)
  stop.jobs = open
  const begin = async () => {
    stop.check = beginCheck(inputs, happening, github)
    stop.comment = await beginComment(inputs, happening, github, client.cancel)
  }
  try {
    await checkFork(inputs, happening, github)
    inputs.file = happening.acceptedFile ?? (await trustedFile(inputs.file, happening, github))
    for (const sentence of inputs.file.expired) log.warning(sentence)
    // An event of a deployment may yet turn out to be of another one.
    if (!happening.deployment) await begin()
    const deployed = { ...happening, sha: happening.previewSha ?? happening.sha }
    const written = inputs.pattern ? await fillPattern(inputs.pattern, deployed, github) : inputs.rebuilt
    const preview = written ?? (await discovered(inputs, deployed, github, deadline, limit))
    hidden.add(addressSecrets(preview))
    if (preview !== inputs.rebuilt) log.info(`preview: ${hidden.redact(preview)}`)
    found.rebuilt = preview
    const unreachable = outOfReach(inputs.server, preview)
    if (unreachable) throw new Failure(unreachable)
    if (inputs.waitForMs) await waitFor(preview, inputs, deadline)
    const pages = inputs.pages.map(({ name, path }) => {
      const original = joined(inputs.original, path)
      const rebuilt = written ? joined(preview, path) : counterpart(preview, original)
      const submission = submissionOf(inputs, { name, path }, original, rebuilt)
      hidden.add([original, rebuilt].flatMap(addressSecrets))
      return { name, submission, key: idempotencyKey(happening, inputs, submission, name) }
    })
    if (!written) compareSomething(pages.map(({ submission }) => submission))
    if (happening.deployment) await begin()
    const jobs = await verify(pages, {
      client,
      open,
      deadline,
      limit,
      pollMs: inputs.pollMs,
      submitted: async ids => (await stop.comment?.note(ids)) ?? true,
    })
    const pictures = await picturesOf(jobs, inputs, server)
    return { pages: jobs.map(job => shown(job, hidden)), reason: null, pictures }
  } catch (error) {
    if (!(error instanceof Failure)) {
      const [words, conclusion] =
        error instanceof NotNow
          ? ([hidden.redact(error.message), 'neutral'] as const)
          : (['The step went wrong.', 'failure'] as const)
      await Promise.all([stop.comment?.end(words), stop.check?.end(words, conclusion)])
      throw error
    }
    return { pages: [], reason: hidden.redact(error.message) }
  } finally {
    server.close()
  }
}

async function discovered(
  inputs: Inputs,
  happening: Happening,
  github: GitHub | null,
  deadline: number,
  limit: string,
): Promise<string> {
  if (!github)
    throw new Failure('new-url is empty, and so is github-token: without either the preview cannot be found.')
  return findPreview({
    happening,
    github,
    environment: inputs.environment,
    source: inputs.source,
    deadline,
    limit,
  })
}

async function waitFor(preview: string, inputs: Inputs, deadline: number): Promise<void> {
  const waitMs = Math.min(inputs.waitForMs, Math.max(0, Math.round(deadline - performance.now())))
  await answers(preview, inputs.options.new_headers ?? {}, waitMs, timeInWords(waitMs))
}

/**
 * A site compared with itself always passes. An address that was written is for the server to refuse; one that was found
 * is the live site's own deployment. @throws {NotNow} in the latter case
 */
function compareSomething(submissions: readonly Submission[]): void {
  if (submissions.some(one => one.original_url === one.new_url && comparesNothing(one)))
    throw new NotNow('The deployment is the original itself: there is nothing to compare.')
}

/** `job` as it may be published: what the server says is already without secrets, our own addresses are not. */
function shown(job: PageJob, { redact }: Secrets): PageJob {
  const { original, rebuilt, reason } = job
  return { ...job, original: redact(original), rebuilt: redact(rebuilt), reason: reason && redact(reason) }
}

function submissionOf(
  { options, file }: Inputs,
  page: { name: string; path: string },
  original: string,
  rebuilt: string,
): Submission {
  const { name } = page
  const accept = acceptFor(file, page, original)
  const submission: z.input<typeof Submission> = {
    original_url: original,
    new_url: rebuilt,
    ...(name && { page_name: name }),
    ...options,
    ignore: [...new Set([...options.ignore, ...file.ignore])],
    ...(accept.length > 0 && { accept }),
  }
  const read = Submission.safeParse(submission)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Failure(`${name ? `${name}: ` : ''}${String(issue?.path[0] ?? 'submission')} ${issue?.message}`)
}

/** @throws {NotNow} when the event is of another check's button, or of what this step itself wrote */
function concernsUs({ pressed }: Happening, key: string): void {
  if (!pressed) return
  const isOurs = pressed.name === checkName(key)
  if (pressed.action === 'requested_action' && !(isOurs && pressed.button === RERUN))
    throw new NotNow(`The button belongs to the check "${pressed.name}".`)
  if (isOurs && (pressed.action === 'created' || pressed.action === 'completed'))
    throw new NotNow(`The check "${pressed.name}" is the verdict itself.`)
}

/** A step cannot be neutral: it passes, and says in every place that nothing was verified. */
async function standAside(why: string): Promise<void> {
  log.notice(`Not verified. ${why}`)
  await writeSummary(notVerified(why))
}

function timeInWords(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

/** GitHub kills a cancelled step ten seconds after it asked. */
const LAST_WORDS_MS = 6000

interface Stop {
  asked: boolean
  jobs: OpenJobs | null
  comment: Pending | null
  check: Check | null
}

/** GitHub sends SIGINT, some seconds later SIGTERM, and kills. Jobs that were handed in must not fill the queue. */
function stopWhenCancelled(): Stop {
  const stop: Stop = { asked: false, jobs: null, comment: null, check: null }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      if (stop.asked) return
      stop.asked = true
      log.info(`cancelled by ${signal}; nothing is waited for any more`)
      const words = 'The run was cancelled.'
      const last = [stop.jobs?.cancel(), stop.comment?.end(words), stop.check?.end(words, 'cancelled')]
      await Promise.race([Promise.allSettled(last), sleep(LAST_WORDS_MS)])
      process.exit(signal === 'SIGINT' ? 130 : 143)
    })
  return stop
}
