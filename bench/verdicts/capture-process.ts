/** A process that looks at pages as it is told, with one browser, and writes down what it saw. */
import type { Capture } from '../../server/capture/artifact.ts'
import { find } from '../../test/mutations/index.ts'
import { type Change, changeOf, type PageSource } from '../../test/mutations/page.ts'
import type { Seen } from '../../test/mutations/seen.ts'
import { openPagePair, type PagePair, sourceOf } from '../../test/page-pair.ts'
import { brokenOff } from './broken-off.ts'
import type { Answer, Task } from './captures.ts'
import { type BenchPage, benchPages } from './pages.ts'
import { readPacked, writePacked } from './store.ts'

/** One clock for all captures, whichever day they are taken. */
const NOON = Date.UTC(2026, 0, 15, 12)
/** A browser that has opened this many pages has grown. */
const FRESH_AFTER = 30
/** Stand for the real hosts, so that captures of other runs go together. */
const HOSTS = { original: '127.0.0.1:60001', rebuilt: '127.0.0.1:60002' }

const pages = benchPages(process.argv[2])
let page: BenchPage | undefined
let pair: PagePair | undefined
let source: PageSource | undefined
let looked = 0

process.on('message', async (task: Task) => {
  let answer = await attempt(task)
  if (!answer.done) answer = await attempt(task)
  process.send?.(answer)
})
process.on('disconnect', async () => {
  await pair?.close()
  process.exit(0)
})

async function attempt(task: Task): Promise<Answer> {
  try {
    await open(task)
    const seen = await look(task)
    const lost = brokenOff(seen)
    if (lost) throw new Error(lost)
    await writePacked(task.file, anonymous(JSON.stringify(seen)))
    return { done: true }
  } catch (error) {
    await close()
    return { done: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

async function open(task: Task): Promise<void> {
  if (page?.name !== task.page || looked++ >= FRESH_AFTER) await close()
  page = (await pages).find(({ name }) => name === task.page)!
  pair ??= await openPagePair(page, NOON)
  if (task.what !== 'seen')
    source ??= { ...(await sourceOf(page)), seen: await readPacked<(Seen | null)[]>(task.seen) }
}

async function look(task: Task): Promise<unknown> {
  if (task.what === 'seen') return pair!.see()
  if (task.what === 'original') return pair!.look('original')
  const change = task.mutation === null ? null : await made(task.mutation)
  return task.what === 'lighthouse'
    ? pair!.measure(change)
    : pair!.look('rebuilt', change, await readPacked<Capture>(task.original!))
}

async function made(name: string): Promise<Change> {
  const change = await changeOf(find(name), source!)
  if (!change) throw new Error(`${name} does not apply to ${page!.name} after all`)
  return change
}

async function close(): Promise<void> {
  const open = pair
  ;[pair, source, looked] = [undefined, undefined, 0]
  await open?.close()
}

function anonymous(text: string): string {
  return text.replaceAll(pair!.hosts.original, HOSTS.original).replaceAll(pair!.hosts.rebuilt, HOSTS.rebuilt)
}
