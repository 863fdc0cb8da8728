/**
 * `npm run verify`: one verification from the command line, by the same engine as on a server. The result goes to
 * stdout, all else to stderr. Exit 0: every suite passes; 1: one fails; 2: could not verify; 130: interrupted.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect, styleText } from 'node:util'
import { readConfig } from './config/index.ts'
import type { Job } from './contract.ts'
import type { Log } from './jobs/log.ts'
import { type Order, readArguments, USAGE, UsageError } from './verify/arguments.ts'
import { type Format, formatted } from './verify/formats.ts'
import { judgeAgain } from './verify/judge-again.ts'
import { keptText, openFolder } from './verify/out-folder.ts'
import { inOptions } from './verify/own-words.ts'
import { printable } from './verify/printable.ts'
import { type ProgressLine, progressLine } from './verify/progress.ts'
import { openReport, REPORT_FILE, writeReport } from './verify/report-folder.ts'
import { serveSample } from './verify/sample.ts'
import { type Verified, verify } from './verify/verify.ts'

const COULD_NOT_VERIFY = 2
const INTERRUPTED = 130

async function main(args: string[]): Promise<number> {
  const order = readArguments(args)
  if (order.help) {
    console.log(USAGE)
    return 0
  }
  if (order.judge !== undefined) return judgeSaved(resolve(order.judge), order.format)
  const out = await folderOf(order)
  const progress = progressLine(process.stderr)
  const { job, kept } = await run(order, progress, out)
  if (out) {
    await writeFile(join(out, 'job.json'), `${JSON.stringify(job, null, 2)}\n`)
    await writeReport(out, inOptions(job))
  }
  process.stdout.write(formatted(job, order.format, { ...paper(), out }))
  if (out) console.error(keptText(out, [REPORT_FILE, 'job.json', ...kept]))
  if (out && order.open) openReport(out)
  return statusOf(job)
}

/** The folder that the result is kept in; a report to be opened is kept somewhere in any case. */
async function folderOf({ out, open }: Order): Promise<string | undefined> {
  if (out !== undefined) return openFolder(out)
  return open ? mkdtemp(join(tmpdir(), 'cutover-report-')) : undefined
}

const statusOf = ({ scorecard }: Job) => (scorecard ? (scorecard.allPass ? 0 : 1) : COULD_NOT_VERIFY)

async function judgeSaved(folder: string, format: Format): Promise<number> {
  const { job, changes } = await judgeAgain(folder)
  process.stdout.write(formatted(job, format, { ...paper(), out: folder }))
  console.error(
    changes.length
      ? `\nOther than in the scorecard that was kept:\n${changes.map(line => `${line.startsWith(' ') ? '  ' : ''}${printable(line)}`).join('\n')}`
      : '\nNothing is other than in the scorecard that was kept.',
  )
  return statusOf(job)
}

async function run(order: Order, progress: ProgressLine, out?: string): Promise<Verified> {
  const config = readConfig()
  const sample = order.pages ? null : await serveSample()
  const interrupted = new AbortController()
  const stop = () => interrupted.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const complaints: string[] = []
  try {
    if (sample)
      console.error(
        'No addresses were given: verifying the sample pair, a small shop page and its new version.',
      )
    const pages = order.pages ?? sample!
    const submission = { ...order.wishes, original_url: pages.original_url, new_url: pages.new_url }
    const verified = await verify(submission, {
      config,
      out,
      log: quiet(complaints),
      onWarning: sentence => console.error(printable(sentence)),
      onProgress: progress.show,
      signal: interrupted.signal,
    })
    progress.end()
    // Only then are our own troubles of interest.
    if (verified.job.error?.code === 'internal_error') for (const line of complaints) console.error(line)
    return verified
  } finally {
    progress.end()
    await sample?.close()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

function paper() {
  const columns = Math.min(process.stdout.columns || 100, 120)
  // It knows of terminals, NO_COLOR and FORCE_COLOR.
  const colour = styleText('red', 'x', { stream: process.stdout }) !== 'x'
  return { columns, colour }
}

function quiet(complaints: string[]): Log {
  const keep = (fields: object, message: string) =>
    void complaints.push(printable(`${message} ${inspect(fields, { breakLength: Infinity })}`).slice(0, 4000))
  return { debug() {}, info() {}, warn: keep, error: keep }
}

function explain(error: unknown): number {
  if ((error as Error)?.name === 'AbortError') {
    console.error('Interrupted.')
    return INTERRUPTED
  }
  // What a file or a page holds may be quoted in it.
  console.error(sentences(error instanceof Error ? error.message : String(error)))
  if (error instanceof UsageError) console.error(`\n${USAGE}`)
  return COULD_NOT_VERIFY
}

/** Line by line, so that lists keep their lines. */
const sentences = (text: string) => text.split('\n').map(printable).join('\n')

process.exitCode = await main(process.argv.slice(2)).catch(explain)
