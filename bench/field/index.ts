/**
 * The judges on other people's rebuilds: `npm run bench -- field --mirrors DIR`. Pairs come from pairs.json, what is true
 * of them from labels/. What it prints is told in bench/field/README.md.
 */
import { printable } from '../../server/verify/printable.ts'
import { capturesOf } from './captures.ts'
import { type JudgedPair, judgePair } from './judged.ts'
import { readOptions } from './options.ts'
import { type Pair, partOf, readPairs } from './pairs.ts'
import { picture } from './pictures.ts'

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args)
  const pairs = (await readPairs()).filter(
    pair =>
      partOf(pair) === options.part &&
      (!options.only.length || options.only.some(text => pair.name.includes(text))),
  )
  const judged = new Map<Pair, JudgedPair>()
  const lost: string[] = []
  for (const [at, pair] of pairs.entries()) {
    console.log(`${at + 1} of ${pairs.length}: ${pair.name}`)
    try {
      const captured = await capturesOf(pair, options)
      const said = judgePair(captured)
      judged.set(pair, said)
      for (const { suite, score, issues } of said.unlike)
        console.log(printable(`  UNLIKE ITSELF ${suite} ${score}: ${issues.join(' | ')}`))
      console.log(
        `  ${said.suites.map(({ suite, score, pass }) => `${suite} ${score}${pass ? '' : '!'}`).join(', ')}; ${Math.round(said.ms)} ms`,
      )
      if (options.pictures) await picture(options.pictures, pair, captured, said)
    } catch (error) {
      lost.push(`${pair.name}: ${error instanceof Error ? error.message : error}`)
      console.log(printable(`  LEFT OUT ${lost.at(-1)}`))
    }
  }
  const slowest = [...judged].toSorted(([, a], [, b]) => b.ms - a.ms)[0]
  if (slowest) console.log(`\njudging took ${Math.round(slowest[1].ms)} ms at most, on ${slowest[0].name}`)
  for (const line of lost) console.log(printable(`LEFT OUT ${line}`))
  if (!judged.size) throw new Error('no pair could be judged')
}
