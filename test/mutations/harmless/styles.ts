import type { Element, Mutation } from '../page.ts'
import { firstPicture, REVEAL, sections } from '../targets.ts'

/** The first style sheet of the page's own: its element, and the folder that its addresses start from. */
function ownSheet($: Parameters<Mutation['apply']>[0]['$']) {
  const sheet = $('link[rel=stylesheet]')
    .filter((_, element) => !/^(https?:)?\/\//.test($(element).attr('href') ?? ''))
    .first()
  return { sheet, base: (sheet.attr('href') ?? '').replace(/[^/]*$/, '') }
}

export const styles: Mutation[] = [
  {
    name: 'styles inlined',
    kind: 'silent',
    apply: async ({ $, path, read }) => {
      const { sheet, base } = ownSheet($)
      const href = (sheet.attr('href') ?? '').replace(/[?#].*/, '')
      const css = href && (await read(href.startsWith('/') ? href : `${path.replace(/[^/]*$/, '')}${href}`))
      if (!css) return false
      // A fragment names something in the page, a data address nothing outside.
      const text = String(css)
        .replace(/^\ufeff?@charset[^;]*;/, '')
        .replace(
          /url\((["']?)(?!data:|https?:|\/|#)([^)"']+)\1\)/g,
          (_, __, address) => `url("${base}${address}")`,
        )
      sheet.replaceWith($('<style></style>').text(text))
      return true
    },
  },
  {
    name: 'px to rem',
    kind: 'silent',
    apply: ({ $, file, styles }) => {
      if (/(^|[\s,}])(html|:root)\s*\{[^}]*font-size/.test(styles)) return false
      const convert = (css: string) =>
        css.replace(
          /((?:font-size|line-height|padding|margin|gap|width|height|max-width|border-radius)(?:-[a-z]+)*\s*:)([^;{}]+)/g,
          (_, property, value) =>
            property +
            value.replace(
              /(^|[\s(,])(-?\d*\.?\d+)px\b/g,
              (_: string, lead: string, px: string) => `${lead}${Number(px) / 16}rem`,
            ),
        )
      // Lengths in media queries stay as they are.
      const apply = (css: string) =>
        css
          .split(/(@media[^{]*\{)/)
          .map(part => (part.startsWith('@media') ? part : convert(part)))
          .join('')
      if (apply(styles) === styles) return false
      file(/\.css$/, body => apply(String(body)))
      $('style').each((_, style) => {
        $(style).text(apply($(style).html() ?? ''))
      })
      return true
    },
  },
  {
    name: 'rendered on the server and hydrated',
    kind: 'silent',
    why: 'a script puts the same elements in place again before other scripts run',
    apply: ({ $ }) => {
      const root = $<Element, string>('main, section, footer')
        .filter((_, element) => !$(element).parent().closest('main, section, footer').length)
        .filter((_, element) => !$(element).find('script').length)
      if (!root.length) return false
      root.attr('data-island', '')
      const script =
        "<script>for (const island of document.querySelectorAll('[data-island]')) { const markup = island.innerHTML; island.replaceChildren(); island.innerHTML = markup; island.dataset.hydrated = '' }</script>"
      const first = $('body script').first()
      if (first.length) first.before(script)
      else $('body').append(script)
      return true
    },
  },
  {
    name: 'sections drawn near the window',
    kind: 'silent',
    why: 'the browser skips what is far down until it comes near',
    apply: edit => {
      const found = edit
        .shown('main > section, main > div > section, body > section, footer')
        .filter((_, element) => (edit.seen(element)?.y ?? 0) > 1200)
      edit.css('[data-part=near] { content-visibility: auto; contain-intrinsic-size: auto 600px }')
      return found.attr('data-part', 'near').length > 0
    },
  },
  {
    name: 'sections revealed on scrolling',
    kind: 'silent',
    why: 'the script that reveals them runs, and who asks for less motion sees them at once',
    apply: edit => {
      const found = sections(edit).filter(each => (edit.seen(each)?.y ?? 0) > 600)
      edit.$(found).attr('data-reveal', '')
      edit.css(REVEAL)
      edit
        .$('body')
        .append(
          "<script>{ const watch = new IntersectionObserver(entries => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.classList.add('revealed') }, { threshold: 0.1 }); for (const part of document.querySelectorAll('[data-reveal]')) watch.observe(part) }</script>",
        )
      return found.length > 1
    },
  },
  {
    name: 'headings set closer',
    kind: 'silent',
    apply: edit => {
      edit.css('h1, h2, h3 { line-height: 1.1 !important }')
      return edit.shown('h1, h2, h3').length > 0
    },
  },
  {
    name: 'a file of its own for phones',
    kind: 'silent',
    why: 'two elements for one picture, of which each width shows one',
    apply: edit => {
      const picture = firstPicture(edit)
      const source = picture.attr('src')
      if (!source || !edit.seen(picture[0])?.mobile) return false
      const narrow = picture
        .clone()
        .attr('src', `${source}?w=750`)
        .removeAttr('srcset')
        .attr('data-part', 'narrow')
      picture.attr('data-part', 'wide').after(narrow)
      edit.css(
        '[data-part=narrow] { display: none !important } @media (max-width: 767px) { [data-part=wide] { display: none !important } [data-part=narrow] { display: block !important } }',
      )
      return true
    },
  },
]
