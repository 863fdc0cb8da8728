import { expect, test } from 'vitest'
import { refuseNotFound } from '../../server/scan/comparable.ts'
import { makeCapture, ORIGINAL } from '../suites/captures.ts'

test.each<[string, string, string, string, boolean]>([
  ['says so twice', 'guide', 'Page Not Found · Anvils', 'Page Not Found', true],
  ['has its name in the title', 'guide', 'Anvils', 'Page Not Found', false],
  ['is about a number', 'cars', 'Peugeot 404', 'A car of 1960', false],
  ['is the page for what is not there', '404.html', 'Page not found', 'Page not found', false],
])('an original that %s', (_, path, title, text, isRefused) => {
  const url = `${ORIGINAL}${path}`
  const headings = [{ level: 1, text, state: 'visible' }] as never
  const capture = makeCapture('original', { document: { url }, head: { title, headings } })
  const refuse = () => refuseNotFound(capture)
  if (isRefused) expect(refuse).toThrow('says “Page Not Found”')
  else expect(refuse).not.toThrow()
})
