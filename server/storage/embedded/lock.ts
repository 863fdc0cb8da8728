import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process, nor another caller in this one, runs under the same lock file.
 *
 * SQLite is used for its file lock alone: the kernel drops it when the holder dies, however it dies, which no
 * lock file with a process id in it can promise.
 * @throws Error when the lock is not free within `patience` ms.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, patience = 180_000): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    for (const end = Date.now() + patience; !obtained(lock); await sleep(20))
      if (Date.now() > end)
        throw new Error(`${file} is held by another process for over ${patience / 1000} s`)
    return await work()
  } finally {
    lock.close()
  }
}

function obtained(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    // 5 is SQLITE_BUSY.
    if ((error as { errcode?: number }).errcode === 5) return false
    throw error
  }
}
