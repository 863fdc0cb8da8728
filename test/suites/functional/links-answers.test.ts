/** What the pages and files behind links say of themselves, and buttons in place of links. */
import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { LinkTarget } from '../../../server/capture/collectors/link-targets.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import type { Withheld } from '../../../server/capture/collectors/probes/index.ts'
import { ORIGINAL, REBUILT } from '../captures.ts'
import { BOX, type Given, judge, VISIBLE_BOX } from './judge.ts'

const link = (name: string, href: string, change: Partial<LinkArtifact> = {}): LinkArtifact => ({
  href: new URL(href, ORIGINAL).href,
  raw: href,
  name,
  rel: '',
  landmark: 'navigation',
  near: '',
  looksLikeButton: false,
  ...VISIBLE_BOX,
  fragmentFound: null,
  landing: null,
  selector: 'a',
  ...change,
})
const LINKS = [
  link('Prices', '/prices'),
  link('Book a place', '/book', { landmark: 'main', looksLikeButton: true }),
  link('The menu', '/files/menu.pdf', { landmark: 'main' }),
]
const answers = (path: string, host: string, more: Partial<LinkTarget> = {}): LinkTarget => ({
  href: new URL(path, ORIGINAL).href,
  url: new URL(path, host).href,
  external: false,
  status: 200,
  finalUrl: new URL(path, host).href,
  failure: null,
  type: path.endsWith('.pdf') ? 'application/pdf' : 'text/html; charset=utf-8',
  page: null,
  ...more,
})
const NO_PROBES = { probes: [], rest: [], unreached: 0, late: false, ended: null }
const said = (title: string, heading: string): Partial<LinkTarget> => ({ page: { title, heading } })
const PATHS = ['/prices', '/book', '/files/menu.pdf']
const site = (
  links = LINKS,
  targets = PATHS.map(path => answers(path, ORIGINAL)),
  more: Given = {},
): Given => ({
  links,
  linkTargets: { targets, skipped: 0, unasked: [] },
  layouts: [
    { width: 1440, controls: [], blocks: links.map(({ name: text }) => ({ text, kind: 'link' })) },
  ] as unknown as Artifacts['layouts'],
  ...more,
})
const rebuilt = (path: string, more: Partial<LinkTarget>) =>
  site(
    LINKS,
    PATHS.map(one => answers(one, REBUILT, one === path ? more : {})),
  )

test.each<[string, Given, string[]]>([
  [
    'a page that is to be written yet',
    rebuilt('/prices', said('Prices', 'Coming soon!')),
    ['links:dead:/prices serious'],
  ],
  ['in German', rebuilt('/prices', said('Seite im Aufbau', '')), ['links:dead:/prices serious']],
  ['a page about what comes', rebuilt('/prices', said('Prices', 'Coming soon: our new prices')), []],
  [
    'what any address of an application shows',
    rebuilt('/prices', { ...said('Old Mill', 'Nobody baked this'), shell: 'as made up' }),
    ['links:dead:/prices serious'],
  ],
  [
    'a page of an application that was not opened',
    rebuilt('/prices', { shell: 'not opened' }),
    ['links:unchecked minor'],
  ],
  [
    'the front page of an application at any address',
    rebuilt('/prices', { shell: 'unclear' }),
    ['links:unchecked minor'],
  ],
  [
    'a page for a file',
    rebuilt('/files/menu.pdf', { type: 'text/html' }),
    ['links:dead:/files/menu.pdf serious'],
  ],
  [
    'a viewer for a file',
    rebuilt('/files/menu.pdf', { type: 'text/html', finalUrl: `${REBUILT}view/menu` }),
    [],
  ],
  ['a file of unknown type', rebuilt('/files/menu.pdf', { type: undefined }), []],
  [
    'routes in the fragment, which end at the front page',
    site(
      LINKS.map(one => ({ ...one, href: one.href.replace(ORIGINAL, `${ORIGINAL}#/`) })),
      [answers('/', REBUILT)],
    ),
    [],
  ],
])('%s', (_, now, expected) => {
  expect(judge(site(), now).introduced).toEqual(expected)
  expect(judge(now, now).introduced).toEqual([])
})

test.each(['not opened', 'unclear'] as const)(
  'a page that was %s before is dead by its status alone',
  shell => {
    const before = site(
      LINKS,
      PATHS.map(one => answers(one, ORIGINAL, one === '/prices' ? { shell } : {})),
    )
    const dead = (more: Partial<LinkTarget>) => judge(before, rebuilt('/prices', more)).introduced
    expect(dead({ ...said('Old Mill', 'Nobody baked this'), shell: 'as made up' })).toEqual([])
    expect(dead({ status: 404 })).toEqual(['links:dead:/prices serious'])
  },
)

