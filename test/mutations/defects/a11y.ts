import type { Mutation } from '../page.ts'
import {
  addHoverMenu,
  fieldNames,
  fields,
  firstPicture,
  headings,
  isContent,
  rewriteScript,
  textOf,
} from '../targets.ts'

/** How styles show a menu under the mouse. */
const HOVERED = [
  ['menu that only the mouse opens', '', 'display: none', 'display: block'],
  [
    'menu that only the mouse makes visible',
    '<button type="button">More</button>',
    'visibility: hidden; opacity: 0; position: absolute',
    'visibility: visible; opacity: 1',
  ],
] as const

export const a11y: Mutation[] = [
  ...HOVERED.map(
    ([name, opener, closed, open]): Mutation => ({
      name,
      kind: 'must-raise',
      suite: 'a11y',
      about: /hover-menu/,
      also: ['functional', 'responsive', 'content'],
      why: 'a submenu of styles alone, without :focus-within',
      apply: edit => addHoverMenu(edit, opener, closed, open),
    }),
  ),
  {
    name: 'alt removed',
    kind: 'must-fail',
    suite: 'a11y',
    about: /image-alt|link-name/,
    apply: edit => {
      // Beside a text a small one says little.
      const picture = firstPicture(edit, 120)
      if (!picture.attr('alt')) return false
      picture.removeAttr('alt').removeAttr('title').removeAttr('aria-label')
      return true
    },
  },
  {
    name: 'label broken',
    kind: 'must-fail',
    suite: 'a11y',
    about: /label/,
    also: ['functional'],
    apply: edit => {
      const { $ } = edit
      const field = fields(edit)
        .filter(
          (_, element) =>
            $(`label[for="${$(element).attr('id')}"]`).length > 0 && !$(element).closest('label').length,
        )
        .first()
      if (!field.length) return false
      const names = fieldNames(edit, field)
      $(`label[for="${field.attr('id')}"]`).removeAttr('for')
      field
        .removeAttr('aria-label')
        .removeAttr('aria-labelledby')
        .removeAttr('title')
        .removeAttr('placeholder')
      return [...names, field.attr('id') ?? '']
    },
  },
  {
    name: 'contrast of 1.8:1',
    kind: 'must-fail',
    suite: 'a11y',
    about: /contrast/,
    apply: edit => {
      const heading = headings(edit).first()
      heading.attr('style', 'color: #c0c0c0 !important; background: #fff !important')
      heading.find('*').attr('style', 'color: inherit !important; background: none !important')
      return heading.length > 0 && textOf(edit.$, heading[0])
    },
  },
  ...(
    [
      ['fields nearly transparent', 'form input, form textarea { opacity: 0.2 !important }'],
      ['form nearly transparent', 'form > * { opacity: 0.25 !important }'],
    ] as const
  ).map(
    ([name, css]): Mutation => ({
      name,
      kind: 'must-raise',
      suite: 'a11y',
      about: /faint|transparent/,
      why: 'an opacity that was meant for their ground',
      apply: edit => {
        edit.css(css)
        return fields(edit).length > 0
      },
    }),
  ),
  {
    name: 'icon in the colour of its background',
    kind: 'must-raise',
    suite: 'a11y',
    about: /icon/,
    apply: edit => {
      const { $ } = edit
      const icon = edit
        .shown('a[href], button')
        .filter((_, each) => {
          const { width = 0, height = 0 } = edit.seen(each) ?? {}
          return (
            !textOf($, each) &&
            $(each).find('svg, i').length > 0 &&
            Math.max(width, height) <= 64 &&
            height >= 16
          )
        })
        .first()
      icon.attr('data-part', 'pale-icon')
      edit.css('[data-part=pale-icon] { opacity: 0.03 !important; animation: none; transition: none }')
      return icon.length > 0
    },
  },
  {
    name: 'focus outline none',
    kind: 'must-fail',
    suite: 'a11y',
    about: /focus/,
    apply: edit => {
      if (edit.shown('a[href], button').length < 3) return false
      edit.css(
        '*:focus, *:focus-visible { outline: none !important; box-shadow: none !important; transition: none !important } a:focus, a:focus-visible, button:focus, button:focus-visible { text-decoration: inherit !important }',
      )
      return true
    },
  },
  {
    name: 'button became a div',
    kind: 'must-fail',
    suite: 'a11y',
    about: /role|button|control|keyboard|name/,
    also: ['functional'],
    apply: edit => {
      const { $ } = edit
      const button = edit
        .shown('button:not([type=submit]), [role=button]')
        .filter((_, element) => textOf($, element) !== '' || !!$(element).attr('aria-label'))
        .first()
      if (!button.length) return false
      const name = textOf($, button[0]) || button.attr('aria-label')!
      const kept = { ...button[0]!.attribs }
      for (const gone of ['role', 'tabindex', 'type', 'aria-expanded', 'aria-controls', 'aria-label'])
        delete kept[gone]
      button.replaceWith(
        $('<div></div>')
          .attr(kept)
          .css('cursor', 'pointer')
          .html(button.html() ?? ''),
      )
      return name
    },
  },
  {
    name: 'link became a span',
    kind: 'must-fail',
    suite: 'a11y',
    about: /role|link|control|keyboard/,
    also: ['functional', 'seo', 'content'],
    why: 'only a mouse reaches it',
    apply: edit => {
      const { $ } = edit
      const link = edit
        .shown('a[href]')
        .filter(
          (_, a) =>
            isContent(edit, a) && textOf($, a).length > 3 && /btn|button/i.test($(a).attr('class') ?? ''),
        )
        .first()
      const name = textOf($, link[0])
      const go = `location.href='${(link.attr('href') ?? '').replaceAll("'", '')}'`
      link.replaceWith(
        $('<span></span>')
          .attr('class', link.attr('class') ?? '')
          .attr('onclick', go)
          .css('cursor', 'pointer')
          .html(link.html() ?? ''),
      )
      return name !== '' && name
    },
  },
  {
    name: 'picture of a link that only a mouse opens',
    kind: 'must-fail',
    suite: 'a11y',
    about: /mouse-only/,
    also: ['functional', 'seo', 'content', 'responsive'],
    why: 'a script shows it larger, without a hand cursor or a key',
    apply: edit => {
      const { $ } = edit
      const links = edit.shown('a[href]').filter((_, a) => {
        const pictures = $(a).find('img[alt]')
        return isContent(edit, a) && pictures.length === 1 && textOf($, a) === '' && !!pictures.attr('alt')
      })
      const link = links.first()
      const name = link.find('img').attr('alt') ?? ''
      // Nothing else leads there.
      $('a[href]')
        .filter((_, a) => $(a).attr('href') === link.attr('href') && a !== link[0])
        .remove()
      link.replaceWith($('<div data-part="enlarged"></div>').html(link.html() ?? ''))
      $('body').append(
        '<script>document.querySelector("[data-part=enlarged]")?.addEventListener("click", ({ currentTarget }) => { const larger = currentTarget.cloneNode(true); larger.style = "position: fixed; inset: 0; background: #000"; document.body.append(larger) })</script>',
      )
      return name !== '' && name
    },
  },
  {
    name: 'keyboard trap',
    kind: 'must-fail',
    suite: 'a11y',
    about: /trap/,
    why: 'nobody gets past the third link by keyboard, in either direction',
    apply: edit => {
      const link = edit.shown('a[href]').eq(2)
      link.attr('data-part', 'trap')
      edit
        .$('body')
        .append(
          `<script>document.addEventListener('keydown', event => { if ((event.key === 'Tab' || event.key === 'Escape') && document.activeElement.matches('[data-part=trap]')) event.preventDefault() }, true)</script>`,
        )
      return link.length > 0
    },
  },
  {
    name: 'modal without escape',
    kind: 'must-fail',
    suite: 'a11y',
    about: /trap|modal|dialog|reach|escape/,
    also: ['responsive', 'content', 'functional', 'image'],
    why: 'it opens by itself, keeps the focus and cannot be closed',
    apply: ({ $, css }) => {
      css(
        '.stuck { position: fixed; right: 16px; bottom: 16px; z-index: 9999; padding: 16px; background: #fff; color: #111; border: 1px solid #333 }',
      )
      return (
        $(
          'body',
        ).append(`<div class="stuck" role="dialog" aria-modal="true" aria-label="Offer"><label>E-mail <input id="stuck-mail" type="email"></label> <button type="button" id="stuck-join">Join</button></div>
<script>{ const box = document.querySelector('.stuck'); document.addEventListener('focusin', event => { if (!box.contains(event.target)) document.getElementById('stuck-mail').focus() }) }</script>`)
          .length > 0
      )
    },
  },
  {
    name: 'positive tabindex',
    kind: 'must-raise',
    suite: 'a11y',
    about: /tabindex|order|keyboard/,
    apply: edit => {
      const link = edit
        .shown('a[href]')
        .filter((_, a) => isContent(edit, a))
        .last()
      return link.attr('tabindex', '5').length > 0
    },
  },
  {
    name: 'landmark lost',
    kind: 'must-raise',
    suite: 'a11y',
    about: /landmark|role|main|nav|region/,
    also: ['responsive', 'seo'],
    apply: edit => {
      const part = edit.shown('main, nav').first()
      if (!part.length) return false
      const kept = { ...part[0]!.attribs }
      delete kept['aria-label']
      delete kept.role
      // Rules that name the element have to go on fitting.
      if (new RegExp(`(^|[\\s,>}])${part[0]!.name}(?![\\w-])`, 'm').test(edit.styles)) return false
      part.replaceWith(edit.$('<div></div>').attr(kept).append(part.contents()))
      return true
    },
  },
  {
    name: 'name of an icon link lost',
    kind: 'must-fail',
    suite: 'a11y',
    about: /link-name|button-name|name/,
    also: ['functional'],
    apply: edit => {
      const icon = edit
        .shown('a[aria-label], button[aria-label]')
        .filter(
          (_, element) => textOf(edit.$, element) === '' && !edit.$(element).find('img[alt], title').length,
        )
        .first()
      return icon.removeAttr('aria-label').removeAttr('title').length > 0
    },
  },
  {
    name: 'navigation left inert',
    kind: 'must-fail',
    suite: 'a11y',
    about: /silent|hidden|reach/,
    also: ['functional', 'responsive'],
    why: 'what a dialog makes inert while it is open stays so',
    apply: edit => {
      const nav = edit.shown('nav').first()
      const names = nav.find('a, button').toArray()
      return nav.attr('inert', '').length > 0 && names.map(each => textOf(edit.$, each))
    },
  },
  {
    name: 'control called by its sign',
    kind: 'must-fail',
    suite: 'a11y',
    about: /name/,
    why: 'a screen reader says “plus”, and not of what',
    apply: edit => {
      const { $ } = edit
      const control = edit
        .shown('button[aria-label], a[aria-label]')
        .filter((_, each) => /^[^\p{L}\p{N}]+$/u.test(textOf($, each)))
        .first()
      const name = control.attr('aria-label') ?? ''
      control.removeAttr('aria-label').removeAttr('title')
      return name !== '' && name
    },
  },
  {
    name: 'rating without its name',
    kind: 'must-raise',
    suite: 'a11y',
    about: /sign|symbol/,
    why: 'five stars are read as five stars, or not at all',
    apply: edit => {
      const signs = edit
        .shown('[role=img][aria-label]')
        .filter((_, each) => /^[^\p{L}\p{N}]+$/u.test(textOf(edit.$, each)))
      const name = signs.attr('aria-label') ?? ''
      signs.removeAttr('role').removeAttr('aria-label')
      return name !== '' && name
    },
  },
  {
    name: 'button left out by Tab',
    kind: 'must-fail',
    suite: 'a11y',
    about: /reach/,
    why: 'a tabindex of -1 that no script takes back',
    apply: edit => {
      const { $ } = edit
      const button = edit
        .shown('button')
        .filter((_, each) => {
          const name = textOf($, each)
          const alike = $('a, button').filter((_, other) => textOf($, other) === name)
          return name.length > 2 && alike.length === 1 && !$(each).is('[role=tab], [tabindex], [disabled]')
        })
        .first()
      return button.attr('tabindex', '-1').length > 0 && textOf($, button[0])
    },
  },
  {
    name: 'paragraphs in boxes of fixed height',
    kind: 'must-raise',
    suite: 'a11y',
    about: /spacing/,
    why: 'each text fits to the pixel, and is cut off for who spaces out its letters and lines',
    apply: edit => {
      const { $ } = edit
      // The letters of cursive scripts are not spaced out, and few of their texts grow by a line.
      if ($('html').attr('dir') === 'rtl') return false
      // Of three lines or more: shorter ones may have room for what is added to each line.
      const paragraphs = edit.shown('p').filter((_, p) => {
        const { height = 0, size = '' } = edit.seen(p) ?? {}
        return isContent(edit, p) && !$(p).find('img').length && height > 4 * Number.parseFloat(size)
      })
      if (!paragraphs.length) return false
      const rules = paragraphs.toArray().map((p, at) => {
        $(p).attr('data-part', `fixed-${at}`)
        return `[data-part=fixed-${at}] { height: ${edit.seen(p)?.height ?? 0}px; overflow: hidden }`
      })
      edit.css(`@media (min-width: 1440px) { ${rules.join(' ')} }`)
      return paragraphs.toArray().map(p => textOf($, p))
    },
  },
  {
    name: 'lists torn into items',
    kind: 'must-raise',
    suite: 'a11y',
    about: /lists/,
    why: 'a reader of Markdown that takes each item for a list',
    apply: edit => {
      const { $ } = edit
      const items = $('main ul > li').filter((_, li) => edit.seen(li)?.shown === true)
      const together = items.filter((_, li) => $(li).siblings('li').length > 0)
      if (together.length < 8) return false
      together
        .filter((_, li) => $(li).prev('li').length > 0)
        .toArray()
        .reverse()
        .forEach(li => {
          const parent = $(li).parent()
          parent.after(
            $('<ul>')
              .attr('class', parent.attr('class') ?? null)
              .append($(li)),
          )
        })
      return true
    },
  },
  {
    name: 'fields of a dialog without labels',
    kind: 'must-fail',
    suite: 'a11y',
    about: /brings into sight/,
    also: ['functional', 'content'],
    why: 'a component that writes its label as plain text',
    apply: ({ $ }) => {
      const labels = $('dialog label[for]')
      return labels
        .toArray()
        .map(label => {
          $(label).replaceWith($('<span style="display: block"></span>').text(textOf($, label)))
          return textOf($, label)
        })
        .slice(0, 1)
    },
  },
  {
    name: 'menu that says that it is closed while it is open',
    kind: 'must-fail',
    suite: 'a11y',
    about: /aria-expanded/,
    why: 'the class is set, and the attribute forgotten',
    apply: edit => rewriteScript(edit, /; bars\.setAttribute\('aria-expanded', String\(open\)\)/, ''),
  },
]
