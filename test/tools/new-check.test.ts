import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SuiteName } from '../../server/contract.ts'
import { scaffold } from '../../tools/new-check.ts'
import { readSource } from '../architecture/imports.ts'

const LIST = `import { defineSuite } from '../core/suite.ts'
import { title } from './title.ts'

export const seo = defineSuite({
  name: 'seo',
  needs: ['head'],
  checks: [
    title,
  ],
})
`

test('a check, its fixtures and its entry in the list', () => {
  const files = scaffold('seo/robots-meta', () => LIST)
  expect([...files.keys()]).toEqual([
    'server/suites/seo/robots-meta.ts',
    'server/suites/seo/index.ts',
    'test/fixtures/checks/seo/robots-meta/pass.json',
    'test/fixtures/checks/seo/robots-meta/fail.json',
    'test/fixtures/checks/seo/robots-meta/not-applicable.json',
  ])
  expect(files.get('server/suites/seo/index.ts')).toContain("import { robotsMeta } from './robots-meta.ts'")
  expect(files.get('server/suites/seo/index.ts')).toMatch(/checks: \[\s*title, robotsMeta\]/)
})

test.each([
  ['robots-meta', 'write it as suite/name-in-kebab-case'],
  ['seo/RobotsMeta', 'write it as suite/name-in-kebab-case'],
  ['search/title', 'no suite is called "search"'],
  ['seo/index', 'a check cannot be called "index"'],
  ['seo/new', 'a check cannot be called "new"'],
])('%s is refused', (id, why) => {
  expect(() => scaffold(id, () => LIST)).toThrow(why)
})

test.each(SuiteName.options)('%s takes a new check at the end of its list', suite => {
  const files = scaffold(`${suite}/scaffold-of-a-test`, path => readFileSync(path, 'utf8'))
  const list = files.get(`server/suites/${suite}/index.ts`)!
  expect(list).toMatch(/, scaffoldOfATest\],?\s*\}\)/)
  for (const [path, text] of files)
    if (path.endsWith('.ts')) expect(() => readSource(path, text)).not.toThrow()
})

test('a list that is none is named', () => {
  expect(() => scaffold('seo/robots-meta', () => 'nothing')).toThrow('server/suites/seo/index.ts has no list')
})
