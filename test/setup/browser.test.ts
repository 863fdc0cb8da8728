import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser } from '../../server/setup/browser.mjs'
import { CACHED } from '../compile-cache.ts'

/** A machine of its own: programs only in `bin`, Playwright's browsers in `browsers`, and no network. */
let machine: string

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'cutover-setup-'))
  mkdirSync(join(machine, 'bin'))
})
afterEach(() => rmSync(machine, { recursive: true, force: true }))

/** Elsewhere browsers are found at places that a test cannot hide. */
const onLinux = test.runIf(process.platform === 'linux')

const at = (name: string) => join(machine, name)
const environment = () => ({
  ...CACHED,
  PATH: at('bin'),
  HOME: machine,
  PLAYWRIGHT_BROWSERS_PATH: at('browsers'),
  PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:1',
})

function program(name: string, script: string): string {
  const path = at(name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** Runs `code` with browser.mjs in a process of that machine. */
async function onMachine(code: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const module = join(import.meta.dirname, '../../server/setup/browser.mjs')
  const script = `import { ensureBrowser, findBrowser } from ${JSON.stringify(module)}
    const note = ${JSON.stringify(at('note'))}
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { env: environment() })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    said.stdout += chunk
  })
  child.stderr.on('data', chunk => {
    said.stderr += chunk
  })
  const status = await new Promise<number | null>(done => child.on('close', done))
  return { status, ...said }
}

/** Has a download fail at once: a server that is away is asked five times. */
const noDownload = () => writeFileSync(at('browsers'), 'no folder')

const ensure = () => onMachine('await ensureBrowser(process.env, note)')

test('CHROME_PATH comes first and must be a program', async () => {
  const chrome = program('my-chrome', 'echo Chromium 1')
  expect(await findBrowser({ CHROME_PATH: chrome })).toBe(chrome)
  for (const wrong of [at('missing'), machine])
    await expect(findBrowser({ CHROME_PATH: wrong })).rejects.toThrow(
      `CHROME_PATH is "${wrong}"; it must be the path of a Chrome or Chromium that can be run.`,
    )
})

test('a browser on the PATH is tried once and noted; nothing goes to standard output', async () => {
  const chromium = program('bin/chromium', `echo run >> ${at('runs')}; echo Chromium 156.0`)
  const first = await ensure()
  expect(first).toEqual({
    status: 0,
    stdout: '',
    stderr: `Set-up: the browser is ${chromium}, Chromium 156.0\n`,
  })
  expect(await ensure()).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(readFileSync(at('runs'), 'utf8')).toBe('run\n')
  expect(await findBrowser(environment(), at('note'))).toBe(chromium)
})

test('one without windows comes before the others', async () => {
  program('bin/chromium', 'echo Chromium 156.0')
  const shell = program('bin/chromium-headless-shell', 'echo Chromium 156.0')
  expect((await ensure()).status).toBe(0)
  expect(readFileSync(at('note'), 'utf8')).toBe(shell)
})

test('one that does not run is passed over', async () => {
  program('bin/google-chrome', 'echo "requires a snap" >&2; exit 1')
  const chromium = program('bin/chromium', 'echo Chromium 156.0')
  expect((await ensure()).status).toBe(0)
  expect(readFileSync(at('note'), 'utf8')).toBe(chromium)
})

test('a noted browser that is gone is looked for again', async () => {
  writeFileSync(at('note'), at('bin/removed'))
  const chromium = program('bin/chromium', 'echo Chromium 156.0')
  expect((await ensure()).status).toBe(0)
  expect(readFileSync(at('note'), 'utf8')).toBe(chromium)
})

onLinux('one that Playwright has downloaded is used', async () => {
  const asked = await onMachine(
    "const { chromium } = await import('playwright'); console.log(chromium.executablePath())".replace(
      "'playwright'",
      JSON.stringify(import.meta.resolve('playwright')),
    ),
  )
  const path = asked.stdout.trim()
  expect(path).toContain(at('browsers'))
  program(path.slice(machine.length + 1), 'echo Chromium 150.0')
  expect((await ensure()).status).toBe(0)
  expect(readFileSync(at('note'), 'utf8')).toBe(path)
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'root on Debian installs the package when the download fails, and the whole browser where there is none without windows',
  async () => {
    noDownload()
    program(
      'bin/apt-get',
      `echo "$@" >> ${at('asked')}
case "$*" in *headless*) exit 100;; esac
printf '#!/bin/sh\\necho Chromium 156.0\\n' > ${at('bin/chromium')}; /bin/chmod +x ${at('bin/chromium')}`,
    )
    const { status, stdout, stderr } = await ensure()
    expect(stderr).toMatch(
      /Set-up: downloading Chromium.*Set-up: installing the packages chromium-headless-shell, fonts-liberation and iproute2.*Set-up: installing the packages chromium, .*the browser is/s,
    )
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    const install = (name: string) =>
      `install -y -qq --no-install-recommends ${name} fonts-liberation iproute2\n`
    expect(readFileSync(at('asked'), 'utf8')).toBe(
      `update -qq\n${install('chromium-headless-shell')}${install('chromium')}`,
    )
  },
)

onLinux('without any way to a browser it says what to do', async () => {
  noDownload()
  const { status, stderr } = await ensure()
  expect(status).not.toBe(0)
  expect(stderr).toContain(
    'there is no browser that runs. Install Chromium or Chrome (Debian: sudo apt-get install chromium-headless-shell',
  )
  expect(existsSync(at('note'))).toBe(false)
})
