/** What this project asks of a logger; pino satisfies it. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The same logger, whose lines all carry `shared`: what a request or a job is found by in the logs of all processes. */
export const withFields = (log: Log, shared: object): Log => ({
  debug: (fields, message) => log.debug({ ...shared, ...fields }, message),
  info: (fields, message) => log.info({ ...shared, ...fields }, message),
  warn: (fields, message) => log.warn({ ...shared, ...fields }, message),
  error: (fields, message) => log.error({ ...shared, ...fields }, message),
})
