import { PassThrough, type Readable } from 'node:stream'
import type Router from '@koa/router'
import type { JobEvent } from '../../contract.ts'
import { QuotaExceeded } from '../../jobs/quota.ts'
import { type Watch, watchJobs } from '../../jobs/watch.ts'
import { clientAddress } from '../client-address.ts'
import type { Api } from '../context.ts'
import { tooMany } from '../limits.ts'
import { HttpProblem } from '../problem.ts'
import { readableJob } from '../reader.ts'

/** Shorter than what proxies, and our own server, let a connection be silent for. */
const HEARTBEAT_MS = 15_000
/** Then a client connects again, which asks again whether it may. */
const LONGEST_MS = 10 * 60_000
/** Open in this process. */
const MAX_STREAMS = 1000
const RETRY_SECONDS = 10

/**
 * A job as it goes on, as server-sent events: `progress` at first and with each change, then `ended` and the end, or
 * `deleted` and the end. For whoever may poll the job.
 */
export function eventsRoute(router: Router, api: Api): void {
  const { queue, trustProxy } = api
  const watch = watchJobs(queue)
  const addressOf = clientAddress(trustProxy)
  const places = openPlaces(MAX_STREAMS)

  router.get('/api/v1/jobs/:id/events', async ctx => {
    const { job } = await readableJob(ctx, api, ctx.params.id!)
    // An EventSource that was told of the end comes back once more, and by this is told to stay away.
    if (ctx.get('Last-Event-ID') === ENDED && job.finished_at) {
      ctx.status = 204
      return
    }
    if (ctx.method === 'HEAD') ctx.status = 200
    else {
      const leave = places.take(addressOf(ctx.req), queue.limits.address.eventStreams)
      ctx.body = eventStream(watch, job.id).on('close', leave)
    }
    ctx.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      // For nginx, which would collect them first.
      'X-Accel-Buffering': 'no',
    })
  })
}

const ENDED = 'ended'

/** Ends with the job. Whatever closes it, nothing of it is left. */
function eventStream(watch: Watch, id: string): Readable {
  const stream = new PassThrough()
  // Who does not read what was sent is told the next state, not all between.
  const send = (text: string) => stream.writableNeedDrain || stream.write(text)
  const unwatch = watch(id, event => {
    if (event && !event.finished_at) return void send(eventText('progress', event))
    stream.end(event ? eventText('ended', event, ENDED) : eventText('deleted', { id }))
  })
  const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => stream.end(), LONGEST_MS)
  stream.on('close', () => {
    unwatch()
    clearInterval(heartbeat)
    clearTimeout(end)
  })
  stream.write('retry: 3000\n\n')
  return stream
}

const eventText = (name: string, data: JobEvent | { id: string }, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Who has how many streams open. */
function openPlaces(max: number) {
  const taken = new Map<string, number>()
  let all = 0

  return {
    /** @returns gives it back @throws {HttpProblem} 429 when an address has all of its own, 503 when there is none */
    take(address: string, amount: number): () => void {
      const own = taken.get(address) ?? 0
      const quota = { policy: 'streams', amount, remaining: 0 }
      if (own >= amount) throw tooMany(new QuotaExceeded(quota, RETRY_SECONDS, [quota]))
      if (all >= max)
        throw new HttpProblem(
          503,
          'unavailable',
          'Too many follow jobs at the moment. Poll, or try again later.',
          {
            headers: { 'Retry-After': String(RETRY_SECONDS) },
          },
        )
      all += 1
      taken.set(address, own + 1)
      return () => {
        all -= 1
        const left = taken.get(address)! - 1
        if (left > 0) taken.set(address, left)
        else taken.delete(address)
      }
    },
  }
}