test('a link to where no visitor comes is dead, unless it says so', () => {
  const asked = (href: string) => ({ ...answers('/', href), href, external: true, status: 0, finalUrl: href })
  const leads = (href: string, name = 'Prices') =>
    site(
      [{ ...LINKS[0]!, name, href, raw: href }, ...LINKS.slice(1)],
      [
        { ...asked(href), failure: 'forbidden' },
        ...['/book', '/files/menu.pdf'].map(path => answers(path, REBUILT)),
      ],
    )
  for (const host of ['localhost:5173', '192.168.1.7:8080', 'intranet'])
    expect(judge(site(), leads(`http://${host}/`)).introduced).toEqual([`links:dead://${host}/ serious`])
  const local = 'http://localhost:5173/'
  expect(judge(leads(local), leads(local)).introduced).toEqual([])
  // Where the original led there as well, it led nowhere.
  expect(judge(leads(local), leads('https://shop.example/')).introduced).toEqual(['links:unchecked minor'])
  const manual = leads(local, 'Open localhost:5173')
  expect(judge(site(LINKS.slice(1)), manual).introduced).toEqual([])
  expect(judge(site(LINKS.slice(1)), leads(local, 'News')).introduced).toEqual([
    'links:dead://localhost:5173/ serious',
  ])
})

test('a link that became a button is judged by what the button does', () => {
  const [prices, book, menu] = LINKS as [LinkArtifact, LinkArtifact, LinkArtifact]
  const button = (effect: string, stirred = false) => {
    const probe = {
      role: 'button',
      name: book.name,
      landmark: 'main',
      selector: 'button',
      box: BOX,
      way: 'press',
      menu: false,
    }
    const probes = [{ ...probe, width: 1440, effect, revealed: [], hidden: [], went: null, stirred }]
    return site([prices, menu], undefined, {
      layouts: [
        {
          width: 1440,
          controls: [{ role: 'button', name: book.name }],
          blocks: [prices, menu].map(({ name: text }) => ({ text, kind: 'link' })),
        },
      ] as unknown as Artifacts['layouts'],
      probes: {
        narrow: { probes: [], rest: [], unreached: 0, late: false, ended: null },
        wide: { probes, rest: [], unreached: 0, late: false, ended: null },
      } as unknown as Artifacts['probes'],
    })
  }
  const lost = 'links:lost:book a place:/book'
  expect(judge(site(), button('nothing')).introduced).toEqual([`${lost} serious`])
  expect(judge(site(), button('goes')).introduced).toEqual([`${lost} moderate`])
  expect(judge(site(), button('nothing', true)).introduced).toEqual([`${lost} moderate`])
  // In a button already, and with its name in the menu of a phone: the chat has no other way in.
  const wa = 'https://wa.me/49309876543'
  const chat = { ...book, href: wa, raw: wa, looksLikeButton: false }
  const pressed = (...links: LinkArtifact[]): Given => {
    const { layouts, probes, ...now } = button('nothing')!
    const menu = {
      ...probes!.wide!.probes![0]!,
      name: '',
      effect: 'opens',
      revealed: [book.name],
      width: 375,
    }
    return {
      ...now,
      layouts,
      links: [...(now.links as LinkArtifact[]), ...links],
      probes: { ...probes, narrow: { ...probes!.narrow, probes: [menu] } },
    } as Given
  }
  const had = { ...site([prices, chat, menu]), layouts: button('nothing')!.layouts }
  const call = { ...menu, name: 'Call', href: 'tel:+49309876543', raw: 'tel:+49309876543', selector: '#call' }
  const gone = 'links:lost:book a place://wa.me/49309876543'
  expect(judge(had, pressed()).introduced).toEqual([`${gone} serious`])
  expect(judge(had, pressed(call)).introduced).toEqual([`${gone} moderate`])
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['a button around the picture', { img: 'button > img' }, []],
  ['a button that shows it over the page', { effect: 'dialog' }, []],
  ['a button without it that was not pressed', {}, ['moderate']],
  ['a button around it that does nothing', { img: 'button > img', effect: 'nothing' }, ['serious']],
])('a link to a picture file became %s', (_, { img, effect }, severities) => {
  const [prices, book, menu] = LINKS as [LinkArtifact, LinkArtifact, LinkArtifact]
  const picture = { ...book, name: 'Our oven', href: `${ORIGINAL}img/oven.jpg`, raw: 'img/oven.jpg' }
  const control = { role: 'button', name: picture.name, selector: 'button', box: BOX }
  const probe = { ...control, way: 'press', revealed: [], hidden: [], went: null, stirred: false }
  const viewer = site([prices, menu], undefined, {
    images: (img ? [{ selector: img, box: BOX, state: 'visible' }] : []) as unknown as Artifacts['images'],
    layouts: [{ width: 1440, controls: [control], blocks: [] }] as unknown as Artifacts['layouts'],
    probes: {
      narrow: NO_PROBES,
      wide: { ...NO_PROBES, probes: effect ? [{ ...probe, effect, width: 1440 }] : [] },
    } as unknown as Artifacts['probes'],
  })
  const lost = 'links:lost:our oven:/img/oven.jpg'
  expect(judge(site([prices, picture, menu]), viewer).introduced).toEqual(
    severities.map(severity => `${lost} ${severity}`),
  )
})

