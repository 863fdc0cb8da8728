/**
 * The judges on other people's rebuilds: pairs from pairs.json, what is true of them from labels/. How to read and to
 * write both is told in bench/field/README.md.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printable } from '../../server/verify/printable.ts'
import { type Assessment, assess } from './assess.ts'
import { capturesOf } from './captures.ts'
import { ASKED, judgePair } from './judged.ts'
import { readLabels } from './labels.ts'
import { readOptions } from './options.ts'
import { partOf, readPairs } from './pairs.ts'
import { picture } from './pictures.ts'
import { faults, figures, readings, ruleTable } from './tables.ts'
import { knownDefects, trackRecord } from './track-record.ts'

const RECORD = join(import.meta.dirname, 'track-record.json')
const RULES = ASKED.flatMap(({ checks }) => checks.flatMap(({ rules }) => rules.list.map(({ id }) => id)))

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args)
  const { only, part } = options
  const all = await readPairs()
  const { byPair, refused } = await readLabels(
    join(import.meta.dirname, 'labels'),
    new Set(all.map(({ name }) => name)),
  )
  const pairs = all.filter(
    pair => partOf(pair) === part && (!only.length || only.some(text => pair.name.includes(text))),
  )
  const assessed: Assessment[] = []
  const lost: string[] = []
  for (const [at, pair] of pairs.entries()) {
    console.log(`${at + 1} of ${pairs.length}: ${pair.name}`)
    try {
      const captured = await capturesOf(pair, options)
      const judged = judgePair(captured)
      assessed.push(assess(pair.name, judged, byPair.get(pair.name)?.[0]))
      for (const { suite, score, issues } of judged.unlike)
        console.log(printable(`  UNLIKE ITSELF ${suite} ${score}: ${issues.join(' | ')}`))
      const scores = judged.suites.map(({ suite, score, pass }) => `${suite} ${score}${pass ? '' : '!'}`)
      console.log(`  ${scores.join(', ')}; ${Math.round(judged.ms)} ms`)
      if (options.pictures) await picture(options.pictures, pair, captured, judged)
    } catch (error) {
      lost.push(`LEFT OUT ${pair.name}: ${error instanceof Error ? error.message : error}`)
      console.log(`  ${printable(lost.at(-1)!)}`)
    }
  }

  const left = [...refused.map(text => `REFUSED ${text}`), ...lost].map(printable)
  if (!assessed.length) throw new Error(['no pair could be judged', ...left].join('\n'))
  const record = trackRecord(RULES, assessed, await knownDefects(options.verdicts, RECORD))
  const twice = pairs.flatMap(({ name }) => {
    const [a, b] = byPair.get(name) ?? []
    return a && b ? [[a, b] as const] : []
  })
  console.log(`\n${[...faults(assessed), ...readings(twice)].join('\n')}`)
  console.log(`\n${ruleTable(record)}\n\npart: ${part}\n${figures(assessed)}`)
  // What only measures is no ground to grade a rule on.
  if (part === 'work' && !only.length && assessed.some(({ read }) => read)) {
    await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`)
    console.log(`written: ${RECORD}`)
  }
  for (const line of left) console.log(line)
}
