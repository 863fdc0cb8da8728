/** What is to be judged, and which captures that needs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeOf, type Mutation } from '../../test/mutations/page.ts'
import type { Seen } from '../../test/mutations/seen.ts'
import { sourceOf } from '../../test/page-pair.ts'
import type { Task } from './captures.ts'
import { contentKey, short } from './content-key.ts'
import type { BenchPage } from './pages.ts'
import { readPacked, type Store } from './store.ts'

export interface Case {
  page: string
  /** The row of the matrix. */
  row: string
  mutation: Pick<Mutation, 'name' | 'kind' | 'suite' | 'also' | 'about' | 'why'>
  /** What the issue has to name. */
  places: string[]
  /** 0, or the number of the repetition, which counts for the spread only. */
  repeat: number
  original: string
  rebuilt: string
  /** Lighthouse's runs; null where perf is not measured. */
  lighthouse: string | null
}

export interface Plan {
  cases: Case[]
  tasks: Task[]
  /** `[page, mutation]` where the page has nothing to make the change to. */
  unfit: [string, string][]
}

export const UNCHANGED = 'nothing changed'
export const REBUILT = 'rebuilt by another hand'
/** Measured for the spread of scores, on the first of the pages. */
const SAMPLE_PAGES = 3
const SAMPLE_DEFECT = 'paragraph lost'

/** The browser's view of the untouched page; the first thing that is needed. */
export async function seenTask(page: BenchPage, store: Store): Promise<Task> {
  const { html } = await sourceOf(page)
  const looker = await readFile(join(import.meta.dirname, '../../test/mutations/seen.ts'))
  const file = store.file(
    page.name,
    'seen',
    short([html, looker, await contentKey(page.rebuilt ?? page.original, null)]),
  )
  return { page: page.name, mutation: null, what: 'seen', seen: file, file, turn: 0 }
}

/** `most`: pages that one defect and one harmless change is made to, so that the whole ends within an hour. */
export async function planFor(
  pages: readonly BenchPage[],
  mutations: readonly Mutation[],
  seenFiles: ReadonlyMap<string, string>,
  repeats: number,
  most: { defect: number; harmless: number },
  store: Store,
): Promise<Plan> {
  const plan: Plan = { cases: [], tasks: [], unfit: [] }
  const isMeasured = mutations.some(({ suite }) => suite === 'perf')
  for (const [index, page] of pages.entries()) {
    const seenFile = seenFiles.get(page.name)!
    const source = { ...(await sourceOf(page)), seen: await readPacked<(Seen | null)[]>(seenFile) }
    const built = page.rebuilt ?? page.original
    const untouched = await contentKey(built, null)
    const first = await contentKey(page.original, null)
    const task = (what: Task['what'], mutation: string | null, content: string, repeat: number): string => {
      const fileOf = (what: string, content: string) =>
        store.file(page.name, repeat ? `${what}-${repeat}` : what, content)
      const file = fileOf(what, content)
      const original = fileOf('original', first)
      plan.tasks.push({ page: page.name, mutation, what, seen: seenFile, original, file, turn: 0 })
      return file
    }
    const add = (
      about: Case['mutation'],
      name: string | null,
      content: string,
      places: string[],
      repeat = 0,
    ) => {
      const perf = !repeat && (name === null ? isMeasured : about.suite === 'perf')
      plan.cases.push({
        page: page.name,
        row: about.name,
        mutation: about,
        places,
        repeat,
        original: task('original', null, first, repeat),
        rebuilt: task('rebuilt', name, content, repeat),
        lighthouse: perf ? task('lighthouse', name, short([first, content]), 0) : null,
      })
    }

    add(asItIs(page), null, untouched, [])
    for (const mutation of page.owes ? [] : mutations.filter(each => suits(page, each))) {
      const change = await changeOf(mutation, source)
      if (!change) {
        plan.unfit.push([page.name, mutation.name])
        continue
      }
      const content = await contentKey(built, change)
      const { apply: _, ...about } = mutation
      add(about, mutation.name, content, change.places)
      if (mutation.name === SAMPLE_DEFECT && index < SAMPLE_PAGES)
        for (let repeat = 1; repeat < repeats; repeat++)
          add(about, mutation.name, content, change.places, repeat)
    }
    if (index < SAMPLE_PAGES)
      for (let repeat = 1; repeat < repeats; repeat++) add(asItIs(page), null, untouched, [], repeat)
  }
  plan.cases = chosen(plan.cases, most)
  const turns = turnsOf(plan.cases)
  plan.tasks = [...new Map(plan.tasks.map(task => [task.file, task])).values()]
    .filter(({ file }) => turns.has(file))
    .map(task => ({ ...task, turn: turns.get(task.file)! }))
  return plan
}

/** Every change on one page, then every change on a second: a run that is broken off has seen something of each. */
function turnsOf(cases: readonly Case[]): Map<string, number> {
  const turns = new Map<string, number>()
  for (const all of Map.groupBy(cases, each => each.row).values())
    for (const [turn, each] of all.entries())
      for (const file of [each.original, each.rebuilt, each.lighthouse ?? each.rebuilt])
        turns.set(file, Math.min(turn, turns.get(file) ?? Infinity))
  return turns
}

/** Where a change fits more pages than it is made to, another choice of them for each change, the same each time. */
function chosen(cases: readonly Case[], most: { defect: number; harmless: number }): Case[] {
  return [...Map.groupBy(cases, each => each.row)].flatMap(([row, all], index) => {
    if (row === UNCHANGED || row === REBUILT) return all
    const pages = [...new Set(all.map(({ page }) => page))]
    const { kind, suite } = all[0]!.mutation
    // So few pages can show defects of perf that all of them do.
    const limit = kind === 'silent' ? most.harmless : suite === 'perf' ? Infinity : most.defect
    const kept = new Set(pages.map((_, at) => pages[(index + at) % pages.length]!).slice(0, limit))
    return all.filter(({ page, repeat }) => kept.has(page) || repeat > 0)
  })
}

function suits({ perf }: BenchPage, { suite }: Mutation): boolean {
  return suite === 'perf' ? perf !== undefined : perf !== 'alone'
}

function asItIs(page: BenchPage): Case['mutation'] {
  const name = page.rebuilt ? REBUILT : UNCHANGED
  return page.owes ? { name, kind: 'must-raise', ...page.owes } : { name, kind: 'silent' }
}
