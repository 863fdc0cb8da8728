import type { Element, Mutation, PageEdit } from '../page.ts'
import { firstPicture, longestParagraph, namesOf } from '../targets.ts'

/** A picture of the content that is 200 px wide or wider and shown on phones as well. */
function phonePicture(edit: PageEdit) {
  const picture = firstPicture(edit, 200)
  const seen = edit.seen(picture[0])
  return seen?.mobile ? picture : picture.filter(() => false)
}

/** What holds the running text of the page, with its longest paragraph. */
function runningText(edit: PageEdit) {
  const paragraph = longestParagraph(edit).filter((_, each) => !!edit.seen(each)?.mobile)
  const main = paragraph.closest('main, article, [role=main]')
  return main.find('p').length >= 3 ? main : paragraph.filter(() => false)
}

/** The first list of links that the head of the page shows on wide screens, four at least. */
function linkList(edit: PageEdit) {
  return edit
    .shown('header ul, nav ul')
    .filter((_, list) => {
      const { y = 999, height = 999 } = edit.seen(list) ?? {}
      return y < 150 && height < 150 && edit.$(list).children('li').find('> a[href]').length >= 4
    })
    .first()
}

/** `css` is for the picture (`[data-part=cut]`), in a frame of its own (`[data-part=frame]`). */
function cutPicture(name: string, why: string, css: string): Mutation {
  return {
    name,
    kind: 'must-raise',
    suite: 'responsive',
    about: /clipping:picture/,
    also: ['image'],
    why,
    apply: edit => {
      const picture = phonePicture(edit)
      picture.attr('data-part', 'cut').wrap('<div data-part="frame"></div>')
      edit.css(`@media (max-width: 767px) { ${css} }`)
      return picture.length > 0 && namesOf(picture)
    },
  }
}

/** `css` is for what holds the text of the page (`[data-part=text]`). */
function crushedText(name: string, why: string, css: string): Mutation {
  return {
    name,
    kind: 'must-fail',
    suite: 'responsive',
    about: /layout:narrowed|squeezed/,
    also: ['a11y', 'image'],
    why,
    apply: edit => {
      const text = runningText(edit)
      text.attr('data-part', 'text')
      edit.css(`@media (max-width: 767px) { ${css} }`)
      return text.length > 0
    },
  }
}

/** `fold` puts a list of links behind what opens it. */
function foldedNavigation(
  name: string,
  why: string,
  fold: (edit: PageEdit, list: ReturnType<typeof linkList>) => void,
): Mutation {
  return {
    name,
    kind: 'must-raise',
    suite: 'responsive',
    about: /navigation/,
    also: ['functional', 'content', 'a11y', 'seo'],
    why,
    apply: edit => {
      const list = linkList(edit)
      if (list.length) fold(edit, list)
      return list.length > 0
    },
  }
}

