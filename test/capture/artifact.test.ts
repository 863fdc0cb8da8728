import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CAPTURE_VERSION,
  type Capture,
  loadCapture,
  saveCapture,
  UnreadableCapture,
} from '../../server/capture/artifact.ts'
import { makeCapture } from '../suites/captures.ts'

const capture: Capture = {
  side: 'rebuilt',
  requestedUrl: 'https://new.example/',
  url: 'https://new.example/home',
  gaps: ['robots.txt could not be read'],
  artifacts: {
    ...makeCapture('rebuilt').artifacts,
    fonts: { ok: true, value: { loaded: ['Inter'], failed: [] } },
  },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutover-capture-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('what was saved is loaded, with the version that wrote it', async () => {
  await saveCapture(folder, capture, new Map([['1440.webp', Buffer.from('picture')]]))
  expect(await loadCapture(folder)).toEqual({ ...capture, version: CAPTURE_VERSION })
  expect(await readFile(join(folder, '1440.webp'), 'utf8')).toBe('picture')
})

test('an artifact that is collected only since then costs what reads it, and no more', async () => {
  const { embeds, ...artifacts } = capture.artifacts
  await saveCapture(folder, { ...capture, artifacts } as Capture)
  const loaded = await loadCapture(folder)
  expect(loaded.artifacts.embeds).toMatchObject({ ok: false })
  expect(loaded.artifacts.head).toEqual(artifacts.head)
})

test('choices that were kept beside what was set are read as one trial', async () => {
  const idle = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const set = { name: 'Adults', value: '2', selector: '#adults', shown: ['€ 25.00'] }
  const chosen = { group: 'list Size', selector: '#size', revealed: ['€ 9.00'], hidden: [], stirred: true }
  const wide = {
    ...idle,
    settings: { first: ['€ 0.00'], steps: [set] },
    choices: [{ ...chosen, name: 'Large' }],
  }
  const probes = { ok: true, value: { narrow: idle, wide } }
  await saveCapture(folder, { ...capture, artifacts: { ...capture.artifacts, probes } } as unknown as Capture)
  const loaded = (await loadCapture(folder)).artifacts.probes
  expect(loaded.ok && loaded.value.wide).toEqual({
    ...idle,
    settings: {
      first: ['€ 0.00'],
      steps: [
        { ...set, revealed: [], hidden: [], stirred: false },
        { ...chosen, name: '', value: 'Large' },
      ],
    },
  })
})

const saved = { ...capture, version: CAPTURE_VERSION }
test.for([
  [
    'another version',
    { ...saved, version: 99 },
    new RegExp(`version 99 .* reads version ${CAPTURE_VERSION} only`),
  ],
  [
    'no version',
    { ...saved, version: undefined },
    new RegExp(`version none .* reads version ${CAPTURE_VERSION} only`),
  ],
  ['no object', null, /holds no object/],
  ['an unknown side', { ...saved, side: 'third' }, /"side"/],
  ['an address that is no text', { ...saved, url: 7 }, /"url" is no text/],
  ['no gaps', { ...saved, gaps: undefined }, /"gaps" is no list/],
  ['no artifacts', { ...saved, artifacts: null }, /"artifacts" is no object/],
  [
    'an artifact without a value',
    { ...saved, artifacts: { ...saved.artifacts, head: { ok: true } } },
    /"artifacts\.head"/,
  ],
  [
    'an artifact left out',
    { ...saved, artifacts: { ...saved.artifacts, head: undefined } },
    /"artifacts\.head"/,
  ],
  [
    'an artifact that is null',
    { ...saved, artifacts: { ...saved.artifacts, head: null } },
    /"artifacts\.head"/,
  ],
] as const)('a capture with %s is refused', async ([, written, message]) => {
  await writeFile(join(folder, 'capture.json'), JSON.stringify(written))
  const loaded = loadCapture(folder)
  await expect(loaded).rejects.toThrow(UnreadableCapture)
  await expect(loaded).rejects.toThrow(message)
})

test('a file that ends early or is missing is refused, and named', async () => {
  await writeFile(join(folder, 'capture.json'), JSON.stringify(saved).slice(0, -40))
  await expect(loadCapture(folder)).rejects.toThrow(/capture\.json cannot be read: .*JSON/)
  const missing = loadCapture(join(folder, 'nowhere'))
  await expect(missing).rejects.toThrow(UnreadableCapture)
  await expect(missing).rejects.toThrow(/nowhere.*ENOENT/)
})
