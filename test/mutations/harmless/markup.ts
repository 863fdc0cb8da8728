import { posix } from 'node:path'
import type { Element, Mutation, PageEdit } from '../page.ts'
import { addHoverMenu, panels, textOf } from '../targets.ts'

const hashed = (name: string) =>
  `c${[...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7).toString(36)}`

/** Whether the page's rules tell children from descendants, or count them, below this element's parent. */
function mindsChildren({ $, styles }: PageEdit, element: Element): boolean {
  const parent = $(element).parent()
  const layout = /display:\s*(inline-)?(flex|grid)/
  const own = [parent.attr('class') ?? '', element.attribs.class ?? ''].join(' ').split(/\s+/).filter(Boolean)
  const named = (selector: string) =>
    own.some(name => selector.includes(`.${name}`)) ||
    new RegExp(`(^|[\\s>+~,])(${element.name}|${parent[0]?.name})(?![\\w-])`).test(selector)
  for (const [, selectors, rules] of styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!/[>+~]|:(first|last|nth|only)/.test(selectors!) && !layout.test(rules!)) continue
    if (selectors!.split(',').some(named)) return true
  }
  return false
}

export const markup: Mutation[] = [
  {
    name: 'classes hashed',
    kind: 'silent',
    apply: async ({ $, file, styles, path, read }) => {
      // Rules that look into the attribute would fit no longer.
      const parts = [...styles.matchAll(/\[class[~|^$*]?=(["']?)([\w-]+)\1\]/g)].map(match => match[2]!)
      if (
        $('[class]')
          .toArray()
          .some(each => parts.some(part => $(each).attr('class')!.includes(part)))
      )
        return false
      for (const script of $('script[src]').toArray()) {
        const source = $(script).attr('src')!
        if (/^([a-z]+:)?\/\//i.test(source)) continue
        const bytes = await read(posix.resolve(posix.dirname(path), source))
        // Nobody renames classes in a bundle by a pattern.
        if ((bytes?.length ?? 0) > 30_000) return false
      }
      const known = new Set<string>()
      $('[class]').each((_, element) => {
        const names = ($(element).attr('class') ?? '').split(/\s+/).filter(Boolean)
        for (const name of names) known.add(name)
        $(element).attr('class', names.map(hashed).join(' '))
      })
      const rename = (css: string) =>
        css.replace(/\.(-?[_a-zA-Z][\w-]*)(?=[^{}]*\{)/g, (whole, name) =>
          known.has(name) ? `.${hashed(name)}` : whole,
        )
      file(/\.css$/, body => rename(String(body)))
      $('style').each((_, style) => {
        $(style).text(rename($(style).html() ?? ''))
      })
      const rewire = (script: string) =>
        script
          // Each text to its own end: from the end of one to the next begins no other.
          .replace(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g, (_, quote, text) => {
            const inside = text.replace(/\.(-?[_a-zA-Z][\w-]*)/g, (whole: string, name: string) =>
              known.has(name) ? `.${hashed(name)}` : whole,
            )
            return `${quote}${inside}${quote}`
          })
          .replace(
            /(classList\.\w+\(\s*)(['"])([\w-]+)\2/g,
            (_, call, quote, name) => `${call}${quote}${known.has(name) ? hashed(name) : name}${quote}`,
          )
      file(/\.js$/, body => rewire(String(body)))
      $('script:not([src]):not([type="application/ld+json"])').each((_, script) => {
        $(script).text(rewire($(script).html() ?? ''))
      })
      return known.size > 0
    },
  },
  {
    name: 'wrapper divs',
    kind: 'silent',
    apply: edit => {
      const found = edit
        .$<Element, string>('p, h1, h2, h3, h4')
        .filter(
          (_, element) => !edit.$(element).closest('.modal, dialog').length && !mindsChildren(edit, element),
        )
      found.wrap('<div></div>')
      return found.length > 0
    },
  },
  {
    name: 'sections to divs',
    kind: 'silent',
    why: 'a section without a name is no landmark',
    apply: edit => {
      const { $ } = edit
      const found = $<Element, string>('section:not([aria-label]):not([aria-labelledby])')
      if (!found.length || /(^|[\s,>}])section(?![\w-])/m.test(edit.styles)) return false
      found.each((_, section) => {
        $(section).replaceWith($('<div></div>').attr(section.attribs).append($(section).contents()))
      })
      return true
    },
  },
  {
    name: 'b to strong',
    kind: 'silent',
    apply: ({ $, styles }) => {
      const found = $('strong, b, em').not(':empty')
      if (/(^|[\s,>}])(strong|b|em)(?![\w-])[^{}]*\{[^}]*(color|font-size|display)/m.test(styles))
        return false
      found.each((_, element) => {
        const to = { strong: 'b', b: 'strong', em: 'i' }[element.name]
        if (to)
          $(element).replaceWith(
            $(`<${to}></${to}>`)
              .attr(element.attribs)
              .html($(element).html() ?? ''),
          )
      })
      return found.length > 0
    },
  },
  {
    name: 'minified HTML',
    kind: 'silent',
    apply: ({ $ }) => {
      const tidy = (nodes: ReturnType<ReturnType<typeof $>['contents']>) =>
        nodes.each((_, node) => {
          if (node.type === 'comment') $(node).remove()
          else if (node.type === 'text') node.data = node.data.replace(/\s+/g, ' ')
          else if (node.type === 'tag' && !/^(pre|textarea|script|style)$/.test(node.name))
            tidy($(node).contents())
        })
      tidy($('body').contents())
      return true
    },
  },
  {
    name: 'comments and data attributes added',
    kind: 'silent',
    apply: ({ $ }) => {
      $('div, section').each((index, element) => {
        $(element).attr('data-v-7ba5bd90', '').attr('data-testid', `block-${index}`).prepend('<!-- slot -->')
      })
      return $('div, section').length > 0
    },
  },
  {
    name: 'attribute order',
    kind: 'silent',
    apply: ({ $ }) => {
      $('*').each((_, element) => {
        if (element.type === 'tag')
          element.attribs = Object.fromEntries(Object.entries(element.attribs).reverse())
      })
      return true
    },
  },
  {
    name: 'JSON-LD in one graph',
    kind: 'silent',
    apply: ({ $ }) => {
      const blocks = $('script[type="application/ld+json"]')
      const things = blocks.toArray().map(block => JSON.parse($(block).text()))
      if (!things.every(({ '@context': context }) => /schema\.org/.test(String(context)))) return false
      const graph = things.map(({ '@context': _, ...thing }) => thing)
      blocks.slice(1).remove()
      blocks.first().text(JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }))
      return things.length > 0
    },
  },
  {
    name: 'head in another order',
    kind: 'silent',
    apply: ({ $ }) => {
      const metas = $('head > meta, head > title, head > link[rel=canonical], head > link[rel=alternate]')
      for (const element of metas.toArray()) $('head').append($(element))
      return metas.length > 2
    },
  },
  {
    name: 'text split over other elements',
    kind: 'silent',
    apply: edit => {
      const { $ } = edit
      const paragraphs = $<Element, string>('p').filter(
        (_, element) =>
          $(element).children().length === 0 &&
          !/\bspan\b/.test(edit.styles.match(/[^{}]*\bspan\b[^{}]*(?=\{)/g)?.join() ?? ''),
      )
      paragraphs.each((_, element) => {
        const words = $(element).text().trim().split(/\s+/)
        const half = words.length >> 1
        if (half)
          $(element)
            .empty()
            .append(
              $('<span>').text(words.slice(0, half).join(' ')),
              ' ',
              $('<span>').text(words.slice(half).join(' ')),
            )
      })
      return paragraphs.length > 0
    },
  },
  {
    name: 'link inside of the heading and out',
    kind: 'silent',
    apply: ({ $, styles, seen }) => {
      const found = $<Element, string>('h2, h3, h4').filter((_, heading) => {
        const only = $(heading).children()
        return only.length === 1 && only.is('a') && $(heading).text().trim() === only.text().trim()
      })
      if (/h[234][^,{]*\ba\b/.test(styles)) return false
      found.each((_, heading) => {
        const link = $(heading).children('a')
        // The heading inside takes the colour that the link had.
        const outer = $('<a></a>')
          .attr(link.attr() ?? {})
          .css({ display: 'block', color: seen(link[0])?.colour ?? 'inherit' })
        const inner = $(heading)
          .clone()
          .html(link.html() ?? '')
        $(heading).replaceWith(outer.append(inner))
      })
      return found.length > 0
    },
  },
  {
    name: 'list of links from divs to ul',
    kind: 'silent',
    apply: edit => {
      const { $ } = edit
      const found = edit.shown('div').filter((_, div) => {
        const children = $(div).children().toArray()
        return (
          children.length >= 3 &&
          children.every(child => child.name === 'a') &&
          !$(div).closest('ul, ol').length &&
          !mindsChildren(edit, children[0]!)
        )
      })
      found.each((_, div) => {
        const list = $('<ul></ul>').attr(div.attribs).css({ 'list-style': 'none', margin: '0', padding: '0' })
        for (const link of $(div).children().toArray())
          list.append($('<li style="display: contents"></li>').append($(link)))
        $(div).replaceWith(list)
      })
      return found.length > 0
    },
  },
  {
    name: 'ids of sections renamed',
    kind: 'silent',
    why: 'with the links that lead there',
    apply: edit => {
      const { $ } = edit
      const used = $<Element, string>('a[href^="#"]').filter((_, a) => {
        const id = $(a).attr('href')!.slice(1)
        return (
          /^[\w-]+$/.test(id) &&
          $(`section[id="${id}"], div[id="${id}"]`).length === 1 &&
          !edit.styles.includes(`#${id}`) &&
          !$(
            `[for="${id}"], [aria-controls="${id}"], [data-bs-target="#${id}"], [href="#${id}"][data-bs-toggle]`,
          ).length
        )
      })
      const ids = new Set(used.toArray().map(a => $(a).attr('href')!.slice(1)))
      for (const id of ids) {
        $(`[id="${id}"]`).attr('id', `section-${id}`)
        $(`a[href="#${id}"]`).attr('href', `#section-${id}`)
      }
      return ids.size > 0
    },
  },
  {
    name: 'straight quotes for curly ones',
    kind: 'silent',
    apply: edit => {
      let count = 0
      edit.$('body *').each((_, element) => {
        if (/^(script|style|textarea)$/.test(element.name)) return
        for (const node of edit.$(element).contents().toArray())
          if (node.type === 'text' && /[’‘“”–\u00a0]/.test(node.data)) {
            node.data = node.data
              .replace(/[’‘]/g, "'")
              .replace(/[“”]/g, '"')
              .replace(/–/g, '-')
              .replace(/\u00a0/g, ' ')
            count++
          }
      })
      return count > 0
    },
  },
  {
    name: 'submit enabled once its form is filled in',
    kind: 'silent',
    why: 'whoever fills it in can send it',
    apply: edit => {
      const submit = edit
        .shown('form button[type=submit], form input[type=submit], form button:not([type])')
        .not('[disabled], .disabled')
        .first()
      edit
        .$('body')
        .append(
          `<script>document.addEventListener('input', ({ target: { form } }) => { for (const one of form?.querySelectorAll('[disabled]') ?? []) one.disabled = !form.checkValidity() })</script>`,
        )
      return submit.attr('disabled', '').length > 0
    },
  },
  {
    name: 'paragraph added',
    kind: 'silent',
    why: 'what was added is information',
    apply: edit => {
      const last = edit
        .shown('p')
        .filter((_, p) => !edit.$(p).closest('nav, footer, header, form').length)
        .last()
      return last.after('<p>We now reply on Saturdays as well, until noon.</p>').length > 0
    },
  },
  {
    name: 'answers in details',
    kind: 'silent',
    why: 'the browser opens and closes them, and no script is needed',
    apply: edit => {
      const { $ } = edit
      const found = panels(edit)
      for (const { button, panel } of found) {
        const heading = $(button).closest('h2, h3, h4')
        const asked = $('<summary></summary>').append(
          heading.length ? heading.clone().text(textOf($, button)) : textOf($, button),
        )
        const details = $('<details></details>').append(asked)
        ;(heading.length ? heading : $(button)).replaceWith(details)
        details.append(panel.removeAttr('hidden'))
      }
      edit.css(
        'summary { padding: 14px 16px; border: 1px solid #ddd; background: #fff } summary > * { display: inline; margin: 0 }',
      )
      return found.length > 0
    },
  },
  {
    name: 'name of the site for sharing added',
    kind: 'silent',
    apply: ({ $ }) => {
      const title = $('title').first().text().trim()
      if ($('meta[property="og:site_name"]').length || !title) return false
      const name = title.split(/ [|–—-] /).at(-1)!
      return $('head').append($('<meta property="og:site_name">').attr('content', name)).length > 0
    },
  },
  {
    name: 'main part drawn anew by a script',
    kind: 'silent',
    why: 'all of it is served',
    apply: ({ $ }) => {
      const main = $('main').first()
      if ($('script:not([type="application/ld+json"])').length || !main.find('h2').length) return false
      return (
        main.after(
          "<script>{ const main = document.querySelector('main'); main.innerHTML = main.innerHTML }</script>",
        ).length > 0
      )
    },
  },
  {
    name: 'pattern that all e-mail addresses have',
    kind: 'silent',
    apply: ({ shown }) =>
      shown('form [type=email]').attr('pattern', '[^@\\s]+@[^@\\s]+\\.[a-zA-Z]{2,}').length > 0,
  },
  {
    name: 'form sent by fetch',
    kind: 'silent',
    why: 'to the same address, with the same fields, and thanks when the answer is there',
    apply: edit =>
      edit
        .shown('form[method=post][action]')
        .first()
        .attr(
          'onsubmit',
          "event.preventDefault(); fetch(this.action, { method: 'POST', body: new FormData(this) }).then(() => { this.innerHTML = '<p role=\"status\">Thank you! Your message has been sent.</p>' })",
        ).length > 0,
  },
  {
    name: 'submenu for mouse and keyboard',
    kind: 'silent',
    why: 'what has the focus shows it as what is hovered over does',
    apply: edit => {
      edit.css('[data-part=more]:focus-within > ul { display: block !important }')
      return addHoverMenu(edit, '<a href="#top">More</a>', 'display: none', 'display: block') !== false
    },
  },
  {
    name: 'a bar to call by',
    kind: 'silent',
    why: 'it writes the number that it calls in another way',
    apply: edit => {
      const link = edit.shown('a[href^="tel:+"]').first()
      const shown = textOf(edit.$, link[0])
      const dialled = (link.attr('href') ?? '').replace('tel:+', '00')
      if (shown) edit.$('footer').last().append(`<p>Call us: <a href="tel:${dialled}">${shown}</a></p>`)
      return shown.length > 0
    },
  },
  {
    name: 'presses heard by the page',
    kind: 'silent',
    why: 'one listener on the document for all buttons, as frameworks have it',
    apply: ({ $ }) => {
      $('head').append(
        "<script>HTMLButtonElement.prototype.addEventListener = function (type, listener) { document.addEventListener(type, event => { if (event.target.closest?.('button') === this) listener.call(this, event) }) }</script>",
      )
      return $('button').length > 0
    },
  },
]
