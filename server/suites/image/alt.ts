import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { contains, gapBetween } from '../../lib/box.ts'
import { similarity, unaccented, words } from '../../lib/text.ts'
import { atWidth } from '../../lib/widths.ts'
import { isDisplaced } from '../../matching/displaced.ts'
import { isMain } from '../../matching/passages.ts'
import { altOf, isDivider, SCREEN } from '../../matching/picture.ts'
import type { PictureMatch } from '../../matching/pictures.ts'
import { quote } from '../core/quote.ts'
import { defineRules, firstCase } from '../core/rules.ts'
import { type Check, notApplicable, type Side } from '../core/suite.ts'
import { isTelling } from '../core/telling.ts'
import { calledOf, placesOf, wordsOf } from './picture-finding.ts'
import { visibilityOf } from './visibility.ts'

/** Similarity from which a text is the same one, edited. */
const EDITED = 0.6
/** Words from which a text describes, CJK letters counted singly. */
const MIN_DESCRIPTION = 3
/** Share of its words that must stand beside the picture for it to say nothing more. */
const SAID = 0.6
/** Of an icon at most, CSS px. */
const ICON_SIDE = 32

const kept = { severity: 'minor', penalty: 0.03 } as const
const lost = {
  severity: 'moderate',
  penalty: { of: 'share of one of the pictures that have a text', min: 0.15 },
} as const

const rules = defineRules(
  'image/alt',
  {
    why: 'A screen reader reads the text instead of the picture, and so do search engines.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
  },
  {
    removed: {
      ...lost,
      measures: 'Whether a picture that has an alternative text which says what it shows still has one.',
      fix: 'Give it the alternative text of the original again',
      cases: {
        redundant: {
          when: `the text or a heading or link beside it has ${SAID * 100} % of its telling words, or it is an icon of less than ${ICON_SIDE} px, a strip across the window, or as wide as the window with text of the page on it`,
          ...kept,
        },
      },
    },
    reworded: {
      ...lost,
      measures: 'Whether the alternative text still says what it said.',
      fix: 'Give it the alternative text of the original again',
      cases: {
        edited: {
          when: `it has all its words, is similar to ${EDITED * 100} %, has ${EDITED * 100} % of those that tell what is seen, or ${MIN_DESCRIPTION} words and more stand for one`,
          ...kept,
        },
        redundant: {
          when: `it is of such an icon, strip or background, or the text beside it says what it said, and what it says now, if that is anything`,
          ...kept,
        },
      },
    },
  },
)

export const alt: Check<'images' | 'volatile' | 'document' | 'layouts'> = {
  id: 'image/alt',
  title: 'Alternative texts are kept',
  weight: 5,
  rules,
  judge({ original, rebuilt, matching }) {
    const [isOrnament, beside] = [ornamentReader(original), besideReader(rebuilt)]
    const told = original.images.filter(image => image.state === 'visible' && isTelling(image.name))
    if (told.length === 0)
      return notApplicable('no picture of the original has an alternative text that says anything')
    const changing = new Set(original.volatile.images)
    return [...visibilityOf(matching.pictures, original.volatile.images)].flatMap(([match, { state }]) => {
      const [before, after] = [match.original, match.rebuilt]
      // “IMG_2004.jpg” is better gone, and any text is better; what is hidden from screen readers nobody hears.
      if (!isTelling(before.name) || before.decorative || changing.has(before.url)) return []
      // A picture that is gone or another one is told by its own check.
      if (state !== 'seen' || isDisplaced(matching.pictures, match) || isKept(match)) return []
      const called = `The alternative text of the ${calledOf(before)}`
      const found = {
        key: `image/alt:${wordsOf(before)}`,
        extent: 1 / told.length,
        fix: `Give it the text ${quote(before.name, 200)} again`,
        ...placesOf({ original, rebuilt }, before, after),
      }
      const texts = new Set(words(`${after.near} ${before.near} ${beside(after)}`).map(unaccented))
      const isSaid = (name: string) => {
        const own = [...tellingWords(name)]
        return own.length > 0 && own.filter(word => texts.has(word)).length >= SAID * own.length
      }
      if (altOf(after) === '')
        return rules.report('removed', {
          ...found,
          as: isOrnament(before) || isSaid(before.name) ? 'redundant' : undefined,
          cause: 'alternative texts are empty',
          message: `${called} is gone`,
        })
      const isSaidStill = isSaid(before.name) && (!isTelling(after.name) || isSaid(after.name))
      const as = firstCase({
        edited: isEdited(altOf(before), altOf(after)),
        redundant: isOrnament(before) || isSaidStill,
      })
      return rules.report('reworded', {
        ...found,
        as,
        cause: as ?? `alternative texts are “${words(after.name).filter(isNoNumber).join(' ')}”`,
        message: `${called} says ${quote(after.name)} now`,
      })
    })
  },
}

