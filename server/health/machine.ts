/** What of this machine a scan needs: Node, processor and memory, browser and its walls, fonts. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Config, type RemoteBrowser, scanEnvironment } from '../config/index.ts'
import { findDevtools, shownEndpoint } from '../egress/remote-browser.ts'
import { reasonOf } from '../lib/reason.ts'
import { findBrowser } from '../setup/browser.mjs'
import { LIMITS } from '../worker/run-scan.ts'
import { CORES_OF_SCAN, OWN_BYTES, sizeOf, thisMachine } from '../worker/size.ts'
import { examineWalls, judgeWalls, notesOn, type Walls } from '../worker/walls.ts'
import { advice, type Finding, fault, ok } from './finding.ts'

const MIN_NODE = 24

export function nodeFinding(version = process.versions.node): Finding {
  return Number(version.split('.')[0]) >= MIN_NODE
    ? ok('Node', version)
    : fault('Node', `${version} is too old`, `run it by npm, which brings Node ${MIN_NODE}, or install that`)
}

/** Pure, but for what `machine` is by default. */
export function sizeFinding(
  config: Pick<Config, 'workers' | 'remoteBrowser'>,
  machine = thisMachine(),
): Finding {
  const { memory, parallel: cores } = machine
  const { scans, coreSets } = sizeOf(machine, config)
  const found = `${cores} cores and ${gigabytes(memory)} for ${scans} scan${scans === 1 ? '' : 's'} at once, ${coreSets.length} of them measuring`
  const wanted = scans * LIMITS.memoryBytes + OWN_BYTES
  if (memory < wanted)
    return advice(
      'Size',
      found,
      `a scan may take ${gigabytes(LIMITS.memoryBytes)}: give it ${gigabytes(wanted)}${scans > 1 ? ', or lower CUTOVER_WORKERS' : ''}`,
    )
  if (cores < CORES_OF_SCAN && !config.remoteBrowser)
    return advice('Size', found, `a scan wants ${CORES_OF_SCAN} cores: with fewer pages are measured as slow`)
  return ok('Size', found)
}

