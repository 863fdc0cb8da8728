/**
 * What may go into the log: a closed list of fields, of errors what they are and where, of addresses neither user nor
 * query. Whatever else is handed to the logger is left out, and only its name is told.
 */
const FIELDS = new Set([
  ...['job', 'jobs', 'attempt', 'request', 'key', 'account', 'count', 'pids', 'seconds', 'outcome'],
  ...['code', 'part', 'reason', 'stderr', 'warning', 'err'],
  ...['method', 'route', 'status', 'ms', 'port', 'roles', 'scansAtOnce'],
])
const LONGEST = 8_000
const MAX_CAUSES = 3

export function loggable(fields: object): Record<string, unknown> {
  const entries = Object.entries(fields)
  const unknown = entries.map(([name]) => name).filter(name => !FIELDS.has(name))
  return {
    ...Object.fromEntries(
      entries.filter(([name]) => FIELDS.has(name)).map(([name, value]) => [name, plain(value)]),
    ),
    ...(unknown.length > 0 && { leftOut: unknown.map(name => name.slice(0, 40)) }),
  }
}

function plain(value: unknown, causes = MAX_CAUSES): unknown {
  if (typeof value === 'string') return withoutQueries(value)
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(item => plain(item, causes))
  if (value instanceof Error) return errorOf(value, causes)
  // Of other objects nobody knows what is in them.
  return value === undefined ? undefined : typeof value
}

/** Not what drivers add to it: statements, parameters and rows. */
function errorOf(error: Error, causes: number): object {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutQueries(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack && { stack: withoutQueries(error.stack) }),
    ...(error.cause instanceof Error && causes > 0 && { cause: errorOf(error.cause, causes - 1) }),
  }
}

const withoutQueries = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(/\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#"'<>]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi, '$1$2')
