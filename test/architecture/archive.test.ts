/** The archive of a tag, which every run of the Action downloads: what it needs is in it, and little else. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

test('under a megabyte, with the Action, its licences, and nothing of the server', () => {
  const archive = execFileSync('git', ['archive', '--worktree-attributes', '--format=tar', 'HEAD'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 ** 2,
  })
  expect(gzipSync(archive).length).toBeLessThan(1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'cutover-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'action.yml', 'dist', 'package.json'])
  expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['index.js', 'licenses.txt'])
  expect(statSync(join(folder, 'dist/index.js')).size).toBeLessThan(1_000_000)
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, '')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'dist/index.js')], {
    env: { GITHUB_REPOSITORY: 'octo/shop', GITHUB_STEP_SUMMARY: summary },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  expect(stdout).toMatch(/^::error .*server-url: is required/m)
})
