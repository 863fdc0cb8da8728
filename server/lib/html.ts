/**
 * Reads HTML as served, before any script. One linear pass that builds no tree: the markup may be made to exhaust a
 * parser, and no more is wanted of it than what a crawler without scripts takes.
 */
import { isUtf8 } from 'node:buffer'
import { decodeHTML } from 'entities'

export interface ServedMarkup {
  title: string
  /** Of the root element. */
  lang: string
  /** `name` or `property` in lower case. */
  metas: { name: string; content: string }[]
  /** `rel` in lower case, `href` as written. */
  links: { rel: string; href: string }[]
  /** How many scripts of JSON-LD, and how many links that a crawler can follow. */
  jsonLd: number
  anchors: number
  /** Texts of h1 to h6. */
  headings: string[]
  /** Text of the body; `INLINE` stands where elements within a line begin and end. */
  text: string
}

/** Whether words on both sides of it are one depends on styles. */
export const INLINE = '\u0001'

const MAX_TAGS = 2000
const MAX_TEXT = 500_000
/** Of a heading, with what stands between. */
const MAX_PARTS = 100
/** What scripts, styles and markup for other readers say is no text of the page. */
const SKIPPED =
  /^(script|style|noscript|template|textarea|title|iframe|noembed|noframes|xmp|svg|math|object|select)$/
const WITHIN_A_LINE =
  /^(a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/
const START = /<!--|<[!?]|<\/?[a-z]/gi
const NAME = /[^\s/>]+/y
const ATTRIBUTE = /\s*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|\s*[/"'=]|\s*(>)/y

export function readHtml(html: string): ServedMarkup {
  const found: ServedMarkup = {
    title: '',
    lang: '',
    metas: [],
    links: [],
    jsonLd: 0,
    anchors: 0,
    headings: [],
    text: '',
  }
  const texts: string[] = []
  let length = 0
  const say = (text: string) => {
    if (text === '' || length > MAX_TEXT) return
    texts.push(text)
    length += text.length
  }
  let at = 0
  let titled = false
  /** Of `texts`, at which the heading begins that is open. */
  let heading = -1
  const unclosed = new Set<string>()
  while (at < html.length) {
    START.lastIndex = at
    const start = START.exec(html)
    say(html.slice(at, start?.index))
    if (!start) break
    const [opening] = start
    if (!/[a-z]$/i.test(opening)) {
      const closing = opening === '<!--' ? '-->' : '>'
      const end = html.indexOf(closing, START.lastIndex)
      if (end < 0) break
      at = end + closing.length
      continue
    }
    NAME.lastIndex = START.lastIndex - 1
    const name = NAME.exec(html)![0].slice(0, 40).toLowerCase()
    const { attributes, end } = attributesOf(html, NAME.lastIndex)
    at = end
    say(WITHIN_A_LINE.test(name) ? INLINE : ' ')
    if (/^h[1-6]$/.test(name)) {
      if (heading >= 0 && found.headings.length < MAX_TAGS)
        found.headings.push(
          tidied(
            texts
              .slice(heading, heading + MAX_PARTS)
              .join('')
              .replaceAll(INLINE, ''),
          ),
        )
      heading = opening.startsWith('</') ? -1 : texts.length
    }
    if (opening.startsWith('</')) continue
    take(found, name, attributes)
    // A declarative shadow root is text of the page, any other template waits for a script.
    if (!SKIPPED.test(name) || (name === 'template' && attributes.has('shadowrootmode'))) continue
    const close = new RegExp(`</${name}`, 'gi')
    close.lastIndex = at
    const closed = unclosed.has(name) ? null : close.exec(html)
    if (!closed) unclosed.add(name)
    // What is never closed swallows the rest, as in a browser; drawings may be closed by themselves.
    if (!closed && !/^(svg|math|object|select)$/.test(name)) break
    if (name === 'title' && !titled) {
      found.title = tidied(html.slice(at, closed!.index))
      titled = true
    }
    if (closed) at = closed.index
  }
  found.text = decodeHTML(texts.join('').slice(0, MAX_TEXT))
  return found
}

function take(found: ServedMarkup, name: string, attributes: ReadonlyMap<string, string>): void {
  const value = (attribute: string) => tidied(attributes.get(attribute) ?? '')
  if (name === 'html' && found.lang === '') found.lang = value('lang')
  if (name === 'meta' && found.metas.length < MAX_TAGS)
    for (const key of new Set([value('name'), value('property')].map(text => text.toLowerCase())))
      if (key) found.metas.push({ name: key, content: value('content') })
  if (name === 'link' && found.links.length < MAX_TAGS)
    found.links.push({ rel: value('rel').toLowerCase(), href: value('href') })
  if (name === 'script' && /^application\/ld\+json/i.test(value('type'))) found.jsonLd++
  if (
    (name === 'a' || name === 'area') &&
    /^(?!\s*javascript:|\s*#?\s*$)/i.test(attributes.get('href') ?? '')
  )
    found.anchors++
}

const tidied = (text: string) => decodeHTML(text.slice(0, 4096)).replace(/\s+/g, ' ').trim()

/** The attributes from behind a tag's name to its end; of two with one name the first counts. */
function attributesOf(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = from
  let end = from
  for (let match = ATTRIBUTE.exec(html); match; match = ATTRIBUTE.exec(html)) {
    const [whole, name, double, single, bare, close] = match
    end = ATTRIBUTE.lastIndex
    if (close || whole === '') break
    if (name && attributes.size < 200 && !attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  }
  return { attributes, end: Math.max(end, from) }
}

/** In a <meta> at the beginning, which cannot stand there in UTF-16. */
const META_CHARSET = /<meta[^>]{0,100}charset=["']?(?!utf-16)([\w-]+)/i
const BYTE_ORDER_MARKS = [
  { mark: 'efbbbf', label: 'utf-8' },
  { mark: 'fffe', label: 'utf-16le' },
  { mark: 'feff', label: 'utf-16be' },
]

/**
 * HTML in the encoding that a browser reads it in: that of its byte order mark, of its `type` as sent, or of its <meta>; what
 * declares none is UTF-8 where it can be, and windows-1252 otherwise.
 */
export function decodeHtml(body: Buffer, type: string): string {
  const marked = BYTE_ORDER_MARKS.find(
    ({ mark }) => body.subarray(0, mark.length / 2).toString('hex') === mark,
  )
  const label =
    marked?.label ??
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    META_CHARSET.exec(body.subarray(0, 1024).toString('latin1'))?.[1]
  try {
    if (label) return new TextDecoder(label).decode(body)
  } catch {
    return body.toString('utf8')
  }
  return new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252').decode(body)
}
