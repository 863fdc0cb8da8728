/**
 * What all connections to the database have in common. One whose other end is gone without a word (a machine that
 * vanished, a firewall that forgot it) is given up, instead of being waited for until the system does so, which takes a
 * quarter of an hour. Longer than Postgres is silent when all is well: who gives up a question does not know what came
 * of it.
 */
export const CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
  query_timeout: 15_000,
}
