/** Folders of a commit out of bare git directories, as they were stored. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Source } from './pairs.ts'

/** Puts what `source` names below `root` at its mount. Throws with what is missing. */
export async function unpack(mirrors: string, source: Source, root: string): Promise<void> {
  const { repository, commit, folder } = source
  const directory = await gitDirectoryOf(mirrors, repository)
  const git = (...args: string[]) => promisify(execFile)('git', [`--git-dir=${directory}`, ...args])
  await git('cat-file', '-e', `${commit}^{commit}`).catch(() => {
    throw new Error(`${repository} has no commit ${commit}`)
  })
  const tree = folder === '.' ? `${commit}^{tree}` : `${commit}:${folder.replace(/\/$/, '')}`
  const { stdout: type } = await git('cat-file', '-t', tree).catch(() => ({ stdout: '' }))
  if (type.trim() !== 'tree')
    throw new Error(`${repository} has no folder ${folder} in ${commit.slice(0, 12)}`)
  const to = join(root, source.mount)
  await mkdir(to, { recursive: true })
  const index = join(to, INDEX)
  try {
    await git('read-tree', `--index-output=${index}`, tree)
    // Some stored copies lack their largest files. The rest comes out, and a page that does not answer is named later.
    const env = { ...process.env, GIT_INDEX_FILE: index }
    const run = promisify(execFile)
    await run('git', [`--git-dir=${directory}`, `--work-tree=${to}`, 'checkout-index', '--all', '--force'], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    }).catch(error => {
      const lacking = String(error.stderr ?? error).match(/unable to read|invalid object/g)?.length
      if (!lacking) throw new Error(`${repository}: ${folder} does not come out: ${saidBy(error)}`)
      console.log(`  ${repository}: ${lacking} files are not in the mirror`)
    })
  } finally {
    await rm(index, { force: true })
  }
}

const INDEX = '.field-index'

const saidBy = (error: unknown) =>
  String((error as { stderr?: string }).stderr ?? error)
    .trim()
    .split('\n')[0]

/** Bare in the folder or in one below it, or the `.git` of a work tree there. */
async function gitDirectoryOf(mirrors: string, repository: string): Promise<string> {
  const folder = join(mirrors, repository.replace('/', '+'))
  const inside = (path: string) => readdir(path).catch((): string[] => [])
  const below = await inside(folder)
  const candidates = ['', ...below].flatMap(name => [join(folder, name), join(folder, name, '.git')])
  for (const candidate of candidates) if ((await inside(candidate)).includes('HEAD')) return candidate
  throw new Error(`no mirror of ${repository} in ${mirrors}`)
}
