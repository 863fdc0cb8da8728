/** What mutations look for on a page: each the first or the plainest of its kind that a visitor meets. */
import type { Cheerio } from 'cheerio'
import type { Element, PageEdit } from './page.ts'

/** What asks for consent, which is answered before anything is looked at. */
export const CONSENT = '#cmplz-cookiebanner-container'

export const textOf = ($: PageEdit['$'], element: Element | undefined) =>
  element ? $(element).text().replace(/\s+/g, ' ').trim() : ''

/** Languages without spaces have no words to count; three letters stand for one. */
export function wordCount(text: string): number {
  return Math.max(text.split(/\s+/).filter(Boolean).length, Math.floor(letterCount(text) / 3))
}
const letterCount = (text: string) => (text.match(/[\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff]/g) ?? []).length

export const isContent = ({ $ }: PageEdit, element: Element) =>
  $(element).closest('nav, footer, aside, [role=navigation], [role=contentinfo]').length === 0

/** The longest paragraph of the content, of eight words at least; none in a link or a form. */
export function longestParagraph(edit: PageEdit): Cheerio<Element> {
  const { $ } = edit
  const count = (element: Element) => wordCount(textOf($, element))
  const all = edit
    .shown('p')
    .toArray()
    .filter(
      element => isContent(edit, element) && count(element) >= 8 && !$(element).closest('a, form').length,
    )
  return $(all.sort((a, b) => count(b) - count(a)).slice(0, 1))
}

/** Headings of the content below the first. */
export const headings = (edit: PageEdit) =>
  edit
    .shown('h2, h3, h4')
    .filter((_, element) => isContent(edit, element) && !edit.$(element).closest('header').length)

/** Photographs and drawings of the content that come from the site's own files, 64 px a side or more. */
export function pictures(edit: PageEdit, least = 64): Cheerio<Element> {
  const { $ } = edit
  return edit.shown('img[src]').filter((_, img) => {
    const seen = edit.seen(img)
    if (seen && Math.min(seen.width, seen.height) < least) return false
    return (
      isContent(edit, img) && /^(?!([a-z]+:)?\/\/|data:).*\.(jpe?g|png|webp|avif)$/i.test($(img).attr('src')!)
    )
  })
}

export const firstPicture = (edit: PageEdit, least?: number) => {
  const found = pictures(edit, least)
  const outside = found.filter((_, img) => !edit.$(img).closest('header').length)
  return (outside.length ? outside : found).first()
}

