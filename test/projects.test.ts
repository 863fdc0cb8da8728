import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const named = (command: string) => [...command.matchAll(/--project (\w+)/g)].map(([, name]) => name!)
const projects = config.test!.projects!.map(project => (project as { test: { name: string } }).test.name)

test('.ci/run runs each project once: what npm test runs, and the rest', () => {
  const quick = named(JSON.parse(read('package.json')).scripts.test)
  const rest = named(read('.ci/run'))
  expect([...quick, ...rest].sort()).toEqual(projects.toSorted())
})

test('each suffix of a test file is a project', () => {
  const suffixes = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).flatMap(
    path => /\.([^./]+)\.test\.ts$/.exec(path)?.[1] ?? [],
  )
  expect([...new Set(suffixes)].filter(suffix => !projects.includes(suffix))).toEqual([])
})
