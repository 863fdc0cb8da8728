/** What a person reads to label a pair: both pages side by side, the issues by number, and a form to fill in. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Issue, Place, SuiteResult } from '../../server/contract.ts'
import type { CapturedPair } from './captures.ts'
import { introduced, isGrave, type JudgedPair } from './judged.ts'
import type { Pair } from './pairs.ts'
import { referenceOf } from './reference.ts'

const GAP_PX = 10
/** Sheets no larger than what is still legible when they are looked at as a whole. */
const SHEET = { width: 1600, height: 1400, most: 3 }
/** Widths of the page, and slices that stand beside each other on a sheet, from top to bottom. */
const VIEWS = [
  { viewport: 1440, columns: 1 },
  { viewport: 375, columns: 2 },
]

/** Writes `NAME.WIDTH-N.png`, `NAME.md` and `NAME.label.json` below `folder`. */
export async function picture(
  folder: string,
  pair: Pair,
  captured: CapturedPair,
  judged: JudgedPair,
): Promise<void> {
  const file = join(folder, pair.name)
  await mkdir(dirname(file), { recursive: true })
  const sheets: string[] = []
  for (const { viewport, columns } of VIEWS)
    sheets.push(...(await sheetsOf(captured.folder, viewport, columns, file)))
  await writeFile(`${file}.md`, listing(pair, captured, judged, sheets))
  await writeFile(`${file}.label.json`, `${JSON.stringify(form(pair, judged), null, 2)}\n`)
}

/** Original left, rebuilt right, slice by slice. A line for each file written. */
async function sheetsOf(folder: string, viewport: number, columns: number, file: string): Promise<string[]> {
  const room = (SHEET.width - GAP_PX * (2 * columns - 1)) / (2 * columns)
  const width = Math.min(viewport, Math.floor(room))
  const pages = await Promise.all(
    ['original', 'rebuilt'].map(async side => {
      const image = sharp(join(folder, side, `${viewport}.webp`)).resize({ width })
      return image.png().toBuffer({ resolveWithObject: true })
    }),
  ).catch(() => [])
  const tallest = Math.max(0, ...pages.map(({ info }) => info.height))
  const slices = Math.ceil(tallest / SHEET.height)
  const count = Math.min(SHEET.most, Math.ceil(slices / columns))
  const lines: string[] = []
  const toPage = (y: number) => Math.round((y * viewport) / width)
  for (let at = 0; at < count; at++) {
    const first = at * columns
    const shown = Math.min(columns, slices - first)
    const parts = Array.from({ length: shown }, (_, column) =>
      pages.map(async ({ data, info }, side) => {
        const top = (first + column) * SHEET.height
        const height = Math.min(SHEET.height, info.height - top)
        if (height <= 0) return []
        const input = await sharp(data).extract({ left: 0, top, width, height }).toBuffer()
        return [{ input, left: (2 * column + side) * (width + GAP_PX), top: 0 }]
      }),
    ).flat()
    const height = Math.min(SHEET.height, tallest - first * SHEET.height)
    const size = { width: 2 * shown * (width + GAP_PX) - GAP_PX, height }
    const name = `${file}.${viewport}-${at + 1}.png`
    await sharp({ create: { ...size, channels: 3, background: '#8a8a8a' } })
      .composite((await Promise.all(parts)).flat())
      .png({ compressionLevel: 9 })
      .toFile(name)
    const range = [first, first + shown].map(slice => toPage(Math.min(slice * SHEET.height, tallest)))
    const cut = at === count - 1 && first + shown < slices ? `, cut there of ${toPage(tallest)}` : ''
    lines.push(
      `${name}: at ${viewport} px, original left, rebuilt right${shown > 1 ? ', then both further down' : ''}; y ${range.join(' to ')}${cut}`,
    )
  }
  return lines
}

function listing(pair: Pair, captured: CapturedPair, judged: JudgedPair, sheets: readonly string[]): string {
  let number = 0
  const gaps = [captured.original, captured.rebuilt].flatMap(({ side, gaps }) =>
    gaps.map(gap => `${side}: ${gap}`),
  )
  return `${[
    `# ${pair.name}`,
    `${pair.note} (${[pair.kind, ...pair.traits].join(', ')})`,
    list(sheets),
    table(judged.suites),
    ...judged.suites.flatMap(suite => {
      const issues = introduced(suite)
      const head = `## ${suite.suite}: ${suite.score} of 100, ${suite.pass ? 'passes' : 'fails'}`
      return issues.length ? [head, ...issues.map(issue => described(issue, ++number))] : []
    }),
    ...(gaps.length ? ['## Not captured, or cut', list(gaps)] : []),
  ].join('\n\n')}\n`
}

const list = (lines: readonly string[]) => lines.map(line => `- ${line}`).join('\n')

function table(suites: readonly SuiteResult[]): string {
  const rows = suites.map(suite => {
    const counts = ['critical', 'serious', 'moderate', 'minor'].map(
      severity => introduced(suite).filter(issue => issue.severity === severity).length,
    )
    const verdict = suite.inconclusive ? 'inconclusive' : suite.pass ? 'pass' : 'fail'
    return `| ${[suite.suite, suite.score, suite.target, verdict, ...counts].join(' | ')} |`
  })
  return [
    '| suite | score | target | verdict | critical | serious | moderate | minor |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function described(issue: Issue, number: number): string {
  const { severity, rule, message, fix, key, original, rebuilt } = issue
  const places = [
    ...(original ? [`original: ${placed(original)}`] : []),
    ...(rebuilt ? [`rebuilt: ${placed(rebuilt)}`] : []),
  ]
  return `### ${number}. [${severity}] ${rule}\n\n${oneLine(message)}\n\n${list([
    ...places,
    `fix: ${oneLine(fix)}`,
    `place: \`${referenceOf(issue).place}\``,
    `key: \`${oneLine(key)}\``,
  ])}`
}

function placed({ selector, box, viewport, text, url }: Place): string {
  const at = box && [box.x, box.y, box.width, box.height].map(Math.round)
  return [
    selector ? `\`${selector}\`` : (url ?? ''),
    ...(at ? [`at x ${at[0]}, y ${at[1]}, ${at[2]} x ${at[3]} px`] : []),
    ...(viewport ? [`width ${viewport}`] : []),
    ...(text ? [`"${oneLine(text).slice(0, 200)}"`] : []),
  ].join(', ')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A label with every verdict left to fill in; the issues in the order of the list, grave ones alone. */
function form(pair: Pair, judged: JudgedPair): object {
  const grave = judged.suites.flatMap(suite => introduced(suite).filter(isGrave))
  const failed = judged.suites.filter(({ pass }) => !pass)
  return {
    pair: pair.name,
    reader: '',
    suites: Object.fromEntries(judged.suites.map(({ suite }) => [suite, ''])),
    first: Object.fromEntries(
      failed.flatMap(suite => {
        const [issue] = introduced(suite)
        return issue ? [[suite.suite, { verdict: '', ...referenceOf(issue) }]] : []
      }),
    ),
    issues: grave.map(issue => ({ ...referenceOf(issue), verdict: '', reason: '' })),
    missed: [],
  }
}
