import { PassThrough, type Readable } from 'node:stream'
import type { JobEvent } from '../contract.ts'
import type { Watch } from '../jobs/watch.ts'

export interface Pace {
  /** Shorter than what proxies, and our own server, let a connection be silent for. */
  heartbeatMs: number
  /** Then a client connects again, which asks again whether it may. */
  longestMs: number
}

const PACE: Pace = { heartbeatMs: 15_000, longestMs: 10 * 60_000 }
/** After which a client connects again. */
const RECONNECT_MS = 3000
/** Id of the last event. */
export const ENDED = 'ended'

/** A job as server-sent events, from what is known of it to its end. Whatever closes the stream, nothing of it is left. */
export function eventStream(watch: Watch, known: JobEvent, pace = PACE): Readable {
  const stream = new PassThrough()
  // Who does not read what was sent is told a later state, not all between.
  const send = (text: string) => stream.writableEnded || stream.writableNeedDrain || stream.write(text)
  const tell = (event: JobEvent | null) => {
    if (stream.writableEnded) return
    if (event && !event.finished_at) send(eventText('progress', event))
    else stream.end(event ? eventText('ended', event, ENDED) : eventText('deleted', { id: known.id }))
  }
  const unwatch = watch(known, tell)
  const heartbeat = setInterval(() => send(': \n\n'), pace.heartbeatMs)
  const end = setTimeout(() => stream.end(), pace.longestMs)
  stream.on('close', () => {
    unwatch()
    clearInterval(heartbeat)
    clearTimeout(end)
  })
  stream.write(`retry: ${RECONNECT_MS}\n\n`)
  tell(known)
  return stream
}

const eventText = (name: string, data: JobEvent | { id: string }, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
