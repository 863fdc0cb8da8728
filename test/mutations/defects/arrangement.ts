import type { Element, Mutation, PageEdit } from '../page.ts'
import { cards, fields, tables, textOf } from '../targets.ts'

/** A list beside the content, before it in the markup, and what holds both. */
function sideBar(edit: PageEdit): Element | undefined {
  const { $ } = edit
  const title = edit.shown('h1')[0]
  const of = edit.seen(title)
  if (!title || !of) return undefined
  for (const bar of edit.shown('nav, aside, [role=navigation], #sidebar-menu').toArray()) {
    const seen = edit.seen(bar)
    if (!seen || seen.height < 250 || $(bar).find('a').length < 5 || $(bar).find(title).length) continue
    if (seen.x < of.x + of.width && of.x < seen.x + seen.width) continue
    const holder = $(bar)
      .parents()
      .toArray()
      .find(each => $(each).find(title).length > 0)
    if (holder && $('*').index(bar) < $('*').index(title)) return holder as Element
  }
  return undefined
}

/** The first form with text fields that a phone shows, two at least, of which none is in a line with another. */
function wideForm(edit: PageEdit): { form: Element; names: string[] } | undefined {
  const { $ } = edit
  for (const form of edit.shown('form').toArray()) {
    const own = fields(edit)
      .filter((_, field) => $(field).closest(form).length > 0 && !!edit.seen(field)?.mobile)
      .toArray()
    if (own.length < 2) continue
    const names = own.map(
      field =>
        textOf($, $<Element, string>(`label[for="${$(field).attr('id')}"]`)[0]) ||
        ($(field).attr('placeholder') ?? $(field).attr('name') ?? ''),
    )
    return { form, names }
  }
  return undefined
}

/** A row of cards, each with a picture. */
function pictured(edit: PageEdit): Element[] {
  const row = cards(edit).filter(card => edit.$(card).find('img').length === 1)
  const [first, second] = row.map(card => edit.seen(card))
  return row.length >= 3 && first && second && Math.abs(first.y - second.y) < 20 ? row : []
}

const markRow = ({ $ }: PageEdit, row: readonly Element[]) => {
  for (const card of row) $(card).attr('data-part', 'card')
  $(row[0]!.parent!).attr('data-part', 'cards')
}

/** `css` is for what holds a side bar beside the content (`[data-part=holder]`), and for both of them (`[data-part=beside]`). */
function sideBarAbove(name: string, why: string, css: string): Mutation {
  return {
    name,
    kind: 'must-fail',
    suite: 'responsive',
    about: /side/,
    why,
    also: ['image'],
    apply: edit => {
      const holder = sideBar(edit)
      if (!holder) return false
      edit.$(holder).attr('data-part', 'holder').children().attr('data-part', 'beside')
      edit.css(css)
      return true
    },
  }
}

