/** Scripts that take all there is: time, memory, windows, the visitor's attention. */
import { killQuietly } from '../../server/lib/proc.ts'
import { type Fixture, HTML, html, script, site } from './fixture.ts'
import { commandOf, descendants } from './processes.ts'

const JS = { 'content-type': 'text/javascript' }

/** Processes of the browser whose command line is like this end when the page is shown, each time. */
const dies = (name: string, command: RegExp, outcomes: Fixture['outcomes']): Fixture => ({
  name,
  outcomes,
  alone: true,
  answer: site({
    '/': html('<script src="/kill.js"></script>'),
    '/kill.js': (_, response) => {
      for (const { pid } of descendants()) if (command.test(commandOf(pid))) killQuietly(pid)
      response.end()
    },
  }),
})

export const SCRIPTS: Fixture[] = [
  { name: 'an endless loop', outcomes: ['page_unresponsive'], answer: script('for (;;);') },
  {
    name: 'an endless loop after its load',
    outcomes: ['page_unresponsive'],
    answer: script(`addEventListener('load', () => setTimeout(() => { for (;;); }, 50))`),
  },
  {
    name: 'a regular expression without end',
    outcomes: ['page_unresponsive'],
    answer: script(`/^(a+)+$/.test('a'.repeat(60) + '!')`),
  },
  {
    name: 'an endless loop of WebAssembly',
    outcomes: ['page_unresponsive'],
    // (module (func (export "f") (loop (br 0))))
    answer: script(
      `new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]))).exports.f()`,
    ),
  },
  {
    // Each promise takes memory, which some machines have used up before the page is given up.
    name: 'microtasks without end',
    outcomes: ['page_unresponsive', 'page_crashed'],
    answer: script('const again = () => Promise.resolve().then(again); again()'),
  },
  {
    name: 'eight busy workers',
    outcomes: ['scorecard', 'timed_out'],
    answer: script(`for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob(['for (;;);'])))`),
  },
  {
    name: 'workers that start workers',
    outcomes: ['scorecard', 'page_crashed', 'timed_out'],
    answer: site({
      '/': script(`new Worker('/w.js')`),
      '/w.js': (_, response) =>
        void response
          .writeHead(200, JS)
          .end(`for (let i = 0; i < 2; i++) setTimeout(() => new Worker('/w.js'), 500)`),
    }),
  },
  {
    name: 'memory without end',
    outcomes: ['page_crashed', 'page_unresponsive'],
    answer: script('const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))'),
  },
  {
    name: 'memory that grows slowly',
    outcomes: ['page_crashed', 'scorecard'],
    answer: script('const all = []; setInterval(() => all.push(new Uint8Array(1e8).fill(1)), 100)'),
  },
  {
    name: 'a heap that grows',
    outcomes: ['page_crashed', 'page_unresponsive'],
    answer: script('const all = []; for (;;) all.push({ a: [Math.random()], b: {} })'),
  },
  dies('a renderer that dies', /--type=renderer/, ['page_crashed']),
  dies('a process for graphics that dies', /--type=gpu-process/, ['scorecard', 'page_crashed']),
  dies('a browser that dies', /^(?=.*--remote-debugging-pipe)(?!.*--type=)/, ['page_crashed']),
  {
    name: 'windows by the hundred',
    outcomes: ['scorecard'],
    answer: script(
      `setInterval(() => { for (let i = 0; i < 20; i++) window.open('/' + Math.random()) }, 50)`,
    ),
  },
  {
    name: 'a window that leads its opener elsewhere',
    outcomes: ['scorecard'],
    answer: site({
      '/': html(
        `<button onclick="open('/window')">Open</button><a href="/window" target="_blank" rel="opener">Open</a><script>open('/window')</script>`,
      ),
      '/window': script(`opener.location = '/elsewhere'`),
      '/elsewhere': html('<p>Sign in here.</p>'),
    }),
  },
  {
    name: 'a consent banner that comes back',
    outcomes: ['scorecard'],
    answer: script(`
      const show = () => document.querySelector('#cookie-banner') || document.body.insertAdjacentHTML('beforeend',
        '<div id="cookie-banner" role="dialog" style="position:fixed;inset:0;background:#fff">We use cookies. <button onclick="parentNode.remove()">Reject all</button></div>')
      show()
      new MutationObserver(show).observe(document.body, { childList: true })`),
  },
  {
    name: 'files over https alone, where there is none',
    outcomes: ['scorecard'],
    answer: (request, response) =>
      void response
        .writeHead(request.url === '/' ? 200 : 404, {
          ...HTML,
          'content-security-policy': 'upgrade-insecure-requests',
          'strict-transport-security': 'max-age=31536000',
        })
        .end(html('<img src="http://127.0.0.1/x.png" alt="">', '<link rel="stylesheet" href="/x.css">')),
  },
  {
    name: 'alert, confirm and prompt',
    outcomes: ['scorecard'],
    answer: script(`for (let i = 0; i < 50; i++) { alert(i); confirm(i); prompt(i) }`),
  },
  { name: 'alerts without end', outcomes: ['page_unresponsive'], answer: script('for (;;) alert(1)') },
  {
    name: 'print without end',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script('setInterval(() => print(), 50)'),
  },
  {
    name: 'beforeunload',
    outcomes: ['scorecard'],
    answer: script(
      `addEventListener('beforeunload', event => { event.preventDefault(); event.returnValue = 'stay'; const end = Date.now() + 5000; while (Date.now() < end); })`,
    ),
  },
  {
    name: 'history floods',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script(
      `setInterval(() => { for (let i = 0; i < 500; i++) history.pushState(i, '', '#' + Math.random()) }, 20)`,
    ),
  },
  {
    name: 'goes back and forth',
    outcomes: ['scorecard'],
    answer: script(
      `history.pushState(1, '', '#a'); setInterval(() => history.back(), 100); setInterval(() => history.forward(), 130)`,
    ),
  },
  {
    name: 'a service worker that answers everything',
    outcomes: ['scorecard'],
    answer: site({
      '/': script(`navigator.serviceWorker?.register('/sw.js').catch(() => {})`),
      '/sw.js': (_, response) =>
        void response
          .writeHead(200, JS)
          .end(`addEventListener('fetch', e => e.respondWith(new Response('taken over')))`),
    }),
  },
  {
    name: 'asks for every permission',
    outcomes: ['scorecard'],
    answer: script(`
      const quiet = promise => Promise.resolve(promise).catch(() => {})
      try { quiet(Notification.requestPermission()) } catch {}
      navigator.geolocation?.watchPosition(() => {}, () => {})
      quiet(navigator.mediaDevices?.getUserMedia({ video: true, audio: true }))
      quiet(navigator.mediaDevices?.getDisplayMedia?.())
      quiet(navigator.clipboard?.readText())
      quiet(navigator.usb?.requestDevice({ filters: [] }))
      quiet(navigator.bluetooth?.requestDevice({ acceptAllDevices: true }))
      quiet(navigator.requestMIDIAccess?.({ sysex: true }))
      quiet(document.documentElement.requestFullscreen?.())
      quiet(document.documentElement.requestPointerLock?.())
      quiet(navigator.wakeLock?.request())
      quiet(navigator.storage?.persist())`),
  },
  {
    name: 'a console flood',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script(`for (let i = 0; i < 1_000_000; i++) console.error('line ' + i)`),
  },
  {
    // 10,000 a second, which leave a busy machine no time for anything else.
    name: 'errors without end',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script(
      `setInterval(() => { for (let i = 0; i < 100; i++) setTimeout(() => { throw new Error('x'.repeat(1000) + i) }) }, 10)`,
    ),
  },
  {
    name: 'a cookie flood',
    outcomes: ['scorecard', 'new_unreachable', 'new_http_error'],
    answer: script(`for (let i = 0; i < 2000; i++) document.cookie = 'c' + i + '=' + 'x'.repeat(4000)`),
  },
  {
    name: 'storage floods',
    outcomes: ['scorecard', 'page_crashed'],
    answer: script(`
      try { for (let i = 0; ; i++) localStorage['k' + i] = 'x'.repeat(100_000) } catch {}
      caches.open('c').then(async c => { for (let i = 0; i < 200; i++) await c.put('/' + i, new Response(new Uint8Array(5e6))) }).catch(() => {})
      const open = indexedDB.open('d'); open.onupgradeneeded = () => open.result.createObjectStore('s')
      open.onsuccess = () => { for (let i = 0; i < 100; i++) open.result.transaction('s', 'readwrite').objectStore('s').put(new Uint8Array(1e6), i) }`),
  },
  {
    // Its script keeps the main thread for seconds, on a busy machine for longer than a page is waited for.
    name: '10,000 requests',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: (request, response) =>
      void response
        .writeHead(200, HTML)
        .end(
          request.url === '/'
            ? script(`for (let i = 0; i < 10_000; i++) fetch('/f' + i).catch(() => {})`)
            : 'x',
        ),
  },
  {
    name: 'requests without end',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: (request, response) =>
      void response
        .writeHead(200, HTML)
        .end(
          request.url === '/'
            ? script(
                `const again = () => fetch('/' + Math.random()).finally(again); for (let i = 0; i < 20; i++) again()`,
              )
            : 'x',
        ),
  },
  {
    name: 'messages without end',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script(`onmessage = () => postMessage(1, '*'); for (let i = 0; i < 50; i++) postMessage(1, '*')`),
  },
  {
    name: 'frames of animation that never rest',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script(
      `const go = () => { const end = performance.now() + 40; while (performance.now() < end); requestAnimationFrame(go) }; go()`,
    ),
  },
  {
    name: 'overrides what pages have',
    outcomes: ['scorecard'],
    answer: script(`
      const bad = () => { throw new Error('overridden') }
      JSON.stringify = JSON.parse = bad
      for (const name of ['map', 'filter', 'push', 'forEach', 'slice', 'join', 'includes']) Array.prototype[name] = bad
      Array.prototype.toJSON = () => 'x'
      Object.prototype.polluted = 'yes'
      Object.keys = Object.entries = Object.assign = () => []
      Node.prototype.remove = Node.prototype.appendChild = bad
      Element.prototype.getBoundingClientRect = () => ({ x: NaN, y: Infinity, width: -1, height: 'x' })
      Element.prototype.matches = Element.prototype.closest = bad
      Document.prototype.querySelectorAll = Document.prototype.querySelector = bad
      window.getComputedStyle = bad
      window.Map = window.Set = window.WeakMap = window.Promise = bad
      window.setTimeout = window.requestAnimationFrame = bad
      performance.now = Date.now = () => NaN`),
  },
  {
    name: 'DOM clobbering',
    outcomes: ['scorecard'],
    answer:
      html(`<form name="body"><input name="parentNode"><input name="nodeName"><input name="children"><input name="attributes"><input name="id"><input name="tagName"></form>
      <img name="querySelector" alt=""><img name="querySelectorAll" alt=""><form name="documentElement"><input name="getAttribute"></form>
      <img name="getElementById" alt=""><img name="createElement" alt=""><a id="self"></a><a id="top"></a><a id="name"></a><a id="location" href="x:y">z</a><iframe name="document" srcdoc="x"></iframe>`),
  },
]