const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`

export async function browserFinding({
  chromePath,
  remoteBrowser,
}: Pick<Config, 'chromePath' | 'remoteBrowser'>): Promise<Finding> {
  if (remoteBrowser) return remoteFinding(remoteBrowser)
  const path = chromePath ?? (await findBrowser().catch(() => undefined))
  if (!path)
    return fault(
      'Browser',
      'there is none',
      'install Chromium (Debian: apt-get install chromium-headless-shell), or set CHROME_PATH',
    )
  try {
    const { stdout } = await promisify(execFile)(path, ['--no-sandbox', '--version'], { timeout: 60_000 })
    return ok('Browser', `${stdout.trim()} (${path})`)
  } catch (error) {
    return fault(
      'Browser',
      `${path} does not run: ${reasonOf(error)}`,
      'install the libraries it lacks (Debian: apt-get install chromium-headless-shell brings them), or set CHROME_PATH to another',
    )
  }
}

async function remoteFinding(remote: RemoteBrowser): Promise<Finding> {
  try {
    await findDevtools(remote)
    return ok('Browser', `on another machine, at ${shownEndpoint(remote)}`)
  } catch (error) {
    return fault(
      'Browser',
      reasonOf(error),
      'start it there with what `npm run -s browser-flags` prints and --remote-debugging-port, or mend CUTOVER_BROWSER_CDP',
    )
  }
}

/** By doing what a scan does: a browser in all its walls shows what our proxy answers. */
export async function wallsFindings(
  config: Pick<Config, 'production' | 'unsafeNoSandbox' | 'chromePath' | 'remoteBrowser'>,
  root = process.getuid?.() === 0,
): Promise<Finding[]> {
  const { chromePath, remoteBrowser: remote } = config
  const examined = await examineWalls({ environment: scanEnvironment(), chromePath, remote }, root)
  if (remote && !examined.works)
    return [fault('Sandbox', `the remote browser cannot be used: ${examined.why.at(-1)?.reason}`, REMOTE)]
  const judged = judgeWalls(examined, root, config)
  const kept = keptIn(examined.walls)
  if (judged !== 'good') {
    const said = 'refusal' in judged ? judged.refusal : judged.warning
    return [(config.production ? fault : advice)('Sandbox', said, remote ? REMOTE_SANDBOX : SANDBOX)]
  }
  const notes = notesOn(examined, remote)
  return [
    notes.length === 0
      ? ok('Sandbox', kept)
      : advice('Sandbox', `${kept}; ${notes.join('; ')}`, remote ? REMOTE_WALLS : WALLS),
  ]
}

const keptIn = ({ ownUser, sandbox, ownNetwork }: Walls): string =>
  `scans have ${[
    ownUser ? 'users of their own' : 'our user',
    sandbox ? 'the browser sandbox' : 'no sandbox',
    ownNetwork ? 'a network of their own' : 'the network of this machine',
  ].join(', ')}`

const SANDBOX =
  'let this user make user namespaces (sysctl kernel.unprivileged_userns_clone=1, and on Ubuntu ' +
  'kernel.apparmor_restrict_unprivileged_userns=0; in a container deploy/seccomp.json): see SECURITY.md'
const REMOTE =
  'start it with what `npm run -s browser-flags` prints: see OPERATIONS.md, A browser on another machine'
const REMOTE_SANDBOX =
  'start the remote browser without --no-sandbox, as a user of its machine who may make user namespaces: see SECURITY.md'
const REMOTE_WALLS =
  'what has to be closed between the two machines is in SECURITY.md, A browser on another machine'
const WALLS = 'what each wall needs is in SECURITY.md, Hardening a deployment'

interface Script {
  name: string
  /** Of fc-match or fc-list. */
  program: 'fc-match' | 'fc-list'
  pattern: string
  /** What its answer has to hold. */
  holds: RegExp
  mend: string
}

const LATIN = 'install fonts (Debian: apt-get install fonts-liberation)'

const SCRIPTS: readonly Script[] = [
  { name: 'serif', program: 'fc-match', pattern: 'serif', holds: /\w/, mend: LATIN },
  { name: 'sans-serif', program: 'fc-match', pattern: 'sans-serif', holds: /\w/, mend: LATIN },
  {
    name: 'monospace',
    program: 'fc-match',
    pattern: 'monospace',
    holds: /mono|courier|consol/i,
    // Fonts for Chinese are taken for it where no other claims it, Liberation Mono being known as Courier New only.
    mend: 'install fonts (Debian: apt-get install fonts-noto-mono)',
  },
  // Most pages name it, and another width wraps their lines elsewhere.
  {
    name: 'as wide as Arial',
    program: 'fc-match',
    pattern: 'Arial',
    holds: /arial|arimo|liberation/i,
    mend: LATIN,
  },
  ...(
    [
      ['Chinese, Japanese, Korean', ':lang=ja', 'fonts-noto-cjk'],
      ['Arabic', ':lang=ar', 'fonts-noto-core'],
      ['Hebrew', ':lang=he', 'fonts-noto-core'],
      ['Hindi', ':lang=hi', 'fonts-noto-core'],
      ['Thai', ':lang=th', 'fonts-noto-core'],
      ['emoji', ':charset=1f600', 'fonts-noto-color-emoji'],
    ] as const
  ).map(
    ([name, pattern, debian]): Script => ({
      name,
      program: 'fc-list',
      pattern,
      holds: /\w/,
      mend: `install a font for it (Debian: apt-get install ${debian})`,
    }),
  ),
]

/** Runs a program of fontconfig. @throws where there is none */
export type AskFonts = (program: Script['program'], pattern: string) => Promise<string>

const askFontconfig: AskFonts = async (program, pattern) =>
  (await promisify(execFile)(program, [pattern, 'family'], { timeout: 30_000 })).stdout

/** Whether what pages are written in can be drawn: a page of empty boxes is like any other page of empty boxes. */
export async function fontsFindings(
  ask = askFontconfig,
  platform = process.platform,
  { remoteBrowser }: Pick<Config, 'remoteBrowser'> = {},
): Promise<Finding[]> {
  if (remoteBrowser)
    return [
      advice(
        'Fonts',
        'those of the other machine count, which cannot be looked at from here',
        'install there, if it is Debian: fonts-liberation, fonts-noto-core, fonts-noto-mono, fonts-noto-cjk, fonts-noto-color-emoji',
      ),
    ]
  if (platform !== 'linux') return [ok('Fonts', `those of the system (${platform})`)]
  try {
    const answers = await Promise.all(SCRIPTS.map(({ program, pattern }) => ask(program, pattern)))
    const missing = SCRIPTS.filter(({ holds }, index) => !holds.test(answers[index]!))
    if (missing.length === 0) return [ok('Fonts', SCRIPTS.map(({ name }) => name).join(', '))]
    return [
      advice(
        'Fonts',
        `there is none for ${missing.map(({ name }) => name).join('; ')}: differences in such texts are not seen`,
        [...new Set(missing.map(({ mend }) => mend))].join('; '),
      ),
    ]
  } catch (error) {
    return [
      advice(
        'Fonts',
        `they could not be looked at: ${reasonOf(error)}`,
        'install fontconfig (Debian: apt-get install fontconfig)',
      ),
    ]
  }
}
