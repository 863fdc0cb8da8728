/** Documents that no author means to write and every browser draws. */
import fc from 'fast-check'

/**
 * Members of DOM nodes: a field of a form that has such a name stands in their place. Without `nodeName` and `classList`,
 * which axe-core asks every form for, and without methods, whose names no field has.
 */
const CLOBBERING = [
  ...['style', 'children', 'nodeType', 'tagName', 'id', 'title', 'attributes', 'parentNode', 'parentElement'],
  ...['childNodes', 'firstChild', 'firstElementChild', 'nextSibling', 'content', 'className'],
  ...[
    'textContent',
    'innerText',
    'ownerDocument',
    'labels',
    'elements',
    'length',
    'action',
    'method',
    'target',
  ],
  ...['name', 'submit', 'reset', 'hidden', 'dir', 'lang', 'tabIndex', 'contains', 'dataset', 'type', 'value'],
  ...['scrollWidth', 'constructor', '__proto__', 'toString', 'remove', 'focus', 'select', 'isConnected'],
]
/** Names of `document` and of the window, which elements with an id or a name take over. */
const GLOBALS = [
  ...['body', 'head', 'title', 'all', 'cookie', 'location', 'links', 'anchors', 'plugins', 'defaultView'],
  ...['axe', 'cutoverInjected', 'wasPruned', 'define', 'module', 'exports', 'process', 'self', 'top', 'Node'],
]
const TEXTS = [
  ...[
    '',
    ' ',
    '\u00a0',
    'Prices from €49',
    'مرحبا بالعالم',
    '日本語のページ',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    '\u202eevil\u202c',
    'a\u0301'.repeat(60),
  ],
  ...[
    '\u200b\u200d\ufeff',
    '<b>',
    '&#0;&#xd800;&nosuch;',
    '&amp;&lt',
    'word '.repeat(200),
    'x'.repeat(3000),
    '\ud800',
    '\u0000',
  ],
]
const NUMBERS = [
  '0',
  '-1',
  '1',
  '3',
  'NaN',
  '1e9',
  '99999999999999999999',
  '',
  '1.5',
  '٣',
  'Infinity',
  '0x10',
]
/** A table of a thousand columns and rows for each cell would only be slow. */
const SPANS = ['0', '-1', '1', '3', 'NaN', '', '1.5', '30', 'Infinity']
const IDS = [
  '1',
  '',
  ' ',
  'a b',
  '"',
  "']",
  '#',
  '.',
  '\\',
  '🦊',
  'a:b',
  '-',
  '--',
  '[x]',
  'constructor',
  '__proto__',
  'same',
]
const URLS = [
  ...[
    '',
    '#',
    '#🦊',
    '#%',
    '%',
    '/%zz',
    'javascript:void(0)',
    'mailto:',
    'tel:++',
    'http://',
    'http://[',
    '//',
    '?',
  ],
  ...[
    'data:,',
    'data:image/svg+xml,<svg/>',
    'data:image/png;base64,AAAA',
    'blob:x',
    'about:blank',
    'file:///x',
  ],
  ...[
    'http://a:b@c:99999/',
    'x:',
    ' \n ',
    '/picture.svg',
    '/none.png',
    'http://xn--/',
    `/${'a/'.repeat(400)}`,
  ],
]
const STYLES = [
  ...[
    'width:0;height:0',
    'position:fixed;inset:0',
    'transform:scale(0)',

    'width:1e4px',
  ],
  ...[
    'height:9000px',
    'margin:-99999px',
    'opacity:0',
    'display:contents',
    'display:none',
    'visibility:collapse',
  ],
  ...[
    'clip-path:polygon(0 0)',
    'font-size:0',
    'font-size:300px',
    'content-visibility:hidden',
    'zoom:0.01',
    'color:#0000',
  ],
  ...[
    'background:url()',
    'background-image:image-set(url(/x) 1x, "y" 2x), cross-fade(red)',

    'float:left',
  ],
  ...[
    'writing-mode:vertical-rl',
    'overflow:scroll;height:1px',
    'color:oklch(50% 99 none)',
    'color:color(display-p3 1e9 0 0)',
  ],
  ...[
    'animation:x 1s infinite',
    'line-height:1e9',
    'background:linear-gradient(red,calc(1px/0) blue)',
    'cursor:pointer',
  ],
  ...[
    'font-family:"",\'\\"\'',
    'letter-spacing:-1e5px',
    'position:sticky;top:0',
    'perspective:0',
    'all:unset',
    ':;}{',
    '--x:{}',
  ],
]
const NAMES = [
  ...[
    'p',
    'div',
    'span',
    'h1',
    'h9',
    'a',
    'b',
    'ul',
    'li',
    'dl',
    'dt',
    'main',
    'nav',
    'header',
    'footer',
    'aside',
    'section',
  ],
  ...[
    'details',
    'summary',
    'dialog',
    'label',
    'legend',
    'fieldset',
    'output',
    'progress',
    'meter',
    'center',
    'font',
    'marquee',
  ],
  ...[
    'blink',
    'nobr',
    'ruby',
    'rt',
    'plaintext2',
    'x-ray',
    'x-',
    'o:p',
    'bdo',
    'pre',
    'hr',
    'br',
    'wbr',
    'q',
    'address',
    'body',
  ],
  ...[
    'slot',
    'noscript',
    'title',
    'figure',
    'figcaption',
    'blockquote',
    'map',
    'search',
    'hgroup',
    'menu',
    'button',
  ],
]

