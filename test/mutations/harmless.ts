import sharp from 'sharp'
import type { Mutation } from './page.ts'

/** Differences between an original and a faithful rebuild: no suite may fail, nothing above minor be introduced. */
export const harmless: Mutation[] = [
  {
    name: 'classes hashed',
    kind: 'silent',
    apply: ({ $, file }) => {
      const hashed = (name: string) =>
        `c${[...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7).toString(36)}`
      const known = new Set<string>()
      $('[class]').each((_, element) => {
        const names = ($(element).attr('class') ?? '').split(/\s+/).filter(Boolean)
        for (const name of names) known.add(name)
        $(element).attr('class', names.map(hashed).join(' '))
      })
      file(/\.css$/, body =>
        body
          .toString()
          .replace(/\.(-?[_a-zA-Z][\w-]*)(?=[^{}]*\{)/g, (whole, name) =>
            known.has(name) ? `.${hashed(name)}` : whole,
          ),
      )
      return known.size > 0
    },
  },
  {
    name: 'wrapper divs',
    kind: 'silent',
    apply: ({ $ }) => {
      $('p, h1, h2, h3, h4')
        .filter((_, element) => $(element).closest('.modal').length === 0)
        .wrap('<div></div>')
      return true
    },
  },
  {
    name: 'pictures as WebP at q80',
    kind: 'silent',
    apply: ({ file }) => {
      file(/\.(jpe?g|png)$/i, async body => ({
        status: 200,
        type: 'image/webp',
        body: await sharp(body).webp({ quality: 80 }).toBuffer(),
      }))
      return true
    },
  },
  {
    name: 'fingerprinted asset addresses',
    kind: 'silent',
    apply: ({ $ }) => {
      $('img[src], script[src], link[rel=stylesheet]').each((_, element) => {
        const name = element.name === 'link' ? 'href' : 'src'
        const value = $(element).attr(name)!
        if (!/^https?:|^\/\/|^data:/.test(value)) $(element).attr(name, `${value}?v=8f3ab2c91d`)
      })
      return true
    },
  },
  {
    name: 'b to strong',
    kind: 'silent',
    apply: ({ $ }) => {
      const found = $('strong, b, em, i:empty').not(':empty')
      found.each((_, element) => {
        const to = { strong: 'b', b: 'strong', em: 'i' }[element.name]
        if (to) $(element).replaceWith(`<${to}>${$(element).html()}</${to}>`)
      })
      return found.length > 0
    },
  },
  {
    name: 'minified HTML',
    kind: 'silent',
    apply: ({ $ }) => {
      const tidy = (nodes: ReturnType<ReturnType<typeof $>['contents']>) =>
        nodes.each((_, node) => {
          if (node.type === 'comment') $(node).remove()
          else if (node.type === 'text') node.data = node.data.replace(/\s+/g, ' ')
          else if (node.type === 'tag' && !/^(pre|textarea|script|style)$/.test(node.name))
            tidy($(node).contents())
        })
      tidy($('body').contents())
      return true
    },
  },
  {
    name: 'attribute order',
    kind: 'silent',
    apply: ({ $ }) => {
      $('*').each((_, element) => {
        if (element.type === 'tag')
          element.attribs = Object.fromEntries(Object.entries(element.attribs).reverse())
      })
      return true
    },
  },
  {
    name: 'styles inlined',
    kind: 'silent',
    apply: ({ $, styles }) => {
      const sheet = $('link[rel=stylesheet]')
        .filter((_, element) => !/^(https?:)?\/\//.test($(element).attr('href') ?? ''))
        .first()
      if (!sheet.length || !styles) return false
      const base = ($(sheet).attr('href') ?? '').replace(/[^/]*$/, '')
      sheet.replaceWith(
        `<style>${styles.replace(/url\((["']?)(?!data:|https?:|\/)([^)"']+)\1\)/g, (_, __, path) => `url("${base}${path}")`)}</style>`,
      )
      return true
    },
  },
  {
    name: 'text split over other elements',
    kind: 'silent',
    apply: ({ $ }) => {
      const paragraphs = $('p').filter((_, element) => $(element).children().length === 0)
      paragraphs.each((_, element) => {
        const words = $(element).text().trim().split(/\s+/)
        const half = words.length >> 1
        if (half)
          $(element)
            .empty()
            .append(
              $('<span>').text(words.slice(0, half).join(' ')),
              ' ',
              $('<span>').text(words.slice(half).join(' ')),
            )
      })
      return paragraphs.length > 0
    },
  },
  {
    name: 'srcset added',
    kind: 'silent',
    apply: ({ $ }) => {
      let count = 0
      $('img[src]').each((_, element) => {
        const src = $(element).attr('src')!
        if (!/\.(jpe?g|png|webp)$/i.test(src)) return
        $(element).attr('srcset', `${src} 1x, ${src}?dpr=2 2x`)
        count++
      })
      return count > 0
    },
  },
]
