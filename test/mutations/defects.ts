import type { CheerioAPI } from 'cheerio'
import Color from 'colorjs.io'
import type { Mutation } from './page.ts'

/** Elements that a visitor sees from the start: nothing in a dialog or a collapsed part. */
function visible($: CheerioAPI, selector: string) {
  return $(selector).filter(
    (_, element) =>
      $(element).closest('.modal, dialog, [hidden], .d-none, .collapse, template, noscript, svg').length ===
      0,
  )
}

/** A paragraph of the main content with at least eight words, the longest. */
function longestParagraph($: CheerioAPI) {
  const words = (element: Parameters<CheerioAPI>[0]) =>
    $(element as never)
      .text()
      .trim()
      .split(/\s+/).length
  const all = visible($, 'p')
    .toArray()
    .filter(element => words(element) >= 8 && $(element).closest('nav, footer').length === 0)
  return $(all.sort((a, b) => words(b) - words(a))[0])
}

/** A heading of the content: dark on light on nearly every page. */
const firstHeading = ($: CheerioAPI) =>
  visible($, 'h2')
    .filter((_, element) => $(element).closest('nav, header, footer').length === 0)
    .first()

const contentPicture = ($: CheerioAPI) =>
  visible($, 'main img, section img, article img, body img')
    .filter(
      (_, img) =>
        $(img).closest('nav, footer, header').length === 0 &&
        /\.(jpe?g|png|webp)$/i.test($(img).attr('src') ?? ''),
    )
    .first()

