import { createHash } from 'node:crypto'
import type Router from '@koa/router'
import type { Context } from 'koa'
import type { ArtifactList } from '../../contract.ts'
import { readIndex } from '../../jobs/artifact-index.ts'
import type { FoundJob } from '../../jobs/find.ts'
import { isArtifactName, type OpenArtifact } from '../../storage/artifacts.ts'
import type { Api } from '../context.ts'
import { knownTags } from '../etag.ts'
import { artifactsPath } from '../job-body.ts'
import { notFound } from '../problem.ts'
import { readRange } from '../range.ts'
import { capturedJob } from '../reader.ts'
import { shownArtifacts } from '../shown-artifacts.ts'
import { here } from '../site.ts'

/** What was captured for a job, for whoever may read the job; `reader.ts` tells who that is. */
export function artifactRoutes(router: Router, api: Api): void {
  const { artifacts, queue, site } = api

  router.get('/api/v1/jobs/:id/artifacts', async ctx => {
    const { job, attempt } = await capturedJob(ctx, api, ctx.params.id!)
    ctx.body = {
      artifacts: (await shownArtifacts(api, job.id, attempt))
        .filter(({ name }) => name.includes('/'))
        .map(({ name, bytes }) => ({
          name,
          type: typeOf(name),
          bytes,
          url: here(site, `${artifactsPath(job.id)}/${name}`),
        })),
    } satisfies ArtifactList
  })

  router.get('/api/v1/jobs/:id/artifacts/:folder/:file', async ctx => {
    const name = `${ctx.params.folder}/${ctx.params.file}`
    const found = await capturedJob(ctx, api, ctx.params.id!)
    const artifact = await openOf(found, name)
    if (!artifact) throw await missing(found)
    try {
      const isLimited = found.hasSecrets || api.pollRequiresKey
      await answer(ctx, name, artifact, tagOf(found, name, artifact), isLimited)
    } finally {
      if (ctx.body == null) await artifact.close()
    }
  })

  async function openOf({ job, attempt }: FoundJob, name: string): Promise<OpenArtifact | undefined> {
    if (attempt === null) return
    const path = `${attempt}/${name}`
    if (!isArtifactName(path) || !(await readIndex(queue, job.id))(name)) return
    return artifacts.open(job.id, path)
  }

  async function missing({ job, attempt }: FoundJob) {
    if (job.status === 'failed') return notFound('This job has failed, and so it has no artifacts.')
    if (attempt === null) return notFound(`This job is ${job.status}. It has artifacts once it is completed.`)
    const left = await shownArtifacts(api, job.id, attempt)
    return notFound(
      left.length > 0
        ? `This job has no artifact of this name. ${artifactsPath(job.id)} lists what it has.`
        : 'What was captured for this job is not there any more.',
    )
  }
}

/** All or a part of it, or that nothing has changed. Without a body in `ctx` its stream is not used. */
async function answer(
  ctx: Context,
  name: string,
  artifact: OpenArtifact,
  tag: string,
  isLimited: boolean,
): Promise<void> {
  const { bytes } = artifact
  const type = typeOf(name)
  const range = readRange(ctx, bytes, tag)
  const known = knownTags(ctx)
  const isKnown = known.includes('*') || known.some(one => tag === `"${one}"`)
  // Before any header: a store that is away now is no answer to be kept.
  const body = isKnown || ctx.method === 'HEAD' ? undefined : await artifact.stream(range)
  ctx.set({
    ETag: tag,
    'Accept-Ranges': 'bytes',
    // Where it depends on who asks, it is asked for each time.
    'Cache-Control': isLimited ? 'private, no-cache' : `private, max-age=${KEPT_SECONDS}`,
    // Whatever a page had a say in is a picture, or is saved: it is no document of this server.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
    'Content-Disposition': type.startsWith('image/')
      ? 'inline'
      : `attachment; filename="${name.replaceAll('/', '-')}"`,
  })
  if (isKnown) {
    ctx.status = 304
    return
  }
  ctx.status = range ? 206 : 200
  if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`)
  if (body) ctx.body = body
  ctx.set('Content-Type', type)
  ctx.length = range ? range.end - range.start + 1 : bytes
}

/** They never change; they may be deleted. */
const KEPT_SECONDS = 3600

/** Strong, so that parts can be put together. */
function tagOf({ attempt }: FoundJob, name: string, { version }: OpenArtifact): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([attempt, name, version]))
    .digest('hex')
  return `"${digest.slice(0, 32)}"`
}

/** Pictures are those that we have encoded ourselves; anything that nobody knows is bytes. */
const TYPES = new Map([
  ['webp', 'image/webp'],
  ['csv', 'text/csv; charset=utf-8'],
  ['json', 'application/json'],
])
const typeOf = (name: string): string => TYPES.get(name.split('.').at(-1)!) ?? 'application/octet-stream'
