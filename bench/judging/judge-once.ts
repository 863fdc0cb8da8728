/** Judges one saved pair in a process of its own and prints what it took, as JSON. */
import { loadCapture } from '../../server/capture/artifact.ts'
import { judge } from '../../server/scan/judge.ts'
import { matchingsOf, runSuites } from '../../server/suites/core/run.ts'
import { suites } from '../../server/suites/index.ts'
import { peakRss } from '../memory.ts'

const folder = process.argv[2]!
const read = async () => ({
  original: await loadCapture(`${folder}/original`),
  rebuilt: await loadCapture(`${folder}/rebuilt`),
})
const peak = () => peakRss() / 2 ** 20

const first = await read()
const reading = peak()
const cold = clocked(() => judge(first, { policy: 'regressions' }))
const memory = peak()

const perSuite: Record<string, number> = {}
const again = await read()
const matchings = matchingsOf(again.original, again.rebuilt)
const touch = ({ texts, pictures, controls }: typeof matchings.pair) =>
  texts.blocks.length + pictures.matches.length + controls.length
perSuite.matching = clocked(() => touch(matchings.pair) + touch(matchings.baseline)).ms
for (const suite of suites)
  perSuite[suite.name] = clocked(() => runSuites([suite], again.original, again.rebuilt, matchings)).ms
const times = [await read(), await read(), await read()].map(
  pair => clocked(() => judge(pair, { policy: 'regressions' })).ms,
)

const layouts = first.original.artifacts.layouts
const images = first.original.artifacts.images
console.log(
  JSON.stringify({
    suites: perSuite,
    cold: cold.ms,
    warm: Math.min(...times),
    memory,
    reading,
    blocks: layouts.ok ? layouts.value.find(layout => layout.width === 1440)!.blocks.length : 0,
    pictures: images.ok ? images.value.length : 0,
    allPass: cold.value.suites.every(suite => suite.pass || suite.suite === 'perf'),
  }),
)

function clocked<T>(work: () => T): { value: T; ms: number } {
  const start = performance.now()
  const value = work()
  return { value, ms: performance.now() - start }
}
