/** The folder of `--out`: made before anything is done, and what was written into it told at the end. */
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from './arguments.ts'

/** The absolute path of a folder that is there and can be written to. @throws {UsageError} */
export async function openFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await make(folder)
    await rmdir(await mkdtemp(join(folder, '.cutover-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `--out is ${JSON.stringify(path)}; it must be a folder that can be made and written to: ${code}.`,
    )
  }
  return folder
}

/** One folder at a time: Node's `recursive` never ends where a folder exists and takes none, as /proc does. */
async function make(folder: string): Promise<void> {
  const isThere = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )
  if (!(await isThere(dirname(folder)))) await make(dirname(folder))
  await mkdir(folder).catch(async error => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}

/** In the order in which the scorecard is read: the whole, then each side, then what findings name. */
const WRITTEN: [name: string, what: string][] = [
  ['report.html', 'the report: open it in a browser'],
  ['job.json', 'the job with its scorecard, as --format json prints it'],
  ['original', 'screenshots of the original, and what was captured of it'],
  ['rebuilt', 'the same of the new page'],
  ['evidence', 'cuttings of both for the findings, numbered in the order of the scorecard'],
  ['film', 'how both appeared while they loaded'],
  ['report', 'what the report draws beside the pictures'],
  ['tables', 'lists of products and addresses as CSV'],
]

/** What is in `folder` now, by `names`. */
export function keptText(folder: string, names: string[]): string {
  const rest = names.filter(name => !WRITTEN.some(([known]) => known === name)).map(name => [name, ''])
  const lines = [...WRITTEN.filter(([name]) => names.includes(name)), ...rest].map(([name, what]) =>
    `  ${`${name}${name!.includes('.') ? '' : '/'}`.padEnd(10)}  ${what}`.trimEnd(),
  )
  return [`Kept in ${folder}:`, ...lines].join('\n')
}
