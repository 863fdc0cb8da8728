/** Markdown as GitHub shows it, and what in it is more than text. */
import { load } from 'cheerio'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

export function rendered(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    // GitHub takes some HTML; whether it would take this is not left to its filter.
    allowDangerousHtml: true,
  })
}

const OURS = new Set(
  'html head body h2 h3 h4 p br code strong sub ul ol li table thead tbody tr th td details summary a'.split(
    ' ',
  ),
)

/** Sentences about all that a hostile text became; empty when it stayed text. */
export function mischief(markdown: string, mayLinkTo: readonly string[]): string[] {
  const $ = load(rendered(markdown))
  const found: string[] = []
  for (const element of $('*').toArray()) {
    if (!('tagName' in element)) continue
    if (!OURS.has(element.tagName)) found.push(`element ${element.tagName}`)
    for (const name of Object.keys(element.attribs))
      if (!(element.tagName === 'a' && name === 'href') && name !== 'align' && name !== 'start')
        found.push(`attribute ${name} of ${element.tagName}`)
  }
  $('a').each((_, element) => {
    const href = $(element).attr('href') ?? ''
    if (!mayLinkTo.includes(href)) found.push(`link to ${href}`)
  })
  // In code and links GitHub looks for nothing.
  $('code, a').remove()
  const text = $('body')
    .find('*')
    .addBack()
    .contents()
    .filter((_, node) => node.type === 'text')
    .map((_, node) => $(node).text())
    .get()
  for (const part of text)
    for (const [what, pattern] of Object.entries(MORE_THAN_TEXT))
      if (pattern.test(part)) found.push(`${what}: ${part.slice(0, 80)}`)
  return found
}

/** How many HTML comments there are, which nobody sees. */
export function hidden(markdown: string): number {
  return load(rendered(markdown))('*, html')
    .addBack()
    .contents()
    .toArray()
    .filter(({ type }) => type === 'comment').length
}

const MORE_THAN_TEXT = {
  mention: /[@＠]/,
  'reference to an issue': /#\s*\d|\bGH-\d/i,
  address: /https?:|ftp:|www\.|mailto:|xmpp:/i,
  commit: /\b[0-9a-f]{7,40}\b/i,
  formula: /\$/,
  emoji: /:\w+:/,
  'mark of markdown': /[`[\]|<>\\*_~]/,
  'hidden mark': /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/,
}
