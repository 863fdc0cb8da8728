import type { Element, Mutation, PageEdit } from '../page.ts'
import { CONSENT, isContent, textOf } from '../targets.ts'

/** Links of a page with words of their own, in sight. */
const worded = (edit: PageEdit, of: string) =>
  edit
    .shown(of)
    .filter((_, each) => !edit.$(each).closest(CONSENT).length && /\p{L}{3}/u.test(textOf(edit.$, each)))

/** A header or a navigation with links in the first window, on a page of some windows. */
function header(edit: PageEdit) {
  const pageHeight = edit.seen(edit.$<Element, string>('body')[0])?.height ?? 0
  return edit
    .shown('header, nav')
    .filter((_, each) => {
      const { y = 999, width = 0, height = 0 } = edit.seen(each) ?? {}
      return y < 200 && width > 600 && height < 200 && edit.$(each).find('a[href]').length > 2
    })
    .slice(0, pageHeight > 2600 ? 1 : 0)
}

/** What is wrong for a moment alone: under the mouse, on the way down, once a link has led somewhere. */
export const moments: Mutation[] = [
  {
    name: 'buttons whose words go under the mouse',
    kind: 'must-fail',
    suite: 'a11y',
    about: /while the mouse is over it/,
    why: 'the letters turn to the colour that the ground turns to',
    apply: edit => {
      const found = worded(edit, 'a[href]:not(.disabled), button:enabled:not(.disabled)')
        .filter((_, each) => isContent(edit, each) && edit.$(each).children().length === 0)
        .slice(0, 3)
      found.attr('data-part', 'pointed')
      edit.css('[data-part=pointed]:hover { background: #fff !important; color: #fff !important }')
      return found.length > 0 && found.toArray().map(each => textOf(edit.$, each))
    },
  },
  {
    name: 'white links on a header that turns white on the way down',
    kind: 'must-fail',
    suite: 'a11y',
    about: /once the page is scrolled/,
    why: 'the links kept the colour that they have over the opening picture',
    apply: edit => {
      const found = header(edit)
      found.attr('data-part', 'staying')
      edit.css(
        '[data-part=staying].is-on-its-way { position: fixed !important; top: 0; left: 0; right: 0; z-index: 999; background: #fff !important } .is-on-its-way * { color: #fff !important; background: none !important }',
      )
      edit
        .$('body')
        .append(
          "<script>addEventListener('scroll', () => document.querySelector('[data-part=staying]').classList.toggle('is-on-its-way', scrollY > 200))</script>",
        )
      return found.length > 0
    },
  },
  {
    name: 'bar over the headings that links in the page lead to',
    kind: 'must-raise',
    suite: 'functional',
    also: ['responsive'],
    about: /a bar lies on the heading/,
    why: 'nobody left room for the header that stays',
    apply: edit => {
      const { $ } = edit
      const places = edit
        .shown('a[href^="#"]')
        .toArray()
        .map(link => $(link).attr('href')!.slice(1))
        .filter(id => /^[\w-]+$/.test(id) && $(`[id="${id}"]`).is('h1, h2, h3, h4'))
      const found = header(edit)
      if (new Set(places).size < 3 || found.length === 0) return false
      found.attr('data-part', 'staying')
      edit.css(
        '[data-part=staying] { position: fixed !important; top: 0; left: 0; right: 0; z-index: 999; min-height: 90px; background: #fff } html { scroll-padding: 0 !important } [id] { scroll-margin: 0 !important }',
      )
      return true
    },
  },
]
