import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const workflows = [
  ...['README.md', 'docs/workflows.md', 'docs/troubleshooting.md'].flatMap(path =>
    [...read(path).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text], index) => [
      `${path} ${index + 1}`,
      text!,
    ]),
  ),
  ...['ci', 'release'].map(name => [`${name}.yml`, read(`.github/workflows/${name}.yml`)]),
] as [string, string][]

test('there are workflows to look at', () => {
  expect(workflows).toHaveLength(18)
})

test.each(workflows)('%s: actions pinned, least permissions, nothing pasted into a script', (name, text) => {
  for (const [, used] of text.matchAll(/\buses: (\S+)/g))
    expect(used).toMatch(/^cutover\/cutover@v1$|^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  expect(text).toMatch(/^permissions: \{\}$/m)
  expect(text).not.toMatch(/pull_request_target|write-all/)
  // The one job that makes the release, and the one that commits what a comment accepts.
  const writes = name === 'release.yml' || text.includes('issue_comment')
  expect(text.match(/contents: write/g) ?? []).toHaveLength(writes ? 1 : 0)
  for (const [, script] of text.matchAll(/run: (\|\n(?: {10,}.*\n)+|.*)/g))
    expect(script).not.toContain('${{')
  const checkouts = text.match(/actions\/checkout@/g)?.length ?? 0
  expect(text.match(/persist-credentials: false/g)?.length ?? 0).toBe(checkouts)
})

test('inputs that the documents name are those of action.yml, and the other way round', () => {
  const yml = read('action.yml')
  const names = (block: string) =>
    [
      ...new RegExp(`^${block}:\\n((?:(?: {2}.*)?\\n)+)`, 'm').exec(yml)![1]!.matchAll(/^ {2}([\w-]+):$/gm),
    ].map(([, name]) => name!)
  const told = (heading: string) =>
    [
      ...read('docs/action.md')
        .split(`## ${heading}\n`)[1]!
        .split('\n## ')[0]!
        .matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm),
    ].flatMap(([, cell]) => [...cell!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!))
  expect(told('Inputs').sort()).toEqual(names('inputs').sort())
  expect(told('Outputs').sort()).toEqual(names('outputs').sort())
  for (const [, text] of workflows)
    for (const [, block] of text.matchAll(/uses: cutover\/cutover@v1\n {8}with:\n((?: {10}.*\n)+)/g))
      for (const [, name] of block!.matchAll(/^ {10}([\w-]+):/gm)) expect(names('inputs')).toContain(name)
})

test('every page that a document links to is there', () => {
  for (const path of ['docs/action.md', 'docs/workflows.md', 'docs/troubleshooting.md'])
    for (const [, target] of read(path).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
      expect(() => read(join('docs', target!))).not.toThrow()
})

test('every section that a document links to is there', () => {
  /** As GitHub makes anchors of headings. */
  const anchors = (path: string) =>
    [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  for (const path of ['docs/action.md', 'docs/workflows.md', 'docs/troubleshooting.md'])
    for (const [, target, anchor] of read(path).matchAll(/\]\(([\w./]*)#([^)]*)\)/g))
      expect(anchors(target ? join('docs', target) : path)).toContain(anchor)
})
