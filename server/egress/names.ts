import { promises as dns } from 'node:dns'

/** Shaped like `dns.promises.Resolver`. */
export interface NameResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
}

/** Addresses of names, IPv4 first. Rejects with the DNS error where there are none. */
export interface NameCache {
  /** By the injected resolver: DNS only. */
  public(name: string): Promise<string[]>
  /** As the machine itself does: /etc/hosts too. For names that the operator allowed. */
  system(name: string): Promise<string[]>
}

const KEPT = 2000

/** Failures are kept as well: a page with a hundred requests to a dead name costs one look-up. */
export function createNameCache(resolver: NameResolver, cacheMs: number): NameCache {
  const kept = new Map<string, { until: number; answer: Promise<string[]> }>()

  function remember(key: string, ask: () => Promise<string[]>): Promise<string[]> {
    const now = performance.now()
    const known = kept.get(key)
    if (known && known.until > now) return known.answer
    const answer = ask()
    answer.catch(() => {})
    kept.delete(key)
    kept.set(key, { until: now + cacheMs, answer })
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    return answer
  }

  return {
    public: name => remember(`dns ${name}`, () => askDns(resolver, name)),
    system: name =>
      remember(`system ${name}`, async () => {
        const found = await dns.lookup(name, { all: true, order: 'ipv4first' })
        return found.map(({ address }) => address)
      }),
  }
}

/** One family without an answer is usual; only when both lack one is there a failure, and IPv4's tells more. */
async function askDns(resolver: NameResolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([
    (async () => resolver.resolve4(name))(),
    (async () => resolver.resolve6(name))(),
  ])
  const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  throw Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' })
}
