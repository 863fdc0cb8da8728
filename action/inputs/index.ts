/** All inputs as one validated object. Each wrong one is quoted, with the form that would be right. */
import * as core from '@actions/core'
import { LIMITS, Policy, Submission, type SuiteName } from '../../server/contract.ts'
import { ignoreProblem } from '../../server/lib/selector.ts'
import { type CutoverFile, NAME as FILE_NAME, NO_FILE, readCutoverFile } from '../cutover-file.ts'
import { Failure } from '../failure.ts'
import { readOldUrlsFile } from '../old-urls.ts'
import { type Page, readPages } from '../pages.ts'
import { outOfReach } from '../reach.ts'
import { addressSecrets } from '../secrets.ts'
import {
  boolean,
  checkKey,
  checkSecret,
  commentKey,
  duration,
  failOn,
  headers,
  lines,
  newUrl,
  oneOf,
  optional,
  originalUrl,
  quoted,
  type Source,
  server,
  source,
  type Tell,
} from './fields.ts'
import { inputName } from './names.ts'

export interface Inputs {
  /** Base address of the Cutover server, without a slash at its end. */
  server: string
  /** Empty: `account` is there, and GitHub vouches for the workflow. */
  apiKey: string
  account: string
  original: string
  /** Null when the preview has to be found. */
  rebuilt: string | null
  /** `new-url` with placeholders in it; empty without. */
  pattern: string
  source: Source
  /** How long the new site may take to answer; 0 when it is not waited for. */
  waitForMs: number
  environment: string
  pages: Page[]
  /** Set when there is one page without `pages`. */
  pageName: string
  /** What the repository says of all pages. */
  file: CutoverFile
  options: Pick<Submission, 'policy' | 'ignore'> &
    Partial<
      Pick<
        Submission,
        'storefront_password' | 'original_headers' | 'new_headers' | 'allow_same_page' | 'fresh' | 'old_urls'
      >
    >
  timeoutMs: number
  pollMs: number
  failOn: 'any' | 'never' | SuiteName[]
  onInconclusive: 'fail' | 'pass'
  forkSecrets: 'refuse' | 'send'
  comment: boolean
  checkRun: boolean
  rerunButton: boolean
  commentKey: string
  token: string
}

/** What must be masked, read by itself so that nothing is printed before. */
export function readSecrets(): { secrets: string[]; headerValues: string[] } {
  const headers = ['new-headers', 'original-headers'].flatMap(name => lines(core.getInput(name)))
  return {
    secrets: [
      ...['api-key', 'storefront-password', 'github-token'].map(name => core.getInput(name)),
      ...['original-url', 'new-url'].flatMap(name => addressSecrets(core.getInput(name))),
    ],
    headerValues: headers.flatMap(line => {
      const [name = '', value = ''] = [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]
      return [value, ...(/^\s*cookie\s*$/i.test(name) ? cookies(value) : [])]
    }),
  }
}

/** A page that shows a cookie shows its value alone. */
const cookies = (header: string) => header.split(';').map(pair => pair.slice(pair.indexOf('=') + 1).trim())

/** GitHub gives tokens to a job with `id-token: write`. */
const givesTokens = () => Boolean(process.env.ACTIONS_ID_TOKEN_REQUEST_URL)

/** Whether there is anything by which the server could know us. */
export const hasKey = () =>
  core.getInput('api-key') !== '' || (core.getInput('account') !== '' && givesTokens())

const MOST_PROBLEMS = 30

/**
 * @param withFile whether `cutover.yml` of the checkout is read
 * @throws {Failure} with a line for each input that is wrong
 */
