import type { Element, Mutation } from '../page.ts'
import { cards, isContent, textOf } from '../targets.ts'

/** What leads away from the page, or comes from elsewhere: its own pages, networks, films. */
export const links: Mutation[] = [
  {
    name: 'links of the navigation lost',
    kind: 'must-fail',
    suite: 'functional',
    about: /links:lost|is gone/,
    also: ['content', 'a11y', 'responsive', 'seo'],
    why: 'a header from a template, with as many entries as that has',
    apply: async edit => {
      const { $ } = edit
      const names: string[] = []
      for (const link of edit.shown('nav a[href]').toArray()) {
        const href = $(link).attr('href')!
        const isShownAgain = $('a[href]').filter((_, other) => $(other).attr('href') === href).length > 1
        if (/^(#|[a-z]+:)/i.test(href) || isShownAgain || textOf($, link) === '') continue
        // One that leads to no page was dead before.
        if (!(await edit.read(new URL(href, `http://page${edit.path}`).pathname))) continue
        names.push(textOf($, link))
        $(link).closest('li, a').remove()
      }
      return names.length > 0 && names
    },
  },
  {
    name: 'a card leads to the page of another one',
    kind: 'must-fail',
    suite: 'functional',
    about: /leads to .*; it led to/,
    also: ['seo'],
    why: 'copied from the card before it',
    apply: async edit => {
      const { $ } = edit
      const addressOf = (link: Element) => $(link).attr('href')!
      const links = edit.shown('a[href^="/"]').toArray()
      const isAlone = (link: Element) =>
        isContent(edit, link) && links.filter(other => addressOf(other) === addressOf(link)).length === 1
      for (const card of cards(edit)) {
        const link = links.find(one => $(card).is(one) || $(card).find(one).length > 0)
        const other = links.find(one => link && addressOf(one) !== addressOf(link) && isAlone(one))
        if (!link || !other || !isAlone(link) || !(await edit.read(addressOf(link)))) continue
        const names = [textOf($, link), addressOf(link)]
        $(link).attr('href', addressOf(other))
        return names.filter(Boolean)
      }
      return false
    },
  },
  {
    name: "an entry of the navigation leads to a developer's machine",
    kind: 'must-fail',
    suite: 'functional',
    about: /no public address/,
    also: ['seo'],
    why: 'the address was tried out there and copied with its host',
    apply: ({ $, shown }) => {
      const link = shown('nav a[href^="/"], nav a[href^="#"], header a[href^="/"]')
        .filter((_, each) => textOf($, each) !== '')
        .first()
      link.attr('href', `http://localhost:5173${link.attr('href')?.replace(/^#/, '/#')}`)
      return link.length > 0 && [textOf($, link[0]!)]
    },
  },
  {
    name: 'links to other sites emptied',
    kind: 'must-fail',
    suite: 'functional',
    about: /lead nowhere/,
    why: 'the page was built before anybody told the addresses',
    apply: edit => {
      const links = edit.shown('a[href^="https://"]')
      links.attr('href', '#')
      return links.length > 3 && links.toArray().map(each => textOf(edit.$, each))
    },
  },
  {
    name: 'pages under other addresses without a redirect',
    kind: 'must-raise',
    suite: 'seo',
    about: /not-redirected|old one is not found/,
    why: 'another router; what search results and bookmarks name is gone',
    apply: async ({ $, path, read, file, add }) => {
      const moved = new Set<string>()
      for (const link of $('a[href]').toArray()) {
        const href = $(link).attr('href')!
        if (!/^\/[\w-]+$/.test(href) || href === path) continue
        const page = await read(href)
        if (!page?.length) continue
        $(link).attr('href', `/pages${href}`)
        add(`/pages${href}`, { status: 200, type: 'text/html; charset=utf-8', body: page })
        file(new RegExp(`^${href}$`), () => ({ status: 404 }))
        moved.add(href)
      }
      return moved.size > 0 && [...moved]
    },
  },
  {
    name: 'another film in its place',
    kind: 'must-raise',
    suite: 'functional',
    about: /shows another video/,
    why: 'the film of the template',
    apply: edit => {
      const film = edit.shown('iframe[src*="youtube"]').first()
      return film.attr('src', 'https://www.youtube.com/embed/dQw4w9WgXcQ').length > 0
    },
  },
  {
    name: 'entries of the navigation that lead to the parts of each other',
    kind: 'must-fail',
    suite: 'functional',
    about: /leads to/,
    why: 'the list was sorted anew, and its ids were not',
    apply: ({ $ }) => {
      const links = $<Element, string>('nav a[href^="#"]').toArray()
      const [one, other] = [links[0], links.at(-1)]
      const [href, otherHref] = [one, other].map(link => $(link).attr('href'))
      $(one).attr('href', otherHref ?? '')
      $(other).attr('href', href ?? '')
      return links.length > 1 && [textOf($, one), textOf($, other)]
    },
  },
]
