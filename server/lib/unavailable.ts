const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
/** SQLSTATE: connection, resources, operator (shut down, starting up, cancelled), a lock held too long, read-only after a failover. */
const SQLSTATE = /^(08|53|57|55P03|25006)/
/** The pool and its connections tell these by their message alone. */
const MESSAGE =
  /timeout exceeded when trying to connect|query read timeout|connection terminated|connection error and is not queryable|after calling end on the pool/i

/** Whether `error` says that the database cannot be had at the moment, and not that a statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return NETWORK.has(code) || SQLSTATE.test(code) || MESSAGE.test(error.message)
}
