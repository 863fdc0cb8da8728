import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { Layout } from '../../../server/capture/collectors/layouts.ts'
import { picture } from '../image/pictures.ts'
import { block, box, judge, type Page, screens, TEXT } from './pages.ts'

type Box = ReturnType<typeof box>

interface Drawn {
  box: Box
  seen?: Box
  scroller?: boolean
}

const WIDE = box(100, 300, 600, 400)
const SELECTOR = 'main > img'

/** A page with one picture, drawn on phones as `phone` and on wider screens as `wide`. */
const page = (phone: Drawn, wide: Drawn = { box: WIDE }, changes: Partial<ImageArtifact> = {}): Page => ({
  images: [picture('pier', { box: WIDE, selector: SELECTOR, ...changes })],
  layouts: screens(width => {
    const { box: place, seen = place, scroller = false } = width <= 375 ? phone : wide
    const drawn = { kind: 'img', alt: '', selector: SELECTOR, box: place, seen, scroller, state: 'visible' }
    return {
      blocks: [block(TEXT, { box: box(20, 100, 280, 40) })],
      pictures: [drawn as Layout['pictures'][number]],
    }
  }),
})

const whole = page({ box: box(20, 300, 280, 187) })
const found = (after: Page, before = whole) => judge('responsive/clipping', before, after).keys

test.each<[string, Page, Page?]>([
  ['whole', whole],
  ['zoomed in within its frame', page({ box: box(0, 287, 320, 213), seen: box(20, 300, 280, 187) })],
  ['a tenth', page({ box: box(20, 300, 280, 207), seen: box(20, 300, 280, 187) })],
  ['in a scroller', page({ box: box(-100, 300, 560, 374), seen: box(0, 300, 280, 374), scroller: true })],
  [
    'cut off by the right edge of the screen alone, which is overflow',
    page({ box: box(20, 300, 600, 374), seen: box(20, 300, 355, 374) }),
  ],
  [
    'cut off as before',
    page({ box: box(-100, 300, 500, 374), seen: box(0, 300, 300, 374) }),
    page({ box: box(-100, 300, 500, 374), seen: box(0, 300, 300, 374) }),
  ],
  [
    'by a frame around it, what object-fit cut off before',
    page({ box: box(20, 300, 280, 187), seen: box(20, 320, 280, 147) }),
    page({ box: box(20, 300, 280, 147) }, undefined, { objectFit: 'cover' }),
  ],
  [
    'as before in a scroller',
    page({ box: box(200, 300, 280, 187), seen: box(200, 300, 100, 187) }),
    page({ box: box(200, 300, 280, 187), seen: box(200, 300, 120, 187), scroller: true }),
  ],
  [
    'a background, which may be larger than what stands on it',
    page({ box: box(-100, 300, 500, 374), seen: box(0, 300, 300, 374) }, undefined, { kind: 'background' }),
  ],
])('no picture is cut off: %s', (_, after, before) => {
  expect(found(after, before)).toEqual([])
})

test.each<[string, string, Page]>([
  [
    'moderate',
    'by its frame, on both sides',
    page({ box: box(-140, 300, 600, 400), seen: box(0, 300, 320, 400) }),
  ],
  ['moderate', 'at its end', page({ box: box(20, 300, 280, 300), seen: box(20, 300, 280, 240) })],
  [
    'serious',
    'beyond the left edge of a phone',
    page({ box: box(-120, 300, 280, 187), seen: box(0, 300, 160, 187) }),
  ],
  [
    'serious',
    'above the top of a desktop',
    page({ box: box(20, 300, 280, 187) }, { box: box(100, -120, 600, 400), seen: box(100, 0, 600, 280) }),
  ],
  [
    'moderate',
    'a little of it beyond the edge',
    page({ box: box(-50, 300, 280, 187), seen: box(0, 300, 230, 187) }),
  ],
])('a %s part of a picture is cut off: %s', (severity, _, after) => {
  expect(found(after)).toEqual([`${severity} responsive/clipping:picture:the pier`])
})
