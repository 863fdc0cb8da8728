import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prepareLaunch } from '../capture/page/launch.ts'
import type { ScanOptions } from './types.ts'

/** What is printed of an empty page when a renderer is at work. */
const EMPTY = '<html><head></head><body></body></html>'

/** Has a browser show an empty page, without the driver, which costs as much again. @throws why it cannot */
export async function probeBrowser(options: Pick<ScanOptions, 'chromePath' | 'sandbox'>): Promise<void> {
  await access(fileURLToPath(import.meta.resolve('playwright')), constants.R_OK)
  // Nothing is fetched, so there is no proxy: the port is that of "discard".
  const launch = await prepareLaunch({ ...options, proxyUrl: 'http://127.0.0.1:9' })
  const args = launch.args.filter(arg => !/^--(remote-debugging|no-startup)/.test(arg))
  try {
    const { stdout } = await promisify(execFile)(
      launch.executablePath,
      [...args, '--dump-dom', 'about:blank'],
      { env: launch.env },
    ).catch(error => {
      throw new Error(`${error.stderr ?? ''}\nthe browser ended with ${error.signal ?? error.code}`)
    })
    if (!stdout.includes(EMPTY)) throw new Error('the browser shows no page')
  } finally {
    await launch.end(undefined, Promise.resolve())
  }
}
