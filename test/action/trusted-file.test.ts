import { expect, test } from 'vitest'
import { type CutoverFile, NO_FILE } from '../../action/cutover-file.ts'
import type { Happening } from '../../action/event.ts'
import type { GitHub, Pull } from '../../action/github.ts'
import { trustedFile } from '../../action/trusted-file.ts'

const CHECKOUT: CutoverFile = {
  ...NO_FILE,
  accept: [{ key: 'seo/own', reason: 'The fork says that it is fine.' }],
}
const BASE = 'accept:\n  - { key: seo/base, reason: The owners say that it is fine. }\n'

const happening = (more: Partial<Happening>) =>
  ({ sha: 'a'.repeat(40), head: null, fork: null, base: null, ...more }) as Happening
const pull = (fork: boolean): Pull => ({ number: 7, fork, sha: 'a'.repeat(40), branch: 'new', base: 'next' })

function gitHub(found: Pull | null | Error, text: string | null | Error = BASE) {
  const asked: (string | null)[] = []
  const github: Partial<GitHub> = {
    pullOf: async () => {
      if (found instanceof Error) throw found
      return found
    },
    file: async (path, branch) => {
      asked.push(`${path} of ${branch}`)
      if (text instanceof Error) throw text
      return text === null ? null : { text, sha: 'b' }
    },
  }
  return { asked, github: github as GitHub }
}

const keys = ({ accept }: CutoverFile) => accept.map(({ key }) => key)
const forbidden = Object.assign(new Error('no'), { status: 403 })

test.each<[string, Partial<Happening>, Pull | null, string[], string[]]>([
  ['the repository itself', { fork: false }, null, ['seo/own'], []],
  ['a pull request of a fork', { fork: true, base: 'main' }, null, ['seo/base'], ['cutover.yml of main']],
  ['a run for a fork', { fork: true }, pull(true), ['seo/base'], ['cutover.yml of next']],
  ['a deployment of a branch', {}, pull(false), ['seo/own'], []],
  ['a deployment of a fork', {}, pull(true), ['seo/base'], ['cutover.yml of next']],
  ['a deployment of nobody knows whom', {}, null, ['seo/base'], ['cutover.yml of null']],
])('whose file holds: %s', async (_, event, found, expected, read) => {
  const { asked, github } = gitHub(found)
  expect(keys(await trustedFile(CHECKOUT, happening(event), github))).toEqual(expected)
  expect(asked).toEqual(read)
})

test('where nobody can be asked, a fork accepts nothing', async () => {
  for (const [event, github] of [
    [{ fork: true }, null],
    [{}, null],
    [{}, gitHub(forbidden).github],
    [{ fork: true, base: 'main' }, gitHub(null, forbidden).github],
    [{ fork: true, base: 'main' }, gitHub(null, null).github],
  ] as const)
    expect(keys(await trustedFile(CHECKOUT, happening(event), github))).toEqual([])
})

test('without a file nobody is asked, unless it is a fork', async () => {
  const { asked, github } = gitHub(forbidden)
  expect(await trustedFile(NO_FILE, happening({}), github)).toBe(NO_FILE)
  expect(asked).toEqual([])
  const fork = gitHub(null)
  expect(keys(await trustedFile(NO_FILE, happening({ fork: true, base: 'main' }), fork.github))).toEqual([
    'seo/base',
  ])
})

test('what is wrong in the base branch is told with its branch and line', async () => {
  const { github } = gitHub(null, 'accept:\n  - { key: a, reason: short }\n')
  await expect(trustedFile(NO_FILE, happening({ fork: true, base: 'main' }), github)).rejects.toThrow(
    'cutover.yml of the branch "main", line 2: accept[0].reason must say why in at least 10 characters',
  )
})