const one = <T>(of: readonly T[]) => fc.constantFrom(...of)
const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const attribute = (name: string, values: readonly string[]) =>
  one(values).map(value => `${name}="${quoted(value)}"`)

const attributes = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: attribute('style', STYLES) },
      attribute('id', [...IDS, ...GLOBALS]),
      attribute('name', [...IDS, ...GLOBALS]),
      attribute('class', IDS),
      attribute('tabindex', NUMBERS),
      attribute('role', [
        '',
        'button',
        'none button',
        'img',
        'table',
        'dialog',
        '🦊',
        'tab',
        'slider',
        'alert',
        'grid',
      ]),
      attribute('aria-label', TEXTS),
      attribute('aria-labelledby', IDS),
      attribute('aria-hidden', ['true', '', 'yes']),
      attribute('aria-expanded', ['true', 'false', '', 'x']),
      attribute('aria-controls', IDS),
      attribute('href', URLS),
      attribute('title', TEXTS),
      attribute('hidden', ['', 'until-found', 'false']),
      attribute('dir', ['rtl', 'auto', 'x']),
      attribute('lang', ['', 'xx-', 'ar', '12', 'en-US-x']),
      attribute('slot', IDS),
      attribute('is', ['x-ray', '']),
      attribute('contenteditable', ['', 'true', 'x']),
      attribute('inert', ['']),
      attribute('popover', ['', 'x']),
      attribute('onclick', [
        'this.remove()',
        'document.body.append(this.cloneNode(true))',
        '}{',
        'throw 0',
        'return',
      ]),
      one(['🦊="x"', '@click="x"', ':a="1"', '"', "='", 'xmlns:x="y"', 'itemscope itemtype="::"', 'style']),
    ),
    { maxLength: 4 },
  )
  .map(list => list.join(' '))

const { element } = fc.letrec<Record<'element' | 'content' | 'void', string>>(tie => ({
  content: fc
    .array(fc.oneof({ maxDepth: 3, withCrossShrink: true }, one(TEXTS), tie('element')), { maxLength: 4 })
    .map(parts => parts.join('')),
  void: fc.oneof(
    picture(),
    field(NAMES),
    one([
      '<!--',
      '</p>',
      '</body>',
      '</form>',
      '<![CDATA[x]]>',
      '<?x?>',
      '</',
      '<',
      '<!doctype x>',
      '<base target="x">',
    ]),
  ),
  element: fc.oneof(
    { weight: 5, arbitrary: wrapped(one(NAMES), tie('content')) },
    { weight: 2, arbitrary: tie('void') },
    form(tie('content')),
    table(tie('content')),
    foreign(tie('content')),
    shadow(tie('content')),
    frame(tie('content')),
    custom(tie('content')),
  ),
}))

function wrapped(name: fc.Arbitrary<string>, content: fc.Arbitrary<string>) {
  return fc
    .tuple(name, attributes, content, fc.boolean())
    .map(([tag, given, inside, open]) => `<${tag} ${given}>${inside}${open ? '' : `</${tag}>`}`)
}

