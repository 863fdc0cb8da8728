/**
 * Keys from the command line: `key create --email E [--name N] [--expires DATE]`, `key list [--email E]`,
 * `key revoke ID_OR_PREFIX`. The answer goes to stdout, everything else to stderr. Exit 2: not understood.
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { type Command, runCommand, UsageError } from './command-line.ts'
import { createKey, type KeyRecord, listKeys, revokeKey } from './keys.ts'
import { table } from './table.ts'

const USAGE = `Usage:
  npm run -s key -- create --email you@example.com [--name "CI"] [--expires 2030-01-31]
  npm run -s key -- list [--email you@example.com]
  npm run -s key -- revoke <id or prefix>`

function parse(args: string[]): Command {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, expires: { type: 'string' } },
  })
  const [verb, subject, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`${rest.join(' ')} is too much.`)
  const { email, name } = values
  if (verb === 'create' && !subject) {
    if (!email) throw new UsageError('create needs --email.')
    const expiresAt = values.expires === undefined ? undefined : dateOf(values.expires)
    return async pool => (await createKey(pool, email, { name, expiresAt })).key
  }
  if (verb === 'list' && !subject) return async pool => listed(await listKeys(pool, email))
  if (verb === 'revoke' && subject) return pool => revoke(pool, subject)
  throw new UsageError(verb ? `${args.join(' ')} is not understood.` : 'Say what to do.')
}

function dateOf(text: string): Date {
  const date = new Date(text)
  if (!(date.getTime() > Date.now()))
    throw new UsageError(`${text} is not a date in the future, such as 2030-01-31.`)
  return date
}

async function revoke(pool: pg.Pool, subject: string): Promise<string> {
  const found = await revokeKey(pool, subject)
  if (found === 0)
    throw new Error(
      `There is no valid key with the id or prefix ${subject}; npm run -s key -- list shows all.`,
    )
  if (found > 1)
    throw new Error(`${found} keys begin with ${subject}; revoke by id, which npm run -s key -- list shows.`)
  return `${subject} is revoked.`
}

function listed(keys: KeyRecord[]): string {
  const day = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '-'
  const state = (key: KeyRecord) =>
    key.revokedAt ? 'revoked' : key.expiresAt && key.expiresAt.getTime() < Date.now() ? 'expired' : 'valid'
  return table([
    ['PREFIX', 'EMAIL', 'NAME', 'STATE', 'CREATED', 'LAST USED', 'ID'],
    ...keys.map(key => [
      key.prefix,
      key.email,
      key.name ?? '-',
      state(key),
      day(key.createdAt),
      day(key.lastUsedAt),
      key.id,
    ]),
  ])
}

await runCommand(parse, USAGE)
