import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { S3Storage } from '../config/index.ts'
import { part } from '../lib/part.ts'
import { pooled } from '../lib/pool.ts'
import {
  type ArtifactStore,
  artifactsIn,
  attemptsAmong,
  isArtifactName,
  isJobId,
  jobPath,
  type ListedArtifact,
  MAX_LISTED,
  pathOf,
  StoreUnavailable,
} from './artifacts.ts'

/** Requests at once for what has many objects. */
const WIDTH = 16
/** For an object; beside a store that is away for longer, whoever keeps something tries again. */
const TRIES = 3
const PAUSE_MS = 200
/** A connection of one reader is open for as long as that reader takes. */
const MAX_SOCKETS = 1000
const CONNECT_MS = 3_000
/** In which nothing is sent or received. */
const SILENT_MS = 10_000

/**
 * Artifacts in a bucket, under `<prefix><job id>/<name>`. Whatever speaks S3 will do: objects are put, read, listed and
 * deleted one by one, without checksums in trailers, uploads in parts and bulk deletion, which many stores lack.
 * @param credentials default: where the AWS SDK looks for them
 */
export function bucketArtifacts(
  storage: S3Storage,
  credentials?: S3ClientConfig['credentials'],
): ArtifactStore {
  const { bucket, prefix } = storage
  const client = clientFor(storage, credentials)
  const at = (path: string) => ({ Bucket: bucket, Key: prefix + path })

  /** Undefined where there is no such object. */
  async function sent<T>(what: Promise<T>): Promise<T | undefined> {
    try {
      return await what
    } catch (error) {
      if (isMissing(error)) return
      throw unavailable(error)
    }
  }

  async function* pages(below: string, delimiter?: '/') {
    let token: string | undefined
    do {
      const input = { Bucket: bucket, Prefix: prefix + below, Delimiter: delimiter, ContinuationToken: token }
      const page: ListObjectsV2CommandOutput = await client
        .send(new ListObjectsV2Command(input))
        .catch(error => {
          throw unavailable(error)
        })
      yield page
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  /** Names of what is directly below, as folders are. */
  async function foldersIn(below: string): Promise<string[]> {
    const names: string[] = []
    for await (const { CommonPrefixes = [] } of pages(below, '/'))
      names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice((prefix + below).length, -1)))
    return names
  }

  async function put(path: string, file: string): Promise<void> {
    // As in a folder, what is no regular file of one name is not taken, whatever was there when it was listed.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    let body: Readable | undefined
    try {
      const stats = await handle.stat()
      if (!stats.isFile() || stats.nlink !== 1) throw new Error('an artifact was replaced while it was kept')
      if (stats.size > 0) body = handle.createReadStream()
      // A file that cannot be read leaves a request that never ends, which the time limit ends.
      body?.on('error', () => {})
      await client.send(new PutObjectCommand({ ...at(path), Body: body ?? '', ContentLength: stats.size }))
    } finally {
      body?.destroy()
      await handle.close()
    }
  }

  return {
    isShared: true,
    async check() {
      const probe = at('.check')
      try {
        await client.send(new PutObjectCommand({ ...probe, Body: '', ContentLength: 0 }))
        await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: probe.Key, MaxKeys: 1 }))
        await client.send(new HeadObjectCommand(probe))
        await client.send(new DeleteObjectCommand(probe))
      } catch (error) {
        throw new Error(refusal(storage, error), { cause: error })
      }
    },
    async keep(jobId, attempt, folder, signal) {
      const to = pathOf(jobId, String(attempt))
      const found = await artifactsIn(folder)
      await forAll(found, async ({ name }) => {
        for (let tried = 1; ; tried++) {
          signal?.throwIfAborted()
          try {
            return await put(`${to}/${name}`, join(folder, name))
          } catch (error) {
            if (tried === TRIES) throw unavailable(error)
            await sleep(PAUSE_MS * tried)
          }
        }
      })
      return found
    },
    async open(jobId, name) {
      const object = at(pathOf(jobId, name))
      const head = await sent(client.send(new HeadObjectCommand(object)))
      if (!head) return
      const bytes = head.ContentLength ?? 0
      return {
        bytes,
        version: head.ETag ?? '',
        async stream(range) {
          if (bytes === 0) return Readable.from([])
          const Range = range && `bytes=${range.start}-${range.end}`
          const got = await sent(client.send(new GetObjectCommand({ ...object, Range })))
          if (!got) throw new StoreUnavailable('an artifact was deleted while it was read')
          const body = got.Body as Readable
          // A store may answer a range with all of it.
          return range && !got.ContentRange ? part(body, range) : body
        },
        close: async () => {},
      }
    },
    async list(jobId, attempt) {
      const below = `${pathOf(jobId, String(attempt))}/`
      const listed: ListedArtifact[] = []
      for await (const { Contents = [] } of pages(below)) {
        for (const { Key = '', Size = 0 } of Contents)
          listed.push({ name: Key.slice((prefix + below).length), bytes: Size })
        if (listed.length >= MAX_LISTED) break
      }
      return listed
        .filter(({ name }) => isArtifactName(`1/${name}`))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .slice(0, MAX_LISTED)
    },
    async delete(jobId, attempt) {
      const below = `${attempt === undefined ? jobPath(jobId) : pathOf(jobId, String(attempt))}/`
      for await (const { Contents = [] } of pages(below))
        await forAll(Contents, ({ Key }) =>
          sent(client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
        )
    },
    jobs: async () => (await foldersIn('')).filter(isJobId),
    attempts: async jobId => attemptsAmong(await foldersIn(`${jobPath(jobId)}/`)),
  }
}

