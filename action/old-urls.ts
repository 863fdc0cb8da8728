/** The list of old addresses that a file of the repository holds: sent as it is, since the server reads it. */
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { LIMITS } from '../server/contract.ts'
import { decoded } from '../server/lib/old-urls.ts'
import { quoted, type Tell } from './inputs/fields.ts'

/** UTF-16 and signs beyond ASCII take more bytes than characters. */
const MAX_BYTES = 4 * LIMITS.oldUrls

/** @param folder the checkout, beyond which nothing is read @returns '' where no file is named, or a wrong one */
export function readOldUrlsFile(name: string, folder: string | undefined, tell: Tell): string {
  if (!name) return ''
  const problem = (what: string) => {
    tell(`old-urls: ${quoted(name)} ${what}`)
    return ''
  }
  if (!folder)
    return problem('cannot be read: the job has no checkout; add actions/checkout before this step')
  const path = resolve(folder, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return problem('is not in the checkout; write it as a path from the root of the repository')
  // A link could lead to any file of this machine.
  const isOutside = relative(realpathSync(folder), realpathSync(path)).startsWith('..')
  if (!found.isFile() || isOutside) return problem('must be a plain file within the checkout')
  if (found.size > MAX_BYTES) return problem(`is larger than ${MAX_BYTES / 1e6} MB`)
  const text = decoded(readFileSync(path))
  if (text.length > LIMITS.oldUrls) return problem(`is longer than ${LIMITS.oldUrls} characters`)
  return text.trim() ? text : problem('is empty')
}
