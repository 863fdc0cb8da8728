import type { Finding } from '../core/suite.ts'
import { CAUSES, type Cause, type CauseText } from './causes.ts'
import type { Compared, Difference } from './difference.ts'

/** Of what could have been other; however large the store, one thing is worth mending. */
const LEAST = 0.05
const NAMED = 3
const TABLE = 'tables/catalog.csv'

/** One finding a cause, with the first few by name; the table has all. */
export function findingsOf({ applicable, differences }: Compared): Finding[] {
  const groups = Map.groupBy(differences, ({ cause }) => cause)
  return [...groups].map(([cause, all]) => {
    const most = typeof applicable === 'number' ? applicable : (applicable[cause] ?? all.length)
    return findingOf(cause, all, Math.max(most, all.length))
  })
}

function findingOf(cause: Cause, all: Difference[], applicable: number): Finding {
  const text: CauseText = CAUSES[cause]
  const share = all.length / applicable
  const { graver } = text
  const isGraver = graver !== undefined && all.length >= graver.least && share > graver.share
  const [first] = all as [Difference]
  const rest = all.length - NAMED
  const head = all.length === 1 ? text.one : text.many.replace('%', String(all.length))
  return {
    key: `catalog/${cause}`,
    severity: isGraver ? graver.severity : text.severity,
    penalty: Math.min(text.most ?? 1, Math.max(LEAST, share)),
    message: `${head}: ${all.slice(0, NAMED).map(told).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    fix: `${text.fix}${all.length > 1 ? ` All ${all.length} are in ${TABLE}.` : ''}`,
    ...(first.original && { original: { url: first.original.url, text: first.original.title } }),
    ...(first.rebuilt && { rebuilt: { url: first.rebuilt.url, text: first.rebuilt.title } }),
  }
}

/** `“Red shirt”, M: 25.00 USD → 250.00 USD`. */
function told({ subject, original, rebuilt, part, before, after }: Difference): string {
  const name = subject ?? original?.title ?? rebuilt?.title ?? ''
  const shown = `“${short(name, 80)}”${part ? `, ${short(part, 60)}` : ''}`
  const change = after ? `${short(before, 80)} → ${short(after, 80)}` : short(before, 120)
  return change ? `${shown}: ${change}` : shown
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
