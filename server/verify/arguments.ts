/** What the operator asks for, from the words of the command line. */
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LIMITS, Submission } from '../contract.ts'
import { portOf } from '../egress/policy.ts'
import { decoded, oldUrlsProblem } from '../lib/old-urls.ts'
import { argumentsReason, reasonOf } from '../lib/reason.ts'
import { comparesWithItself } from '../lib/same-page.ts'
import { ignoreProblem } from '../lib/selector.ts'
import { FORMATS, type Format } from './formats.ts'

export const USAGE = `Usage: npm run verify -- [ORIGINAL_URL NEW_URL] [options]

  Opens both pages, runs every suite and says whether the new page may replace the original.
  Without addresses it verifies the sample pair that comes with the project.

  --page-name NAME                  how the page is called in the result
  --policy regressions|absolute     charge what the new page made worse (default), or all that is wrong with it
  --ignore SELECTOR                 a region that changes by itself, as a CSS selector; may be repeated
  --original-header 'Name: value'   sent to the original's host only; may be repeated
  --new-header 'Name: value'        sent to the new site's host only; may be repeated
  --storefront-password PASSWORD    opens the new site's gate, where it is a Shopify store behind one
  --old-urls FILE                   addresses that the original had, for the redirects of a store: a list, or a CSV file
                                    of Search Console, a crawler or a log, with the first address of each row
  --allow-same-page                 compares a page with itself, which is refused otherwise
  --out DIR                         keeps the report (report.html), the result, what was captured and the screenshots in DIR
  --open                            opens that report in the browser; without --out it is kept in a temporary folder
  --judge DIR                       judges what --out kept in DIR again, without opening a page, and says what changed
  --format FORMAT                   text (default) for people, json: the job and nothing else, markdown for a job
                                    summary, junit for a build server (with npm: npm run -s verify -- …)
  --json                            the same as --format json
  --help                            prints this

Exit status: 0 every suite passes, 1 a suite fails, 2 the pages could not be verified.`

export interface Order {
  /** Null: the sample pair, with everything else as asked. */
  pages: { original_url: string; new_url: string } | null
  wishes: Omit<Submission, 'original_url' | 'new_url'>
  format: Format
  out?: string
  /** Show the report in the person's browser. */
  open: boolean
  /** The folder of captures to judge again. */
  judge?: string
  help: boolean
}

/** The words were not understood; the message says which, and what would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const OPTIONS = {
  'page-name': { type: 'string' },
  policy: { type: 'string' },
  ignore: { type: 'string', multiple: true },
  'original-header': { type: 'string', multiple: true },
  'new-header': { type: 'string', multiple: true },
  'storefront-password': { type: 'string' },
  'old-urls': { type: 'string' },
  'allow-same-page': { type: 'boolean' },
  out: { type: 'string' },
  open: { type: 'boolean', default: false },
  judge: { type: 'string' },
  format: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @throws {UsageError} */
export function readArguments(args: string[]): Order {
  const { values, positionals } = parse(args)
  if (positionals.length === 1)
    throw new UsageError(`Only one address was given, ${quoted(positionals[0]!)}; the new page's is missing.`)
  if (positionals.length > 2)
    throw new UsageError(
      `${positionals.slice(2).map(quoted).join(', ')} is too much: two addresses are compared.`,
    )
  for (const address of positionals)
    if (!address.includes('://'))
      throw new UsageError(
        `${quoted(address)} has no scheme; write it as https://${address} or http://${address}.`,
      )
  for (const option of ['out', 'judge'] as const)
    if (values[option] === '') throw new UsageError(`--${option} is empty; it must be a folder.`)
  if (values.judge !== undefined) {
    const rest = Object.keys(values).filter(
      name => values[name as keyof typeof values] && !/^(judge|format|json|help)$/.test(name),
    )
    if (positionals.length || rest.length)
      throw new UsageError(
        `--judge goes with --format alone: ${[...positionals.map(quoted), ...rest.map(name => `--${name}`)].join(', ')} is of the job that was kept.`,
      )
  }
  const [original_url, new_url] = positionals
  const {
    original_url: first,
    new_url: second,
    ...wishes
  } = submissionOf({
    // Two that are valid, so that the wishes are read in any case.
    original_url: original_url ?? 'http://original.invalid/',
    new_url: new_url ?? 'http://new.invalid/',
    page_name: values['page-name'],
    policy: values.policy,
    ignore: values.ignore,
    original_headers: headersOf('--original-header', values['original-header']),
    new_headers: headersOf('--new-header', values['new-header']),
    storefront_password: values['storefront-password'],
    old_urls: values['old-urls'] === undefined ? undefined : listIn(values['old-urls']),
    allow_same_page: values['allow-same-page'],
  })
  if (comparesWithItself({ ...wishes, original_url: first, new_url: second }))
    throw new UsageError(
      `Both addresses are ${quoted(first)}: a page is not compared with itself unless --allow-same-page is given.`,
    )
  const pages = original_url === undefined ? null : { original_url: first, new_url: second }
  const format = formatOf(values)
  return { pages, wishes, format, out: values.out, open: values.open, judge: values.judge, help: values.help }
}

