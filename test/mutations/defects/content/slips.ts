import type { Element, Mutation, PageEdit } from '../../page.ts'
import { headings, isContent, replaceText, textOf, wordCount } from '../../targets.ts'

const text = /text|code/

/** Samples of code of three lines or more. */
const samples = (edit: PageEdit) =>
  edit.shown('pre').filter((_, pre) => edit.$(pre).text().trim().split('\n').length >= 3)

/** Changes the texts in `element`, whatever they are marked up with. */
function rewrite({ $ }: PageEdit, element: Element, change: (text: string) => string): boolean {
  const all = [element, ...$(element).find('*').toArray()]
  let isChanged = false
  for (const each of all)
    for (const node of $(each).contents().toArray())
      if (node.type === 'text') {
        const now = change(node.data)
        isChanged ||= now !== node.data
        node.data = now
      }
  return isChanged
}

/** A name in a sentence, with other words before it. */
const NAME = /(?<=\p{Ll},? )(\p{Lu}\p{Ll}{2,}) (\p{Lu}\p{Ll}{4,})(?= \p{Ll}|, \p{Ll})/u

/** Shown paragraphs of plain text and of a few sentences. */
const paragraphs = (edit: PageEdit) =>
  edit.shown('p').filter((_, p) => isContent(edit, p) && !edit.$(p).children().length)

/** Makes one sentence say another thing; gives the words around it. */
function reword(edit: PageEdit, pattern: RegExp, to: string): string | false {
  const said = edit.shown('p').filter((_, p) => isContent(edit, p) && pattern.test(textOf(edit.$, p)))[0]
  const before = textOf(edit.$, said)
  return !!said && rewrite(edit, said, words => words.replace(pattern, to)) && before.slice(0, 20)
}

