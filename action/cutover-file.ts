/** `cutover.yml` of the repository: what its team accepts and ignores. What is wrong in it is told with its line. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import * as z from 'zod'
import { AcceptedKey, Submission } from '../server/contract.ts'
import { ignoreProblem } from '../server/lib/selector.ts'
import { quoted, type Tell } from './inputs/fields.ts'

export interface CutoverFile {
  ignore: string[]
  accept: FileAcceptance[]
  /** Of those that have expired, which are not among `accept`. */
  expired: string[]
}

/** `page`: the name of a page or its path; all pages without it. */
export interface FileAcceptance extends AcceptedKey {
  page?: string
}

export const NAME = 'cutover.yml'
const MAX_BYTES = 256 * 1024
/** Nothing is accepted where there is no file. */
export const NO_FILE: CutoverFile = { ignore: [], accept: [], expired: [] }

const Entry = AcceptedKey.extend({
  page: z.string('must be a string').min(1, 'must not be empty').optional(),
})
const Content = z.strictObject({
  ignore: Submission.shape.ignore,
  accept: z.array(Entry, 'must be a list').default([]),
})

/** @param folder the checkout; a workflow without one has no file */
export function readCutoverFile(folder: string | undefined, tell: Tell): CutoverFile {
  const path = folder && join(folder, NAME)
  const found = path ? lstatSync(path, { throwIfNoEntry: false }) : undefined
  if (!path || !found) return NO_FILE
  // A link could lead to any file of this machine.
  if (!found.isFile() || found.size > MAX_BYTES) {
    tell(`${NAME}: must be a plain file of at most ${MAX_BYTES / 1024} KB`)
    return NO_FILE
  }
  return parseCutoverFile(readFileSync(path, 'utf8'), tell)
}

/**
 * @param today a date such as 2027-01-31
 * @param name of the file in what is told of it
 */
export function parseCutoverFile(
  text: string,
  tell: Tell,
  today = new Date().toISOString().slice(0, 10),
  name = NAME,
): CutoverFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => `${name}, line ${lines.linePos(offset).line}`
  for (const { pos, message } of document.errors) tell(`${at(pos[0])}: ${message}`)
  if (document.errors.length > 0) return NO_FILE
  const lineOf = (field: readonly PropertyKey[]): string => {
    for (let length = field.length; length > 0; length--) {
      const node = document.getIn(field.slice(0, length), true) as Node | undefined
      if (node?.range) return at(node.range[0])
    }
    return at(0)
  }
  const content = contentOf(() => document.toJS({ maxAliasCount: 0 }) ?? {})
  const read = Content.safeParse(content)
  for (const issue of read.error?.issues ?? []) {
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path]
    for (const field of fields) {
      const isMissing = issue.code === 'invalid_type' && document.getIn(field) === undefined
      const what =
        issue.code === 'unrecognized_keys'
          ? 'is not a known field'
          : isMissing
            ? 'is required'
            : issue.message
      tell(`${lineOf(field)}: ${nameOf(field)}${nameOf(field) && ' '}${what}`)
    }
  }
  if (!read.success) return NO_FILE
  const { ignore, accept } = read.data
  for (const [index, selector] of ignore.entries()) {
    const problem = ignoreProblem(selector)
    if (problem) tell(`${lineOf(['ignore', index])}: ignore[${index}] ${quoted(selector)} ${problem}`)
  }
  const seen = new Set<string>()
  for (const [index, { key, page = '' }] of accept.entries()) {
    const name = JSON.stringify([key, page])
    if (seen.has(name))
      tell(`${lineOf(['accept', index])}: accept[${index}] names ${quoted(key)} a second time`)
    seen.add(name)
  }
  const isOver = ({ expires }: FileAcceptance) => expires !== undefined && expires < today
  return {
    ignore,
    accept: accept.filter(one => !isOver(one)),
    expired: accept.flatMap((one, index) =>
      isOver(one)
        ? [
            `${lineOf(['accept', index])}: expired on ${one.expires}, so that ${quoted(one.key)} is charged again`,
          ]
        : [],
    ),
  }
}

/**
 * `text` with one more accepted issue, for all pages; comments in it stay. Of a key that is there already the reason is
 * replaced. It has to be a file that can be read.
 */
export function withAccepted(text: string, { key, reason }: Pick<AcceptedKey, 'key' | 'reason'>): string {
  const read = parseDocument(text)
  const document = isMap(read.contents) ? read : parseDocument(`${read.contents ? '' : text}\naccept: []\n`)
  const list = document.get('accept')
  if (!isSeq(list) || list.items.length === 0) {
    document.set('accept', document.createNode([{ key, reason }]))
    return document.toString({ lineWidth: 0 })
  }
  const known = list.items.find(item => isMap(item) && item.get('key') === key && !item.has('page'))
  if (isMap(known)) {
    known.set('reason', reason)
    // What was accepted for a while is accepted anew.
    known.delete('expires')
  } else list.add(document.createNode({ key, reason }))
  return document.toString({ lineWidth: 0 })
}

/** Aliases are refused: a few lines of them make gigabytes. */
function contentOf(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return { 'an alias such as *name': true }
  }
}

/** `accept[0].reason` of its path. */
const nameOf = (field: readonly PropertyKey[]): string =>
  field
    .map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1)

/** What of the file is for one page; an entry that names the page goes before one for all. */
export function acceptFor(
  file: CutoverFile,
  page: { name: string; path: string },
  original: string,
): AcceptedKey[] {
  const names = [page.name, page.path, new URL(original).pathname]
  const own = file.accept.filter(one => one.page === undefined || names.includes(one.page))
  const byKey = new Map(
    own
      .toSorted((a, b) => Number(a.page !== undefined) - Number(b.page !== undefined))
      .map(({ page, ...one }) => [one.key, one]),
  )
  return [...byKey.values()]
}
