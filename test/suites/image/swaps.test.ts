import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { box, judge, picture } from './pictures.ts'

const [pier, dune, quay] = [picture('pier'), picture('dune'), picture('quay')]
const at = (picture: ImageArtifact, like: ImageArtifact, changes: Partial<ImageArtifact> = {}) => ({
  ...picture,
  box: like.box,
  seen: like.seen,
  near: like.near,
  ...changes,
})
const second = { ...dune, box: box(400, 1000, 300, 200), seen: box(400, 1000, 300, 200) }
const third = { ...quay, box: box(800, 1000, 300, 200), seen: box(800, 1000, 300, 200) }
const under = {
  ...quay,
  box: box(0, 800, 1440, 600),
  seen: box(0, 800, 1440, 600),
  near: `Our coast ${pier.near} ${dune.near}`,
}
const ABOUT = [
  'Two floors on oak piles, finished last spring.',
  'A low roof that nobody sees from the beach.',
] as const
const headed = (picture: ImageArtifact, heading: string, about: string) => ({
  ...picture,
  near: `${heading} ${about}`,
})
const nameless = (picture: ImageArtifact) => ({ ...picture, name: '', alt: '...' })
const gallery = [pier, second, third].map(picture => ({ ...picture, near: 'Our pictures' }))

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['all in place', [pier, second], [pier, second], []],
  [
    'exchanged',
    [pier, second],
    [at(second, pier), at(pier, second)],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'exchanged under their names',
    [pier, second],
    [
      at(second, pier, { name: pier.name, alt: pier.alt }),
      at(pier, second, { name: second.name, alt: second.alt }),
    ],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'three in a circle are one cause',
    [pier, second, third],
    [at(second, pier), at(third, second), at(pier, third)],
    ['serious image/swapped:the pier / the dune'],
  ],
  [
    'one that was put into the file of another one',
    [pier, second, third],
    [at(second, pier, { url: pier.url }), at(pier, third, { near: 'Somewhere else on the coast' }), third],
    ['minor image/swapped:the pier / the dune'],
  ],
  [
    'one that is moved, and no other',
    [pier, second, third],
    [at(second, pier), at(pier, third, { near: 'Somewhere else on the coast' }), third],
    ['moderate image/swapped:the pier / the dune'],
  ],
  [
    'exchanged on a picture that lies under all of their section',
    [pier, second, under],
    [at(second, pier), at(pier, second), under],
    ['serious image/swapped:the dune / the pier'],
  ],
  ['cards in another order', [pier, second], [second, pier], []],
  [
    'texts exchanged below their headings',
    [headed(pier, 'Pier', ABOUT[0]), headed(second, 'Dune', ABOUT[1])],
    [headed(pier, 'Pier', ABOUT[1]), headed(second, 'Dune', ABOUT[0])],
    [],
  ],
  [
    'exchanged, below headings and texts that stayed',
    [headed(pier, 'Pier', ABOUT[0]), headed(second, 'Dune', ABOUT[1])],
    [at(second, headed(pier, 'Pier', ABOUT[0])), at(pier, headed(second, 'Dune', ABOUT[1]))],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'headings and texts exchanged, beside pictures that stayed',
    [headed(pier, 'Pier', ABOUT[0]), headed(second, 'Dune', ABOUT[1])],
    [headed(pier, 'Dune', ABOUT[1]), headed(second, 'Pier', ABOUT[0])],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'a gallery without captions in another order',
    gallery,
    [at(gallery[1]!, gallery[0]!), at(gallery[0]!, gallery[1]!), gallery[2]!],
    [],
  ],
  [
    'two of a gallery without names exchanged',
    gallery.map(nameless),
    [at(gallery[1]!, gallery[0]!), at(gallery[0]!, gallery[1]!), gallery[2]!].map(nameless),
    ['serious image/swapped:dune.jpg / pier.jpg'],
  ],
  [
    'a gallery without names arranged anew',
    gallery.map(nameless),
    [at(gallery[1]!, gallery[0]!), at(gallery[2]!, gallery[1]!), at(gallery[0]!, gallery[2]!)].map(nameless),
    [],
  ],
  [
    'a gallery without captions, exchanged under the names',
    gallery,
    [
      at(gallery[1]!, gallery[0]!, { name: pier.name, alt: pier.alt }),
      at(gallery[0]!, gallery[1]!, { name: second.name, alt: second.alt }),
      gallery[2]!,
    ],
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'pictures beside no text, exchanged under the names',
    gallery.map(picture => ({ ...picture, near: '' })),
    [
      at(gallery[1]!, gallery[0]!, { name: pier.name, alt: pier.alt }),
      at(gallery[0]!, gallery[1]!, { name: second.name, alt: second.alt }),
      gallery[2]!,
    ].map(picture => ({ ...picture, near: '' })),
    ['serious image/swapped:the dune / the pier'],
  ],
  [
    'pictures beside no text in another order, under names that count them',
    gallery.map((picture, at) => ({ ...picture, near: '', name: `Photo ${at}`, alt: `Photo ${at}` })),
    [at(gallery[1]!, gallery[0]!), at(gallery[0]!, gallery[1]!), gallery[2]!].map((picture, at) => ({
      ...picture,
      ...{ near: '', name: `Photo ${at}`, alt: `Photo ${at}` },
    })),
    [],
  ],
  [
    'texts in other words, all pictures in one row',
    [pier, second],
    [pier, second].map(picture => ({ ...picture, near: 'The pier and the dune, a row of pictures' })),
    [],
  ],
  [
    'a carousel on another slide',
    [pier, { ...second, state: 'hidden', seen: box(0, 0, 0, 0) }],
    [{ ...pier, state: 'hidden', seen: box(0, 0, 0, 0) }, at(second, pier)],
    [],
  ],
  [
    'icons',
    [pier, second].map(one => ({ ...one, box: box(one.box.x, 0, 30, 30), seen: box(one.box.x, 0, 30, 30) })),
    [at(second, pier), at(pier, second)].map(one => ({
      ...one,
      box: box(one.box.x, 0, 30, 30),
      seen: box(one.box.x, 0, 30, 30),
    })),
    ['minor image/swapped:the dune / the pier'],
  ],
])('image/swaps: %s', (_, before, after, issues) => {
  expect(judge('image/swaps', { images: before }, { images: after }).issues.sort()).toEqual(issues)
})

