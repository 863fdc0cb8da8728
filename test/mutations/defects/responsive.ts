import type { Mutation } from '../page.ts'
import { cards, firstPicture, headings, longestParagraph, namesOf, sections, textOf } from '../targets.ts'

const cut = /clip|trunc|cut|overflow/

export const responsive: Mutation[] = [
  {
    name: 'fixed 900 px block',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overflow/,
    apply: edit => {
      const paragraph = longestParagraph(edit).attr('style', 'width: 900px; max-width: none')
      return paragraph.length > 0 && paragraph.text().trim()
    },
  },
  {
    name: 'picture wider than a phone',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overflow/,
    apply: edit => {
      const picture = firstPicture(edit)
      const seen = edit.seen(picture[0])
      if (!seen?.mobile || seen.framed) return false
      picture.attr('style', 'width: 640px; max-width: none')
      return picture.length > 0 && namesOf(picture)
    },
  },
  {
    name: 'viewport meta removed',
    kind: 'must-fail',
    suite: 'responsive',
    about: /viewport/,
    apply: ({ $ }) => $('meta[name="viewport"]').remove().length > 0,
  },
  {
    name: 'zoom forbidden',
    kind: 'must-raise',
    suite: 'responsive',
    about: /viewport|zoom/,
    apply: ({ $ }) => {
      const meta = $('meta[name="viewport"]')
      if (/user-scalable|maximum-scale/.test(meta.attr('content') ?? 'user-scalable')) return false
      return meta.attr('content', `${meta.attr('content')}, maximum-scale=1, user-scalable=no`).length > 0
    },
  },
  {
    name: 'navigation hidden on mobile with no toggle',
    kind: 'must-fail',
    suite: 'responsive',
    about: /nav/i,
    also: ['functional', 'a11y'],
    apply: edit => {
      const nav = edit.shown('nav').first()
      const reached = nav
        .find('a')
        .toArray()
        .some(link => edit.seen(link)?.mobile)
      const toggles = edit.$('nav button, header button, [aria-expanded], [data-bs-toggle=collapse]')
      if (nav.find('a').length < 3 || (!reached && !toggles.length)) return false
      edit.css(
        '@media (max-width: 991px) { nav a:not(.navbar-brand), nav button, nav label, nav summary, header button, [aria-expanded]:not(main *) { display: none !important } }',
      )
      return true
    },
  },
  {
    name: 'overlap by negative margin',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overlap/,
    apply: edit => {
      const { $ } = edit
      for (const heading of headings(edit).toArray()) {
        const under = $(heading).next('p')
        const [top, below] = [edit.seen(heading), edit.seen(under[0])]
        if (!under.length || !top || !below?.shown || below.y <= top.y) continue
        under.attr('style', `position: relative; margin-top: ${-(below.y - top.y)}px !important`)
        return [textOf($, heading), textOf($, under[0])]
      }
      return false
    },
  },
  {
    name: 'clipped nowrap text',
    kind: 'must-fail',
    suite: 'responsive',
    about: cut,
    apply: edit => {
      const paragraph = longestParagraph(edit)
      const { width = 0, height = 99 } = edit.seen(paragraph[0]) ?? {}
      if (!paragraph.length || textOf(edit.$, paragraph[0]).length * 6 < width || height < 30) return false
      paragraph.attr('style', 'white-space: nowrap; overflow: hidden')
      return paragraph.text().trim()
    },
  },
  {
    name: 'text that its wrapper cuts off on both sides',
    kind: 'must-fail',
    suite: 'responsive',
    about: cut,
    why: 'a scroller that grows with its content in the middle of a flex column, and so never scrolls',
    apply: edit => {
      const paragraph = longestParagraph(edit)
      const { width = 0 } = edit.seen(paragraph[0]) ?? {}
      if (!paragraph.length || textOf(edit.$, paragraph[0]).length * 6 < width) return false
      paragraph.wrap(
        '<div style="overflow: hidden; display: flex; flex-direction: column; align-items: center"><div></div></div>',
      )
      paragraph.attr('style', 'white-space: nowrap; overflow-x: auto; max-width: none')
      return paragraph.text().trim()
    },
  },
  {
    name: 'text cut off at the height of a line',
    kind: 'must-fail',
    suite: 'responsive',
    about: cut,
    apply: edit => {
      const paragraph = longestParagraph(edit)
      if ((edit.seen(paragraph[0])?.height ?? 99) < 40) return false
      paragraph.attr('style', 'height: 1.6em; overflow: hidden')
      return paragraph.length > 0 && paragraph.text().trim()
    },
  },
  {
    name: 'lines of headings on each other',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overlaps:lines/,
    why: 'a line height in px that was made for the text, and that larger type has as well',
    apply: edit => {
      // Of two lines on a phone at least.
      const large = edit.shown('h1, h2').filter((_, heading) => {
        const { mobile, size = '' } = edit.seen(heading) ?? {}
        return !!mobile && Number.parseFloat(size) >= 34 && textOf(edit.$, heading).length >= 30
      })
      edit.css('h1, h2, h3 { line-height: 22px !important }')
      return large.length > 0 && large.toArray().map(heading => textOf(edit.$, heading))
    },
  },
  {
    name: 'picture hidden on phones',
    kind: 'must-raise',
    suite: 'responsive',
    about: /picture-hidden/,
    // A link around it may have no other name.
    also: ['a11y'],
    apply: edit => {
      const picture = firstPicture(edit)
      if (!edit.seen(picture[0])?.mobile) return false
      picture.attr('data-part', 'wide')
      edit.css('@media (max-width: 767px) { [data-part=wide] { display: none !important } }')
      return namesOf(picture)
    },
  },
  {
    name: 'link of the header hidden on tablets',
    kind: 'must-raise',
    suite: 'responsive',
    about: /header-link-hidden/,
    apply: edit => {
      const link = edit
        .shown('header a[href], nav a[href]')
        .toArray()
        .find(
          each =>
            !/^(#|javascript:|\/?$|\/?index\.html$)/.test(edit.$(each).attr('href')!) &&
            textOf(edit.$, each) !== '' &&
            edit.seen(each)?.mobile,
        )
      if (!link) return false
      edit.$(link).attr('data-part', 'one')
      edit.css(
        '@media (min-width: 600px) and (max-width: 1000px) { [data-part=one] { display: none !important } }',
      )
      return textOf(edit.$, link)
    },
  },
  {
    name: 'section hidden on phones',
    kind: 'must-fail',
    suite: 'responsive',
    about: /kept|width|hidden|gone/,
    apply: edit => {
      const [section] = sections(edit).filter(each => edit.seen(each)?.mobile !== false)
      if (!section) return false
      edit.$(section).attr('data-part', 'one')
      edit.css('@media (max-width: 767px) { [data-part=one] { display: none !important } }')
      return edit
        .$(section)
        .find('h2, h3, p')
        .toArray()
        .map(element => textOf(edit.$, element))
    },
  },
  {
    name: 'section hidden on wide screens',
    kind: 'must-fail',
    suite: 'responsive',
    about: /kept|width|hidden|gone/,
    why: 'it is there on phones only, so no text is lost to content',
    also: ['content', 'image', 'functional', 'seo'],
    apply: edit => {
      const section = sections(edit)
        .filter(each => edit.seen(each)?.mobile !== false)
        .at(-1)
      if (!section) return false
      edit.$(section).attr('data-part', 'one')
      edit.css('@media (min-width: 1000px) { [data-part=one] { display: none !important } }')
      return edit
        .$(section)
        .find('h2, h3, p')
        .toArray()
        .map(element => textOf(edit.$, element))
    },
  },
  {
    name: 'columns stacked at desktop',
    kind: 'must-raise',
    suite: 'responsive',
    about: /column|order|layout|relation|parity|beside|stack/,
    apply: edit => {
      const row = cards(edit)
      const [first, second] = row.map(card => edit.seen(card))
      if (!first || !second || Math.abs(first.y - second.y) > 20) return false
      edit.$(row).attr('data-part', 'card')
      edit.$(row[0]!.parent!).attr('data-part', 'cards')
      edit.css(
        '[data-part=cards] { display: block !important } [data-part=card] { display: block !important; width: 100% !important; max-width: none !important; float: none !important }',
      )
      return true
    },
  },
  {
    name: 'a breakpoint lost',
    kind: 'must-raise',
    suite: 'responsive',
    about: /./,
    why: 'the rules for phones, or for screens wider than those, never apply',
    apply: edit => {
      const medias = [...edit.styles.matchAll(/@media[^{]*\((?:min|max)-width:\s*[\d.]+(?:px|em|rem)\)/g)]
      if (medias.length < 2) return false
      const off = (css: string) =>
        css.replace(/@media[^{]*\((?:min|max)-width:[^{]*\{/g, '@media (max-width: 1px) {')
      edit.file(/\.css$/, body => off(String(body)))
      edit.$('style').each((_, style) => {
        edit.$(style).text(off(edit.$(style).html() ?? ''))
      })
      return true
    },
  },
  {
    name: 'tap targets of 16 px',
    kind: 'must-raise',
    suite: 'responsive',
    about: /target/,
    apply: edit => {
      const links = edit.shown('footer a, nav a').filter((_, link) => !!edit.seen(link)?.mobile)
      if (links.length < 3) return false
      links.attr('data-part', 'target')
      edit.css(
        '[data-part=target] { font-size: 12px !important; line-height: 16px !important; height: 16px !important; min-height: 0 !important; padding: 0 !important; margin: 0 !important; display: block !important }',
      )
      return true
    },
  },
  {
    name: 'text of 9 px on mobile',
    kind: 'must-raise',
    suite: 'responsive',
    about: /small|font|size|12 px|text/,
    apply: edit => {
      if (!longestParagraph(edit).length) return false
      edit.css('@media (max-width: 767px) { p { font-size: 9px !important } }')
      return true
    },
  },
  {
    name: 'lines to be scrolled to on a phone',
    kind: 'must-fail',
    suite: 'responsive',
    about: /scrolled to|reflow/,
    why: 'a box that scrolls around a column which does not shrink',
    apply: edit => {
      const paragraph = longestParagraph(edit).filter((_, each) => edit.seen(each)?.mobile !== false)
      paragraph.wrap('<div data-part="frame"></div>')
      edit.css('[data-part=frame] { overflow-x: auto } [data-part=frame] > p { min-width: 420px }')
      return paragraph.length > 0 && textOf(edit.$, paragraph[0])
    },
  },
  {
    name: 'a new remark letter by letter',
    kind: 'must-fail',
    suite: 'responsive',
    about: /letters a line/,
    why: 'a flex item without room, which nothing of the original can be compared with',
    apply: edit => {
      const paragraph = longestParagraph(edit)
      paragraph.after(
        '<div style="display: flex"><p style="flex: none; width: 17px; margin: 0; font-size: 14px; overflow-wrap: anywhere">Original address: mill.example</p></div>',
      )
      return paragraph.length > 0 && 'Original address'
    },
  },
]
