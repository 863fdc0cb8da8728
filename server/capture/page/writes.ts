import type { BrowserContext } from 'playwright'

/** Whether a request by `method` would change data on a server. */
export const changesData = (method: string): boolean => !/^(GET|HEAD|OPTIONS)$/i.test(method)

/** Stops all that would change data on a server, in a context that is loaded to be read and for nothing else. */
export async function stopWrites(context: BrowserContext): Promise<void> {
  await context.route('**/*', route => {
    const answer = changesData(route.request().method()) ? route.abort('aborted') : route.continue()
    return answer.catch(() => {}) // the request is gone
  })
}
