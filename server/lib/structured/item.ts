/** A thing that the page describes to machines, in whichever of the three syntaxes. */
export interface StructuredItem {
  syntax: 'json-ld' | 'microdata' | 'rdfa'
  /** Names of schema.org, e.g. `Product`; those of other vocabularies keep their address or prefix. */
  types: string[]
  /** What others refer to it by, or ''. */
  id: string
  properties: [name: string, values: StructuredValue[]][]
}

/** `ref`: the id of an item that is described elsewhere on the page. */
export type StructuredValue = string | StructuredItem | { ref: string }

export interface StructuredArtifact {
  /** Those that are part of no other. */
  items: StructuredItem[]
  /** JSON-LD that cannot be parsed, or that has no context; `types` are those that its text names. */
  broken: { error: string; near: string; types: string[] }[]
  /** Scripts beyond the limit, of which nothing is known. */
  unread: number
}

export const LIMITS = {
  /** Characters of JSON-LD in all. */
  text: 2 * 1024 * 1024,
  scripts: 100,
  depth: 20,
  /** Items and values in all. */
  nodes: 20_000,
  value: 2000,
} as const

/** `Product` for `https://schema.org/Product` and `schema:Product`. */
export function nameOf(term: string): string {
  return term
    .trim()
    .replace(/^(https?:\/\/(www\.)?schema\.org\/|schema:)/i, '')
    .slice(0, 200)
}
