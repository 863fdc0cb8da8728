import { expect, test } from 'vitest'
import { box, control, HIDDEN, judge, narrow, type Page, screens } from '../pages.ts'

const NAMES = ['Tours', 'Boats', 'Crew', 'Prices']

/** A header whose links fold behind a button below 1024 px, with a link to the shop beside it from a width on. */
const page = (from: number, { lower = 0, state = HIDDEN as object } = {}): Page => ({
  links: [
    ...NAMES.map(name => ({ name, href: `/${name}`, selector: `link ${name}` })),
    { name: 'Book now', href: 'https://shop.example.com/', selector: 'link Book now' },
    { name: 'Our shop', href: 'https://shop.example.com/', selector: 'link Our shop' },
  ],
  layouts: screens(width => ({
    ...narrow(width),
    controls: [
      ...NAMES.map((name, at) =>
        control('link', name, { box: box(80 * at, 20, 60, 30), ...(width < 1024 && HIDDEN) }),
      ),
      control('link', 'Book now', {
        landmark: 'banner',
        box: box(220, 20, 90, 40),
        ...(width < from && state),
      }),
      ...(lower > 0 ? [control('link', 'Our shop', { landmark: 'main', box: box(20, lower, 90, 40) })] : []),
    ],
  })),
})

const found = (before: Page, after: Page) =>
  judge('responsive/layout', before, after).issues.filter(({ rule }) => rule.includes('header-link-hidden'))

test('a link beside the folded menu that tablets do not get, nor in the menu', () => {
  const after = { ...page(1024), revealed: NAMES }
  const [issue, ...others] = found(page(768), after)
  expect(others).toEqual([])
  expect(issue).toMatchObject({ severity: 'moderate' })
  expect(issue!.message).toContain('“Book now” of the header cannot be seen at 768 px')
})

test('links of a header that are no loss', () => {
  expect(found(page(768), { ...page(768), revealed: NAMES })).toEqual([])
  // The menu has it, or nobody knows what the menu has.
  expect(found(page(768), { ...page(1024), revealed: [...NAMES, 'Book now'] })).toEqual([])
  expect(found(page(768), page(1024))).toEqual([])
  // Another link near by leads there, and did not before.
  expect(found(page(768), { ...page(1024, { lower: 400 }), revealed: NAMES })).toEqual([])
  expect(found(page(768, { lower: 400 }), { ...page(1024, { lower: 400 }), revealed: NAMES })).toHaveLength(1)
  // It is scrolled to, or shown at no width.
  expect(found(page(768), { ...page(1024, { state: { state: 'clipped' } }), revealed: NAMES })).toEqual([])
  expect(found(page(768), { ...page(9999), revealed: NAMES })).toEqual([])
})
