import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** UDP listeners that nothing may reach. */
export interface UdpCanary {
  port: number
  packets(): number
  close(): Promise<void>
}

/** Listens on every address of this machine, on one free port. */
export async function startUdpCanary(): Promise<UdpCanary> {
  let packets = 0
  const count = () => packets++
  const socket: Socket = createSocket({ type: 'udp6', ipv6Only: false }).on('message', count)
  socket.bind(0)
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    packets: () => packets,
    close: () => new Promise(resolve => socket.close(() => resolve())),
  }
}
