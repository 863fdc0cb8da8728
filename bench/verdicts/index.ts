/**
 * The verdict benchmark: each defect and each harmless change, one at a time, on pages of many kinds. What it prints is
 * defined in docs/methods/evidence.md. With `--foreign FILE` on pages by other hands that lie on this
 * machine, each change on a few of them.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { printable } from '../../server/verify/printable.ts'
import { mutations } from '../../test/mutations/index.ts'
import { runTasks, type Task } from './captures.ts'
import { captureKey } from './content-key.ts'
import { judgeAll } from './judgements.ts'
import { matrix } from './matrix.ts'
import { readOptions } from './options.ts'
import { planFor, seenTask } from './plan.ts'
import { openStore } from './store.ts'
import { printFaults, printTable } from './table.ts'
import { tally } from './tally.ts'

export async function run(args: string[]): Promise<void> {
  const options = await readOptions(args)
  const started = performance.now()
  const store = await openStore(join(options.folder, 'captures'), await captureKey(), options.keepCaptures)
  const chosen = options.pages
  const wanted = mutations.filter(
    ({ name, kind, suite = '' }) =>
      !options.only.length ||
      options.only.some(text => name.toLowerCase().includes(text) || kind === text || suite === text),
  )
  const lost = new Map<string, string>()

  const seen = await Promise.all(chosen.map(page => seenTask(page, store)))
  await take(seen)
  const plan = await planFor(
    chosen.filter((_, at) => !lost.has(seen[at]!.file)),
    wanted,
    new Map(seen.map(task => [task.page, task.file])),
    options.repeats,
    options.most,
    store,
  )
  await take(plan.tasks.filter(({ what }) => what === 'original'))
  // The last phase alone on the machine: what else loads a page spoils what Lighthouse measures.
  await take(plan.tasks.filter(({ what }) => what !== 'lighthouse'))
  await take(
    plan.tasks.filter(({ what }) => what === 'lighthouse'),
    1,
  )

  const complete = plan.cases.filter(each =>
    [each.original, each.rebuilt, each.lighthouse ?? each.original].every(store.has),
  )
  const judging = performance.now()
  const assessments = await judgeAll(complete, availableParallelism())
  const judged = performance.now()
  const single = assessments.filter((_, at) => complete[at]!.repeat === 0)
  const sampled = new Set(complete.filter(each => each.repeat > 0).map(each => `${each.page} ${each.row}`))
  const tallies = tally(
    single,
    assessments.filter(({ page, row }) => sampled.has(`${page} ${row}`)),
  )

  const idle = wanted
    .filter(({ name }) => !plan.cases.some(({ row }) => row === name))
    .map(({ name }) => name)
  const faults = printFaults(single)
  for (const line of faults) console.log(line)
  for (const [file, reason] of lost) console.log(`NOT CAPTURED ${file}: ${printable(reason)}`)
  for (const name of idle) console.log(`NOWHERE      ${name} applies to none of these pages`)
  console.log(`\n${printTable(tallies)}\n`)
  const judgeSeconds = (judged - judging) / 1000
  console.log(
    `${single.length} verdicts on ${chosen.length} pages, ${plan.unfit.length} do not apply, ${plan.cases.length - complete.length} not captured; judged in ${judgeSeconds.toFixed(1)} s, all in ${((judged - started) / 60_000).toFixed(1)} min`,
  )
  await mkdir(options.folder, { recursive: true })
  await writeFile(
    join(options.folder, 'verdicts.json'),
    JSON.stringify(
      { tallies, faults, idle, unfit: plan.unfit, lost: [...lost], assessments: single },
      null,
      1,
    ),
  )
  await writeFile(join(options.folder, 'verdicts.html'), matrix(tallies, single))
  console.log(`written: ${options.folder}/verdicts.json, verdicts.html`)

  /** Gets what is not there yet. */
  async function take(tasks: readonly Task[], processes = 2): Promise<void> {
    const missing = tasks.filter(({ file }) => !store.has(file))
    if (!missing.length || options.judgeOnly) return
    const begun = performance.now()
    let done = 0
    await runTasks(missing, { processes, foreign: options.foreign }, async (task, answer) => {
      done++
      const minutes = (performance.now() - begun) / 60_000
      const label = `${task.page}, ${task.what}${task.mutation === null ? '' : `, ${task.mutation}`}`
      if (answer.done) await store.wrote(task.file)
      else lost.set(task.file, `${label}: ${answer.reason}`)
      const left = ((missing.length - done) * minutes) / done
      console.log(
        `${done} of ${missing.length} (${(done / minutes).toFixed(1)} a minute, ${left.toFixed(0)} min left): ${label}${answer.done ? '' : ` FAILED: ${printable(answer.reason)}`}`,
      )
    })
  }
}
