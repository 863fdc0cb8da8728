/** Text is read as it is seen: out of sight where a control opens it and where nothing does, and with its raised cents. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { serve } from '../serve.ts'
import { openWith } from './with-session.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Folds</title><main><h1>Folds</h1>
<details><summary>More</summary><p>Closed details</p></details><details open><summary>Less</summary><p>Open details</p></details>
<div role="tablist"><button role="tab" aria-controls="a">A</button></div><div role="tabpanel" id="a" hidden><p>Tab panel</p></div>
<button aria-controls="b c">B</button><div id="c" style="display: none"><p>Named by a button</p></div>
<a data-bs-toggle="collapse" href="#d">D</a><div id="d" style="height: 0; overflow: hidden"><p>Collapsed</p></div>
<button aria-controls="e">E</button><div id="e" role="dialog" hidden><p>Dialog</p></div>
<p hidden>Left over</p>
<style>sup { font-size: 75%; line-height: 0; position: relative; vertical-align: baseline; top: -0.5em }</style>
<p>$159<sup>99</sup></p><p>10<sup>12</sup></p></main>`

test('text in tabs and folds, and raised cents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks } = await layoutAt(session, 1440)
      expect(blocks.filter(({ folded }) => folded).map(({ text }) => text)).toEqual([
        'Closed details',
        'Tab panel',
        'Named by a button',
        'Collapsed',
      ])
      expect(blocks.map(({ text }) => text).slice(-2)).toEqual(['$159.99', '1012'])
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})
