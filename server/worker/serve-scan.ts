import { FailureCode, type Scorecard } from '../contract.ts'
import { RemoteGone } from '../lib/remote-gone.ts'
import type { ScanOptions, ScanRequest } from '../scan/types.ts'
import type { ScanMessage, ScanOrder } from './messages.ts'

/**
 * The child's side: waits for its order, runs `scan`, sends the outcome and exits. An error with a `code` of the
 * closed list is the page's doing, any other is ours. Without a parent there is nothing to work for: the child ends
 * itself, its group and its browsers at once.
 */
export function serveScan(scan: (request: ScanRequest, options: ScanOptions) => Promise<Scorecard>): void {
  // What is captured is for the user alone that the server runs as.
  process.umask(0o077)
  const groups = [process.pid]
  process.on('disconnect', () => endGroups(groups))
  process.on('uncaughtException', error => finish(crash(error)))
  process.on('unhandledRejection', error => {
    if (!isLateAnswer(error)) finish(crash(error))
  })
  process.once('message', (order: ScanOrder) => {
    const { submission, ...options } = order
    scan(submission, {
      ...options,
      onProgress: (phase, value) => send({ type: 'progress', phase, value }),
      onStore: () => send({ type: 'store' }),
      onReusable: () => send({ type: 'reusable' }),
      onBrowser: pid => {
        groups.unshift(pid)
        send({ type: 'browser', pid })
      },
    }).then(
      scorecard => finish({ type: 'done', scorecard }),
      error => finish(outcomeOf(error)),
    )
  })
}

/**
 * Of a page that has gone on meanwhile, to a question of Lighthouse or Playwright that nobody waits for any more: the run
 * itself has failed by another one, and says so.
 */
const isLateAnswer = (error: unknown) => error instanceof Error && /^Protocol error\b/.test(error.message)

/** Our own is the last of them, and with it we are gone. */
function endGroups(groups: number[]): void {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  process.exit(1)
}

function outcomeOf(error: unknown): ScanMessage {
  if (error instanceof RemoteGone) return { type: 'browser-gone', detail: error.message }
  const code = error instanceof Error && 'code' in error ? FailureCode.safeParse(error.code) : undefined
  if (!code?.success) return crash(error)
  return { type: 'failed', code: code.data, detail: (error as Error).message }
}

function crash(error: unknown): ScanMessage {
  return { type: 'crashed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function send(message: ScanMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, () => sent?.())
}

function finish(message: ScanMessage): void {
  send(message, () => process.exit(0))
}
