import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import type { LighthouseRun } from '../../server/capture/lighthouse.ts'
import { EXHIBITS_FILE, readExhibits } from '../../server/report/exhibits.ts'
import { saveExhibits } from '../../server/scan/exhibits.ts'
import { matchingsOf } from '../../server/suites/core/run.ts'
import { page } from '../matching/layout.ts'
import { makeCapture } from '../suites/captures.ts'
import { run } from '../suites/perf/runs.ts'

const root = await mkdtemp(join(tmpdir(), 'exhibits-'))
afterAll(() => rm(root, { recursive: true }))

const shot = (width: number, height: number) => ({
  ...{ file: `${width}.webp`, width, height, cut: false, restless: [] },
})

function site(side: 'original' | 'rebuilt', texts: string[], runs: LighthouseRun[] = []): Capture {
  const layouts = page(texts).layouts.map(layout => ({ ...layout, pictures: [] }))
  return makeCapture(side, { layouts, screens: [shot(1440, 900), shot(375, 2000)], lighthouse: runs })
}

async function saved(name: string, original: Capture, rebuilt: Capture) {
  const folder = join(root, name)
  await saveExhibits(folder, { original, rebuilt }, matchingsOf(original, rebuilt).pair)
  return { folder, exhibits: readExhibits(await readFile(join(folder, EXHIBITS_FILE), 'utf8')) }
}

test('which block is which, which changed, and which only one page has', async () => {
  const { exhibits } = await saved(
    'blocks',
    site('original', ['Our bread is “good”', 'Fresh every morning from six', 'Closed on Mondays']),
    site('rebuilt', ['Fresh every morning from seven', 'Our bread is "good"', 'Order online']),
  )
  const [screen] = exhibits!.screens
  const at = (y: number) => [20, y, 600, 24]
  expect(screen).toMatchObject({ width: 1440, original: { height: 900, cut: false } })
  expect(screen!.pairs).toEqual([
    { original: at(0), rebuilt: at(40) },
    { original: at(40), rebuilt: at(0), changed: true },
  ])
  expect([screen!.missing, screen!.added]).toEqual([[at(80)], [at(80)]])
})

test('the film is encoded anew, frames that show the same once', async () => {
  const jpeg = async (background: string) =>
    (
      await sharp({ create: { width: 300, height: 500, channels: 3, background } })
        .jpeg()
        .toBuffer()
    ).toString('base64')
  const [white, red] = [await jpeg('#fff'), await jpeg('#f00')]
  const seen = run(90, {
    filmstrip: [white, white, red].map((one, index) => ({ ms: 300 * (index + 1), jpeg: one })),
    moments: [{ name: 'Load', ms: 700 }],
  })
  const { folder, exhibits } = await saved(
    'film',
    site('original', [], [seen]),
    site('rebuilt', [], [run(80)]),
  )
  expect(exhibits!.film).toEqual({
    original: {
      frames: [
        { ms: 300, file: 'film/original-1.webp' },
        { ms: 600, file: 'film/original-1.webp' },
        { ms: 900, file: 'film/original-2.webp' },
      ],
      marks: [{ name: 'Load', ms: 700 }],
    },
    rebuilt: { frames: [], marks: [] },
  })
  expect(await readdir(join(folder, 'film'))).toEqual(['original-1.webp', 'original-2.webp'])
  expect(await sharp(join(folder, 'film/original-2.webp')).metadata()).toMatchObject({
    format: 'webp',
    width: 160,
  })
  expect(exhibits!.runs).toBe(1)
  expect(exhibits!.metrics.map(({ name }) => name)).toHaveLength(5)
})

test('what could not be collected costs its part of the report', async () => {
  const failed = { ok: false as const, reason: 'the page was gone' }
  const broken = site('rebuilt', ['Our bread'])
  const rebuilt = { ...broken, artifacts: { ...broken.artifacts, layouts: failed, lighthouse: failed } }
  const { exhibits } = await saved('broken', site('original', ['Our bread']), rebuilt)
  expect(exhibits).toMatchObject({ screens: [], metrics: [], runs: 0 })
})

test.each([
  ['of another version', '{"version":0,"screens":[],"runs":0,"metrics":[]}'],
  ['broken', '{"version":1'],
  [
    'that leads elsewhere',
    '{"version":1,"screens":[],"runs":0,"metrics":[],"film":{"original":{"frames":[{"ms":0,"file":"../x.webp"}],"marks":[]},"rebuilt":{"frames":[],"marks":[]}}}',
  ],
])('a file %s is no exhibits', (_, text) => {
  expect(readExhibits(text)).toBeNull()
})
