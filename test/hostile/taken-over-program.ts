/** What a program that has taken over a browser tries. Prints one line of JSON: what was tried, and what came of it. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import type { Targets, Tried } from './taken-over.ts'

const { pids, paths, ports, sockets, addresses } = JSON.parse(process.argv[2]!) as Targets
const tried: Tried[] = []
const note = (what: string, reached: boolean, said = '') => tried.push({ what, reached, said })

/** A folder that is empty, or not there, has told nothing. */
function read(path: string) {
  try {
    if (path.includes('/fd/')) return void note(path, true, readlinkSync(path))
    const found = statSync(path).isDirectory() ? readdirSync(path).join(' ') : readFileSync(path, 'latin1')
    note(path, found.length > 0, found.length > 0 ? 'read' : 'empty')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    note(path, code === 'EIO', code)
  }
}
for (const pid of pids)
  for (const name of ['environ', 'mem', 'root', 'cwd', 'fd/1', 'maps']) read(`/proc/${pid}/${name}`)
for (const path of paths) read(path)

const reach = (what: string, options: NetConnectOpts) =>
  new Promise<void>(resolve => {
    const end = (reached: boolean, said: string) => {
      note(what, reached, said)
      socket.destroy()
      resolve()
    }
    const socket = connect(options, () => {
      // By chance the port that the system chose for this end is the one that is asked for, and nobody listens there.
      const isOwnEnd = socket.localPort !== undefined && socket.localPort === socket.remotePort
      end(!isOwnEnd, isOwnEnd ? 'itself' : 'connected')
    })
    socket
      .on('error', (error: NodeJS.ErrnoException) => end(false, error.code ?? ''))
      .setTimeout(2000, () => end(false, 'silent'))
  })
for (const port of ports)
  for (const host of ['127.0.0.1', '::1']) await reach(`${host} port ${port}`, { host, port })
for (const path of sockets) await reach(`socket ${path}`, { path: path.replace(/^@/, '\0') })
for (const host of addresses) await reach(`${host} port 80`, { host, port: 80 })
console.log(JSON.stringify(tried))
