import { type Fingerprinted, fingerprintOf } from '../../../vision/fingerprint.ts'
import type { PageLoad } from '../../page/page-load.ts'

export interface PictureFile extends Fingerprinted {
  bytes: number
  /** Of a drawing that could not be decoded: the file. */
  undecoded?: string
}

interface Shown {
  url: string
  box: { width: number; height: number }
}

export const MAX_FILE_BYTES = 15 * 1024 * 1024
/** All files of a page together; pictures beyond it are compared as rendered only. */
export const MAX_TOTAL_BYTES = 120 * 1024 * 1024
/** For all files of a page. */
const MAX_TIME_MS = 15_000
const MAX_AT_ONCE = 4

/** Reads and decodes the files of the pictures by address, each once; says what was left out. */
export async function readFiles(
  pageLoad: PageLoad,
  images: readonly Shown[],
): Promise<{ files: Map<string, PictureFile>; gaps: string[] }> {
  const files = new Map<string, PictureFile>()
  const large: string[] = []
  const late: string[] = []
  const sizes = new Map<string, number>()
  for (const { url, box } of images)
    if (url) sizes.set(url, Math.max(sizes.get(url) ?? 0, Math.round(Math.max(box.width, box.height))))
  let total = 0
  const started = performance.now()
  const waiting = [...sizes]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [url, size] = next
      if (performance.now() - started > MAX_TIME_MS) {
        late.push(url)
        continue
      }
      const bytes = total > MAX_TOTAL_BYTES ? 'too large' : await readFile(pageLoad, url)
      if (bytes === 'too large') large.push(url)
      if (!bytes || bytes === 'too large') continue
      total += bytes.length
      const decoded = await fingerprintOf(bytes, size)
      if (decoded.tooLarge) large.push(url)
      const isUndecoded = decoded.format === 'svg' && !decoded.fingerprint && !decoded.tooLarge
      files.set(url, {
        ...decoded,
        bytes: bytes.length,
        ...(isUndecoded && { undecoded: bytes.toString() }),
      })
    }
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work))
  return {
    files,
    gaps: [
      ...gapOf(large, 'too large to be decoded', [...sizes.keys()]),
      ...gapOf(late, 'not decoded for want of time', [...sizes.keys()]),
    ],
  }
}

function gapOf(urls: string[], why: string, order: string[]): string[] {
  if (urls.length === 0) return []
  const first = order.find(url => urls.includes(url))!
  const name = first.startsWith('data:') ? 'an inlined picture' : first.slice(0, 200)
  const others = urls.length > 1 ? ` and ${urls.length - 1} more` : ''
  return [`${name}${others}: ${why}; compared as drawn on the page only`]
}

async function readFile(pageLoad: PageLoad, url: string): Promise<Buffer | 'too large' | null> {
  if (url.startsWith('data:')) {
    const bytes = decodeDataUrl(url)
    return bytes.length > MAX_FILE_BYTES ? 'too large' : bytes
  }
  const response = pageLoad.network.response(url)
  if (!response?.ok()) return null
  if (Number(response.headers()['content-length']) > MAX_FILE_BYTES) return 'too large'
  const sizes = await response
    .request()
    .sizes()
    .catch(() => null)
  if ((sizes?.responseBodySize ?? 0) > MAX_FILE_BYTES) return 'too large'
  // Evicted from the browser's buffers: the rendered fingerprint has to do.
  const bytes = await response.body().catch(() => null)
  return bytes && bytes.length > MAX_FILE_BYTES ? 'too large' : bytes
}

/** Leniently: browsers take a percent sign that escapes nothing as it is. @see https://fetch.spec.whatwg.org/#data-urls */
function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',')
  const body = url.slice(comma + 1)
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(body, 'base64')
  return Buffer.from(
    body.replace(/(%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
  )
}
