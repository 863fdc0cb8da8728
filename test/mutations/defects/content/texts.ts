import type { Mutation } from '../../page.ts'
import { cards, isContent, longestParagraph, REVEAL, sections, textOf, wordCount } from '../../targets.ts'

const text = /text/

/** Texts that are gone or say something else. */
export const texts: Mutation[] = [
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
    name: 'sections that never come into view',
    kind: 'must-fail',
    suite: 'content',
    about: /less motion/,
    why: 'the script that reveals them on scrolling was left out, and only who asks for less motion has them shown',
    apply: edit => {
      const found = sections(edit).filter(each => (edit.seen(each)?.y ?? 0) > 600)
      edit.$(found).attr('data-reveal', '')
      edit.css(REVEAL)
      return found.length > 1
    },
  },
  {
    name: 'paragraph struck through',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'an editor marked it as done with, and it was published so',
    apply: edit => {
      const paragraph = longestParagraph(edit)
      const words = paragraph.text().trim().split(/\s+/).slice(0, 6).join(' ')
      paragraph.html(`<s>${paragraph.html()}</s>`)
      return words.length > 0 && words
    },
  },
  {
    name: 'old price that is struck through no more',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'a theme that draws <del> as plain text: two prices, and either looks as if it held',
    apply: edit => {
      const old = edit
        .shown('s, del, strike')
        .filter((_, element) => /\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(edit.$(element).text()))
      edit.css('s, del, strike { text-decoration: none !important }')
      return old.length > 0 && old.first().text().trim()
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
    name: 'a negation lost',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'the page says the opposite',
    apply: edit => {
      const { $ } = edit
      const said = edit
        .shown('p')
        .filter(
          (_, p) =>
            isContent(edit, p) &&
            $(p).children().length === 0 &&
            wordCount(textOf($, p)) >= 5 &&
            /\b(not|never) /.test(textOf($, p)),
        )
        .first()
      const before = textOf($, said[0])
      said.text(before.replace(/\b(not|never) /, ''))
      return before !== '' && before.slice(0, 20)
    },
  },
  {
    name: 'titles no longer the links',
    kind: 'must-raise',
    suite: 'content',
    about: /link-texts/,
    why: 'each card leads on by “Read more”, which says nothing out of its place',
    apply: edit => {
      const { $ } = edit
      const links = edit
        .shown('h2 > a[href], h3 > a[href], h4 > a[href]')
        .filter((_, a) => isContent(edit, a) && textOf($, a) === textOf($, a.parent as typeof a))
      const names = links.toArray().map(link => textOf($, link))
      links.each((_, link) => {
        const title = $(link).parent()
        title.after(`<p><a href="${$(link).attr('href')}">Read more</a></p>`)
        title.html($(link).html() ?? '')
      })
      return names
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
]
