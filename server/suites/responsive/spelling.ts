import { normalise } from '../../lib/text.ts'

const known = new Map<string, string>()
/** About as many texts as two pages have. */
const MANY = 50_000

/** `normalise`, remembered: the same texts come back at each of up to 17 widths. */
export function spelled(text: string): string {
  const ready = known.get(text)
  if (ready !== undefined) return ready
  const fresh = normalise(text)
  if (known.size >= MANY) known.clear()
  known.set(text, fresh)
  return fresh
}
