import type { CheerioAPI } from 'cheerio'
import { LOSING_NAME, UNSAFE_NAME } from '../../../server/capture/page/unsafe.ts'
import type { Element, Mutation } from '../page.ts'
import { CONSENT, panels, textOf } from '../targets.ts'

/** Stops every handler of what fits `selector`: it is there, and does nothing. */
function deaden($: CheerioAPI, selector: string): void {
  $('head').append(
    `<script>for (const type of ['click', 'pointerdown', 'mousedown', 'change']) addEventListener(type, event => { if (event.target.closest?.(${JSON.stringify(selector)})) { event.stopImmediatePropagation(); event.preventDefault() } }, true)</script>`,
  )
}

/** Menus, tabs, dialogs and other controls that do not do what they did. */
export const behaviour: Mutation[] = [
  {
    name: 'a size at the price of another',
    kind: 'must-fail',
    suite: 'functional',
    about: /behaviour|price/,
    why: 'a variant that was forgotten when the prices were moved',
    apply: ({ $ }) => {
      const sizes = $('input[type=radio][data-price]')
      return sizes.length > 1 && sizes.last().attr('data-price', sizes.first().attr('data-price')!).length > 0
    },
  },
  {
    name: 'menu handler removed',
    kind: 'must-fail',
    suite: 'functional',
    about: /behaviour|menu|dead|control|effect/,
    apply: edit => {
      const toggles =
        'nav button, header button, [data-bs-toggle=collapse]:not(main *), .sidebar-toggle, .navbar-toggler, [data-toggle-nav]'
      if (!edit.$(toggles).length) return false
      deaden(edit.$, toggles)
      return true
    },
  },
  ...(
    [
      [
        'menu that opens behind the page',
        '[data-part=menu] { position: absolute !important; inset: 64px 0 auto 0 !important; z-index: 0 !important } main, #content { position: relative !important; z-index: 5; background: #fff }',
        'the content makes a layer of its own above that of the menu',
      ],
      [
        'menu white on white',
        '[data-part=menu] { background: #fff !important } [data-part=menu] a { color: #fff !important; background: none !important }',
        'the colour of its links on a dark header, and the ground of its panel on a phone',
      ],
    ] as const
  ).map(
    ([name, css, why]): Mutation => ({
      name,
      kind: 'must-fail',
      suite: 'functional',
      about: /behaviour|menu|dead|seen/,
      also: ['a11y', 'responsive', 'image'],
      why,
      apply: edit => {
        const { $ } = edit
        const toggle = $<Element, string>('header [aria-controls], nav [aria-controls]')
          .filter((_, each) => !!edit.seen(each)?.mobile && !edit.seen(each)?.shown)
          .first()
        const menu = $(`[id="${toggle.attr('aria-controls')}"]`).attr('data-part', 'menu')
        // One that is fixed lies above the content with all that it holds.
        if (toggle.closest('.fixed-top').length) return false
        edit.css(`@media (max-width: 767px) { ${css} }`)
        return menu.find('a').length > 2 && [textOf($, toggle[0]), toggle.attr('aria-label') ?? '']
      },
    }),
  ),
  ...(
    [
      ['accordion dead', 'main button[aria-expanded], .accordion-button, details > summary'],
      ['tabs dead', '[role=tab]'],
      ['dialogs dead', '[data-bs-toggle=modal], [aria-haspopup=dialog]'],
      [
        'carousel dead',
        '[data-bs-slide], [aria-roledescription=carousel] button, .carousel button, [class*=slider] button, [class*=Slide] button',
      ],
    ] as const
  ).map(
    ([name, selector]): Mutation => ({
      name,
      kind: 'must-fail',
      suite: 'functional',
      about: /behaviour|dead|control|effect/,
      apply: edit => {
        if (!edit.shown(selector).length) return false
        deaden(edit.$, selector)
        return true
      },
    }),
  ),
  {
    name: 'yearly price of a plan that is no discount',
    kind: 'must-fail',
    suite: 'functional',
    about: /behaviour|price/,
    why: 'twelve months of the price by the month, behind a switch',
    apply: ({ $ }) => {
      const price = $('[data-year]').eq(1)
      const year = price.attr('data-year')
      price.attr('data-year', `€${12 * Number(price.attr('data-month')?.slice(1))}`)
      return year !== undefined && [year, price.attr('data-year')!]
    },
  },
  {
    name: 'gallery that opens the next picture',
    kind: 'must-fail',
    suite: 'functional',
    about: /behaviour:enlarged/,
    why: 'a script that counts from one',
    apply: ({ $ }) => {
      const script = $('script').filter((_, each) => /\bshow\(at\)/.test($(each).text()))
      script.text(script.text().replace('show(at)', 'show((at + 1) % rooms.length)'))
      return script.length > 0
    },
  },
  {
    name: 'dialogs that their own button does not close',
    kind: 'must-fail',
    suite: 'functional',
    about: /closer-dead/,
    why: 'Escape and a press beside it still do, which few visitors try',
    apply: edit => {
      const closers =
        '.modal button[data-bs-dismiss], .modal .btn-close, dialog button, [role=dialog]:not([class*=cookie]) button'
      const { $ } = edit
      if (!$('[data-bs-toggle=modal], [aria-haspopup=dialog]').length) return false
      deaden($, closers)
      return $(closers).length > 0
    },
  },
  {
    name: 'dialog of a plan with the price of another',
    kind: 'must-fail',
    suite: 'functional',
    about: /price-shown/,
    also: ['content'],
    why: 'copied from the plan beside it; both prices are on the page as before',
    apply: ({ $ }) => {
      const PRICE = /[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d/
      const priced = $<Element, string>('dialog p, [role=dialog] p, .modal p').filter((_, text) =>
        PRICE.test($(text).text()),
      )
      const [own, other] = [priced.last(), priced.first()].map(text => PRICE.exec(text.text())?.[0])
      if (!own || !other || own === other) return false
      priced.last().text(priced.last().text().replace(own, other))
      return [own, other]
    },
  },
  {
    name: 'dialogs cannot be closed',
    kind: 'must-fail',
    suite: 'functional',
    about: /behaviour|closed/,
    also: ['a11y'],
    why: 'the page stays covered, and the keyboard is trapped',
    apply: edit => {
      if (!edit.shown('[data-bs-toggle=modal], [aria-haspopup=dialog]').length) return false
      deaden(edit.$, '.modal, dialog, [role=dialog]')
      edit
        .$('head')
        .append(
          `<script>for (const type of ['keydown', 'cancel']) addEventListener(type, event => { if (type === 'cancel' || event.key === 'Escape') { event.stopImmediatePropagation(); event.preventDefault() } }, true)</script>`,
        )
      return true
    },
  },
  {
    name: 'phone menu holds the page still when it is closed',
    kind: 'must-fail',
    suite: 'functional',
    about: /cannot be scrolled/,
    apply: edit => {
      const toggles =
        'nav button[aria-expanded], header button[aria-expanded], .navbar-toggler, [data-toggle-nav]'
      if (!edit.$(toggles).length) return false
      edit
        .$('head')
        .append(
          `<script>addEventListener('click', event => { if (innerWidth < 600 && event.target.closest(${JSON.stringify(toggles)})) document.documentElement.style.overflow = 'hidden' })</script>`,
        )
      return true
    },
  },
  {
    name: 'phone menu that opens over the page and never closes',
    kind: 'must-fail',
    suite: 'functional',
    about: /cannot be closed/,
    also: ['a11y'],
    why: 'the handler sets where it was to toggle',
    apply: ({ $, css }) => {
      const toggle = $(
        'nav button[aria-expanded][aria-controls], header button[aria-expanded][aria-controls]',
      ).first()
      const menu = $(`[id="${toggle.attr('aria-controls')}"]`).attr('data-part', 'menu')
      toggle.attr('data-part', 'toggle')
      css(
        '@media (max-width: 599px) { [data-part=menu].stays { display: block !important; visibility: visible !important; position: absolute !important; inset: 64px 0 auto 0 !important; z-index: 50; background: #fff } }',
      )
      $('head').append(
        `<script>addEventListener('click', event => { if (innerWidth < 600 && event.target.closest('[data-part=toggle]')) { event.stopImmediatePropagation(); document.querySelector('[data-part=menu]').classList.add('stays') } }, true)</script>`,
      )
      return menu.find('a').length > 2
    },
  },
  {
    name: 'a placeholder in the place of each answer',
    kind: 'must-raise',
    suite: 'functional',
    about: /nowhere to be seen on the new page/,
    also: ['content'],
    why: 'the answers were still to come from the content system when the page was published',
    apply: edit => {
      const found = panels(edit)
      for (const { panel } of found) panel.html('<p>The answer will follow shortly.</p>')
      return found.length > 2 && found.map(({ button }) => textOf(edit.$, button))
    },
  },
  {
    name: 'button to buy with drawn anew without its handler',
    kind: 'must-raise',
    suite: 'functional',
    about: /no script listens/,
    why: 'a component puts fresh elements in the place of those that a script had bound',
    apply: edit => {
      const { $ } = edit
      const buttons = edit
        .shown('button[type=button], [role=button]')
        .filter((_, each) => UNSAFE_NAME.test(textOf($, each)) && !$(each).closest(CONSENT).length)
      buttons.attr('data-part', 'fresh')
      $('body').append(
        "<script>addEventListener('load', () => { for (const each of document.querySelectorAll('[data-part=fresh]')) each.replaceWith(each.cloneNode(true)) })</script>",
      )
      return buttons.length > 0 && buttons.toArray().map(each => textOf($, each))
    },
  },
  {
    name: 'button to buy with that only takes the focus',
    kind: 'must-fail',
    suite: 'functional',
    about: /is dead/,
    why: 'its handler is bound, and stops before it does anything',
    apply: edit => {
      const { $ } = edit
      const buttons = edit
        .shown('button[type=button]')
        .filter(
          (_, each) =>
            UNSAFE_NAME.test(textOf($, each)) &&
            !LOSING_NAME.test(textOf($, each)) &&
            !$(each).closest(CONSENT).length,
        )
      buttons.attr('data-part', 'idle')
      if (buttons.length > 0) deaden($, '[data-part=idle]')
      return buttons.length > 0 && buttons.toArray().map(each => textOf($, each))
    },
  },
  {
    name: 'dark mode that leaves the letters dark',
    kind: 'must-raise',
    suite: 'functional',
    about: /cannot be read/,
    why: 'who uses the dark mode sees an empty page; most visitors do not',
    apply: edit => {
      const rule = /(?<dark>(?:html|body|:root)\.[\w-]*dark[\w-]*)\s*\{[^}]*background/.exec(
        edit.$('style').text(),
      )
      if (!rule) return false
      edit
        .$('head')
        .append(`<style>${rule.groups!.dark}, ${rule.groups!.dark} * { color: #1c1c1c !important }</style>`)
      return true
    },
  },
  {
    name: "tabs that show each other's panels",
    kind: 'must-fail',
    suite: 'functional',
    about: /shows what belongs to/,
    also: ['a11y', 'content'],
    apply: edit => {
      const [, second, third] = edit.shown('[role=tab][aria-controls]').toArray()
      if (!second || !third) return false
      const [one, other] = [second, third].map(tab => edit.$(tab).attr('aria-controls')!)
      edit.$(second).attr('aria-controls', other!)
      edit.$(third).attr('aria-controls', one!)
      return [second, third].map(tab => textOf(edit.$, tab))
    },
  },
  {
    name: 'filters that compare another word',
    kind: 'must-fail',
    suite: 'functional',
    about: /filters otherwise/,
    apply: edit => {
      const [, second, third] = edit.shown('[data-filter]').toArray()
      if (!second || !third) return false
      const [one, other] = [second, third].map(button => edit.$(button).attr('data-filter')!)
      edit.$(second).attr('data-filter', other!)
      edit.$(third).attr('data-filter', one!)
      return [second, third].map(button => textOf(edit.$, button))
    },
  },
  {
    name: 'filter that finds nothing',
    kind: 'must-fail',
    suite: 'functional',
    about: /that there is nothing|behaviour/,
    why: 'its kind is called otherwise in the new list',
    apply: edit => {
      const filter = edit.shown('[data-filter]').last()
      return filter.attr('data-filter', 'renamed').length > 0 && textOf(edit.$, filter[0])
    },
  },
  {
    name: 'switch that does not bring all back',
    kind: 'must-fail',
    suite: 'functional',
    about: /back, which/,
    why: 'what it shows again was written once more, and a paragraph forgotten',
    apply: ({ $ }) => {
      const [, back] = $('[data-for]').toArray()
      const id = $(back).attr('data-for')
      $('body').append(
        `<script>document.querySelector('[data-for=${id}]').addEventListener('click', () => document.querySelector('#${id} p:last-child').remove())</script>`,
      )
      return back !== undefined && [textOf($, back)]
    },
  },
  {
    name: 'button that leads where another one does',
    kind: 'must-fail',
    suite: 'functional',
    about: /led-elsewhere|leads to/,
    why: 'the button was copied, and its page was not changed',
    apply: ({ $ }) => {
      const [first, second] = $<Element, string>('button[data-page]').toArray()
      $(second).attr('data-page', $(first).attr('data-page')!)
      return second !== undefined && [textOf($, second)]
    },
  },
]
