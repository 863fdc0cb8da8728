/** Why a host could not be reached. `forbidden` is our policy; the rest is the host's or the network's doing. */
export type EgressCode =
  | 'forbidden'
  | 'unresolvable'
  | 'unreachable'
  | 'timed_out'
  | 'protocol_error'
  | 'over_budget'
  | 'too_many_connections'

export interface EgressFailure {
  /** Host and port, canonical. */
  host: string
  code: EgressCode
  /** A sentence for the reader. */
  reason: string
  /** How many requests ended so. */
  count: number
}

/** What failed, by host and code. Bounded: a page may ask for any number of hosts. */
export interface Ledger {
  record(host: string, code: EgressCode, reason: string): void
  /** The latest failure of `host`, which may leave out the port. */
  latest(host: string): EgressFailure | undefined
  list(code: EgressCode): EgressFailure[]
  /** Nothing of `host` is told from now on. */
  forget(host: string): void
  /** Failures with `code`, those forgotten included. */
  count(code: EgressCode): number
}

const KEPT = 500

export function createLedger(): Ledger {
  const kept = new Map<string, EgressFailure>()
  const counts = new Map<EgressCode, number>()
  const isOf = (wanted: string) => (failure: EgressFailure) =>
    failure.host === wanted || failure.host.replace(/:\d+$/, '') === wanted
  return {
    record(host, code, reason) {
      counts.set(code, (counts.get(code) ?? 0) + 1)
      const key = `${code} ${host}`
      const count = (kept.get(key)?.count ?? 0) + 1
      // Anew at the end: what is forgotten is what has been quiet for longest.
      kept.delete(key)
      kept.set(key, { host: host.slice(0, 300), code, reason: reason.slice(0, 500), count })
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    },
    latest: host => [...kept.values()].findLast(isOf(host.toLowerCase())),
    forget(host) {
      const isForgotten = isOf(host.toLowerCase())
      for (const [key, failure] of kept) if (isForgotten(failure)) kept.delete(key)
    },
    list: code => [...kept.values()].filter(failure => failure.code === code),
    count: code => counts.get(code) ?? 0,
  }
}
