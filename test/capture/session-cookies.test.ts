/** Which requests carry a site's headers, without a browser. */
import { expect, test } from 'vitest'
import { headersTo, siteAt as pageOf, sendHeaders } from '../../server/capture/page/session-cookies.ts'
import type { Site } from '../../server/capture/page/site.ts'

const siteAt = (url: string) => ({ url, headers: { 'X-Bypass': 's3cret' } }) as unknown as Site

const CASES: [submitted: string, asked: string, carries: boolean][] = [
  ['https://shop.example/', 'https://shop.example/a', true],
  ['https://shop.example/', 'http://shop.example/a', false],
  ['https://shop.example/', 'https://www.shop.example/a', false],
  ['https://shop.example/', 'https://shop.example:8443/a', false],
  ['http://shop.example/', 'http://shop.example/a', true],
  ['http://shop.example/', 'https://shop.example/a', true],
]

test.each(CASES)(
  'submitted %s: a request to %s carries its headers: %s',
  async (submitted, asked, carries) => {
    const site = siteAt(submitted)
    expect(headersTo(site, asked)).toEqual(carries ? { 'X-Bypass': 's3cret' } : {})
    expect(pageOf(site, asked)).toEqual({ url: asked, headers: carries ? { 'X-Bypass': 's3cret' } : {} })
    const continued: unknown[] = []
    type Paused = { requestId: string; request: { url: string; headers: Record<string, string> } }
    let pause: (paused: Paused) => void = () => {}
    await sendHeaders(
      {
        on: (_, listener) => {
          pause = listener
        },
        send: async (method: string, options: object) => {
          if (method === 'Fetch.continueRequest') continued.push(options)
        },
      },
      site,
    )
    pause({ requestId: '1', request: { url: asked, headers: { accept: '*/*' } } })
    expect(JSON.stringify(continued).includes('s3cret')).toBe(carries)
    expect(continued).toHaveLength(1)
  },
)
