import type { Mutation } from '../../page.ts'
import { headings, isContent, sections, tables, textOf, wordCount } from '../../targets.ts'

/** Lists, tables, headings, and the order of things. */
export const structure: Mutation[] = [
  {
    name: 'list item lost',
    kind: 'must-fail',
    suite: 'content',
    about: /text|list|structure/,
    why: 'one of eight words or more, which is serious',
    apply: edit => {
      const { $ } = edit
      const item = edit
        .shown('li')
        .filter(
          (_, li) =>
            isContent(edit, li) &&
            !$(li).find('a, img, button, li, h2, h3, h4').length &&
            wordCount(textOf($, li)) >= 8,
        )
        .first()
      // A sign before it may be a text of its own.
      const lost = [
        item,
        ...item
          .find('*')
          .toArray()
          .map(child => $(child)),
      ].map(each => each.text().trim())
      item.remove()
      return lost.filter(text => text.length > 8)
    },
  },
  {
    name: 'short list item lost',
    kind: 'must-raise',
    suite: 'content',
    about: /text|list|structure/,
    apply: edit => {
      const { $ } = edit
      const item = edit
        .shown('li')
        .filter((_, li) => {
          const words = wordCount(textOf($, li))
          return isContent(edit, li) && !$(li).find('a, img, button, li').length && words >= 1 && words < 8
        })
        .last()
      const lost = item.text().trim()
      item.remove()
      return lost.length > 2 && lost
    },
  },
  {
    name: 'steps that are all the first',
    kind: 'must-fail',
    suite: 'content',
    about: /is entry number 1 of its list now/,
    why: 'what the text calls step 3 is step 1 of a list of its own',
    apply: edit => {
      const { $ } = edit
      const lists = edit.shown('ol').filter((_, each) => {
        const entries = $(each).children('li')
        const isNumbered = !/none/.test($(each).attr('style') ?? '') && $(each).attr('class') === undefined
        return isNumbered && isContent(edit, each) && entries.length > 2 && entries.text().trim() !== ''
      })
      lists.first().children('li').attr('value', '1')
      return lists.length > 0
    },
  },
  {
    name: 'table columns swapped',
    kind: 'must-fail',
    suite: 'content',
    about: /table|structure|header/,
    why: 'cells stand under the wrong headers',
    apply: edit => {
      const { $ } = edit
      const table = tables(edit).find(each => $(each).find('thead th, tr:first-child th').length >= 2)
      if (!table) return false
      let moved = ''
      for (const row of $(table).find('tr').toArray()) {
        const cells = $(row).children('td').toArray()
        if (cells.length < 2 || $(row).closest('thead').length) continue
        const [left, right] = [$(cells.at(-2)!), $(cells.at(-1)!)]
        if (left.text().trim() !== right.text().trim()) moved ||= left.text().trim()
        const held = left.html() ?? ''
        left.html(right.html() ?? '')
        right.html(held)
      }
      return moved !== ''
    },
  },
  {
    name: 'table row lost',
    kind: 'must-raise',
    suite: 'content',
    about: /text|table|structure|fact/,
    also: ['functional', 'image'],
    apply: edit => {
      const row = edit.$(tables(edit)[0]).find('tbody tr').last()
      const cells = row
        .find('td, th')
        .toArray()
        .map(cell => textOf(edit.$, cell))
      row.remove()
      return cells.length > 0 && cells
    },
  },
  {
    name: 'heading lost',
    kind: 'must-raise',
    suite: 'content',
    about: /text|heading|structure/,
    also: ['seo'],
    apply: edit => {
      const heading = headings(edit)
        .filter((_, element) => !edit.$(element).find('img, a').length)
        .last()
      const lost = heading.text().trim()
      heading.remove()
      return lost.length > 2 && lost
    },
  },
  {
    name: 'sections swapped',
    kind: 'must-raise',
    suite: 'content',
    about: /order/,
    also: ['responsive'],
    apply: edit => {
      const { $ } = edit
      const found = sections(edit).filter(each => $(each).find('h2').length > 0)
      const [a] = found
      const b = found.findLast(each => each.parent === a!.parent && each !== a)
      if (!a || !b) return false
      const named = [textOf($, $(a).find('h2')[0]), textOf($, $(b).find('h2')[0])]
      const mark = $('<i></i>').insertBefore($(a))
      $(a).insertBefore($(b))
      $(b).insertBefore(mark)
      mark.remove()
      return named
    },
  },
  {
    name: 'two descriptions exchanged',
    kind: 'must-raise',
    suite: 'content',
    about: /order:exchanged/,
    why: 'each stands below the heading of the other, and says of one thing what is true of another',
    apply: edit => {
      const { $ } = edit
      const told = headings(edit)
        .toArray()
        .flatMap(heading => {
          const below = $(heading).next('p')
          const said = textOf($, below[0])
          const isPlain = !below.children().length && !/\d/.test(said) && wordCount(said) >= 6
          return isPlain && edit.seen(below[0])?.shown !== false ? [{ heading, below, said }] : []
        })
      const alike = [...Map.groupBy(told, ({ heading }) => heading.name).values()].find(
        ({ length }) => length > 1,
      )
      const [first, other] = [alike?.at(0), alike?.at(-1)]
      if (!first || !other || first.said === other.said) return false
      first.below.text(other.said)
      other.below.text(first.said)
      return [first.said, other.said]
    },
  },
  {
    name: 'button text changed',
    kind: 'must-raise',
    suite: 'content',
    about: /text|link/,
    also: ['functional'],
    apply: edit => {
      const { $ } = edit
      const button = edit
        .shown('a')
        .filter(
          (_, a) =>
            isContent(edit, a) && /btn|button/i.test($(a).attr('class') ?? '') && textOf($, a).length > 5,
        )
        .first()
      const before = button.text().trim()
      button.text('Click here for it')
      return before !== '' && [before, 'Click here for it']
    },
  },
  {
    name: 'footer lost',
    kind: 'must-raise',
    suite: 'content',
    about: /text|fact/,
    also: ['functional', 'a11y', 'image', 'seo', 'responsive'],
    apply: edit => {
      const footer = edit.shown('footer').last()
      const lost = footer
        .find('*')
        .addBack()
        .toArray()
        .flatMap(element =>
          edit
            .$(element)
            .contents()
            .toArray()
            .flatMap(node => (node.type === 'text' ? node.data.trim() : '')),
        )
      footer.remove()
      return lost.filter(text => text.length > 3)
    },
  },
]
