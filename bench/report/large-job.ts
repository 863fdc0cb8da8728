/** A job as large as the limits let one become, in words that compress like those of pages. */
import { type Box, Severity, SuiteName } from '../../server/contract.ts'
import type { Exhibits, Rectangle } from '../../server/report/exhibits.ts'
import { asExhibits } from '../../server/report/exhibits.ts'
import type { CompletedJob } from '../../server/report/report.ts'
import { makeIssue, makeJob, makeSuite } from '../../test/report/made.ts'

const WORDS =
  `price picture heading form button link menu footer header article table order shipping delivery returns size colour
  stock basket checkout account search contact imprint privacy cookie newsletter review rating gallery slider video map`.split(
    /\s+/,
  )

/** The same numbers in each run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export function largeJob(issues: number): CompletedJob {
  const next = random(1)
  const word = () => WORDS[Math.floor(next() * WORDS.length)]!
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const box = (): Box => ({
    ...{ x: Math.floor(next() * 1200), y: Math.floor(next() * 16_000) },
    ...{ width: 200, height: 40 },
  })
  const place = () => ({
    selector: `main > section:nth-of-type(${Math.ceil(next() * 9)}) > div.${word()} > p:nth-of-type(${Math.ceil(next() * 9)})`,
    ...{ text: words(8), box: box(), viewport: 1440 },
  })
  const suites = SuiteName.options.map((suite, index) => {
    const count = Math.ceil((issues - index) / SuiteName.options.length)
    return makeSuite({
      suite,
      issues: Array.from({ length: count }, (_, at) =>
        makeIssue({
          key: `${suite}/${at}:${words(3)}`,
          severity: Severity.options[at % 4]!,
          status: at % 5 === 4 ? 'inherited' : 'introduced',
          message: `The ${word()} “${words(4)}” after “${words(6)}” became “${words(4)}”`,
          fix: `Put “${words(4)}” back`,
          ...{ original: place(), rebuilt: place() },
          ...(at < 5 && { evidence: [`evidence/${at}-original.webp`, `evidence/${at}-rebuilt.webp`] }),
        }),
      ),
    })
  })
  return makeJob(suites)
}

/** Blocks from the top to the bottom of pages of 16,000 px. */
export function largeExhibits(): Exhibits {
  const next = random(2)
  const block = (index: number, width: number): Rectangle => [
    ...([Math.floor(next() * width * 0.5), index * 53] as const),
    ...([Math.floor(width * 0.3), 24 + Math.floor(next() * 20)] as const),
  ]
  const screens = [375, 768, 1440].map(width => ({
    width,
    original: { height: 16_000, cut: false },
    rebuilt: { height: 16_000, cut: false },
    pairs: Array.from({ length: 300 }, (_, index) => ({
      original: block(index, width),
      rebuilt: block(index, width),
    })),
    missing: Array.from({ length: 50 }, (_, index) => block(index * 6, width)),
    added: Array.from({ length: 50 }, (_, index) => block(index * 6, width)),
  }))
  return asExhibits({ screens, runs: 3, metrics: [] })
}
