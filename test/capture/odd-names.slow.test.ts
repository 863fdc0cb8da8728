/** Names and elements that stand in the place of what a collector asks the page for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import { page, servePages } from './pages.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

let site: Awaited<ReturnType<typeof servePages>>

beforeAll(async () => {
  site = await servePages({
    '/booking': page(
      `<main style="height: 2000px"><h1>Book a room</h1><a href="#booking">Book</a><section id="booking"><form action="/book"><p>Who is coming along?</p>
       <label>Children <input name="children" value="2"></label><label>Type <input name="nodeType"></label>
       <label>Parent <input name="parentNode"></label><label>Words <input name="textContent"></label>
       <label>Words <input name="contains"></label><label>All <input name="childNodes"></label>
       <label>Root <input name="getRootNode"></label><label>Shadow <input name="shadowRoot"></label><label>Id <input name="id"></label>
       <label>Near <input name="closest"></label><label>What to do <input name="action"></label>
       <label>How <input name="method"></label><label>Title <input name="title"></label><label>Look <input name="style"></label>
       <label>Language <input name="lang"></label><label>Where to <input name="target"></label><label>What <input name="name"></label>
       <label>Hidden <input name="hidden"></label><label>Parts <input name="elements"></label><label>Send <input name="submit"></label>
       <label>Length <input name="length"></label><label>Role <input name="role"></label><label>Tab <input name="tabIndex"></label>
       <label>Name <input name="nodeName"></label><label>List <select id="classList"><option>A</option></select></label><button>Book</button></form></section>
       <iframe name="body" title="More" srcdoc="<p>In a frame"></iframe></main>`,
    ),
    '/drawing': page(
      `<h1>A map</h1><svg width="300" height="100"><slot></slot><a href="/town#centre" rel="NEXT"><text y="50">Town</text></a></svg>`,
    ),
    '/refused': page('<h1>Mail</h1><button>Reply</button><iframe src="file:///x" title="Mail"></iframe>'),
    '/bodiless': page('<h1>Gone</h1><script>document.body.remove()</script>'),
  })
})
afterAll(() => site.close())

async function captured(path: string): Promise<Capture> {
  let capture: Capture | undefined
  await openWith(site.origin + path, async session => {
    capture = (await captureSite(session)).capture
  })
  const failed = Object.entries(capture!.artifacts).filter(([, collected]) => !collected.ok)
  expect(failed.map(([name]) => name).sort()).toEqual(['catalog', 'lighthouse', 'urls'])
  return capture!
}

test('a form is read whose fields are called as members of nodes', async () => {
  const { layouts, forms, axe } = (await captured('/booking')).artifacts
  expect(axe.ok && axe.value[0]!.passes.find(({ id }) => id === 'select-name')?.count).toBe(1)
  expect(layouts.ok && layouts.value.at(-1)!.blocks.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Book a room', 'Who is coming along?', 'Children', 'In a frame']),
  )
  expect(forms.ok && forms.value[0]!.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['children', 'nodeType', 'parentNode']),
  )
}, 60_000)

test('a link in a drawing leads where it says', async () => {
  const { links } = (await captured('/drawing')).artifacts
  expect(links.ok && links.value).toMatchObject([
    { href: `${site.origin}/town#centre`, rel: 'next', name: 'Town' },
  ])
}, 60_000)

test('a page without a body is captured', async () => {
  const { layouts } = (await captured('/bodiless')).artifacts
  expect(layouts.ok && layouts.value[0]!.blocks).toEqual([])
}, 60_000)

test('the keyboard is followed through a page with a frame that gets no document', async () => {
  const { keyboard } = (await captured('/refused')).artifacts
  expect(keyboard.ok).toBe(true)
}, 60_000)