/** What visitors with other screens than the builder's cannot see or read. */
export const phones: Mutation[] = [
  cutPicture(
    'picture that its frame cuts off on both sides',
    'a width that was made for tablets, in the middle of a row that hides what is wider',
    '[data-part=frame] { display: flex; justify-content: center; overflow: hidden } [data-part=cut] { flex: none; width: 640px !important; max-width: none !important; height: auto !important }',
  ),
  cutPicture(
    'picture pulled over the left edge',
    'it stood beside a text that it overlapped',
    '[data-part=cut] { position: relative; transform: translateX(-48%) !important }',
  ),
  crushedText(
    'text beside the room of a side bar',
    'a margin that wide screens need, without its media query',
    '[data-part=text] { padding-left: 0 !important; margin-left: 216px !important; width: auto !important; max-width: none !important; overflow-wrap: anywhere }',
  ),
  crushedText(
    'text in the first of two columns',
    'a grid of which nothing stands in the second column',
    '[data-part=text] { display: grid !important; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) !important; gap: 24px } [data-part=text] > * { grid-column: 1 / 2 !important; width: auto !important; min-width: 0 !important; padding-inline: 0 !important; overflow-wrap: anywhere } [data-part=text] > * > * { width: auto !important; padding-inline: 4px !important }',
  ),
  {
    name: 'columns of figures hidden on phones',
    kind: 'must-fail',
    suite: 'responsive',
    about: /kept/,
    also: ['content'],
    why: 'a table made to fit by dropping what does not',
    apply: edit => {
      const { $ } = edit
      const isFigure = (cell: Element) => /^\s*\p{Sc}?[\d.,:]+\s?\D{0,4}\s*$/u.test($(cell).text())
      const table = edit
        .shown('table')
        .filter((_, each) => {
          const rows = $<Element, string>(each).find('tr').toArray()
          const figures = rows.filter(
            row => $(row).children('td').length > 1 && isFigure($(row).children('td').last()[0]!),
          )
          return !!edit.seen(each)?.mobile && figures.length >= 3 && figures.length >= 0.7 * rows.length
        })
        .first()
      table.find('tr').each((_, row) => void $(row).children().last().attr('data-part', 'column'))
      edit.css('@media (max-width: 767px) { [data-part=column] { display: none } }')
      return table.length > 0
    },
  },
  {
    name: 'menu button outside of the window',
    kind: 'must-fail',
    suite: 'responsive',
    about: /navigation/,
    also: ['functional', 'a11y', 'image'],
    why: 'a header that is wider than a phone, and cut off',
    apply: edit => {
      const { $ } = edit
      const button = $<Element, string>('header button, nav button, header [role=button]')
        .filter((_, each) => {
          const seen = edit.seen(each)
          return (
            !!seen?.mobile &&
            !seen.shown &&
            /menu|navigation/i.test($(each).text() + $(each).attr('aria-label'))
          )
        })
        .first()
      button.attr('data-part', 'outside')
      edit.css(
        '@media (max-width: 767px) { html, body { overflow-x: hidden } [data-part=outside] { position: relative; left: 100vw; flex: none } }',
      )
      return button.length > 0
    },
  },
  foldedNavigation(
    'navigation folded on wide screens',
    'what phones need, at each width',
    ({ css }, list) => {
      list.wrap('<details data-part="fold"></details>').before('<summary>Menu</summary>')
      css('[data-part=fold] > summary { cursor: pointer; padding: 8px 12px; display: block }')
    },
  ),
  foldedNavigation(
    'navigation behind an icon on wide screens',
    'a builder’s header for phones, which is the only one',
    ({ $, css }, list) => {
      list
        .attr('data-part', 'fold')
        .attr('id', 'folded-links')
        .before(
          '<button type="button" data-part="opener" aria-label="Menu" aria-expanded="false" aria-controls="folded-links"><svg width="24" height="24" viewBox="0 0 24 24"><path d="M3 6h18M3 12h18M3 18h18" stroke="#888" stroke-width="2"/></svg></button>',
        )
      css(
        '[data-part=fold]:not([data-open]) { display: none !important } [data-part=opener] { display: inline-block; padding: 6px; border: 0; background: #fff }',
      )
      $('body').append(
        '<script>{ const opener = document.querySelector("[data-part=opener]"); opener.addEventListener("click", () => { const open = document.querySelector("[data-part=fold]").toggleAttribute("data-open"); opener.setAttribute("aria-expanded", open) }) }</script>',
      )
    },
  ),
  {
    name: 'picture from side to side that wide screens alone show',
    kind: 'must-raise',
    suite: 'responsive',
    about: /from side to side/,
    also: ['image', 'content'],
    why: 'what parts two sections, behind a breakpoint that was made for another one',
    apply: edit => {
      const bands = edit.shown('body *').filter((_, each) => {
        const { width = 0, height = 0, mobile = false, picture = '' } = edit.seen(each) ?? {}
        const isPicture = edit.$(each).is('img') || /url\(.*\.(jpe?g|webp|png|avif)/.test(picture)
        return isPicture && mobile && width >= 1300 && height >= 200 && height <= 1000
      })
      bands.first().attr('data-part', 'band')
      edit.css('@media (max-width: 1366px) { [data-part=band] { display: none !important } }')
      return bands.length > 0
    },
  },
  {
    name: 'windows of nothing above the footer',
    kind: 'must-fail',
    suite: 'responsive',
    about: /Nothing is drawn/,
    also: ['image', 'perf'],
    why: 'a box that waits for a script which is not there any more',
    apply: edit => {
      const footer = edit.shown('footer').last()
      footer.before('<div style="min-height: 2400px; background: #fff"></div>')
      return footer.length > 0
    },
  },
  {
    name: 'icon without a size on phones',
    kind: 'must-fail',
    suite: 'responsive',
    about: /fills the window/,
    also: ['a11y', 'functional', 'content', 'image'],
    why: 'its size was in the styles of wide screens alone',
    apply: edit => {
      const icon = edit
        .shown('main svg, section svg')
        .filter((_, each) => (edit.seen(each)?.width ?? 99) < 60 && !!edit.seen(each)?.mobile)
        .first()
        .removeAttr('width')
        .removeAttr('height')
        .attr('data-part', 'huge')
      icon.parentsUntil('body').attr('data-part', 'huge')
      edit.css(
        '@media (max-width: 767px) { [data-part=huge] { display: block !important; width: 100% !important; height: auto !important; max-width: none !important; flex: none !important; padding-inline: 0 !important } }',
      )
      return icon.length > 0
    },
  },
  {
    name: 'entries of the opened menu beyond the screen',
    kind: 'must-raise',
    suite: 'responsive',
    about: /runs out of the screen/,
    also: ['functional', 'content', 'a11y', 'image'],
    why: 'they stand in one row, as on wide screens, and what is wider than the screen is cut off',
    apply: edit => {
      const list = linkList(edit).filter((_, each) => !edit.seen(each)?.mobile)
      list.attr('data-part', 'row')
      edit.css(
        '@media (max-width: 767px) { html, body { overflow-x: clip } [data-part=row] > li:nth-child(n + 3) { position: relative !important; left: 100vw !important } }',
      )
      return list.length > 0
    },
  },
  {
    name: 'menu whose row runs out of its box',
    kind: 'must-fail',
    suite: 'responsive',
    about: /run out of its box/,
    also: ['functional', 'content', 'a11y', 'image'],
    why: 'the widths between phones and desks were never looked at',
    apply: edit => {
      const list = linkList(edit).filter((_, each) => edit.$(each).closest('nav').length > 0)
      list.attr('data-part', 'row')
      edit.css(
        '@media (min-width: 1000px) and (max-width: 1100px) { [data-part=row] { display: flex !important; flex-flow: row nowrap !important; justify-content: flex-end !important; align-items: center; width: 150px !important; overflow: hidden !important } [data-part=row] > li { flex: none !important; white-space: nowrap } }',
      )
      return list.length > 0
    },
  },
  {
    name: 'table that its box cuts off on phones',
    kind: 'must-fail',
    suite: 'responsive',
    about: /in a table cannot be read/,
    also: ['content', 'a11y', 'functional', 'image'],
    why: 'overflow that is hidden instead of scrolled: no finger comes to the last columns',
    apply: edit => {
      const table = edit
        .shown('table')
        .filter(
          (_, each) => !!edit.seen(each)?.mobile && edit.$(each).find('tr').first().children().length >= 3,
        )
        .first()
      table.attr('data-part', 'wide').wrap('<div data-part="box"></div>')
      edit.css(
        '@media (max-width: 767px) { [data-part=box] { overflow: hidden !important; max-width: 100% } [data-part=wide] { min-width: 900px !important; table-layout: fixed } }',
      )
      return table.length > 0
    },
  },
  {
    name: 'row that reaches out of the page by a few pixels',
    kind: 'must-raise',
    suite: 'responsive',
    about: /pushed \d+ px sideways/,
    also: ['image'],
    why: 'a margin that is larger than the padding around it: the page shakes under the finger',
    apply: edit => {
      // Such a page may let nobody move it.
      if (/overflow(?:-x)?:\s*(?:hidden|clip)/.test(edit.styles)) return false
      const paragraph = longestParagraph(edit)
      paragraph.after('<div data-part="reach"></div>')
      edit.css(
        '@media (max-width: 1100px) { [data-part=reach] { position: absolute; left: 0; height: 1px; width: calc(100vw + 12px); max-width: none } }',
      )
      return paragraph.length > 0
    },
  },
  {
    name: 'wide table that is not scrolled any more',
    kind: 'must-fail',
    suite: 'responsive',
    about: /cannot be scrolled to|in a table cannot be read/,
    also: ['a11y'],
    why: 'the box that it was scrolled in hides what reaches out of it',
    apply: edit => {
      const box = edit.shown('table').first().parent('[tabindex]').attr('data-part', 'scrolled')
      edit.css('[data-part=scrolled] { overflow: hidden !important }')
      return box.length > 0
    },
  },
]
