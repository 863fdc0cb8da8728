/** The last way to what a site sells, books or collects elsewhere. */
import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { LinkArtifact } from '../../../server/capture/collectors/links.ts'
import { ORIGINAL } from '../captures.ts'
import { type Given, judge, VISIBLE_BOX } from './judge.ts'

const link = (name: string, href: string, change: Partial<LinkArtifact> = {}): LinkArtifact => ({
  href: new URL(href, ORIGINAL).href,
  raw: href,
  name,
  rel: '',
  landmark: 'navigation',
  near: '',
  looksLikeButton: false,
  ...VISIBLE_BOX,
  fragmentFound: /^#./.test(href) ? true : null,
  landing: null,
  selector: 'a',
  ...change,
})
const MENU = [link('Home', '/'), link('About', '/about'), link('Team', '/team')]
const site = (...links: LinkArtifact[]): Given => ({
  links: [...MENU, ...links],
  linkTargets: { targets: [], skipped: 0, unasked: [] },
  layouts: [{ width: 1440, controls: [], blocks: [] }] as unknown as Artifacts['layouts'],
})
const graded = (before: LinkArtifact[], now: LinkArtifact[]) =>
  judge(site(...before), site(...now)).introduced.map(issue => issue.split(' ').at(-1))

test.each([
  ['Shop', 'https://band.bigcartel.com/', '#'],
  ['Shop', 'https://band.bigcartel.com/', '/'],
  ['Shop', 'https://band.bigcartel.com/', '/about'],
  ['Shop', 'https://band.bigcartel.com/', 'https://builder.example/'],
  ['Tickets', 'https://tickets.example/hall', '/team'],
  ['Book an appointment', 'https://salon.example/anna', '/about'],
  ['Spenden', 'https://giving.example/verein', '/about'],
  ['Order online', 'https://orders.example/pizza', 'https://host.example/'],
])('the last way elsewhere, “%s” to %s, that leads to %s is grave', (name, was, now) => {
  expect(graded([link(name, was)], [link(name, now)])).toEqual(['serious'])
  const action = { landmark: 'main', looksLikeButton: true }
  expect(graded([link(name, was, action)], [link(name, now, action)])).toEqual(['serious'])
})

test.each([
  ['Shop', 'https://band.bigcartel.com/', 'https://shop.band.example/'],
  ['Order', 'https://reseller.example/', 'https://orders.maker.example/'],
  ['Donate', 'https://giving.example/us', 'https://github.com/sponsors/us'],
  ['Book', 'https://salon.example/anna', 'https://calendly.com/anna'],
  ['Book', 'https://salon.example/anna', '/appointment-with-anna'],
  ['Our blog', 'https://blog.example/', 'https://builder.example/'],
  ['App Store', 'https://apps.example/id4711', 'https://builder.example/'],
  ['How we came to shop for flour in the old town', 'https://news.example/', '/about'],
])('another way, “%s” to %s for %s, holds no launch', (name, was, now) => {
  expect(graded([link(name, was)], [link(name, now)])).not.toContain('serious')
})

test('while another link leads there, or to the like, it is not the last way', () => {
  const [shop, lost] = [link('Shop', 'https://band.example/store'), link('Shop', '/about')]
  const beside = (...others: LinkArtifact[]) => graded([shop, ...others], [lost, ...others])
  expect(beside(link('Records', 'https://band.example/store/records', { landmark: 'main' }))).toEqual([
    'moderate',
  ])
  expect(beside(link('Buy the record', 'https://label.example/4711', { landmark: 'main' }))).toEqual([
    'moderate',
  ])
  expect(beside(link('Donate', 'https://giving.example/us'))).toEqual(['serious'])
})

test('in a text, or in a footer, it is no call to action', () => {
  for (const landmark of ['main', 'contentinfo'])
    expect(
      graded([link('Shop', 'https://band.example/', { landmark })], [link('Shop', '/about', { landmark })]),
    ).toEqual(['moderate'])
})

test('among links that lost their addresses together, one to buy by is none of a template', () => {
  const networks = ['instagram.com', 'facebook.com', 'youtube.com'].map(host =>
    link(host.split('.')[0]!, `https://${host}/`, { landmark: 'contentinfo' }),
  )
  const emptied = (name: string) => {
    const all = [link(name, 'https://band.example/'), ...networks]
    const { issues } = judge(
      site(...all),
      site(...all.map(one => ({ ...one, raw: '#', href: `${ORIGINAL}#` }))),
    )
    return issues.filter(({ rule }) => rule.endsWith('emptied')).map(({ severity }) => severity)
  }
  expect(emptied('Shop')).toEqual(['serious'])
  expect(emptied('Diary')).toEqual(['moderate'])
})
