import { expect, test } from 'vitest'
import { judgeDialogs } from '../../../server/suites/a11y/keyboard/traps.ts'

const side = (way: string | null, roles: string[], submits: string[] = []) => {
  const stops = roles.map(role => ({ role, name: role, dialog: true, landmark: '', selector: role, box: {} }))
  const trigger = { role: 'dialog', name: 'News', landmark: '', selector: 'dialog', box: {} }
  const dialogs = way ? [{ trigger, opened: true, name: 'News', way }] : []
  const forms = [{ loose: false, submits: submits.map(selector => ({ selector })) }]
  return { document: { url: 'https://a.test/' }, forms, keyboard: { stops, dialogs } }
}
const found = (original: object, rebuilt: object) =>
  judgeDialogs({ original, rebuilt } as never).map(({ severity }) => severity)

test.each([
  ['new, and without any button', side(null, []), side('none', ['textbox']), ['critical']],
  ['new, with a button that does nothing', side(null, []), side('none', ['textbox', 'button']), ['critical']],
  [
    'new, with a button that sends a form',
    side(null, []),
    side('none', ['textbox', 'button'], ['button']),
    [],
  ],
  ['new, with links that lead elsewhere', side(null, []), side('none', ['link']), []],
  ['the same before', side('none', ['textbox']), side('none', ['textbox']), []],
  ['could be left before', side('escape', ['button']), side('none', ['button']), ['critical']],
])('a dialog that is open from the start and keeps the keyboard: %s', (_, before, now, expected) => {
  expect(found(before, now)).toEqual(expected)
})
