/** What keeps screenshots, captures and tables of jobs: a folder, or S3. What both have in common. */
import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { JobId } from '../contract.ts'

/**
 * Artifacts by job and name. A name is up to three parts between slashes, each of at most 100 letters, digits, dots,
 * hyphens and underscores that does not begin with a dot; the first is the attempt that made it. All but `check` throw
 * RangeError for another name, and for what is not a job id, before they touch anything; StoreUnavailable while the
 * store does not answer.
 */
export interface ArtifactStore {
  /** It is the same for all machines. */
  isShared: boolean
  /** @throws Error in one sentence where artifacts cannot be kept, read and deleted */
  check(): Promise<void>
  /**
   * Takes over what an attempt has left in `folder`: regular files with names of artifacts, reached by no link. When it
   * resolves, all of them can be read; when it rejects, it can be called again. @returns what it took
   */
  keep(jobId: string, attempt: number, folder: string, signal?: AbortSignal): Promise<ListedArtifact[]>
  /** Undefined when there is none of that name. Who is given one closes it, or reads its stream. */
  open(jobId: string, name: string): Promise<OpenArtifact | undefined>
  /** What an attempt has, by name; a thousand of them at most. Empty where there is none. */
  list(jobId: string, attempt: number): Promise<ListedArtifact[]>
  /** All artifacts of the job, or those of one attempt. */
  delete(jobId: string, attempt?: number): Promise<void>
  /** The jobs that have artifacts. */
  jobs(): Promise<string[]>
  /** The attempts of a job that have artifacts. */
  attempts(jobId: string): Promise<number[]>
}

export interface OpenArtifact {
  bytes: number
  /** Another one as soon as it is replaced. */
  version: string
  /** All of it, or the bytes from `start` to `end`, both included. Closes it at its end, or when it is destroyed. */
  stream(range?: { start: number; end: number }): Promise<Readable>
  close(): Promise<void>
}

export interface ListedArtifact {
  /** Without the attempt before it. */
  name: string
  bytes: number
}

/** The store does not answer, or refuses us: what was asked for may well be there. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Jobs have some hundred. */
export const MAX_LISTED = 1000

const NAME = /^[A-Za-z0-9_-][\w.-]{0,99}(?:\/[A-Za-z0-9_-][\w.-]{0,99}){0,2}$/

/** Whether `open` takes it for a name. */
export const isArtifactName = (name: string): boolean => NAME.test(name)

/** The job's id and the name as one path. @throws RangeError for what is none */
export function pathOf(jobId: string, name: string): string {
  if (!isArtifactName(name))
    throw new RangeError(`${quoted(name)} is not a name of an artifact; write it like 1/crops/header-1.png`)
  return `${jobPath(jobId)}/${name}`
}

/** @throws RangeError for what is no job's id */
export function jobPath(jobId: string): string {
  if (!isJobId(jobId)) throw new RangeError(`${quoted(jobId)} is not a job id`)
  return jobId
}

export const isJobId = (text: string): boolean => JobId.safeParse(text).success

/** An attempt counts from 1. */
export const attemptsAmong = (names: string[]): number[] =>
  names.filter(name => /^[1-9]\d{0,8}$/.test(name)).map(Number)

/**
 * Regular files of one name below a folder that are named as artifacts of an attempt are, the first thousand by name.
 * Links of whatever kind are left out. A folder that is not there has none.
 */
export async function artifactsIn(folder: string): Promise<ListedArtifact[]> {
  // With types: without them links are followed.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingThere)
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(name => isArtifactName(`1/${name}`))
    .sort()
    .slice(0, MAX_LISTED)
  const sizes = await Promise.all(names.map(name => lstat(join(folder, name)).catch(nothingThere)))
  return names.flatMap((name, index) => {
    const stats = sizes[index]!
    return 'size' in stats && stats.nlink === 1 ? [{ name, bytes: stats.size }] : []
  })
}

/** ELOOP is a link where there is to be a file, ENXIO a socket. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO'])
export const isMissing = (error: unknown): boolean => MISSING.has((error as NodeJS.ErrnoException).code ?? '')

export function nothingThere(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100))
