/** What is never pressed for what its name says: who would hear a press is asked of the browser. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probes } from '../../server/capture/collectors/probes/index.ts'
import { serve } from '../serve.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

async function heardOn(body: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'withheld-'))
  await writeFile(join(folder, 'index.html'), `<!doctype html><title>Withheld</title><main>${body}</main>`)
  const site = await serve(folder)
  const heard: Record<string, string> = {}
  try {
    await openWith(`${site.origin}/index.html`, async session => {
      const { wide } = await probes(session)
      for (const one of wide.withheld ?? []) heard[one.name] = one.heard
      expect(wide.probes.map(({ name }) => name)).not.toContain('Buy')
    })
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
  return heard
}

const BUTTONS = `
<h1>Shop</h1>
<button type=button id=own>Buy</button>
<button type=button id=dead>Buy two</button>
<button type=button onclick="this.textContent = 'Bought'">Buy three</button>
<button type=button id=inner><span>Buy four</span></button>
<p id=wrap><button type=button>Buy five</button></p>
<a href="#" id=link>Buy six</a>
<form action="/search"><input name=q><button>Buy seven</button><button type=button>Buy eight</button></form>
<button type=button popovertarget=pop>Buy nine</button><div id=pop popover>Nine</div>
<x-card><button type=button>Buy ten</button></x-card>
<script>
  for (const place of ['#own', '#inner span', '#wrap'])
    document.querySelector(place).addEventListener('click', event => event.target.classList.toggle('bought'))
</script>`

test.concurrent('listeners of the control, of what is in it and around it, and what the browser does by itself', async () => {
  expect(await heardOn(BUTTONS)).toEqual({
    Buy: 'itself',
    'Buy two': 'nobody',
    'Buy three': 'itself',
    'Buy four': 'itself',
    'Buy five': 'around',
    'Buy six': 'nobody',
    'Buy eight': 'nobody',
    'Buy nine': 'around',
    'Buy ten': 'around',
  })
  const delegated = `${BUTTONS}<script>document.addEventListener('click', () => {})</script>`
  expect(await heardOn(delegated)).toMatchObject({ 'Buy two': 'around', Buy: 'itself' })
})

test.concurrent('the root of React listens for the handlers of its elements alone', async () => {
  const root = (more: string) => `
<div id=root><button type=button id=a>Buy</button><button type=button id=b>Buy two</button><p id=p><button type=button id=c>Buy three</button></p><button type=button id=d>Buy four</button></div>
<script>
  const root = document.getElementById('root')
  root.__reactContainer$x = {}
  // Where a dialog or a tooltip was shown.
  document.body._reactListeningx = true
  for (const capture of [true, false])
    for (const node of [root, document.body]) node.addEventListener('click', () => {}, capture)
  for (const [id, props] of Object.entries({ a: { onClick() {} }, b: {}, c: {}, p: { onClickCapture() {} } }))
    document.getElementById(id).__reactProps$x = props
  ${more}
</script>`
  expect(await heardOn(root(''))).toEqual({
    Buy: 'itself',
    'Buy two': 'nobody',
    'Buy three': 'around',
    // Not React's: it may wait for React, or have another script.
    'Buy four': 'around',
  })
  expect(await heardOn(root(`root.addEventListener('click', () => {})`))).toMatchObject({
    'Buy two': 'around',
  })
})

test.concurrent('a tag that no selector can name loses nothing of the others', async () => {
  const odd = '<o:p><button type=button onclick="x()">Buy</button></o:p><button type=button>Buy two</button>'
  expect(await heardOn(odd)).toEqual({ Buy: 'around', 'Buy two': 'nobody' })
})

test.concurrent('of each name the first is pressed last, while nothing goes out, and what loses something never', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'withheld-'))
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Shop</title><main><h1>Shop</h1><p id=count>0</p><p id=answer>Nothing was sent</p>
<button type=button id=add>Add to basket</button> <button type=button class=second>Add to basket</button>
<button type=button id=send>Subscribe</button> <button type=button id=erase>Delete</button></main><script>
add.onclick = () => { count.textContent = 1 }
document.querySelector('.second').onclick = erase.onclick = () => { count.textContent = 'wrong' }
send.onclick = () => fetch('/index.html').then(() => { answer.textContent = 'Sent' }, () => {})
</script>`,
  )
  const site = await serve(folder)
  try {
    await openWith(`${site.origin}/index.html`, async session => {
      const { wide } = await probes(session)
      const seen = wide.withheld?.map(({ name, press }) => [
        name,
        press?.effect,
        press?.asked,
        press?.revealed,
      ])
      expect(seen).toEqual([
        ['Add to basket', 'switches', false, ['1']],
        ['Add to basket', undefined, undefined, undefined],
        ['Subscribe', 'nothing', true, []],
        ['Delete', undefined, undefined, undefined],
      ])
      const { page } = await session.at(1440)
      expect(await page.locator('#answer').textContent()).toBe('Nothing was sent')
    })
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
})
