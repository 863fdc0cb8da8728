/** What the markup of a page says to machines: one pass over it as served, no tree, everything bounded. */
import { Parser } from 'htmlparser2'
import type { StructuredItem } from '../../../lib/structured/item.ts'
import { readJsonLd } from '../../../lib/structured/json-ld.ts'
import { createMicrodata } from './microdata.ts'

export interface PageMarkup {
  /** Of JSON-LD and microdata, those that are part of no other. */
  items: StructuredItem[]
  /** By `property` or `name` in lower case, the first of each. */
  metas: ReadonlyMap<string, string>
  /** BCP 47 as the page says it, or ''. */
  language: string
  /** Absolute, or ''. */
  canonical: string
  heading: string
  /** Absolute, without fragments, of this host, each once. */
  links: string[]
}

const MAX = { jsonLd: 60, text: 2_000_000, metas: 300, links: 2000, heading: 300 } as const

export function readPage(html: string, url: string): PageMarkup {
  const metas = new Map<string, string>()
  const links = new Set<string>()
  const scripts: string[] = []
  const microdata = createMicrodata(url)
  const host = new URL(url).host
  let [language, canonical, heading, script] = ['', '', '', '']
  let [inScript, inHeading, left]: [boolean, boolean, number] = [false, false, MAX.text]
  const absolute = (href: string | undefined) =>
    href && href.length <= 2048 && URL.canParse(href, url) ? new URL(href, url) : null

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') language = attributes.lang?.slice(0, 35) ?? ''
      if (name === 'script') {
        inScript = /^\s*application\/ld\+json/i.test(attributes.type ?? '') && scripts.length < MAX.jsonLd
        script = ''
      }
      if (name === 'h1' && heading === '') inHeading = true
      if (name === 'meta' && metas.size < MAX.metas) {
        const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase()
        if (key && !metas.has(key)) metas.set(key, (attributes.content ?? '').slice(0, 4000))
      }
      if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(attributes.rel ?? ''))
        canonical ||= absolute(attributes.href)?.href ?? ''
      if (name === 'a' && links.size < MAX.links) {
        const target = absolute(attributes.href)
        if (target && target.host === host && /^https?:$/.test(target.protocol)) {
          target.hash = ''
          links.add(target.href)
        }
      }
      microdata.open(name, attributes)
    },
    ontext(text) {
      if (inScript && left > 0) {
        script += text
        left -= text.length
      }
      if (inHeading && heading.length < MAX.heading) heading += text
      microdata.text(text)
    },
    onclosetag(name) {
      if (name === 'script' && inScript) {
        scripts.push(script)
        inScript = false
      }
      if (name === 'h1' && inHeading) {
        heading = heading.replace(/\s+/g, ' ').trim()
        inHeading = false
      }
      microdata.close()
    },
  })
  parser.end(html)
  const described = scripts.flatMap(text => {
    const read = readJsonLd(text)
    return 'items' in read ? read.items : []
  })
  return {
    items: [...described, ...microdata.items()],
    metas,
    language,
    canonical,
    heading,
    links: [...links],
  }
}