test('calls to action to a part of the page that became dead buttons', () => {
  const place = (name: string, landmark: string, looksLikeButton = true) =>
    link(name, '#order', { landmark, looksLikeButton, fragmentFound: true })
  const asks = [place('Ask for a loaf', 'main'), place('Get an offer', 'banner')]
  const dead = (links: LinkArtifact[], kept: LinkArtifact[] = []) =>
    judge(
      site([...LINKS, ...links, ...kept]),
      site([...LINKS, ...kept], undefined, {
        layouts: [
          { width: 1440, controls: links.map(({ name }) => ({ role: 'button', name })), blocks: [] },
        ] as unknown as Artifacts['layouts'],
        probes: {
          narrow: NO_PROBES,
          wide: {
            ...NO_PROBES,
            probes: links.map(({ name }) => ({
              ...{ role: 'button', name, way: 'press', effect: 'nothing', stirred: false, revealed: [] },
            })),
          },
        } as unknown as Artifacts['probes'],
      }),
    )
  const { introduced, issues } = dead(asks)
  expect(introduced).toEqual(['links:lost:ask for a loaf:#order serious'])
  expect(issues[0]!.message).toContain('1 more of this kind')
  const lesser = asks.map(({ name }) => `links:lost:${name.toLowerCase()}:#order moderate`)
  expect(lesser).toContain(dead(asks, [place('Order', 'navigation', false)]).introduced[0])
  expect(dead([place('Order', 'navigation', false)]).introduced).toEqual(['links:lost:order:#order moderate'])
})

test.each<[string, Withheld['heard'][], string]>([
  ['nobody listens', ['nobody'], 'serious'],
  ['somebody may listen', ['around'], 'moderate'],
  ['one of two is listened to', ['nobody', 'itself'], 'moderate'],
])('a link that became a button which is never pressed: %s', (_, heard, severity) => {
  const one = link('Sign up', '/signup', { landmark: 'banner', looksLikeButton: true })
  const given = (withheld: unknown[], links: LinkArtifact[]): Given =>
    site([...LINKS, ...links], undefined, {
      layouts: [
        {
          width: 1440,
          controls: withheld.map(() => ({ role: 'button', name: one.name })),
          blocks: LINKS.map(({ name: text }) => ({ text, kind: 'link' })),
        },
      ] as unknown as Artifacts['layouts'],
      probes: {
        narrow: NO_PROBES,
        wide: { ...NO_PROBES, withheld },
      } as unknown as Artifacts['probes'],
    })
  const buttons = heard.map(heard => ({
    ...{
      role: 'button',
      name: one.name,
      landmark: 'banner',
      selector: 'b',
      way: 'press',
      menu: false,
      heard,
    },
    box: BOX,
  }))
  expect(judge(given([], [one]), given(buttons, [])).introduced).toEqual([
    `links:lost:sign up:/signup ${severity}`,
  ])
})

test('a link to where its old address is redirected leads where it led', () => {
  const blog = (href: string) =>
    site([link('Blog', href)], [answers(href, href === '/blog' ? ORIGINAL : REBUILT)])
  const traced = (to: string): Given => ({
    ...blog('/blogs/news'),
    urls: {
      urls: [{ path: '/blog', kind: 'page', template: 'page /*', source: 'navigation' }],
      traces: [
        {
          hops: [{ from: `${REBUILT}blog`, to: REBUILT + to, status: 301, by: 'server' }],
          end: 'answer',
          status: 200,
          page: 0,
        },
      ],
      pages: [{ url: REBUILT + to, status: 200 }],
    } as never,
  })
  expect(judge(blog('/blog'), blog('/blogs/news')).introduced).toHaveLength(1)
  expect(judge(blog('/blog'), traced('blogs/news')).introduced).toEqual([])
  expect(judge(blog('/blog'), traced('pages/about')).introduced).toHaveLength(1)
})
