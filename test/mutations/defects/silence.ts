import type { Element, Mutation } from '../page.ts'
import { isContent, sections, textOf } from '../targets.ts'

/** What can be seen and pressed, and is not told to screen readers or left out by the keyboard. */
export const silence: Mutation[] = [
  {
    name: 'section left hidden from screen readers',
    kind: 'must-fail',
    suite: 'a11y',
    about: /silent-text|not told/,
    why: 'a carousel or a dialog that is not there any more had set aria-hidden',
    apply: edit => {
      const [section] = sections(edit).filter(each => !edit.$(each).find('a, button, input').length)
      if (!section) return false
      edit.$(section).attr('aria-hidden', 'true')
      return textOf(edit.$, edit.$<Element, string>('h2, h3, p', section)[0])
    },
  },
  {
    name: 'menu of phones that opens by no key',
    kind: 'must-raise',
    suite: 'a11y',
    about: /keyboard does not come/,
    why: 'its button has a tabindex of -1',
    apply: edit => {
      const { $ } = edit
      const toggle = $<Element, string>('header button[aria-controls], nav button[aria-controls]').filter(
        (_, each) => !!edit.seen(each)?.mobile && !edit.seen(each)?.shown,
      )
      return toggle.attr('tabindex', '-1').length > 0
    },
  },
  {
    name: 'alternative texts emptied',
    kind: 'must-fail',
    suite: 'a11y',
    about: /pictures-silenced|say nothing/,
    also: ['image'],
    why: 'each picture was taken for decoration',
    apply: edit => {
      const told = edit
        .shown('img[alt]')
        .filter((_, img) => isContent(edit, img) && !edit.$(img).closest('a, button').length)
      const names = told.toArray().map(img => edit.$(img).attr('alt')!)
      told.attr('alt', '')
      return new Set(names.filter(Boolean)).size > 3
    },
  },
]