/** What stood in columns, rows and beside other things, and does not. */
export const arrangement: Mutation[] = [
  {
    name: 'tables drawn as blocks',
    kind: 'must-fail',
    suite: 'responsive',
    about: /layout:rows-stacked|rows/,
    why: 'the rule that stacks cells on phones without its media query',
    apply: edit => {
      const table = tables(edit).find(each => edit.$(each).find('tr').length >= 4)
      edit.css('table, caption, thead, tbody, tr, th, td { display: block !important }')
      return !!table
    },
  },
  {
    name: 'rows of tables as columns',
    kind: 'must-fail',
    suite: 'responsive',
    about: /rows/,
    why: 'a utility for cards that was given to rows',
    apply: edit => {
      const table = tables(edit).find(each => edit.$(each).find('tr').length >= 4)
      edit.css('tbody tr { display: flex !important; flex-direction: column }')
      return !!table
    },
  },
  sideBarAbove(
    'side bar above the content',
    'the grid that held both is gone',
    '[data-part=holder] { display: block !important } [data-part=beside], [data-part=beside] nav { position: static !important; float: none !important; width: auto !important; max-width: none !important; height: auto !important; margin-left: 0 !important }',
  ),
  sideBarAbove(
    'side bar and content in one column',
    'the direction that phones have, at each width',
    '[data-part=holder] { display: flex !important; flex-direction: column !important } [data-part=beside], [data-part=beside] nav { position: relative !important; inset: auto !important; float: none !important; width: 100% !important; max-width: none !important; max-height: none !important; margin-left: 0 !important }',
  ),
  {
    name: 'pictures of a row fill the window',
    kind: 'must-fail',
    suite: 'responsive',
    about: /layout/,
    also: ['image'],
    why: 'a list of cards without its columns, and pictures as wide as it lets them be',
    apply: edit => {
      const row = pictured(edit)
      if (!row.length) return false
      markRow(edit, row)
      edit.css(
        '[data-part=cards] { display: block !important } [data-part=card] { display: block !important; width: 100% !important; max-width: none !important; float: none !important } [data-part=card] img { width: 100% !important; max-width: none !important; height: auto !important }',
      )
      return true
    },
  },
  {
    name: 'grid of cards with one column at each width',
    kind: 'must-fail',
    suite: 'responsive',
    about: /layout/,
    also: ['image'],
    apply: edit => {
      const row = pictured(edit)
      if (!row.length) return false
      markRow(edit, row)
      edit.css(
        '[data-part=cards] { display: grid !important; grid-template-columns: minmax(0, 1fr) !important } [data-part=card] { grid-column: 1 / -1; width: auto !important; max-width: none !important } [data-part=card] img { width: 100% !important; max-width: none !important; height: auto !important; aspect-ratio: auto !important }',
      )
      return true
    },
  },
  {
    name: 'fields crushed on phones',
    kind: 'must-fail',
    suite: 'responsive',
    about: /field/,
    also: ['a11y', 'functional'],
    why: 'columns that a desktop has room for',
    apply: edit => {
      const found = wideForm(edit)
      if (!found) return false
      const { form, names } = found
      edit.$(form).attr('data-part', 'columns')
      const holders = edit.$(form).find('input:not([type=hidden]), textarea').parentsUntil('form')
      holders.attr('data-part', 'columns')
      edit.css(
        '@media (max-width: 767px) { form[data-part=columns], [data-part=columns] [data-part=columns]:has([data-part=columns]) { display: grid !important; grid-template-columns: repeat(3, minmax(0, 1fr)) !important; gap: 8px } [data-part=columns] input, [data-part=columns] textarea { width: 100% !important; min-width: 0 !important } [data-part=columns] > * { min-width: 0 } }',
      )
      return names
    },
  },
  {
    name: 'fields of 96 px',
    kind: 'must-fail',
    suite: 'responsive',
    about: /field/,
    also: ['a11y', 'functional'],
    why: 'the width of a field for a date, given to all',
    apply: edit => {
      const found = wideForm(edit)
      if (!found) return false
      edit.$(found.form).attr('data-part', 'short')
      edit.css(
        '[data-part=short] input:not([type=checkbox]):not([type=radio]):not([type=submit]), [data-part=short] textarea { width: 96px !important; min-width: 0 !important; flex: none !important }',
      )
      return found.names
    },
  },
  {
    name: 'header wider than a tablet',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overflow|clip|nav|hidden/,
    also: ['functional', 'a11y'],
    why: 'its row does not wrap, and the page hides what runs out of it',
    apply: edit => {
      const { $ } = edit
      const links = edit.shown('header a[href], nav.navbar a[href]').filter((_, each) => {
        const seen = edit.seen(each)
        return !!seen && seen.y < 120 && textOf($, each).length > 2
      })
      const row = links.first().closest('header, nav')
      if (links.length < 4) return false
      row.attr('data-part', 'row').find('ul, div, nav').attr('data-part', 'row')
      edit.css(
        'html, body { overflow-x: hidden } @media (min-width: 700px) { [data-part=row] { flex-wrap: nowrap !important; white-space: nowrap; max-width: none } [data-part=row] a { flex: none; margin-inline: 2.2vw !important } } @media (min-width: 700px) and (max-width: 1300px) { [data-part=row] { min-width: max-content } [data-part=row] a { margin-inline: 56px !important } }',
      )
      return links.toArray().map(each => textOf($, each))
    },
  },
  {
    name: 'name of the site pushes the menu button out',
    kind: 'must-fail',
    suite: 'responsive',
    about: /overflow|clip|nav|hidden/,
    also: ['functional', 'a11y', 'image'],
    why: 'larger letters that do not break, and a page that hides what runs out of it',
    apply: edit => {
      const { $ } = edit
      const toggle = $<Element, string>('header [aria-controls], nav [aria-controls]')
        .filter((_, each) => !!edit.seen(each)?.mobile && !edit.seen(each)?.shown)
        .first()
      const brand = edit.shown('header a, nav a').first()
      if (!toggle.length || textOf($, brand[0]).length < 6) return false
      brand.attr('data-part', 'brand').parentsUntil('body').attr('data-part', 'row')
      edit.css(
        'html, body { overflow-x: hidden } @media (max-width: 767px) { [data-part=row] { flex-wrap: nowrap !important } [data-part=brand] { flex: none !important; font-size: 46px !important; letter-spacing: 3px; white-space: nowrap } [data-part=row] > button { flex: none } }',
      )
      return [textOf($, brand[0]), textOf($, toggle[0]), toggle.attr('aria-label') ?? '']
    },
  },
]
