import type { Mutation } from '../page.ts'
import { rewriteScript, textOf } from '../targets.ts'

/** Presses, choices and hovers after which a page is not what it was. */
export const presses: Mutation[] = [
  {
    name: 'texts that a switch of language leaves',
    kind: 'must-fail',
    suite: 'functional',
    about: /language|does not replace|leaves/,
    why: 'they were written into the new templates, and not into the dictionary',
    apply: ({ $ }) => {
      const texts = $('p[data-en]')
      texts.slice(0, 4).removeAttr('data-en')
      return texts.length > 3
    },
  },
  {
    name: 'sum that does not go with its number',
    kind: 'must-fail',
    suite: 'functional',
    about: /behaviour|nights|€/i,
    why: 'one factor lost where the sum was written anew',
    apply: edit => rewriteScript(edit, / \* Math\.max\(1, [\w.]+\.value\)/, ''),
  },
  {
    name: 'choice with the picture of another',
    kind: 'must-fail',
    suite: 'functional',
    about: /picture/,
    why: 'two files have changed their names',
    apply: edit =>
      rewriteScript(
        edit,
        /(?<=`\/img\/\$\{)(\w+)\.value(?=\}\.jpg`)/,
        "{ porch: 'attic', attic: 'porch' }[$1.value] ?? $1.value",
      ),
  },
  {
    name: 'slide that no arrow comes to',
    kind: 'must-fail',
    suite: 'functional',
    about: /slide/,
    why: 'a list of slides that was cut to the first ones',
    apply: ({ $, ...edit }) => {
      if ($('.slide').length < 3) return false
      return rewriteScript({ $, ...edit }, /(slides = .*'\.slide'\)\]?)/, '$1.slice(0, -1)')
    },
  },
  {
    name: 'arrows that leave the slides behind',
    kind: 'must-fail',
    suite: 'functional',
    about: /slide|shows nothing/,
    why: 'nothing turns back at the end any more',
    apply: edit =>
      rewriteScript(
        edit,
        /\(?(at \+ Number\([^)]*\)) \+ slides\.length\) % slides\.length([\s\S]*?)slides\[at\]\.class/,
        '$1$2slides[at]?.class',
      ),
  },
  {
    name: 'map that comes unasked',
    kind: 'must-fail',
    suite: 'functional',
    about: /embeds|unasked|at once/,
    also: ['content', 'image', 'a11y'],
    why: 'the embed was pasted without the question before it',
    apply: edit => rewriteScript(edit, /one\('#map'\)\.addEventListener\('click', load\)/, 'load()'),
  },
  {
    name: 'menu of phones that stays open over what its entry leads to',
    kind: 'must-raise',
    suite: 'functional',
    about: /left-open|stays? open|still/,
    why: 'a link in the page loads none, and nobody closes the menu',
    apply: edit => rewriteScript(edit, /for \(const link of all\('#menu a[^\n]*/, ''),
  },
  {
    name: 'menu that is gone before the mouse comes to it',
    kind: 'must-fail',
    suite: 'functional',
    about: /mouse|hover|reach/,
    also: ['a11y'],
    why: 'a gap between the entry and its list',
    apply: ({ $, css }) => {
      const list = $('nav li > a + ul').first().attr('data-part', 'below')
      css('@media (min-width: 768px) { [data-part=below] { margin-top: 24px !important } }')
      return list.length > 0 && textOf($, list.parent().children('a')[0]!)
    },
  },
  {
    name: 'counter that goes below nothing',
    kind: 'must-raise',
    suite: 'functional',
    about: /below nothing|quantity/,
    why: 'its limit was forgotten',
    apply: edit => rewriteScript(edit, /Math\.max\([01], (Number\(count\.value\)[^;]*?)\)\) \}/, '$1) }'),
  },
  {
    name: 'opening text that a switch of language leaves',
    kind: 'must-fail',
    suite: 'functional',
    about: /leaves/,
    why: 'one key is called otherwise in the other dictionary',
    apply: ({ $ }) => $('main p[data-en]').first().removeAttr('data-en').length > 0,
  },
  {
    name: 'dialog that is open from the start',
    kind: 'must-fail',
    suite: 'responsive',
    about: /lies open/,
    also: ['functional', 'a11y', 'content'],
    why: 'a line to try it out was left in the script',
    apply: edit => rewriteScript(edit, /(?=one\('#shut'\))/, "one('#callback').showModal()\n"),
  },
  {
    name: 'counter that goes by two',
    kind: 'must-fail',
    suite: 'functional',
    about: /counts up by/,
    why: 'its script is there twice, and each of both hears the press',
    apply: edit =>
      rewriteScript(edit, /\+ Number\(button\.dataset\.step\)/, '+ 2 * Number(button.dataset.step)'),
  },
  {
    name: 'dialog whose button to close lies under its form',
    kind: 'must-fail',
    suite: 'functional',
    about: /closed by its own button/,
    also: ['responsive', 'a11y'],
    why: 'the form was stretched over its dialog, and takes each press',
    apply: edit => {
      const form = edit.$('dialog form')
      edit.css('dialog[open] form::after { content: ""; position: absolute; inset: 0 }')
      edit.css('dialog form > * { position: relative; z-index: 1 }')
      return form.length > 0 && edit.$('dialog #shut').length > 0
    },
  },
  {
    name: 'sum of two settings that knows one of them',
    kind: 'must-fail',
    suite: 'functional',
    about: /€/,
    why: 'the price of the first room, whichever is chosen, from the second night on',
    apply: edit =>
      rewriteScript(
        edit,
        /room\.dataset\.price \* Math\.max\(1, stay\.nights\.value\)/,
        'Number(room.dataset.price) + 68 * (Math.max(1, stay.nights.value) - 1)',
      ),
  },
]
