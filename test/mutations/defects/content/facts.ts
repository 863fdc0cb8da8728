import type { Mutation } from '../../page.ts'
import { longestParagraph, replaceText } from '../../targets.ts'

const fact = /fact/

/** Prices, numbers and addresses. */
export const facts: Mutation[] = [
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
    name: 'prices of two cards exchanged',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    why: 'both values are still on the page',
    apply: edit => {
      const { $ } = edit
      const prices = edit
        .shown('*')
        .filter(
          (_, element) =>
            !$(element).children().length && /^\s*\p{Sc}\s?\d[\d.,]*\s*$/u.test($(element).text()),
        )
      const texts = prices.toArray().map(element => $(element).text().trim())
      const other = texts.findIndex(text => text !== texts[0])
      if (other < 0 || texts.filter(text => text === texts[0] || text === texts[other]).length !== 2)
        return false
      prices.eq(0).text(texts[other]!)
      prices.eq(other).text(texts[0]!)
      return [texts[0]!, texts[other]!]
    },
  },
  {
    name: 'telephone number drawn from its end',
    kind: 'must-fail',
    suite: 'content',
    about: /number-turned/,
    why: 'in Arabic, what set it apart from the text around it is gone',
    apply: ({ $ }) => {
      const phone = $('[dir=rtl] bdi[dir=ltr]').first()
      phone.replaceWith(phone.html() ?? '')
      return phone.length > 0
    },
  },
  {
    name: 'day lost from the opening hours',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    why: 'whoever wants to come on that day finds nothing',
    apply: edit => {
      const { $ } = edit
      const DAY = /^\s*(mon|tues|wednes|thurs|fri|satur|sun)day\b[^.]*\d[^.]*\d/i
      const days = edit.shown('li, tr').filter((_, row) => DAY.test($(row).text()))
      const lost = days.eq(1)
      const name = lost.text().trim().split(/\s/)[0]!
      if (days.length < 4 || $.root().text().split(name).length > 2) return false
      const hours = lost.text().match(/\d{1,2}[:.]\d\d/)?.[0] ?? ''
      lost.remove()
      return hours
    },
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
    // A link beside it that has the right one contradicts it.
    also: ['functional'],
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
    // A link beside it that has the right one contradicts it.
    also: ['functional'],
    about: fact,
    apply: edit => replaceText(edit, /\b[\w.]+(?=@[\w-]+\.\w)/, name => `${name.slice(0, -1)}x`) ?? false,
  },
  {
    name: 'opening hours that nobody told',
    kind: 'must-raise',
    suite: 'content',
    about: fact,
    why: 'a template that comes with hours of its own',
    apply: edit => {
      if (/day\b|\d[:.]\d\d|\d ?[ap]\.?m\b/i.test(edit.$('body').text())) return false
      const shown = '<ul><li>Monday to Friday: 9:00 - 17:30</li><li>Saturday: 10:00 - 14:00</li></ul>'
      return longestParagraph(edit).after(shown).length > 0 && 'Monday to Friday'
    },
  },
  {
    name: 'a day that is closed now',
    kind: 'must-fail',
    suite: 'content',
    about: fact,
    why: 'visitors stay away on a day on which the door is open',
    apply: ({ $, shown }) => {
      const row = shown('tr')
        .filter((_, element) =>
          /^\s*\w+day\s+\D{0,3}\d{1,2}[:.]\d\d/.test(
            $(element)
              .children()
              .toArray()
              .map(cell => $(cell).text())
              .join(' '),
          ),
        )
        .last()
      return row.length > 0 && row.children().eq(1).text('Closed').length > 0 && 'Closed'
    },
  },
]
