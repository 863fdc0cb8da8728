import type { DocumentArtifact } from '../../capture/collectors/document.ts'
import { readHtml } from '../../lib/html.ts'
import { memo } from '../../lib/memo.ts'
import type { Side } from '../core/suite.ts'

/** What the page says before any script runs; read once for all checks. */
export const servedBy = memo((document: DocumentArtifact) => readHtml(document.html))

interface HeadLink {
  rel: string
  /** Absolute. */
  href: string
  hreflang: string
}

/** Links that speak for the whole document: `<link>` in the head, and the Link header (RFC 8288). */
export function headLinks({ document, head }: Side<'document' | 'head'>): HeadLink[] {
  const inMarkup = head.links.filter(link => link.inHead && link.href !== '')
  return [...inMarkup, ...fromHeader(document.headers.link ?? '', document.url)]
}

export const hasRel = (link: HeadLink, rel: string): boolean => link.rel.split(/\s+/).includes(rel)

/** As the browser resolved them; one that is written twice is one. */
export function canonicalsOf(side: Side<'document' | 'head'>): string[] {
  const named = headLinks(side).filter(link => hasRel(link, 'canonical') && URL.canParse(link.href))
  return [...new Set(named.map(link => link.href))].slice(0, 5)
}

const LINK = /<([^<>]{1,2048})>((?:\s*;\s*[\w-]+\*?\s*=\s*(?:"[^"]*"|[^\s",;]+))*)/g

function fromHeader(value: string, base: string): HeadLink[] {
  return [...value.matchAll(LINK)].flatMap(([, href, parameters]) => {
    const of = (name: string) =>
      new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s",;]+))`, 'i')
        .exec(parameters!)
        ?.slice(1)
        .find(Boolean) ?? ''
    if (!URL.canParse(href!, base)) return []
    return [{ rel: of('rel').toLowerCase(), href: new URL(href!, base).href, hreflang: of('hreflang') }]
  })
}