/** Says the same; or has no attribute at all, which is a fault of its own and accessibility's. */
function isKept({ original, rebuilt }: PictureMatch): boolean {
  const [before, after] = [altOf(original), altOf(rebuilt)]
  if (after === '' && rebuilt.kind === 'img' && rebuilt.alt === null) return true
  return before === after || [...new Set(words(before))].join(' ') === [...new Set(words(after))].join(' ')
}

const isNoNumber = (word: string) => !/^\d+$/.test(word)

const isIcon = ({ box }: ImageArtifact) => box.width < ICON_SIDE || box.height < ICON_SIDE

function isEdited(before: string, after: string): boolean {
  const [said, says] = [words(before), new Set(words(after))]
  // One word, as the name of a file, that became a description.
  if (said.length === 1 && says.size >= MIN_DESCRIPTION) return true
  if (said.every(word => says.has(word)) || similarity(before, after) >= EDITED) return true
  const [told, tells] = [tellingWords(before), tellingWords(after)]
  const there = [...told].filter(word => tells.has(word))
  return there.length > 0 && there.length >= EDITED * told.size
}

/** “Photo of the …” tells of no picture what is seen on it. */
const UNTELLING =
  /^(photo(graphie|graph)?|foto(grafie)?|fotografía|picture|image|bild|imagen|immagine|imagem|obraz|zdjęcie|фото|фотография|изображение|an?|the|of|and|une?|du|des?|les?|la|et|der|die|das|des|von|vom|und|el|los|las|del|y|il|lo|gli|della|di|e|do|da)$/

const tellingWords = (text: string): Set<string> =>
  new Set(
    words(text)
      .map(word => word.replace(/^[dl]'/, ''))
      .filter(word => !UNTELLING.test(word))
      .map(unaccented),
  )

/** Share of the window's width from which a picture is as wide as it. */
const MIN_WIDE = 0.9

/** Tells icons, strips that part sections, and pictures as wide as the window with texts of the page on them. */
function ornamentReader({ layouts }: Side<'layouts'>): (image: ImageArtifact) => boolean {
  const texts = shownIn(layouts).filter(({ text, landmark, kind }) =>
    isMain({ landmark, kind, length: words(text).length }),
  )
  return image =>
    isIcon(image) ||
    isDivider(image) ||
    (image.box.width >= MIN_WIDE * SCREEN.width && texts.some(({ box }) => contains(image.seen, box)))
}

/** CSS px between a picture and what stands beside it. */
const BESIDE_PX = 64

/** The headings and links that stand beside a picture, above or below it. */
function besideReader({ layouts }: Side<'layouts'>): (image: ImageArtifact) => string {
  const texts = shownIn(layouts).filter(({ kind }) => /^(heading|link)$/.test(kind))
  return ({ box }) =>
    texts.flatMap(({ text, seen }) => (gapBetween(seen, box) <= BESIDE_PX ? text : [])).join(' ')
}

const shownIn = (layouts: Side<'layouts'>['layouts']) =>
  (atWidth(layouts, SCREEN.width)?.blocks ?? []).filter(({ state }) => state === 'visible')
