/** The job's log. Whatever is printed begins in our own words, on one line, so that no text becomes a command. */
import * as core from '@actions/core'

const LONGEST = 1000

/**
 * `text` on one line without what a runner or a terminal obeys: `::` and `##[` start a workflow command, control
 * characters and marks that turn the direction of writing are shown as `\u{1b}`.
 */
export function oneLine(text: string, longest = LONGEST): string {
  const line = clipped(text.toWellFormed(), longest)
    .replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ')
    .replace(
      /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
      mark => `\\u{${mark.codePointAt(0)!.toString(16)}}`,
    )
  return line
    .replace(/:(?=:)/g, ':\u200b')
    .replace(/#(?=#)/g, '#\u200b')
    .trim()
}

/** At most `longest` characters, the last of them an ellipsis where something is missing. */
export function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export const log = {
  info: (text: string) => core.info(oneLine(text)),
  notice: (text: string) => core.notice(oneLine(text)),
  warning: (text: string) => core.warning(oneLine(text)),
  /** Fails the step. Several lines are one annotation, whose title says what they are about. */
  failed: (text: string, title: string) => {
    process.exitCode = core.ExitCode.Failure
    const lines = text.split('\n').map(line => oneLine(line))
    core.error(lines.join('\n'), { title: oneLine(`Cutover: ${title}`, 200) })
  },
}
