/** A number whose digits roll is one text, whatever draws them. */
import { expect, test } from 'vitest'
import { layoutAt } from '../../server/capture/collectors/layouts.ts'
import { servePages } from './pages.ts'
import { openWith } from './with-session.ts'

const roll = (digit: number) =>
  `<span class="mask"><span class="column" style="top: ${-20 * digit}px">${[...'0123456789'].map(one => `<i>${one}</i>`).join('')}</span></span>`
const digits = (number: string) => [...number].map(one => roll(Number(one))).join('')
const PAGE = `<!doctype html><meta charset="utf-8"><title>Numbers</title><style>
.mask { display: inline-block; height: 20px; line-height: 20px; overflow: hidden; position: relative; vertical-align: top }
.column { display: block; position: relative } i { display: block; font-style: normal }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) } div { line-height: 20px }</style><main>
<div aria-label="$49/mo"><b class="mask">$</b>${digits('49')}<b class="mask">/mo</b></div>
<div><span class="unseen">1,234 guests</span><span aria-hidden="true">${digits('1')},${digits('234')} guests</span></div>
<rolling-number>${digits('57')}</rolling-number>
<div aria-label="Rated 4 of 5"><b class="mask">4</b> <b class="mask">/5</b></div>
<div aria-label="Pages"><button>1</button><button>2</button></div></main>
<script>customElements.define('rolling-number', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = document.querySelector('style').outerHTML + this.innerHTML
  }
})</script>`

test('a number that is drawn digit by digit is read as a whole', async () => {
  const site = await servePages({ '/': PAGE })
  try {
    await openWith(`${site.origin}/`, async session => {
      const { blocks } = await layoutAt(session, 1440)
      expect(blocks.map(({ text, state }) => [text, state])).toEqual([
        ['$49/mo', 'visible'],
        ['1,234 guests', 'visible'],
        ['57', 'visible'],
        // What is said beyond the digits is not what is drawn.
        ['4', 'visible'],
        ['/5', 'visible'],
        ['1', 'visible'],
        ['2', 'visible'],
      ])
    })
  } finally {
    await site.close()
  }
})
