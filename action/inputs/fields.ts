/** One function for each kind of input: reads it, and tells what is wrong with it. */
import * as core from '@actions/core'
import { Submission, SuiteName, TokenExchange } from '../../server/contract.ts'
import { inStepWords } from './names.ts'

/** Takes a sentence that begins with the input's name. */
export type Tell = (problem: string) => void

export const lines = (text: string) =>
  text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)

/** An absent field rather than an empty one: the contract refuses the latter. */
export const optional = <K extends string, V>(name: K, value: V) =>
  (value ? { [name]: value } : {}) as { [key in K]?: V }

export function quoted(text: string): string {
  const shown = withoutCredentials(text)
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}

/** Who writes `https://user:password@host` by mistake does not want to read it in public. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/?#@\s"]*(?:@[^/?#@\s"]*)*@/g, '//***@')
}

export function server(tell: Tell): string {
  const text = core.getInput('server-url')
  const expected = 'e.g. "https://cutover.example.com"'
  if (!text) tell(`server-url: is required, the address of your Cutover server, ${expected}`)
  else if (!URL.canParse(text))
    tell(`server-url: ${quoted(text)} is not a URL; write it as ${expected.slice(5)}`)
  else {
    const url = new URL(text)
    if (url.username || url.password)
      tell('server-url: must not hold a user name or a password; the key goes into api-key')
    else if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal(url.hostname)))
      tell(
        `server-url: ${quoted(text)} must begin with https://, or the key would be sent in clear; only localhost may use http://`,
      )
    else if (url.search || url.hash)
      tell(`server-url: ${quoted(text)} must end after its path, without ? and #`)
    else return url.href.replace(/(\/api\/v1\/?)?\/?$/, '')
  }
  return ''
}

/** A name or address of this machine itself. */
export function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/i.test(hostname)
}

/** By a key or by an account: one of them lets the server know whose jobs these are. */
export function checkKey(
  { apiKey, account }: { apiKey: string; account: string },
  givesTokens: boolean,
  tell: Tell,
): void {
  checkSecret('api-key', apiKey, tell)
  if (apiKey) return
  if (!account)
    tell(
      'api-key: is empty; the secret that the workflow names there, such as CUTOVER_API_KEY, does not exist in this repository or environment. Make a key on the server and keep it as that secret, or allow the repository there and write the account',
    )
  else if (!TokenExchange.shape.account.safeParse(account).success)
    tell(`account: ${quoted(account)} is no account; copy it from the keys page of the server`)
  else if (!givesTokens)
    tell(
      'account: GitHub gives this job no token; add "id-token: write" to its permissions, or hand over an api-key',
    )
}

/** The value goes into a header, and is not quoted. */
export function checkSecret(name: 'api-key' | 'github-token', value: string, tell: Tell): void {
  if (value && !/^[\x21-\x7e]+$/.test(value))
    tell(
      `${name}: holds spaces, line breaks or letters that no ${name === 'api-key' ? 'key' : 'token'} has; copy it again`,
    )
}

export function siteUrl(name: 'original-url' | 'new-url', tell: Tell): string | null {
  const text = core.getInput(name)
  if (!text) return null
  const field = name === 'new-url' ? 'new_url' : 'original_url'
  const read = Submission.shape[field].safeParse(text)
  if (read.success) return read.data
  tell(`${name}: ${inStepWords(inWords(read.error.issues[0]?.message, text))}`)
  return null
}

/** The site as it is now has one address. */
export function originalUrl(tell: Tell): string | null {
  const [placeholder] = PLACEHOLDER.exec(core.getInput('original-url')) ?? []
  if (!placeholder) return siteUrl('original-url', tell)
  tell(
    `original-url: ${quoted(placeholder)} stands for nothing there; write the address of the site as it is now, e.g. "https://www.example.com/"`,
  )
  return null
}

const PLACEHOLDER = /\{[\s\w.-]*\}/
const PLACEHOLDERS: Record<string, string> = { number: '1', branch: 'a', sha: 'a'.repeat(40) }

/** `text` with `values` in place of `{number}`, `{branch}` and `{sha}`. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

/** An address, or one with placeholders that become known later. */
export function newUrl(tell: Tell): { rebuilt: string | null; pattern: string } {
  const text = core.getInput('new-url')
  if (!PLACEHOLDER.test(text)) return { rebuilt: siteUrl('new-url', tell), pattern: '' }
  const unknown = PLACEHOLDER.exec(filled(text, PLACEHOLDERS))?.[0]
  if (unknown) tell(`new-url: ${quoted(unknown)} is not known; write "{number}", "{branch}" or "{sha}"`)
  else if (!Submission.shape.new_url.safeParse(filled(text, PLACEHOLDERS)).success)
    tell(`new-url: ${quoted(text)} is no address, e.g. "https://pr-{number}.preview.example.com/"`)
  return { rebuilt: null, pattern: text }
}

