/** The report of an ended job in the folder of `--out`: `report.html` with its `assets`, opened without a server. */
import { spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import type { Job } from '../contract.ts'
import { FAILURES } from '../jobs/failure.ts'
import { EXHIBITS_FILE, readExhibits } from '../report/exhibits.ts'
import { filterOf } from '../report/issues.ts'
import type { Links } from '../report/links.ts'
import {
  docsDocumentHtml,
  documentHtml,
  failureHtml,
  REPORT_ASSETS,
  REPORT_SCRIPTS,
  REPORT_STYLES,
  reportHtml,
} from '../report/render.ts'
import { reportOf } from '../report/report.ts'
import { DOCS, docsHtml } from '../web/pages/docs.ts'
import { SITE_ASSETS } from '../web/render.ts'
import { said } from './own-words.ts'

export const REPORT_FILE = 'report.html'

/** @param job completed or failed, in the words of the command line */
export async function writeReport(folder: string, job: Job): Promise<void> {
  await copyAssets(folder)
  await writeFile(join(folder, REPORT_FILE), await pageOf(folder, job))
}

async function pageOf(folder: string, job: Job): Promise<string> {
  const { scorecard, error } = job
  if (!scorecard)
    return documentHtml(error?.title ?? 'Not verified', failureHtml(job, said(FAILURES[error!.code].remedy)))
  const files = new Set((await readdir(folder, { recursive: true })).map(path => path.split(sep).join('/')))
  const links: Links = {
    artifact: name => (files.has(name) ? name : null),
    help: url => `assets${url.replace(/(#|$)/, '.html$1')}`,
  }
  const exhibits = await readFile(join(folder, EXHIBITS_FILE), 'utf8').catch(() => undefined)
  const report = reportOf({ ...job, scorecard }, readExhibits(exhibits), links, filterOf({}))
  return documentHtml(`${report.pass ? 'Pass' : 'Fail'}: ${report.pageName}`, reportHtml(report, ''))
}

async function copyAssets(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  await mkdir(assets, { recursive: true })
  for (const name of ['site.css', 'icon.svg']) await copyFile(join(SITE_ASSETS, name), join(assets, name))
  for (const name of [...REPORT_STYLES, ...REPORT_SCRIPTS])
    await copyFile(join(REPORT_ASSETS, name), join(assets, name))
  for (const [path, file] of DOCS) await writeDocs(assets, path, file)
}

/** What a rule means, where `help_url` leads. */
async function writeDocs(assets: string, path: string, file: string): Promise<void> {
  const folder = posix.dirname(path)
  const html = docsHtml(file, other => `${posix.relative(folder, other)}.html`)
  const title = /<h1>([^<]*)/.exec(html)?.[1] ?? ''
  await mkdir(join(assets, folder), { recursive: true })
  const body = `<article class="docs">${html}</article>`
  await writeFile(join(assets, `${path}.html`), docsDocumentHtml(title, body, posix.relative(folder, '/')))
}

/** Opens it in the person's browser, where there is one; never waits for it. */
export function openReport(folder: string): void {
  const file = join(folder, REPORT_FILE)
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', file]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""', file]
        : ['xdg-open', file]
  const child = spawn(command!, args, { detached: true, stdio: 'ignore' })
  // Without a desktop there is nothing to open it with, and where it is has been said.
  child.on('error', () => {})
  child.unref()
}