const tinyGif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const defects: Mutation[] = [
  {
    name: 'fixed 900 px block',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overflow/,
    apply: ({ $ }) => longestParagraph($).attr('style', 'width: 900px; max-width: none').length > 0,
  },
  {
    name: 'viewport meta removed',
    kind: 'must-fail',
    suite: 'responsive',
    about: /viewport/,
    apply: ({ $ }) => $('meta[name="viewport"]').remove().length > 0,
  },
  {
    name: 'navigation hidden on mobile with no toggle',
    kind: 'must-fail',
    suite: 'responsive',
    about: /nav/i,
    apply: ({ $, css }) => {
      const nav = $('nav').first()
      if (!nav.find('a').length) return false
      css(
        '@media (max-width: 991px) { nav a:not(.navbar-brand), nav button, nav label, nav summary { display: none !important } }',
      )
      return true
    },
  },
  {
    name: 'meta noindex',
    kind: 'must-fail',
    suite: 'seo',
    about: /index/,
    apply: ({ $ }) => $('head').append('<meta name="robots" content="noindex">').length > 0,
  },
  {
    name: "another page's title",
    kind: 'must-fail',
    suite: 'seo',
    about: /title/,
    apply: ({ $ }) => $('head > title').text('Shipping and returns policy').length > 0,
  },
  {
    name: 'canonical to another page',
    kind: 'must-fail',
    suite: 'seo',
    about: /canonical/,
    apply: ({ $ }) => {
      $('link[rel="canonical"]').remove()
      return $('head').append('<link rel="canonical" href="/another-page">').length > 0
    },
  },
  {
    name: 'h1 to div',
    kind: 'must-fail',
    suite: 'seo',
    about: /h1|heading/,
    apply: ({ $ }) => {
      const h1 = visible($, 'h1').first()
      if (!h1.length) return false
      const style = 'display:block;font-size:2em;font-weight:bold;margin:.67em 0'
      h1.replaceWith(`<div class="${h1.attr('class') ?? ''}" style="${style}">${h1.html()}</div>`)
      return true
    },
  },
  {
    name: 'lang removed',
    kind: 'must-fail',
    suite: 'seo',
    about: /lang/,
    apply: ({ $ }) => {
      if (!$('html').attr('lang')) return false
      $('html').removeAttr('lang')
      return true
    },
  },
  {
    name: 'paragraph lost',
    kind: 'must-fail',
    suite: 'content',
    about: /text/,
    apply: ({ $ }) => longestParagraph($).remove().length > 0,
  },
  {
    name: 'section lost',
    kind: 'must-fail',
    suite: 'content',
    about: /text/,
    apply: ({ $ }) => {
      // One that holds neither pictures nor links nor what links lead to: those have suites of their own.
      const sections = visible($, 'section, article, div').filter((_, element) => {
        const section = $(element)
        const words = section.text().trim().split(/\s+/).length
        const others = section.find('img, svg, a, form, button, [id]').length + (section.attr('id') ? 1 : 0)
        return (
          section.find('h2, h3, h4').length === 1 &&
          section.find('p').length > 0 &&
          words >= 12 &&
          others === 0
        )
      })
      return sections.last().remove().length > 0
    },
  },
  {
    name: 'price 49 to 94',
    kind: 'must-fail',
    suite: 'content',
    about: /fact/,
    apply: ({ $ }) =>
      replaceText(
        $,
        /([$€£]\s?)(\d)(\d)\b/,
        (_, sign, a, b) => `${sign}${a === b ? `${b}${Number(a) ^ 1}` : `${b}${a}`}`,
      ),
  },
  {
    name: 'phone digit changed',
    kind: 'must-fail',
    suite: 'content',
    about: /fact/,
    apply: ({ $ }) =>
      replaceText(
        $,
        /(\+?\d[\d ()-]{7,}\d)(\d)\b/,
        (_, start, digit) => `${start}${(Number(digit) + 3) % 10}`,
      ),
  },
  {
    name: 'undefined shown',
    kind: 'must-fail',
    suite: 'content',
    about: /unexpected/,
    apply: ({ $ }) => longestParagraph($).after('<p>Hello undefined, welcome back</p>').length > 0,
  },
  {
    name: 'lorem ipsum',
    kind: 'must-fail',
    suite: 'content',
    about: /unexpected/,
    apply: ({ $ }) => {
      if (/lorem ipsum/i.test($('body').text())) return false
      return (
        longestParagraph($).after('<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>').length >
        0
      )
    },
  },
  {
    name: '1.5 MB of script with a long task',
    kind: 'must-fail',
    suite: 'perf',
    about: /perf\/score/,
    apply: ({ $, file }) => {
      $('head').append('<script src="heavy-bundle.js"></script>')
      const body = `(() => { const end = performance.now() + 1500; while (performance.now() < end); })()\n//${'x'.repeat(1_500_000)}`
      file(/heavy-bundle\.js$/, () => body)
      return true
    },
  },
  {
    name: 'alt removed',
    kind: 'must-fail',
    suite: 'a11y',
    about: /image-alt/,
    apply: ({ $ }) => contentPicture($).removeAttr('alt').length > 0,
  },
  {
    name: 'label broken',
    kind: 'must-fail',
    suite: 'a11y',
    about: /label/,
    apply: ({ $ }) => {
      const field = visible($, 'form input:not([type=hidden]):not([type=submit]), form textarea')
        .filter((_, element) => $(`label[for="${$(element).attr('id')}"]`).length > 0)
        .first()
      $(`label[for="${field.attr('id')}"]`).removeAttr('for')
      field.removeAttr('aria-label').removeAttr('title').removeAttr('placeholder')
      return field.length > 0
    },
  },
  {
    name: 'contrast 2.5:1',
    kind: 'must-fail',
    suite: 'a11y',
    about: /contrast/,
    apply: ({ $ }) =>
      firstHeading($).attr('style', 'color: #a6a6a6 !important; background: #fff !important').length > 0,
  },
  {
    name: 'submit disabled',
    kind: 'must-fail',
    suite: 'functional',
    about: /form/,
    apply: ({ $ }) =>
      visible($, 'form button[type=submit], form input[type=submit], form button:not([type])')
        .first()
        .attr('disabled', '').length > 0,
  },
  {
    name: 'field removed',
    kind: 'must-fail',
    suite: 'functional',
    about: /form/,
    apply: ({ $ }) => {
      const field = visible($, 'form input[type=email], form input[type=tel], form textarea').first()
      return field.remove().length > 0
    },
  },
  {
    name: 'action changed',
    kind: 'must-fail',
    suite: 'functional',
    about: /form/,
    apply: ({ $ }) => visible($, 'form').first().attr('action', '/wrong-endpoint').length > 0,
  },
  {
    name: 'exception on load',
    kind: 'must-fail',
    suite: 'functional',
    about: /exception|health/,
    apply: ({ $ }) => $('body').append('<script>window.shop.cart.items.length</script>').length > 0,
  },
  {
    name: 'script 404',
    kind: 'must-fail',
    suite: 'functional',
    about: /health/,
    apply: ({ $ }) => $('body').append('<script src="js/missing-chunk.js"></script>').length > 0,
  },
  {
    name: 'mailto lost',
    kind: 'must-fail',
    suite: 'functional',
    about: /mailto|link/,
    apply: ({ $ }) => {
      const link = visible($, 'a[href^="mailto:"]').first()
      link.attr('href', '#')
      return link.length > 0
    },
  },
  {
    name: 'dead link in the navigation',
    kind: 'must-fail',
    suite: 'functional',
    about: /link/,
    apply: ({ $ }) => {
      const link = $('nav a')
        .filter((_, a) => $(a).text().trim() !== '' && !$(a).is('.navbar-brand'))
        .eq(1)
      return link.attr('href', '/gone-for-good').length > 0
    },
  },
  {
    name: 'picture 404',
    kind: 'must-fail',
    suite: 'image',
    about: /broken/,
    apply: ({ $ }) =>
      contentPicture($).attr('src', 'assets/no-such-picture.jpg').removeAttr('srcset').length > 0,
  },
  {
    name: '1x1 placeholder',
    kind: 'must-fail',
    suite: 'image',
    about: /broken|presence/,
    apply: ({ $ }) => {
      const picture = contentPicture($)
      picture.attr('src', tinyGif).removeAttr('srcset')
      picture.attr('style', 'width: 300px; height: 200px')
      return picture.length > 0
    },
  },
  {
    name: 'background lost',
    kind: 'must-fail',
    suite: 'image',
    about: /background/,
    apply: ({ css, styles, $ }) => {
      if (!/url\([^)]*\.(jpe?g|png|webp)/i.test(styles + $('style').text())) return false
      css(
        'header, section, .hero, [class*=hero], [class*=masthead], [class*=banner] { background-image: none !important }',
      )
      return true
    },
  },
  {
    name: 'brand colour changed everywhere',
    kind: 'must-fail',
    suite: 'image',
    about: /colour/,
    apply: ({ file, styles }) => {
      const brand = mostUsedColour(styles)
      if (!brand) return false
      // As light as before, so that contrast is not touched.
      const other = new Color(brand)
        .to('oklch')
        .set('h', hue => (hue ?? 0) + 140)
        .to('srgb')
        .toGamut()
        .toString({ format: 'hex' })
      file(/\.css$/, body => body.toString().replaceAll(new RegExp(brand, 'gi'), other))
      return true
    },
  },
]

function replaceText($: CheerioAPI, pattern: RegExp, change: (...match: string[]) => string): boolean {
  for (const element of visible($, 'body *').toArray())
    for (const node of $(element).contents().toArray())
      if (
        node.type === 'text' &&
        pattern.test(node.data) &&
        !/^(script|style)$/.test((element as { name: string }).name)
      ) {
        node.data = node.data.replace(pattern, change as never)
        return true
      }
  return false
}

function mostUsedColour(styles: string): string | undefined {
  const counts = new Map<string, number>()
  for (const [colour] of styles.matchAll(/#[0-9a-f]{6}\b/gi)) {
    const [r, g, b] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ]
    if (Math.max(r, g, b) - Math.min(r, g, b) > 80)
      counts.set(colour.toLowerCase(), (counts.get(colour.toLowerCase()) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
