import type { Mutation } from '../../page.ts'
import { longestParagraph, replaceText } from '../../targets.ts'

/** What nobody meant a visitor to read. */
export const leftovers: Mutation[] = [
  ...(
    [
      ['undefined shown', 'Hello undefined, welcome back'],
      ['[object Object] shown', 'Delivered to [object Object] tomorrow'],
      ['NaN shown', 'Only NaN left in stock'],
      ['template braces shown', 'Dear {{ customer.name }}, thank you'],
      ['translation key shown', 'product.delivery.note'],
      ['error of a program shown', 'Warning: Undefined array key "price" in /srv/theme/price.php on line 42'],
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
    name: 'Markdown shown',
    kind: 'must-raise',
    suite: 'content',
    about: /unexpected/,
    why: 'a text of a content system that nothing turned into HTML',
    apply: edit => {
      if (/\*\*|\]\(|##/.test(edit.$('body').text())) return false
      const shown = '## Delivery [Read all of our terms](/terms.md) before **you order** from us'
      return longestParagraph(edit).after(`<p>${shown}</p>`).length > 0 && 'Read all of our terms'
    },
  },
  {
    name: 'letters became question marks',
    kind: 'must-fail',
    suite: 'content',
    about: /letters/,
    why: 'a text that went through a database which holds ASCII',
    apply: edit =>
      replaceText(edit, /[^\n]*[a-z][à-öø-ÿ][^\n]*/i, whole => whole.replace(/[À-ÖØ-öø-ÿ]/g, '?')) !== null,
  },
  {
    name: 'direction lost',
    kind: 'must-fail',
    suite: 'content',
    about: /direction/,
    also: ['responsive', 'image', 'seo'],
    why: 'what ran from right to left runs from left to right, and the page with it',
    apply: ({ $ }) => $('html[dir=rtl]').removeAttr('dir').length > 0,
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
