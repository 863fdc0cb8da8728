/**
 * Where the preview is, when the workflow does not say: the deployment that the event tells of, or else the one that
 * GitHub knows for the commit; or what a status or a check of the commit links to, of hosts that make no deployments.
 */
import { Submission } from '../server/contract.ts'
import { jittered, sleep, troubleWait } from './backoff.ts'
import type { Happening } from './event.ts'
import { Failure } from './failure.ts'
import { type GitHub, limitedFor, statusOf } from './github.ts'
import { quoted, type Source, withoutCredentials } from './inputs/fields.ts'
import { log } from './log.ts'

/** Nothing to verify in this run, and nobody's fault: the step says so and passes. */
export class NotNow extends Error {}

interface Search {
  happening: Happening
  github: GitHub
  /** The input: a name, `*` for any text; empty for any environment. */
  environment: string
  source: Source
  /** On the clock of `performance.now()`. */
  deadline: number
  limit: string
}

/** @throws {NotNow} when this event tells of another deployment @throws {Failure} when there will be no preview */
export async function findPreview(search: Search): Promise<string> {
  const { deployment } = search.happening
  const url =
    deployment && search.source.kind === 'deployment'
      ? announced(deployment, search.environment)
      : await awaited(search)
  const read = Submission.shape.new_url.safeParse(url)
  if (read.success) return read.data
  throw new Failure(
    `The preview's address ${quoted(url)} cannot be used: ${withoutCredentials(read.error.issues[0]?.message ?? '')}. Give the preview's address as new-url.`,
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
  const { happening, deadline, limit } = search
  const of = `${WORDS[search.source.kind].wanted(search)} of commit ${happening.sha.slice(0, 7)}`
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
        `No ${of} succeeded within the timeout of ${limit}; the last that was seen: ${told}. Give the preview's address as new-url, or say in preview-from who tells of it.`,
      )
  }
}

const WORDS = {
  deployment: {
    one: (name: string) => `the deployment to "${name}"`,
    wanted: ({ environment }: Search) =>
      `deployment${environment ? ` to the environment "${environment}"` : ''}`,
    right: 'deployments: read',
    name: 'environment',
  },
  status: {
    one: (name: string) => `the status "${name}"`,
    wanted: ({ source }: Search) => `status "${source.name}"`,
    right: 'statuses: read',
    name: 'preview-from',
  },
  check: {
    one: (name: string) => `the check "${name}"`,
    wanted: ({ source }: Search) => `check "${source.name}"`,
    right: 'checks: read',
    name: 'preview-from',
  },
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

async function look(search: Search): Promise<{ url: string } | Missing> {
  const { kind } = search.source
  const found: Found[] = []
  try {
    found.push(...(kind === 'deployment' ? await deployments(search) : await signals(search)))
  } catch (error) {
    if (error instanceof Failure) throw error
    const status = statusOf(error)
    const after = limitedFor(error)
    if (after !== null) return { missing: `GitHub takes no more requests for now (${status})`, after }
    if (status === 401 || status === 403 || status === 404)
      throw new Failure(
        `The token may not read ${kind}${kind === 'status' ? 'es' : 's'} (${status}): add "${WORDS[kind].right}" to the job's permissions, or give the preview's address as new-url.`,
      )
    if (status !== undefined && status < 500 && status !== 408)
      throw new Failure(
        `GitHub does not tell of ${kind}${kind === 'status' ? 'es' : 's'} (${status}). Give the preview's address as new-url.`,
      )
    return { missing: `GitHub does not answer (${status ?? 'network'})` }
  }
  return choice(found, kind)
}

async function deployments({ github, happening, environment }: Search): Promise<Found[]> {
  const found: Found[] = []
  for (const deployment of await github.deployments(happening.sha)) {
    const known = found.some(one => one.environment === deployment.environment)
    if (known || !matches(deployment.environment, environment)) continue
    const state = await github.deploymentState(deployment.id)
    if (state) found.push({ environment: deployment.environment, ...state })
  }
  return found
}

/** Where hosts show their logs, and GitHub its pages: no previews. */
const DASHBOARD = /^(app\.netlify\.com|([\w-]+\.)?cloudflare\.com|vercel\.com|([\w-]+\.)?github\.com)$/i

/** The newest of each name. @throws {Failure} when one succeeded and shows no preview, which would be waited for in vain */
async function signals({ github, happening, source }: Search): Promise<Found[]> {
  const found: Found[] = []
  const all = await (source.kind === 'status' ? github.statuses(happening.sha) : github.checks(happening.sha))
  for (const { name, state, urls } of all) {
    if (found.some(one => one.environment === name) || !matches(name, source.name)) continue
    const url = urls.find(one => URL.canParse(one) && !DASHBOARD.test(new URL(one).hostname)) ?? ''
    if (state === 'success' && !url)
      throw new Failure(
        `The ${source.kind} "${name}" shows no address of a preview. Give it as new-url, e.g. "https://deploy-preview-{number}--site.netlify.app/".`,
      )
    found.push({ environment: name, state, url: state === 'success' ? url : '' })
  }
  return found
}

/** What is seen at one moment must not decide: a deployment that is under way may yet turn out to be a preview or none. */
function choice(found: readonly Found[], kind: Source['kind']): { url: string } | Missing {
  const { one: inWords, name } = WORDS[kind]
  // A deployment that succeeded without an address is no preview: a job with `environment:` makes such ones.
  const previews = found.filter(({ state, url }) => state !== 'success' || url)
  const [preview, ...others] = previews
  if (!preview) return { missing: found.length ? `only ${kind}s without an address` : `no ${kind} yet` }
  if (others.length) {
    const open = previews.filter(({ state, url }) => !isOver(state) && !url)
    if (previews.length - open.length < 2 && open.length)
      return {
        missing: `${previews.map(one => `${inWords(one.environment)} is ${one.state}`).join(', ')}; name the one to verify in the input ${name}, and the others are not waited for`,
      }
    throw new Failure(
      `${kind === 'deployment' ? `The commit is deployed to ${previews.length} environments` : `${previews.length} previews fit`}: ${previews.map(one => `"${one.environment}"`).join(', ')}. Name the one to verify in the input ${name}.`,
    )
  }
  if (isOver(preview.state)) throw new Failure(ended(preview.state, preview.environment, kind))
  return preview.state === 'success'
    ? preview
    : { missing: `${inWords(preview.environment)} is ${preview.state}` }
}

const isOver = (state: string) => /^(failure|error|inactive)$/.test(state)

function ended(state: string, environment: string, kind: Source['kind'] = 'deployment'): string {
  const what = WORDS[kind].one(environment).replace(/^t/, 'T')
  return state === 'inactive'
    ? `${what} is inactive: a newer one to the same environment took its place.`
    : `${what} ended with ${state}: there is no preview to verify.`
}

/** `Preview*` matches `Preview – web`; case does not matter. */
export function matches(environment: string, wanted: string): boolean {
  if (!wanted) return true
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const pattern = wanted.split('*').map(literal).join('.*')
  return new RegExp(`^${pattern}$`, 'is').test(environment)
}
