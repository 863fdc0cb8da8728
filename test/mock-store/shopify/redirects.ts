/** URL redirects as a store keeps them: exact paths, asked only where there is no page, and some never. */
import { parse } from 'csv-parse/sync'

export interface Redirects {
  /** Takes a file with the header `Redirect from,Redirect to`. @throws where that header is missing */
  import(csv: string): { imported: number; refused: { from: string; reason: string }[] }
  /** Where `path` with `query` (with its question mark, or empty) leads. */
  find(path: string, query: string): string | undefined
  clear(): void
}

const RESERVED = /^\/(apps|application|carts?|orders|shop|services|a|community|tools)(\/|$)/i
const FIXED = /^\/(products|collections|collections\/all|collections\/(vendors|types)(\/.*)?)\/?$/i
const LONGEST = 1024
const MOST = 100_000

export function createRedirects(options: {
  foldsSlash: boolean
  redirectQuery: 'part' | 'ignored'
}): Redirects {
  const known = new Map<string, string>()
  const refusal = (from: string, to: string) => {
    if (!from.startsWith('/')) return 'must start with a slash'
    if (from.length > LONGEST) return `is longer than ${LONGEST} characters`
    if (RESERVED.test(from) || FIXED.test(from)) return 'cannot be redirected'
    if (!/^(\/|https?:\/\/)/.test(to)) return 'needs a target that is a path or an address'
    if (known.size >= MOST) return `is one more than ${MOST}`
    return undefined
  }
  return {
    import(csv) {
      const [header, ...rows] = parse(csv, { bom: true, skip_empty_lines: true }) as string[][]
      if (header?.join(',') !== 'Redirect from,Redirect to')
        throw new Error(
          `the header is ${JSON.stringify(header?.join(','))}, wanted Redirect from,Redirect to`,
        )
      const refused: { from: string; reason: string }[] = []
      let imported = 0
      for (const [from = '', to = ''] of rows) {
        const path = from.replace(/#.*$/, '')
        const reason = refusal(path, to)
        if (reason) refused.push({ from, reason })
        else {
          known.set(path.toLowerCase(), to)
          imported++
        }
      }
      return { imported, refused }
    },
    find(path, query) {
      const at = (text: string) => {
        const target = known.get(text.toLowerCase())
        if (target !== undefined) return target
        return options.foldsSlash ? known.get(text.toLowerCase().replace(/\/$/, '')) : undefined
      }
      if (options.redirectQuery === 'part') return at(path + query)
      const target = at(path)
      return target && query && !target.includes('?') ? target + query : target
    },
    clear: () => known.clear(),
  }
}
