/**
 * What reaches listeners that nothing may reach, by every way that we know of. Runs in a network namespace of its own
 * where each address is this machine: whatever leaves, to wherever, is counted, and nothing gets any further.
 * `npm run bench -- egress [urls=1000000] [runs=1000] [seed=…] [browser=0] [payloads=0]`; Linux, as root or with user namespaces.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * All of IPv4 and IPv6 leads to the loopback device, which delivers it here. Without another device a browser takes
 * itself to be offline, and holds back much of what it would send.
 */
const SET_UP =
  'ip link add d0 type veth peer name d1 && ip addr add 10.200.0.1/24 dev d0 && ip -6 addr add 2001:db8:200::1/64 dev d0 && ip link set d0 up && ip link set d1 up && ip route add default dev d0 && ip link set lo up && ip link set lo multicast on && ip route add local 0.0.0.0/0 dev lo && ip route add multicast 224.0.0.0/4 dev lo && ip -6 route add local ::/0 dev lo && exec "$@"'

/** As which inside.ts ends when it has found something. */
const MISSED = 3

export async function run(args: string[]): Promise<void> {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const inside = join(import.meta.dirname, 'inside.ts')
  const child = spawn(
    'unshare',
    ['--net', ...user, 'sh', '-c', SET_UP, 'sh', process.execPath, inside, ...args],
    { stdio: 'inherit' },
  )
  const status = await new Promise(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', resolve)
  })
  if (status === MISSED) process.exit(1)
  if (status !== 0) throw new Error(`not measured: unshare, or what ran within it, ended with ${status}`)
}
