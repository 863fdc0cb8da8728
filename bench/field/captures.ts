/** Both sides of a pair as they were captured: kept in a folder, taken where they are not there. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Capture, loadCapture, saveCapture } from '../../server/capture/artifact.ts'
import { photographPair } from '../foreign/camera.ts'
import { unpack } from './mirrors.ts'
import type { Options } from './options.ts'
import type { Pair } from './pairs.ts'

export interface CapturedPair {
  original: Capture
  rebuilt: Capture
  /** Folder with `original/` and `rebuilt/`, each with its screenshots. */
  folder: string
}

/** Stand for the hosts that pages were served from, so that no key depends on a port. */
const HOSTS = { original: '127.0.0.1:60001', rebuilt: '127.0.0.1:60002' }
const SIDES = ['original', 'rebuilt'] as const

/** Throws with why there is none. */
export async function capturesOf(pair: Pair, options: Options): Promise<CapturedPair> {
  const folder = join(options.captures, pair.name)
  const known = await kept(folder, pair).catch(error => {
    if (options.judgeOnly) throw error
    return undefined
  })
  if (!known) await take(pair, options.mirrors, folder)
  return known ?? kept(folder, pair)
}

/** The sources are written last: with them, the captures are whole and of these very pages. */
const markOf = ({ original, rebuilt }: Pair) => JSON.stringify({ original, rebuilt })

async function kept(folder: string, pair: Pair): Promise<CapturedPair> {
  const mark = await readFile(join(folder, 'sources.json'), 'utf8').catch(() => undefined)
  if (mark === undefined) throw new Error('not captured yet')
  if (mark !== markOf(pair)) throw new Error('captured of other sources than pairs.json names')
  const [original, rebuilt] = await Promise.all(SIDES.map(side => loadCapture(join(folder, side))))
  return { original: original!, rebuilt: rebuilt!, folder }
}

async function take(pair: Pair, mirrors: string, folder: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'cutover-field-'))
  try {
    for (const side of SIDES) await unpack(mirrors, pair[side], join(root, side))
    const pageOf = (side: (typeof SIDES)[number]) => ({
      folder: join(root, side),
      path: decodeURI(pair[side].entry),
    })
    const shots = await photographPair(pageOf('original'), pageOf('rebuilt'))
    await rm(folder, { recursive: true, force: true })
    for (const side of SIDES) {
      const shot = shots[side]
      if ('failure' in shot) throw new Error(`no capture of the ${side} page: ${shot.failure}`)
      const text = JSON.stringify(shot.capture).replaceAll(shots.hosts[side], HOSTS[side])
      await saveCapture(join(folder, side), JSON.parse(text), shot.files)
      console.log(`  ${side} captured in ${shot.seconds.toFixed(1)} s`)
    }
    await writeFile(join(folder, 'sources.json'), markOf(pair))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
