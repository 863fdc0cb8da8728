/** A server that tells what it was asked, and for how much at once. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Host {
  host: string
  asked: string[]
  /** Requests under way at once, at most. */
  max: number
  server: Server
}

/** Answers each address as `answer` says; `times`: how often this was asked for, with this request. */
export async function listen(
  answer: (
    url: string,
    method: string,
    times: number,
  ) => [status: number, ms?: number, headers?: Record<string, string>, body?: string],
): Promise<Host> {
  const times = new Map<string, number>()
  let now = 0
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const seen = (times.get(`${method} ${url}`) ?? 0) + 1
    times.set(`${method} ${url}`, seen)
    found.asked.push(`${method} ${url}`)
    found.max = Math.max(found.max, ++now)
    response.on('close', () => now--)
    const [status, ms = 0, headers = {}, body = ''] = answer(url, method, seen)
    setTimeout(() => {
      if (status === 0) return request.socket.destroy()
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      response.end(body)
    }, ms)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const found: Host = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    max: 0,
    server,
  }
  return found
}
