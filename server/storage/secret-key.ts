import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/index.ts'

/**
 * The key that encrypts secrets at rest, 32 bytes: CUTOVER_SECRET_KEY, else one that is made once and kept in the data
 * folder, readable by its owner only.
 * @throws Error when the kept key is damaged; making another would lose what it encrypts.
 */
export async function loadSecretKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (config.secretKey) return config.secretKey
  const path = join(config.dataDir, 'secret-key')
  const hex = (await readIfThere(path)) ?? (await make(config.dataDir, path))
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new Error(
      `${path} is damaged: it holds ${hex.length} characters, wanted are 64 hex digits. What waiting jobs keep secret is ` +
        'encrypted with that key. Restore the file; where no copy is left, delete it and run ' +
        'npm run -s secrets -- adopt, which makes another key: jobs that wait with secrets fail and can be submitted again.',
    )
  return Buffer.from(hex, 'hex')
}

/** A link is made whole or not at all, and never over an existing file: of two processes at once one wins. */
async function make(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(fresh, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(fresh)
  }
  return readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new Error(`${path} cannot be read (${code}): it must be a file that this user may read.`)
  }
}
