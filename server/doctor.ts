/**
 * `npm run doctor`: what of this machine and its surroundings the service needs, one line each on standard output, with
 * what to do. Exit 0: fit to run; 1: not; 2: not understood.
 */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config/index.ts'
import { readTraceSettings } from './config/traces.ts'
import { findings } from './health/doctor.ts'
import { fault, findingLine } from './health/finding.ts'
import { argumentsReason, isOfArguments } from './lib/reason.ts'

const USAGE = `Usage: npm run doctor [-- --site URL]

  Looks at Node, data folder, database, browser, sandbox, fonts, network and settings, and says what to mend.

  --site URL   the site that is tried to reach (https://example.com/)
  --help       prints this`

interface Order {
  site: string
  help: boolean
}

/** @throws Error in one sentence where they are not understood */
function readArguments(args: string[]): Order {
  const { site = 'https://example.com/', help = false } = parseArgs({
    args,
    options: { site: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  }).values
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol))
    throw new RangeError(
      `--site is ${JSON.stringify(site)}; it must be an address such as https://example.com/.`,
    )
  return { site, help }
}

async function main(args: string[]): Promise<number> {
  const { site, help } = readArguments(args)
  if (help) {
    console.log(USAGE)
    return 0
  }
  let faults = 0
  try {
    readTraceSettings()
    for await (const finding of findings(readConfig(), site)) {
      console.log(findingLine(finding))
      if (finding.state === 'fault') faults += 1
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const sentence of error.message.split('\n')) console.log(findingLine(fault('Settings', sentence)))
    return 1
  }
  console.log(
    faults === 0
      ? '\nIt is fit to run.'
      : `\nIt is not fit to run: ${faults} fault${faults === 1 ? '' : 's'}.`,
  )
  return faults === 0 ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!isOfArguments(error) && !(error instanceof RangeError)) throw error
  console.error(isOfArguments(error) ? argumentsReason(error) : (error as Error).message)
  console.error(USAGE)
  process.exitCode = 2
}
