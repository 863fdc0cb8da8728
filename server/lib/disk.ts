import { lstat, readdir, statfs } from 'node:fs/promises'
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
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}
