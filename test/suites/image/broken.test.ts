import { expect, test } from 'vitest'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import { photograph } from '../studio-pictures.ts'
import { box, failed, judge, picture, seen } from './pictures.ts'

const hero = box(0, 60, 1440, 600)
const grey = await seen(
  await photograph('grey', 300, 200).modulate({ saturation: 0 }).linear(0, 200).png().toBuffer(),
)

const silent = (name: string): Partial<ImageArtifact> => ({
  ...failed,
  url: `https://pictures.example/${name}.jpg`,
  status: 0,
  failure: 'net::ERR_TUNNEL_CONNECTION_FAILED',
})

const judged = (before: ImageArtifact[], after: ImageArtifact[]) =>
  judge('image/broken', { images: before }, { images: after })

test.each<[string, ImageArtifact[], ImageArtifact[], string[]]>([
  ['all files load', [picture('pier')], [picture('pier')], []],
  ['a file is gone', [picture('pier')], [picture('pier', failed)], ['serious image/broken:the pier']],
  [
    'a file is gone and its box with it',
    [picture('pier')],
    [picture('pier', { ...failed, box: box(0, 0, 0, 0), seen: box(0, 0, 0, 0), state: 'hidden' })],
    ['serious image/broken:the pier'],
  ],
  [
    'a large one',
    [picture('hero', { box: hero })],
    [picture('hero', { ...failed, box: hero })],
    ['critical image/broken:the hero'],
  ],
  [
    'what shows until a film begins',
    [picture('hero', { box: hero, kind: 'poster', plays: true })],
    [picture('hero', { ...failed, box: hero, kind: 'poster', plays: true })],
    ['moderate image/broken:the hero'],
  ],
  [
    'the host cannot be reached',
    [picture('pier')],
    [picture('pier', { ...failed, status: 0, failure: 'net::ERR_CONNECTION_REFUSED' })],
    ['serious image/broken:the pier'],
  ],
  [
    'the host of another site cannot be reached',
    [picture('pier')],
    [
      picture('pier', {
        ...failed,
        url: 'https://pictures.example/pier.jpg',
        status: 0,
        failure: 'net::ERR_NAME_NOT_RESOLVED',
      }),
    ],
    ['moderate image/broken:the pier'],
  ],
  [
    'the host of another site gives neither page anything',
    [picture('hero', { box: hero }), picture('quay', silent('quay'))],
    [picture('hero', { ...silent('hero'), box: hero }), picture('quay', silent('quay'))],
    ['moderate image/broken:the hero'],
  ],
  [
    'a file that neither page could get',
    [picture('pier'), picture('quay', silent('quay'))],
    [picture('pier'), picture('quay', silent('quay'))],
    [],
  ],
  [
    'more files of a host that gave the original none',
    [picture('pier'), picture('quay', silent('quay'))],
    [picture('pier'), picture('quay', silent('quay')), picture('hero', { ...silent('hero'), box: hero })],
    ['minor image/broken:the hero'],
  ],
  [
    'another host of a service that gave the original none',
    [picture('pier'), picture('quay', { ...silent('quay'), url: 'https://a.pictures.example/quay.jpg' })],
    [picture('pier'), picture('quay', silent('quay')), picture('hero', { ...silent('hero'), box: hero })],
    ['minor image/broken:the hero'],
  ],
  [
    'a tile of a map, whose service gives nothing, where the original shows a picture',
    [picture('hero', { box: hero })],
    [
      picture('hero', {
        ...silent('hero'),
        url: 'https://tile.pictures.example/18/153148/76172.png',
        box: { ...hero, width: 256, height: 256 },
      }),
    ],
    ['minor image/broken:the hero'],
  ],
  [
    'a product whose number is written in steps, from where nothing comes',
    [picture('hero', { box: hero })],
    [picture('hero', { ...silent('hero'), url: 'https://pictures.example/img/p/1/2/120.jpg', box: hero })],
    ['critical image/broken:the hero'],
  ],
  [
    'a tile of a map that its service does not have',
    [picture('hero', { box: hero })],
    [picture('hero', { ...failed, url: 'https://tile.pictures.example/18/153148/76172.png', box: hero })],
    ['critical image/broken:the hero'],
  ],
  [
    'a host that fails in another way than it did',
    [picture('pier'), picture('quay', silent('quay'))],
    [
      picture('pier'),
      picture('quay', silent('quay')),
      picture('hero', { ...silent('hero'), failure: 'net::ERR_NAME_NOT_RESOLVED', box: hero }),
    ],
    ['moderate image/broken:the hero'],
  ],
  [
    'a large one of the host of another site that answers for the original',
    [picture('hero', { box: hero }), picture('quay')],
    [picture('hero', { ...silent('hero'), box: hero }), picture('quay')],
    ['critical image/broken:the hero'],
  ],
  [
    'a large one of a site out of reach, as was that of the original',
    [picture('hero', { ...silent('hero'), url: 'https://photos.example.net/hero.jpg', box: hero })],
    [picture('hero', { ...silent('hero'), box: hero })],
    [],
  ],
  [
    'a background of another file stands where the picture stood',
    [picture('pier')],
    [
      picture('pier', {
        ...failed,
        kind: 'background',
        name: '',
        alt: null,
        url: 'https://other.example/dots.png',
      }),
    ],
    ['moderate image/broken:dots.png'],
  ],
  [
    'a page is served instead of a picture',
    [picture('pier')],
    [picture('pier', { ...failed, status: 200 })],
    ['serious image/broken:the pier'],
  ],
  [
    'never loaded',
    [picture('pier')],
    [picture('pier', { ...failed, status: 0, complete: false })],
    ['serious image/broken:the pier'],
  ],
  [
    'an inlined drawing of nothing in a round frame',
    [picture('pier')],
    [
      picture('pier', {
        url: 'data:image/svg+xml,%3Csvg/%3E',
        format: 'svg',
        file: { ...grey, contrast: 0 },
        rendered: { ...grey, contrast: 60 },
      }),
    ],
    ['serious image/broken:the pier'],
  ],
  [
    'a stretched pixel',
    [picture('pier')],
    [
      picture('pier', {
        url: 'data:image/gif;base64,R0',
        naturalWidth: 1,
        naturalHeight: 1,
        file: { ...grey, width: 1, height: 1 },
        rendered: grey,
      }),
    ],
    ['serious image/broken:the pier'],
  ],
  [
    'a grey box',
    [picture('pier')],
    [picture('pier', { file: grey, rendered: grey })],
    ['serious image/broken:the pier'],
  ],
  ['throttled by its host', [picture('pier')], [picture('pier', { ...failed, status: 429 })], []],
  ['broken on both', [picture('pier', failed)], [picture('pier', failed)], []],
  [
    'broken on both, under another address',
    [picture('pier', failed)],
    [picture('pier', { ...failed, url: 'https://preview.example.app/a.jpg' })],
    [],
  ],
  [
    'a new picture is broken',
    [picture('dune')],
    [picture('dune'), picture('pier', failed)],
    ['moderate image/broken:the pier'],
  ],
  [
    'a tracking pixel fails',
    [picture('pier')],
    [picture('pier'), picture('x', { ...failed, name: '', alt: '', box: box(0, 0, 1, 1) })],
    ['minor image/broken:x.jpg'],
  ],
  [
    'the file of a film, in the place of its poster',
    [picture('hero', { kind: 'poster', box: hero })],
    [picture('hero', { ...failed, kind: 'video', url: 'https://preview.example.app/hero.webm', box: hero })],
    ['critical image/broken:the hero'],
  ],
  [
    'a film of which nothing can be decoded, or that was not fetched to its end',
    [picture('hero', { kind: 'poster', plays: true, box: hero }), picture('pier', { kind: 'video' })],
    [
      picture('hero', {
        ...failed,
        status: 206,
        contentType: 'video/mp4',
        kind: 'video',
        plays: true,
        box: hero,
      }),
      picture('pier', { ...failed, status: 0, failure: 'net::ERR_FAILED', kind: 'video' }),
    ],
    [],
  ],
  [
    'a background that fails',
    [picture('hero', { kind: 'background', name: '', alt: null, box: hero })],
    [picture('hero', { ...failed, kind: 'background', name: '', alt: null, box: hero })],
    ['critical image/broken:hero.jpg'],
  ],
])('image/broken: %s', (_, before, after, issues) => {
  expect(judged(before, after).issues).toEqual(issues)
})

