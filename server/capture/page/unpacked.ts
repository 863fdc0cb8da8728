/**
 * How much a page is once it is unpacked, which is what its renderer has to hold: a few kilobytes on the wire may be
 * gigabytes there.
 */
import type { CDPSession } from 'playwright'
import { CaptureFailure } from './failure.ts'

/** The longest documents that people read, with all that is inlined in them, have some 20 MB; scripts and styles have less. */
export const MAX_DOCUMENT_BYTES = 50 * 2 ** 20
/** A renderer holds them several times: as bytes, as text, and as what it makes of that. */
const CODE = new Set<string | undefined>(['Script', 'Stylesheet'])
/** Of all files of one load. */
export const MAX_FILES_BYTES = 300 * 2 ** 20
/** Of the files of a page that has too much, those larger than this are left out of every further load. */
const LARGE_BYTES = 25 * 2 ** 20

/** Files that a page is to be loaded again without. */
export class ImmenseFiles extends Error {
  readonly urls: string[]
  constructor(urls: string[]) {
    super(`immense files: ${urls.join(', ').slice(0, 500)}`)
    this.urls = urls
  }
}

export interface UnpackedEvents {
  /** Heard once, of the document of the main frame. */
  onDocument(failure: CaptureFailure): void
  /** Heard once, of all other files together. */
  onFiles(immense: ImmenseFiles): void
}

/** Counts what comes to the page of `cdp` from now on. */
export async function watchUnpacked(cdp: CDPSession, { onDocument, onFiles }: UnpackedEvents): Promise<void> {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const files = new Map<string, { url: string; isDocument: boolean; isCode: boolean; bytes: number }>()
  const large = new Set<string>()
  let [all, isTold] = [0, false]
  cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId, request, type }) => {
    // Made by the page itself.
    if (/^(data|blob):/.test(request.url)) return
    const isDocument = requestId === loaderId && frameId === frameTree.frame.id
    files.set(requestId, { url: request.url, isDocument, isCode: CODE.has(type), bytes: 0 })
  })
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const file = files.get(requestId)
    if (!file || isTold) return
    file.bytes += dataLength
    if (file.isDocument) {
      isTold = file.bytes > MAX_DOCUMENT_BYTES
      if (isTold) onDocument(immenseDocument(file.url))
      return
    }
    all += dataLength
    if (file.bytes > LARGE_BYTES) large.add(file.url)
    isTold = all > MAX_FILES_BYTES || (file.isCode && file.bytes > MAX_DOCUMENT_BYTES)
    if (isTold) onFiles(new ImmenseFiles([...large]))
  })
  const forget = ({ requestId }: { requestId: string }) => void files.delete(requestId)
  cdp.on('Network.loadingFinished', forget)
  cdp.on('Network.loadingFailed', forget)
}

const immenseDocument = (url: string) =>
  new CaptureFailure(
    'body_too_large',
    `${url} is a document of more than ${MAX_DOCUMENT_BYTES / 2 ** 20} MB once it is unpacked; look for a page that never ends, or for files that are written into it`,
  )

/** For a page that names other files of this kind each time. */
export const immenseAgain = (url: string) =>
  new CaptureFailure(
    'body_too_large',
    `${url} fetched more than ${MAX_FILES_BYTES / 2 ** 20} MB of files, and as many of others when these were left out; look for immense files that load by themselves`,
  )

/** Of a page that has come to an end of what it may fetch, in the reader's words. */
export const CUT = `the page fetched more than ${MAX_FILES_BYTES / 2 ** 20} MB of files, or ${MAX_DOCUMENT_BYTES / 2 ** 20} MB of one script or style sheet, unpacked; it got no more than these`
export const leftOut = (url: string) =>
  `${url.slice(0, 300)} was left out: with it the page fetches more than ${MAX_FILES_BYTES / 2 ** 20} MB, or ${MAX_DOCUMENT_BYTES / 2 ** 20} MB of one script or style sheet, unpacked`
