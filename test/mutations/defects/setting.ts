import type { Element, Mutation } from '../page.ts'
import { cards, headings, longestParagraph, textOf, wordCount } from '../targets.ts'

/** How letters, icons and the two sides of a row are set. */
export const setting: Mutation[] = [
  {
    name: 'first heading smaller than the others',
    kind: 'must-raise',
    suite: 'image',
    about: /stands below/,
    also: ['responsive'],
    apply: edit => {
      const first = edit.shown('h1').first()
      const size = (element: Element | undefined) => Number.parseFloat(edit.seen(element)?.size ?? '0')
      const others = Math.max(...headings(edit).toArray().map(size))
      if (size(first[0]) < 1.25 * others || others < 20) return false
      first.attr('data-part', 'first')
      edit.css(`[data-part=first] { font-size: ${Math.round(others / 1.3)}px !important }`)
      return textOf(edit.$, first[0])
    },
  },
  {
    name: 'text from edge to edge of the window',
    kind: 'must-fail',
    suite: 'image',
    about: /left its column/,
    also: ['responsive'],
    why: 'the box that held it is not in the new style sheet',
    apply: edit => {
      const paragraph = longestParagraph(edit)
      if ((edit.seen(paragraph[0])?.x ?? 0) < 100) return false
      edit.$('section, section *, main, main *').has('p').attr('data-part', 'wide')
      edit.css(
        '[data-part=wide] { display: block !important; max-width: none !important; width: auto !important; margin-inline: 0 !important; padding-inline: 4px !important; text-align: start !important }',
      )
      return true
    },
  },
  {
    name: 'drawing without a size fills the page',
    kind: 'must-fail',
    suite: 'image',
    about: /blown-up|is drawn at/,
    also: ['responsive', 'a11y', 'functional', 'content'],
    why: 'an svg without a width of its own, in a box that is as wide as the page',
    apply: edit => {
      const drawing = edit.shown('svg').filter((_, each) => (edit.seen(each)?.width ?? 99) < 60)
      const first = drawing.first().removeAttr('width').removeAttr('height').attr('data-part', 'huge')
      first.parentsUntil('body').attr('data-part', 'huge')
      edit.css(
        '[data-part=huge] { display: block !important; width: 100% !important; height: auto !important; max-width: none !important; flex: none !important }',
      )
      return first.length > 0
    },
  },
  {
    name: 'icons of a font left out',
    kind: 'must-raise',
    suite: 'image',
    about: /Nothing is drawn any more/,
    apply: edit => {
      const icons = edit.shown('i, span').filter((_, each) => /^[\ue000-\uf8ff]$/.test(textOf(edit.$, each)))
      return icons.remove().length > 3
    },
  },
  {
    name: 'picture and text have changed sides',
    kind: 'must-raise',
    suite: 'responsive',
    about: /changed sides/,
    also: ['image'],
    apply: edit => {
      const row = edit.shown('main *').filter((_, each) => {
        const parts = edit.$(each).children().toArray()
        const [one, other] = parts.map(part => edit.seen(part))
        const isPicture = (part: Element | undefined) =>
          edit.$(part).is('img') || edit.$(part).has('img').length > 0
        const [words, more] = parts.map(part => wordCount(textOf(edit.$, part)))
        return (
          parts.length === 2 &&
          isPicture(parts[words! > more! ? 1 : 0]) &&
          Math.max(words!, more!) >= 8 &&
          !!one &&
          !!other &&
          Math.min(one.width, other.width, one.height, other.height) > 200 &&
          other.x > one.x + one.width - 2 &&
          Math.abs(one.y - other.y) < 200
        )
      })
      row.first().attr('data-part', 'mirrored')
      const [back, forth] = edit.$('html').attr('dir') === 'rtl' ? ['ltr', 'rtl'] : ['rtl', 'ltr']
      edit.css(
        `@media (min-width: 768px) { [data-part=mirrored] { direction: ${back} } [data-part=mirrored] > * { direction: ${forth} } }`,
      )
      return row.length > 0
    },
  },
  {
    name: 'row of entries cut off at 320 px',
    kind: 'must-raise',
    suite: 'responsive',
    about: /at 320 px/,
    also: ['a11y', 'functional'],
    why: 'it is as wide as the smallest phone that was tried',
    apply: edit => {
      const parent = edit.$(cards(edit)).parent().first().attr('data-part', 'row')
      if (!parent.length) return false
      edit.css(
        'html, body { overflow-x: hidden } @media (max-width: 374px) { [data-part=row] { min-width: 375px } }',
      )
      return true
    },
  },
]
