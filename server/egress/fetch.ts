import type { Http } from './http/index.ts'

/** What libraries that bring their own protocol ask of a fetch. */
export interface FetchOptions {
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: libraries have types of their own for it
  headers?: any
  body?: unknown
  signal?: AbortSignal | null
}

const MAX_BYTES = 1_000_000

/**
 * The HTTP client in the form of the Fetch API, for libraries that take one. Redirects are not followed, and an answer
 * above 1 MB is a failure. @throws {HttpFailure} as the client does, where fetch has its TypeError
 */
export function guardedFetch(http: Http, timeoutMs = 10_000) {
  return async (url: string | URL, options: FetchOptions = {}): Promise<Response> => {
    const { body } = options
    if (body != null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('only text and form fields can be sent')
    const headers = new Headers(options.headers)
    if (body instanceof URLSearchParams && !headers.has('content-type'))
      headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    const answer = await http.request(String(url), {
      method: options.method,
      headers: Object.fromEntries(headers),
      ...(body != null && { body: String(body) }),
      maxBytes: MAX_BYTES,
      tooLarge: 'fail',
      maxRedirects: 0,
      timeoutMs,
      ...(options.signal && { signal: options.signal }),
    })
    const { 'content-encoding': _, 'content-length': __, ...kept } = answer.headers
    return new Response([101, 204, 205, 304].includes(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: kept,
    })
  }
}
