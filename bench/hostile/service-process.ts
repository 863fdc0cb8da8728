/** The service in a soak: a process that runs scans and nothing else, so that its memory is theirs to grow. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Walls } from '../../server/worker/walls.ts'
import { measured, type Seen, scanPair, told } from './scan-pair.ts'

export interface Order {
  id: number
  originalUrl: string
  newUrl: string
  walls: Walls
  entry: string
}

export interface Answer extends Pick<Seen, 'outcome' | 'detail' | 'ms'> {
  id: number
  /** Of the scorecard. */
  measured: string
  told: string
}

export interface Memory {
  rss: number
  heap: number
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

process.on('message', async (order: Order | 'memory') => {
  if (order === 'memory') {
    collectGarbage()
    const { rss, heapUsed: heap } = process.memoryUsage()
    return void process.send!({ rss, heap } satisfies Memory)
  }
  const { id, originalUrl, newUrl, walls, entry } = order
  const { card, ...seen } = await scanPair(originalUrl, newUrl, walls, entry)
  const answer: Answer = { ...seen, id, measured: measured({ ...seen, card }), told: told({ ...seen, card }) }
  process.send!(answer)
})
process.on('disconnect', () => process.exit(0))