test('what is exchanged is charged for that alone, whatever its size there', () => {
  const hero = {
    ...second,
    box: box(0, 60, 1440, 600),
    seen: box(0, 60, 1440, 600),
    drawn: { width: 1440, height: 600 },
  }
  const { all } = judge(
    'image/swaps',
    { images: [pier, hero] },
    { images: [at(hero, pier), at(pier, hero, { drawn: hero.drawn })] },
  )
  expect(all).toEqual(['serious image/swapped:the dune / the pier'])
})

test('a picture out of sight that is another one of the page under its name', () => {
  const folded = (photo: ImageArtifact, changes: Partial<ImageArtifact> = {}) => ({
    ...photo,
    ...{ name: 'When we are open', alt: 'When we are open', state: 'hidden' as const },
    ...{ box: box(0, 0, 0, 0), seen: box(0, 0, 0, 0) },
    ...changes,
  })
  const told = (before: ImageArtifact[], after: ImageArtifact[]) =>
    judge('image/swaps', { images: before }, { images: after }).all
  const was = [pier, second, folded(quay)]
  expect(told(was, [pier, second, folded(pier)])).toEqual([
    'serious image/swaps:hidden-other:when we are open',
  ])
  expect(told(was, was)).toEqual([])
  // It was made anew; a phone is shown another one; it has a twin of its name.
  expect(told(was, [pier, second, folded(third, { file: null, rendered: null })])).toEqual([])
  expect(told(was, [pier, second, folded(pier, { state: 'visible', seen: pier.box })])).toEqual([])
  expect(told([...was, folded(dune)], [pier, second, folded(pier)])).toEqual([])
  // It is another one each day.
  const daily = { images: was, volatile: { images: [quay.url], texts: [] } as never }
  expect(judge('image/swaps', daily, { images: [pier, second, folded(pier)] }).all).toEqual([])
})
