/**
 * A network of the browser's own, with nothing in it but our proxy: whatever runs there, also what has left the browser's
 * sandbox, has no route to anywhere, and no port of this machine. Nor does it see folders that are hidden from it, or
 * into processes outside, be they its own user's. Linux namespaces; root is not needed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, Server } from 'node:net'
import { join } from 'node:path'

export interface OwnNetwork {
  /** Listens on a port of 127.0.0.1 in there; who connects is served out here. */
  listener: Server
  /** Stands before the command line of a program that is to run in there: an executable and its arguments. */
  enter: readonly [string, ...string[]]
  close(): void
}

export interface Hidden {
  /** Folders that are empty in there. */
  folders: readonly string[]
  /** One below them that is there all the same. */
  but: string
}

const LISTENER = join(import.meta.dirname, 'listener.ts')
const OPENING_MS = 10_000

/**
 * Its user has no rights over the network but within. Loopback alone would be "offline" to a browser, so there is a pair
 * of devices that lead to each other (RFC 5737 names their address). They get no other by
 * themselves: a browser gives up its connections when an address comes. `cat` keeps all of it there while we live.
 */
const SET_UP = `set -e
ip link set lo up
ip link add d0 type veth peer name d1
ip addr add 192.0.2.1/32 dev d0
ip link set d0 addrgenmode none up
ip link set d1 addrgenmode none up
folders=$1 but=$2
shift 2
"$@"
exec 9<"$but"
printf '%s' "$folders" | while read -r folder; do
  if [ -d "$folder" ]; then mount -t tmpfs -o size=64k none "$folder"; fi
done
if [ ! -d "$but" ]; then
  mkdir -p "$but"
  mount --no-canonicalize --bind /proc/self/fd/9 "$but"
fi
exec 9<&-
command -v nsenter
exec setpriv --ambient-caps=-all --inh-caps=-all cat`

/** Sockets of this machine's services. */
const SERVICES = '/run'

/** Opened anew for each scan, and tried each time. @throws {Error} a line that says why there can be none here */
export async function openNetwork({ folders, but }: Hidden = { folders: [], but: '/' }): Promise<OwnNetwork> {
  if (process.platform !== 'linux') throw new Error('networks of a program’s own are Linux’s')
  const canary = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const { port } = canary.address() as { port: number }
  const holder = spawn(
    'unshare',
    [
      ...['--user', '--map-current-user', '--keep-caps', '--net', '--mount'],
      ...[
        'sh',
        '-c',
        SET_UP,
        'sh',
        [...folders, SERVICES, ''].join('\n'),
        but,
        process.execPath,
        LISTENER,
        String(port),
      ],
    ],
    { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] },
  )
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    holder[name]!.setEncoding('utf8').on('data', (text: string) => {
      said[name] = (said[name] + text).slice(0, 2000)
    })
  holder.stdin!.on('error', () => {})
  const close = () => void holder.kill('SIGKILL')
  const timer = setTimeout(close, OPENING_MS)
  try {
    const listener = await new Promise<Server>((resolve, reject) => {
      let made: Server | undefined
      // The path of nsenter comes last, when all else stands.
      const ready = () => made && said.stdout.endsWith('\n') && resolve(made)
      holder.once('error', reject)
      holder.once('close', status => reject(new Error(reasonIn(said.stderr, status))))
      holder.stdout!.on('data', ready)
      holder.once('message', (_, handle) => {
        if (handle instanceof Server) made = handle
        holder.disconnect()
        ready()
      })
    })
    holder.unref()
    for (const pipe of [holder.stdin, holder.stdout, holder.stderr]) (pipe as unknown as Server).unref()
    return {
      listener,
      enter: [
        said.stdout.trim(),
        ...['--preserve-credentials', '--user', '--net', '--mount', '--target', String(holder.pid), '--'],
      ],
      close,
    }
  } catch (error) {
    close()
    throw error
  } finally {
    clearTimeout(timer)
    canary.close()
  }
}

const reasonIn = (complaints: string, status: number | null) =>
  complaints
    .split('\n')
    .find(line => /\S/.test(line))
    ?.trim()
    .slice(0, 300) ?? `a network could not be made (${status ?? 'it took too long'})`
