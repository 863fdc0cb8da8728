/**
 * What reaches a server, by method, while a page is scanned whose loading, buttons, form, keys and focus send POST, PUT,
 * PATCH and DELETE; beside a plain browser that clicks the same buttons, which shows that they do send.
 */
import { chromium } from 'playwright'
import { scan } from '../server/scan/scan.ts'
import { findBrowser } from '../server/setup/browser.mjs'
import { serveHarmful } from '../test/capture/harmful.ts'

export async function run(): Promise<void> {
  const [clicked, scanned] = [await counted(clickAll), await counted(scanIt)]
  console.log(`clicked by a plain browser: ${clicked}`)
  console.log(`scanned, both sides:        ${scanned}`)
}

async function counted(work: (host: string) => Promise<unknown>): Promise<string> {
  const { asked, host, close } = await serveHarmful({ more: true })
  try {
    await work(host)
    // What a page sends of itself while it loads, it sends for every visitor: a shop without a server of its own asks so.
    const [loading, operated] = [asked.filter(isLoading), asked.filter(line => !isLoading(line))]
    return `${byMethod(operated)}; by loading itself: ${byMethod(loading)}`
  } finally {
    close()
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'UPGRADE']
const isLoading = (line: string) => line.endsWith(' /loading')
const byMethod = (asked: string[]) =>
  METHODS.map(method => `${method} ${asked.filter(line => line.startsWith(`${method} `)).length}`).join(', ')

const scanIt = (host: string) =>
  scan(
    { original_url: `http://${host}/`, new_url: `http://${host}/`, policy: 'regressions', ignore: [] },
    { allowHosts: [host], onProgress: () => {}, onBrowser: () => {} },
  )

/** Each button on a fresh page, since some of them lead away. */
async function clickAll(host: string): Promise<void> {
  const executablePath = await findBrowser()
  if (!executablePath) throw new Error('no browser found; set CHROME_PATH to a Chrome or Chromium executable')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    page.on('dialog', dialog => dialog.dismiss())
    const buttons = page.getByRole('button')
    await page.goto(`http://${host}/`)
    for (let index = (await buttons.count()) - 1; index >= 0; index--) {
      await buttons
        .nth(index)
        .click({ timeout: 2000, noWaitAfter: true })
        .catch(() => {})
      await page.waitForTimeout(300)
      await page.goto(`http://${host}/`)
    }
  } finally {
    await browser.close()
  }
}
