import { expect, test } from 'vitest'
import type { Staying } from '../../../../server/capture/injected/staying.ts'
import { block, box, control, type Draw, HIDDEN, judge, STORY } from '../pages.ts'
import { staying, stayingBar } from '../staying-bars.ts'

const NAMES = ['Tide House', 'Rooms', 'Table']
const LINKS = NAMES.map((name, i) => control('link', name, { box: box(i * 90, 20, 80, 30) }))

/** Known at the widths at which the page was loaded. */
const page =
  (stays: Staying | undefined, { height = 9000, controls = LINKS, at = [375, 768, 1440] } = {}): Draw =>
  width => ({
    blocks: [block(STORY)],
    controls,
    scrollHeight: height,
    ...(stays && at.includes(width) && { stays }),
  })

const KEPT = staying(stayingBar(NAMES))
const NONE = staying()
const TOLD = ['moderate responsive/layout:header-scrolled-away:top']

const told = (before: Draw, after: Draw) =>
  judge('responsive/layout', before, after).keys.filter(key => key.includes('header-scrolled-away'))

test('a header that stays on the original and is scrolled away is told once', () => {
  const { issues } = judge('responsive/layout', page(KEPT), page(NONE))
  expect(issues.map(({ message }) => message)).toEqual([
    'The header with “Tide House”, “Rooms”, “Table” does not stay in sight at 375, 768 and 1440 px while the page is scrolled, as it does on the original',
  ])
  expect(told(page(KEPT), page(NONE, { at: [375] }))).toEqual(TOLD)
})

test('one that hides on the way down, and comes back, stays', () => {
  const headroom: Staying = { ...NONE, up: KEPT.up }
  expect(told(page(headroom), page(NONE))).toEqual(TOLD)
  expect(told(page(KEPT), page(headroom))).toEqual([])
})

test('a bar at the bottom, to call or to order, is told as well', () => {
  const call = (height: number) =>
    staying(stayingBar(['Call us', 'Book'], height, { edge: 'bottom', hides: height }))
  const own = ['Call us', 'Book'].map(name => control('link', name))
  const now = page(NONE, { controls: own })
  expect(told(page(call(56)), now)).toEqual(['moderate responsive/layout:header-scrolled-away:bottom'])
  // The empty box of a chat hides nothing.
  expect(told(page(call(0)), now)).toEqual([])
})

test.each<[string, Draw, Draw]>([
  ['as before', page(KEPT), page(KEPT)],
  ['not on the original either', page(NONE), page(NONE)],
  ['new', page(NONE), page(KEPT)],
  ['of a capture that does not tell', page(undefined), page(NONE)],
  ['of a new page that does not tell', page(KEPT), page(undefined)],
  ['a page of two windows', page(KEPT, { height: 1600 }), page(NONE, { height: 1600 })],
  ['other links', page(KEPT), page(staying(stayingBar(['Start', 'Stay', 'Eat'])))],
  [
    'folded',
    page(KEPT),
    page(staying(stayingBar(['Menu'], 56, { controls: [{ role: 'button', name: 'Menu', href: '' }] }))),
  ],
  ['at the bottom', page(KEPT), page(staying(stayingBar(['Rooms'], 56, { edge: 'bottom' })))],
  ['the logo alone', page(staying(stayingBar(['Tide House']))), page(NONE)],
  [
    'a question for consent alone',
    page(
      staying(
        stayingBar(['Accept', 'Reject'], 200, { edge: 'bottom', text: 'We use cookies to count visits' }),
      ),
    ),
    page(NONE, { controls: ['Accept', 'Reject'].map(name => control('button', name)) }),
  ],
  ['lost altogether', page(KEPT), page(NONE, { controls: LINKS.map(link => ({ ...link, ...HIDDEN })) })],
])('%s: no header is scrolled away', (_, before, after) => {
  expect(told(before, after)).toEqual([])
})
