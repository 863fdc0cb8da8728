import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT, run, SetupError, say } from './say.mjs'

/** @typedef {{ readonly [name: string]: string | undefined }} Environment */

/** Holds the path of the browser that was tried and ran. It goes with node_modules, so a new Playwright is asked anew. */
const NOTE = join(PROJECT_ROOT, 'node_modules', '.cutover-browser')

/**
 * A Chrome or Chromium: CHROME_PATH, else the one that the set-up found to run, else one that is installed, else one
 * that Playwright has downloaded.
 * @param {Environment} [env] CHROME_PATH is read, and PATH where it is given
 * @param {string} [note] file that keeps the path of a browser that ran
 * @returns {Promise<string | undefined>} absolute path of the executable; undefined where there is none
 * @throws {SetupError} when CHROME_PATH names nothing that can be run
 */
export async function findBrowser(env = process.env, note = NOTE) {
  if (env.CHROME_PATH) return chosen(env.CHROME_PATH)
  return noted(note) ?? installed(env)[0] ?? downloaded()
}

/**
 * Finds a browser that runs, or installs one.
 * @param {Environment} [env]
 * @param {string} [note]
 * @throws {SetupError} naming the command to run when neither is possible
 */
export async function ensureBrowser(env = process.env, note = NOTE) {
  if (env.CHROME_PATH) return void chosen(env.CHROME_PATH)
  if (noted(note) || (await oneRuns(env, note))) return
  for (const install of [download, installPackage]) {
    await install()
    if (await oneRuns(env, note)) return
  }
  throw new SetupError(
    'there is no browser that runs. Install Chromium or Chrome (Debian: sudo apt-get install chromium-headless-shell; ' +
      'Mac: brew install --cask google-chrome), or set CHROME_PATH to one.',
  )
}

/** @param {string} path */
function chosen(path) {
  if (isProgram(path)) return path
  throw new SetupError(
    `CHROME_PATH is "${path}"; it must be the path of a Chrome or Chromium that can be run.`,
  )
}

/** @param {string} note */
function noted(note) {
  try {
    const path = readFileSync(note, 'utf8')
    return isProgram(path) ? path : undefined
  } catch {
    return
  }
}

/**
 * Tries what there is: Ubuntu's chromium-browser may be a script that asks for a snap, and a downloaded browser may lack
 * libraries of the system.
 * @param {Environment} env
 * @param {string} note
 */
async function oneRuns(env, note) {
  for (const path of installed(env)) if (await runs(path, note)) return true
  const last = await downloaded()
  return last !== undefined && runs(last, note)
}

/** @param {string} path @param {string} note */
async function runs(path, note) {
  const version = await versionOf(path)
  if (!version) return false
  say(`the browser is ${path}, ${version}`)
  writeFileSync(note, path)
  return true
}

/** @param {string} path */
async function versionOf(path) {
  // On Windows, Chrome opens a window instead of telling its version.
  if (process.platform === 'win32') return 'not tried'
  try {
    const { stdout } = await promisify(execFile)(path, ['--no-sandbox', '--version'], { timeout: 60_000 })
    return stdout.trim()
  } catch {
    return
  }
}

/** Playwright's own build; fails where its server cannot be reached or does not know the system. */
async function download() {
  say('downloading Chromium')
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
}

/** Before Debian 12 the whole browser alone. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * With fonts as wide as Arial, Times and Courier, which most pages name and the package only recommends, and with `ip`,
 * for the browser's own network.
 */
async function installPackage() {
  if (process.getuid?.() !== 0 || !onPath('apt-get', process.env)) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!(await run('apt-get', ['update', '-qq'], env))) return
  for (const name of PACKAGES) {
    say(`installing the packages ${name}, fonts-liberation and iproute2`)
    const packages = [name, 'fonts-liberation', 'iproute2']
    if (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)) return
  }
}

/**
 * First those without windows and menus: they draw pages by the same engine, and a capture costs a fifth less processor time.
 * @see https://developer.chrome.com/blog/chrome-headless-shell
 */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'chrome',
]

/** Executables at the usual places. @param {Environment} env @returns {string[]} */
function installed(env) {
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .flatMap(folder => (folder ? ['Google\\Chrome', 'Chromium'].map(name => join(folder, name)) : []))
      .map(folder => join(folder, 'Application', 'chrome.exe'))
      .filter(isProgram)
  const mac = ['Google Chrome', 'Chromium'].flatMap(name =>
    ['/Applications', join(homedir(), 'Applications')].map(
      folder => `${folder}/${name}.app/Contents/MacOS/${name}`,
    ),
  )
  return [...NAMES.flatMap(name => onPath(name, env) ?? []), ...mac.filter(isProgram)]
}

/** @param {string} name @param {Environment} env */
function onPath(name, env) {
  const folders = [...(env.PATH ?? process.env.PATH ?? '').split(delimiter), '/snap/bin']
  return folders
    .filter(isAbsolute)
    .map(folder => join(folder, name))
    .find(isProgram)
}

/** Where Playwright would put its browser, if there is one. Asked last: loading it takes a second. */
async function downloaded() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return isProgram(path) ? path : undefined
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
