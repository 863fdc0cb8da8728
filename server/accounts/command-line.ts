/** What the commands for keys and accounts share: the answer goes to stdout, everything else to stderr. */
import type pg from 'pg'
import { type Config, readConfig } from '../config/index.ts'
import { argumentsReason, isOfArguments } from '../lib/reason.ts'
import { openDatabase } from '../storage/database.ts'

export type Command = (pool: pg.Pool, config: Config) => Promise<string>

/** Not understood: the usage is shown, exit status 2. */
export class UsageError extends Error {}

/** Runs what `parse` makes of the arguments of this process. Exit status 1 when it fails. */
export async function runCommand(parse: (args: string[]) => Command, usage: string): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some(word => word === '--help' || word === '-h')) return console.log(usage)
  try {
    const command = parse(args)
    const config = readConfig()
    const database = await openDatabase(config)
    try {
      console.log(await command(database.pool, config))
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(
      isOfArguments(error) ? argumentsReason(error) : error instanceof Error ? error.message : error,
    )
    if (isUsage(error)) console.error(usage)
    process.exitCode = isUsage(error) ? 2 : 1
  }
}

function isUsage(error: unknown): boolean {
  return error instanceof UsageError || error instanceof RangeError || isOfArguments(error)
}
