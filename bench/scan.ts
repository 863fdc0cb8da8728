/**
 * A whole scan of a real page against itself, beside two runs of the `lighthouse` command line tool on the same page
 * in the same run: seconds, their ratio, and the memory of all of the scan's processes as PSS.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scanEnvironment } from '../server/config/index.ts'
import { findBrowser } from '../server/setup/browser.mjs'
import { serve } from '../test/serve.ts'
import { treePss } from './memory.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PAGE = dirname(createRequire(import.meta.url).resolve('startbootstrap-agency/dist/index.html'))

export async function run([rounds = '3']: string[]): Promise<void> {
  const [original, rebuilt] = [await serve(PAGE), await serve(PAGE)]
  const ratios: number[] = []
  for (let round = 0; round < Number(rounds); round++) {
    const peer = await seconds(async () => {
      for (const site of [original, rebuilt]) await lighthouseCli(`${site.origin}/`)
    })
    let peak = 0
    const ours = await seconds(async () => {
      const scan = spawn(
        process.execPath,
        [join(ROOT, 'bench/scan-once.ts'), `${original.origin}/`, `${rebuilt.origin}/`],
        { stdio: ['ignore', 'inherit', 'inherit'], env: scanEnvironment() },
      )
      const sampler = setInterval(() => {
        peak = Math.max(peak, treePss(scan.pid!))
      }, 500)
      await ended(scan)
      clearInterval(sampler)
    })
    ratios.push(ours / peer)
    console.log(
      `round ${round + 1}: scan ${ours.toFixed(1)} s, two lighthouse runs ${peer.toFixed(1)} s, ratio ${(ours / peer).toFixed(2)}, peak ${Math.round(peak / 1e6)} MB PSS`,
    )
  }
  console.log(
    `median ratio ${ratios.sort((a, b) => a - b)[ratios.length >> 1]!.toFixed(2)} (goal: at most 1.00)`,
  )
  await Promise.all([original.close(), rebuilt.close()])
}

async function lighthouseCli(url: string): Promise<void> {
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
  ]
  const cli = spawn(
    join(ROOT, 'node_modules/.bin/lighthouse'),
    [url, '--quiet', '--output=json', '--output-path=/dev/null', `--chrome-flags=${flags.join(' ')}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: await findBrowser() },
    },
  )
  await ended(cli)
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', code =>
      code === 0
        ? resolve()
        : reject(new Error(`${child.spawnargs.slice(0, 3).join(' ')} ended with ${code}`)),
    )
  })
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
