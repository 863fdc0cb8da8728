import { SaxesParser } from 'saxes'

/** What a sitemap lists, as written. */
export interface Listed {
  kind: 'page' | 'sitemap'
  text: string
}

/** Real ones are three deep. */
const MAX_ELEMENT_DEPTH = 20
/** Markup that is broken this often is none. */
const MAX_MARKUP_ERRORS = 1000
const MAX_TEXT = 4096
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi

/**
 * Reads a sitemap, an index of sitemaps or a text file with an address on each line, in pieces and forgivingly: what
 * is not well-formed costs no more than itself. Anything else lists nothing. Throws for markup that is nested or
 * broken beyond reason, and what `text` throws.
 */
export async function* readXml(text: AsyncIterable<string>, contentType: string): AsyncGenerator<Listed> {
  let read: ((piece: string) => Listed[] | null) | undefined
  let head = ''
  for await (const piece of text) {
    if (!read) {
      // Some systems send blank lines before the declaration.
      head = (head + piece).trimStart()
      if (head === '') continue
      if (!head.startsWith('<') && !/text\/plain/i.test(contentType) && !/^https?:\/\//i.test(head)) return
      read = head.startsWith('<') ? xmlReader() : lineReader()
    }
    const found = read(head || piece)
    head = ''
    if (found === null) return
    yield* found
  }
  if (read) yield* read('\n') ?? []
}

function lineReader(): (piece: string) => Listed[] {
  let rest = ''
  return piece => {
    const lines = (rest + piece).split(/\r\n|\r|\n/)
    rest = lines.pop()!.slice(0, MAX_TEXT)
    return lines
      .map(line => line.trim())
      .filter(line => /^https?:\/\//i.test(line) && line.length <= MAX_TEXT)
      .map(text => ({ kind: 'page', text }))
  }
}

/** Null as soon as it turns out to be something else. */
function xmlReader(): (piece: string) => Listed[] | null {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  const path: string[] = []
  let found: Listed[] = []
  let kind: Listed['kind'] | null = null
  let other = false
  let prefix = ''
  let words: string | null = null
  let errors = 0
  parser.on('error', error => {
    if (++errors > MAX_MARKUP_ERRORS) throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    if (path.length > MAX_ELEMENT_DEPTH)
      throw new Error(`its elements are nested over ${MAX_ELEMENT_DEPTH} deep`)
    if (path.length === 1) {
      const [first, second] = name.includes(':') ? name.split(':') : ['', name]
      prefix = first ? `${first}:` : ''
      kind = second === 'urlset' ? 'page' : second === 'sitemapindex' ? 'sitemap' : null
      other ||= kind === null
    }
    if (path.length === 3 && name === `${prefix}loc`) words = ''
  })
  const take = (text: string) => {
    if (words !== null && words.length < MAX_TEXT) words += text.slice(0, MAX_TEXT)
  }
  parser.on('text', take)
  parser.on('cdata', text => take(text.replaceAll('&amp;', '&')))
  parser.on('closetag', ({ name }) => {
    path.pop()
    if (words === null || name !== `${prefix}loc`) return
    if (kind && words.trim()) found.push({ kind, text: words.trim() })
    words = null
  })
  let rest = ''
  let failure: unknown
  return piece => {
    if (failure) throw failure
    // A bare & would swallow all until the next semicolon; one at the end may go on in the next piece.
    const whole = rest + piece
    const cut = whole.lastIndexOf('&')
    const end = cut >= 0 && whole.length - cut < 12 && piece !== '\n' ? cut : whole.length
    rest = whole.slice(end)
    try {
      parser.write(whole.slice(0, end).replace(ENTITY, '&amp;'))
    } catch (error) {
      // With the next piece, so that what stands before it is not lost.
      failure = error
    }
    if (other) return null
    const out = found
    found = []
    return out
  }
}
