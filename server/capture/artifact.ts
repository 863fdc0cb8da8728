/** One site as the judges see it: plain data that can be saved, read back and judged again without a browser. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storefront } from '../store/access/state.ts'
import type { Catalog, UrlTraces } from '../store/types.ts'
import type { collectors } from './collectors/index.ts'
import type { Probed, Setting } from './collectors/probes/index.ts'
import type { LighthouseRun } from './lighthouse.ts'
import type { Files } from './page/screenshot.ts'
import type { SideName } from './page/site.ts'

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
  /** Of a saved capture: the CAPTURE_VERSION of the program that wrote it. */
  version?: number
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

/** Grows when an artifact changes its name or its form, so that no saved capture is misread. */
export const CAPTURE_VERSION = 3

/** Collected since captures of this version are saved: one that was saved before costs only the checks that read it. */
const ADDED: readonly ArtifactName[] = ['embeds']

/** A saved capture that cannot be judged: of another version, or broken. `message` is one sentence for the reader. */
export class UnreadableCapture extends Error {}

/** All of them: what a file leaves out would be taken for collected. */
const NAMES: Record<ArtifactName, true> = {
  document: true,
  head: true,
  structuredData: true,
  links: true,
  tables: true,
  forms: true,
  embeds: true,
  images: true,
  colours: true,
  palette: true,
  surfaces: true,
  fonts: true,
  shifts: true,
  semantics: true,
  textSpacing: true,
  axe: true,
  layouts: true,
  breakpoints: true,
  zoom: true,
  screens: true,
  linkTargets: true,
  robots: true,
  headFiles: true,
  health: true,
  volatile: true,
  keyboard: true,
  probes: true,
  submitEnablement: true,
  destinations: true,
  lighthouse: true,
  catalog: true,
  urls: true,
}

export async function saveCapture(folder: string, capture: Capture, files: Files = new Map()): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'capture.json'), JSON.stringify({ ...capture, version: CAPTURE_VERSION }))
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
}

/** The capture that saveCapture wrote into `folder`. Throws UnreadableCapture where it is of another version or broken. */
export async function loadCapture(folder: string): Promise<Capture> {
  const file = join(folder, 'capture.json')
  let capture: Partial<Capture> | null
  try {
    capture = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new UnreadableCapture(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  if (typeof capture !== 'object' || capture === null)
    throw new UnreadableCapture(`${file} is broken: it holds no object`)
  if (capture.version !== CAPTURE_VERSION)
    throw new UnreadableCapture(
      `${file} was saved in version ${capture.version ?? 'none'} of the format, and this program reads version ${CAPTURE_VERSION} only; capture the site again`,
    )
  const artifacts: Partial<Capture['artifacts']> | null | undefined = capture.artifacts
  if (typeof artifacts === 'object' && artifacts !== null)
    for (const name of ADDED)
      if (!(name in artifacts))
        Object.assign(artifacts, { [name]: { ok: false, reason: 'it was saved by an earlier version' } })
  const broken = brokenFieldOf(capture)
  if (!broken) joinChoices(capture as Capture)
  if (broken) throw new UnreadableCapture(`${file} is broken: ${broken}`)
  return capture as Capture
}

/** Choices had a list of their own, each under its name, before they were made with what else is set. */
function joinChoices({ artifacts: { probes } }: Capture): void {
  const wide: (Probed & { choices?: Setting[] }) | undefined = probes.ok ? probes.value.wide : undefined
  if (!wide?.settings && !wide?.choices) return
  const { first, steps } = wide.settings ?? { first: [], steps: [] }
  const choices = (wide.choices ?? []).map(choice => ({ ...choice, name: '', value: choice.name }))
  const unknown = { revealed: [], hidden: [], stirred: false }
  wide.settings = { first, steps: [...steps.map(step => ({ ...unknown, ...step })), ...choices] }
  delete wide.choices
}

function brokenFieldOf({ side, url, requestedUrl, gaps, artifacts }: Partial<Capture>): string | null {
  if (side !== 'original' && side !== 'rebuilt') return '"side" is neither original nor rebuilt'
  for (const [name, value] of Object.entries({ url, requestedUrl }))
    if (typeof value !== 'string') return `"${name}" is no text`
  if (!Array.isArray(gaps)) return '"gaps" is no list'
  if (typeof artifacts !== 'object' || artifacts === null) return '"artifacts" is no object'
  for (const name of Object.keys(NAMES)) {
    const collected: Collected<unknown> | undefined = artifacts[name as ArtifactName]
    const isWhole = collected?.ok ? collected.value != null : typeof collected?.reason === 'string'
    if (!isWhole) return `"artifacts.${name}" has neither a value nor a reason why there is none`
  }
  return null
}