/** Who tells of the preview. */
export interface Source {
  kind: 'deployment' | 'status' | 'check'
  /** Of the status or check; `*` for any text. */
  name: string
}

export function source(tell: Tell): Source {
  const text = core.getInput('preview-from') || 'deployment'
  const [, kind, name = ''] = /^(status|check):\s*(\S.*)$/.exec(text) ?? []
  if (!kind && text !== 'deployment')
    tell(
      `preview-from: ${quoted(text)} is neither "deployment" nor a name such as "status: netlify/*/deploy-preview" or "check: Cloudflare Pages*"`,
    )
  else if (core.getInput('preview-from') && core.getInput('new-url'))
    tell('preview-from: with new-url nothing is looked for; leave one of them out')
  return { kind: kind === 'status' || kind === 'check' ? kind : 'deployment', name }
}

/** The contract's messages quote the value where it helps; the others get it here. */
function inWords(message = 'is not valid', value = ''): string {
  return message.startsWith('"') || !value ? withoutCredentials(message) : `${quoted(value)}: ${message}`
}

export function headers(
  name: 'new-headers' | 'original-headers',
  tell: Tell,
): Record<string, string> | undefined {
  const map: Record<string, string> = {}
  for (const line of lines(core.getInput(name))) {
    const colon = line.indexOf(':')
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    // What stands after the colon is a secret and is not quoted.
    if (colon < 1) tell(`${name}: a line has no colon; write one header a line as "Name: value"`)
    else if (!value)
      tell(`${name}: the header ${quoted(key)} has no value; a secret that does not exist is empty`)
    else if (Object.keys(map).some(one => one.toLowerCase() === key.toLowerCase()))
      tell(`${name}: the header ${quoted(key)} stands there twice; write its values on one line`)
    else map[key] = value
  }
  return Object.keys(map).length ? map : undefined
}

export function oneOf<T extends string>(name: string, choices: readonly T[], fallback: T, tell: Tell): T {
  const text = core.getInput(name) || fallback
  const choice = choices.find(one => one === text.toLowerCase())
  if (!choice) tell(`${name}: ${quoted(text)} is neither ${choices.map(one => `"${one}"`).join(' nor ')}`)
  return choice ?? fallback
}

/** As YAML writes it. */
export const boolean = (name: string, tell: Tell): boolean =>
  oneOf(name, ['true', 'false'], 'false', tell) === 'true'

const UNITS: Record<string, number> = { ms: 1, '': 1000, s: 1000, m: 60_000, h: 3_600_000 }

export function duration(
  name: string,
  fallback: string,
  [least, most]: [number, number],
  form: string,
  tell: Tell,
): number {
  const text = core.getInput(name) || fallback
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|)$/i.exec(text) ?? []
  const milliseconds = amount ? Number(amount) * UNITS[unit.toLowerCase()]! : Number.NaN
  if (milliseconds >= least && milliseconds <= most) return Math.round(milliseconds)
  tell(`${name}: ${quoted(text)} is no time that can be waited; write it as ${form}`)
  return least
}

export function failOn(tell: Tell): 'any' | 'never' | SuiteName[] {
  const text = core.getInput('fail-on') || 'any'
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (names.length === 1 && (names[0] === 'any' || names[0] === 'never')) return names[0]
  const alone = names.find(name => name === 'any' || name === 'never')
  if (alone) {
    tell(`fail-on: ${quoted(text)} names "${alone}" among others; write "${alone}" alone, or suites only`)
    return 'any'
  }
  const wrong = names.filter(name => !SuiteName.safeParse(name).success)
  if (wrong.length || names.length === 0)
    tell(
      `fail-on: ${(wrong.length ? wrong : [text]).map(quoted).join(', ')} is no suite; write "any", "never" or some of: ${SuiteName.options.join(', ')}`,
    )
  return names.filter((name): name is SuiteName => SuiteName.safeParse(name).success)
}

export function commentKey(tell: Tell): string {
  const text = core.getInput('comment-key') || 'default'
  if (/^[\w.-]{1,64}$/.test(text) && !text.includes('--')) return text
  tell(`comment-key: ${quoted(text)} must be 1 to 64 letters, digits, ".", "_" or "-", without "--"`)
  return 'default'
}
