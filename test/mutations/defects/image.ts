import { posix } from 'node:path'
import Color from 'colorjs.io'
import sharp from 'sharp'
import type { Element, Mutation, PageEdit } from '../page.ts'
import {
  brandColour,
  cards,
  firstPicture,
  headings,
  namesOf,
  pictures,
  sections,
  setSource,
} from '../targets.ts'

const tinyGif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Keeps the size that it has, so that only what it shows is another. */
function holdSize(edit: PageEdit, picture: ReturnType<typeof firstPicture>): string {
  const seen = edit.seen(picture[0])
  return seen ? `width: ${seen.width}px; height: ${seen.height}px` : 'width: 300px; height: 200px'
}

const large = (edit: PageEdit, side: number) =>
  pictures(edit).filter((_, img) => (edit.seen(img)?.width ?? 0) >= side)

/** Another paint in place of the first large background picture. */
function paintBackground(edit: PageEdit, paint: string): boolean {
  const large = edit.shown('*').filter((_, element) => {
    const seen = edit.seen(element)
    return !!seen && seen.width * seen.height > 100_000 && /url\("?http:\/\/127\./.test(seen.picture)
  })
  return large.first().attr('style', `background-image: ${paint} !important`).length > 0
}

export const image: Mutation[] = [
  {
    name: 'picture 404',
    kind: 'must-fail',
    suite: 'image',
    about: /broken/,
    apply: edit => {
      const picture = firstPicture(edit)
      if (!picture.length) return false
      const names = namesOf(picture)
      setSource(picture, '/assets/no-such-picture.jpg')
      return [...names, 'no-such-picture']
    },
  },
  {
    name: 'picture lost',
    kind: 'must-fail',
    suite: 'image',
    about: /presence|picture/,
    also: ['functional', 'a11y'],
    apply: edit => {
      const picture = pictures(edit).last()
      const names = namesOf(picture)
      ;(picture.closest('picture').length ? picture.closest('picture') : picture).remove()
      return picture.length > 0 && names
    },
  },
  {
    name: '1x1 placeholder',
    kind: 'must-fail',
    suite: 'image',
    about: /broken|presence/,
    apply: edit => {
      const picture = firstPicture(edit)
      if (!picture.length) return false
      const names = namesOf(picture)
      setSource(picture, tinyGif)
      picture.attr('style', holdSize(edit, picture))
      return names
    },
  },
  {
    name: 'two pictures swapped',
    kind: 'must-fail',
    suite: 'image',
    about: /swap|place|another|other/,
    apply: edit => {
      const { $ } = edit
      const all = pictures(edit).toArray()
      const size = (img: Element) => edit.seen(img)?.width ?? 0
      for (const a of all) {
        const b = all.find(
          other =>
            $(other).attr('src') !== $(a).attr('src') && other !== a && Math.abs(size(other) - size(a)) < 4,
        )
        if (!b || size(a) < 100) continue
        const [first, second] = [$(a).attr('src')!, $(b).attr('src')!]
        setSource($(a), second)
        setSource($(b), first)
        return [...namesOf($(a)), ...namesOf($(b))]
      }
      return false
    },
  },
  {
    name: 'pictures shifted by one',
    kind: 'must-fail',
    suite: 'image',
    about: /swap|place/,
    why: 'a list of three or more counts from one in one place and from none in another',
    apply: edit => {
      const { $ } = edit
      const row = cards(edit).map(card => pictures(edit).filter((_, img) => $(img).closest(card).length > 0))
      const sources = row.map(picture => picture.attr('src') ?? '')
      if (new Set(sources).size < Math.max(3, row.length) || sources.includes('')) return false
      const names = row.flatMap(picture => namesOf(picture))
      for (const [at, picture] of row.entries()) setSource(picture, sources[(at + 1) % row.length]!)
      return names
    },
  },
  {
    name: 'web font 404',
    kind: 'must-raise',
    suite: 'image',
    about: /typography|icons/,
    also: ['functional', 'responsive'],
    why: 'the path in the style sheet is from the page, and not from the sheet',
    apply: edit => {
      if (!/@font-face[^}]*url\(/.test(edit.styles)) return false
      const moved = (css: string) =>
        css.replace(/url\((["']?)[^)"']*\/([^)"'/]+\.(?:woff2?|ttf|otf))/g, 'url($1/css/fonts/$2')
      edit.file(/\.css$/, body => moved(String(body)))
      edit.$('style').each((_, style) => void edit.$(style).text(moved(edit.$(style).html() ?? '')))
      return true
    },
  },
  {
    name: 'another picture in its place',
    kind: 'must-fail',
    suite: 'image',
    about: /presence|place|another|other|swap/,
    apply: async edit => {
      const picture = large(edit, 150).first()
      if (!picture.length) return false
      const { width = 300, height = 200 } = edit.seen(picture[0]) ?? {}
      const names = namesOf(picture)
      const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e9e2d0"/>${[0, 1, 2, 3, 4, 5].map(at => `<circle cx="${(at * 37) % 100}%" cy="${(at * 61) % 100}%" r="${10 + at * 9}" fill="hsl(${at * 57} 60% 45%)"/>`).join('')}</svg>`
      edit.add('/img/stock-photo.png', await sharp(Buffer.from(stripes)).png().toBuffer())
      setSource(picture, '/img/stock-photo.png')
      picture.attr('style', holdSize(edit, picture))
      return [...names, 'stock-photo']
    },
  },
  {
    name: 'stretched to 130 %',
    kind: 'must-fail',
    suite: 'image',
    about: /stretch|aspect|quality/,
    apply: edit => {
      const picture = large(edit, 120).first()
      const seen = edit.seen(picture[0])
      if (!seen) return false
      picture.attr(
        'style',
        `width: ${seen.width}px; max-width: 100%; height: ${Math.round(seen.height * 1.3)}px; object-fit: fill`,
      )
      return namesOf(picture)
    },
  },
  {
    name: '200 px upscaled',
    kind: 'must-fail',
    suite: 'image',
    about: /blur|sharp|resolution|quality|pixels/,
    apply: async edit => {
      // A drawing of a few lines loses nothing; one that is shown too small neither.
      const picture = large(edit, 380).first()
      const source = picture.attr('src')
      if (!source) return false
      const bytes = await edit.read(posix.resolve(posix.dirname(edit.path), source.replace(/[?#].*/, '')))
      if (!bytes || ((await sharp(bytes).metadata()).width ?? 0) < 400) return false
      const names = namesOf(picture)
      edit.add('/img/small.jpg', await sharp(bytes).resize(200).jpeg().toBuffer())
      setSource(picture, '/img/small.jpg')
      picture.attr('style', holdSize(edit, picture))
      return names
    },
  },
  {
    name: 'background lost',
    kind: 'must-fail',
    suite: 'image',
    about: /background/,
    also: ['a11y'],
    why: 'light text that stood on it becomes unreadable',
    apply: edit => paintBackground(edit, 'none'),
  },
  {
    name: 'gradient of other colours in place of a background',
    kind: 'must-raise',
    suite: 'image',
    about: /background|colour/,
    also: ['a11y'],
    why: 'light text that stood on it becomes unreadable',
    apply: edit => paintBackground(edit, 'linear-gradient(135deg, #f9d423, #e14fad)'),
  },
  {
    name: 'brand colour changed everywhere',
    kind: 'must-fail',
    suite: 'image',
    about: /colour/,
    apply: edit => {
      const brand = brandColour(edit.styles)
      const drawn =
        brand &&
        new Color(brand)
          .to('srgb')
          .coords.map(part => Math.round((part ?? 0) * 255))
          .join(', ')
      const uses = edit.shown('*').filter((_, element) => {
        const seen = edit.seen(element)
        return seen?.colour === `rgb(${drawn})` || seen?.background === `rgb(${drawn})`
      })
      if (!brand || uses.length < 3) return false
      // As light as before, so that contrast is not touched.
      const other = new Color(brand)
        .to('oklch')
        .set('h', hue => (hue ?? 0) + 140)
        .to('srgb')
        .toGamut()
        .toString({ format: 'hex' })
      const repaint = (css: string) => css.replaceAll(new RegExp(brand, 'gi'), other)
      edit.file(/\.css$/, body => repaint(String(body)))
      edit.$('style').each((_, style) => {
        edit.$(style).text(repaint(edit.$(style).html() ?? ''))
      })
      return true
    },
  },
  {
    name: 'serif for sans everywhere',
    kind: 'must-fail',
    suite: 'image',
    about: /typ|font|serif/,
    apply: edit => {
      const body = edit.seen(edit.$('body')[0])
      if (body && /(^|[^-])\bserif/.test(body.family.replace('sans-serif', ''))) return false
      edit.css(
        'body, body *:not(i):not([class*=fa-]):not(svg *) { font-family: "DejaVu Serif", "Liberation Serif", serif !important }',
      )
      return true
    },
  },
  {
    name: 'all text a third smaller',
    kind: 'must-raise',
    suite: 'image',
    about: /typ|size/,
    also: ['responsive'],
    apply: edit => {
      const sizeOf = (element: Element) => Number.parseFloat(edit.seen(element)?.size ?? '16')
      // Smaller than 12 px would be another suite's.
      const paragraphs = edit.shown('p, li, h2, h3').filter((_, element) => sizeOf(element) >= 16)
      paragraphs.each((_, element) => {
        edit.$(element).css('font-size', `${Math.max(12, Math.round(sizeOf(element) * 0.66))}px`)
      })
      return paragraphs.length > 3
    },
  },
  ...(
    [
      [
        'headings of the size of the text',
        'h1, h2, h3, h4, h5, h6 { font-size: inherit !important; font-weight: inherit !important }',
      ],
      ['headings of 16 px', 'h1, h2, h3, h4, h5, h6, h1 *, h2 *, h3 *, h4 * { font-size: 1rem !important }'],
    ] as const
  ).map(
    ([name, css]): Mutation => ({
      name,
      kind: 'must-fail',
      suite: 'image',
      about: /typography/,
      also: ['responsive', 'seo'],
      why: 'a reset of styles without the styles',
      apply: edit => {
        const sizes = new Set(
          edit
            .shown('h1, h2, h3')
            .toArray()
            .map(each => edit.seen(each)?.size),
        )
        edit.css(css)
        return sizes.size > 1 && edit.shown('h1, h2, h3').length > 3
      },
    }),
  ),
  {
    name: 'headings that became boxes of text',
    kind: 'must-fail',
    suite: 'image',
    about: /typography/,
    also: ['responsive', 'seo', 'a11y', 'content'],
    why: 'paragraphs with the class of a heading that no style sheet knows',
    apply: edit => {
      const { $ } = edit
      const found = edit.shown('h1, h2, h3, h4')
      const sizes = new Set(found.toArray().map(each => edit.seen(each)?.size))
      found.each((_, heading) => {
        $(heading).replaceWith($('<div class="text-heading"></div>').html($(heading).html() ?? ''))
      })
      return sizes.size > 1 && found.length > 3
    },
  },
  {
    name: 'background of a section changed',
    kind: 'must-raise',
    suite: 'image',
    about: /colour/,
    apply: edit => {
      const section = sections(edit).find(each => {
        const dark = /rgb\((\d+), (\d+), (\d+)\)/.exec(
          edit.seen(edit.$(each).find('p, h2, h3')[0]!)?.colour ?? '',
        )
        return !!dark && dark.slice(1).every(part => Number(part) < 110)
      })
      if (!section) return false
      // Light enough for dark letters.
      edit.$(section).attr('style', `${edit.$(section).attr('style') ?? ''}; background: #b9f2c0 !important`)
      return true
    },
  },
  {
    name: 'light and dark swapped',
    kind: 'must-fail',
    suite: 'image',
    about: /colour|dark/,
    also: ['a11y'],
    apply: edit => {
      edit.css(
        'body, body *:not(img):not(svg):not(svg *) { background-color: #111418 !important; color: #e8eaed !important }',
      )
      return headings(edit).length > 0
    },
  },
  {
    name: 'pictures in black and white',
    kind: 'must-raise',
    suite: 'image',
    about: /image|picture|colour/,
    apply: edit => {
      if (pictures(edit).length < 2) return false
      edit.css('img { filter: grayscale(1) }')
      return true
    },
  },
  {
    name: 'alternative text changed',
    kind: 'must-raise',
    suite: 'image',
    about: /alt/,
    also: ['a11y'],
    apply: edit => {
      const picture = pictures(edit)
        .filter((_, img) => (edit.$(img).attr('alt') ?? '').length > 8)
        .first()
      const before = picture.attr('alt') ?? ''
      picture.attr('alt', 'Invoice number seventeen')
      return before !== '' && [before, 'Invoice number seventeen']
    },
  },
  {
    name: 'largest picture is lazy',
    kind: 'must-raise',
    suite: 'image',
    about: /lazy|delivery/,
    apply: edit => {
      const area = (element: Element) => {
        const seen = edit.seen(element)
        return seen && seen.y < 900 ? seen.width * seen.height : 0
      }
      const found = edit
        .shown('img[src]')
        .filter((_, img) => area(img) > 60_000 && edit.$(img).attr('loading') !== 'lazy')
      const largest = Math.max(...found.toArray().map(area))
      const behind = edit.shown('*').filter((_, each) => {
        const { picture = '', layer = '' } = edit.seen(each) ?? {}
        return /url\(/.test(picture + layer)
      })
      if (behind.toArray().some(each => area(each) > largest)) return false
      return found.attr('loading', 'lazy').removeAttr('fetchpriority').length > 0
    },
  },
]
