import type { Element, Mutation, PageEdit } from '../page.ts'
import { textOf } from '../targets.ts'

/** What a box that draws over its content lies on: its buttons and links, by name. */
function underGlow(edit: PageEdit, box: Element | undefined): string[] | false {
  const controls = edit
    .shown('a[href], button')
    .filter((_, each) => !!box && edit.$(each).closest(box).length > 0 && textOf(edit.$, each).length > 2)
  if (!box || !controls.length) return false
  edit.$(box).attr('data-part', 'glow')
  return controls.toArray().map(each => textOf(edit.$, each))
}

/** The part of the page that the first of `of` stands in. */
const part = (edit: PageEdit, of: string): Element | undefined =>
  edit
    .shown('section, header, main > div')
    .toArray()
    .findLast(each => edit.$(each).find(of).length > 0)

/** Links of the footer by which to reach the owner, or to a policy, that end near the end of the page. */
function lastLinks(edit: PageEdit): string[] {
  const bottomOf = (element: Element) => {
    const { y = 0, height = 0 } = edit.seen(element) ?? {}
    return y + height
  }
  const end = Math.max(...edit.shown('body *').toArray().map(bottomOf))
  return edit
    .shown('footer a[href]:not([href^="#"])')
    .toArray()
    .filter(
      link => end - bottomOf(link) < 60 && /privacy|imprint|legal|@|^\+?[\d ]{7}/i.test(textOf(edit.$, link)),
    )
    .map(link => textOf(edit.$, link))
}

