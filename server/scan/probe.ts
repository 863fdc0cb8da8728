import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prepareLaunch } from '../capture/page/launch.ts'
import { openNetwork } from '../egress/network/index.ts'
import type { ScanOptions } from './types.ts'

/** What is printed of an empty page when a renderer is at work. */
const EMPTY = '<html><head></head><body></body></html>'

/** Of names that there are not: only a proxy answers for them. */
const PAGE = 'http://page.invalid/'

/**
 * Has a browser show an empty page by way of a proxy, without the driver, which costs as much again. @throws why it
 * cannot
 */
export async function probeBrowser({
  ownNetwork,
  ...options
}: Pick<ScanOptions, 'chromePath' | 'sandbox' | 'ownNetwork'>): Promise<void> {
  await access(fileURLToPath(import.meta.resolve('playwright')), constants.R_OK)
  const network = ownNetwork ? await openNetwork({ folders: [dirname(tmpdir())], but: tmpdir() }) : undefined
  const proxy = createServer((_, response) => response.setHeader('content-type', 'text/html').end(EMPTY))
  await new Promise<void>(resolve =>
    network ? proxy.listen(network.listener, resolve) : proxy.listen(0, '127.0.0.1', resolve),
  )
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const launch = await prepareLaunch({ ...options, proxyUrl, enter: network?.enter })
  const args = launch.args.filter(arg => !/^--(remote-debugging|no-startup)/.test(arg))
  try {
    const { stdout } = await promisify(execFile)(launch.executablePath, [...args, '--dump-dom', PAGE], {
      env: launch.env,
    }).catch(error => {
      throw new Error(`${error.stderr ?? ''}\nthe browser ended with ${error.signal ?? error.code}`)
    })
    if (!stdout.includes(EMPTY)) throw new Error('the browser shows no page')
  } finally {
    await launch.end(undefined, Promise.resolve())
    proxy.close()
    proxy.closeAllConnections()
    network?.close()
  }
}
