/** Answers that never end, never begin, lead nowhere or are no page. */
import { cert } from '../egress/certificate.ts'
import { expired, ofAnotherHost } from './certificates.ts'
import { type Fixture, HTML, html, pour, script, site } from './fixture.ts'
import { blankPng } from './pictures.ts'

/** Bytes as they stand, in place of what a web server would say. */
const raw =
  (text: string): Exclude<Fixture['answer'], string> =>
  request =>
    void request.socket.end(text)

const status =
  (
    code: number,
    headers: Record<string, string> = {},
    body = '<!doctype html><p>No</p>',
  ): Exclude<Fixture['answer'], string> =>
  (_, response) =>
    void response.writeHead(code, { ...HTML, ...headers }).end(body)

export const NETWORK: Fixture[] = [
  {
    name: 'never finishes loading',
    outcomes: ['scorecard'],
    answer: site({
      '/': html('<img src="/hangs" alt=""><script async src="/hangs.js"></script>'),
      '/hangs': () => {},
      '/hangs.js': () => {},
    }),
  },
  { name: 'never answers', outcomes: ['new_unreachable'], answer: () => {} },
  {
    name: 'headers without end',
    outcomes: ['new_unreachable'],
    answer: (_, response) => {
      const { socket } = response
      socket?.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n')
      const timer = setInterval(() => socket?.write('x-more: yes\r\n'), 100)
      socket?.once('close', () => clearInterval(timer))
    },
  },
  {
    name: 'early hints without end',
    outcomes: ['new_unreachable'],
    answer: (_, response) => {
      const { socket } = response
      const timer = setInterval(() => socket?.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 10)
      socket?.once('close', () => clearInterval(timer))
    },
  },
  {
    name: 'one byte a second',
    outcomes: ['scorecard'],
    answer: site({
      '/': (_, response) => {
        const text = html('')
        let at = text.indexOf('</main>')
        response.writeHead(200, HTML).write(text.slice(0, at))
        const timer = setInterval(() => response.write(text[at++] ?? ' '), 1000)
        response.once('close', () => clearInterval(timer))
      },
    }),
  },
  {
    name: 'HTML without end',
    outcomes: ['page_unresponsive', 'page_crashed', 'body_too_large', 'timed_out', 'scorecard'],
    answer: site({
      '/': (_, response) => {
        response.writeHead(200, HTML).write(html('').replace('</body></html>', ''))
        pour(response, () => '<p>And another paragraph of the same kind.</p>'.repeat(1000))
      },
    }),
  },
  { name: 'redirect to itself', outcomes: ['too_many_redirects'], answer: status(302, { location: '/' }) },
  {
    name: 'redirects to ever new addresses',
    outcomes: ['too_many_redirects'],
    answer: (_, response) =>
      void response.writeHead(302, { location: `/${Math.random().toString(36).slice(2)}` }).end(),
  },
  {
    name: 'meta refreshes to ever new addresses',
    outcomes: ['too_many_redirects', 'page_unresponsive'],
    answer: (_, response) =>
      void response
        .writeHead(200, HTML)
        .end(html('', `<meta http-equiv="refresh" content="0; url=/${Math.random()}">`)),
  },
  {
    name: 'headers that refresh to ever new addresses',
    outcomes: ['too_many_redirects', 'page_unresponsive'],
    answer: (_, response) =>
      void response.writeHead(200, { ...HTML, refresh: `0; url=/${Math.random()}` }).end(html('')),
  },
  {
    name: 'scripts that lead to ever new addresses',
    outcomes: ['too_many_redirects', 'page_unresponsive'],
    answer: (_, response) =>
      void response.writeHead(200, HTML).end(script(`location.href = '/${Math.random()}'`)),
  },
  {
    name: 'loads itself again all the time',
    outcomes: ['scorecard', 'page_unresponsive'],
    answer: script('setInterval(() => location.reload(), 100)'),
  },
  {
    name: 'a download',
    outcomes: ['not_html'],
    answer: status(
      200,
      { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=x.zip' },
      'PK',
    ),
  },
  {
    name: 'a file of 1 GB',
    outcomes: ['not_html'],
    answer: (_, response) => {
      let left = 1000
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      pour(response, () => (left-- > 0 ? Buffer.alloc(1e6) : null))
    },
  },
  {
    name: 'a download for each click of its own',
    outcomes: ['scorecard'],
    answer: site({
      '/': script(
        `setInterval(() => { const a = document.createElement('a'); a.href = '/f'; a.download = 'f' + Math.random(); a.click() }, 200)`,
      ),
      '/f': status(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }, 'PK'),
    }),
  },
  {
    name: '401',
    outcomes: ['auth_required'],
    answer: status(401, { 'www-authenticate': 'Basic realm="x"' }),
  },
  {
    name: '407 of the site itself',
    outcomes: ['auth_required', 'new_unreachable'],
    answer: status(407, { 'proxy-authenticate': 'Basic realm="x"' }),
  },
  { name: '429', outcomes: ['rate_limited'], answer: status(429, { 'retry-after': '3600' }) },
  { name: '503', outcomes: ['new_http_error'], answer: status(503, { 'retry-after': '3600' }) },
  {
    name: 'a challenge for robots',
    outcomes: ['new_blocked'],
    answer: status(403, { 'cf-mitigated': 'challenge' }, '<title>Just a moment...</title>'),
  },
  { name: 'a certificate that nobody trusts', outcomes: ['tls_error'], certificate: cert, answer: html('') },
  {
    name: 'a certificate that has expired',
    outcomes: ['tls_error'],
    certificate: expired,
    answer: html(''),
  },
  {
    name: 'the certificate of another host',
    outcomes: ['tls_error'],
    certificate: ofAnotherHost,
    answer: html(''),
  },
  {
    name: 'no TLS where there should be',
    outcomes: ['tls_error'],
    certificate: 'none',
    answer: html(''),
  },
  { name: '204', outcomes: ['not_html'], answer: (_, response) => void response.writeHead(204).end() },
  { name: '304', outcomes: ['not_html'], answer: (_, response) => void response.writeHead(304).end() },
  {
    // A page that shows nothing is a page: all that the original has is lost there.
    name: 'an empty body',
    outcomes: ['scorecard'],
    answer: status(200, {}, ''),
  },
  { name: 'JSON', outcomes: ['not_html'], answer: status(200, { 'content-type': 'application/json' }, '{}') },
  {
    name: 'a picture',
    outcomes: ['not_html'],
    answer: async (_, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end(await blankPng(100)),
  },
  {
    name: 'a feed',
    outcomes: ['not_html'],
    answer: status(200, { 'content-type': 'application/rss+xml' }, '<rss version="2.0"><channel/></rss>'),
  },
  {
    name: 'a PDF',
    outcomes: ['not_html'],
    answer: status(200, { 'content-type': 'application/pdf' }, '%PDF-1.4'),
  },
  {
    name: 'cut off in the middle of its chunks',
    outcomes: ['scorecard', 'new_unreachable'],
    answer: raw(
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n40\r\n<!doctype html><h1>Half a page</h1>',
    ),
  },
  {
    name: 'chunks that are none',
    outcomes: ['new_unreachable', 'scorecard'],
    answer: raw(
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n<h1>x</h1>',
    ),
  },
  {
    name: 'HTTP/0.9',
    outcomes: ['new_unreachable'],
    answer: raw('<!doctype html><h1>From the nineties</h1>'),
  },
  {
    name: '10 MB of headers',
    outcomes: ['new_unreachable'],
    answer: raw(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${`x-more: ${'y'.repeat(1000)}\r\n`.repeat(10_000)}\r\n<h1>x</h1>`,
    ),
  },
  {
    name: 'leads to the cloud’s metadata',
    outcomes: ['target_forbidden'],
    answer: status(302, { location: 'http://169.254.169.254/latest/meta-data/' }),
  },
  {
    name: 'a script that leads to the cloud’s metadata',
    outcomes: ['target_forbidden'],
    answer: script(`location.href = 'http://169.254.169.254/latest/meta-data/'`),
  },
]
