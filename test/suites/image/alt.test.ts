import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { box, judge, picture } from './pictures.ts'

const pier = picture('pier')

test.each<[string, Partial<ImageArtifact>, string[]]>([
  ['kept', {}, []],
  ['in other case and signs', { name: 'THE PIER.' }, []],
  ['more words', { name: 'The pier at dusk' }, ['minor image/alt:the pier']],
  ['changed', { name: 'Annual report' }, ['moderate image/alt:the pier']],
  ['emptied, but said beside it', { name: '', alt: '' }, ['minor image/alt:the pier']],
  ['emptied', { name: '', alt: '', near: 'Other words' }, ['moderate image/alt:the pier']],
  ['missing: accessibility says so', { name: '', alt: null }, []],
])('image/alt: %s', (_, changes, issues) => {
  const before = { ...pier, near: changes.near ?? pier.near }
  expect(judge('image/alt', { images: [before] }, { images: [{ ...pier, ...changes }] }).issues).toEqual(
    issues,
  )
})

test('image/alt: texts that were emptied together, or all say the same, are one issue', () => {
  const names = ['pier', 'dune', 'quay', 'forest'] as const
  const before = names.map((name, i) => picture(name, { near: '', box: box(i * 320, 1000, 300, 200) }))
  const after = before.map((image, i) => ({
    ...image,
    ...(i < 2 ? { name: '', alt: '' } : { name: 'Slide', alt: 'Slide' }),
  }))
  expect(judge('image/alt', { images: before }, { images: after }).issues).toEqual([
    'moderate image/alt:the pier',
    'moderate image/alt:the quay',
  ])
})

test.each(['IMG_2004.jpg', 'DSC00123', 'Image 4', 'hero-image', 'Maria+Lopez.PNG'])(
  'image/alt: “%s” says nothing that could be lost',
  name => {
    const before = { ...pier, name, alt: name, near: '' }
    const judged = (now: string) =>
      judge('image/alt', { images: [before] }, { images: [{ ...before, name: now, alt: now }] }).issues
    expect(judged('The pier at dusk')).toEqual([])
    expect(judged('')).toEqual([])
  },
)

test('image/alt: a description in the place of one word', () => {
  const before = { ...pier, name: 'pierwb', alt: 'pierwb', near: '' }
  const judged = (now: string) =>
    judge('image/alt', { images: [before] }, { images: [{ ...before, name: now, alt: now }] }).issues
  expect(judged('The long jetty at dusk')).toEqual(['minor image/alt:pierwb'])
  expect(judged('Slide')).toEqual(['moderate image/alt:pierwb'])
})

test('image/alt: pictures that are counted now are one issue', () => {
  const names = ['pier', 'dune', 'quay'] as const
  const before = names.map((name, i) => picture(name, { near: '', box: box(i * 320, 1000, 300, 200) }))
  const after = before.map((image, i) => ({ ...image, name: `Image ${i}`, alt: `Image ${i}` }))
  expect(judge('image/alt', { images: before }, { images: after }).issues).toEqual([
    'moderate image/alt:the pier',
  ])
})

test('image/alt: what lost only that it is a picture is edited, and all such are one issue', () => {
  const named = (names: string[]) =>
    names.map((name, i) =>
      picture('pier', { name, alt: name, near: '', box: box(i * 320, 1000, 300, 200), url: `/${i}.jpg` }),
    )
  const judged = (before: string[], after: string[]) =>
    judge('image/alt', { images: named(before) }, { images: named(after) }).issues
  const before = ["Photo d'une chambre de l'hôtel Amélie", 'Photo du Vieux Port de Nice']
  expect(judged(before, ['Hotel Amelie', 'Vieux Port'])).toHaveLength(1)
  expect(judged(before, ['Hotel Amelie', 'Vieux Port'])[0]).toMatch(/^minor/)
  expect(judged(before, ['Photo de la salle', 'Photo du bar'])).toEqual([
    expect.stringMatching(/^moderate/),
    expect.stringMatching(/^moderate/),
  ])
})

const judgedOn = (
  before: ImageArtifact,
  now: Partial<ImageArtifact>,
  blocks: [text: string, kind: string, box: ReturnType<typeof box>][] = [],
) => {
  const layouts = [
    {
      width: 1440,
      blocks: blocks.map(([text, kind, place]) => ({
        text,
        kind,
        landmark: 'main',
        state: 'visible',
        box: place,
        seen: place,
        style: {},
      })),
      controls: [],
      pictures: [],
    },
  ] as never
  return judge('image/alt', { images: [before], layouts }, { images: [{ ...before, ...now }], layouts })
    .issues
}

test('image/alt: what a heading or link beside the picture says is lost to nobody', () => {
  const baker = picture('quay', { name: 'Photo of Anna Smith', alt: 'Photo of Anna Smith', near: '' })
  const heading = (text: string, y = 1210) =>
    [[text, 'heading', box(0, y, 300, 24)]] as [string, string, typeof baker.box][]
  const emptied = { name: '', alt: '' }
  expect(judgedOn(baker, emptied)).toEqual([expect.stringMatching(/^moderate/)])
  expect(judgedOn(baker, emptied, heading('Anna Smith'))).toEqual([expect.stringMatching(/^minor/)])
  expect(judgedOn(baker, emptied, heading('Anna Smith', 1500))).toEqual([expect.stringMatching(/^moderate/)])
  expect(judgedOn(baker, emptied, heading('Otto Brown'))).toEqual([expect.stringMatching(/^moderate/)])
  const named = (name: string) => judgedOn(baker, { name, alt: name }, heading('Anna Smith, head of bread'))
  expect(named('Image 3')).toEqual([expect.stringMatching(/^minor/)])
  expect(named('Head of bread')).toEqual([expect.stringMatching(/^minor/)])
  // What says something else may be wrong.
  expect(named('Otto Brown')).toEqual([expect.stringMatching(/^moderate/)])
})

test('image/alt: of backgrounds, ornaments, and what screen readers skip no text is missed', () => {
  const wide = (height: number, change = {}) =>
    picture('dune', { near: '', box: box(0, 0, 1440, height), ...change })
  const emptied = { name: '', alt: '' }
  const title: [string, string, ReturnType<typeof box>][] = [
    ['Bread by the sea', 'heading', box(200, 300, 600, 80)],
  ]
  expect(judgedOn(wide(700), emptied)).toEqual([expect.stringMatching(/^moderate/)])
  expect(judgedOn(wide(700), emptied, title)).toEqual([expect.stringMatching(/^minor/)])
  expect(judgedOn(wide(700), { name: 'Stairs', alt: 'Stairs' }, title)).toEqual([
    expect.stringMatching(/^minor/),
  ])
  expect(judgedOn(wide(90), emptied)).toEqual([expect.stringMatching(/^minor/)])
  expect(judgedOn(wide(700, { decorative: true }), emptied)).toEqual([])
})
