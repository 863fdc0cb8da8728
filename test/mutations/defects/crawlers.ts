import type { Mutation } from '../page.ts'

/** What crawlers are told besides the text: in which language it is, and where all pages are listed. */
export const crawlers: Mutation[] = [
  {
    name: 'language of the template',
    kind: 'must-raise',
    suite: 'seo',
    about: /says it is in/,
    apply: ({ $ }) => {
      const html = $('html[lang]')
      return html.attr('lang', /^nl/i.test(html.attr('lang') ?? '') ? 'it' : 'nl').length > 0
    },
  },
  {
    name: 'robots.txt that names no sitemap',
    kind: 'must-raise',
    suite: 'seo',
    about: /names no sitemap/,
    apply: async ({ read, file }) => {
      const robots = String((await read('/robots.txt')) ?? '')
      if (!/^sitemap:/im.test(robots)) return false
      file(/^\/robots\.txt$/, body => String(body).replace(/^sitemap:.*$/gim, ''))
      return true
    },
  },
]
