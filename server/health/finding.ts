/** What `npm run doctor` finds: one line each. */

export interface Finding {
  name: string
  /** `advice` works, and could be better; with a `fault` the service cannot do its work. */
  state: 'ok' | 'advice' | 'fault'
  found: string
  /** What to do, where `found` does not say it. */
  mend?: string
}

export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found })
export const advice = (name: string, found: string, mend: string): Finding => ({
  name,
  state: 'advice',
  found,
  mend,
})
export const fault = (name: string, found: string, mend?: string): Finding => ({
  name,
  state: 'fault',
  found,
  mend,
})

const WORDS = { ok: 'ok', advice: 'advice', fault: 'FAULT' }
const NAME_WIDTH = 12

/** `ok      Node         24.21.0`, and below a fault or advice what to do. */
export function findingLine({ name, state, found, mend }: Finding): string {
  const line = `${WORDS[state].padEnd(7)} ${name.padEnd(NAME_WIDTH)} ${found}`
  return mend === undefined ? line : `${line}\n${' '.repeat(8 + NAME_WIDTH)} -> ${mend}`
}
