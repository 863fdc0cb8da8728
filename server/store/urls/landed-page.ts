/** What a page says of itself, from its markup as served. One linear pass without a tree, bounded. */

import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import type { HttpResponse } from '../../egress/http/index.ts'
import { hash32, mix32 } from '../../lib/hash.ts'
import { decodeHtml } from '../../lib/html.ts'
import { pageUrl } from '../../lib/url.ts'
import type { Hop, LandedPage } from '../types.ts'
import { gatherFacts } from './page-facts.ts'

interface ReadPage {
  page: LandedPage
  /** Where the page sends its visitors itself, absolute. */
  sendsTo: { by: Exclude<Hop['by'], 'server'>; url: string } | null
}

/** Elements within each other; beyond them the markup is made to exhaust a parser. */
const MAX_DEPTH = 1000
const MAX_TEXT = 300
/** A meta refresh that takes longer is a slide show or a reload. */
const MAX_REFRESH_S = 10
/** A page with more words than this stays: its script may redirect on some event, not at once. */
const MAX_EMPTY_WORDS = 30
const MAX_SCRIPT_LENGTH = 20_000

export function readLandedPage(response: HttpResponse): ReadPage {
  const { url, status, headers } = response
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const page: LandedPage = {
    url,
    status,
    type,
    title: '',
    heading: '',
    canonical: '',
    noindex: isNoindex(headers['x-robots-tag'] ?? '') ? 'header' : null,
    ...pageTypeOf(headers['server-timing'] ?? ''),
    product: false,
    productLinks: 0,
    words: 0,
    digest: '',
    sketch: [],
    opening: '',
  }
  if (!/html|^$/.test(type)) return { page: { ...page, ...sketchOf('', response.body) }, sendsTo: null }

  const text = mainText()
  const facts = gatherFacts()
  const links = new Set<string>()
  let listing = false
  let refresh = ''
  let scripts = ''
  let depth = 0
  let field: 'title' | 'heading' | null = null
  let code: 'style' | 'script' | 'json-ld' | null = null
  let hidden = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) return parser.pause()
        text.open(name, attributes)
        facts.open(name, attributes, { inMain: !text.inFrame, isOthers: text.isOthers })
        if (name === 'body' && attributes.onload) scripts += `;${attributes.onload};`.slice(0, MAX_TEXT)
        if (name === 'html' && attributes.lang) page.language ??= attributes.lang.trim().slice(0, 35)
        if (name === 'noscript') hidden++
        else if (name === 'title' && page.title === '' && !text.inDrawing) field = 'title'
        else if (name === 'h1' && page.heading === '') field = 'heading'
        else if (name === 'meta') {
          const key = (attributes.name ?? attributes.property ?? '').toLowerCase()
          const content = attributes.content ?? ''
          if ((key === 'robots' || key === 'googlebot') && isNoindex(content)) page.noindex = 'markup'
          if (key === 'og:type') page.product ||= /^(og:)?product(\.item)?$/i.test(content.trim())
          if (/^refresh$/i.test(attributes['http-equiv'] ?? '') && hidden === 0) refresh ||= content
        } else if (name === 'link' && page.canonical === '') {
          if (/(^|\s)canonical(\s|$)/i.test(attributes.rel ?? ''))
            page.canonical = absolute(attributes.href ?? '', url) ?? ''
        } else if (name === 'script' && attributes.src === undefined)
          code = /ld\+json/i.test(attributes.type ?? '') ? 'json-ld' : 'script'
        else if (name === 'style') code = 'style'
        else if (name === 'a' && text.inMain && links.size < 100) {
          const product = /\/products?\/[^/?#]+/i.exec(attributes.href ?? '')
          if (product) links.add(product[0])
        }
        if (/^https?:\/\/schema\.org\/Product$/i.test(attributes.itemtype ?? '')) {
          listing ||= page.product
          page.product = true
        }
      },
      ontext(data) {
        if (code === 'json-ld') {
          facts.json(data)
          if (/"@type"\s*:\s*(\[[^\]]{0,200})?"(Product|ProductGroup)"/.test(data)) page.product = true
          if (/"(ItemList|CollectionPage|OfferCatalog)"/.test(data)) listing = true
        } else if (code === 'script') {
          if (scripts.length < MAX_SCRIPT_LENGTH) scripts += data.slice(0, MAX_SCRIPT_LENGTH)
        } else if (code === 'style') return
        else if (field === 'title') page.title += data.slice(0, MAX_TEXT)
        else {
          if (field === 'heading') page.heading += data.slice(0, MAX_TEXT)
          text.say(data)
          facts.text(data, { inMain: !text.inFrame })
        }
      },
      onclosetag(name) {
        depth--
        text.close(name)
        facts.close(name)
        if (name === 'noscript') hidden--
        if (name === 'script' && code === 'json-ld') facts.endJson()
        if (name === 'script' || name === 'style') code = null
        if (name === 'title' || name === 'h1') field = null
      },
    },
    { decodeEntities: true },
  )
  parser.write(decodeHtml(response.body, headers['content-type'] ?? ''))
  parser.end()

  page.title = tidied(page.title)
  page.heading = tidied(page.heading)
  page.product &&= !listing
  page.productLinks = links.size
  const main = text.text()
  Object.assign(page, sketchOf(main), {
    opening: tidied(main.slice(0, 10 * MAX_TEXT)),
    // What stands behind the cut may be all that is missing before it.
    ...(!response.truncated && { facts: facts.told(text.own(), page) }),
  })
  return { page, sendsTo: sendsTo(page, refresh, response.truncated ? '' : scripts) }
}

