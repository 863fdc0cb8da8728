/** A static site on a free loopback port, its answers rewritten on the way when a test wants a defect. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export interface ServedSite {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** As the allow-list wants it. */
  host: string
  close(): Promise<void>
}

/** Changes one answer; `path` as requested, e.g. `/index.html`. Returning undefined leaves it as it is. */
export type Rewrite = (path: string, body: Buffer) => Rewritten | Promise<Rewritten>
export type Rewritten =
  | Buffer
  | string
  | { status: number; body?: string | Buffer; type?: string; location?: string }
  | undefined

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/** Serves `folder`; paths that end in `/` give their index.html. */
export async function serve(folder: string, rewrite?: Rewrite): Promise<ServedSite> {
  const server = createServer(async (request, response) => {
    let path = decoded(new URL(`http://localhost${request.url ?? '/'}`).pathname)
    if (path.endsWith('/')) path += 'index.html'
    const file = join(folder, normalize(path))
    try {
      if (!file.startsWith(folder) || !(await stat(file)).isFile()) throw new Error('no file')
    } catch {
      const made = await rewrite?.(path, Buffer.alloc(0))
      return made === undefined
        ? end(404, 'text/html', '<!doctype html><title>Not found</title><h1>Not found</h1>')
        : answer(made)
    }
    const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream'
    if (!rewrite) {
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
      return request.method === 'HEAD' ? response.end() : createReadStream(file).pipe(response)
    }
    const body = await readFile(file)
    return answer((await rewrite(path, body)) ?? body)

    function answer(made: Exclude<Rewritten, undefined>) {
      if (typeof made === 'string' || Buffer.isBuffer(made))
        return end(200, TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream', made)
      return end(made.status, made.type ?? 'text/html; charset=utf-8', made.body ?? '', made.location)
    }

    function end(status: number, type: string, body: Buffer | string, location?: string) {
      response.writeHead(status, {
        'content-type': type,
        ...(location !== undefined && { location }),
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(body),
      })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** As it is where it is broken: no file has that name. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
