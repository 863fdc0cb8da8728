import { lstat, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Of all files in a folder and below; 0 where there is none. What is deleted meanwhile does not count. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    entries.map(name =>
      lstat(join(folder, name)).then(
        stats => (stats.isFile() ? stats.size : 0),
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Free for us on the volume of a folder, which need not be there yet. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await ofNearest(folder, path => statfs(path))
  return bavail * bsize
}

/** The same for several folders: one line for each volume, under the first folder on it. */
export async function freeByVolume(folders: readonly string[]): Promise<{ folder: string; bytes: number }[]> {
  const devices = await Promise.all(folders.map(folder => ofNearest(folder, path => stat(path))))
  const firsts = folders.filter((_, n) => devices.findIndex(({ dev }) => dev === devices[n]!.dev) === n)
  return Promise.all(firsts.map(async folder => ({ folder, bytes: await freeBytes(folder) })))
}

/** Free on the fullest of the volumes of `folders`. */
export const leastFree = async (folders: readonly string[]): Promise<number> =>
  Math.min(...(await Promise.all(folders.map(freeBytes))))

/** What `look` finds at a folder, or at the nearest one above it that is there. */
async function ofNearest<T>(folder: string, look: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await look(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return ofNearest(dirname(folder), look)
  }
}
