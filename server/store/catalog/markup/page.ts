/** What the markup of a page says to machines: one pass over it as served, no tree, everything bounded. */
import { Parser } from 'htmlparser2'
import { LIMITS, nameOf, type StructuredItem, type StructuredValue } from '../../../lib/structured/item.ts'
import { readJsonLd } from '../../../lib/structured/json-ld.ts'

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
  /** Amounts in its text whose point stands for thousands: `1.234` of `1.234,00 €`. */
  thousands: ReadonlySet<string>
}

const MAX = { jsonLd: 60, text: 2_000_000, metas: 300, links: 2000, heading: 300, visible: 200_000 } as const

export function readPage(html: string, url: string): PageMarkup {
  const metas = new Map<string, string>()
  const links = new Set<string>()
  const scripts: string[] = []
  const microdata = createMicrodata(url)
  const host = new URL(url).host
  let [language, canonical, heading, script] = ['', '', '', '']
  let [inScript, inHeading, left]: [boolean, boolean, number] = [false, false, MAX.text]
  let [visible, unseen] = ['', 0]
  const absolute = (href: string | undefined) =>
    href && href.length <= 2048 && URL.canParse(href, url) ? new URL(href, url) : null

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') language = attributes.lang?.slice(0, 35) ?? ''
      if (name === 'script') {
        inScript = /^\s*application\/ld\+json/i.test(attributes.type ?? '') && scripts.length < MAX.jsonLd
        script = ''
      }
      if (UNSEEN.test(name)) unseen++
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
      if (unseen === 0 && visible.length < MAX.visible) visible += text
      if (inHeading && heading.length < MAX.heading) heading += text
      microdata.text(text)
    },
    onclosetag(name) {
      if (UNSEEN.test(name)) unseen--
      if (!INLINE_TAGS.test(name)) visible += ' '
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
    items: [...described, ...microdata.items],
    metas,
    language,
    canonical,
    heading,
    links: [...links],
    thousands: new Set([...visible.matchAll(THOUSANDS)].map(match => match.slice(1).find(Boolean)!)),
  }
}

const INLINE_TAGS = /^(a|b|bdi|em|i|ins|small|span|strong|sub|sup)$/
const UNSEEN = /^(script|style|noscript|template)$/
/** With decimals behind a comma, or beside a currency. */
const THOUSANDS =
  /(?<![\d.,])(?:(\d{1,3}\.\d{3}),(?:\d{2}|[-–])(?!\d)|(?<=(?:\p{Sc}|\b[A-Z]{3})\s?)(\d{1,3}\.\d{3})(?![\d.,]*\d)|(\d{1,3}\.\d{3})(?=\s?(?:\p{Sc}|[A-Z]{3}\b)))/gu

interface Open {
  /** That it began. */
  item?: StructuredItem
  /** Names under which its text counts. */
  names?: string[]
  said?: string
}

const MAX_DEPTH = 500

/**
 * Collects microdata while a parser walks a page.
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
function createMicrodata(base: string) {
  const tops: StructuredItem[] = []
  const elements: Open[] = []
  const owners: StructuredItem[] = []
  const listening: Open[] = []
  let [nodes, beyond] = [0, 0]

  const split = (text: string | undefined) =>
    (text ?? '').split(/\s+/).filter(Boolean).slice(0, 20).map(nameOf)

  function add(names: string[], value: StructuredValue): void {
    const owner = owners.at(-1)
    if (!owner || value === '') return
    for (const name of names) {
      const known = owner.properties.find(([property]) => property === name)
      if (known) known[1].push(value)
      else owner.properties.push([name, [value]])
    }
  }

  return {
    open(name: string, attributes: Record<string, string>): void {
      if (elements.length >= MAX_DEPTH) {
        beyond++
        return
      }
      const open: Open = {}
      elements.push(open)
      const names = split(attributes.itemprop)
      if (nodes > LIMITS.nodes || (attributes.itemscope === undefined && names.length === 0)) return
      nodes++
      if (attributes.itemscope !== undefined) {
        const item: StructuredItem = {
          syntax: 'microdata',
          types: split(attributes.itemtype),
          id: (attributes.itemid ?? '').slice(0, LIMITS.value),
          properties: [],
        }
        if (names.length && owners.length) add(names, item)
        else tops.push(item)
        open.item = item
        owners.push(item)
        return
      }
      const value = saidBy(name, attributes, base)
      if (value !== null) add(names, value.slice(0, LIMITS.value))
      else if (owners.length) {
        open.names = names
        open.said = ''
        listening.push(open)
      }
    },
    text(text: string): void {
      for (const open of listening)
        if (open.said!.length < LIMITS.value) open.said += text.slice(0, LIMITS.value)
    },
    /** Of the element that was opened last. */
    close(): void {
      if (beyond > 0) {
        beyond--
        return
      }
      const open = elements.pop()
      if (!open) return
      if (open.names) {
        listening.splice(listening.indexOf(open), 1)
        add(open.names, open.said!.replace(/\s+/g, ' ').trim().slice(0, LIMITS.value))
      }
      if (open.item) owners.pop()
    },
    /** Those that are part of no other. */
    items: tops as readonly StructuredItem[],
  }
}

/** What an element says by an attribute; null where it is its text. */
function saidBy(name: string, attributes: Record<string, string>, base: string): string | null {
  if (attributes.content !== undefined) return attributes.content.trim()
  const address = attributes.href ?? attributes.src ?? attributes.data
  if (address !== undefined && /^(a|area|link|img|source|video|audio|iframe|embed|object)$/.test(name))
    return URL.canParse(address, base) ? new URL(address, base).href : ''
  if (/^(data|meter)$/.test(name) && attributes.value !== undefined) return attributes.value.trim()
  if (name === 'time' && attributes.datetime !== undefined) return attributes.datetime.trim()
  return null
}
