/** The pair that comes with the project, served on two free ports of this machine. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, sep } from 'node:path'
import { PROJECT_ROOT } from '../config/index.ts'

export interface ServedPair {
  original_url: string
  new_url: string
  close(): Promise<void>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

export async function serveSample(): Promise<ServedPair> {
  const original = await serveFolder(join(PROJECT_ROOT, 'sample/original'))
  const rebuilt = await serveFolder(join(PROJECT_ROOT, 'sample/rebuilt'))
  return {
    original_url: original.url,
    new_url: rebuilt.url,
    close: async () => void (await Promise.all([original.close(), rebuilt.close()])),
  }
}

async function serveFolder(folder: string) {
  const server = createServer(async (request, response) => {
    const path = fileOf(folder, request.url ?? '/')
    const found = path === null ? null : await stat(path).catch(() => null)
    if (path === null || !found?.isFile()) {
      response.writeHead(404, { 'content-type': TYPES['.html'] })
      return response.end('<!doctype html><title>Not found</title><h1>Not found</h1>')
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': found.size,
      'cache-control': 'max-age=31536000',
    })
    if (request.method === 'HEAD') response.end()
    else createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Null for what leads out of the folder or is no path. */
function fileOf(folder: string, target: string): string | null {
  try {
    const path = decodeURIComponent(new URL(target, 'http://localhost').pathname)
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    return file.startsWith(folder + sep) && !file.includes('\0') ? file : null
  } catch {
    return null
  }
}
