/** Menus that styles show under the mouse: which of them are told. */
import { expect, test } from 'vitest'
import type { KeyboardArtifact } from '../../../server/capture/collectors/keyboard/index.ts'
import { a11y } from '../../../server/suites/a11y/index.ts'
import { judgeBy, makeCapture } from '../captures.ts'

const box = { x: 0, y: 0, width: 100, height: 30 }
const stop = {
  role: 'link',
  name: 'Home',
  landmark: 'navigation',
  selector: 'a',
  box,
  tag: 'a',
  tabindex: 0,
  caret: false,
  dialog: false,
  several: false,
  ring: true,
  back: false,
}
const menu = (name: string, ...entries: string[]) => ({
  role: '',
  name,
  landmark: 'navigation',
  selector: `#${name}`,
  box,
  entries,
})
const side = (name: 'original' | 'rebuilt', hoverMenus?: KeyboardArtifact['hoverMenus']) =>
  makeCapture(name, {
    keyboard: {
      stops: [stop],
      complete: true,
      traps: [],
      dialogs: [],
      ignoresArrowKeys: [],
      ended: null,
      ...(hoverMenus && { hoverMenus }),
    },
  })
const told = (before: KeyboardArtifact['hoverMenus'], now: KeyboardArtifact['hoverMenus']) =>
  judgeBy(a11y, side('original', before), side('rebuilt', now))
    .issues.filter(({ rule }) => rule === 'a11y/keyboard/hover-menu')
    .map(({ message, charged }) => [message.split(':')[0], charged])

test('menus of the mouse are one issue, unless the original has them or nobody looked there', () => {
  const about = menu('about', 'Team', 'Contact')
  const more = menu('more', 'Videos', 'News')
  expect(told([], [about])).toEqual([['The menu “about” opens under a mouse alone', 0.05]])
  expect(told([], [about, more])).toEqual([['The menu “about” opens under a mouse alone', 0.05]])
  expect(told([menu('us', 'Team', 'Jobs')], [about])).toEqual([])
  expect(told(undefined, [about])).toEqual([])
  expect(told([about], [])).toEqual([])
})

test('a menu that a script opens under the mouse on the original is closed to the keyboard there', () => {
  const entry = { role: 'link', name: 'Our Team', landmark: 'navigation', box, seen: box, selector: 'li > a' }
  const before = side('original', [])
  const withEntry = (opens: boolean, stops = [stop]) => {
    const capture = structuredClone(before)
    const button = { ...entry, role: 'button', name: 'About', state: 'visible', opens }
    Object.assign(capture.artifacts.layouts, {
      value: [
        {
          width: 1440,
          blocks: [],
          controls: [{ ...entry, state: 'hidden' }, button],
          clickables: [],
          pictures: [],
        },
      ],
    })
    const { keyboard } = capture.artifacts
    if (keyboard.ok) keyboard.value.stops = stops
    return judgeBy(a11y, capture, side('rebuilt', [menu('about', 'OurTeam', 'Jobs')])).issues.filter(
      ({ rule }) => rule === 'a11y/keyboard/hover-menu',
    )
  }
  expect(withEntry(false)).toEqual([])
  // What says that it opens something may do so by a key; Tab came to it.
  expect(withEntry(true)).toHaveLength(1)
  expect(withEntry(false, [stop, { ...stop, name: 'Our Team' }])).toHaveLength(1)
})