/** A footer or header with a ground of its own, of words that fill a part of a phone's window. */
const opaque = (edit: PageEdit, of: string) =>
  edit
    .shown(of)
    .filter((_, each) => /^rgb\(/.test(edit.seen(each)?.background ?? '') && !!edit.seen(each)?.mobile)
    .last()

/** A header with links that stays in sight on a page of four windows and more. */
function stayingHeader(edit: PageEdit) {
  const heightOf = (element: Element | undefined) => edit.seen(element)?.height ?? 0
  const page = heightOf(edit.$<Element, string>('body')[0])
  return edit
    .shown('header, nav')
    .filter((_, each) => {
      const { position, y = 999, width = 0 } = edit.seen(each) ?? {}
      const around = edit.$(each).parent<Element>()[0]
      const stays = position === 'fixed' || (position === 'sticky' && heightOf(around) > 0.9 * page)
      return (
        stays && y < 100 && width > 1000 && heightOf(each) < 200 && edit.$(each).find('a[href]').length > 2
      )
    })
    .slice(0, page > 3600 ? 1 : 0)
}

/** What lies over the page, and what stays where it is scrolled to. */
export const layers: Mutation[] = [
  {
    name: 'glow of a section over its form',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overlaps/,
    also: ['functional', 'a11y'],
    why: 'a gradient that the section draws before its content and over it, and that takes each press',
    apply: edit => {
      edit.css(
        '[data-part=glow] { position: relative } [data-part=glow]::before { content: ""; position: absolute; inset: 0; z-index: 1; background: radial-gradient(rgb(90 120 255 / 0.15), transparent 70%) }',
      )
      return underGlow(edit, part(edit, 'form'))
    },
  },
  {
    name: 'grain of the opening over its buttons',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overlaps/,
    also: ['functional', 'a11y'],
    why: 'a texture behind the content in the order of the markup, and before it in that of the layers',
    apply: edit => {
      edit.css(
        "[data-part=glow] { position: relative; isolation: isolate } [data-part=glow]::after { content: ''; position: absolute; inset: 0; z-index: 10; opacity: 0.04; background: url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='4'%3E%3Crect width='2' height='2'/%3E%3C/svg%3E\") }",
      )
      return underGlow(edit, part(edit, 'h1'))
    },
  },
  {
    name: 'grain over all of the page',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overlaps/,
    also: ['functional', 'a11y'],
    why: 'a layer that stays over the window and lets no press through',
    apply: edit => {
      edit.css(
        'body::before { content: ""; position: fixed; inset: 0; z-index: 9999; background: repeating-linear-gradient(45deg, rgb(0 0 0 / 0.02) 0 2px, transparent 2px 4px) }',
      )
      return edit.shown('a[href], button').length > 4
    },
  },
  {
    name: 'bar over the end of the page',
    kind: 'must-raise',
    suite: 'responsive',
    about: /overlaps/,
    also: ['functional', 'a11y'],
    why: 'what the footer ends with cannot be scrolled out from under it',
    apply: edit => {
      const links = lastLinks(edit)
      edit.css(
        '.sale-bar { position: fixed; left: 0; right: 0; bottom: 0; z-index: 90; height: 84px; display: flex; align-items: center; justify-content: center; background: #101820; color: #fff; font: 16px sans-serif }',
      )
      edit.$('body').append('<div class="sale-bar"><p>Ten percent off until Sunday</p></div>')
      return links.length > 0 && links
    },
  },
  {
    name: 'empty box of a chat over the end of the page',
    kind: 'must-raise',
    suite: 'responsive',
    about: /overlaps/,
    also: ['functional', 'a11y'],
    why: 'as wide as the window, with a round button at its right, and nothing to be seen of the rest',
    apply: edit => {
      const links = lastLinks(edit)
      edit
        .$('body')
        .append(
          '<div style="position: fixed; bottom: 0; left: 0; width: 100%; height: 96px; z-index: 2000"><button type="button" aria-label="Open chat" style="position: absolute; right: 16px; bottom: 16px; width: 56px; height: 56px; border: 0; border-radius: 50%; background: #1d4ed8; color: #fff">?</button></div>',
        )
      return links.length > 0 && links
    },
  },
  {
    name: 'footer that stays at the bottom of a phone',
    kind: 'must-raise',
    suite: 'responsive',
    about: /overlaps:bar-large|stays over|overlaps/,
    also: ['functional', 'a11y'],
    why: 'a rule that was to hold it at the end of short pages',
    apply: edit => {
      const footer = opaque(edit, 'footer').attr('data-part', 'stuck')
      edit.css(
        '@media (max-width: 767px) { [data-part=stuck] { position: fixed !important; left: 0; right: 0; bottom: 0; z-index: 50; padding-block: 56px !important; margin: 0 !important } }',
      )
      return footer.length > 0
    },
  },
  {
    name: 'header that stays at the bottom of a phone',
    kind: 'must-raise',
    suite: 'responsive',
    about: /stays over|overlaps/,
    also: ['functional', 'a11y', 'content', 'image'],
    why: 'a bar for thumbs, with the room that the header has on a desktop',
    apply: edit => {
      const header = opaque(edit, 'header, nav.navbar')
        .filter((_, each) => (edit.seen(each)?.height ?? 999) < 160)
        .attr('data-part', 'thumbs')
      edit.css(
        '@media (max-width: 767px) { [data-part=thumbs] { position: fixed !important; inset: auto 0 0 0 !important; z-index: 50; padding-block: 64px !important } }',
      )
      return header.length > 0
    },
  },
  {
    name: 'header that stays over much of a phone',
    kind: 'must-raise',
    suite: 'responsive',
    about: /window-covered|stays? over|overlaps/,
    also: ['functional', 'a11y', 'content', 'image'],
    why: 'it was made to stay with the room that it had as the opening of the page',
    apply: edit => {
      const header = opaque(edit, 'header, nav')
        .filter((_, each) => edit.$(each).parent().is('body') && (edit.seen(each)?.height ?? 999) < 160)
        .attr('data-part', 'stays')
      edit.css(
        'body { overflow: visible !important } @media (max-width: 767px) { [data-part=stays] { position: sticky !important; top: 0 !important; z-index: 50; padding-block: 128px !important } }',
      )
      return header.length > 0
    },
  },
  {
    name: 'header that stays no more',
    kind: 'must-raise',
    suite: 'responsive',
    about: /header-scrolled-away/,
    also: ['a11y', 'image'],
    why: 'far down the page the menu has to be scrolled back for',
    apply: edit => {
      const header = stayingHeader(edit)
      const isFixed = edit.seen(header[0])?.position === 'fixed'
      header.attr('data-part', 'left')
      edit.css(`[data-part=left] { position: ${isFixed ? 'absolute' : 'relative'} !important }`)
      return header.length > 0
    },
  },
  {
    name: 'pop-up that nothing closes',
    kind: 'must-fail',
    suite: 'responsive',
    about: /panel/,
    also: ['functional', 'a11y', 'content', 'image', 'seo'],
    why: 'its cross has no handler',
    apply: edit => {
      edit
        .$('body')
        .append(
          '<div style="position: fixed; inset: 0; z-index: 3000; display: grid; place-items: center; background: rgb(0 0 0 / 0.6)"><div role="dialog" aria-modal="true" aria-label="Newsletter" style="width: min(90vw, 720px); min-height: 62vh; padding: 48px; background: #fff; color: #111"><button type="button" aria-label="Close" style="float: right">×</button><h2>Join our circle</h2><p>Be the first to hear what is new with us, once a month.</p><form action="/join" method="post"><label>Mail <input type="email" name="join"></label> <button type="submit">Join now</button></form></div></div>',
        )
      return edit.shown('h1').length > 0 && ['Join our circle', 'Newsletter']
    },
  },
  {
    name: 'menu of phones left open over the page',
    kind: 'must-fail',
    suite: 'responsive',
    about: /panel/,
    also: ['functional', 'a11y', 'content', 'image'],
    why: 'the class that closes it never comes',
    apply: edit => {
      const { $ } = edit
      const toggle = $<Element, string>('header [aria-controls], nav [aria-controls]').filter(
        (_, each) => !!edit.seen(each)?.mobile && !edit.seen(each)?.shown,
      )
      const menu = $<Element, string>(`[id="${toggle.first().attr('aria-controls')}"]`)
      menu.attr('data-part', 'open-menu')
      edit.css(
        '@media (max-width: 767px) { [data-part=open-menu] { display: block !important; visibility: visible !important; opacity: 1 !important; position: fixed !important; inset: 0 auto 0 0 !important; width: 80vw !important; height: auto !important; z-index: 99; background: #fff !important; padding: 24px } [data-part=open-menu] a { color: #222 !important } }',
      )
      return menu.find('a').length > 2 && textOf($, menu.find('a')[0])
    },
  },
  {
    name: 'banner for consent that no answer closes',
    kind: 'must-raise',
    suite: 'functional',
    about: /consent banner cannot be closed/,
    why: 'its buttons wait for a script that is not there any more',
    apply: edit => {
      if (/cookie/i.test(edit.$('body').text())) return false
      edit
        .$('body')
        .append(
          '<div role="dialog" aria-label="Cookies" style="position: fixed; inset: auto 0 0 0; z-index: 3000; padding: 24px; background: #fff; color: #111; border-top: 1px solid #999"><p>We use cookies to improve your experience and to analyse traffic. You can accept or reject them.</p><button type="button">Accept all</button> <button type="button">Reject all</button></div>',
        )
      return 'We use cookies'
    },
  },
  {
    name: 'pop-up on scrolling that nothing closes',
    kind: 'must-raise',
    suite: 'functional',
    about: /popup that opens on scrolling/,
    why: 'its cross has no handler',
    apply: edit => {
      edit.$('body').append(
        `<div id="late-offer" hidden><div style="position: fixed; inset: 0; z-index: 3000; display: grid; place-items: center; background: rgb(0 0 0 / 0.6)"><div style="padding: 48px; background: #fff; color: #111"><button type="button" aria-label="Close">×</button><p>Do not leave yet</p><p>Ten percent off your first order.</p></div></div></div>
<script>addEventListener('scroll', () => { if (scrollY > 0.8 * (document.documentElement.scrollHeight - innerHeight)) document.getElementById('late-offer').hidden = false })</script>`,
      )
      return edit.shown('h1').length > 0 && 'Do not leave yet'
    },
  },
  {
    name: 'link stretched over the links of the menu',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overlaps/,
    also: ['functional', 'a11y'],
    why: 'a link that was stretched over its row: each press in the menu leads home',
    apply: edit => {
      const brand = edit
        .shown('header > a:first-child')
        .filter((_, each) => edit.$(each).next('nav').length > 0)
      brand.attr('data-part', 'stretched').parent().attr('data-part', 'under')
      edit.css(
        '[data-part=under] { position: relative } [data-part=stretched]::after { content: ""; position: absolute; inset: 0 }',
      )
      return brand.length > 0
    },
  },
]
