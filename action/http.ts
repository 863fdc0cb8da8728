/** Requests as a runner makes them, through its proxy where it has one, with an end to every wait. */
import { HttpClient, type HttpClientResponse } from '@actions/http-client'

type Message = HttpClientResponse['message']

const ANSWER_MS = 30_000
const LONGEST_ANSWER = 32 * 1024 ** 2

export const openHttp = (options: { keepAlive: boolean; allowRedirects?: boolean }): HttpClient =>
  new HttpClient('cutover-action', [], { socketTimeout: ANSWER_MS, ...options })

/** @throws {Error} with a sentence when it is too long, or does not come to its end */
export function bodyOf(message: Message): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (reason: string) => {
      clearTimeout(timer)
      reject(new Error(reason))
      message.destroy()
    }
    const timer = setTimeout(() => fail('the answer of the server did not end'), ANSWER_MS)
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > LONGEST_ANSWER) fail('the answer of the server is too large')
      else chunks.push(chunk)
    })
    message.on('end', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
    message.on('error', () => fail('the connection broke in the middle of an answer'))
    message.on('aborted', () => fail('the connection broke in the middle of an answer'))
  })
}

/** `fetch` as far as Octokit uses it: Node's own takes longer to load than the rest of the Action. */
export function fetchOver(http: HttpClient) {
  return async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
  ) => {
    const { message } = await http.request(method, url, body ?? null, headers)
    const text = await bodyOf(message)
    return {
      url,
      status: message.statusCode ?? 500,
      headers: new Map(Object.entries(message.headers)),
      text: async () => text,
      arrayBuffer: async () => Buffer.from(text),
    }
  }
}