function sendsTo(page: LandedPage, refresh: string, scripts: string): ReadPage['sendsTo'] {
  const [, seconds, to = ''] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(refresh) ?? []
  const byMeta = absolute(to.trim(), page.url)
  if (byMeta && to && Number(seconds) <= MAX_REFRESH_S && byMeta !== page.url)
    return { by: 'meta', url: byMeta }
  if (page.words >= MAX_EMPTY_WORDS) return null
  const [, assigned, called] =
    [...scripts.matchAll(SCRIPT_REDIRECT)]
      .slice(0, MAX_ASSIGNED)
      .find(({ index }) => runsAtOnce(scripts, index)) ?? []
  const byScript = absolute(assigned ?? called ?? '', page.url)
  return (assigned ?? called) && byScript && byScript !== page.url ? { by: 'script', url: byScript } : null
}

const SCRIPT_REDIRECT =
  /\blocation(?:\.href)?\s*=\s*["'`]([^"'`\s]{1,2000})["'`]|\blocation\.(?:replace|assign)\(\s*["'`]([^"'`\s]{1,2000})["'`]/g

/** Places in scripts that may be a redirect; each is looked at with what stands around it. */
const MAX_ASSIGNED = 20

/**
 * Not within a function that waits for something, such as the "No" of a question for the visitor's age. One with a name
 * runs where it is called.
 * @param depth of functions that call each other, still to be followed
 */
function runsAtOnce(scripts: string, at: number, depth = 2): boolean {
  const before = (end: number) => /[^;{}]*$/.exec(scripts.slice(Math.max(0, end - 200), end))![0]
  const waits = (head: string) => /\bfunction\b|=>/.test(head) && !AT_ONCE.test(head)
  const isCalled = (head: string): boolean => {
    const [, declared, assigned] = NAMED.exec(head) ?? []
    const name = (declared ?? assigned ?? '').replaceAll('$', '\\$')
    if (name === '' || depth === 0) return false
    return scripts
      .matchAll(new RegExp(`(?<![\\w$.])${name}(?![\\w$])(\\s*\\()?`, 'g'))
      .take(MAX_MENTIONS)
      .filter(({ index, 1: call }) => {
        const stands = before(index)
        return !/\bfunction\s*$/.test(stands) && (call || AT_ONCE.test(stands))
      })
      .take(MAX_CALLS)
      .some(({ index }) => runsAtOnce(scripts, index, depth - 1))
  }
  if (waits(before(at))) return isCalled(before(at))
  let closed = 0
  for (let index = at - 1; index >= 0; index--) {
    if (scripts[index] === '}') closed++
    else if (scripts[index] === '{' && closed-- === 0) {
      if (waits(before(index))) return isCalled(before(index))
      closed = 0
    }
  }
  return true
}

/** Of one function: places where its name stands, and of these its calls. */
const [MAX_MENTIONS, MAX_CALLS] = [50, 5]
const NAMED = /\bfunction\s+([\w$]+)\s*\([^()]*\)\s*$|\b(?:var|let|const)\s+([\w$]+)\s*=/

/** Functions that are called where they are written, or as soon as the page is there. */
const AT_ONCE =
  /^\s*[!(+]+\s*(async\s+)?(function|\()|(\$|jQuery)\(\s*(function|\()|["'](load|DOMContentLoaded|pageshow)["']|\b(onload|ready|setTimeout)\b/

function absolute(text: string, base: string): string | null {
  const url = pageUrl(text, base)
  return url && url.length <= 2048 ? url : null
}

/** A copy, since a slice of a string keeps the whole string in memory. */
const tidied = (text: string) => Buffer.from(short(text)).toString()

const short = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)

/** For all crawlers: `otherbot: noindex` is a rule for that one. */
const isNoindex = (rules: string) =>
  rules
    .toLowerCase()
    .split(',')
    .some(rule => /^\s*(googlebot\s*:)?\s*(noindex|none)\s*$/.test(rule))

/** Shopify's Server-Timing: `..., pageType;desc="product", ...`. */
function pageTypeOf(timing: string): { pageType?: string } {
  const [, pageType] = /\bpageType;desc="([\w-]{1,40})"/.exec(timing) ?? []
  return pageType ? { pageType } : {}
}

const UNSEEN_TAGS = /^(script|style|noscript|template|textarea|title|iframe|svg|math|object|select|dialog)$/
const FRAME_TAGS = /^(nav|footer|aside)$/
const FRAME_ROLES = /^(navigation|banner|contentinfo|complementary|search|dialog|alertdialog)$/
const MAX_MAIN_TEXT = 200_000
/** A main element with less text is an empty container: the whole body is read instead. */
const MIN_MAIN_TEXT = 100

/** Where related products stand, and the card of one, as themes and shop systems call them. */
const OTHERS =
  /(^|[\s_-])(related|recommend(ed|ations?)|up-?sells?|cross-?sells?|recently-?viewed|product-?(cards?|tiles?|miniature|grid-item)|grid-product)([\s_-]|$)/i
/** Of the shop, not of what it sells. */
const SHOP_TYPE = /schema\.org\/(Organization|Corporation|LocalBusiness|\w*Store|WebSite)$/i

type Role = 'main' | 'frame' | 'unseen' | 'others' | 'plain'

/** Gathers the text of a page's main part while its tags go by: without navigation, header, footer and what is unseen. */
function mainText() {
  /** Open elements that matter, with how many of their name stand above them. */
  const stack: { name: string; is: Role; above: number }[] = []
  const depth: Record<Role, number> = { main: 0, frame: 0, unseen: 0, others: 0, plain: 0 }
  let drawings = 0
  let main = ''
  let body = ''
  const own = { main: '', body: '' }

  function roleOf(name: string, attributes: Record<string, string>): Role | null {
    if (UNSEEN_TAGS.test(name)) return 'unseen'
    const role = attributes.role?.toLowerCase() ?? ''
    if (name === 'main' || role === 'main') return 'main'
    // The header of an article belongs to it.
    if (FRAME_TAGS.test(name) || FRAME_ROLES.test(role) || (name === 'header' && depth.main === 0))
      return 'frame'
    const { class: classes = '', itemtype = '' } = attributes
    if (name === 'body' || name === 'html') return null
    const ofOthers =
      OTHERS.test(name) || OTHERS.test(classes) || (name === 'li' && /(^|\s)product(\s|$)/i.test(classes))
    return ofOthers || SHOP_TYPE.test(itemtype) ? 'others' : null
  }

  /** What the page is about stands in it, however it is called. */
  function isItsOwn(): void {
    for (const one of stack) if (one.is === 'others') one.is = 'plain'
    depth.plain += depth.others
    depth.others = 0
  }

  return {
    open(name: string, attributes: Record<string, string>): void {
      if (name === 'svg') drawings++
      if (name === 'h1' && depth.others > 0) isItsOwn()
      const is = roleOf(name, attributes)
      if (is) {
        stack.push({ name, is, above: 0 })
        depth[is]++
      } else {
        const top = stack.at(-1)
        if (top?.name === name) top.above++
      }
      main += ' '
      body += ' '
      own.main += ' '
      own.body += ' '
    },
    close(name: string): void {
      if (name === 'svg') drawings--
      const top = stack.at(-1)
      if (top?.name !== name) return
      if (top.above > 0) top.above--
      else depth[stack.pop()!.is]--
    },
    say(text: string): void {
      if (depth.unseen > 0 || depth.frame > 0) return
      if (depth.main > 0 && main.length < MAX_MAIN_TEXT) main += text
      if (body.length < MAX_MAIN_TEXT) body += text
      if (depth.others > 0) return
      if (depth.main > 0 && own.main.length < MAX_MAIN_TEXT) own.main += text
      if (own.body.length < MAX_MAIN_TEXT) own.body += text
    },
    get inMain() {
      return depth.unseen === 0 && depth.frame === 0
    },
    /** Within navigation, header or footer. */
    get inFrame() {
      return depth.frame > 0
    },
    /** Within what the page shows of other products, or says of the shop. */
    get isOthers() {
      return depth.others > 0
    },
    /** Within an svg, whose `title` is not the page's. */
    get inDrawing() {
      return drawings > 0
    },
    text: (): string => (main.trim().length >= MIN_MAIN_TEXT ? main : body),
    /** The same without what is shown of others. */
    own: (): string => (main.trim().length >= MIN_MAIN_TEXT ? own.main : own.body),
  }
}

/** A character of a script that is written without spaces counts as a word. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu
const MAX_WORDS = 5000
const SKETCH_SIZE = 32

/**
 * A text in few numbers: two pages' sketches tell how much of their word triples they share. Of a file that is no page
 * `bytes` are taken instead.
 * @see Broder, "On the resemblance and containment of documents" (1997)
 */
export function sketchOf(text: string, bytes?: Buffer): Pick<LandedPage, 'words' | 'digest' | 'sketch'> {
  if (bytes)
    return { words: 0, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16), sketch: [] }
  const hashes: number[] = []
  for (const match of text.toLowerCase().normalize('NFKC').matchAll(WORD)) {
    if (hashes.length === MAX_WORDS) break
    hashes.push(hash32(match[0]))
  }
  let digest = 0
  let other = 0
  for (const hash of hashes) {
    digest = mix32(digest ^ hash)
    other = mix32((other + hash) | 0)
  }
  const triples = new Set<number>()
  for (let at = 0; at < Math.max(1, hashes.length - 2) && hashes.length > 0; at++)
    triples.add(mix32(hashes[at]! ^ rotated(hashes[at + 1] ?? 0, 11) ^ rotated(hashes[at + 2] ?? 0, 22)))
  const sketch = [...Uint32Array.from(triples).sort().subarray(0, SKETCH_SIZE)]
  return {
    words: hashes.length,
    digest: digest.toString(16).padStart(8, '0') + other.toString(16).padStart(8, '0'),
    sketch,
  }
}

const rotated = (value: number, by: number) => ((value << by) | (value >>> (32 - by))) >>> 0
