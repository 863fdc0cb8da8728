/** A workflow file as GitHub reads it: which jobs an event starts, with which rights, and what their steps are given. */
import { parse } from 'yaml'
import type { Permissions } from './github-deployments.ts'

export interface WorkflowFile {
  on: string | Record<string, { types?: string[] } | null>
  permissions: Record<string, string>
  concurrency?: { group: string; 'cancel-in-progress': boolean }
  jobs: Record<string, WorkflowJob>
}

export interface WorkflowJob {
  name?: string
  if?: string
  permissions?: Record<string, string>
  strategy?: { matrix: { include: Record<string, string>[] } }
  steps: { uses?: string; with?: Record<string, string | boolean | number> }[]
}

/** Workflows of a document, by the heading above each. */
export function workflowsIn(markdown: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of markdown.split(/^(?=##+ )/m)) {
    const [, heading = ''] = /^##+ (.*)/.exec(part) ?? []
    for (const [, text] of part.matchAll(/```yaml\n([\s\S]*?)```/g)) {
      if (found.has(heading)) throw new Error(`two workflows below ${heading}`)
      found.set(heading, text!)
    }
  }
  return found
}

export const readWorkflow = (text: string): WorkflowFile => parse(text)

/** Of an event that fires it. @throws when the workflow does not run on it */
export function startedBy({ on }: WorkflowFile, name: string, action: string | undefined): void {
  const events = typeof on === 'string' ? { [on]: null } : on
  if (!(name in events)) throw new Error(`the workflow does not run on ${name}`)
  const types = events[name]?.types ?? DEFAULT_TYPES[name]
  if (types && !types.includes(action ?? ''))
    throw new Error(`the workflow does not run on ${name} ${action}`)
}

/** What GitHub takes where no types are written; any type for others. */
const DEFAULT_TYPES: Record<string, string[]> = { pull_request: ['opened', 'synchronize', 'reopened'] }

/** The right to everything else is taken away. */
export function rightsOf({ permissions }: WorkflowFile, job: WorkflowJob): Permissions {
  const given = Object.entries(job.permissions ?? permissions)
  for (const [right, level] of given)
    if (!RIGHTS.has(right) || !['read', 'write'].includes(level))
      throw new Error(`no permission: ${right}: ${level}`)
  return Object.fromEntries(given.map(([right, level]) => [right.replace('-', '_'), level]))
}

const RIGHTS = new Set(['checks', 'contents', 'deployments', 'id-token', 'pull-requests', 'statuses'])

export type Contexts = Record<string, unknown>

/** `text` with its expressions replaced by what they are. */
export function filledIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(evaluated(expression, contexts) ?? ''))
}

/** One expression of GitHub's: names, texts, ==, !=, &&, ||, ! and startsWith. @throws for what is in no context */
export function evaluated(expression: string, contexts: Contexts): unknown {
  const tokens = expression.match(/'(?:[^']|'')*'|[\w.-]+|==|!=|&&|\|\||[!(),]/g) ?? []
  let at = 0
  const take = (token: string) => tokens[at] === token && Boolean(++at)
  const either = (): unknown => {
    let left = both()
    while (take('||')) {
      const right = both()
      left = left || right
    }
    return left
  }
  const both = (): unknown => {
    let left = equal()
    while (take('&&')) {
      const right = equal()
      left = left && right
    }
    return left
  }
  const equal = (): unknown => {
    const left = value()
    if (take('==')) return left === value()
    if (take('!=')) return left !== value()
    return left
  }
  const value = (): unknown => {
    if (take('!')) return !value()
    if (take('(')) {
      const inner = either()
      if (!take(')')) throw new Error(`no expression: ${expression}`)
      return inner
    }
    const token = tokens[at++] ?? ''
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'")
    if (token === 'startsWith') {
      take('(')
      const text = String(either() ?? '')
      take(',')
      const start = String(either() ?? '')
      take(')')
      return text.toLowerCase().startsWith(start.toLowerCase())
    }
    const [context = '', ...path] = token.split('.')
    if (!(context in contexts)) throw new Error(`no context: ${token}`)
    return path.reduce<unknown>(
      (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
      contexts[context],
    )
  }
  const result = either()
  if (at !== tokens.length) throw new Error(`no expression: ${expression}`)
  return result
}
