import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installed } from '../../server/setup/packages.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cutover-packages-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const a = { version: '1.0.0', integrity: 'sha512-a' }
const b = { version: '2.0.0', integrity: 'sha512-b' }
const elsewhere = { version: '3.0.0', integrity: 'sha512-c', optional: true, os: ['plan9'], cpu: ['vax'] }
const here = {
  version: '3.0.0',
  integrity: 'sha512-d',
  optional: true,
  os: [process.platform],
  cpu: [process.arch],
}

function put(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(content))
}

function clone(wanted: object, present: object): void {
  put('package-lock.json', { packages: { '': { name: 'cutover' }, ...wanted } })
  put('node_modules/.package-lock.json', { packages: present })
  put('node_modules/.bin/node', '')
}

test('what npm ci has installed for this machine is right', () => {
  clone(
    { 'node_modules/a': a, 'node_modules/x': elsewhere, 'node_modules/y': here },
    { 'node_modules/a': a, 'node_modules/y': here },
  )
  expect(installed(root)).toBe(true)
})

test.each<[string, object, object]>([
  ['a package is missing', { 'node_modules/a': a, 'node_modules/b': b }, { 'node_modules/a': a }],
  [
    'a package has another version',
    { 'node_modules/a': { ...a, version: '1.0.1' } },
    { 'node_modules/a': a },
  ],
  [
    'a package has other content',
    { 'node_modules/a': { ...a, integrity: 'sha512-z' } },
    { 'node_modules/a': a },
  ],
  ['a package is no longer wanted', { 'node_modules/a': a }, { 'node_modules/a': a, 'node_modules/b': b }],
  [
    'node_modules came from another machine',
    { 'node_modules/x': elsewhere },
    { 'node_modules/x': elsewhere },
  ],
])('not when %s', (_, wanted, present) => {
  clone(wanted, present)
  expect(installed(root)).toBe(false)
})

test('not on a fresh clone, nor after an install that was interrupted', () => {
  put('package-lock.json', { packages: { 'node_modules/a': a } })
  expect(installed(root)).toBe(false)
  put('node_modules/a/package.json', {})
  expect(installed(root)).toBe(false)
  put('node_modules/.package-lock.json', { packages: { 'node_modules/a': a } })
  expect(installed(root)).toBe(false)
  put('node_modules/.bin/node', '')
  expect(installed(root)).toBe(true)
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages": {"node_mod')
  expect(installed(root)).toBe(false)
})
