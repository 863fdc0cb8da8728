import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Issue, Scorecard, SuiteName } from '../../server/contract.ts'
import { addCrops } from '../../server/report/crops.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crops-'))
  for (const [side, background] of [
    ['original', '#c00'],
    ['rebuilt', '#00c'],
  ] as const) {
    await mkdir(join(folder, side))
    for (const width of [375, 1440])
      await sharp({ create: { width, height: 3000, channels: 3, background } })
        .webp({ effort: 0 })
        .toFile(join(folder, side, `${width}.webp`))
  }
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

test('cuts both sides with a margin, and names the crops in the order of the scorecard', async () => {
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
  // At the edge of the page there is less around it.
  expect(await crop('evidence/2-rebuilt.webp')).toEqual([324, 124, 'blue'])
  expect(await crop('evidence/1-rebuilt.webp')).toEqual([134, 84, 'blue'])
})

test('a large place is scaled down, at most 800 x 600', async () => {
  await addCrops(card(['image', [issue({ original: place(0, 0, 1440, 900) })]]), folder)
  const { width, height } = await sharp(join(folder, 'evidence/1-original.webp')).metadata()
  expect([width, height]).toEqual([800, 513])
})

test.each([
  ['an inherited one', { status: 'inherited' as const, original: place(0, 0, 99, 99) }],
  ['a minor one', { severity: 'minor' as const, original: place(0, 0, 99, 99) }],
  ['one at another width', { original: place(0, 0, 99, 99, 768) }],
  ['one outside of the screenshot', { original: place(0, 9000, 99, 99) }],
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
