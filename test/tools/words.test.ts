/** The page that is to go live is called the new page in all that people read; `rebuilt` is its name in data. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../server/config/index.ts'

const OTHER = /\b(rebuilt (page|site|one|shop|store)|rebuilds?)\b/i
const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

test.each([
  ...['README.md', 'METHODOLOGY.md', 'action.yml'],
  ...globSync('{docs/**/*.md,server/web/views/*.eta}', { cwd: PROJECT_ROOT }),
])('%s', file => {
  // An honest verb is no second name.
  const text = read(file).replaceAll('Somebody rebuilt a web site', '')
  expect(text.split('\n').filter(line => OTHER.test(line))).toEqual([])
})

test('what the program says', () => {
  const said = globSync('{server,action}/**/*.ts', { cwd: PROJECT_ROOT }).flatMap(file =>
    read(file)
      .split('\n')
      .filter(line => !/^\s*(\*|\/[/*])/.test(line))
      .flatMap(line => line.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?/g) ?? [])
      .filter(text => OTHER.test(text)),
  )
  expect(said).toEqual([])
})
