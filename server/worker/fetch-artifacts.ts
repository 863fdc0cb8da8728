/** Takes over what a scan has left in a folder of its own: it has seen hostile pages, and is not trusted with ours. */
import { chmod, chown, copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Deeper than any artifact lies. */
const MAX_DEPTH = 4
const NAME = /^[A-Za-z0-9_-][\w.-]{0,99}$/

/**
 * Copies regular files of `owner` with names of artifacts, and nothing that leads elsewhere, by whatever kind of link;
 * all of it is ours then, and for nobody else. To be called when no process of the scan is left. A folder that is not there has nothing in it.
 */
export async function fetchArtifacts(from: string, to: string, owner: number, depth = 0): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of entries) {
    if (!NAME.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    const { uid, nlink } = await lstat(source)
    if (uid !== owner) continue
    if (entry.isDirectory() && depth < MAX_DEPTH) await fetchArtifacts(source, target, owner, depth + 1)
    else if (entry.isFile() && nlink === 1) {
      await copyFile(source, target)
      // A copy keeps its owner.
      await chown(target, process.getuid!(), process.getgid!())
      await chmod(target, 0o600)
    }
  }
}
