/** A control whose icon does not come is laid out all the same, and its classes say what it was to show. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Icons</title>
<header><a href="#" class="burger"><i class="fa fa-bars"></i></a> <a href="#" class="burger">Menu</a>
<a href="#" class="burger" style="display: none"><i class="fa fa-bars"></i></a>
<button class="burger" style="visibility: hidden"></button> <button>×</button>
<div style="cursor: pointer"><i class="bi bi-list"></i></div></header>
<main style="padding-top: 1200px"><a href="#" class="far"><i class="fa fa-bars"></i></a></main>`

test('classes of what is laid out at the top without a text', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { controls, clickables } = await layoutAt(session, 375)
      expect(controls.map(({ icon }) => icon?.classes)).toEqual([
        'burger fa fa-bars',
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(controls[0]).toMatchObject({ state: 'hidden', icon: { x: 8 } })
      expect(clickables.map(({ icon }) => icon?.classes)).toContain('bi bi-list')
    })
  } finally {
    await site.close()
  }
})
