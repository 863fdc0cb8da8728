import type { Capture } from '../capture/artifact.ts'
import type { Redactor } from '../lib/redact.ts'

/** A capture as it may be kept: without what a page has told back of the submission's secrets. */
export type RedactCapture = (capture: Capture) => Capture

/** What is judged is the page as it was; only what is kept goes through this. */
export const captureRedactor =
  (redact: Redactor): RedactCapture =>
  capture =>
    redact.deep(capture, OURS)

/** Fields of a capture that no page has a say in. */
const OURS = new Set(['side', 'state', 'platform', 'kind', 'source', 'end', 'by', 'landmark', 'type'])
