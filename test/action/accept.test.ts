import { expect, test } from 'vitest'
import { readCommand } from '../../action/accept.ts'
import { parseCutoverFile, withAccepted } from '../../action/cutover-file.ts'
import { readEvent } from '../../action/event.ts'
import { HOSTILE } from './hostile-texts.ts'

const REASON = 'The price changes with the launch.'

test.each([
  [`/cutover accept content/fact:price:€49 ${REASON}`, 'content/fact:price:€49'],
  [`/cutover accept "seo/title: changed" ${REASON}`, 'seo/title: changed'],
  [`/cutover  accept  \`seo/title: changed\`  ${REASON}  \n\nThanks!`, 'seo/title: changed'],
])('%s', (body, key) => {
  expect(readCommand(body)).toEqual({ key, reason: REASON })
})

test.each([
  ['/cutover', /no command that is known.*\/cutover accept KEY reason/],
  ['/cutover accept', /no command/],
  ['/cutover revoke seo/title because', /no command/],
  ['/cutover accept seo/title', /^The reason must say why in at least 10 characters/],
  ['/cutover accept seo/title short', /^The reason must say why/],
  [`/cutover accept "" ${REASON}`, /no command/],
])('%j is told', (body, words) => {
  expect(() => readCommand(body)).toThrow(words)
})

test('what is too long is told', () => {
  expect(() => readCommand(`/cutover accept ${'k'.repeat(5000)} ${REASON}`)).toThrow(
    /^The key must be at most/,
  )
  const reason = 'r'.repeat(60_000)
  expect(() => readCommand(`/cutover accept seo/title ${reason}`)).toThrow(/^The reason must be at most/)
})

const entries = (text: string) => {
  const problems: string[] = []
  const { accept } = parseCutoverFile(text, problem => void problems.push(problem))
  expect(problems).toEqual([])
  return accept
}

test('an entry is added, comments stay, a known one gets the new reason', () => {
  expect(entries(withAccepted('', { key: 'a', reason: REASON }))).toEqual([{ key: 'a', reason: REASON }])
  expect(entries(withAccepted('# none yet\n', { key: 'a', reason: REASON }))).toHaveLength(1)
  expect(entries(withAccepted('accept: []\nignore: [.a]\n', { key: 'a', reason: REASON }))).toHaveLength(1)
  const file = `# ours
accept:
  # as agreed
  - key: a
    reason: It was so before.
    expires: 2020-01-31
  - { key: a, page: /pricing, reason: It is so there. }
`
  const more = withAccepted(file, { key: 'b', reason: REASON })
  expect(more).toContain('# ours\n')
  expect(more).toContain('# as agreed\n')
  expect(more).toContain(`  - key: b\n    reason: ${REASON}\n`)
  expect(entries(withAccepted(file, { key: 'a', reason: REASON }))).toEqual([
    { key: 'a', reason: REASON },
    { key: 'a', page: '/pricing', reason: 'It is so there.' },
  ])
})

test('whatever a comment holds is a text in the file and nothing else', () => {
  for (const text of [
    ...HOSTILE,
    '# x',
    '- a: b',
    'a: !!js/function x',
    '&a *b',
    `'"\``,
    '{{ x }}',
    '---',
    '...',
  ]) {
    const entry = { key: `seo/${text}`.slice(0, 900), reason: `Because of: ${text}`.slice(0, 900).trim() }
    expect(entries(withAccepted('ignore: [.a]\n', entry))).toEqual([entry])
  }
})

const event = (more: object, comment: object = {}) =>
  readEvent({
    ...{ eventName: 'issue_comment', actor: 'octo', ref: '', sha: 'a'.repeat(40), runId: 1, runAttempt: 1 },
    ...{ repo: { owner: 'octo', repo: 'shop' }, job: 'cutover', serverUrl: 'https://github.com' },
    payload: {
      action: 'created',
      issue: { number: 7, pull_request: {} },
      comment: { id: 1, body: '/cutover accept a b', user: { login: 'octo' }, ...comment },
      ...more,
    },
  })

test('a command is a new comment below a pull request, and begins with its name', () => {
  expect(event({})).toMatchObject({
    command: { pull: 7, login: 'octo', body: '/cutover accept a b' },
    noConcern: null,
  })
  for (const other of [
    event({ action: 'edited' }),
    event({ action: 'deleted' }),
    event({ issue: { number: 7 } }),
    event({}, { body: 'Try /cutover accept a b' }),
    event({}, { body: '/cutovers' }),
    event({}, { body: null }),
  ])
    expect(other).toMatchObject({
      command: null,
      noConcern: expect.stringMatching(/^The comment is no new one/),
    })
})
