/** Listeners on every address: what connected, and what UDP arrived, by the address or the port that it was sent to. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** That may be visited by policy, and those of services that must not be. */
const TCP = [80, 443, 8080, 8443, 22, 25, 3000, 3478, 5432, 6379, 9222]
const UDP = [53, 80, 443, 3478, 3479, 4433, 5353, 8443]

export interface Canaries {
  /** Addresses that were connected to, in order. */
  accepts: string[]
  /** `port text`, in order. */
  datagrams: string[]
  /** Sent by anything in this namespace, to whatever port, as the system counts. */
  sent(): number
  close(): Promise<void>
}

export async function startCanaries(): Promise<Canaries> {
  const accepts: string[] = []
  const datagrams: string[] = []
  const servers = TCP.map(port => {
    const server = createServer(socket => {
      accepts.push((socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''))
      socket.on('error', () => {})
      if (port === 443 || port === 8443) return void socket.destroy()
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: 6\r\n\r\ncanary',
        ),
      )
    })
    return server.listen(port, '::')
  })
  const sockets = UDP.map(port =>
    createSocket({ type: 'udp6', reuseAddr: true })
      .on('message', data => void datagrams.push(`${port} ${data.toString('latin1')}`))
      .bind(port),
  )
  const multicast = createSocket({ type: 'udp4', reuseAddr: true }).on(
    'message',
    data => void datagrams.push(`mDNS ${data.toString('latin1')}`),
  )
  multicast.bind(5353, '224.0.0.251', () => multicast.addMembership('224.0.0.251', '127.0.0.1'))
  const all = [...sockets, multicast]
  await Promise.all([...servers, ...all].map(one => once(one, 'listening')))
  return {
    accepts,
    datagrams,
    sent: datagramsSent,
    async close() {
      for (const socket of all) socket.close()
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
    },
  }
}

/** proc_pid_net(5): of this network namespace. */
function datagramsSent(): number {
  const [names = '', values = ''] = readFileSync('/proc/self/net/snmp', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('Udp:'))
  const four = Number(values.split(' ')[names.split(' ').indexOf('OutDatagrams')])
  const six = Number(/^Udp6OutDatagrams\s+(\d+)/m.exec(readFileSync('/proc/self/net/snmp6', 'utf8'))?.[1])
  return four + six
}
