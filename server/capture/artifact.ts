/** One site as the judges see it: plain data that can be saved, read back and judged again without a browser. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storefront } from '../store/access/state.ts'
import type { Catalog, UrlTraces } from '../store/types.ts'
import type { collectors } from './collectors/index.ts'
import type { LighthouseRun } from './lighthouse.ts'
import type { SideName } from './page/failure.ts'

/** What each collector returned, by its name: derived from the one list, never kept by hand twice. */
type CollectorArtifacts = {
  [Name in CollectorName]: Awaited<ReturnType<(typeof collectors)[Name]>>
}
export type CollectorName = keyof typeof collectors

export type Artifacts = CollectorArtifacts & {
  /** Measured on both sites in turn, run by run. */
  lighthouse: LighthouseRun[]
  /** Of a store: what it sells, and where each URL of the original leads on this host. */
  catalog: Catalog
  urls: UrlTraces
}
export type ArtifactName = keyof Artifacts

export type Collected<T> = { ok: true; value: T } | { ok: false; reason: string }

export interface Capture {
  side: SideName
  /** As submitted, and where it ended after redirects. */
  requestedUrl: string
  url: string
  /** What kind of store this is; absent where nobody looked. */
  store?: Storefront
  /** What is missing or was cut, in the reader's words. */
  gaps: string[]
  artifacts: { [Name in ArtifactName]: Collected<Artifacts[Name]> }
}

/** Screenshots and other binary exhibits by file name, e.g. `1440.webp`. */
export type Files = Map<string, Buffer>

export async function saveCapture(folder: string, capture: Capture, files: Files = new Map()): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'capture.json'), JSON.stringify(capture))
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
}

export async function loadCapture(folder: string): Promise<Capture> {
  return JSON.parse(await readFile(join(folder, 'capture.json'), 'utf8')) as Capture
}
