import type { Element, Mutation } from '../page.ts'
import { CONSENT, fieldNames, fields, textOf } from '../targets.ts'

const form = /form/
export const functional: Mutation[] = [
  {
    name: 'visits counted before consent',
    kind: 'must-fail',
    suite: 'functional',
    about: /analytics:early/,
    why: 'the tag as its maker offers it, beside a banner that does not hold it back',
    apply: ({ $ }) => {
      if (!$(CONSENT).length) return false
      $('head').append(
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-COUNTED123"></script>',
      )
      return 'Google Analytics'
    },
  },
  {
    name: 'consent answer kept under another name',
    kind: 'must-fail',
    suite: 'functional',
    about: /consent/,
    why: 'the banner comes back on each page',
    apply: ({ $ }) => {
      const script = $('script').filter((_, each) =>
        $(each).text().includes("document.cookie = 'answered=1'"),
      )
      script.text(script.text().replace("document.cookie = 'answered=1'", "document.cookie = 'consent=1'"))
      return script.length > 0
    },
  },
  {
    name: 'consent refused in vain',
    kind: 'must-fail',
    suite: 'functional',
    about: /consent:ignored/,
    why: 'one function leaves the banner, whatever was answered',
    apply: ({ $ }) => {
      const script = $('script').filter((_, each) =>
        $(each).text().includes("'.cmplz-deny').onclick = leave"),
      )
      script.text(script.text().replace('onclick = leave', 'onclick = () => { count(); leave() }'))
      return script.length > 0
    },
  },
  {
    name: 'submit disabled',
    kind: 'must-fail',
    suite: 'functional',
    about: form,
    apply: edit =>
      edit
        .shown('form button[type=submit], form input[type=submit], form button:not([type])')
        .filter(
          (_, button) =>
            edit.$(button).attr('disabled') === undefined &&
            !/\bdisabled\b/.test(edit.$(button).attr('class') ?? ''),
        )
        .first()
        .attr('disabled', '').length > 0,
  },
  {
    name: 'submit button lost',
    kind: 'must-fail',
    suite: 'functional',
    about: form,
    also: ['a11y', 'content'],
    apply: edit =>
      edit
        .shown('form button[type=submit], form input[type=submit], form button:not([type])')
        .first()
        .remove().length > 0,
  },
  {
    name: 'field removed',
    kind: 'must-fail',
    suite: 'functional',
    about: form,
    apply: edit => {
      const field = fields(edit).first()
      const names = fieldNames(edit, field)
      field.remove()
      return names.length > 0 && names
    },
  },
  {
    name: 'form lost',
    kind: 'must-fail',
    suite: 'functional',
    about: form,
    also: ['content', 'a11y', 'responsive'],
    apply: edit => {
      const found = edit
        .shown('form')
        .filter((_, each) => edit.$(each).find('input, textarea, select').length > 1)
      return found.first().remove().length > 0
    },
  },
  {
    name: 'embed lost',
    kind: 'must-raise',
    suite: 'functional',
    about: /embeds/,
    why: 'A film or a map that a visitor came for is an empty box.',
    apply: edit =>
      edit
        .shown(
          'iframe[src*="youtube"], iframe[src*="vimeo.com/video"], iframe[src*="/maps"], video[src], video:has(source)',
        )
        .first()
        .replaceWith('<div style="height: 360px"></div>').length > 0,
  },
  {
    name: 'action changed',
    kind: 'must-fail',
    suite: 'functional',
    about: form,
    apply: edit => edit.shown('form').first().attr('action', '/wrong-endpoint').length > 0,
  },
  {
    name: 'form that only acts as if it was sent',
    kind: 'must-fail',
    suite: 'functional',
    about: /acts as if it was sent/,
    why: 'its script thanks the visitor and was never wired to a server',
    apply: edit =>
      edit
        .shown('form[method=post]')
        .first()
        .removeAttr('action')
        .attr(
          'onsubmit',
          'event.preventDefault(); this.innerHTML = \'<p role="status">Thank you! Your message has been sent.</p>\'',
        ).length > 0,
  },
  {
    name: 'form whose button does nothing',
    kind: 'must-fail',
    suite: 'functional',
    about: /does nothing when it is filled in/,
    why: 'its script only writes to the console',
    apply: edit =>
      edit
        .shown('form[method=post]')
        .first()
        .removeAttr('action')
        .attr('onsubmit', "event.preventDefault(); console.log('sent')").length > 0,
  },
  {
    name: 'form that refuses right entries',
    kind: 'must-fail',
    suite: 'functional',
    about: /refuses? whatever usual entry/,
    why: 'a check of its script that nothing passes, as of a number by too many digits',
    apply: edit => {
      const sent = edit.shown('form[method=post]').first()
      sent.attr(
        'onsubmit',
        "event.preventDefault(); for (const one of this.querySelectorAll('[type=email], [type=tel]')) one.classList.add('is-invalid')",
      )
      return sent.find('[type=email], [type=tel]').length > 0
    },
  },
  {
    name: 'pattern that refuses e-mail addresses',
    kind: 'must-fail',
    suite: 'functional',
    about: /refuses "anna\.smith/,
    why: 'Whoever has a dot in his address, as most have, cannot write.',
    apply: ({ shown }) => shown('form [type=email]').first().attr('pattern', '\\w+@\\w+\\.\\w+').length > 0,
  },
  {
    name: 'pattern of a script that refuses e-mail addresses',
    kind: 'must-fail',
    suite: 'functional',
    about: /refuses "anna\.smith/,
    apply: ({ $, shown }) => {
      const field = shown('form [type=email]').first()
      const body = $('body')
      if (!field.attr('id')) field.attr('id', 'patterned')
      body.append(
        `<script>document.getElementById('${field.attr('id')}').setAttribute('pattern', '^[a-z0-9]+@[a-z]+[.][a-z]{2,3}$')</script>`,
      )
      return field.length > 0
    },
  },
  {
    name: 'field no longer required',
    kind: 'must-raise',
    suite: 'functional',
    about: /required/,
    apply: edit => {
      const field = fields(edit).filter('[required]').first()
      return field.removeAttr('required').removeAttr('aria-required').length > 0 && fieldNames(edit, field)
    },
  },
  {
    name: 'options cut in half',
    kind: 'must-raise',
    suite: 'functional',
    about: /option|choice/,
    apply: edit => {
      const options = edit.shown('form select, select').first().find('option')
      const cut = options.slice(Math.ceil(options.length / 2))
      const first = textOf(edit.$, cut[0])
      cut.remove()
      return options.length >= 4 && first !== ''
    },
  },
  {
    name: 'options send other values',
    kind: 'must-raise',
    suite: 'functional',
    about: /sends/,
    why: 'the server gets numbers where it knows names',
    apply: edit => {
      const options = edit.shown('form select').first().find('option')
      options.each((index, option) => void edit.$(option).attr('value', String(index + 1)))
      return options.length > 1
    },
  },
  {
    name: 'exception on load',
    kind: 'must-raise',
    suite: 'functional',
    about: /exception|health/,
    apply: ({ $ }) => $('body').append('<script>window.shop.cart.items.length</script>').length > 0,
  },
  {
    name: 'script 404',
    kind: 'must-raise',
    suite: 'functional',
    about: /health/,
    why: 'a chunk that the build left out, without which the page works as it did',
    apply: ({ $ }) =>
      $('body').append('<script src="/js/missing-chunk.js"></script>').length > 0 && 'missing-chunk',
  },
  {
    name: 'own script 404',
    kind: 'must-fail',
    suite: 'functional',
    about: /health/,
    also: ['content', 'image', 'responsive', 'seo', 'a11y'],
    why: 'what the script drew is gone too',
    apply: ({ $ }) => {
      const script = $('script[src]')
        .filter((_, each) => !/^([a-z]+:)?\/\//i.test($(each).attr('src')!))
        .last()
      if (!script.length) return false
      script.attr('src', '/js/renamed-8c1.js')
      return 'renamed-8c1'
    },
  },
  {
    name: 'data request 404',
    kind: 'must-raise',
    suite: 'functional',
    about: /health/,
    apply: ({ $ }) =>
      $('body').append(`<script>fetch('/api/stock.json')</script>`).length > 0 && 'stock.json',
  },
  ...(['mailto', 'tel'] as const).map(
    (scheme): Mutation => ({
      name: `${scheme} lost`,
      kind: 'must-fail',
      suite: 'functional',
      about: /mailto|tel|link/,
      apply: edit => {
        const link = edit.shown(`a[href^="${scheme}:"]`).first()
        const address = (link.attr('href') ?? '').slice(scheme.length + 1)
        link.attr('href', '#')
        return address !== '' && [textOf(edit.$, link[0]), address]
      },
    }),
  ),
  {
    name: 'the number of a template behind ours',
    kind: 'must-raise',
    suite: 'functional',
    about: /links:contradicted|, not /,
    why: 'a bar to call by was added, which shows the right number and calls another',
    apply: edit => {
      const shown = textOf(edit.$, edit.shown('a[href^="tel:"]')[0])
      if (shown) edit.$('footer').last().append(`<p>Call us: <a href="tel:+15551234567">${shown}</a></p>`)
      return shown.length > 0 && shown
    },
  },
  {
    name: 'dead link in the navigation',
    kind: 'must-fail',
    suite: 'functional',
    about: /link/,
    also: ['seo'],
    apply: async edit => {
      const alive: Element[] = []
      for (const link of edit.shown('nav a[href]').toArray()) {
        const href = edit.$(link).attr('href')!
        // One that leads to no page was dead before.
        const isThere =
          /^#./.test(href) || (await edit.read(new URL(href, `http://page${edit.path}`).pathname))
        if (isThere && textOf(edit.$, link) !== '') alive.push(link)
      }
      const link = alive[Math.min(1, alive.length - 1)]
      if (!link) return false
      edit.$(link).attr('href', '/gone-for-good')
      return [textOf(edit.$, link), 'gone-for-good']
    },
  },
  {
    name: 'legal pages linked no more',
    kind: 'must-raise',
    suite: 'functional',
    about: /privacy|terms|imprint|impressum|legal/i,
    apply: async ({ $, path, read }) => {
      let removed = 0
      for (const link of $('a[href]').toArray()) {
        const href = $(link).attr('href')!
        if (!/^(privacy policy|privacy|terms|imprint|impressum|datenschutz)$/i.test($(link).text().trim()))
          continue
        // One that leads to no page was dead before.
        if (/^(#|[a-z]+:)/i.test(href) || !(await read(new URL(href, `http://page${path}`).pathname)))
          continue
        $(link).remove()
        removed++
      }
      return removed > 0
    },
  },
  {
    name: 'call to action leads nowhere',
    kind: 'must-fail',
    suite: 'functional',
    about: /link/,
    also: ['seo'],
    apply: edit => {
      const link = edit
        .shown('a[href]')
        .filter((_, a) => {
          const href = edit.$(a).attr('href')!
          return (
            /btn|button/i.test(edit.$(a).attr('class') ?? '') &&
            textOf(edit.$, a) !== '' &&
            !/^#?$|^(#!|javascript)/.test(href)
          )
        })
        .first()
      return link.attr('href', '#').length > 0 && textOf(edit.$, link[0])
    },
  },
  {
    name: 'place of a link lost',
    kind: 'must-fail',
    suite: 'functional',
    // Styles may hang on the place's id.
    also: ['image', 'responsive'],
    about: /link/,
    why: 'the navigation names a place that the page no longer has',
    apply: edit => {
      const link = edit
        .shown('nav a[href^="#"]')
        .filter((_, a) => {
          const id = edit.$(a).attr('href')!.slice(1)
          return id !== '' && edit.$('[id]').filter((_, each) => edit.$(each).attr('id') === id).length === 1
        })
        .last()
      const id = (link.attr('href') ?? '').slice(1)
      edit
        .$('[id]')
        .filter((_, each) => edit.$(each).attr('id') === id)
        .removeAttr('id')
      return id !== '' && [id, textOf(edit.$, link[0])]
    },
  },
  {
    name: 'link in the page leads to another section',
    kind: 'must-fail',
    suite: 'functional',
    about: /link|lead/,
    also: ['content'],
    why: 'two sections have each other’s id',
    apply: edit => {
      const { $ } = edit
      const id = (link: Element) => ($(link).attr('href') ?? '').slice(1)
      const found = edit
        .shown('nav a[href^="#"], header a[href^="#"]')
        .toArray()
        .flatMap(link => {
          if (!/^[a-z][\w-]*$/i.test(id(link)) || edit.styles.includes(`#${id(link)}`)) return []
          const target = $<Element, string>(`#${id(link)}:not(body, main)`)
          const heading = textOf($, target.find('h2, h3')[0])
          const seen = edit.seen(target[0])
          return heading && seen ? [{ link, target, y: seen.y, heading }] : []
        })
      const [first, ...others] = found
      const other = others.find(
        ({ y, heading }) => Math.abs(y - first!.y) > 1500 && heading !== first!.heading,
      )
      if (!first || !other) return false
      const [one, two] = [id(first.link), id(other.link)]
      first.target.attr('id', two)
      other.target.attr('id', one)
      return [textOf($, first.link), textOf($, other.link)]
    },
  },
  {
    name: 'choices no longer exclude each other',
    kind: 'must-fail',
    suite: 'functional',
    about: form,
    why: 'each radio button got a name of its own',
    apply: edit => {
      const { $ } = edit
      const first = edit.shown('form input[type=radio][name]').first()
      const group = edit
        .shown('form input[type=radio]')
        .filter((_, each) => $(each).attr('name') === first.attr('name'))
      group.each((index, each) => void $(each).attr('name', `${first.attr('name')}-${index + 1}`))
      return group.length > 1
    },
  },
  {
    name: 'button disabled',
    kind: 'must-raise',
    suite: 'functional',
    about: /controls/,
    why: 'it waits for a script to enable it, which never does',
    apply: edit => {
      const button = edit
        .shown('button')
        .filter(
          (_, each) =>
            !edit.$(each).closest(`form, ${CONSENT}`).length &&
            textOf(edit.$, each).length > 2 &&
            edit.$(each).attr('disabled') === undefined,
        )
        .last()
      return button.attr('disabled', '').length > 0 && textOf(edit.$, button[0])
    },
  },
]
