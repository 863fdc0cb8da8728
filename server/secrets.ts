/**
 * The key of secrets at rest, from the command line: `secrets rotate`, `secrets adopt`. The answer goes to stdout,
 * everything else to stderr. Exit 2: not understood.
 */
import { type Command, runCommand, UsageError } from './accounts/command-line.ts'
import { rotateKey } from './jobs/key-in-use.ts'
import { secretKeys } from './jobs/secrets.ts'
import { loadSecretKey } from './storage/secret-key.ts'

const USAGE = `Usage:
  npm run -s secrets -- rotate   (encrypts all secrets anew with CUTOVER_SECRET_KEY; reads CUTOVER_OLD_SECRET_KEYS)
  npm run -s secrets -- adopt    (the same where an old key is lost; jobs whose secrets it had will fail)`

const OTHERS =
  'Servers that run with another key refuse jobs with secrets from now on: start them again with this one.'

function parse(args: string[]): Command {
  const [verb, ...rest] = args
  if (rest.length > 0 || (verb !== 'rotate' && verb !== 'adopt'))
    throw new UsageError(verb ? `${args.join(' ')} is not understood.` : 'Say what to do.')
  return async (pool, config) => {
    const keys = secretKeys(await loadSecretKey(config), config.oldSecretKeys)
    const { done, lost } = await rotateKey(pool, keys, verb === 'adopt')
    const told = `${keys.current.id} is the key in use; secrets encrypted anew: ${done}.`
    if (verb === 'rotate') return told
    return `${told}\nSecrets that cannot be read any more: ${lost}.${lost > 0 ? ' Their jobs will fail.' : ''}\n${OTHERS}`
  }
}

await runCommand(parse, USAGE)
