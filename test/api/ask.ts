import { type Agent, request as send } from 'node:http'

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
  json: any
}

export interface AskOptions {
  key?: string
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: unknown
}

/** By node:http, which sends what it is told, also where that is wrong. */
export function ask(
  port: number,
  method: string,
  path: string,
  { key, headers, body }: AskOptions,
  agent: Agent | false = false,
): Promise<Answer> {
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = send(
      {
        port,
        method,
        path,
        agent,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => (text += chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            text,
            json: /json/.test(response.headers['content-type'] ?? '') && text ? JSON.parse(text) : undefined,
          }),
        )
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was kept may be closed by the server at the moment of its next use.
      if (request.reusedSocket && error.code === 'ECONNRESET')
        resolve(ask(port, method, path, { key, headers, body }, agent))
      else reject(error)
    })
    request.end(payload)
  })
}
