/** What a report needs of a pair beside its scorecard and its pictures: `report/exhibits.json` and `film/*.webp`. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Capture } from '../capture/artifact.ts'
import type { LighthouseRun } from '../capture/lighthouse.ts'
import type { Box } from '../contract.ts'
import { normalise } from '../lib/text.ts'
import { DESKTOP } from '../lib/widths.ts'
import type { Matching } from '../matching/matching.ts'
import {
  asExhibits,
  type BlockPair,
  type Count,
  EXHIBITS_FILE,
  type Film,
  type Rectangle,
  type ScreenPair,
} from '../report/exhibits.ts'
import { catalogCounts, measurementsOf, redirectCounts } from '../suites/index.ts'
import type { CapturedPair } from './types.ts'

/** Of one width: of each kind. */
const MAX_PAIRS = 300
const MAX_ALONE = 150

/** Writes them below `artifactsDir`. Never throws: a report without them is a report all the same. */
export async function saveExhibits(
  artifactsDir: string,
  pair: CapturedPair,
  matching: Matching,
): Promise<void> {
  try {
    await mkdir(join(artifactsDir, dirname(EXHIBITS_FILE)), { recursive: true })
    const runs = runsOf(pair)
    const measured = runs && measurementsOf(runs.original, runs.rebuilt)
    const film = measured && {
      original: await saveFilm(artifactsDir, 'original', measured.shown.original),
      rebuilt: await saveFilm(artifactsDir, 'rebuilt', measured.shown.rebuilt),
    }
    const exhibits = asExhibits({
      screens: screensOf(pair, matching),
      runs: measured?.runs ?? 0,
      metrics: measured?.metrics ?? [],
      ...(film && { film }),
      ...countsOf(pair, matching),
    })
    await writeFile(join(artifactsDir, EXHIBITS_FILE), JSON.stringify(exhibits))
  } catch {
    // A full disk, or an artifact that could not be collected.
  }
}

// --- which block is which at each width --------------------------------------------------------

type Layouts = Extract<Capture['artifacts']['layouts'], { ok: true }>['value']
type Block = Layouts[number]['blocks'][number]

/** A text is the same at another width where its selector and its words are. */
export function screensOf({ original, rebuilt }: CapturedPair, matching: Matching): ScreenPair[] {
  const [before, after] = [original.artifacts, rebuilt.artifacts]
  if (![before, after].every(side => side.layouts.ok && side.screens.ok)) return []
  // Texts and pictures are matched by what is known of these as well.
  if (![before, after].every(side => side.volatile.ok && side.document.ok && side.images.ok)) return []
  const [layouts, layoutsNow] = [collectedOf(before.layouts), collectedOf(after.layouts)]
  const desktop = layouts.find(isDesktop)
  const desktopNow = layoutsNow.find(isDesktop)
  if (!desktop || !desktopNow) return []
  const texts = matching.texts.blocks.map(pair => ({
    original: identityOf(desktop.blocks[pair.original]!),
    rebuilt: identityOf(desktopNow.blocks[pair.rebuilt]!),
  }))
  const pictures = matching.pictures.matches.map(({ original, rebuilt }) => ({
    original: original.selector,
    rebuilt: rebuilt.selector,
  }))
  return collectedOf(before.screens).flatMap(shot => {
    const shotNow = collectedOf(after.screens).find(({ width }) => width === shot.width)
    const layout = layouts.find(({ width }) => width === shot.width)
    const layoutNow = layoutsNow.find(({ width }) => width === shot.width)
    if (!shotNow || !layout || !layoutNow) return []
    const blocks = pairsAt(texts, layout.blocks, layoutNow.blocks, identityOf)
    const images = pairsAt(pictures, layout.pictures, layoutNow.pictures, ({ selector }) => selector)
    const [known, knownNow] = [new Set<unknown>(), new Set<unknown>()]
    for (const { original, rebuilt } of [...blocks, ...images]) {
      known.add(original)
      knownNow.add(rebuilt)
    }
    return [
      {
        width: shot.width,
        original: { height: shot.height, cut: shot.cut },
        rebuilt: { height: shotNow.height, cut: shotNow.cut },
        pairs: [
          ...seenPairs(
            blocks,
            ({ original, rebuilt }) => normalise(original.text) !== normalise(rebuilt.text),
          ),
          ...seenPairs(images, () => false),
        ],
        missing: alone(layout, known),
        added: alone(layoutNow, knownNow),
      },
    ]
  })
}

