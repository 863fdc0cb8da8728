import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reasonOf } from '../lib/reason.ts'

/** A full disk is no wrong setting: what is there can be read, and new work waits until there is room. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Makes the data folder where it is missing, and tries to write there.
 * @throws Error in one sentence when this process may not
 */
export async function checkDataFolder(folder: string): Promise<void> {
  const file = join(folder, `.tried-${randomBytes(6).toString('hex')}`)
  try {
    await make(folder)
    await writeFile(file, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code = reasonOf(error) } = error as NodeJS.ErrnoException
    if (!FULL.has(code))
      throw new Error(
        `The data folder ${folder} cannot be written (${code}); make it a folder of the user that the server runs as, ` +
          'or set CUTOVER_DATA_DIR to another one.',
      )
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

/** Below /proc Node's own `recursive` goes round in circles: the folder above is there, and the new one never comes. */
async function make(folder: string, above = true): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || !above || dirname(folder) === folder) throw error
    await make(dirname(folder))
    await make(folder, false)
  }
}
