import sharp from 'sharp'
import type { Mutation, PageEdit } from '../page.ts'
import { cards, namesOf, pictures, setSource } from '../targets.ts'

/** With its size as it was. */
function stand(edit: PageEdit, img: ReturnType<typeof pictures>[number], source: string): void {
  const { width = 300, height = 200 } = edit.seen(img) ?? {}
  setSource(edit.$(img), source)
  edit.$(img).attr('style', `width: ${width}px; max-width: 100%; height: ${height}px`)
}

/** Three pictures or more of a row of cards, each from a file of its own. */
function ofCards(edit: PageEdit) {
  const row = cards(edit)
  const found = pictures(edit, 80).filter((_, img) => row.some(card => edit.$(img).closest(card).length > 0))
  const files = new Set(found.toArray().map(img => edit.$(img).attr('src')))
  return found.length >= 3 && files.size === found.length ? found : undefined
}

/** Pictures in whose places others stand, of no one's choice. */
export const standIns: Mutation[] = [
  {
    name: 'placeholder for each picture',
    kind: 'must-fail',
    suite: 'image',
    about: /broken|presence|placeholder/,
    also: ['a11y', 'functional', 'responsive'],
    why: 'the drawing that a template comes with',
    apply: edit => {
      const found = pictures(edit, 200)
      edit.add('/placeholder.svg', {
        status: 200,
        type: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="0 0 1200 1200"><rect width="1200" height="1200" fill="#eaeaea"/><path d="M600 480v240M480 600h240" stroke="#a1a1a1" stroke-width="24"/></svg>',
      })
      const names = found.toArray().flatMap(img => namesOf(edit.$(img)))
      found.each((_, img) => stand(edit, img, '/placeholder.svg?height=400&width=600'))
      return found.length > 0 && [...names, 'placeholder']
    },
  },
  {
    name: 'dummy in the place of the first picture',
    kind: 'must-fail',
    suite: 'image',
    about: /broken|presence|dummy/,
    also: ['a11y', 'functional'],
    why: 'a grey box with its size written on it',
    apply: async edit => {
      const first = pictures(edit, 200).first()
      const { width = 600, height = 400 } = edit.seen(first[0]) ?? {}
      const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#cccccc"/><text x="50%" y="52%" text-anchor="middle" font-family="sans-serif" font-size="28" fill="#969696">${width} × ${height}</text></svg>`
      edit.add('/assets/dummy-image.png', await sharp(Buffer.from(drawn)).png().toBuffer())
      const names = namesOf(first)
      if (first[0]) stand(edit, first[0], '/assets/dummy-image.png')
      return first.length > 0 && [...names, 'dummy']
    },
  },
  {
    name: 'one picture on all cards',
    kind: 'must-fail',
    suite: 'image',
    about: /repeated|lost|place/,
    why: 'a list that draws its first entry’s picture each time',
    apply: edit => {
      const found = ofCards(edit)
      const source = found?.first().attr('src')
      if (!found || !source) return false
      const names = found.toArray().flatMap(img => namesOf(edit.$(img)))
      found.each((_, img) => setSource(edit.$(img), source))
      return names
    },
  },
  {
    name: 'one background on all cards',
    kind: 'must-fail',
    suite: 'image',
    about: /repeated|lost|place/,
    also: ['a11y'],
    why: 'the pictures of a list became backgrounds by one rule',
    apply: edit => {
      const found = ofCards(edit)
      const source = found?.first().attr('src')
      if (!found || !source) return false
      const names = found.toArray().flatMap(img => namesOf(edit.$(img)))
      found.each((_, img) => {
        const { width = 300, height = 200 } = edit.seen(img) ?? {}
        const box = edit
          .$('<div role="img"></div>')
          .attr('aria-label', edit.$(img).attr('alt') ?? '')
          .attr(
            'style',
            `width: ${width}px; max-width: 100%; height: ${height}px; background: url('${source}') center / cover`,
          )
        edit.$(img).replaceWith(box)
      })
      return names
    },
  },
  {
    name: 'tab that shows the picture of another',
    kind: 'must-fail',
    suite: 'image',
    about: /out of sight until a press shows it/,
    also: ['functional'],
    why: 'the panel was copied, with its picture',
    apply: ({ $ }) => {
      const [one, other] = $('[role=tabpanel][hidden] img').toArray()
      setSource($(one), $(other).attr('src') ?? '')
      return other !== undefined && namesOf($(one))
    },
  },
]
