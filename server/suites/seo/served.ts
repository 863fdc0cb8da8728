/** Reads the HTML as served, before any script. One pass over up to 2 MB that may be made to exhaust a parser. */

const START = /<!--|<(?:script|style|noscript|template|textarea|title)\b|<meta\b/gi
const TAG_LENGTH = 8192

/** The meta tags of the served markup: `name` or `property` in lower case, and `content`. */
export function metaTags(html: string): { name: string; content: string }[] {
  const found: { name: string; content: string }[] = []
  const lower = html.toLowerCase()
  START.lastIndex = 0
  for (let start = START.exec(html); start && found.length < 500; start = START.exec(html)) {
    const [opening] = start
    if (/^<meta/i.test(opening)) {
      const attributes = attributesOf(html.slice(START.lastIndex, START.lastIndex + TAG_LENGTH))
      const name = attributes.get('name') ?? attributes.get('property') ?? ''
      found.push({ name: name.toLowerCase(), content: attributes.get('content') ?? '' })
      continue
    }
    const closing = opening === '<!--' ? '-->' : `</${opening.slice(1).toLowerCase()}`
    const end = lower.indexOf(closing, START.lastIndex)
    if (end < 0) break
    START.lastIndex = end + closing.length
  }
  return found
}

const ATTRIBUTE = /\s*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|\s*\/|\s*(>)/y

/** Attributes after a tag's name, up to its end. */
function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  ATTRIBUTE.lastIndex = 0
  for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
    const [whole, name, double, single, bare, end] = match
    if (end || whole === '') break
    if (name && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  }
  return found
}
