import type { DocumentArtifact } from '../../capture/collectors/document.ts'
import { readHtml, type ServedMarkup } from '../../lib/html.ts'

const known = new WeakMap<DocumentArtifact, ServedMarkup>()

/** What the page says before any script runs; read once for all checks. */
export function servedBy(document: DocumentArtifact): ServedMarkup {
  const before = known.get(document)
  if (before) return before
  const read = readHtml(document.html)
  known.set(document, read)
  return read
}
