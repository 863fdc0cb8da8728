import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { PROJECT_ROOT, run, SetupError, say } from './say.mjs'

/**
 * What package-lock.json says of a package, and node_modules/.package-lock.json of what is installed.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} Package
 */

/** Installs what package-lock.json names, unless it is there. Two set-ups at once take turns. */
export async function ensurePackages() {
  if (installed(PROJECT_ROOT)) return
  await withLock(join(PROJECT_ROOT, '.data', 'setup.lock'), async held => {
    if (installed(PROJECT_ROOT)) return
    say('installing packages (a minute or two)')
    // An error of npm ci must be seen although the project's .npmrc keeps npm silent, and Node and the tests are needed
    // whatever NODE_ENV says.
    const ok = await run('npm', ['ci', '--include=dev', '--loglevel=error'], npmEnvironment(), held)
    if (!ok)
      throw new SetupError(
        'npm ci failed, see above; run "npm ci --loglevel=error" in this folder to try again',
      )
    if (!installed(PROJECT_ROOT))
      throw new SetupError(
        'npm ci ended well, but node_modules does not match package-lock.json; delete it and try again',
      )
  })
}

/**
 * Whether node_modules holds what package-lock.json names, for this machine. npm writes its own list last, after the
 * install scripts, so an install that was interrupted has none.
 * @param {string} root
 */
export function installed(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  if (!existsSync(join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')))
    return false
  delete wanted['']
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    const found = present[path]
    if (!found ? !optional : found.version !== version || found.integrity !== integrity) return false
  }
  return Object.entries(present).every(([path, found]) => path in wanted && fits(found))
}

/** A node_modules that came along from another machine has programs of that machine. @param {Package} found */
function fits({ os, cpu }) {
  return listed(os, process.platform) && listed(cpu, process.arch)
}

/** @param {string[] | undefined} list @param {string} name */
function listed(list, name) {
  return !list || list.includes(name) || list.every(entry => entry.startsWith('!') && entry !== `!${name}`)
}

/** @param {string} path @returns {Record<string, Package> | undefined} */
function packagesOf(path) {
  if (!existsSync(path)) return
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return
  }
}

/**
 * npm ci deletes node_modules, so it must not run on the Node in there; and the `npm run` around us may be silent.
 * @returns {NodeJS.ProcessEnv}
 */
function npmEnvironment() {
  const entries = Object.entries(process.env)
    .filter(([name]) => !/^npm_config_(loglevel|json|omit|only|production|dry_run)$/i.test(name))
    .map(([name, value]) => [name, name.toUpperCase() === 'PATH' ? withoutOurs(value ?? '') : value])
  return Object.fromEntries(entries)
}

/** @param {string} path */
function withoutOurs(path) {
  const ours = join(PROJECT_ROOT, 'node_modules')
  const folders = path.split(delimiter).filter(folder => !folder.startsWith(ours))
  return folders.join(delimiter)
}
