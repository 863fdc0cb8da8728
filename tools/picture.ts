/**
 * `npm run picture [-- DIR]`: verifies the sample pair, or takes what `--out` kept of it in DIR, and makes of its
 * scorecard the picture in README.md and the example on the server's first page.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { PROJECT_ROOT } from '../server/config/index.ts'
import { Job } from '../server/contract.ts'
import { jobText } from '../server/verify/scorecard-text.ts'

const COLUMNS = 100
const [LINE, CHARACTER, MARGIN] = [22, 9, 28]
const FONT = 15
/** Pixels of the picture for one of the drawing: it is shown on screens of twice the density. */
const DENSITY = 2
/** By the codes with which `styleText` paints. */
const COLOURS: Record<string, string> = { 31: '#ff8f87', 32: '#5fce8b', 33: '#f0c674', 2: '#8b98aa' }
const [BACKGROUND, TEXT] = ['#12161d', '#eef1f6']

const job = kept(process.argv[2])
if (!job.scorecard) throw new Error(`the sample pair could not be verified: ${job.error?.detail}`)
const text = jobText(job, { columns: COLUMNS, colour: true })
await sharp(Buffer.from(drawing(text.split('\n'))), { density: 72 * DENSITY })
  .png({ palette: true, compressionLevel: 9 })
  .toFile(join(PROJECT_ROOT, 'docs/scorecard.png'))

const example = {
  suites: job.scorecard.suites.map(({ suite, score, target, pass, baseline }) => ({
    ...{ suite, score, target, pass, baseline },
  })),
  issues: job.scorecard.suites.flatMap(({ suite, pass, issues }) =>
    issues
      .filter(({ status, severity }) => !pass && status === 'introduced' && severity !== 'minor')
      .map(({ severity, message, fix }) => ({ suite, severity, message, fix })),
  ),
}
writeFileSync(join(PROJECT_ROOT, 'server/web/example.json'), `${JSON.stringify(example, null, 2)}\n`)
console.log('written: docs/scorecard.png, server/web/example.json')

function kept(given: string | undefined): Job {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'cutover-picture-'))
  try {
    if (given === undefined) verify(folder)
    const text = readFileSync(join(folder, 'job.json'), 'utf8')
    const { original_url, new_url } = JSON.parse(text)
    // Ports differ from run to run.
    const named = text
      .replaceAll(original_url, 'https://fern-and-clay.example/')
      .replaceAll(new_url, 'https://preview.fern-and-clay.example/')
    return Job.parse(JSON.parse(named))
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true })
  }
}

function verify(folder: string): void {
  try {
    execFileSync(process.execPath, ['server/cli.ts', '--json', '--out', folder], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch (error) {
    // The sample pair has mistakes: that a suite fails is as it should be.
    if ((error as { status?: number }).status !== 1) throw error
  }
}

/** Lines with the codes of a terminal as SVG. */
function drawing(lines: string[]): string {
  const [width, height] = [COLUMNS * CHARACTER + 2 * MARGIN, lines.length * LINE + 2 * MARGIN]
  const spans = painter()
  const rows = lines.map(
    (line, index) =>
      `<text x="${MARGIN}" y="${MARGIN + (index + 0.75) * LINE}" xml:space="preserve">${spans(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Liberation Mono, DejaVu Sans Mono, monospace" font-size="${FONT}" fill="${TEXT}"><rect width="100%" height="100%" fill="${BACKGROUND}"/>${rows.join('')}</svg>`
}

/** Goes on from line to line, as on a terminal. */
function painter(): (line: string) => string {
  let [colour, bold] = [TEXT, false]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's codes begin with one
  const codes = /\x1b\[(\d+)m/
  return line =>
    line.split(codes).reduce((svg, part, index) => {
      if (index % 2 === 0)
        return part === ''
          ? svg
          : `${svg}<tspan fill="${colour}"${bold ? ' font-weight="bold"' : ''}>${escaped(part)}</tspan>`
      if (part === '1') bold = true
      else if (part === '22') [bold, colour] = [false, colour === COLOURS[2] ? TEXT : colour]
      else if (part === '39') colour = TEXT
      else colour = COLOURS[part] ?? colour
      return svg
    }, '')
}

function escaped(part: string): string {
  return part.replace(/[&<>]/g, mark => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark]!)
}