test('one cause is charged once: what is broken is not lost as well', () => {
  const { all } = judged([picture('pier'), picture('dune')], [picture('dune'), picture('pier', failed)])
  expect(all).toEqual(['serious image/broken:the pier'])
})

test('image/broken: a photograph that waits in a slide, and an icon that waits in a menu', () => {
  const hidden = { box: box(0, 0, 0, 0), seen: box(0, 0, 0, 0), state: 'hidden' } as const
  const judged = (side: number) => {
    const before = picture('pier', { ...hidden, naturalWidth: side, naturalHeight: side })
    return judge('image/broken', { images: [before] }, { images: [{ ...before, ...failed }] }).issues
  }
  expect(judged(800)).toEqual(['moderate image/broken:the pier'])
  expect(judged(48)).toEqual(['minor image/broken:the pier'])
})

test('image/broken: a picture that fails and has no box, where none ever showed, is seen broken by nobody', () => {
  const absent = { ...failed, box: box(0, 0, 0, 0), seen: box(0, 0, 0, 0), state: 'hidden' } as const
  const now = picture('pier', { ...absent, url: 'https://www.example.com/pier-2.jpg' })
  expect(judged([picture('pier', failed)], [now]).all).toEqual([])
  expect(judged([picture('dune')], [picture('dune'), now]).all).toEqual([])
  expect(judged([picture('dune')], [picture('dune'), picture('pier', failed)]).all).toHaveLength(1)
})

