import type { Mutation } from '../page.ts'
import { fieldNames, fields, rewriteScript, textOf } from '../targets.ts'

/** Forms that are all there, and ask, send or show what they did not. */
export const forms: Mutation[] = [
  {
    name: 'form sent in the address',
    kind: 'must-raise',
    suite: 'functional',
    about: /is sent by GET/,
    why: 'the attribute was forgotten where the form was drawn anew',
    apply: edit => edit.shown('form[method=post]').first().removeAttr('method').length > 0,
  },
  {
    name: 'field that can only be read',
    kind: 'must-fail',
    suite: 'functional',
    about: /cannot be filled in/,
    why: 'a component whose value is set, and whose changes nobody handles',
    apply: edit => {
      const field = fields(edit).first()
      return field.attr('readonly', '').length > 0 && fieldNames(edit, field)
    },
  },
  {
    name: 'message that is not sent',
    kind: 'must-fail',
    suite: 'functional',
    about: /is sent without the message/,
    why: 'its name was lost: all looks as before, and thanks are said',
    apply: edit => {
      const message = edit.shown('form[method=post] textarea[name]').first()
      return message.removeAttr('name').length > 0
    },
  },
  {
    name: 'choices that send what their neighbour says',
    kind: 'must-fail',
    suite: 'functional',
    about: /sends ".+" for ".+"/,
    why: 'values and labels were counted from different places',
    apply: ({ $, shown }) => {
      const options = shown('form select[name]').first().find('option').toArray()
      const said = options.map(option => $(option).text().trim())
      const areWords = options.every(option =>
        [undefined, $(option).text()].includes($(option).attr('value')),
      )
      options.forEach((option, at) => void $(option).attr('value', said[(at + 1) % said.length]!))
      return areWords && said.length > 2
    },
  },
  {
    name: 'trap for robots shown to people',
    kind: 'must-fail',
    suite: 'functional',
    about: /trap for robots/,
    also: ['content', 'a11y', 'responsive'],
    why: 'the class that hid it is not in the new style sheet',
    apply: ({ $, css }) => {
      const trap = $('form input[name*="bot-field" i], form input[name*="honeypot" i]').parent('p, div')
      trap.attr('data-part', 'trap').removeAttr('aria-hidden')
      css('[data-part=trap] { position: static !important }')
      return trap.length > 0
    },
  },
  {
    name: 'e-mail address that a script no longer asks for',
    kind: 'must-fail',
    suite: 'functional',
    about: /may be left empty/,
    why: 'one line fewer where the form is looked at, and questions arrive that nobody can answer',
    apply: edit => rewriteScript(edit, /if \(!\/.*@.*\.test\(email\)\) return \w+\([^)]*\)/, ''),
  },
  {
    name: 'thanks for what was not sent',
    kind: 'must-fail',
    suite: 'functional',
    about: /fails/,
    why: 'a handler that says the same whether its request went through or not',
    apply: edit => rewriteScript(edit, /(say\('Thank[^)]*\))([\s\S]*catch \{\s*)say\([^)]*\)/, '$1$2$1'),
  },
  {
    name: 'telephone number with spaces refused',
    kind: 'must-fail',
    suite: 'functional',
    about: /telephone number that is written with spaces/,
    why: 'a pattern that was written for digits alone',
    apply: edit => rewriteScript(edit, /\bphone\.replace\(.*?''\)/, 'phone'),
  },
  {
    name: 'labels of two fields crossed',
    kind: 'must-fail',
    suite: 'functional',
    about: /is labelled/,
    also: ['a11y'],
    why: 'ids were counted from another place than labels',
    apply: ({ $ }) => {
      const [one, other] = $('form p > label[for]').toArray()
      const [id, otherId] = [$(one).attr('for'), $(other).attr('for')]
      $(one).attr('for', otherId ?? '')
      $(other).attr('for', id ?? '')
      return other !== undefined && [textOf($, one), textOf($, other)]
    },
  },
  {
    name: 'form sent twice by one press',
    kind: 'must-fail',
    suite: 'functional',
    about: /sent twice/,
    why: 'its script is there twice',
    apply: edit =>
      rewriteScript(edit, /await (fetch\('[^']+', \{[^}]*FormData[^}]*\}\))/, 'await Promise.all([$1, $1])'),
  },
  {
    name: 'two fields of one name',
    kind: 'must-fail',
    suite: 'functional',
    about: /is sent as|may be left empty/,
    why: 'one field was copied for the other: the second overwrites the first',
    apply: ({ $ }) => $('form[novalidate] input[name=phone]').attr('name', 'email').length > 0,
  },
]
