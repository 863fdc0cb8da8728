/**
 * The reveal benchmark: pages that show their sections only while, or once, they are scrolled to. How much of what a
 * visitor sees a capture sees, and whether defects in there are found and harmless changes pass.
 * `npm run bench -- reveal [--only TEXT …] [--visitor] [--folder PATH]`; `--visitor` checks the pages themselves.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Capture } from '../../server/capture/artifact.ts'
import { judge } from '../../server/scan/judge.ts'
import { printable } from '../../server/verify/printable.ts'
import type { Change } from '../../test/mutations/page.ts'
import { openPagePair, type PagePair } from '../../test/page-pair.ts'
import { brokenOff } from '../verdicts/broken-off.ts'
import { captureKey, short } from '../verdicts/content-key.ts'
import { openStore, readPacked, type Store, writePacked } from '../verdicts/store.ts'
import { changesOf } from './changes.ts'
import { pages, type Recipe, render, serving, truthOf } from './pages.ts'
import { printMisses, printTable } from './table.ts'
import { type Result, verdictOf } from './verdict.ts'
import { sightOf } from './visibility.ts'
import { visit } from './visitor.ts'

/** One clock for all captures, whichever day they are taken. */
const NOON = Date.UTC(2026, 0, 15, 12)
/** Stand for the real hosts, so that captures of other runs go together. */
const HOSTS = { original: '127.0.0.1:60001', rebuilt: '127.0.0.1:60002' }

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      visitor: { type: 'boolean', default: false },
      folder: { type: 'string', default: '.data/bench/reveal' },
    },
  })
  const chosen = pages
    .map((recipe, at) => ({ recipe, ...changesOf(recipe, at) }))
    .filter(({ recipe }) => !values.only.length || values.only.some(text => recipe.name.includes(text)))
  const empty = join(values.folder, 'empty')
  await mkdir(empty, { recursive: true })
  if (values.visitor) {
    const visits = chosen.flatMap(({ recipe, ...changes }) => [
      { name: recipe.name, recipe },
      ...[changes.defect, changes.harmless].map(({ what, recipe }) => ({
        name: `${recipe.name}, ${what}`,
        recipe,
        width: 1440,
      })),
    ])
    const wrong = await visit(visits, empty)
    for (const line of wrong) console.log(line)
    console.log(`${wrong.length} sentences on ${visits.length} pages do not hold`)
    return
  }
  const store = await openStore(join(values.folder, 'captures'), await captureKey(), false)
  const started = performance.now()
  const results: Result[] = []
  for (const { recipe, defect, harmless } of chosen) {
    const look = looker(recipe, store, empty)
    try {
      const original = await look('original', recipe)
      const judged = async (what: string, rebuilt: Recipe) =>
        judge({ original, rebuilt: await look(what, rebuilt) }, { policy: 'regressions' })
      const same = await judged('same', recipe)
      results.push(
        verdictOf({
          page: recipe.name,
          technique: recipe.technique.name,
          truth: truthOf(recipe),
          sight: sightOf(original, truthOf(recipe)),
          same,
          defect: { ...defect, card: await judged('defect', defect.recipe) },
          harmless: { ...harmless, card: await judged('harmless', harmless.recipe) },
        }),
      )
    } catch (error) {
      console.log(`NOT CAPTURED ${recipe.name}: ${printable(String(error))}`)
    } finally {
      await look.close()
    }
    const minutes = (performance.now() - started) / 60_000
    console.error(`${results.length} of ${chosen.length} pages, ${minutes.toFixed(1)} min: ${recipe.name}`)
  }
  for (const line of printMisses(results)) console.log(line)
  console.log(`\n${printTable(results)}`)
  await writeFile(join(values.folder, 'reveal.json'), JSON.stringify(results, null, 1))
  console.log(`written: ${values.folder}/reveal.json`)
}

/** Captures one page and its changes, or takes what was captured of the same bytes before. */
function looker(page: Recipe, store: Store, folder: string) {
  let pair: PagePair | undefined
  const look = async (what: string, recipe: Recipe): Promise<Capture> => {
    const files = render(recipe)
    const file = store.file(page.name, what, short([...files].flat()))
    if (!store.has(file)) {
      const seen = await attempt(what, files).catch(async () => {
        await close()
        return attempt(what, files)
      })
      await writePacked(file, seen)
      await store.wrote(file)
    }
    return readPacked<Capture>(file)
  }

  async function attempt(what: string, files: Map<string, string>): Promise<string> {
    const original = { folder, page: '/index.html', files: serving(render(page)) }
    pair ??= await openPagePair({ name: page.name, original }, NOON)
    const change: Change = { html: '', files: [], added: new Map(), places: [], rewrite: serving(files) }
    const capture = what === 'original' ? await pair.look('original') : await pair.look('rebuilt', change)
    const lost = brokenOff(capture)
    if (lost) throw new Error(lost)
    return JSON.stringify(capture)
      .replaceAll(pair.hosts.original, HOSTS.original)
      .replaceAll(pair.hosts.rebuilt, HOSTS.rebuilt)
  }

  async function close(): Promise<void> {
    await pair?.close()
    pair = undefined
  }
  return Object.assign(look, { close })
}
