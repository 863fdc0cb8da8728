/** The ended job in each of the forms that `--format` names. */
import type { Job } from '../contract.ts'
import { inOptions } from './own-words.ts'
import { jobJunit } from './scorecard-junit.ts'
import { jobMarkdown } from './scorecard-markdown.ts'
import { jobText, type Paper } from './scorecard-text.ts'

export const FORMATS = ['text', 'json', 'markdown', 'junit'] as const
export type Format = (typeof FORMATS)[number]

/** @param paper of the form `text` */
export function formatted(job: Job, format: Format, paper: Paper): string {
  if (format === 'json') return `${JSON.stringify(job)}\n`
  const told = inOptions(job)
  if (format === 'markdown') return jobMarkdown(told)
  return format === 'junit' ? jobJunit(told) : `${jobText(told, paper)}\n`
}
