import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../../server/capture/collectors/images/index.ts'
import type { Layout } from '../../../../server/capture/collectors/layouts.ts'
import { picture } from '../../image/pictures.ts'
import { block, box, HIDDEN, judge, type Page, screens, TEXT } from '../pages.ts'

/** A picture by its photograph, and whether phones and wide screens show it. */
type Shown = [photo: string, phone: boolean, wide: boolean, changes?: Partial<ImageArtifact>]

const AT = { phone: box(0, 300, 335, 260), wide: box(0, 300, 600, 400) }

/** A page that shows these pictures, each below its text. */
function page(pictures: Shown[], { hasTexts = true, phone = AT.phone } = {}): Page {
  const selectorOf = (at: number) => `main > img:nth-of-type(${at + 1})`
  return {
    images: pictures.map(([photo, , wide, changes], at) =>
      picture(photo, { box: AT.wide, selector: selectorOf(at), ...(!wide && HIDDEN), ...changes }),
    ),
    layouts: screens(width => ({
      blocks: [
        block(TEXT, { box: box(20, 100, 280, 40) }),
        ...(width > 375 || hasTexts
          ? pictures.map(([photo]) => block(`About the ${photo}`, { box: box(20, 900, 280, 40) }))
          : []),
      ],
      pictures: pictures.map(([, isOnPhone, isWide], at) => {
        const place = width <= 375 ? phone : AT.wide
        const isShown = width <= 375 ? isOnPhone : isWide
        return {
          kind: 'img',
          alt: '',
          selector: selectorOf(at),
          box: isShown ? place : box(0, 0, 0, 0),
          seen: place,
          state: 'visible',
          scroller: false,
          ...(!isShown && HIDDEN),
        } as Layout['pictures'][number]
      }),
    })),
  }
}

const found = (before: Page, after: Page) =>
  judge('responsive/layout', before, after).keys.filter(key => key.includes('picture-hidden'))

const both = page([['pier', true, true]])

test('a picture that phones no longer get is told, once', () => {
  expect(found(both, page([['pier', false, true]]))).toEqual([
    'moderate responsive/layout:picture-hidden:the pier',
  ])
  const all = (phone: boolean) => page(['pier', 'dune', 'quay'].map(name => [name, phone, true] as Shown))
  expect(found(all(true), all(false))).toEqual(['moderate responsive/layout:picture-hidden:the pier'])
})

test('one that the original made for phones alone', () => {
  const made = (kind: 'img' | 'background') =>
    page([
      ['pier', false, true],
      ['dune', true, false, { near: '', kind }],
    ])
  const before = made('img')
  for (const one of [before, made('background')])
    expect(found(one, page([['pier', false, true]]))).toEqual([
      'moderate responsive/layout:picture-hidden:the dune',
    ])
  // The picture of wide screens is shown on phones instead.
  expect(found(before, both)).toEqual([])
})

test('what is hidden on both, shown, or stood for is no news', () => {
  const onlyWide = page([['pier', false, true]])
  expect(found(onlyWide, onlyWide)).toEqual([])
  expect(found(both, page([['pier', true, true]]))).toEqual([])
  expect(found(onlyWide, both)).toEqual([])
  const cut = page([
    ['pier', false, true],
    ['harbour', true, false, { near: '', url: 'https://preview.example.app/cut.jpg' }],
  ])
  expect(found(both, cut)).toEqual([])
})

test('one that is lost at 1440 px is told by the image suite, and one that went with its text of the text', () => {
  expect(found(both, page([]))).toEqual([])
  expect(found(both, page([['pier', false, false]]))).toEqual([])
  expect(found(both, page([['pier', false, true]], { hasTexts: false }))).toEqual([])
})

test('ornaments, files that fail and files that change by themselves are not missed', () => {
  const hidden = (changes: Partial<ImageArtifact>) =>
    found(page([['pier', true, true, changes]]), page([['pier', false, true, changes]]))
  expect(hidden({ kind: 'background' })).toEqual([])
  expect(hidden({ kind: 'svg', decorative: true })).toEqual([])
  expect(hidden({ status: 404 })).toEqual([])
})

/** A page with a photograph from side to side, in all windows but those of `hidden`. */
function banded(hidden: readonly number[], { kind = 'background', others = [] as number[] } = {}): Page {
  const band = picture('pier', { box: box(0, 900, 1440, 400), selector: '#band', kind: kind as 'background' })
  return {
    images: [band],
    layouts: screens(width => {
      const place = box(0, 900, width, 400)
      const drawn = (selector: string, isHidden: boolean) =>
        ({
          kind,
          alt: '',
          selector,
          box: isHidden ? box(0, 0, 0, 0) : place,
          seen: place,
          state: 'visible',
          scroller: false,
          ...(isHidden && HIDDEN),
        }) as Layout['pictures'][number]
      const instead = others.includes(width) ? [drawn('#other', false)] : []
      return {
        blocks: [block(TEXT, { box: box(20, 100, 280, 40) })],
        pictures: [drawn('#band', hidden.includes(width)), ...instead],
      }
    }),
  }
}

test('a photograph from side to side is told at each width, as grave where phones and laptops lose it', () => {
  const most = [320, 375, 768, 1024]
  const told = (hidden: readonly number[], more = {}) => found(banded([]), banded(hidden, more))
  expect(told(most)).toEqual(['serious responsive/layout:picture-hidden:the pier'])
  expect(told([768])).toEqual(['moderate responsive/layout:picture-hidden:the pier'])
  expect(found(banded([], { kind: 'img' }), banded(most, { kind: 'img' }))).toEqual([
    'serious responsive/layout:picture-hidden:the pier',
  ])
  expect(told([])).toEqual([])
  expect(found(banded(most), banded(most))).toEqual([])
  // Another file stands for it there; one that all widths show does not.
  expect(told(most, { others: most })).toEqual([])
  expect(told(most, { others: [...most, 1440] })).toHaveLength(1)
})
