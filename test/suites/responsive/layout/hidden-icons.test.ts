import { expect, test } from 'vitest'
import { ORIGINAL, REBUILT } from '../../captures.ts'
import { box, control, HIDDEN, judge, narrow, type Page, screens } from '../pages.ts'

const WAYS = { chat: 'https://chat.example.com/harbour', code: 'https://code.example.com/harbour' }

/** A page with two icons, which are shown from a width on. */
const page = (from: number, { words = '', menu = false, icon = '', own = '' } = {}): Page => ({
  links: Object.entries(WAYS).map(([name, href]) => ({
    name: '',
    href: own ? `${own}#top` : href,
    selector: `nav > a.${name}`,
  })),
  layouts: screens(width => ({
    ...narrow(width),
    controls: [
      ...Object.keys(WAYS).map((name, at) =>
        control('link', words, {
          selector: `nav > a.${name}`,
          box: box(200 + 40 * at, 20, 20, 20),
          ...(width < from && HIDDEN),
        }),
      ),
      ...(menu && width < from ? [control('button', 'Menu', { opens: true })] : []),
      ...(icon && width < from
        ? [control('link', '', { ...HIDDEN, icon: { classes: icon, x: 280, y: 20 } })]
        : []),
    ],
  })),
})

const found = (before: Page, after: Page) =>
  judge('responsive/layout', before, after).issues.filter(({ rule }) => rule.includes('icons-hidden'))

test('icons that phones do not get are told together, and where they lead', () => {
  const [issue, ...others] = found(page(0), page(760))
  expect(others).toEqual([])
  expect(issue).toMatchObject({ severity: 'moderate' })
  expect(issue!.message).toContain('“chat.example.com”, “code.example.com” cannot be seen at 320 and 375 px')
  // Phones show an original without a viewport meta whole.
  expect(found({ ...page(0), viewport: null }, page(760))).toHaveLength(1)
})

test('icons that are no loss', () => {
  expect(found(page(760), page(760))).toEqual([])
  expect(found(page(0), page(0))).toEqual([])
  // A menu may hold them.
  expect(found(page(0), page(760, { menu: true }))).toEqual([])
  expect(found(page(0), page(760, { icon: 'fa fa-bars' }))).toEqual([])
  // What has words is told of as a text, and an arrow to the top of the page leads nowhere else.
  expect(found(page(0, { words: 'Chat' }), page(760, { words: 'Chat' }))).toEqual([])
  expect(found(page(0, { own: ORIGINAL }), page(760, { own: REBUILT }))).toEqual([])
  // Something else leads there.
  const twice = page(760)
  const now: Page = {
    links: [
      ...twice.links!,
      ...Object.entries(WAYS).map(([name, href]) => ({ name, href, selector: `footer > a.${name}` })),
    ],
    layouts: twice.layouts.map(layout => ({
      ...layout,
      controls: [
        ...layout.controls,
        ...Object.keys(WAYS).map(name =>
          control('link', name, { selector: `footer > a.${name}`, box: box(20, 900, 80, 20) }),
        ),
      ],
    })),
  }
  expect(found(page(0), now)).toEqual([])
})
