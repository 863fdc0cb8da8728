import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** A page of a built site that lies on this machine. */
export interface ForeignPage {
  /** Folder beside the list, below `sites/`. */
  site: string
  /** Of the page in there, e.g. `index.html`. */
  path: string
  /** What is special about it. */
  kind: string
}

export interface Options {
  pages: ForeignPage[]
  /** Where the folders of the sites are. */
  folder: string
  identity: boolean
  /** Captures of each page. */
  repeats: number
  /** Processes that keep a core busy meanwhile. */
  load: number
}

const USAGE =
  'npm run bench -- foreign --pages FILE [--only N|TEXT …] [--from N] [--identity] [--repeats N] [--load N]'

/** `--only`: numbers of pages from 1, or words of their address. Throws on what it does not know. */
export async function readOptions(args: string[]): Promise<Options> {
  const { values } = parseArgs({
    args,
    options: {
      pages: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      from: { type: 'string', default: '1' },
      identity: { type: 'boolean', default: false },
      repeats: { type: 'string' },
      load: { type: 'string', default: '0' },
    },
  })
  if (!values.pages) throw new Error(`no list of pages: ${USAGE}`)
  const list: ForeignPage[] = JSON.parse(await readFile(values.pages, 'utf8'))
  const { only } = values
  const from = whole('from', values.from, 1)
  return {
    pages: list.filter(
      ({ site, path }, index) =>
        index + 1 >= from &&
        (!only.length ||
          only.some(text =>
            /^\d+$/.test(text) ? Number(text) === index + 1 : `${site}/${path}`.includes(text),
          )),
    ),
    folder: join(dirname(values.pages), 'sites'),
    identity: values.identity,
    repeats: whole('repeats', values.repeats ?? (values.identity ? '4' : '1'), values.identity ? 2 : 1),
    load: whole('load', values.load, 0),
  }
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} ${text} is no whole number from ${least}: ${USAGE}`)
  return value
}
