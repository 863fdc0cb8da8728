import type { Element, Mutation } from '../page.ts'
import { cards, fields, firstPicture, pictures, REVEAL, sections } from '../targets.ts'

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
    name: 'photographs a shade warmer and darker',
    kind: 'silent',
    why: 'a filter that nobody sees without both beside each other',
    apply: edit => {
      edit.css('img { filter: brightness(0.96) saturate(1.05) }')
      return firstPicture(edit).length > 0
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
  {
    name: 'headings a tenth smaller',
    kind: 'silent',
    apply: edit => {
      const found = edit.shown('h1, h2, h3, h4')
      const rules = found.toArray().map((heading, at) => {
        edit.$(heading).attr('data-part', `heading-${at}`)
        const size = Number.parseFloat(edit.seen(heading)?.size ?? '20')
        return `[data-part=heading-${at}] { font-size: ${Math.round(size * 0.9)}px !important }`
      })
      edit.css(`@media (min-width: 1000px) { ${rules.join(' ')} }`)
      return found.length > 0
    },
  },
  {
    name: 'rows of a table as cards on phones',
    kind: 'silent',
    why: 'where there is no room for its columns',
    apply: edit => {
      edit.css(
        '@media (max-width: 500px) { table, tbody, tr, th, td { display: block } tbody tr { padding: 8px 0; border-bottom: 1px solid #ccc } }',
      )
      return edit.shown('table').length > 0
    },
  },
  {
    name: 'a glow that takes no press',
    kind: 'silent',
    why: 'before the content and nearly nothing of it, and behind the pointer',
    apply: edit => {
      const box = edit
        .shown('section, header')
        .toArray()
        .find(each => edit.$(each).find('a, button').length > 0)
      edit.$(box).attr('data-part', 'glow')
      edit.css(
        '[data-part=glow] { position: relative } [data-part=glow]::before { content: ""; position: absolute; inset: 0; z-index: 1; pointer-events: none; background: radial-gradient(rgb(90 120 255 / 0.03), transparent 70%) }',
      )
      return !!box
    },
  },
  {
    name: 'fields with a ground of their own',
    kind: 'silent',
    apply: edit => {
      edit.css(
        'form input:not([type=submit]), form textarea { background-color: rgb(255 255 255 / 0.92); opacity: 0.95 }',
      )
      return fields(edit).length > 0
    },
  },
  {
    name: 'fields a tenth narrower on phones',
    kind: 'silent',
    apply: edit => {
      const found = fields(edit).filter((_, field) => !!edit.seen(field)?.mobile)
      found.attr('data-part', 'field')
      edit.css('@media (max-width: 767px) { [data-part=field] { max-width: 90% } }')
      return found.length > 0
    },
  },
  {
    name: 'menu of phones with a shadow',
    kind: 'silent',
    apply: edit => {
      const toggle = edit.$<Element, string>('header [aria-controls], nav [aria-controls]').first()
      const menu = edit.$(`[id="${toggle.attr('aria-controls')}"]`).attr('data-part', 'menu')
      edit.css(
        '@media (max-width: 767px) { [data-part=menu] { z-index: 80; box-shadow: 0 4px 12px rgb(0 0 0 / 0.12) } }',
      )
      return menu.find('a').length > 2
    },
  },
  {
    name: 'cards a little closer',
    kind: 'silent',
    apply: edit => {
      const row = cards(edit)
      const [first] = row
      if (!first?.parent) return false
      edit.$(first.parent as Element).attr('data-part', 'cards')
      edit.css('[data-part=cards] { gap: 18px }')
      return true
    },
  },
  {
    name: 'side bar that stays while the page is scrolled',
    kind: 'silent',
    apply: edit => {
      const bar = edit
        .shown('nav, aside')
        .filter((_, each) => {
          const { width = 0, height = 0, framed } = edit.seen(each) ?? {}
          return height > 250 && width < 400 && !framed && edit.$(each).find('a').length >= 5
        })
        .first()
      bar.attr('data-part', 'bar')
      edit.css(
        '@media (min-width: 1000px) { [data-part=bar] { position: sticky; top: 12px; align-self: start } }',
      )
      return bar.length > 0
    },
  },
  {
    name: 'picture a little larger than its frame',
    kind: 'silent',
    why: 'it fills the frame to its corners, and the outermost of it is cut off',
    apply: edit => {
      const picture = pictures(edit, 100)
        .filter((_, each) => edit.$(each).siblings().length === 0)
        .first()
      picture.attr('data-part', 'zoomed').parent().attr('data-part', 'frame')
      edit.css('[data-part=frame] { overflow: hidden } [data-part=zoomed] { transform: scale(1.05) }')
      return picture.length > 0
    },
  },
  {
    name: 'text a little narrower on phones',
    kind: 'silent',
    apply: edit => {
      const main = edit.shown('main, article, [role=main]').first()
      main.attr('data-part', 'text')
      edit.css(
        '@media (min-width: 360px) and (max-width: 767px) { [data-part=text] { margin-inline: 14px } }',
      )
      return main.find('p').length >= 3
    },
  },
]
