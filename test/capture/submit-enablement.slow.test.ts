/** More answers of forms that are sent by way of trial than submit-enablement.browser.test.ts has. */
import { expect, test } from 'vitest'
import { sent, theOthers } from './submit-trials.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

test('what came of sending a form is told, and nothing goes out', async () => {
  const { phones, sends, pretends, refuses, nothing } = await sent(openWith, theOthers)
  // What comes after a second and more a busy machine may not wait for: nothing is known then.
  expect(sends.filter(id => id !== 'later')).toEqual([])
  expect(pretends.filter(id => id !== 'delayed')).toEqual(['short'])
  expect([refuses, nothing]).toEqual([[], ['kept']])
  expect(phones).toEqual([])
})
