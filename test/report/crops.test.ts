import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Issue, Scorecard, SuiteName } from '../../server/contract.ts'
import { addCrops } from '../../server/report/crops.ts'

/** Their screenshots by name, all of one colour. */
const screenshots = new Map<string, Buffer>()
beforeAll(async () => {
  for (const [side, background] of [
    ['original', '#c00'],
    ['rebuilt', '#00c'],
  ] as const)
    for (const width of [375, 1440]) {
      const page = sharp({ create: { width, height: 3000, channels: 3, background } })
      screenshots.set(`${side}/${width}.webp`, await page.webp({ effort: 0 }).toBuffer())
    }
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crops-'))
  for (const side of ['original', 'rebuilt']) await mkdir(join(folder, side))
  for (const [name, bytes] of screenshots) await writeFile(join(folder, name), bytes)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const place = (x: number, y: number, width: number, height: number, viewport = 1440) => ({
  box: { x, y, width, height },
  viewport,
  text: 'The ../pier',
})

const issue = (changes: Partial<Issue>): Issue => ({
  key: 'image/lost:the pier',
  check: 'image/presence',
  rule: 'image/presence/lost',
  help_url: '/docs/checks/image#presence-lost',
  status: 'introduced',
  severity: 'serious',
  penalty: 0.5,
  charged: 0.5,
  message: '',
  fix: '',
  ...changes,
})

const card = (...suites: [SuiteName, Issue[]][]): Scorecard => ({
  pageName: '',
  allPass: false,
  policy: 'regressions',
  gaps: [],
  volatile: [],
  suites: suites.map(([suite, issues]) => ({
    suite,
    issues,
    score: 50,
    target: 85,
    pass: false,
    checks: [],
    inconclusive: false,
    absolute: 50,
    baseline: 100,
  })),
})

const evidenceOf = (scorecard: Scorecard) =>
  scorecard.suites.flatMap(({ issues }) => issues).map(({ evidence }) => evidence)

test('cuts both sides with what is around them, and names the crops in the order of the scorecard', async () => {
  const made = await addCrops(
    card(
      ['content', [issue({ rebuilt: place(10, 10, 100, 50, 375) })]],
      ['image', [issue({ original: place(100, 200, 300, 200), rebuilt: place(0, 2900, 300, 400) })]],
    ),
    folder,
  )
  expect(evidenceOf(made)).toEqual([
    ['evidence/1-rebuilt.webp'],
    ['evidence/2-original.webp', 'evidence/2-rebuilt.webp'],
  ])
  const crop = async (name: string) => {
    const { width, height } = await sharp(join(folder, name)).metadata()
    const { channels } = await sharp(join(folder, name)).stats()
    return [width, height, channels[0]!.mean > 100 ? 'red' : 'blue']
  }
  expect(await crop('evidence/2-original.webp')).toEqual([348, 248, 'red'])
  // Where the page ends, the other side gives what is missing.
  expect(await crop('evidence/2-rebuilt.webp')).toEqual([348, 448, 'blue'])
  // What is tiny is shown with its surroundings, at the edge of the page as well.
  expect(await crop('evidence/1-rebuilt.webp')).toEqual([320, 200, 'blue'])
})

test('a line is around the place', async () => {
  await addCrops(card(['image', [issue({ original: place(700, 1000, 40, 20) })]]), folder)
  const { data, info } = await sharp(join(folder, 'evidence/1-original.webp'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[info.channels * (y * info.width + x) + 1]!
  const row = Array.from({ length: info.width }, (_, x) => at(x, info.height / 2))
  // The background has no green; white stands on both sides of the place, and nothing on it.
  const light = row.flatMap((green, x) => (green > 150 ? [x] : []))
  expect(light.length).toBeGreaterThan(2)
  expect(light.filter(x => Math.abs(x - 160) > 28 || Math.abs(x - 160) < 20)).toEqual([])
})

test('of a line that is as wide as its column, the part with words is shown', async () => {
  const file = join(folder, 'original/1440.webp')
  const words = { create: { width: 200, height: 20, channels: 3 as const, background: '#fff' } }
  const page = { create: { width: 1440, height: 3000, channels: 3 as const, background: '#00c' } }
  await sharp(page)
    .composite([{ input: await sharp(words).png().toBuffer(), left: 600, top: 1010 }])
    .webp({ lossless: true })
    .toFile(file)
  await addCrops(card(['image', [issue({ original: place(100, 1000, 1200, 40) })]]), folder)
  const { width, height } = await sharp(join(folder, 'evidence/1-original.webp')).metadata()
  expect([width, height]).toEqual([320, 200])
})

test('a large place is scaled down, at most 800 x 600', async () => {
  await addCrops(card(['image', [issue({ original: place(0, 0, 1440, 900) })]]), folder)
  const { width, height } = await sharp(join(folder, 'evidence/1-original.webp')).metadata()
  expect([width, height]).toEqual([800, 527])
})

test.each([
  ['an inherited one', { status: 'inherited' as const, original: place(0, 0, 99, 99) }],
  ['a minor one', { severity: 'minor' as const, original: place(0, 0, 99, 99) }],
  ['one at another width', { original: place(0, 0, 99, 99, 320) }],
  ['one below the screenshot', { original: place(0, 9000, 99, 99) }],
  ['one beside the screenshot', { original: place(-200, 0, 99, 99) }],
  ['one without a place', {}],
])('%s has no crops', async (_, changes) => {
  expect(evidenceOf(await addCrops(card(['image', [issue(changes)]]), folder))).toEqual([undefined])
})

test('at most 40 issues have crops', async () => {
  const many = Array.from({ length: 50 }, (_, i) => issue({ key: `${i}`, original: place(i, i, 20, 20) }))
  const made = await addCrops(card(['image', many]), folder)
  expect(evidenceOf(made).filter(Boolean)).toHaveLength(40)
  expect(await readdir(join(folder, 'evidence'))).toHaveLength(40)
})

test('screenshots that are missing or broken cost the crops and nothing else', async () => {
  await writeFile(join(folder, 'original/1440.webp'), 'nothing')
  await rm(join(folder, 'rebuilt'), { recursive: true })
  const given = card(['image', [issue({ original: place(0, 0, 99, 99), rebuilt: place(0, 0, 99, 99) })]])
  expect(await addCrops(given, folder)).toEqual(given)
  expect(await addCrops(given, '/nowhere/at/all')).toEqual(given)
})
