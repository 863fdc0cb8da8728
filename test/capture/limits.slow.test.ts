import { expect, test } from 'vitest'
import { collect } from '../../server/capture/capture-site.ts'
import { MAX_ENTRIES } from '../../server/capture/page/network.ts'
import { MAX_DOCUMENT_BYTES, MAX_FILES_BYTES } from '../../server/capture/page/unpacked.ts'
import { DESKTOP, MOBILE } from '../../server/lib/widths.ts'
import { startOrigin } from '../egress/origin.ts'
import { packed } from '../hostile/bombs.ts'
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

test('a document that never ends costs what is read of it, and not the capture', async () => {
  const origin = await startOrigin((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write('<!doctype html><title>Endless</title><h1>It goes on</h1>')
  })
  try {
    await openWith(origin.url, async session => {
      expect(await collect(session, 'document')).toMatchObject({ ok: false })
      expect(await collect(session, 'head')).toMatchObject({ ok: true })
    })
  } finally {
    await origin.close()
  }
})

test('a document is as long as it is unpacked', async () => {
  const origin = await startOrigin(packed('br', MAX_DOCUMENT_BYTES * 2, 'text/html', '<!doctype html><html>'))
  try {
    await expect(openWith(origin.url, async () => {})).rejects.toMatchObject({
      code: 'body_too_large',
      message: expect.stringMatching(/50 MB once it is unpacked/),
    })
  } finally {
    await origin.close()
  }
})

test.each([
  ['style sheet', '<link rel="stylesheet" href="/immense">', 'text/css', 'h1 { color: navy }'],
  // Fetched and compiled in the background.
  ['script', '<script src="/immense"></script>', 'text/javascript', 'document.title;'],
])(
  'a %s that no renderer could hold is left out, and the page is shown without it',
  async (_, link, type, unit) => {
    const asked: string[] = []
    const origin = await startOrigin((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/immense')
        return packed('zstd', MAX_DOCUMENT_BYTES * 2, type, unit)(request, response)
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Fine</title>${link}<h1>Fine but for one file</h1>`)
    })
    try {
      await openWith(origin.url, async session => {
        const { page } = await session.at(DESKTOP)
        expect(await page.textContent('h1')).toBe('Fine but for one file')
        expect(session.gaps.join()).toMatch(/immense was left out/)
        await session.at(MOBILE)
      })
      // By no load after the first, the phone's included.
      expect(asked.filter(path => path === '/immense')).toHaveLength(1)
    } finally {
      await origin.close()
    }
  },
)

test('what a page at rest fetches ends as well', async () => {
  const origin = await startOrigin((request, response) => {
    if (request.url?.startsWith('/immense'))
      return packed('zstd', MAX_FILES_BYTES * 8, 'text/plain', 'x')(request, response)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Later</title><h1>Later</h1>')
  })
  try {
    await openWith(origin.url, async session => {
      const { page, release } = await session.at(DESKTOP)
      await release()
      const got = await page.evaluate(
        `(async () => {
          const reader = (await fetch('/immense')).body.getReader()
          let bytes = 0
          try {
            for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
          } catch {}
          return bytes
        })()`,
      )
      // What was under way when it was told.
      expect(got).toBeLessThan(MAX_FILES_BYTES * 4)
    })
  } finally {
    await origin.close()
  }
})
