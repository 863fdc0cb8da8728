import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

/** What a network of its own takes of the system, asked without our code: where that breaks, its tests fail and are not skipped. */
const isPossible =
  spawnSync('unshare', [
    ...['--user', '--map-current-user', '--keep-caps', '--net', '--mount', 'sh', '-c'],
    'ip link set lo up && ip link add d0 type veth peer name d1 && mount -t tmpfs none /tmp && command -v nsenter setpriv',
  ]).status === 0

/** Not every system lets a program have a network of its own; there the browser stays on the system's. */
export const ifNetworkPossible = test.runIf(isPossible)
