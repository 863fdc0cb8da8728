import { execFile, type SpawnOptions } from 'node:child_process'
import { existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Who runs Postgres, and how. Postgres refuses to run as root. */
export interface Runner {
  /** What to hand to `spawn` to run `program` with `args`. */
  command(program: string, args: string[]): [file: string, args: string[], options: SpawnOptions]
  /** Gives a file to the user who runs Postgres. */
  own(path: string): void
  /** Gives a folder and all in it to that user, unless somebody other than root has it. */
  take(folder: string): void
  /** Whether that user can pass all folders above one. */
  canEnter(folder: string): boolean
  canRun(program: string): boolean
}

interface User {
  uid: number
  gid: number
}

/**
 * The user we are; for root the owner of `folder`, else `postgres`, else `nobody`, to whom the cluster is given.
 * @param folder holds the cluster; made when missing.
 */
export function chooseRunner(folder: string): Runner {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0)
    return {
      command: (program, args) => [program, args, SURROUNDINGS],
      own: () => {},
      take: () => {},
      canEnter: () => true,
      canRun: () => true,
    }
  const owner = ownerOf(folder)
  const user = owner ?? userNamed('postgres') ?? userNamed('nobody')
  if (!user)
    throw new Error(
      'Postgres does not run as root, and there is neither a user "postgres" nor "nobody"; ' +
        'run as another user, or set DATABASE_URL.',
    )
  const own = (path: string) => lchownSync(path, user.uid, user.gid)
  return {
    command: (program, args) => [program, args, { ...SURROUNDINGS, ...user }],
    own,
    take(folder) {
      if (ownerOf(folder)) return
      // What is there already was copied or restored by root. The folder comes last: interrupted, all is done again.
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) own(join(folder, name))
      own(folder)
    },
    canEnter: folder => passes(folder, user),
    canRun: program => passes(program, user) && allows(program, user, READ_AND_RUN),
  }
}

/** Neither our working folder, which that user may be unable to enter, nor our environment with its secrets. */
const SURROUNDINGS: SpawnOptions =
  process.platform === 'win32'
    ? {}
    : { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } }

function ownerOf(folder: string): User | undefined {
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

function userNamed(name: string): User | undefined {
  if (!existsSync('/etc/passwd')) return
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

const PASS = 0o1
const READ_AND_RUN = 0o5

/** Whether the user may pass every folder above `path`. */
function passes(path: string, user: User): boolean {
  const folder = dirname(path)
  return allows(folder, user, PASS) && (folder === path || passes(folder, user))
}

function allows(path: string, user: User, wanted: number): boolean {
  const { uid, gid, mode } = statSync(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}

/** Runs a program of Postgres to its end. @throws Error with what it printed. */
export async function run(runner: Runner, program: string, args: string[]): Promise<void> {
  const [file, list, options] = runner.command(program, args)
  try {
    await promisify(execFile)(file, list, options as object)
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`${program} failed: ${(stderr || message).trim().slice(-2000)}`, { cause: error })
  }
}