export function readInputs(withFile: boolean): Inputs {
  const problems: string[] = []
  const tell = (problem: string) => void problems.push(problem)
  const { pages, problems: wrongLines } = readPages(core.getInput('pages'))
  problems.push(...wrongLines)
  const pageName = core.getInput('page-name')
  if (pages.length && pageName) tell('page-name: with "pages" each page is named there; leave page-name out')
  const inputs: Inputs = {
    server: server(tell),
    apiKey: core.getInput('api-key'),
    account: core.getInput('account'),
    original: originalUrl(tell) ?? '',
    ...newUrl(tell),
    source: source(tell),
    waitForMs: core.getInput('wait-for')
      ? duration('wait-for', '5m', [1000, 6 * 3_600_000], '"5m"; at least 1s, at most 6h', tell)
      : 0,
    environment: core.getInput('environment'),
    pages: pages.length ? pages : [{ name: pageName, path: '' }],
    pageName,
    file: withFile ? readCutoverFile(process.env.GITHUB_WORKSPACE, tell) : NO_FILE,
    options: {
      policy: oneOf('policy', Policy.options, 'regressions', tell),
      ignore: lines(core.getInput('ignore')),
      ...optional('storefront_password', core.getInput('storefront-password')),
      ...optional('original_headers', headers('original-headers', tell)),
      ...optional('new_headers', headers('new-headers', tell)),
      ...optional('allow_same_page', boolean('allow-same-page', tell)),
      ...optional('fresh', boolean('fresh', tell)),
      ...optional('old_urls', readOldUrlsFile(core.getInput('old-urls'), process.env.GITHUB_WORKSPACE, tell)),
    },
    timeoutMs: duration('timeout', '15m', [1000, 6 * 3_600_000], '"15m"; at least 1s, at most 6h', tell),
    pollMs: duration('poll-interval', '3s', [100, 600_000], '"3s"; at least 100ms, at most 10m', tell),
    failOn: failOn(tell),
    onInconclusive: oneOf('on-inconclusive', ['fail', 'pass'], 'fail', tell),
    forkSecrets: oneOf('fork-secrets', ['refuse', 'send'], 'refuse', tell),
    comment: oneOf('comment', ['update', 'off'], 'update', tell) === 'update',
    checkRun: oneOf('check-run', ['update', 'off'], 'update', tell) === 'update',
    rerunButton: boolean('rerun-button', tell),
    commentKey: commentKey(tell),
    token: core.getInput('github-token'),
  }
  if (!inputs.original && !problems.some(problem => problem.startsWith('original-url')))
    tell('original-url: is required, the address of the site as it is now, e.g. "https://www.example.com/"')
  if (inputs.rerunButton && !inputs.checkRun)
    tell('rerun-button: stands below the check run, and check-run is "off"; leave one of them out')
  checkKey(inputs, givesTokens(), tell)
  checkSecret('github-token', inputs.token, tell)
  checkOptions(inputs, tell)
  checkTogether(inputs, tell)
  const more = problems.length - MOST_PROBLEMS
  if (more > 0) problems.splice(MOST_PROBLEMS, more, `and ${more} more`)
  if (problems.length) throw new Failure(problems.join('\n'))
  return inputs
}

function checkOptions(inputs: Inputs, tell: Tell): void {
  const addresses = { original_url: 'https://a.invalid/', new_url: 'https://b.invalid/' }
  const named = inputs.pageName ? { page_name: inputs.pageName } : {}
  const read = Submission.safeParse({ ...addresses, ...named, ...inputs.options })
  for (const { path, message, ...issue } of read.error?.issues ?? []) {
    const name = inputName(String(path[0]))
    const inner = 'issues' in issue && Array.isArray(issue.issues) ? issue.issues[0]?.message : undefined
    tell(`${name}: ${typeof path[1] === 'string' ? `${quoted(path[1])} ` : ''}${inner ?? message}`)
  }
  for (const selector of new Set(read.data?.ignore)) {
    const problem = ignoreProblem(selector)
    if (problem) tell(`ignore: ${quoted(selector)} ${problem}`)
  }
}

/** What is right by itself and wrong beside the others. */
function checkTogether(inputs: Inputs, tell: Tell): void {
  const { server, original, rebuilt, source, options, timeoutMs } = inputs
  if (server && original)
    for (const [name, site] of Object.entries({ 'original-url': original, 'new-url': rebuilt })) {
      const problem = site && outOfReach(server, site)
      if (problem) tell(`${name}: ${problem}`)
    }
  if (rebuilt && original === rebuilt && comparesNothing(options))
    tell(
      'new-url: is the address of the original, which would be compared with itself; write the address of the new page, or set allow-same-page to true',
    )
  for (const [name, milliseconds] of Object.entries({
    'wait-for': inputs.waitForMs,
    'poll-interval': inputs.pollMs,
  }))
    if (milliseconds > timeoutMs && core.getInput(name))
      tell(`${name}: ${quoted(core.getInput(name))} is longer than the step may wait; write a longer timeout`)
  const ignored = [...new Set([...options.ignore, ...inputs.file.ignore])]
  if (options.ignore.length <= LIMITS.ignore && ignored.length > LIMITS.ignore)
    tell(
      `ignore: with those of ${FILE_NAME} there are ${ignored.length} selectors; write at most ${LIMITS.ignore}`,
    )
  if (inputs.environment && source.kind !== 'deployment')
    tell('environment: with preview-from no deployment is looked for; leave one of them out')
}

/** Of two addresses that are one: nothing else tells the two sites apart, and nobody asked for that. */
export function comparesNothing({
  original_headers,
  new_headers,
  allow_same_page,
}: Pick<Submission, 'original_headers' | 'new_headers' | 'allow_same_page'>): boolean {
  const sent = (map: object | undefined) => JSON.stringify(Object.entries(map ?? {}).sort())
  return !allow_same_page && sent(original_headers) === sent(new_headers)
}
