/** Names whose answers alternate between a public address and one that is not, asked for by each door. */
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { randomOf } from '../../test/egress/agreement.ts'
import { talk } from '../../test/egress/talk.ts'
import type { Canaries } from './canaries.ts'

const PUBLIC = '1.1.1.1'
const PRIVATE = ['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', 'fd00:ec2::254', '::ffff:127.0.0.1']
/** Of one run, so that an answer which was refused is followed by one that is not, and the other way round. */
const CONNECTIONS = 3

export interface Rebinding {
  runs: number
  connections: number
  toPublic: number
  toPrivate: string[]
  /** Connections for which a name was looked up more than once, or not at all. */
  lookedUpOtherwise: number
}

export async function rebinding(runs: number, seed: number, { accepts }: Canaries): Promise<Rebinding> {
  const random = randomOf(seed)
  let turn = 0
  let asked = 0
  const answer = () => (turn++ % 2 === 0 ? PUBLIC : random.one(PRIVATE))
  let now = ''
  const guard = createGuard({
    allowHosts: [],
    cacheMs: 0,
    resolver: {
      resolve4: async () => {
        asked++
        now = answer()
        return now.includes(':') ? [] : [now]
      },
      resolve6: async () => (now.includes(':') ? [now] : []),
    },
  })
  const client = createHttp(guard, { userAgent: 'Bench/1' })
  const proxy = await startProxy(guard)
  const result: Rebinding = { runs, connections: 0, toPublic: 0, toPrivate: [], lookedUpOtherwise: 0 }
  try {
    for (let n = 0; n < runs; n++) {
      turn = random.below(2)
      const host = `r${n}.example`
      const doors = [
        () => client.request(`http://${host}/`, { timeoutMs: 5000 }),
        () => talk(proxy.url, `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        () => talk(proxy.url, `CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
      ]
      for (let c = 0; c < CONNECTIONS; c++) {
        const [before, questions] = [accepts.length, asked]
        await doors[n % doors.length]!().catch(() => {})
        result.connections++
        if (asked !== questions + 1) result.lookedUpOtherwise++
        for (const address of accepts.slice(before))
          if (address === PUBLIC) result.toPublic++
          else result.toPrivate.push(`${host} at ${address}`)
      }
    }
  } finally {
    await Promise.all([client.close(), proxy.close()])
  }
  return result
}
