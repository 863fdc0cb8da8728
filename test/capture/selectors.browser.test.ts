/** A selector names one element, in deep pages and where an id stands on many elements, and finds it again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { serve } from '../serve.ts'
import { openWith } from './with-session.ts'

const CARDS = 10
const DEPTH = 2000
const card = `<div><div id="card"><div><div><div><div><div><p>From 40 a night</p><a href="/book"><button>Book</button></a>
</div></div></div></div></div></div></div>`
const HOSTS = `<script>customElements.define('x-card', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p id="title">A card of its own</p>' } })</script>
<iframe srcdoc="<p id=title>A card of its own</p>"></iframe>`
const PAGE = `<!doctype html><meta charset="utf-8"><title>Cards</title><main><section>${card.repeat(CARDS)}</section>
<x-card></x-card><x-card></x-card>${HOSTS}<p id="end">The end</p>${'<div>'.repeat(DEPTH)}<p>Far down</p>`
test('each of ten like texts and buttons has a selector of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks, controls } = await layoutAt(session, 1440)
      const [prices, buttons] = [
        blocks.filter(({ text }) => text === 'From 40 a night'),
        controls.filter(({ role }) => role === 'button'),
      ]
      expect(new Set(prices.map(({ selector }) => selector)).size).toBe(CARDS)
      expect(new Set(buttons.map(({ selector }) => selector)).size).toBe(CARDS)
      expect(buttons.every(({ inLink }) => inLink)).toBe(true)
      expect(controls.some(({ role, inLink }) => role === 'link' && inLink)).toBe(false)
      const cards = blocks.filter(({ text }) => text === 'A card of its own')
      expect(cards.map(({ selector }) => selector)).toEqual([
        'body > main > x-card:nth-of-type(1) > p',
        'body > main > x-card:nth-of-type(2) > p',
        'body > main > iframe > body > p',
      ])
      expect(blocks.find(({ text }) => text === 'The end')!.selector).toBe('#end')
      expect(blocks.find(({ text }) => text === 'Far down')!.selector.length).toBeLessThan(1000)
      const { world } = await session.at(1440)
      const tops = await world.run(
        (_, all: string[]) =>
          all.map(one => document.querySelector(one)!.getBoundingClientRect().top + window.scrollY),
        prices.map(({ selector }) => selector),
      )
      expect(tops.map(Math.round)).toEqual(prices.map(({ box }) => Math.round(box.y)))
    })
  } finally {
    await Promise.all([site.close(), rm(folder, { recursive: true })])
  }
})
