import type { Element, Mutation, PageEdit } from '../page.ts'
import { headings } from '../targets.ts'

const jsonLd = 'script[type="application/ld+json"]'

type Thing = Record<string, unknown>

/** Changes the first description that has an offer; false where none has. */
function withOffers($: PageEdit['$'], change: (offer: Thing, product: Thing) => void): boolean {
  for (const block of $(jsonLd).toArray()) {
    const data: { offers?: Thing } & Thing = JSON.parse($(block).text())
    if (!data.offers) continue
    change(data.offers, data)
    $(block).text(JSON.stringify(data))
    return true
  }
  return false
}

export const seo: Mutation[] = [
  {
    name: 'meta noindex',
    kind: 'must-fail',
    suite: 'seo',
    about: /index/,
    apply: ({ $ }) => $('head').append('<meta name="robots" content="noindex">').length > 0,
  },
  {
    name: 'outline that became plain text',
    kind: 'must-fail',
    suite: 'seo',
    about: /was an h\d and is plain text/,
    why: 'a component for headings that draws a box of the same look',
    apply: ({ $, shown }) => {
      const found = shown('h2, h3, h4').toArray()
      const texts = new Set(found.map(heading => $(heading).text().trim()))
      for (const heading of found)
        $(heading).replaceWith(
          $('<div>')
            .attr({ ...heading.attribs, class: 'heading' })
            .append($(heading).contents()),
        )
      return texts.size >= 10
    },
  },
  {
    name: "another page's title",
    kind: 'must-fail',
    suite: 'seo',
    about: /title/,
    apply: ({ $ }) =>
      $('head > title').text('Shipping and returns policy').length > 0 && 'Shipping and returns',
  },
  {
    name: 'title lost',
    kind: 'must-fail',
    suite: 'seo',
    about: /title/,
    also: ['a11y'],
    apply: ({ $ }) => {
      const title = $('head > title')
      const lost = title.text().trim()
      title.remove()
      return lost !== '' && lost
    },
  },
  {
    name: 'canonical to another page',
    kind: 'must-fail',
    suite: 'seo',
    about: /canonical/,
    why: 'critical: search engines drop the page in favour of the other',
    apply: ({ $ }) => {
      $('link[rel="canonical"]').remove()
      return $('head').append('<link rel="canonical" href="/another-page">').length > 0
    },
  },
  {
    name: 'canonical on the host of a template',
    kind: 'must-raise',
    suite: 'seo',
    about: /canonical/,
    why: 'the address that the settings came with: search engines index the page there',
    apply: ({ $, path }) => {
      const named = $('link[rel="canonical"]').attr('href') ?? ''
      if (!/^https?:\/\/[^/]+\.[a-z]{2,}(?![^/])/i.test(named)) return false
      const elsewhere = new URL(new URL(named).pathname || path, 'https://starter-template.example.com').href
      return $('link[rel="canonical"]').attr('href', elsewhere).length > 0 && 'starter-template'
    },
  },
  {
    name: 'h1 to div',
    kind: 'must-raise',
    suite: 'seo',
    about: /h1|heading/,
    also: ['a11y'],
    apply: edit => {
      const h1 = edit.shown('h1').first()
      if (!h1.length || edit.$('h1').length > 1) return false
      const words = h1.text().trim()
      const style = 'display:block;font-size:2em;font-weight:bold;margin:.67em 0'
      h1.replaceWith(`<div class="${h1.attr('class') ?? ''}" style="${style}">${h1.html()}</div>`)
      return words !== '' && words
    },
  },
  {
    name: 'lang removed',
    kind: 'must-raise',
    suite: 'seo',
    about: /lang/,
    apply: ({ $ }) => !!$('html').attr('lang') && $('html').removeAttr('lang').length > 0,
  },
  {
    name: 'JSON-LD lost',
    kind: 'must-fail',
    suite: 'seo',
    about: /structured|ld|schema|data/i,
    apply: ({ $ }) => $(jsonLd).remove().length > 0,
  },
  {
    name: 'JSON-LD broken',
    kind: 'must-fail',
    suite: 'seo',
    about: /structured|ld|schema|data/i,
    why: 'a bracket is missing, so that no search engine can read it',
    apply: ({ $ }) => {
      const block = $(jsonLd).first()
      const json = block.html() ?? ''
      block.text(json.trimEnd().replace(/[}\]]$/, ''))
      return json !== ''
    },
  },
  {
    name: 'JSON-LD without context',
    kind: 'must-fail',
    suite: 'seo',
    about: /structured|ld|schema|data/i,
    why: 'names without a vocabulary mean nothing to a search engine',
    apply: ({ $ }) => {
      const blocks = $(jsonLd).toArray()
      for (const block of blocks) {
        const { '@context': _, ...rest } = JSON.parse($(block).text())
        $(block).text(JSON.stringify(rest))
      }
      return blocks.length > 0
    },
  },
  {
    name: 'breadcrumbs lost from the structured data',
    kind: 'must-raise',
    suite: 'seo',
    about: /BreadcrumbList/,
    why: 'results show the address of the page where they showed its place on the site',
    apply: ({ $ }) => {
      const scripts = $(jsonLd).filter((_, script) =>
        /^\s*\{[^{[]*"@type":\s*"BreadcrumbList"/.test($(script).text()),
      )
      const marked = $('[itemtype$="/BreadcrumbList"]')
      marked.find('*').add(marked).removeAttr('itemscope').removeAttr('itemtype').removeAttr('itemprop')
      return scripts.remove().length + marked.length > 0
    },
  },
  {
    name: 'JSON-LD property lost',
    kind: 'must-raise',
    suite: 'seo',
    about: /structured|ld|schema|data/i,
    apply: ({ $ }) => {
      const block = $(jsonLd).first()
      if (!block.length) return false
      const data = JSON.parse(block.text())
      const name = Object.keys(data).findLast(key => !key.startsWith('@') && key !== 'name')
      if (!name) return false
      delete data[name]
      block.text(JSON.stringify(data))
      return name
    },
  },
  {
    name: 'description lost',
    kind: 'must-raise',
    suite: 'seo',
    about: /description/,
    apply: ({ $ }) => {
      const meta = $('meta[name="description"]')
      const had = (meta.attr('content') ?? '').trim() !== ''
      meta.remove()
      return had
    },
  },
  {
    name: 'description of a theme',
    kind: 'must-fail',
    suite: 'seo',
    about: /description/,
    why: 'search results show the sample text of the theme below the name of the site',
    apply: ({ $ }) => {
      const meta = $('meta[name="description"]')
      if ((meta.attr('content') ?? '').trim().split(/\s+/).length < 4) return false
      return meta.attr('content', 'Just another WordPress site').length > 0 && 'Just another'
    },
  },
  {
    name: 'opening hours of a generator',
    kind: 'must-fail',
    suite: 'seo',
    about: /openingHours/,
    why: 'results and maps show hours at which the door is closed, other than those that the page shows',
    apply: ({ $ }) => {
      const block = $(jsonLd).first()
      const data: Thing = JSON.parse(block.text() || '{}')
      if (!data.openingHours || !/\d[:.]\d\d/.test($('body').text())) return false
      return block.text(JSON.stringify({ ...data, openingHours: 'Mo-Su 07:10-23:50' })).length > 0
    },
  },
  {
    name: 'og:image 404',
    kind: 'must-raise',
    suite: 'seo',
    about: /og|graph|social|sharing/i,
    apply: ({ $ }) => {
      const meta = $('meta[property="og:image"]')
      // What pages of packages name there is on hosts that nothing here may reach.
      if (!meta.length || /^(https?:)?\/\//.test(meta.attr('content') ?? '')) return false
      return meta.attr('content', '/no-such-card.png').length > 0
    },
  },
  {
    name: 'Open Graph lost',
    kind: 'must-raise',
    suite: 'seo',
    about: /og|graph|social|sharing/i,
    apply: ({ $ }) => $('meta[property^="og:"]').remove().length > 1,
  },
  {
    name: 'heading level skipped',
    kind: 'must-raise',
    suite: 'seo',
    about: /heading|outline|level/,
    also: ['a11y'],
    apply: edit => {
      const heading = headings(edit)
        .filter((_, element) => element.name === 'h2')
        .first()
      const words = heading.text().trim()
      // As large as before, so that the level alone is another.
      const seen = edit.seen(heading[0])
      const style = seen ? ` style="font-size:${seen.size};font-weight:${seen.weight}"` : ''
      heading.replaceWith(`<h5 class="${heading.attr('class') ?? ''}"${style}>${heading.html()}</h5>`)
      return words !== '' && words
    },
  },
  {
    name: 'language alternates lost',
    kind: 'must-fail',
    suite: 'seo',
    about: /lang|alternate/,
    apply: ({ $ }) => $('link[rel="alternate"][hreflang]').remove().length > 0,
  },
  {
    name: 'all links nofollow',
    kind: 'must-fail',
    suite: 'seo',
    about: /follow|link/,
    why: 'over 20 % of the internal links are lost to crawlers',
    apply: async ({ $, path, read }) => {
      const links = $('a[href]').filter((_, a) => !/^(#|[a-z]+:)/i.test($(a).attr('href')!))
      const pages = links.toArray().map(a => new URL($(a).attr('href')!, `http://page${path}`).pathname)
      // Links that lead to no page were dead before.
      const there = (await Promise.all(pages.map(read))).filter(page => page?.length)
      return there.length > 2 && links.attr('rel', 'nofollow').length > 0
    },
  },
  {
    name: 'meta nofollow',
    kind: 'must-raise',
    suite: 'seo',
    about: /nofollow/,
    why: 'left in from the preview: crawlers follow none of the links',
    apply: ({ $ }) => $('head').append('<meta name="robots" content="index, nofollow">').length > 0,
  },
  {
    name: 'meta refresh to another page',
    kind: 'must-fail',
    suite: 'seo',
    about: /refresh|leads on/,
    also: ['a11y'],
    why: 'the notice of a move that was never taken out; late enough for the page to be read before',
    apply: ({ $ }) =>
      $('head').append('<meta http-equiv="refresh" content="45; url=/moved-here">').length > 0 &&
      'moved-here',
  },
  {
    name: 'a second canonical address',
    kind: 'must-raise',
    suite: 'seo',
    about: /canonical/,
    why: 'theme and plug-in each write one; contradicting ones are ignored',
    apply: ({ $ }) =>
      $('link[rel="canonical"]').length > 0 &&
      $('head').append('<link rel="canonical" href="/another-page">').length > 0 &&
      'another-page',
  },
  {
    name: 'offer lost from JSON-LD',
    kind: 'must-fail',
    suite: 'seo',
    about: /structured/,
    why: 'a product without an offer shows no price in results',
    apply: ({ $ }) => withOffers($, (_, product) => delete product.offers) && 'offers',
  },
  {
    name: 'price of JSON-LD in pence',
    kind: 'must-fail',
    suite: 'seo',
    about: /structured/,
    why: 'shop systems count in the smallest unit',
    apply: ({ $ }) =>
      withOffers($, offer => {
        offer.price = String(Math.round(Number(offer.price) * 100))
      }) && 'price',
  },
  {
    name: 'availability of JSON-LD out of stock',
    kind: 'must-fail',
    suite: 'seo',
    about: /structured/,
    why: 'product listings show as sold out what the page sells',
    apply: ({ $ }) =>
      withOffers($, offer => {
        offer.availability = 'https://schema.org/OutOfStock'
      }) && 'availability',
  },
  {
    name: 'og:image without its host',
    kind: 'must-raise',
    suite: 'seo',
    about: /og:image/,
    apply: ({ $ }) => {
      const meta = $('meta[property="og:image"]')
      const [, path] = /^https?:\/\/[^/]+(\/.*)$/.exec(meta.attr('content') ?? '') ?? []
      return path !== undefined && meta.attr('content', path).length > 0
    },
  },
  {
    name: "the builder's own picture for sharing",
    kind: 'must-raise',
    suite: 'seo',
    about: /builder/,
    apply: ({ $ }) => {
      const meta = $('meta[property="og:image"]')
      return meta.attr('content', 'https://lovable.dev/opengraph-image.png').length > 0
    },
  },
  {
    name: 'alternates for one country alone',
    kind: 'must-raise',
    suite: 'seo',
    about: /alternate/,
    why: 'the locale of the translations in place of the language',
    apply: ({ $ }) => {
      const plain = $('link[rel="alternate"][hreflang]').filter((_, link) =>
        /^(en|fr|de|es)$/.test($(link).attr('hreflang')!),
      )
      const code = (link: string) => (link === 'en' ? 'en-us' : `${link}-${link}`)
      plain.each((_, link) => void $(link).attr('hreflang', code($(link).attr('hreflang')!)))
      return plain.length > 0
    },
  },
  {
    name: 'head written by a script',
    kind: 'must-raise',
    suite: 'seo',
    about: /served/,
    why: 'crawlers that run no scripts find the title of the template, and nothing else',
    apply: ({ $ }) => {
      const parts = $('head > title, meta[name="description"], link[rel="canonical"]').add(jsonLd)
      if (parts.length < 2) return false
      const markup = JSON.stringify(
        parts
          .toArray()
          .map(part => $.html(part))
          .join(''),
      ).replaceAll('<', '\\u003c')
      parts.remove()
      $('head').append('<title>App</title>')
      $('body').append(
        `<script>document.querySelector('title').remove(); document.head.append(document.createRange().createContextualFragment(${markup}))</script>`,
      )
      return true
    },
  },
  {
    name: 'sitemap lost',
    kind: 'must-raise',
    suite: 'seo',
    about: /sitemap/,
    apply: async ({ read, file }) => {
      if (!(await read('/sitemap.xml'))) return false
      file(/^\/sitemap\.xml$/, () => ({ status: 404 }))
      return true
    },
  },
  {
    name: 'title for sharing left from a template',
    kind: 'must-raise',
    suite: 'seo',
    about: /which nothing on the page says/,
    why: 'each link to the page is headed with another site’s name',
    apply: ({ $ }) => {
      if ($('meta[property="og:title"]').length) return false
      return $('head').append('<meta property="og:title" content="Minima for Jekyll">').length > 0
    },
  },
  {
    name: 'name of the site for sharing left from a starter',
    kind: 'must-raise',
    suite: 'seo',
    about: /which nothing on the page says/,
    apply: ({ $ }) => {
      if ($('meta[property="og:site_name"]').length) return false
      return $('head').append('<meta property="og:site_name" content="Lovable App">').length > 0
    },
  },
  {
    name: 'main part only after scripts',
    kind: 'must-fail',
    suite: 'seo',
    about: /served/,
    why: 'the header, the footer and all words beside the headings are no page',
    apply: ({ $ }) => {
      const main = $('main').first()
      if (main.find('h2, h3').length < 3 || main.find('script').length > 0) return false
      const markup = JSON.stringify(main.html() ?? '').replaceAll('<', '\\u003c')
      main.empty().after(`<script>document.querySelector('main').innerHTML = ${markup}</script>`)
      return true
    },
  },
  {
    name: 'headings and their sections only after scripts',
    kind: 'must-raise',
    suite: 'seo',
    about: /served/,
    why: 'a framework that renders its islands in the browser alone',
    apply: ({ $ }) => {
      const found = $<Element, string>('main section, body > section').filter(
        (_, each) => $(each).find('h2, h3').length > 0 && !$(each).parents('section').length,
      )
      // Dialogs have headings of their own, which are served.
      if ($('.modal, dialog').length || found.find('h2, h3').length < 3 || found.find('script').length)
        return false
      found.each((at, each) => {
        const markup = JSON.stringify($(each).html() ?? '').replaceAll('<', '\\u003c')
        $(each).empty().attr('data-island', String(at))
        $(each).after(
          `<script>document.querySelector('[data-island="${at}"]').innerHTML = ${markup}</script>`,
        )
      })
      return true
    },
  },
  {
    name: 'text only after scripts',
    kind: 'must-fail',
    suite: 'seo',
    about: /served|script|render/,
    why: 'under a tenth of the text is in the served HTML',
    apply: ({ $ }) => {
      const body = $('body')
      const scripts = body.find('script').remove().toArray()
      const markup = JSON.stringify(body.html() ?? '').replaceAll('<', '\\u003c')
      body.empty().append(`<script>document.body.insertAdjacentHTML('afterbegin', ${markup})</script>`)
      for (const script of scripts) body.append($(script))
      return markup.length > 500
    },
  },
]
