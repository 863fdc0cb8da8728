/**
 * Runs within a network that is to be the browser's own: hands a listening socket out to who made it, unless the
 * outside can be reached from here, be it by a port of this machine's loopback.
 */
import { connect, createServer } from 'node:net'

/** Listens on 127.0.0.1 outside. */
const outside = Number(process.argv[2])

const reached = await new Promise<boolean>(resolve => {
  const socket = connect({ host: '127.0.0.1', port: outside }, () => resolve(true))
  socket.once('error', () => resolve(false))
})
if (reached) {
  console.error('the network that was made is the same as outside')
  process.exit(1)
}
const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1', () => process.send!({}, server))
process.once('disconnect', () => process.exit(0))