function clientFor(
  { endpoint, region, forcePathStyle }: S3Storage,
  credentials: S3ClientConfig['credentials'],
): S3Client {
  return new S3Client({
    endpoint,
    ...(credentials && { credentials }),
    // A store of one's own has none, but a request is signed for one.
    ...((region ?? endpoint) !== undefined && { region: region ?? 'us-east-1' }),
    forcePathStyle,
    maxAttempts: TRIES,
    // It would write to the console; what goes wrong is thrown as well.
    logger: SILENT,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
    },
  })
}

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

async function forAll<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items]
  for await (const _ of pooled(() => left.shift(), WIDTH, work));
}

const nameOf = (error: unknown): string => (error as { name?: string }).name ?? ''
const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** No bucket is no answer about an object. */
const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error))

const unavailable = (error: unknown): StoreUnavailable =>
  new StoreUnavailable('the store of artifacts does not answer', { cause: error })

/** Why the store cannot be used, and what to do, in one sentence. */
function refusal({ bucket, prefix, endpoint }: S3Storage, error: unknown): string {
  const name = nameOf(error)
  const what = `Artifacts cannot be kept in s3://${bucket}/${prefix}`
  if (name === 'NoSuchBucket')
    return `${what}: there is no such bucket; make it, or set CUTOVER_STORAGE to another one.`
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return `${what}: no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another way of the AWS SDK (see README.md).`
  if (
    /Redirect|AuthorizationHeaderMalformed|IllegalLocationConstraint/.test(name) ||
    /region is missing/i.test(String(error))
  )
    return `${what}: ${name === 'Error' ? 'its region is not known' : 'the bucket is in another region'}; set CUTOVER_S3_REGION to its region.`
  const status = statusOf(error)
  if (status === 401 || status === 403)
    return `${what}: the credentials are refused (${name}); they must be right, and may put, get, delete and list its objects.`
  const why = status ? `${name}, status ${status}` : ((error as { code?: string }).code ?? name)
  return `${what}: ${endpoint ?? 'Amazon S3'} does not answer as S3 does (${why}); look at CUTOVER_S3_ENDPOINT and CUTOVER_S3_FORCE_PATH_STYLE.`
}