function formatOf({ format, json }: { format?: string; json: boolean }): Format {
  const found = FORMATS.find(one => one === (format ?? (json ? 'json' : 'text')))
  if (!found) throw new UsageError(`--format is ${quoted(format!)}; it must be ${FORMATS.join(', ')}.`)
  if (json && found !== 'json')
    throw new UsageError(`--json and --format ${found} are two formats; give one.`)
  return found
}

/** `host:port` of both pages: their operator has named them, so they may be local. */
export function hostsOf({ original_url, new_url }: { original_url: string; new_url: string }): string[] {
  return [original_url, new_url].map(address => {
    const url = new URL(address)
    return `${url.hostname}:${portOf(url)}`
  })
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(argumentsReason(error))
  }
}

const NAMES: Record<string, string> = {
  original_url: 'The original address',
  new_url: 'The new address',
  page_name: '--page-name',
  policy: '--policy',
  ignore: '--ignore',
  original_headers: '--original-header',
  new_headers: '--new-header',
  storefront_password: '--storefront-password',
  old_urls: '--old-urls',
}

/** Where the schema's own words do not tell all. */
const WANTED: Record<string, string> = {
  policy: 'it must be regressions or absolute',
  ignore: `each must be a CSS selector of 1 to ${LIMITS.selector} characters, ${LIMITS.ignore} at most`,
}

function submissionOf(given: Record<string, unknown>): Submission {
  const parsed = Submission.safeParse(given)
  if (parsed.success) return withSelectors(parsed.data)
  const sentences = parsed.error.issues.map(({ path: [field], ...issue }) => {
    const message = issue.code === 'invalid_key' ? issue.issues[0]!.message : issue.message
    const name = String(field)
    // A header's value may be a secret, and a password is one.
    const shown =
      /(headers|password|old_urls)$/.test(name) || message.startsWith('"')
        ? ''
        : ` is ${quoted(String(given[name]))};`
    const wanted =
      WANTED[name] ?? message.replace('original_headers or new_headers', '--original-header or --new-header')
    return `${NAMES[name] ?? name}${shown || ':'} ${wanted}.`
  })
  throw new UsageError(withoutPassword([...new Set(sentences)].join('\n')))
}

function withSelectors(submission: Submission): Submission {
  const problems = submission.ignore.flatMap(selector => {
    const problem = ignoreProblem(selector)
    return problem === null ? [] : [`--ignore: ${quoted(selector)} ${problem}.`]
  })
  if (problems.length) throw new UsageError(problems.join('\n'))
  return submission
}

/** @throws {UsageError} for a file that cannot be read, or holds no address */
function listIn(file: string): string {
  let text: string
  try {
    if (statSync(file).size > 4 * LIMITS.oldUrls) throw new Error('it is too large')
    text = decoded(readFileSync(file))
  } catch (error) {
    throw new UsageError(`--old-urls: ${quoted(file)} cannot be read: ${reasonOf(error)}.`)
  }
  const problem =
    text.length > LIMITS.oldUrls ? `is longer than ${LIMITS.oldUrls} characters` : oldUrlsProblem(text)
  if (problem) throw new UsageError(`--old-urls: ${quoted(file)} ${problem}.`)
  return text
}

function headersOf(option: string, lines: string[] | undefined): Record<string, string> | undefined {
  if (!lines) return undefined
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([^:]+):(.*)$/s.exec(line) ?? []
    if (!name || value === undefined)
      throw new UsageError(`${option} must be written as 'Name: value'; there is no colon in what was given.`)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()))
      throw new UsageError(`${option} begins with ${quoted(name)}, which is no name of a header.`)
    if (Object.keys(headers).some(known => known.toLowerCase() === name.trim().toLowerCase()))
      throw new UsageError(`${option} gives ${quoted(name.trim())} twice.`)
    headers[name.trim()] = value.trim()
  }
  return headers
}

function quoted(text: string): string {
  const shown = withoutPassword(text)
  return JSON.stringify(shown.length > 100 ? `${shown.slice(0, 100)}…` : shown)
}

/** An address may hold one, and what is said here ends up in the logs of builds. */
const withoutPassword = (text: string): string => text.replace(/\/\/[^/@\s]*@/g, '//…@')
