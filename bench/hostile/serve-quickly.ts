/** A scan process that does without Lighthouse, which takes most of a scan's time and comes after all that can fail. */
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { CaptureFailure, PageCrashed } from '../../server/capture/page/failure.ts'
import { openNetwork } from '../../server/egress/network/index.ts'
import { judge } from '../../server/scan/judge.ts'
import { serveScan } from '../../server/worker/serve-scan.ts'
import { capturePair, type Look } from '../../test/capture-pair.ts'

export function serveQuickly(look?: Look): void {
  serveScan(async (request, { ownNetwork }) => {
    const capture = async () => {
      const network = ownNetwork
        ? await openNetwork({ folders: [dirname(tmpdir())], but: tmpdir() })
        : undefined
      const pair = capturePair(request.original_url, request.new_url, [], {}, network, look)
      return pair.finally(() => network?.close())
    }
    const again = (error: unknown) => (error instanceof PageCrashed ? capture() : Promise.reject(error))
    try {
      return judge(await capture().catch(again), request)
    } catch (error) {
      throw error instanceof PageCrashed ? new CaptureFailure('page_crashed', error.message) : error
    }
  })
}
