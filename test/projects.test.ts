import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const named = (command: string) => [...command.matchAll(/--project (\w+)/g)].map(([, name]) => name!)
const projects = config.test!.projects!.map(project => (project as { test: { name: string } }).test.name)

test('.ci/run runs each project once: what npm test runs, and the rest; a release runs the slow one', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const slow = named(scripts['test:slow'])
  expect([...named(scripts.test), ...named(read('.ci/run')), ...slow].sort()).toEqual(projects.toSorted())
  expect(read('.github/workflows/release.yml')).toContain('run: npm run test:slow')
  for (const command of [scripts.test, read('.ci/run')]) expect(command).toContain('!variant')
  expect(read('.github/workflows/release.yml')).toContain('run: npm run test:variants')
  expect(read('.github/workflows/ci.yml')).toContain('run: npm run test:all')
})

test('each suffix of a test file is a project', () => {
  const suffixes = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).flatMap(
    path => /\.([^./]+)\.test\.ts$/.exec(path)?.[1] ?? [],
  )
  expect([...new Set(suffixes)].filter(suffix => !projects.includes(suffix))).toEqual([])
})
