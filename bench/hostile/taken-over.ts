/** What a renderer that was taken over reaches, as a table: with the walls that stand here, and without them. */
import { spawnSync } from 'node:child_process'
import type { Walls } from '../../server/worker/walls.ts'
import { takeOver } from '../../test/hostile/take-over.ts'
import type { Tried } from '../../test/hostile/taken-over.ts'

const KINDS: [RegExp, string][] = [
  [/^\/proc\/\d+\/([\w/]+)$/, 'processes of the server and of scans: $1'],
  [/secret-key$/, 'the key of the server'],
  [/capture\.json$/, 'artifacts of another job'],
  [/\/cutover-scan-[^/]*$/, 'temporary files of another scan'],
  [/\/cutover-data-[^/]*$/, 'the data folder'],
  [/^127\.0\.0\.1 port|^::1 port/, 'ports of loopback: database, API, DevTools'],
  [/^socket @/, 'sockets without a file'],
  [/^socket /, 'sockets in the file system'],
  [/port 80$/, 'addresses of this machine, private ones, public ones'],
]

export async function takenOver(walls: Walls): Promise<void> {
  const none: Walls = { ownUser: false, sandbox: false, ownNetwork: false }
  const kept = await takeOver(walls)
  print(kept, await takeOver(none))
  console.log(`reached within the walls: ${kept.filter(({ reached }) => reached).length} of ${kept.length}`)
  for (const { what, said } of kept.filter(({ reached }) => reached)) console.log(`  ${what}: ${said}`)
}

function print(kept: Tried[], without: Tried[]): void {
  const count = (all: Tried[], kind: string) => {
    const found = all.filter(({ what }) => kindOf(what) === kind)
    return `${found.filter(({ reached }) => reached).length} of ${found.length}`.padStart(12)
  }
  console.log(`${'a renderer that was taken over reaches'.padEnd(58)}     walls    none`)
  for (const kind of new Set(kept.map(({ what }) => kindOf(what))))
    console.log(`${kind.padEnd(54)}${count(kept, kind)}${count(without, kind)}`)
}

const kindOf = (what: string) => {
  const [pattern, name] = KINDS.find(([pattern]) => pattern.test(what)) ?? [/^/, 'other']
  return name.replace('$1', pattern.exec(what)?.[1] ?? '')
}

/** As a user who is not root, who shares it with the scans. */
export function asPlainUser(script: string): void {
  if (process.getuid?.() !== 0) return
  const user = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
  spawnSync(
    'setpriv',
    [...user, 'env', 'HOME=/nonexistent', process.execPath, script, 'hostile', 'taken-over'],
    {
      stdio: 'inherit',
    },
  )
}
