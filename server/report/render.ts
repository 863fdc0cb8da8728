/** The report as HTML, from templates that escape by themselves: whatever comes from a page is text. */
import { join } from 'node:path'
import { Eta } from 'eta'
import type { Job } from '../contract.ts'
import type { Report } from './report.ts'

const eta = new Eta({
  views: join(import.meta.dirname, 'views'),
  autoEscape: true,
  autoTrim: [false, 'nl'],
  cache: true,
})

/** Its styles and scripts; they stand on top of those of the site. */
export const REPORT_ASSETS = join(import.meta.dirname, 'assets')
export const REPORT_STYLES = ['report.css']
export const REPORT_SCRIPTS = ['report.js', 'viewer.js']

/** The report without the page around it. @param address where the filter's form goes; empty where nobody answers it */
export function reportHtml(report: Report, address: string): string {
  return eta.render('./report', { report, address })
}

/**
 * What became of a job that failed, and what to do.
 * @param hrefs where its code is explained, and where both pages are verified again
 */
export function failureHtml(job: Job, remedy: string, hrefs: { code?: string; again?: string } = {}): string {
  return eta.render('./failure', { job, error: job.error, remedy, hrefs })
}

/** A page that opens from a disk, with a report or with what became of its job. */
export const documentHtml = (title: string, body: string): string =>
  eta.render('./document', { title, body, assets: 'assets', styles: REPORT_STYLES, scripts: REPORT_SCRIPTS })

/** One of the documentation beside it. @param assets where the styles are from there */
export const docsDocumentHtml = (title: string, body: string, assets: string): string =>
  eta.render('./document', { title, body, assets, styles: [], scripts: [] })