const isDesktop = ({ width }: { width: number }) => width === DESKTOP

const collectedOf = <T>(collected: { ok: true; value: T } | { ok: false }): T => {
  if (!collected.ok) throw new TypeError('not collected')
  return collected.value
}

const identityOf = ({ selector, text }: Pick<Block, 'selector' | 'text'>) => `${selector}\n${text}`

interface Shown {
  state: string
  seen: Box
}

/** The pairs of identities that stand on both layouts. */
function pairsAt<T extends Shown>(
  pairs: readonly { original: string; rebuilt: string }[],
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): { original: T; rebuilt: T }[] {
  const [old, now] = [before, after].map(items => new Map(items.map(item => [keyOf(item), item])))
  return pairs.flatMap(pair => {
    const [original, rebuilt] = [old!.get(pair.original), now!.get(pair.rebuilt)]
    return original && rebuilt ? [{ original, rebuilt }] : []
  })
}

const isSeen = ({ state, seen }: Shown) => state === 'visible' && seen.width > 0 && seen.height > 0

function seenPairs<T extends Shown>(
  pairs: readonly { original: T; rebuilt: T }[],
  isChanged: (pair: { original: T; rebuilt: T }) => boolean,
): BlockPair[] {
  return pairs
    .filter(({ original, rebuilt }) => isSeen(original) && isSeen(rebuilt))
    .slice(0, MAX_PAIRS)
    .map(pair => ({
      original: rectangle(pair.original.seen),
      rebuilt: rectangle(pair.rebuilt.seen),
      ...(isChanged(pair) && { changed: true }),
    }))
}

const alone = ({ blocks, pictures }: Layouts[number], known: ReadonlySet<unknown>): Rectangle[] =>
  [...blocks, ...pictures]
    .filter(item => !known.has(item) && isSeen(item))
    .slice(0, MAX_ALONE)
    .map(({ seen }) => rectangle(seen))

const rectangle = ({ x, y, width, height }: Box): Rectangle => [
  Math.round(x),
  Math.round(y),
  Math.round(width),
  Math.round(height),
]

// --- measurements --------------------------------------------------------------------------------

function runsOf({ original, rebuilt }: CapturedPair) {
  const [before, after] = [original.artifacts.lighthouse, rebuilt.artifacts.lighthouse]
  return before.ok && after.ok ? { original: before.value, rebuilt: after.value } : undefined
}

const FRAME_WIDTH = 160

/** Frames that show the same are one file. */
async function saveFilm(
  artifactsDir: string,
  side: 'original' | 'rebuilt',
  run: LighthouseRun,
): Promise<Film> {
  await mkdir(join(artifactsDir, 'film'), { recursive: true })
  const files = new Map<string, string>()
  for (const { jpeg } of run.filmstrip) {
    if (files.has(jpeg)) continue
    const file = `film/${side}-${files.size + 1}.webp`
    files.set(jpeg, file)
    // Encoded anew: what is served as a picture is then nothing else.
    await sharp(Buffer.from(jpeg, 'base64'))
      .resize({ width: FRAME_WIDTH })
      .webp()
      .toFile(join(artifactsDir, file))
  }
  return {
    frames: run.filmstrip.map(({ ms, jpeg }) => ({ ms, file: files.get(jpeg)! })),
    marks: run.moments ?? [],
  }
}

// --- stores --------------------------------------------------------------------------------------

function countsOf(
  { original, rebuilt }: CapturedPair,
  matching: Matching,
): { catalog?: Count[]; redirects?: Count[] } {
  const [before, after] = [original.artifacts, rebuilt.artifacts]
  const followed = before.urls.ok && after.urls.ok ? [before.urls.value, after.urls.value] : null
  const catalogs = before.catalog.ok &&
    after.catalog.ok && {
      original: { catalog: before.catalog.value, ...(followed && { urls: followed[0]! }) },
      rebuilt: { catalog: after.catalog.value, ...(followed && { urls: followed[1]! }) },
      matching,
    }
  const urls = before.urls.ok &&
    after.urls.ok && {
      original: { urls: before.urls.value, catalog: before.catalog.ok ? before.catalog.value : null },
      rebuilt: { urls: after.urls.value, catalog: after.catalog.ok ? after.catalog.value : null },
      matching,
    }
  return {
    ...(catalogs && { catalog: catalogCounts(catalogs) }),
    ...(urls && { redirects: redirectCounts(urls) }),
  }
}
