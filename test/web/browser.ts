import { afterAll, beforeAll } from 'vitest'
import { type Answer, type TestApi, testApi } from '../api/test-api.ts'

export const PUBLIC_URL = 'https://cutover.example.com'

/** Somebody with a browser, as far as cookies, links and forms go. */
export interface Browser {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** A form of a page of ours, unless `headers` say otherwise. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** The token that the forms of a page carry. */
  formToken(path?: string): Promise<string>
}

/** Of the tests of one file. */
export let api: TestApi
export let browser: Browser

/** For all tests of a file, which calls this once: one server for them all, and somebody who looks at its pages. */
export function openSite(): void {
  beforeAll(async () => {
    api = await testApi({ site: () => ({ publicUrl: `${PUBLIC_URL}/checks` }) })
    browser = openBrowser(api)
  })
  afterAll(() => api.close())
}

export function openBrowser(api: TestApi, cookies = new Map<string, string>()): Browser {
  async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await api.ask(method, path, {
      headers: { accept: 'text/html,*/*;q=0.8', ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    return answer
  }
  const get = (path: string, headers = {}) => ask('GET', path, headers)
  return {
    cookies,
    get,
    post: (path, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      ask(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        String(new URLSearchParams(fields)),
      ),
    async formToken(path = '/keys') {
      return /name="token" value="([^"]+)"/.exec((await get(path)).text)?.[1] ?? ''
    },
  }
}
