import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.mjs'

/**
 * Runs `work` while no other process runs under the same lock file. The file holds the process ids of its holder and of
 * the program that the holder has started, which may outlive it; a file whose processes are all dead is taken over.
 * @param {string} path
 * @param {(held: (pid: number) => void) => Promise<void>} work is given a function that adds a process id
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  for (let waited = 0; !taken(path); waited++) {
    if (waited === 10) say(`waiting for another set-up (delete ${path} if there is none)`)
    await sleep(200)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    await work(pid => write(path, `${process.pid} ${pid}`))
  } finally {
    process.off('exit', release)
    release()
  }
}

/** A link appears with its content or not at all. @param {string} path */
function taken(path) {
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    clearStale(path)
    return false
  } finally {
    unlinkSync(mine)
  }
}

/** Moved away first: of two that find it stale one moves it, and puts it back if it was a newcomer's by then. @param {string} path */
function clearStale(path) {
  if (!isStale(path)) return
  const moved = `${path}.stale.${process.pid}`
  try {
    renameSync(path, moved)
    if (!isStale(moved)) linkSync(moved, path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(moved, { force: true })
  }
}

/** @param {string} path */
function isStale(path) {
  try {
    return !readFileSync(path, 'utf8').trim().split(' ').map(Number).some(isAlive)
  } catch {
    return false
  }
}

/** Replaced as a whole: nobody reads half a number. @param {string} path @param {string} text */
function write(path, text) {
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, text)
  renameSync(fresh, path)
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
const codeOf = error => /** @type {NodeJS.ErrnoException} */ (error).code
