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
  const archive = join(to, ARCHIVE)
  try {
    await git('archive', '--format=tar', `--output=${archive}`, tree)
    await promisify(execFile)('tar', ['-x', '--no-same-owner', '-f', archive, '-C', to])
  } catch (error) {
    throw new Error(`${repository}: ${folder} does not come out whole: ${saidBy(error)}`)
  } finally {
    await rm(archive, { force: true })
  }
}

const ARCHIVE = '.field-archive.tar'

const saidBy = (error: unknown) =>
  String((error as { stderr?: string }).stderr ?? error)
    .trim()
    .split('\n')[0]

async function gitDirectoryOf(mirrors: string, repository: string): Promise<string> {
  const folder = join(mirrors, repository.replace('/', '+'))
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (inside.some(({ name }) => name === 'HEAD')) return folder
  for (const entry of inside)
    if (entry.isDirectory() && (await readdir(join(folder, entry.name))).includes('HEAD'))
      return join(folder, entry.name)
  throw new Error(`no mirror of ${repository} in ${mirrors}`)
}
