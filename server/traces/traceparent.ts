/** W3C Trace Context: which trace something belongs to, and what in it caused it. */
export interface TraceParent {
  traceId: string
  spanId: string
  /** The lowest bit: it is recorded. */
  flags: number
}

/** Later versions may say more behind it; what stands before that they leave as it is. */
const HEADER = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Of a header as anybody may send it: null for whatever is none, which is as if it had not been sent. */
export function readTraceparent(text: string | null | undefined): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = HEADER.exec(text?.trim() ?? '') ?? []
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & SAMPLED }
}

export const writeTraceparent = ({ traceId, spanId, flags }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${flags & SAMPLED}`
