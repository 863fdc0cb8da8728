import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changelogSection } from '../../tools/changelog-section.mjs'

const CHANGELOG = `# Changelog

## Unreleased

- Not yet.

## 1.10.0 - 2026-11-22

- Second.

### Fixed

- A fault.

## [1.1.0]

- First.

## 1.0.0

`

test.each([
  ['v1.10.0', '- Second.\n\n### Fixed\n\n- A fault.'],
  ['1.1.0', '- First.'],
  ['Unreleased', '- Not yet.'],
  ['1.1', undefined],
  ['1.0.0', undefined],
  ['2.0.0', undefined],
  ['', undefined],
])('the section of %j', (version, section) => {
  expect(changelogSection(CHANGELOG, version)).toBe(section)
})

test('a version without a section stops a release', () => {
  const script = join(import.meta.dirname, '../../tools/changelog-section.mjs')
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  expect(run('v999.0.0')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'CHANGELOG.md says nothing of v999.0.0.\n',
  })
  expect(run()).toMatchObject({ status: 1, stdout: '' })
})
