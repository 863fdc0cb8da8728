import { connect, type Socket } from 'node:net'

/** Sends `text` as it stands to a server of 127.0.0.1 and gives back all that comes until it closes. */
export async function talk(url: string, text: string): Promise<string> {
  const socket = dialTo(url)
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

export function dialTo(url: string): Socket {
  return connect(Number(new URL(url).port), '127.0.0.1')
}

/** The next chunk of `socket` that holds `mark`, with what came before it. */
export async function until(socket: Socket, mark: string): Promise<string> {
  let seen = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    seen += chunk.toString('latin1')
    if (seen.includes(mark)) return seen
  }
  throw new Error(`the connection ended before ${JSON.stringify(mark)}: ${JSON.stringify(seen)}`)
}