test.each<[string, Partial<ImageArtifact>, string[]]>([
  ['what the page opens with', { box: hero }, ['serious image/broken:hero.jpg']],
  ['one further down', { box: { ...hero, y: 1200 } }, ['moderate image/broken:hero.jpg']],
  ['one of another site', { ...silent('hero'), box: hero }, ['moderate image/broken:hero.jpg']],
  ['one behind all of the page', { box: box(0, 0, 1440, 4000) }, ['moderate image/broken:hero.jpg']],
])('image/broken: a background that the original does not have and that fails: %s', (_, changes, issues) => {
  const now = { ...failed, kind: 'background', name: '', alt: null, near: 'Welcome to the pier', ...changes }
  const added = picture('hero', { ...(now as Partial<ImageArtifact>), seen: now.box! })
  expect(judged([picture('dune')], [picture('dune'), added]).issues).toEqual(issues)
})

test('image/broken: of a drawing in the markup that shows nothing nobody knows why', () => {
  const mark = { kind: 'svg', url: '', alt: null, box: box(40, 200, 90, 80), link: '/basket' } as const
  const told = (now: Partial<ImageArtifact>) =>
    judged([picture('pier', mark)], [picture('pier', { ...mark, file: null, rendered: grey, ...now })])
      .messages
  expect(told({})).toContainEqual(expect.stringMatching(/is empty, covered, or in the colour/))
  expect(told({ kind: 'img', url: 'https://www.example.com/basket.gif' })).toContainEqual(
    expect.stringMatching(/an empty placeholder/),
  )
})

test('image/broken: a badge of another site that the original does not have, and that does not answer', () => {
  const place = { box: box(40, 2000, 200, 80), near: 'About this program' }
  const told = (changes: Partial<ImageArtifact>) =>
    judged([picture('dune')], [picture('dune'), picture('pier', { ...silent('pier'), ...place, ...changes })])
      .issues
  expect(told({})).toEqual(['minor image/broken:the pier'])
  expect(told({ failure: 'net::ERR_NAME_NOT_RESOLVED' })).toEqual(['moderate image/broken:the pier'])
  expect(told({ ...failed, url: 'https://www.example.com/pier.jpg', failure: null })).toEqual([
    'moderate image/broken:the pier',
  ])
})

test.each<[string, Partial<ImageArtifact>, number]>([
  ['a drawing of that name', { url: 'https://www.example.com/placeholder.svg?w=400', format: 'svg' }, 1],
  ['a grey picture of that name', { url: 'https://www.example.com/img/dummy-1.png', file: grey }, 1],
  ['of a site that makes them', { url: 'https://placehold.co/600x400' }, 1],
  ['a photograph that kept the name', { url: 'https://www.example.com/placeholder.jpg' }, 0],
  ['a picture of another name', { url: 'https://www.example.com/undraw_placeholders.svg', format: 'svg' }, 0],
  ['a small one', { url: 'https://placehold.co/60x60', box: box(40, 900, 80, 80) }, 0],
])('image/broken: pictures that hold a place: %s', (_, changes, told) => {
  const [name, own] = ['the square', { near: 'Our next event', ...changes }]
  const now = picture('square', { name, alt: name, ...own, ...(changes.box && { seen: changes.box }) })
  const dummies = (before: ImageArtifact[]) =>
    judged(before, [picture('pier'), now]).issues.filter(issue => /dummy/.test(issue))
  expect(dummies([picture('pier')])).toEqual(Array(told).fill('serious image/dummy'))
  expect(dummies([picture('pier'), now])).toEqual([])
})

