/**
 * Whether an acceptance holds: sites with defects by the hundred are captured, captured again from another host with
 * every class and id renamed, and once more with new defects beside those that were accepted. Prints the share of keys
 * that are the same, and what became of each new defect.
 */

import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'cheerio'
import type { CapturedPair } from '../../server/scan/types.ts'
import { covers } from '../../server/scorecard.ts'
import { isStore } from '../../server/store/access/state.ts'
import type { Finding } from '../../server/suites/core/finding.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { STORE_SUITES, suites } from '../../server/suites/index.ts'
import { capturePair } from '../../test/capture-pair.ts'
import { type Rewrite, serve } from '../../test/serve.ts'
import { longPage } from '../judging/pages.ts'
import { type Broken, breakPage } from './defects.ts'
import { renamed } from './rename.ts'

interface Site {
  name: string
  folder: string
  files?: Rewrite
}

/** Pages of all kinds, changed on their way; the last is a long one. */
const SITES: Site[] = [
  ...['bakery', 'bistro', 'forge', 'practice', 'souk', 'studio', 'handbook', 'a11y'].map(name => ({
    name,
    folder: join('test/fixtures/sites', name, 'original'),
  })),
  { name: 'long', folder: tmpdir(), files: longPage(1400) },
]

interface Tally {
  keys: number
  held: number
  lost: string[]
  injected: number
  found: number
  hidden: string[]
}

export async function run(args: string[]): Promise<void> {
  const total: Tally = { keys: 0, held: 0, lost: [], injected: 0, found: 0, hidden: [] }
  for (const site of args.length ? SITES.filter(({ name }) => args.includes(name)) : SITES) {
    const one = await measure(site)
    console.log(
      `${site.name}: ${one.held} of ${one.keys} keys are the same; of ${one.injected} new defects ${one.found} are found, ${one.hidden.length} hidden`,
    )
    for (const line of one.lost) console.log(`  lost: ${line}`)
    for (const line of one.hidden) console.log(`  hidden: ${line}`)
    for (const field of ['keys', 'held', 'injected', 'found'] as const) total[field] += one[field]
    for (const field of ['lost', 'hidden'] as const) total[field].push(...one[field])
  }
  console.log(
    `all: ${total.held} of ${total.keys} keys are the same, ${((100 * total.held) / total.keys).toFixed(2)} %; ` +
      `of ${total.injected} new defects ${total.found} are found, ${total.hidden.length} hidden`,
  )
}

async function measure(site: Site): Promise<Tally> {
  const made = await site.files?.('/index.html', Buffer.alloc(0))
  const html = made ? String(made) : await readFile(join(site.folder, 'index.html'), 'utf8')
  const first = breakPage(load(html), 'accepted')
  const second = breakPage(load(html), 'both')
  const looks: { html: string; rename: boolean }[] = [
    { html: first.html, rename: false },
    { html: first.html, rename: true },
    { html: second.html, rename: true },
  ]
  const found: Finding[][] = []
  for (const look of looks) found.push(introduced(await captured(site, look)))
  const [before, again, more] = found as [Finding[], Finding[], Finding[]]
  const accepted = new Map(before.map(finding => [finding.key, finding]))
  const held = new Set(again.filter(one => isCovered(one, accepted)).map(({ key }) => key))
  const lost = [...accepted.keys()].filter(key => !held.has(key))
  // What is said of a place with a new defect and without it is of an old one.
  const old = new Map(again.map(finding => [finding.key, finding]))
  const caused = more.filter(({ key, penalty }) => penalty > (old.get(key)?.penalty ?? 0) + 1e-9)
  const fates = second.broken.filter(({ isNew }) => isNew).map(one => fate(one, caused, accepted))
  return {
    keys: accepted.size,
    held: accepted.size - lost.length,
    lost,
    injected: fates.length,
    found: fates.filter(({ findings }) => findings.length > 0).length,
    hidden: fates
      .filter(({ findings, isSeen }) => findings.length > 0 && !isSeen)
      .map(
        ({ one, findings }) => `${one.how} of “${one.text}” by ${findings.map(({ key }) => key).join(', ')}`,
      ),
  }
}

/** The original from one host, the new page from another, and that a new one each time. */
async function captured({ folder, files }: Site, { html, rename }: { html: string; rename: boolean }) {
  const change: Rewrite = (path, body) => {
    const text = path === '/index.html' ? html : /\.(css|js)$/.test(path) ? String(body) : undefined
    if (text === undefined) return files?.(path, body)
    return rename ? renamed(text, path, html) : text
  }
  const sites = [await serve(folder, files), await serve(folder, change)]
  const [original, rebuilt] = sites.map(({ origin }) => `${origin}/index.html`) as [string, string]
  try {
    return await capturePair(original, rename ? rebuilt.replace('127.0.0.1', 'localhost') : rebuilt)
  } finally {
    await Promise.all(sites.map(site => site.close()))
  }
}

function introduced({ original, rebuilt }: CapturedPair): Finding[] {
  const judged = runSuites(
    suites.filter(({ name }) => isStore(rebuilt.store) || !STORE_SUITES.has(name)),
    original,
    rebuilt,
  )
  return judged.flatMap(({ checks }) =>
    checks.flatMap(({ pair, baseline }) => {
      if (pair.outcome !== 'assessed') return []
      const known = new Set(baseline.outcome === 'assessed' ? baseline.findings.map(({ key }) => key) : [])
      return pair.findings.filter(({ key, penalty }) => penalty > 0 && !known.has(key))
    }),
  )
}

/** A defect is hidden when all that is said of its place was accepted. */
function fate(one: Broken, findings: readonly Finding[], accepted: ReadonlyMap<string, Finding>) {
  const about = findings.filter(finding => letters(JSON.stringify(finding)).includes(letters(one.text)))
  return { one, findings: about, isSeen: about.some(one => !isCovered(one, accepted)) }
}

function isCovered(finding: Finding, accepted: ReadonlyMap<string, Finding>): boolean {
  const known = accepted.get(finding.key)
  return known !== undefined && covers(known, finding, finding.rule)
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