/** What slipped in or out while a page was typed or converted anew. */
export const slips: Mutation[] = [
  {
    name: 'code without its backslashes',
    kind: 'must-fail',
    suite: 'content',
    about: /The code .+ lacks/,
    why: 'a template took them for its own',
    apply: ({ $, shown }) => {
      const sample = shown('pre')
        .filter((_, each) => /\\/.test($(each).text()))
        .first()
      const written = sample.html() ?? ''
      return sample.html(written.replaceAll('\\', '')).length > 0
    },
  },
  {
    name: 'word broken by a space',
    kind: 'must-raise',
    suite: 'content',
    about: /several words now/,
    apply: edit =>
      replaceText(
        edit,
        /(?<=\p{L} )([a-z]{7,})([a-z]{3})(?= \p{L})/u,
        (_, start, end) => `${start} ${end}`,
      ) !== null,
  },
  {
    name: 'word broken by an element of a heading',
    kind: 'must-raise',
    suite: 'content',
    about: /several words now/,
    apply: edit => {
      const heading = headings(edit)
        .filter((_, one) => !edit.$(one).children().length && / ?[A-Za-z]{8,}/.test(edit.$(one).text()))
        .first()
      const text = heading.text()
      heading.html(text.replace(/([A-Za-z]{5,})([A-Za-z]{3})(?![A-Za-z])/, '<span>$1</span> <span>$2</span>'))
      return heading.length > 0 && heading.text() !== text
    },
  },
  {
    name: 'code set by a program for prose',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    why: 'double hyphens that became dashes, and straight quotation marks that became curly ones',
    apply: edit => {
      const changed = samples(edit).filter((_, pre) =>
        rewrite(edit, pre, said => said.replace(/--(?=\w)/g, '–').replace(/"([^"\n]*)"/g, '“$1”')),
      )
      return changed.length > 0 && changed.toArray().map(pre => textOf(edit.$, pre).slice(0, 12))
    },
  },
  {
    name: 'lines of code run together',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    also: ['image'],
    why: 'a reset of styles after which a pre wraps like a paragraph',
    apply: edit => {
      edit.css('pre, pre code { white-space: normal !important }')
      return samples(edit).length > 0
    },
  },
  {
    name: 'code remade in boxes without its lines',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    also: ['image', 'a11y'],
    why: 'a component that minified what it was given',
    apply: edit => {
      const { $ } = edit
      const found = samples(edit)
      found.each((_, pre) => {
        const said = $(pre).text().trim().replace(/\s+/g, ' ')
        $(pre).replaceWith(
          $('<div></div>')
            .attr(pre.attribs)
            .append($('<code style="font-family: monospace"></code>').text(said)),
        )
      })
      return found.length > 0
    },
  },
  {
    name: 'another value in a sample of code',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    apply: edit => {
      const first = samples(edit).toArray().slice(0, 1)
      return first.some(pre => rewrite(edit, pre, said => said.replace(/ (\d)$|( \d+)(?= )/m, ' 90')))
        ? first.map(pre => textOf(edit.$, pre).slice(0, 12))
        : false
    },
  },
  {
    name: 'a letter lost in a name',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    apply: edit =>
      replaceText(edit, NAME, (_, first, last) => `${first} ${last!.slice(0, 2)}${last!.slice(3)}`) ?? false,
  },
  {
    name: 'two letters of a name changed places',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    apply: edit =>
      replaceText(edit, NAME, (_, first, last) => {
        const [a = '', b = '', c = '', ...rest] = last!
        return `${first} ${a}${c}${b}${rest.join('')}`
      }) ?? false,
  },
  {
    name: 'cannot became can',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'the page says the opposite',
    apply: edit => reword(edit, /\bcannot\b/, 'can'),
  },
  {
    name: 'is became is not',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'the page says the opposite',
    apply: edit => reword(edit, /\b(is|are|can be)(?= \p{Ll}{3,})(?!.*\bnot\b)/u, '$1 not'),
  },
  {
    name: 'a contracted negation slipped in',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'the page says the opposite',
    apply: edit => reword(edit, /\b(is|are|can|does|do|was|has)(?= \p{Ll}{3,})(?!.*\bnot\b)/u, "$1n't"),
  },
  {
    name: 'paragraph cut off in a sentence',
    kind: 'must-fail',
    suite: 'content',
    about: text,
    why: 'a field of so many letters in the database that it was moved to',
    apply: edit => {
      const long = paragraphs(edit)
        .filter((_, p) => wordCount(textOf(edit.$, p)) >= 20)
        .last()
      const words = textOf(edit.$, long[0]).split(' ')
      long.text(words.slice(0, Math.floor(words.length * 0.4)).join(' '))
      return words.length > 1 && words.slice(0, 4).join(' ')
    },
  },
  {
    name: 'accents lost',
    kind: 'must-raise',
    suite: 'content',
    about: /encoding/,
    why: 'a database that knows ASCII alone',
    apply: edit => {
      const plain = (said: string) =>
        said
          .normalize('NFD')
          .replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, '')
          .normalize('NFC')
      const changed = edit
        .shown('body *')
        .filter((_, each) => !/^(script|style)$/.test(each.name) && !edit.$(each).children().length)
        .toArray()
        .filter(each => rewrite(edit, each, plain))
      return changed.length > 0
    },
  },
  {
    name: 'footer not displayed',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    also: ['functional', 'a11y', 'image', 'seo', 'responsive'],
    apply: edit => {
      edit.css('footer { display: none !important }')
      return edit.shown('footer').length > 0
    },
  },
  {
    name: 'footer of no height',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    also: ['functional', 'a11y', 'image', 'seo', 'responsive'],
    why: 'a container that was to grow with its content and has none of it in its flow',
    apply: edit => {
      edit.css(
        'footer { height: 0 !important; min-height: 0 !important; padding-block: 0 !important; overflow: hidden !important }',
      )
      return edit.shown('footer').length > 0
    },
  },
  {
    name: 'footer in a part that is put away',
    kind: 'must-raise',
    suite: 'content',
    about: text,
    also: ['functional', 'a11y', 'image', 'seo', 'responsive'],
    why: 'a wrapper that a script was to show',
    apply: edit => edit.shown('footer').last().wrap('<div hidden></div>').length > 0,
  },
]
