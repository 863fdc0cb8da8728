/** How busy other programs keep the machine while a page is measured: what they take, Lighthouse's simulation blames on the page. */
import { cpus } from 'node:os'
import type { OpenBrowser } from './page/browser.ts'

/** Share of the machine's processors, 0 to 1, above which other programs disturb a measurement. */
const BUSY_SHARE = 0.25
const LOOK_MS = 500

/** Starts a watch; the function returned ends it with the share of all processors that other programs used meanwhile. */
export async function watchOthers(browser: OpenBrowser): Promise<() => Promise<number>> {
  const machine = machineTimes()
  const before = await ownTimes(browser)
  return async () => {
    const now = machineTimes()
    const total = now.total - machine.total
    if (total <= 0) return 0
    let own = 0
    for (const [process, time] of await ownTimes(browser)) own += time - (before.get(process) ?? 0)
    return Math.min(1, Math.max(0, (now.busy - machine.busy - own) / total))
  }
}

/** Waits until other programs let go of the machine, at most `maxMs`; returns how long it took. Nothing of ours may be at work. */
export async function waitForQuiet(maxMs: number): Promise<number> {
  const started = performance.now()
  const waited = () => performance.now() - started
  while (waited() + LOOK_MS <= maxMs) {
    const before = machineTimes()
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    const now = machineTimes()
    if (now.busy - before.busy < BUSY_SHARE * (now.total - before.total)) break
  }
  return waited()
}

/** Of all processors together, in ms. */
function machineTimes(): { busy: number; total: number } {
  let [busy, total] = [0, 0]
  for (const { times } of cpus()) {
    const { idle, ...used } = times
    const sum = Object.values(used).reduce((a, b) => a + b)
    busy += sum
    total += sum + idle
  }
  return { busy, total }
}

/** Processor time in ms of this process (Lighthouse, the proxy) and of each of the browser's. */
async function ownTimes(browser: OpenBrowser): Promise<Map<number, number>> {
  const { user, system } = process.cpuUsage()
  const session = await browser.playwright.newBrowserCDPSession()
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return new Map([
      [process.pid, (user + system) / 1000],
      ...processInfo.map(({ id, cpuTime }) => [id, cpuTime * 1000] as const),
    ])
  } finally {
    await session.detach()
  }
}
