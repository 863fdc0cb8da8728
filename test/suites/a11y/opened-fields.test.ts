import { expect, test } from 'vitest'
import { judgeOpenedFields } from '../../../server/suites/a11y/parity/opened-fields.ts'

const BOX = { x: 0, y: 0, width: 0, height: 0 }
const field = (name: string, label: string, more: object = {}) => ({
  ...{ name, label, type: 'text', state: 'hidden', selector: `#${name}`, box: BOX },
  ...more,
})
const page = (fields: object[], revealed: string[] = ['Book', 'field Name', 'field E-mail']) => ({
  document: { url: 'https://a.test/' },
  forms: [{ fields }],
  probes: { wide: { probes: [{ revealed }] }, narrow: { probes: [] } },
})
const told = (original: object, rebuilt: object) =>
  judgeOpenedFields({ original, rebuilt } as never).map(({ severity, message }) => [severity, message])

test('fields of a dialog that are called nothing any more', () => {
  const was = page([field('who', 'Name'), field('mail', 'E-mail')])
  expect(told(was, page([field('who', ''), field('mail', '')]))).toEqual([
    ['serious', expect.stringContaining('The fields “Name”, “E-mail”, which a press brings into sight')],
  ])
  expect(told(was, was)).toEqual([])
  // A trap for robots bears the name.
  const trap = page([field('who', 'Name'), field('contact[mail]', 'E-mail'), field('mail', '')])
  expect(told(was, trap)).toEqual([])
  expect(told(was, page([field('who', 'Your name'), field('mail', 'E-mail')]))).toEqual([])
  // Nobody was seen to come to it; it is in sight, where axe looks; it had none before.
  expect(told(page([field('who', 'Name')], []), page([field('who', '')]))).toEqual([])
  expect(told(was, page([field('who', '', { state: 'visible' }), field('mail', 'E-mail')]))).toEqual([])
  expect(told(page([field('who', '')]), page([field('who', '')]))).toEqual([])
})
