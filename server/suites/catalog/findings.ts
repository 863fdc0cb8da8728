import type { Finding } from '../core/finding.ts'
import type { Compared, Difference } from './difference.ts'
import { type rulesOf, textOf } from './rules.ts'

const NAMED = 3
const TABLE = 'tables/catalog.csv'

/** One finding a cause, with the first few by name; the table has all. */
export function findingsOf(
  { applicable, differences }: Compared,
  rules: ReturnType<typeof rulesOf>,
): Finding[] {
  return [...Map.groupBy(differences, ({ cause }) => cause)].map(([cause, all]) => {
    const could = typeof applicable === 'number' ? applicable : (applicable[cause] ?? all.length)
    const share = all.length / Math.max(could, all.length)
    const { one, many, over, fix } = textOf(cause)
    const isWidespread = over !== undefined && all.length >= over.count && share > over.share
    const [first] = all as [Difference]
    const rest = all.length - NAMED
    const head = all.length === 1 ? one : many.replace('%', String(all.length))
    return rules.report(cause, {
      key: `catalog/${cause}`,
      ...(isWidespread && { as: 'widespread' }),
      extent: share,
      message: `${head}: ${all.slice(0, NAMED).map(told).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
      fix: `${fix}${all.length > 1 ? ` All ${all.length} are in ${TABLE}.` : ''}`,
      ...(first.original && { original: { url: first.original.url, text: first.original.title } }),
      ...(first.rebuilt && { rebuilt: { url: first.rebuilt.url, text: first.rebuilt.title } }),
    })
  })
}

/** `“Red shirt”, M: 25.00 USD → 250.00 USD`. */
function told({ subject, original, rebuilt, part, before, after }: Difference): string {
  const name = subject ?? original?.title ?? rebuilt?.title ?? ''
  const shown = `“${short(name, 80)}”${part ? `, ${short(part, 60)}` : ''}`
  const change = after ? `${short(before, 80)} → ${short(after, 80)}` : short(before, 120)
  return change ? `${shown}: ${change}` : shown
}

const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
