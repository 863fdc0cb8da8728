/** How variables of the environment are read: each wrong one is a sentence. */
import type * as z from 'zod'

/** One sentence per wrong variable: its name, its value unless secret, and what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The variables that `shape` names; one that is set to nothing counts as not set.
 * @param secret names of those whose values are not shown
 * @throws ConfigError with one sentence per wrong variable
 */
export function readVariables<Shape extends z.ZodObject>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
  secret: ReadonlySet<string>,
): z.output<Shape> {
  const given = Object.fromEntries(
    Object.keys(shape.shape)
      .map(name => [name, env[name]?.trim()])
      .filter(([, text]) => text),
  )
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  const wrong = new Map(parsed.error.issues.map(issue => [String(issue.path[0]), issue.message]))
  throw new ConfigError(
    [...wrong].map(([name, right]) => sentence(name, given[name], right, secret.has(name))).join('\n'),
  )
}

function sentence(name: string, value: string | undefined, right: string, isSecret: boolean): string {
  const shown = value?.replace(/\/\/[^/@]*@/, '//…@').slice(0, 100)
  return isSecret
    ? `${name} is not valid (its ${value?.length} characters are not shown); it must be ${right}.`
    : `${name} is ${JSON.stringify(shown)}; it must be ${right}.`
}
