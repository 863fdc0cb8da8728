import { LIMITS, type StructuredArtifact } from '../../../lib/structured/item.ts'
import { readInContext } from '../../../lib/structured/json-ld.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { readMarkup } from './markup.ts'

export type { StructuredArtifact, StructuredItem, StructuredValue } from '../../../lib/structured/item.ts'

/** Structured data of the rendered document in all three syntaxes: JSON-LD, microdata and RDFa. */
export async function structuredData({ at, gaps }: SiteSession): Promise<StructuredArtifact> {
  const { world } = await at(1440)
  const { jsonLd, unread, items, cut } = await world.run(readMarkup, LIMITS)
  const scripts = jsonLd.map(readInContext)
  if (unread > 0)
    gaps.push(`${unread} scripts of JSON-LD were not read: together they are longer than 2 MiB, or over 100`)
  if (cut || scripts.some(script => 'cut' in script && script.cut))
    gaps.push('structured data deeper than 20 levels, or of over 20,000 values, was read in part')
  return {
    items: [...scripts.flatMap(script => ('items' in script ? script.items : [])), ...items],
    broken: scripts.flatMap(script => ('broken' in script ? [script.broken] : [])).slice(0, 20),
    unread,
  }
}