test('a picture that was broken before is inherited', () => {
  const { all, inherited, score } = judged([picture('pier', failed)], [picture('pier', failed)])
  expect(all).toEqual([])
  expect(inherited).toEqual(['serious image/broken:the pier'])
  expect(score).toBe(100)
})

test('image/broken is not applicable without pictures', () => {
  expect(judged([], []).outcome).toBe('not-applicable')
})

const withheld: Partial<ImageArtifact> = {
  ...failed,
  status: 0,
  failure: 'net::ERR_BLOCKED_BY_CLIENT',
  contentType: '',
  withheld: true,
}

test('whether a picture of a host out of reach shows is not known', () => {
  const { all, outcome } = judged([picture('pier')], [picture('pier', withheld)])
  expect(all).toEqual([])
  expect(outcome).toBe('inconclusive')
})

test('what is broken for certain is told all the same', () => {
  const after = [picture('pier', withheld), picture('dune', failed)]
  expect(judged([picture('pier'), picture('dune')], after).issues).toEqual(['serious image/broken:the dune'])
})

test('a picture that is kept from both sides is none to judge', () => {
  const { all, outcome } = judged([picture('pier', withheld)], [picture('pier', withheld)])
  expect(all).toEqual([])
  expect(outcome).toBe('assessed')
})

test('a file that is missing for narrow screens alone', () => {
  const url = 'https://www.example.com/img/pier-800w.jpg'
  const request = {
    url,
    method: 'GET',
    type: 'image',
    status: 404,
    failure: null,
    firstParty: true,
    contentType: '',
  }
  const page = (
    widths: number[],
    change: Partial<ImageArtifact> = {},
    asked: Partial<typeof request> = {},
  ) => {
    const pier = picture('pier', { selector: '#pier', ...change })
    const layouts = [375, 768, 1440].map(width => ({
      width,
      blocks: [],
      controls: [],
      clickables: [],
      pictures: [{ ...pier, ...(widths.includes(width) && { failed: url }) }],
    }))
    return { images: [pier], layouts, health: { requests: [{ ...request, ...asked }] } } as never
  }
  const told = (before: ReturnType<typeof page>, after: ReturnType<typeof page>) =>
    judge('image/broken', before, after).issues
  expect(told(page([]), page([375, 768]))).toEqual(['moderate image/broken:narrow:the pier'])
  expect(told(page([375]), page([375, 768]))).toEqual(['moderate image/broken:narrow:the pier'])
  const large = { box: box(0, 0, 900, 500), seen: box(0, 0, 900, 500) }
  expect(told(page([], large), page([375, 768], large))).toEqual(['serious image/broken:narrow:the pier'])
  expect(told(page([], large), page([768], large))).toEqual(['moderate image/broken:narrow:the pier'])
  // As it was; not asked for, or of another site; nothing to be seen; and what fails on desktops too is told so.
  expect(told(page([375, 768]), page([375, 768]))).toEqual([])
  for (const asked of [{ status: 200 }, { url: `${url}?` }, { firstParty: false }])
    expect(told(page([]), page([375], {}, asked))).toEqual([])
  expect(told(page([]), page([375], { state: 'clipped' }))).toEqual([])
  expect(told(page([]), page([375], failed))).toEqual(['serious image/broken:the pier'])
})

test('icons of the content that do not load, and few', () => {
  const icon = (changes: Partial<ImageArtifact>, at = 0) =>
    picture('pier', { box: box(120 * at, 1500, 110, 110), ...changes })
  const found = (changes: Partial<ImageArtifact>) =>
    judged([icon(changes)], [icon({ ...changes, ...failed })]).issues
  expect(found({})).toEqual(['moderate image/broken:the pier'])
  const sized = { kind: 'background', backgroundSize: '50px auto', box: box(0, 1500, 350, 75) } as const
  expect(found(sized)).toEqual(['moderate image/broken:the pier'])
  // A link, the head of the page, a logo, a picture of the content.
  for (const changes of [
    { link: '/prices' },
    { box: box(0, 20, 110, 110) },
    { name: 'Anvil logo', box: box(0, 1500, 150, 60) },
    { box: box(0, 1500, 300, 200) },
    { ...sized, backgroundSize: 'cover' },
  ])
    expect(found(changes).map(issue => issue.split(' ')[0])).toEqual(['serious'])
})
