import sharp from 'sharp'
import type { Element, Mutation, PageEdit } from '../page.ts'
import { namesOf, pictures } from '../targets.ts'

/** Of the screen, px². */
const MIN_AREA = 0.06 * 1440 * 900

const areaOf = (edit: PageEdit, element: Element) => {
  const { width = 0, height = 0 } = edit.seen(element) ?? {}
  return width * height
}

/** The largest photograph of the content, and its name. */
function largest(edit: PageEdit): [Element, string[]] | null {
  const [first] = pictures(edit, 160)
    .toArray()
    .sort((a, b) => areaOf(edit, b) - areaOf(edit, a))
  return first && areaOf(edit, first) >= MIN_AREA ? [first, namesOf(edit.$(first))] : null
}

/** The largest box that a photograph lies behind, and the name of its file. */
function largestBackground(edit: PageEdit): [Element, string] | null {
  const [first] = edit
    .shown('body *')
    .toArray()
    .filter(each => /url\([^)]*\.(jpe?g|png|webp|avif)/i.test(edit.seen(each)?.picture ?? ''))
    .sort((a, b) => areaOf(edit, b) - areaOf(edit, a))
  const file = /([^/"').]+)[^/"')]*\.\w+["']?\)/.exec(edit.seen(first)?.picture ?? '')?.[1]
  return first && file && areaOf(edit, first) >= MIN_AREA ? [first, file] : null
}

/** What is laid over photographs and taken from them, and another one that is much like the one that it replaces. */
export const veils: Mutation[] = [
  {
    name: 'dark veil over a photograph',
    kind: 'must-raise',
    suite: 'image',
    about: /redrawn/,
    also: ['a11y'],
    why: 'the overlay of a section that had words on its picture',
    apply: edit => {
      const found = largest(edit)
      if (!found) return false
      const { width, height } = edit.seen(found[0])!
      edit
        .$(found[0])
        .wrap(
          `<span data-part="veiled" style="display: block; position: relative; width: ${width}px; max-width: 100%; height: ${height}px"></span>`,
        )
      edit.css(
        '[data-part=veiled]::after { content: ""; position: absolute; inset: 0; background: rgb(0 0 0 / 0.4); pointer-events: none }',
      )
      return found[1]
    },
  },
  {
    name: 'photograph that lets the page shine through',
    kind: 'must-raise',
    suite: 'image',
    about: /redrawn/,
    why: 'an opacity that was meant for what lies over it',
    apply: edit => {
      const found = largest(edit)
      if (!found) return false
      edit.$(found[0]).attr('data-part', 'faded')
      edit.css('[data-part=faded] { opacity: 0.6 !important; animation: none; transition: none }')
      return found[1]
    },
  },
  {
    name: 'gradient over the photograph behind a section',
    kind: 'must-raise',
    suite: 'image',
    about: /redrawn|background/,
    also: ['a11y'],
    why: 'from clear to black, where an even veil or none was',
    apply: edit => {
      const found = largestBackground(edit)
      if (!found) return false
      edit.$(found[0]).attr('data-part', 'shaded')
      const picture = edit.seen(found[0])!.picture.replace(/https?:\/\/[^/]+/g, '')
      edit.css(
        `[data-part=shaded] { background-image: linear-gradient(rgb(255 255 255 / 0.5), rgb(0 0 0 / 0.95)), ${picture} !important }`,
      )
      return found[1]
    },
  },
  {
    name: 'photograph behind a section blended with its colour',
    kind: 'must-raise',
    suite: 'image',
    about: /redrawn|background/,
    also: ['a11y'],
    why: 'multiplied with a colour of the theme',
    apply: edit => {
      const found = largestBackground(edit)
      if (!found) return false
      edit.$(found[0]).attr('data-part', 'blended')
      edit.css(
        '[data-part=blended] { background-color: #7c8aa5 !important; background-blend-mode: multiply !important }',
      )
      return found[1]
    },
  },
  ...(
    [
      ['photograph of another hour in the place of the largest', { hue: 150, brightness: 1.05 }],
      ['photograph of the other side in the place of the largest', { saturation: 0.9 }],
    ] as const
  ).map(
    ([name, light], turn): Mutation => ({
      name,
      kind: 'must-raise',
      suite: 'image',
      about: /lost|background|presence/,
      why: 'a picture of the same place from a stock of photographs',
      apply: async edit => {
        const found = largest(edit)
        const source = found && edit.$(found[0]).attr('src')
        const file = source && (await edit.read(new URL(source, `http://page${edit.path}`).pathname))
        if (!found || !file) return false
        const { width = 900, height = 600 } = await sharp(file).metadata()
        const shot = sharp(file).modulate(light)
        const moved = turn
          ? shot.flop()
          : shot
              .extract({ left: 0, top: Math.round(height * 0.3), width, height: Math.round(height * 0.7) })
              .resize(width, height, { fit: 'fill' })
        edit.add(`/assets/shore-at-noon-${turn}.jpg`, await moved.jpeg().toBuffer())
        const { width: wide, height: high } = edit.seen(found[0])!
        edit
          .$(found[0])
          .attr('src', `/assets/shore-at-noon-${turn}.jpg`)
          .removeAttr('srcset')
          .removeAttr('alt')
          .attr('style', `width: ${wide}px; max-width: 100%; height: ${high}px`)
        edit.$(found[0]).closest('picture').find('source').remove()
        return found[1]
      },
    }),
  ),
]
