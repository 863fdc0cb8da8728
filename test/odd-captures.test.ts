/** Whatever a page says, and whatever it lacks: each check answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Capture } from '../server/capture/artifact.ts'
import { judge } from '../server/scan/judge.ts'

const RUNS = Number(process.env.ODD_CAPTURES ?? 24)
/** The same captures each time; others by the environment. */
const SEED = Number(process.env.ODD_SEED ?? 21)

const read = (side: string): Capture =>
  JSON.parse(
    String(zstdDecompressSync(readFileSync(join(import.meta.dirname, `fixtures/golden/${side}.json.zst`)))),
  )

/** What people write, as opposed to selectors, roles, addresses and the like. */
const WRITTEN = /^(text|name|alt|title|near|after|heading|label|placeholder|description|message|fileText)$/
/** What a page may have fewer of; others are referred to by their turns. */
const LISTS = /^(blocks|controls|pictures|nodes|fields|submits|requests|targets|probes|rest)$/
const TEXTS = [
  '',
  '★★★★★',
  '→',
  '1',
  '100 %',
  '$',
  '“',
  'א',
  'ﷺ',
  '価格',
  '0️⃣',
  '\u200b',
  'a'.repeat(3000),
  '€ 12,50',
  '12:00',
]

interface Odd {
  /** Of each kind, how many of a hundred. */
  texts: number
  gone: number
  seed: number
}

const odd = fc.record<Odd>({
  texts: fc.constantFrom(0, 3, 15, 60),
  gone: fc.constantFrom(0, 3, 15, 60),
  seed: fc.nat(),
})

/** A copy of it of which some texts say something else, and from whose lists some members are gone. */
function changed(value: unknown, { texts, gone, seed }: Odd): unknown {
  let state = seed || 1
  const chance = (percent: number) => {
    state = (state * 48271) % 0x7fffffff
    return state % 100 < percent
  }
  const copy = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return WRITTEN.test(key) && chance(texts) ? TEXTS[state % TEXTS.length] : value
    if (Array.isArray(value)) {
      return value.filter(() => !(LISTS.test(key) && chance(gone))).map(one => copy(one, key))
    }
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copy(one, name)]))
  }
  return copy(value, '')
}

test('no check fails, whatever texts a page has and whatever is not on it', () => {
  const pair = { original: read('original'), rebuilt: read('rebuilt') }
  fc.assert(
    fc.property(odd, odd, (before, after) => {
      const original = changed(pair.original, before) as Capture
      const rebuilt = changed(pair.rebuilt, after) as Capture
      const failed = judge({ original, rebuilt }, { policy: 'regressions' }).suites.flatMap(({ checks }) =>
        checks.flatMap(({ reason }) => (reason?.startsWith('our check') ? reason : [])),
      )
      expect(failed).toEqual([])
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
