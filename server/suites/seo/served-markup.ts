import type { DocumentArtifact } from '../../capture/collectors/document.ts'
import { readHtml } from '../../lib/html.ts'
import { memo } from '../../lib/memo.ts'

/** What the page says before any script runs; read once for all checks. */
export const servedBy = memo((document: DocumentArtifact) => readHtml(document.html))