function picture() {
  const srcset = [
    ',',
    '/a 1x, /b 1x',
    '/a -1w',
    '/a 1e99x',
    'data:,,',
    '🦊 9q',
    '/a 100w 1x',
    ' ,,, ',
    '/picture.svg 2x',
  ]
  return fc
    .tuple(
      one([
        'img',
        'input type=image',
        'source',
        'video',
        'audio',
        'embed',
        'object',
        'area',
        'canvas',
        'track',
      ]),
      fc.oneof(attribute('src', URLS), attribute('srcset', srcset), attribute('data', URLS)),
      fc.oneof(
        attribute('sizes', ['', '(', 'auto', '1e9vw']),
        attribute('alt', TEXTS),
        attribute('usemap', IDS),
      ),
      fc.oneof(attribute('width', NUMBERS), attribute('height', NUMBERS), attribute('loading', ['lazy'])),
      attributes,
    )
    .map(parts => `<${parts.join(' ')}>`)
}

function field(names: readonly string[]) {
  const types = [
    'text',
    'radio',
    'checkbox',
    'range',
    'date',
    'file',
    'color',
    'email',
    'hidden',
    'submit',
    'x',
    '',
  ]
  return fc
    .tuple(
      one(['input', 'select', 'textarea', 'button', 'output', 'fieldset', 'object']),
      attribute('type', types),
      fc.oneof(attribute('name', names), attribute('id', names)),
      fc.oneof(
        attribute('value', TEXTS),
        attribute('form', IDS),
        attribute('list', IDS),
        one(['required', 'disabled']),
      ),
      fc.oneof(
        attribute('pattern', ['[', '(?<a>', '\\p{']),
        attribute('min', NUMBERS),
        attribute('size', NUMBERS),
      ),
      attribute('autocomplete', ['', 'off', 'x y z', 'cc-number']),
    )
    .map(([tag, ...given]) => `<${tag} ${given.join(' ')}><option><optgroup label="">x</${tag}>`)
}

function form(content: fc.Arbitrary<string>) {
  return fc
    .tuple(attributes, attribute('action', URLS), attribute('method', ['', 'dialog', 'post', 'x']), content)
    .chain(([given, action, method, inside]) =>
      fc
        .array(field(CLOBBERING), { maxLength: 6 })
        .map(
          fields =>
            `<form ${given} ${action} ${method}>${fields.join('')}${inside}<button>Go</button></form>`,
        ),
    )
}

function table(content: fc.Arbitrary<string>) {
  const cell = fc
    .tuple(
      one(['td', 'th', 'caption', 'col', 'tr', 'tbody', 'tfoot', 'div']),
      attribute('colspan', SPANS),
      attribute('rowspan', SPANS),
      fc.oneof(
        attribute('headers', IDS),
        attribute('scope', ['', 'x', 'rowgroup']),
        attribute('span', NUMBERS),
      ),
      content,
    )
    .map(([tag, column, row, more, inside]) => `<${tag} ${column} ${row} ${more}>${inside}`)
  return fc
    .tuple(attributes, fc.array(cell, { maxLength: 6 }))
    .map(([given, cells]) => `<table ${given} border>${cells.join('')}</table>`)
}

function foreign(content: fc.Arbitrary<string>) {
  const shapes = [
    '<path d="M0 0L9 9zz x"/>',
    '<use href="#same"/>',
    '<text x="NaN">5</text>',
    '<image href="/%"/>',
    '<title/>',
  ]
  return fc
    .tuple(
      one(['svg', 'math', 'svg viewBox="0 0 0 0"', 'svg width="1e9" height="-1"']),
      attributes,
      one([
        ...shapes,
        '<a href="x" xlink:href="y"><circle r="9e99"/></a>',
        '<style>*{</style>',
        '<mi>x</mi>',
        '<svg><svg/>',
      ]),
      content,
    )
    .map(
      ([tag, given, shape, inside]) =>
        `<${tag} ${given}>${shape}<foreignObject>${inside}</foreignObject></${tag.split(' ')[0]}>`,
    )
}

function shadow(content: fc.Arbitrary<string>) {
  return fc
    .tuple(one(['open', 'closed', 'x']), content, content, attributes)
    .map(
      ([mode, inner, outer, given]) =>
        `<div ${given}><template shadowrootmode="${mode}"><style>:host{display:block}</style>${inner}<slot></slot><slot name="1"></slot></template>${outer}</div><template>${outer}</template>`,
    )
}

function frame(content: fc.Arbitrary<string>) {
  return fc
    .tuple(
      attributes,
      fc.oneof(
        content.map(inside => `srcdoc="${quoted(inside)}"`),
        attribute('src', [...URLS, '/frame']),
        one(['sandbox', 'sandbox srcdoc="x"', 'src="javascript:0"', 'srcdoc="<svg xmlns=&quot;x&quot;>"']),
      ),
    )
    .map(([given, source]) => `<iframe ${given} ${source} width="300"></iframe>`)
}

