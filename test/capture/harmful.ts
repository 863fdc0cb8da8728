/** A page whose every part sends what changes data, and a server that takes note of all that arrives. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Harm</title><main><h1>Harm</h1>
<button type="button" id="fine">Details</button><p id="more" hidden>More about it</p>
<button type="button" id="fetch">Remember this</button>
<button type="button" id="xhr">Rate it</button>
<button type="button" id="beacon">Count me</button>
<button type="button" id="keep">Keep it alive</button>
<button type="button" id="worker">Work</button>
<button type="button" id="form">Next step</button>
<button type="button" id="frame">In a frame</button>
<button type="button" id="window">In a window</button>
<button type="button" id="boxes">Boxes</button>
<button type="button" id="away">Elsewhere</button>
<button type="button" id="socket">Talk</button>
<button type="button" onclick="fetch('/deleted', { method: 'DELETE' })">Delete my account</button>
<form id="f" action="/form" method="post"><input name="a" value="1"><button>Submit</button></form>
<form id="g" action="/framed" method="post" target="inner"><input name="a" value="1"></form><iframe name="inner" src="/inner"></iframe>
</main><script>
const by = id => document.getElementById(id)
by('fetch').onclick = () => { for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) fetch('/' + method, { method }) }
by('xhr').onclick = () => { const x = new XMLHttpRequest(); x.open('PUT', '/xhr'); x.send('1') }
by('beacon').onclick = () => navigator.sendBeacon('/beacon', 'x')
by('keep').onclick = () => fetch('/keep', { method: 'POST', keepalive: true })
by('worker').onclick = () => new Worker('/worker.js')
by('form').onclick = () => by('f').submit()
by('frame').onclick = () => { by('g').submit(); frames[0].fetch('/inside', { method: 'POST' }); frames[0].navigator.sendBeacon('/inside', 'x') }
by('window').onclick = () => { window.open('/opened'); const a = document.createElement('a'); a.href = '/opened'; a.target = '_blank'; a.click() }
by('boxes').onclick = () => { alert('a'); while (confirm('again?')); prompt('b'); print() }
by('away').onclick = () => { location.href = '/elsewhere' }
by('socket').onclick = () => { const s = new WebSocket('ws://' + location.host + '/socket'); s.onopen = () => s.send('x') }
by('fine').onclick = () => { by('more').hidden = !by('more').hidden }
</script>`

/** Sends while it loads, when it is filled in, takes the focus or hears a key: for scans, which do all of that. */
const MORE = `<form action="/filled" method="post">
<input name="name" aria-label="Name" required oninput="fetch('/typed', { method: 'POST' })">
<input type="checkbox" aria-label="Agreed" onchange="fetch('/checked', { method: 'PUT' })"><button disabled>Send it</button></form>
<div tabindex="0" role="button" onkeydown="fetch('/key', { method: 'POST' })" onfocus="navigator.sendBeacon('/focus', 'x')">Keys</div>
<script>navigator.sendBeacon('/loading', 'x'); fetch('/loading', { method: 'PATCH' })</script>`

/**
 * `asked`: `METHOD /path` of all requests, and `UPGRADE /path`, as they arrive.
 * `more`: sends from all else that a scan does to a page, too.
 */
export async function serveHarmful({ more = false } = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    asked.push(`${method} ${url}`)
    if (url === '/worker.js') {
      response.setHeader('content-type', 'text/javascript')
      return response.end(`fetch('/from-worker', { method: 'POST' })`)
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const page = more ? PAGE.replace('</main>', `${MORE}</main>`) : PAGE
    response.end(url === '/' ? page : '<!doctype html><title>Here</title><p>Here</p>')
  })
  server.on('upgrade', (request, socket) => {
    asked.push(`UPGRADE ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { asked, host, close }
}
