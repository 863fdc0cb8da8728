/** How busy other programs keep our cores while a page is measured: what they take, Lighthouse's simulation blames on the page. */
import { cpus } from 'node:os'
import { allowedCores, onlineCores } from '../lib/cores.ts'
import type { MeasuringBrowser } from './measuring-browser.ts'

/** Share of the processors that we may use, 0 to 1, above which other programs disturb a measurement. */
const BUSY_SHARE = 0.25
const LOOK_MS = 250

/** What `work` gives, and the share of our processors that other programs used meanwhile; null where it is not done by ours. */
export async function watchOthers<T>(
  { session, isRemote }: Pick<MeasuringBrowser, 'session' | 'isRemote'>,
  work: () => Promise<T>,
): Promise<{ result: T; busyShare: number | null }> {
  if (isRemote) return { result: await work(), busyShare: null }
  const machine = machineTimes()
  const before = new Map(await ownTimes(session))
  const latest = new Map(before)
  const look = async () => {
    for (const [process, time] of await ownTimes(session)) latest.set(process, time)
  }
  // A process that ends takes its time with it: it is looked at while it lives.
  const timer = setInterval(() => look().catch(() => {}), LOOK_MS)
  try {
    const result = await work()
    const now = machineTimes()
    await look()
    const used = [...latest].map(([process, time]) => time - (before.get(process) ?? 0))
    const others = now.busy - machine.busy - used.reduce((a, b) => a + b)
    const share = others / Math.max(1, now.total - machine.total)
    return { result, busyShare: Math.min(1, Math.max(0, Math.round(share * 100) / 100)) }
  } finally {
    clearInterval(timer)
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

/** Of the processors that we may use together, in ms. */
function machineTimes(): { busy: number; total: number } {
  let [busy, total] = [0, 0]
  const [all, online] = [cpus(), onlineCores()]
  // A container may show others than the system counts: then all that it shows.
  const ours = all.length === online.length ? allowedCores().map(core => all[online.indexOf(core)]!) : all
  for (const { times } of ours) {
    const { idle, ...used } = times
    const sum = Object.values(used).reduce((a, b) => a + b)
    busy += sum
    total += sum + idle
  }
  return { busy, total }
}

/** Processor time in ms of this process (Lighthouse, the proxy) and of each of the browser's. */
async function ownTimes(session: MeasuringBrowser['session']): Promise<[process: number, time: number][]> {
  const { user, system } = process.cpuUsage()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return [
    [process.pid, (user + system) / 1000],
    ...processInfo.map(({ id, cpuTime }): [number, number] => [id, cpuTime * 1000]),
  ]
}
