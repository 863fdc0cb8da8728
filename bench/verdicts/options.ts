import { parseArgs } from 'node:util'
import { type BenchPage, benchPages } from './pages.ts'

export interface Options {
  pages: BenchPage[]
  /** File that lists pages by other hands; without it ours. */
  foreign?: string
  /** Mutations whose name, suite or kind contains one of these; all when empty. */
  only: string[]
  /** Fresh captures of a sample, for the spread of scores; 1 leaves it out. */
  repeats: number
  keepCaptures: boolean
  /** Takes no captures: judges what is there. */
  judgeOnly: boolean
  /** Pages that each change is made to at most. */
  most: { defect: number; harmless: number }
  folder: string
}

/** `[page …] [--only TEXT …] [--repeats N] [--keep-captures] [--judge-only] [--everywhere] [--most N] [--foreign FILE] [--folder PATH]`. Throws on others. */
export async function readOptions(args: string[]): Promise<Options> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      repeats: { type: 'string' },
      'keep-captures': { type: 'boolean', default: false },
      'judge-only': { type: 'boolean', default: false },
      everywhere: { type: 'boolean', default: false },
      most: { type: 'string' },
      foreign: { type: 'string' },
      folder: { type: 'string', default: '.data/bench/verdicts' },
    },
  })
  const { foreign } = values
  const pages = await benchPages(foreign)
  const names = pages.map(page => page.name)
  const unknown = positionals.filter(name => !names.includes(name))
  if (unknown.length)
    throw new Error(`no page is called ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  const repeats = Number(values.repeats ?? (foreign || values.only.length ? 1 : 5))
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 20)
    throw new Error(`--repeats ${values.repeats} is no whole number from 1 to 20`)
  const most = values.most === undefined ? null : Number(values.most)
  if (most !== null && (!Number.isInteger(most) || most < 1))
    throw new Error(`--most ${values.most} is no whole number from 1 on`)
  // Who names pages or changes wants to see all of them.
  const everywhere = values.everywhere || positionals.length > 0 || values.only.length > 0
  return {
    pages: positionals.length ? pages.filter(({ name }) => positionals.includes(name)) : [...pages],
    foreign,
    only: values.only.map(text => text.toLowerCase()),
    repeats,
    keepCaptures: values['keep-captures'],
    judgeOnly: values['judge-only'],
    most: most
      ? { defect: most, harmless: most }
      : everywhere
        ? { defect: Infinity, harmless: Infinity }
        : foreign
          ? { defect: 2, harmless: 3 }
          : { defect: 3, harmless: 4 },
    folder: values.folder,
  }
}