/** Made or changed by script. */
function custom(content: fc.Arbitrary<string>) {
  const scripts = [
    "const e = document.createElementNS('urn:x', 'a:b'); e.textContent = 'ns'; document.body.append(e)",
    "document.body.append(document.createElementNS('http://www.w3.org/2000/svg', 'a'))",
    "document.body.append(Object.assign(document.createElement('a'), { textContent: '\\ud800' }))",
    "customElements.define('x-ray', class extends HTMLElement { get children() { throw 1 } connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<b>x</b><slot>' } })",
    'document.querySelector("p")?.replaceWith(document.createComment("gone"))',
    'setInterval(() => { document.title = performance.now() }, 50)',
    "Element.prototype.getAttribute = Array.prototype.map = JSON.stringify = () => { throw 'mine' }",
    "document.documentElement.append(document.createElement('div'), 'after the body')",
    "document.body.prepend(document.createElement('body'))",
    "history.replaceState(null, '', '/%zz?#%')",
    'document.adoptedStyleSheets = [Object.assign(new CSSStyleSheet(), {})]; throw { toString() { throw 2 } }',
    "console.error({ get a() { throw 3 } }, Symbol('x'), document.all, new Proxy({}, {}))",
    "Promise.reject(null); setTimeout('syntax error here', 0)",
    "const d = document.createElement('dialog'); document.body.append(d); d.showModal()",
    "document.documentElement.setAttribute('lang', '\\0'); document.documentElement.id = '\\ud800'",
  ]
  return fc.tuple(one(scripts), content).map(([script, inside]) => `<script>${script}</script>${inside}`)
}

const head = fc
  .array(
    one([
      '<meta charset="x">',
      '<meta name="viewport" content="width=1, initial-scale=99, user-scalable=maybe">',
      '<meta http-equiv="refresh" content="x">',
      '<meta http-equiv="content-security-policy" content="default-src * \'unsafe-inline\' data:; bad">',
      '<meta property="og:image" content="http://[">',
      '<link rel="canonical" href="http://[">',
      '<link rel="icon" href="data:,x" sizes="x">',
      '<link rel="stylesheet" href="data:text/css,@import url(data:text/css,p{)">',
      '<link rel="alternate" hreflang="" href="">',
      '<base href="//">',
      '<title>&#xd800;</title>',
      '<title></title><title>two</title>',
      '<script type="application/ld+json">{"@graph":[null,1,[[]],{"@type":{"a":1}}],"@type":["x",3,null]}</script>',
      '<script type="application/ld+json">[[[[[</script>',
      '<script type="importmap">{</script>',
      '<style>@media (min-width: 1e9px) and (max-width:) {p{}} @container x (a) {} @layer; @font-face{src:url()} ::part(x):is(),[{</style>',
      '<style>@media (width >= 0.1em) and (400.5px <= width < 1e5px) { p { color: red } } @supports (x) {} @import "x";</style>',
      '<noscript><style>p{</style></noscript>',
    ]),
    { maxLength: 6 },
  )
  .map(parts => parts.join(''))

/** A whole document: `<html>`, `<body>`, neither of them, or something else in their place. */
export const oddDocument: fc.Arbitrary<string> = fc
  .tuple(
    one([
      '<!doctype html>',
      '',
      '<!doctype html public "-//W3C//DTD HTML 3.2//EN">',
      '\ufeff',
      '<?xml version="1.0"?>',
    ]),
    head,
    fc.array(element, { minLength: 25, maxLength: 45 }),
    one([
      (inside: string) => `<html><body>${inside}</body></html>`,
      (inside: string) => inside,
      (inside: string) => `<html lang=""><body style="display:none">${inside}`,
      (inside: string) => `<body style="position:absolute;width:0">${inside}</body></html><p>after`,
      (inside: string) =>
        `<div>${inside}</div><script>document.body.replaceWith(...document.body.childNodes)</script>`,
      () => '<frameset cols="1,*,x"><frame src="/frame"><frame><noframes>none</noframes></frameset>',
    ]),
  )
  .map(([doctype, inHead, parts, around]) => `${doctype}<head>${inHead}</head>${around(parts.join('\n'))}`)
