import { expect, test } from 'vitest'
import { acceptFor, parseCutoverFile } from '../../action/cutover-file.ts'

function parsed(text: string) {
  const problems: string[] = []
  const file = parseCutoverFile(text, problem => void problems.push(problem), '2026-11-23')
  return { ...file, problems }
}

test('accepted issues and ignored regions are read', () => {
  const { problems, ...file } = parsed(`
ignore: [.carousel]
accept:
  - key: content/fact:price:€49
    reason: The price changes with the launch.
    expires: 2026-11-23
    page: /pricing
  - { key: "seo/title: changed", reason: It was asked for., severity: serious, penalty: 0.2 }
`)
  expect(problems).toEqual([])
  expect(file).toEqual({
    ignore: ['.carousel'],
    accept: [
      {
        key: 'content/fact:price:€49',
        reason: 'The price changes with the launch.',
        expires: '2026-11-23',
        page: '/pricing',
      },
      { key: 'seo/title: changed', reason: 'It was asked for.', severity: 'serious', penalty: 0.2 },
    ],
    expired: [],
  })
  expect(parsed('# nothing yet\n')).toEqual({ ignore: [], accept: [], expired: [], problems: [] })
})

test.each([
  [
    'accept:\n  - key: a\n    reason: short\n',
    ['cutover.yml, line 3: accept[0].reason must say why in at least 10 characters'],
  ],
  ['accept:\n\n  - reason: It is meant to be so.\n', ['cutover.yml, line 3: accept[0].key is required']],
  [
    'accept:\n  - key: a\n    because: It is meant to be so.\n    reason: It is meant to be so.\n',
    ['cutover.yml, line 3: accept[0].because is not a known field'],
  ],
  [
    'accept:\n  - key: a\n    reason: It is meant to be so.\n    expires: next year\n',
    ['cutover.yml, line 4: accept[0].expires must be a date such as 2027-01-31'],
  ],
  ['accept: all\n', ['cutover.yml, line 1: accept must be a list']],
  [
    'ignore:\n  - .clock\n  - .promo[\n  - html\n',
    [
      'cutover.yml, line 3: ignore[1] ".promo[" is not a CSS selector: it ends too soon',
      'cutover.yml, line 4: ignore[2] "html" is the whole page; name the regions that change by themselves',
    ],
  ],
  ['acept: []\n', ['cutover.yml, line 1: acept is not a known field']],
  [
    'accept:\n  - { key: a, reason: It is meant to be so. }\n  - { key: a, reason: It is meant to be so. }\n',
    ['cutover.yml, line 3: accept[1] names "a" a second time'],
  ],
])('%j is told with its line', (text, problems) => {
  expect(parsed(text).problems).toEqual(problems)
})

test('what is no YAML is told with its line, and accepts nothing', () => {
  const { problems, accept } = parsed('accept:\n  - key: a\n   reason: b\n')
  expect(problems.length).toBeGreaterThan(0)
  for (const problem of problems) expect(problem).toMatch(/^cutover\.yml, line [234]: \S/)
  expect(accept).toEqual([])
})

test('aliases are refused: a few lines of them make gigabytes', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
    .join('\n')}`
  expect(parsed(bomb).problems).toEqual(['cutover.yml, line 1: an alias such as *name is not a known field'])
})

test('what has expired accepts nothing more, and is told', () => {
  const { accept, expired, problems } = parsed(
    'accept:\n  - key: a\n    reason: It is meant to be so.\n    expires: 2026-11-22\n',
  )
  expect([accept, problems]).toEqual([[], []])
  expect(expired).toEqual(['cutover.yml, line 2: expired on 2026-11-22, so that "a" is charged again'])
})

test('an entry is for the page that it names, or for all; what names the page comes first', () => {
  const reason = 'It is meant to be so.'
  const file = {
    ...{ ignore: [], expired: [] },
    accept: [
      { key: 'own', reason, page: '/pricing' },
      { key: 'both', reason: 'This page alone has it.', page: 'Pricing' },
      { key: 'both', reason },
      { key: 'other', reason, page: '/about' },
    ],
  }
  const pricing = acceptFor(file, { name: 'Pricing', path: '/pricing' }, 'https://www.example.com/pricing')
  expect(pricing.map(({ key, reason }) => [key, reason])).toEqual([
    ['both', 'This page alone has it.'],
    ['own', reason],
  ])
  expect(
    acceptFor(file, { name: '', path: '' }, 'https://www.example.com/about').map(({ key }) => key),
  ).toEqual(['both', 'other'])
})
