import type Router from '@koa/router'
import { eventOf, watchJobs } from '../../jobs/watch.ts'
import { clientAddress } from '../client-address.ts'
import type { Api } from '../context.ts'
import { ENDED, eventStream } from '../event-stream.ts'
import { openPlaces } from '../places.ts'
import { readableJob } from '../reader.ts'

/** Open in this process. */
const MAX_STREAMS = 1000

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
      ctx.body = eventStream(watch, eventOf(job)).on('close', leave)
    }
    ctx.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      // For nginx, which would collect them first.
      'X-Accel-Buffering': 'no',
    })
  })
}
