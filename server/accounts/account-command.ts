/**
 * Accounts from the command line: `account list`, `account set-tier EMAIL free|paid`, `account unlink EMAIL`,
 * `account delete EMAIL`. The
 * answer goes to stdout, everything else to stderr. Exit 2: not understood.
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { withoutInstanceMetadata } from '../config/index.ts'
import { Tier } from '../contract.ts'
import { openArtifacts } from '../storage/open-artifacts.ts'
import { deleteAccount, listAccounts, normalEmail, setTier, unlink } from './accounts.ts'
import { type Command, runCommand, UsageError } from './command-line.ts'
import { table } from './table.ts'

const USAGE = `Usage:
  npm run -s account -- list
  npm run -s account -- set-tier <email> <free|paid>
  npm run -s account -- unlink <email>     (the next sign-in with this address takes the account)
  npm run -s account -- delete <email>     (with its keys, its jobs and what was captured for them)`

function parse(args: string[]): Command {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [verb, email, tier] = positionals
  if (verb === 'list' && positionals.length === 1) return list
  if (verb === 'set-tier' && email && positionals.length === 3) {
    const { success, data } = Tier.safeParse(tier)
    if (!success) throw new UsageError(`${JSON.stringify(tier)} is not a tier; write free or paid.`)
    normalEmail(email)
    return async pool => {
      if (!(await setTier(pool, email, data))) throw unknown(email)
      return `${email} is ${data}.`
    }
  }
  if (verb === 'unlink' && email && positionals.length === 2) {
    normalEmail(email)
    return async pool => {
      if (!(await unlink(pool, email))) throw unknown(email)
      return `${email} is free to be signed in to.${await warning(pool, email)}`
    }
  }
  if (verb === 'delete' && email && positionals.length === 2) {
    normalEmail(email)
    return async (pool, config) => {
      withoutInstanceMetadata()
      const artifacts = await openArtifacts(config)
      const jobs = await deleteAccount(pool, email, artifacts.delete)
      if (jobs === null) throw unknown(email)
      return `${email} is deleted, with ${jobs} ${jobs === 1 ? 'job' : 'jobs'}.`
    }
  }
  throw new UsageError(verb ? `${args.join(' ')} is not understood.` : 'Say what to do.')
}

async function list(pool: pg.Pool): Promise<string> {
  const accounts = await listAccounts(pool)
  return table([
    ['EMAIL', 'TIER', 'SIGNED IN BY', 'KEYS', 'JOBS', 'CREATED'],
    ...accounts.map(({ email, proven, tier, issuer, keys, jobs, createdAt }) => [
      proven ? email : `${email} (not proven)`,
      tier,
      issuer ?? '-',
      String(keys),
      String(jobs),
      createdAt.toISOString().slice(0, 10),
    ]),
  ])
}

/** Its keys stay, and so does whoever holds one. */
async function warning(pool: pg.Pool, email: string): Promise<string> {
  const keys = (await listAccounts(pool)).find(account => account.email === normalEmail(email))?.keys ?? 0
  return keys === 0
    ? ''
    : `\nKeys of it that are still valid: ${keys}; npm run -s key -- list --email ${email} shows them, key -- revoke ends one.`
}

const unknown = (email: string) =>
  new Error(`There is no account with the address ${email}; npm run -s account -- list shows all.`)

await runCommand(parse, USAGE)
