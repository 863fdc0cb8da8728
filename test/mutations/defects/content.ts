import type { Mutation } from '../page.ts'
import {
  cards,
  headings,
  isContent,
  longestParagraph,
  replaceText,
  sections,
  tables,
  textOf,
  wordCount,
} from '../targets.ts'

const fact = /fact/
const text = /text/

export const content: Mutation[] = [
  {
    name: 'paragraph lost',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    apply: edit => {
      const paragraph = longestParagraph(edit)
      const lost = paragraph.text().trim()
      paragraph.remove()
      return lost.length > 0 && lost
    },
  },
  {
    name: 'paragraph cut in half',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'eight words or more of the main content are gone',
    apply: edit => {
      const paragraph = longestParagraph(edit).filter((_, element) => !edit.$(element).children().length)
      const words = paragraph.text().trim().split(/\s+/)
      if (words.length < 18) return false
      paragraph.text(words.slice(0, words.length >> 1).join(' '))
      return [words.slice(0, 4).join(' '), words.slice(words.length >> 1, (words.length >> 1) + 4).join(' ')]
    },
  },
  {
    name: 'section of text lost',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    apply: edit => {
      const { $ } = edit
      // One that holds neither pictures nor links nor what links lead to: those have suites of their own.
      const found = edit.shown('section, article, div').filter((_, element) => {
        const section = $(element)
        const others = section.find('img, svg, a, form, button, [id]').length + (section.attr('id') ? 1 : 0)
        return (
          section.find('h2, h3, h4').length === 1 &&
          section.find('p').length > 0 &&
          wordCount(textOf($, element)) >= 12 &&
          others === 0
        )
      })
      const section = found.last()
      const named = [section.find('h2, h3, h4').text(), section.find('p').first().text()]
      section.remove()
      return named.some(Boolean) && named
    },
  },
  {
    name: 'section lost with all it holds',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    also: ['image', 'functional', 'seo', 'a11y'],
    apply: edit => {
      const section = edit.$(
        sections(edit)
          .filter(each => !edit.$(each).find('form').length)
          .slice(-1),
      )
      if (!section.length) return false
      const named = section
        .find('h2, h3, h4, p')
        .toArray()
        .map(element => textOf(edit.$, element))
      section.remove()
      return named
    },
  },
  {
    name: 'card lost',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    also: ['image', 'functional'],
    apply: edit => {
      const card = cards(edit).at(-1)
      const named = edit
        .$(card)
        .find('h2, h3, h4, h5, p')
        .toArray()
        .map(element => textOf(edit.$, element))
      edit.$(card).remove()
      return !!card && named
    },
  },
  {
    name: 'price 49 to 94',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    apply: edit =>
      replaceText(edit, /([$€£¥]\s?)([\d٠-٩])([\d٠-٩])(?![\d٠-٩])/, (_, sign, a, b) =>
        a === b ? `${sign}${b}${a === '7' ? '8' : '7'}` : `${sign}${b}${a}`,
      ) ?? false,
  },
  {
    name: 'currency changed',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    apply: edit => replaceText(edit, /[$€£](?=\s?\d)/, sign => (sign === '€' ? '$' : '€')) !== null,
  },
  {
    name: 'phone digit changed',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    apply: edit =>
      replaceText(
        edit,
        /(\+?\d[\d ()-]{7,}\d)(\d)\b/,
        (_, start, digit) => `${start}${(Number(digit) + 3) % 10}`,
      ) ?? false,
  },
  {
    name: 'percentage changed',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    apply: edit =>
      replaceText(edit, /\b(\d)(\d?)(?=\s?%)/, (_, a, b) => `${(Number(a) % 9) + 1}${b}`) !== null,
  },
  {
    name: 'e-mail address changed',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    apply: edit => replaceText(edit, /\b[\w.]+(?=@[\w-]+\.\w)/, name => `${name.slice(0, -1)}x`) ?? false,
  },
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
      const lost = item.text().trim()
      item.remove()
      return lost.length > 0 && lost
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
    name: 'a few words changed',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    apply: edit => {
      const paragraph = longestParagraph(edit).filter((_, element) => !edit.$(element).children().length)
      const words = paragraph.text().trim().split(/\s+/)
      if (words.length < 10) return false
      words.splice(4, 3, 'marvellous', 'purple', 'umbrellas')
      paragraph.text(words.join(' '))
      return [words.slice(0, 3).join(' '), 'marvellous purple']
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
  ...(
    [
      ['undefined shown', 'Hello undefined, welcome back'],
      ['[object Object] shown', 'Delivered to [object Object] tomorrow'],
      ['NaN shown', 'Only NaN left in stock'],
      ['template braces shown', 'Dear {{ customer.name }}, thank you'],
    ] as const
  ).map(
    ([name, shown]): Mutation => ({
      name,
      kind: 'must-fail',
      suite: 'content',
      about: /unexpected/,
      apply: edit => longestParagraph(edit).after(`<p>${shown}</p>`).length > 0 && shown,
    }),
  ),
  {
    name: 'lorem ipsum',
    kind: 'must-fail',
    suite: 'content',
    about: /unexpected/,
    apply: edit => {
      if (/lorem ipsum|dolor sit amet/i.test(edit.$('body').text())) return false
      const shown = '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>'
      return longestParagraph(edit).after(shown).length > 0 && 'Lorem ipsum'
    },
  },
  {
    name: 'mojibake',
    kind: 'must-fail',
    suite: 'content',
    about: /unexpected|encoding|text/,
    why: 'a text in UTF-8 that was read as Latin-1',
    apply: edit =>
      replaceText(edit, /[^\n]*\p{L}[^\n]*[’“”–é£€ü\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff][^\n]*/u, whole =>
        Buffer.from(whole).toString('latin1'),
      ) !== null,
  },
]
