import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openBrowser } from '../capture/page/browser.ts'
import { prepareLaunch } from '../capture/page/launch.ts'
import { checkRemote } from '../capture/page/remote-browser.ts'
import type { RemoteBrowser } from '../config/index.ts'
import { createGuard } from '../egress/guard.ts'
import { openNetwork } from '../egress/network/index.ts'
import { startProxy } from '../egress/proxy/index.ts'
import { openProxy } from './open-proxy.ts'
import type { ScanOptions } from './types.ts'

/** Where no page may be visited; the proxy says so in a page of its own. */
const REFUSED = { url: 'http://127.0.0.1/', says: 'is a loopback address' }

/** How a browser is tried. */
export interface Probe extends Pick<ScanOptions, 'chromePath' | 'remote' | 'sandbox' | 'ownNetwork'> {
  /** A scan may be at work in the remote one, which is looked at only: using it would end that scan. */
  isAtWork?: boolean
}

/**
 * Has a browser show what our proxy answers, without the driver, which costs as much again. @throws why it cannot
 */
export async function probeBrowser({ ownNetwork, isAtWork, ...options }: Probe): Promise<void> {
  const { remote, sandbox } = options
  if (remote) return isAtWork ? checkRemote(remote, sandbox) : probeRemote(remote, sandbox)
  await access(fileURLToPath(import.meta.resolve('playwright')), constants.R_OK)
  const network = ownNetwork ? await openNetwork({ folders: [dirname(tmpdir())], but: tmpdir() }) : undefined
  const proxy = await startProxy(createGuard({ allowHosts: [] }), { listener: network?.listener })
  const launch = await prepareLaunch({ ...options, proxyUrl: proxy.url, enter: network?.enter })
  const args = launch.args.filter(arg => !/^--(remote-debugging|no-startup)/.test(arg))
  try {
    const { stdout } = await promisify(execFile)(
      launch.executablePath,
      [...args, '--dump-dom', REFUSED.url],
      {
        env: launch.env,
      },
    ).catch(error => {
      throw new Error(`${error.stderr ?? ''}\nthe browser ended with ${error.signal ?? error.code}`)
    })
    if (!stdout.includes(REFUSED.says)) throw new Error('the browser shows no page')
  } finally {
    await launch.end(undefined, Promise.resolve())
    await proxy.close()
    network?.close()
  }
}

async function probeRemote(remote: RemoteBrowser, sandbox?: boolean): Promise<void> {
  const proxy = await openProxy(createGuard({ allowHosts: [] }), { remote, sandbox })
  try {
    const browser = await openBrowser({ proxyUrl: proxy.url, remote, sandbox })
    try {
      const page = await browser.playwright.newPage()
      await page.goto(REFUSED.url, { timeout: 15_000 })
      if (!(await page.content()).includes(REFUSED.says)) throw new Error('the remote browser shows no page')
    } finally {
      await browser.close()
    }
  } finally {
    await proxy.close()
  }
}
