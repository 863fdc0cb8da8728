/** A real browser for pages of ours, and what is asked of each of them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright'
import { findBrowser } from '../../server/setup/browser.mjs'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const openChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: (await findBrowser())!,
    chromiumSandbox: process.getuid?.() !== 0,
  })

/** What its browser complains of from now on: refused scripts and styles among it. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', error => void complaints.push(error.message))
  return complaints
}

/** By axe-core, with the markup of each place. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.html.slice(0, 200)}: ${node.any.map(one => one.message).join('; ')}`),
    )
  })
}

/** By how many px the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
