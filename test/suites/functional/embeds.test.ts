import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { EmbedArtifact } from '../../../server/capture/collectors/embeds.ts'
import type { ImageArtifact } from '../../../server/capture/collectors/images/index.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import { type Given, judge as judgeSuite } from './judge.ts'

const judge = (before: Given, now: Given) => ({
  introduced: judgeSuite(before, now).introduced.filter(issue => issue.startsWith('embeds:')),
})

const image = (more: Partial<ImageArtifact>): ImageArtifact => ({
  kind: 'img',
  layer: 0,
  alt: '',
  name: '',
  decorative: false,
  landmark: 'main',
  ...seen(),
  complete: true,
  naturalWidth: 800,
  naturalHeight: 450,
  objectFit: 'fill',
  backgroundSize: '',
  drawn: { width: 0, height: 0 },
  loading: '',
  reserved: true,
  link: '',
  near: '',
  selector: 'img',
  url: 'https://a.example/still.jpg',
  status: 200,
  failure: null,
  contentType: 'image/jpeg',
  bytes: 1,
  format: 'jpeg',
  file: null,
  rendered: null,
  detail: null,
  ...more,
})
const LARGE = { x: 100, y: 900, width: 800, height: 450 }
const seen = (box = LARGE, more: Partial<Pick<EmbedArtifact, 'state' | 'scroller'>> = {}) => ({
  box,
  seen: box,
  state: 'visible' as EmbedArtifact['state'],
  scroller: false,
  ...more,
})
const embed = (address: string, more: Partial<EmbedArtifact> = {}): EmbedArtifact => ({
  kind: 'frame',
  address,
  says: '',
  name: '',
  loops: false,
  shown: true,
  selector: 'iframe',
  ...seen(more.box),
  ...more,
})
const video = (address: string, more: Partial<EmbedArtifact> = {}) =>
  embed(address, { kind: 'video', ...more })
const named = (says: string, more: Partial<EmbedArtifact> = {}) => embed('', { kind: 'named', says, ...more })
const page = (...embeds: EmbedArtifact[]): Given => ({ embeds })
const link = (href: string): Given => ({
  links: [{ href, raw: href, name: 'See it', ...seen(), selector: 'a' } as unknown as LinkArtifact],
})
const button = (
  name: string,
  press?: { effect: string; revealed?: string[]; hidden?: string[]; stirred?: boolean },
): Given => {
  const empty = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const probe = press && { role: 'button', name, landmark: 'main', selector: '#b', way: 'press', width: 1440 }
  return {
    layouts: [
      {
        width: 1440,
        controls: [{ role: 'button', name, landmark: 'main', selector: '#b', ...seen() }],
        blocks: [],
      },
    ] as unknown as Artifacts['layouts'],
    ...(probe && {
      probes: {
        narrow: empty,
        wide: { ...empty, probes: [{ ...probe, revealed: [], hidden: [], stirred: false, ...press }] },
      } as unknown as Artifacts['probes'],
    }),
  }
}

const FILM = 'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0'
const MAP =
  'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2427.9!2d13.3888!3d52.5170!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x47a851c655f20989%3A0x26bbfb4e84674c63!2sBrandenburg+Gate'
const BOOKING = 'https://calendly.com/acme/30min'
const LOST = 'embeds:lost:video|youtube|dqw4w9wgxcq'
const lost = (severity: string) => [
  expect.stringMatching(new RegExp(`^${LOST.replaceAll('|', '\\|')} ${severity}`, 'i')),
]

