import type { Mutation } from '../../page.ts'
import { cards, longestParagraph, replaceText, sections, textOf, wordCount } from '../../targets.ts'

/** What concerns the page as a whole, or stands where nothing of it stood. */
export const whole: Mutation[] = [
  {
    name: 'first part of the page alone',
    kind: 'must-fail',
    suite: 'content',
    about: /text:most|of the original's text is missing/,
    also: ['image', 'functional', 'seo', 'a11y', 'responsive'],
    why: 'a builder that stopped after the opening',
    apply: edit => {
      const parts = sections(edit)
      const words = parts.reduce((sum, part) => sum + wordCount(textOf(edit.$, part)), 0)
      if (words < 0.6 * wordCount(textOf(edit.$, edit.$('body')[0]))) return false
      return edit.$(parts).remove().length > 1
    },
  },
  {
    name: 'content that stays transparent',
    kind: 'must-fail',
    suite: 'content',
    about: /text:unseen|out of sight/,
    also: ['image', 'functional', 'seo', 'a11y', 'responsive'],
    why: 'it was to fade in once a script has come, which never does',
    apply: edit => {
      const content = edit.shown('main, [role=main]').first()
      content.attr('data-part', 'pale')
      edit.css('[data-part=pale] { opacity: 0 !important; transition: opacity 0.6s }')
      return wordCount(textOf(edit.$, content[0])) > 60
    },
  },
  {
    name: 'page drawn twice',
    kind: 'must-fail',
    suite: 'content',
    about: /a second time/,
    also: ['image', 'functional', 'seo', 'a11y', 'responsive'],
    why: 'the script draws beside what was served, and not in its place',
    apply: ({ $ }) => {
      const content = $('main').first()
      if (!content.find('h1').length || wordCount(content.text()) < 60) return false
      return content.after(content.clone()).length > 0
    },
  },
  {
    name: 'price lost',
    kind: 'must-fail',
    suite: 'content',
    about: /fact/,
    apply: edit => replaceText(edit, /[$€£]\s?\d[\d.,]*\d/, () => '')?.[0] ?? false,
  },
  {
    name: 'list that goes on loading',
    kind: 'must-fail',
    suite: 'content',
    about: /unexpected/,
    also: ['image', 'functional', 'seo'],
    why: 'what it asks a server for never comes',
    apply: edit => {
      const [first, ...others] = cards(edit)
      if (!first) return false
      const { $ } = edit
      const name = textOf($, $(first).find('h2, h3, h4, h5')[0])
      $(others).remove()
      $(first).replaceWith('<p>Loading...</p>')
      return ['Loading', name]
    },
  },
  {
    name: 'text of the builder in another language',
    kind: 'must-fail',
    suite: 'content',
    about: /another language/,
    apply: edit => {
      const shown =
        'Wir freuen uns auf Ihren Besuch und beraten Sie gern zu allen Fragen, die Sie zu unseren Angeboten haben, am Telefon oder in unserem Haus.'
      return longestParagraph(edit).after(`<p>${shown}</p>`).length > 0 && 'Wir freuen uns'
    },
  },
  {
    name: 'entries of the navigation that only count',
    kind: 'must-fail',
    suite: 'content',
    about: /Links of the navigation are called/,
    also: ['a11y', 'functional', 'seo', 'responsive'],
    why: 'the names of a template',
    apply: edit => {
      const links = edit.shown('nav a[href]').filter((_, each) => textOf(edit.$, each) !== '')
      links.each((at, each) => void edit.$(each).text(`Link ${at + 1}`))
      return links.length > 1
    },
  },
]