/** What an issue may call a picture: its alternative text or the name of its file. */
export function namesOf(picture: Cheerio<Element>): string[] {
  const file = (picture.attr('src') ?? '').split(/[?#]/)[0]!.split('/').pop()!
  return [picture.attr('alt') ?? '', file.replace(/\.\w+$/, ''), picture.closest('figure, a, div').text()]
    .map(text => text.trim())
    .filter(text => text.length > 2)
}

/** Another source for a picture, in all the ways that it is given one. */
export function setSource(picture: Cheerio<Element>, source: string): void {
  picture.attr('src', source).removeAttr('srcset')
  picture.closest('picture').find('source').remove()
}

/** Parts with a heading of their own; outermost, without the page's first heading. */
export function sections(edit: PageEdit): Element[] {
  const { $ } = edit
  const found = edit
    .shown('section, article, main > div')
    .toArray()
    .filter(
      element =>
        isContent(edit, element) &&
        $(element).find('h2, h3').length > 0 &&
        !$(element).find('h1, main, nav').length &&
        wordCount(textOf($, element)) >= 12,
    )
  return found.filter(element => !found.some(other => other !== element && $(other).find(element).length > 0))
}

/** Styles of a library that reveals on scrolling what has `data-reveal`, by the class that its script gives. */
export const REVEAL =
  '@media (prefers-reduced-motion: no-preference) { [data-reveal] { opacity: 0; transform: translateY(24px); transition: opacity 0.5s, transform 0.5s } [data-reveal].revealed { opacity: 1; transform: none } }'

/** Rows of alike siblings, three at least, each with a text of its own: cards, features, team members. */
export function cards(edit: PageEdit): Element[] {
  const { $ } = edit
  for (const parent of edit.shown('ul, ol, div, section').toArray()) {
    const children = $(parent).children().toArray()
    if (children.length < 3 || !isContent(edit, parent)) continue
    const [first] = children
    const alike = children.every(
      child =>
        child.name === first!.name &&
        child.attribs.class === first!.attribs.class &&
        $(child).find('h2, h3, h4, h5').length === 1 &&
        wordCount(textOf($, child)) >= 6,
    )
    const distinct = new Set(children.map(child => textOf($, child))).size === children.length
    if (alike && distinct && children.every(child => edit.seen(child)?.shown !== false)) return children
  }
  return []
}

/** Questions that open their answer, each a button that names what it opens. */
export const panels = ({ $, shown }: PageEdit): { button: Element; panel: Cheerio<Element> }[] =>
  shown('main [aria-expanded][aria-controls]')
    .toArray()
    .flatMap(button => {
      const panel = $<Element, string>(`[id="${$(button).attr('aria-controls')}"]`)
      return panel.length === 1 ? [{ button, panel }] : []
    })

/** Tables with a row of headers and data that a visitor sees. */
export function tables(edit: PageEdit): Element[] {
  return edit
    .shown('table')
    .toArray()
    .filter(table => edit.$(table).find('tr').length >= 3 && edit.$(table).find('th').length >= 2)
}

export const fields = (edit: PageEdit) =>
  edit.shown(
    'form input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=checkbox]):not([type=radio]), form textarea',
  )

/** Label, placeholder or name: what an issue may call a field. */
export function fieldNames({ $ }: PageEdit, field: Cheerio<Element>): string[] {
  const label = $(`label[for="${field.attr('id')}"]`).text() || field.closest('label').text()
  return [label, field.attr('placeholder') ?? '', field.attr('aria-label') ?? '', field.attr('name') ?? '']
    .map(text => text.trim())
    .filter(Boolean)
}

/** Changes the first text that a visitor sees and `pattern` fits; gives the text as it was and as it is. */
export function replaceText(
  edit: PageEdit,
  pattern: RegExp,
  change: (...match: string[]) => string,
): [string, string] | null {
  const { $ } = edit
  for (const element of edit.shown('body *').toArray()) {
    if (/^(script|style|option|select|textarea)$/.test(element.name)) continue
    for (const node of $(element).contents().toArray()) {
      const match = node.type === 'text' ? pattern.exec(node.data) : null
      if (!match || node.type !== 'text') continue
      const before = match[0]
      const after = change(...match)
      if (after === before) continue
      node.data = node.data.slice(0, match.index) + after + node.data.slice(match.index + before.length)
      return [before, after]
    }
  }
  return null
}

/** The colour with chroma that the style sheets name most often, as `#rrggbb`. */
export function brandColour(styles: string): string | undefined {
  const counts = new Map<string, number>()
  for (const [colour] of styles.toLowerCase().matchAll(/#[0-9a-f]{6}\b/g)) {
    const channels = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
    if (Math.max(...channels) - Math.min(...channels) > 80) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** Adds a submenu of links to parts of the page at the end of its navigation, `closed` until it is hovered over. */
export function addHoverMenu(edit: PageEdit, opener: string, closed: string, open: string): string[] | false {
  const { $ } = edit
  const menu = edit.shown('nav ul, header ul').first()
  const parts = headings(edit)
    .slice(0, 3)
    .toArray()
    .map((heading, at) => `At a glance ${at + 1}: ${textOf($, heading).slice(0, 30)}`)
  if (!menu.length || parts.length < 2) return false
  const links = parts.map((name, at) => `<li><a href="#glance-${at}">${name}</a></li>`).join('')
  menu.append(`<li data-part="more">${opener || '<span>More</span>'}<ul>${links}</ul></li>`)
  headings(edit)
    .slice(0, 3)
    .each((at, heading) => void $(heading).before(`<span id="glance-${at}"></span>`))
  const colour = edit.seen(menu.find('a[href]')[0])?.colour ?? 'inherit'
  edit.css(
    `[data-part=more] { position: relative } [data-part=more] > :first-child { color: ${colour}; background: none; border: 0; font: inherit } [data-part=more] > ul { ${closed}; background: #fff } [data-part=more]:hover > ul { ${open} }`,
  )
  return parts
}

/** Replaces the first `part` of a script of the page. */
export function rewriteScript({ $ }: PageEdit, part: RegExp, by: string): boolean {
  const script = $('script:not([src])').filter((_, each) => part.test($(each).text()))
  script.first().text(script.first().text().replace(part, by))
  return script.length > 0
}
