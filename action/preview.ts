/**
 * Where the preview is, when the workflow does not say: the deployment that the event tells of, or else the one that
 * GitHub knows for the commit. Any host that reports deployments to GitHub will do.
 */
import { Submission } from '../server/contract.ts'
import { jittered, sleep, troubleWait } from './backoff.ts'
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import { type GitHub, limitedFor, statusOf } from './github.ts'
import { quoted, withoutCredentials } from './inputs/fields.ts'
import { log } from './log.ts'

/** Nothing to verify in this run, and nobody's fault: the step says so and passes. */
export class NotNow extends Error {}

interface Search {
  happening: Happening
  github: GitHub
  /** The input: a name, `*` for any text; empty for any environment. */
  environment: string
  /** On the clock of `performance.now()`. */
  deadline: number
  limit: string
}

/** @throws {NotNow} when this event tells of another deployment @throws {Failure} when there will be no preview */
export async function findPreview(search: Search): Promise<string> {
  const { deployment } = search.happening
  const url = deployment ? announced(deployment, search.environment) : await awaited(search)
  const read = Submission.shape.new_url.safeParse(url)
  if (read.success) return read.data
  throw new Failure(
    `The deployment's address ${quoted(url)} cannot be used: ${withoutCredentials(read.error.issues[0]?.message ?? '')}. Give the preview's address as new-url.`,
  )
}

function announced(
  { state, environment, url }: NonNullable<Happening['deployment']>,
  wanted: string,
): string {
  if (!matches(environment, wanted))
    throw new NotNow(`This deployment is to the environment "${environment}", not to "${wanted}".`)
  if (isOver(state)) throw new Failure(ended(state, environment))
  if (state !== 'success')
    throw new NotNow(
      `The deployment to "${environment}" is ${state || 'not finished'}; its success starts another run.`,
    )
  if (!url)
    throw new Failure(
      `The deployment to "${environment}" has no environment URL. Give the preview's address as new-url.`,
    )
  return url
}

async function awaited(search: Search): Promise<string> {
  const { happening, environment, deadline, limit } = search
  const of = `commit ${happening.sha.slice(0, 7)}${environment ? ` to the environment "${environment}"` : ''}`
  let told = ''
  for (let tries = 1; ; tries++) {
    const seen = await look(search)
    if ('url' in seen) return seen.url
    if (seen.missing !== told) log.info(`preview: ${seen.missing}`)
    told = seen.missing
    const wait = Math.max(seen.after ?? 0, jittered(troubleWait(tries, 2000, 20_000)))
    const left = deadline - performance.now()
    // Nothing can be learned before GitHub's limit ends.
    await sleep(seen.after !== undefined && seen.after >= left ? 0 : Math.min(wait, left))
    if (wait >= left)
      throw new Failure(
        `No deployment of ${of} succeeded within the timeout of ${limit}; the last that was seen: ${told}. Give the preview's address as new-url if its host does not tell GitHub of deployments.`,
      )
  }
}

interface Found {
  environment: string
  state: string
  url: string
}

/** What there is to wait for, and how long at least, in milliseconds. */
interface Missing {
  missing: string
  after?: number
}

async function look({ github, happening, environment }: Search): Promise<{ url: string } | Missing> {
  const found: Found[] = []
  try {
    for (const deployment of await github.deployments(happening.sha)) {
      const known = found.some(one => one.environment === deployment.environment)
      if (known || !matches(deployment.environment, environment)) continue
      const state = await github.deploymentState(deployment.id)
      if (state) found.push({ environment: deployment.environment, ...state })
    }
  } catch (error) {
    const status = statusOf(error)
    const after = limitedFor(error)
    if (after !== null) return { missing: `GitHub takes no more requests for now (${status})`, after }
    if (status === 401 || status === 403 || status === 404)
      throw new Failure(
        `The token may not read deployments (${status}): add "deployments: read" to the job's permissions, or give the preview's address as new-url.`,
      )
    if (status !== undefined && status < 500 && status !== 408)
      throw new Failure(
        `GitHub does not tell of deployments (${status}). Give the preview's address as new-url.`,
      )
    return { missing: `GitHub does not answer (${status ?? 'network'})` }
  }
  return choice(found)
}

/** What is seen at one moment must not decide: a deployment that is under way may yet turn out to be a preview or none. */
function choice(found: readonly Found[]): { url: string } | Missing {
  // A deployment that succeeded without an address is no preview: a job with `environment:` makes such ones.
  const previews = found.filter(({ state, url }) => state !== 'success' || url)
  const [preview, ...others] = previews
  if (!preview) return { missing: found.length ? 'only deployments without an address' : 'no deployment yet' }
  if (others.length) {
    const open = previews.filter(({ state, url }) => !isOver(state) && !url)
    if (previews.length - open.length < 2 && open.length)
      return {
        missing: `${previews.map(one => `the deployment to "${one.environment}" is ${one.state}`).join(', ')}; name the one to verify in the input environment, and the others are not waited for`,
      }
    throw new Failure(
      `The commit is deployed to ${previews.length} environments: ${previews.map(one => `"${one.environment}"`).join(', ')}. Name the one to verify in the input environment.`,
    )
  }
  if (isOver(preview.state)) throw new Failure(ended(preview.state, preview.environment))
  return preview.state === 'success'
    ? preview
    : { missing: `the deployment to "${preview.environment}" is ${preview.state}` }
}

const isOver = (state: string) => /^(failure|error|inactive)$/.test(state)

function ended(state: string, environment: string): string {
  return state === 'inactive'
    ? `The deployment to "${environment}" is inactive: a newer one to the same environment took its place.`
    : `The deployment to "${environment}" ended with ${state}: there is no preview to verify.`
}

/** `Preview*` matches `Preview – web`; case does not matter. */
export function matches(environment: string, wanted: string): boolean {
  if (!wanted) return true
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const pattern = wanted.split('*').map(literal).join('.*')
  return new RegExp(`^${pattern}$`, 'is').test(environment)
}
