import { expect, test } from 'vitest'
import { MAX_ENTRIES } from '../../server/capture/page/network.ts'
import { DESKTOP } from '../../server/capture/page/site-session.ts'
import { startOrigin } from '../egress/origin.ts'
import { openWith } from './with-session.ts'

test('a page gets so many files and no more', async () => {
  const asked: string[] = []
  const origin = await startOrigin((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(
      request.url === '/'
        ? `<!doctype html><title>Greedy</title><h1>Greedy</h1><script>for (let n = 0; n < ${MAX_ENTRIES}; n++) new Image().src = '/' + n</script>`
        : 'x',
    )
  })
  try {
    await openWith(origin.url, async session => {
      const { page } = await session.at(DESKTOP)
      expect(session.gaps.join()).toContain(`more than ${MAX_ENTRIES} files`)
      const late = await page.evaluate(
        'new Promise(resolve => Object.assign(new Image(), { src: "/late", onerror: () => resolve("none") }))',
      )
      expect(late).toBe('none')
      expect(asked).not.toContain('/late')
    })
  } finally {
    await origin.close()
  }
})