test.each<[string, Given, Given]>([
  [
    'the same film without cookies',
    page(embed(FILM)),
    page(embed('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')),
  ],
  [
    'a film that moved to another host',
    page(embed(FILM)),
    page(embed('https://player.vimeo.com/video/76979871')),
  ],
  [
    'a film on a host of which nobody knows what it offers',
    page(embed(FILM)),
    page(embed('https://play.acme.example/1')),
  ],
  ['a film in a player of its own', page(embed(FILM)), page(video('https://a.example/film.mp4'))],
  ['lite-youtube', page(embed(FILM)), page(named('dQw4w9WgXcQ'))],
  ['a button with the address in its data', page(embed(FILM)), page(named('https://youtu.be/dQw4w9WgXcQ'))],
  [
    'a thumbnail of it',
    page(embed(FILM)),
    page(named('/_next/image?url=https%3A%2F%2Fi.ytimg.com%2Fvi%2FdQw4w9WgXcQ%2F0.jpg')),
  ],
  ['a button that opens a frame', page(embed(FILM)), button('', { effect: 'dialog', revealed: ['iframe'] })],
  ['a button that does something', page(embed(FILM)), button('Play video', { effect: 'opens' })],
  [
    'a button beside a script with its id',
    page(embed(FILM)),
    { ...button('Watch the film'), document: { html: '<script>{"video":"dQw4w9WgXcQ"}</script>' } },
  ],
  [
    'a picture in a link to it',
    page(embed(FILM)),
    {
      ...link('https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
      images: [image({ link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', ...seen() })],
    },
  ],
  ['a map that a script draws', page(embed(MAP)), page(embed('', { kind: 'map' }))],
  [
    'a map of another host',
    page(embed(MAP)),
    page(embed('https://www.openstreetmap.org/export/embed.html?bbox=13.37,52.51,13.39,52.52')),
  ],
  [
    'the same map, asked for by name',
    page(embed(MAP)),
    page(embed('https://maps.google.com/maps?q=Brandenburg+Gate&output=embed')),
  ],
  [
    'the calendar of one person',
    page(embed(BOOKING)),
    page(embed('https://calendly.com/acme/30min?hide_gdpr_banner=1')),
  ],
  [
    'a calendar that a script brings in',
    page(embed(BOOKING)),
    page(named('https://calendly.com/acme/30min')),
  ],
  ['what was no larger than a sign', page(embed(FILM, seen({ ...LARGE, width: 60, height: 20 }))), {}],
  ['what was hidden', page(embed(FILM, { state: 'hidden' })), {}],
  ['an empty player', page(video('')), {}],
])('%s is kept', (_, before, now) => {
  expect(judge(before, now).introduced).toEqual([])
})

test('what nothing shows or opens is lost', () => {
  expect(judge(page(embed(FILM)), {}).introduced).toEqual(lost('serious'))
  expect(judge(page(embed(MAP)), {}).introduced).toEqual(['embeds:lost:map|www.google.com| serious'])
  expect(judge(page(embed(BOOKING)), {}).introduced).toEqual([
    'embeds:lost:booking|calendly|acme/30min serious',
  ])
  expect(judge(page(video('https://a.example/Tour.mp4')), {}).introduced).toEqual([
    'embeds:lost:video||tour serious',
  ])
  expect(judge(page(embed('https://reviews.example/widget/7')), {}).introduced).toEqual([
    'embeds:lost:frame|reviews.example|widget/7 moderate',
  ])
  expect(judge(page(embed(FILM)), button('Play video', { effect: 'nothing' })).introduced).toEqual(
    lost('serious'),
  )
  // Its id in a script brings nothing in by itself.
  const data: Given = { document: { html: '<script>{"video":"dQw4w9WgXcQ"}</script>' } }
  expect(judge(page(embed(FILM)), data).introduced).toEqual(lost('serious'))
  // A frame that has collapsed.
  const flat = seen({ ...LARGE, height: 0 }, { state: 'hidden' })
  expect(judge(page(embed(FILM)), page(embed(FILM, flat))).introduced).toEqual(lost('serious'))
  const small = embed(FILM, seen({ ...LARGE, width: 200, height: 120 }))
  expect(judge(page(small), {}).introduced).toEqual(lost('moderate'))
})

test('a film that is brought in when a visitor asks for it', () => {
  const facade = page(named(FILM, { selector: '.cover > iframe' }))
  const judged = (now: Given) => judge(facade, now).introduced
  expect(judged(page())).toEqual(lost('serious'))
  expect(judged(page(named('https://youtu.be/cJKKQ9L3zSQ')))).toEqual(lost('serious'))
  for (const now of [facade, page(embed(FILM)), page(named('dQw4w9WgXcQ', { selector: 'lite-youtube' }))])
    expect(judged(now)).toEqual([])
  for (const now of [link(FILM), { document: { html: '<script>{"film":"dQw4w9WgXcQ"}</script>' } }])
    expect(judged(now)).toEqual([])
  // A picture of it opens nothing.
  const still = page(named('https://i.ytimg.com/vi/dQw4w9WgXcQ/0.jpg', { selector: 'a > img' }))
  expect(judge(still, page()).introduced).toEqual([])
  // Its frame is there as well, and is judged by itself.
  expect(judge(page(embed(FILM), named(FILM)), page(embed(FILM))).introduced).toEqual([])
})

test('a frame that waits for consent is there', () => {
  const waiting = named(FILM, { state: 'hidden', shown: false, awaitsConsent: true, selector: 'iframe' })
  expect(judge(page(embed(FILM)), page(waiting)).introduced).toEqual([])
  // It is hidden for another reason, or another film.
  const lazy = named(FILM, { state: 'hidden', shown: false, selector: 'iframe' })
  expect(judge(page(embed(FILM)), page(lazy)).introduced).toEqual(lost('serious'))
  const other = { ...waiting, says: FILM.replace('dQw4w9WgXcQ', 'aaaaaaaaaaa') }
  expect(judge(page(embed(FILM)), page(other)).introduced).toEqual(lost('serious'))
})

const ownForm = (...types: string[]): Given => ({
  forms: [
    {
      loose: false,
      name: '',
      landmark: 'main',
      action: 'https://b.example/send',
      method: 'post',
      novalidate: false,
      scripted: false,
      pressed: [],
      plain: [],
      ...seen(),
      selector: 'form',
      fields: types.map(type => ({
        type,
        name: type,
        label: type,
        visibleLabel: type,
        placeholder: '',
        ...seen(),
      })),
      submits: [],
      dropped: 0,
    },
  ] as unknown as Artifacts['forms'],
})

test.each([
  'https://acme.typeform.com/to/AbC12x',
  'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform?embedded=true',
  'https://share.hsforms.com/1abc',
  'https://form.jotform.com/230123456789',
  'https://webforms.pipedrive.com/f/abc',
])('%s is kept as a form of the page’s own, and as one of another service', address => {
  const before = page(embed(address))
  expect(judge(before, ownForm('text', 'email', 'textarea')).introduced).toEqual([])
  expect(judge(before, page(embed('https://tally.so/embed/w7X2y9'))).introduced).toEqual([])
  const gone = [expect.stringMatching(/^embeds:lost:.* serious$/)]
  expect(judge(before, {}).introduced).toEqual(gone)
  // A newsletter, a sign-in, and a form that was there before.
  expect(judge(before, ownForm('email')).introduced).toEqual(gone)
  expect(judge(before, ownForm('email', 'password')).introduced).toEqual(gone)
  const also = ownForm('text', 'email')
  expect(judge({ ...before, ...also }, also).introduced).toEqual(gone)
})

test('a calendar to book from is no form', () => {
  expect(judge(page(embed(BOOKING)), ownForm('text', 'email', 'textarea')).introduced).toHaveLength(1)
})

test('a link, a picture or a button that nobody saw work stands for it', () => {
  expect(judge(page(embed(FILM)), link('https://youtu.be/dQw4w9WgXcQ')).introduced).toEqual(lost('moderate'))
  expect(judge(page(embed(FILM)), button('Watch the film')).introduced).toEqual(lost('moderate'))
  expect(judge(page(embed(FILM)), link('https://youtu.be/aaaaaaaaaaa')).introduced).toEqual(lost('serious'))
  expect(judge(page(embed(MAP)), link('https://goo.gl/maps/abc')).introduced).toEqual([
    'embeds:lost:map|www.google.com| moderate',
  ])
})

test('a picture in nothing that opens it, and a link that was there before', () => {
  const thumbnail = (selector: string) =>
    page(named('https://i.ytimg.com/vi/dQw4w9WgXcQ/0.jpg', { selector }))
  expect(judge(page(embed(FILM)), thumbnail('main > div > img')).introduced).toEqual(lost('moderate'))
  for (const opener of [
    'button > img',
    'lite-youtube > img:nth-of-type(2)',
    'a > picture > img',
    'main > div',
  ])
    expect(judge(page(embed(FILM)), thumbnail(opener)).introduced).toEqual([])
  const also = link('https://youtu.be/dQw4w9WgXcQ')
  expect(judge({ ...page(embed(FILM)), ...also }, also).introduced).toEqual(lost('serious'))
})

test('another film, place or calendar is another one', () => {
  const changed = (before: string, now: string) => judge(page(embed(before)), page(embed(now))).introduced
  expect(changed(FILM, 'https://www.youtube.com/embed/aaaaaaaaaaa')).toEqual([
    expect.stringMatching(/^embeds:changed:.* serious$/),
  ])
  const paris = 'https://www.google.com/maps/embed?pb=!1m14!1m12!1m3!1d10500!2d2.2945!3d48.8584!2m3'
  expect(changed(MAP, paris)).toEqual(['embeds:changed:map|www.google.com| serious'])
  expect(changed(MAP, 'https://maps.google.com/maps?q=52.516,13.378&output=embed')).toEqual([])
  const asked = (text: string) => `https://maps.google.com/maps?q=${text}&output=embed`
  expect(changed(asked('12+Quay+Street,+Galway'), asked('221+Baker+Road,+London'))).toHaveLength(1)
  expect(changed(asked('12+Quay+Street,+Galway'), asked('Harbour+Café'))).toEqual([])
  // Coordinates for an address.
  expect(changed(asked('12+Quay+Street,+Galway'), asked('53.27,-9.05'))).toEqual([])
  // One form under two paths; one list; the id before the name of its page.
  const typeform = (path: string) => `https://acme.typeform.com/${path}`
  expect(changed(typeform('to/AbC12x'), typeform('forms/AbC12x/embedded'))).toEqual([])
  expect(changed(typeform('to/AbC12x'), typeform('to/ZzZ98y'))).toHaveLength(1)
  const list = 'https://www.youtube.com/embed/videoseries?list=PL12345'
  expect(changed(list, 'https://www.youtube.com/embed/dQw4w9WgXcQ?list=PL12345')).toEqual([])
  expect(changed(list, 'https://www.youtube.com/embed/videoseries?list=PL54321')).toHaveLength(1)
  const stream = (id: string) => `https://customer-a.cloudflarestream.com/${id}/iframe`
  expect(changed(stream('6b9e68b07dfee8cc'), stream('5d5bc37ffcf54c9b'))).toHaveLength(1)
  expect(changed(BOOKING, 'https://calendly.com/else/30min')).toHaveLength(1)
  expect(changed(BOOKING, 'https://calendly.com/else/15min')).toHaveLength(1)
  expect(changed(BOOKING, 'https://calendly.com/acme')).toEqual([])
})

test.each([
  [FILM, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  [FILM, 'https://youtu.be/dQw4w9WgXcQ?si=1'],
  [FILM, 'https://www.youtube.com/shorts/dQw4w9WgXcQ'],
  ['https://player.vimeo.com/video/76979871', 'https://vimeo.com/76979871'],
  [FILM, 'https://vimeo.com/76979871/a1b2c3d4e5'],
  [FILM, 'https://vimeo.com/channels/staffpicks/76979871'],
  [MAP, 'https://www.google.com/maps/place/Brandenburg+Gate/@52.516,13.378,17z'],
  [MAP, 'https://maps.google.com/maps?q=Brandenburg+Gate'],
  [MAP, 'https://maps.app.goo.gl/AbC12xYz'],
])('%s: in a frame of %s stands an error', (address, page_) => {
  const { introduced } = judge(page(embed(address)), page(embed(page_)))
  expect(introduced).toEqual([expect.stringMatching(/^embeds:lost:.* serious$/)])
  // What the original did not show is not lost, and a frame that shows it is none.
  expect(judge(page(embed(page_)), {}).introduced).toEqual([])
  expect(judge(page(embed(page_)), page(embed(address))).introduced).toEqual([])
})

test.each([
  [FILM, 'https://www.youtube.com/live_chat?v=dQw4w9WgXcQ&embed_domain=a.example'],
  ['https://vimeo.com/event/76979871/embed', 'https://vimeo.com/event/76979871/embed/interaction'],
  [MAP, 'https://www.google.com/maps/embed/v1/place?key=a&q=Brandenburg+Gate'],
  [MAP, 'https://www.google.com/maps/d/u/0/embed?mid=1AbC'],
  [MAP, 'https://maps.google.com/maps?q=Brandenburg+Gate&output=svembed'],
])('%s: %s may be framed', (before, now) => {
  expect(judge(page(embed(before)), page(embed(now))).introduced).toEqual([])
})

test('which of its films a server picks for a visit is chance; that one is there is none', () => {
  const other = 'https://www.youtube.com/embed/aaaaaaaaaaa'
  const volatile = { volatile: true } as const
  expect(judge(page(embed(FILM, volatile)), page(embed(other))).introduced).toEqual([])
  expect(judge(page(embed(FILM)), page(embed(other, volatile))).introduced).toEqual([])
  expect(judge(page(embed(FILM, volatile)), {}).introduced).toEqual(lost('serious'))
})

test('what is out of sight', () => {
  const now = (more: Partial<EmbedArtifact>) => judge(page(embed(FILM)), page(embed(FILM, more))).introduced
  expect(now({ state: 'hidden', shown: false })).toEqual([
    expect.stringMatching(/^embeds:hidden:.* moderate$/),
  ])
  expect(now({ state: 'clipped', scroller: true })).toEqual([
    expect.stringMatching(/^embeds:hidden:.* minor$/),
  ])
  expect(now(seen({ ...LARGE, width: 640, height: 360 }))).toEqual([])
})

test('of a film and one that played by itself, the one that is gone is told', () => {
  const loop = video('https://a.example/waves.mp4', { loops: true, ...seen({ ...LARGE, y: 0 }) })
  const film = video('https://a.example/tour.mp4')
  const renamed = video('https://b.example/a1b2.mp4')
  expect(judge(page(loop, film), page(renamed)).introduced).toEqual(['embeds:lost:video||waves moderate'])
})

test('a film that played by itself is less than one that is played', () => {
  const loop = video('https://a.example/waves.mp4', { loops: true, ...seen({ ...LARGE, y: 0, width: 1440 }) })
  expect(judge(page(loop), {}).introduced).toEqual(['embeds:lost:video||waves moderate'])
})

test('a map that is brought in at once, where the original asks first', () => {
  const MAP = 'https://www.google.com/maps?q=Am+Stichkanal&output=embed'
  const asks = (hidden: string[]) =>
    button('Load the map', { effect: 'switches', revealed: ['iframe'], hidden })
  const told = (before: Given, ...now: EmbedArtifact[]) =>
    judge(before, page(...now)).introduced.filter(issue => issue.includes('early'))
  const before = asks(['Load the map', 'Google’s privacy policy applies.'])
  expect(told(before, embed(MAP))).toEqual([expect.stringMatching(/^embeds:early:map.* serious$/)])
  const named = asks(['Load the map', 'The map comes from Google, who will know your address.'])
  expect(told(named, embed(MAP))).toHaveLength(1)
  // What stands for a film alone says what the film is called.
  const film = asks(['Load the map', 'How we grew our Google channel to a million'])
  expect(told(film, embed(MAP))).toEqual([])
  expect(
    told(asks(['Load the map', 'Come and load the boats']), embed(MAP.replace('google.com', 'google.co.uk'))),
  ).toEqual([])
  // It asks for nothing; the map stands there on the original as well; the new page has none, or is asked as well.
  expect(told(asks(['Load the map']), embed(MAP))).toEqual([])
  expect(told({ ...before, ...page(embed(MAP)) }, embed(MAP))).toEqual([])
  expect(judgeSuite(before, before).introduced).toEqual([])
})
