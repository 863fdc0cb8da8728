import { posix } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { memoByValue } from '../../../server/lib/memo.ts'
import type { FileChange, Mutation, PageEdit } from '../page.ts'
import { pictures, setSource } from '../targets.ts'

const photo = /\.(jpe?g|png)$/i
const local = (address: string | undefined) => !!address && !/^([a-z]+:|\/\/|#)/i.test(address)
const pathOf = (edit: PageEdit, address: string) =>
  posix.resolve(posix.dirname(edit.path), decodeURI(address.replace(/[?#].*/, '')))

/** As it is where it is no picture after all. */
const encoded = (type: string, picture: Sharp) =>
  picture.toBuffer().then(
    body => ({ status: 200, type, body }),
    () => undefined,
  )

/** For all loads of a page: to encode a picture takes longer than to load it. */
const onceEach = (change: FileChange): FileChange => memoByValue(100, (_, path) => path, change)

/** All photographs of a page in another format, at their addresses. */
function reencoded(name: string, type: string, as: (picture: Sharp) => Sharp): Mutation {
  return {
    name,
    kind: 'silent',
    apply: edit => {
      const pictures = edit.$('img').toArray()
      if (!pictures.some(img => photo.test(edit.$(img).attr('src') ?? ''))) return false
      edit.file(
        photo,
        onceEach(body => encoded(type, as(sharp(body)))),
      )
      return true
    },
  }
}

export const files: Mutation[] = [
  reencoded('pictures as WebP at q80', 'image/webp', picture => picture.webp({ quality: 80 })),
  reencoded('pictures as AVIF', 'image/avif', picture => picture.avif({ quality: 65, effort: 0 })),
  {
    name: 'files of pictures renamed',
    kind: 'silent',
    apply: async edit => {
      let count = 0
      for (const img of edit.$('img[src]').toArray()) {
        const source = edit.$(img).attr('src')!
        if (!local(source) || !photo.test(source) || edit.$(img).closest('picture').length) continue
        const bytes = await edit.read(pathOf(edit, source))
        if (!bytes) continue
        const name = `/_next/${(bytes.length * 7919).toString(36)}${count++}${posix.extname(source)}`
        edit.add(name, bytes)
        edit.$(img).attr('src', name).removeAttr('srcset')
      }
      return count > 0
    },
  },
  {
    name: 'photographs called after what they replaced',
    kind: 'silent',
    apply: async edit => {
      let count = 0
      for (const img of pictures(edit).toArray().slice(0, 3)) {
        const source = edit.$(img).attr('src')!
        const bytes = await edit.read(pathOf(edit, source))
        // A drawing of that name holds a place.
        if (!bytes || !/\.jpe?g$/i.test(source)) continue
        const name = `/img/placeholder-${++count}${posix.extname(source)}`
        edit.add(name, bytes)
        setSource(edit.$(img), name)
      }
      return count > 0
    },
  },
  {
    name: 'fingerprinted asset addresses',
    kind: 'silent',
    apply: ({ $ }) => {
      let count = 0
      $('img[src], script[src]:not([type=module]), link[rel=stylesheet]').each((_, element) => {
        const name = element.name === 'link' ? 'href' : 'src'
        const value = $(element).attr(name)
        if (!local(value)) return
        $(element).attr(name, `${value}?v=8f3ab2c91d`)
        count++
      })
      return count > 0
    },
  },
  {
    name: 'srcset added',
    kind: 'silent',
    apply: ({ $ }) => {
      let count = 0
      $('img[src]').each((_, element) => {
        const src = $(element).attr('src')!
        if (!/\.(jpe?g|png|webp)$/i.test(src) || $(element).attr('srcset')) return
        $(element).attr('srcset', `${src} 1x, ${src}?dpr=2 2x`)
        count++
      })
      return count > 0
    },
  },
  {
    name: 'pictures below the first screen made lazy',
    kind: 'silent',
    apply: edit => {
      const found = edit
        .$('img[src]')
        .filter((_, img) => (edit.seen(img)?.y ?? 0) > 1200 && edit.$(img).attr('loading') === undefined)
      return found.attr('loading', 'lazy').attr('decoding', 'async').length > 0
    },
  },
  {
    name: 'drawings inlined',
    kind: 'silent',
    why: 'an svg element with the name that its img had',
    apply: async edit => {
      let count = 0
      for (const img of edit.$('img[src$=".svg"]').toArray()) {
        const seen = edit.seen(img)
        const source = edit.$(img).attr('src')!
        const bytes = local(source) ? await edit.read(pathOf(edit, source)) : null
        if (!seen || !bytes || seen.width < 4) continue
        const kept = ['class', 'id', 'style'].flatMap(name => {
          const value = edit.$(img).attr(name)
          return value ? [`${name}="${value}"`] : []
        })
        const alt = edit.$(img).attr('aria-label') ?? edit.$(img).attr('alt') ?? ''
        const role = alt ? `role="img" aria-label="${alt.replaceAll('"', '&quot;')}"` : 'aria-hidden="true"'
        const svg = String(bytes).slice(String(bytes).indexOf('<svg'))
        const open = /<svg[^>]*>/.exec(svg)?.[0] ?? ''
        if (!/viewBox=/.test(open)) continue
        const box = /viewBox="[^"]*"/.exec(open)![0]
        edit
          .$(img)
          .replaceWith(
            svg.replace(
              open,
              `<svg xmlns="http://www.w3.org/2000/svg" ${box} width="${seen.width}" height="${seen.height}" ${role} ${kept.join(' ')}>`,
            ),
          )
        count++
      }
      return count > 0
    },
  },
  {
    name: 'trailing slashes',
    kind: 'silent',
    apply: ({ $ }) => {
      const links = $('a[href]').filter((_, a) => /^\/?[\w-]+(\/[\w-]+)*\/$/.test($(a).attr('href')!))
      links.each((_, a) => {
        $(a).attr('href', $(a).attr('href')!.replace(/\/$/, '/index.html'))
      })
      return links.length > 0
    },
  },
]
