import { posix } from 'node:path'
import { rules } from '../../filler.ts'
import type { Mutation } from '../page.ts'
import { pictures } from '../targets.ts'

/** Bytes that do not compress, the same each time. */
function noise(length: number): Buffer {
  let state = 9
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}

export const perf: Mutation[] = [
  {
    name: '1.5 MB of script with a long task',
    kind: 'must-fail',
    suite: 'perf',
    about: /perf\/(bytes|tbt|lcp|score)/,
    apply: ({ $, add }) => {
      $('head').append('<script src="/heavy-bundle.js"></script>')
      add(
        '/heavy-bundle.js',
        `(() => { const end = performance.now() + 1500; while (performance.now() < end); })()\n//${'x'.repeat(1_500_000)}`,
      )
      return true
    },
  },
  {
    name: 'render-blocking styles of 1.5 s',
    kind: 'must-fail',
    suite: 'perf',
    about: /perf\/(lcp|fcp|score)/,
    why: 'what they weigh takes as long on the line that Lighthouse simulates, 1.6 Mbit/s',
    apply: ({ $, add }) => {
      $('head').append('<link rel="stylesheet" href="/framework.css">')
      add('/framework.css', rules(300_000))
      return true
    },
  },
  {
    name: 'styles that the server takes 1.5 s to send',
    kind: 'must-raise',
    suite: 'perf',
    why: 'Lighthouse simulates an origin by the median of its answers, so one slow file hardly moves its score',
    about: /slow\.css.* 1[45]\d\d ms|perf\/(fcp|score)/,
    apply: ({ $, add }) => {
      $('head').append('<link rel="stylesheet" href="/slow.css">')
      add('/slow.css', async () => {
        await new Promise(resolve => setTimeout(resolve, 1500))
        return '.slow { color: red }'
      })
      return true
    },
  },
  {
    name: 'hero of eight times the bytes',
    kind: 'must-fail',
    suite: 'perf',
    about: /perf\/(lcp|bytes|score)/,
    apply: async edit => {
      const first = [...pictures(edit).toArray(), ...edit.shown('header img, section img').toArray()].find(
        img => {
          const seen = edit.seen(img)
          return seen && seen.y < 900 && seen.width * seen.height > 120_000
        },
      )
      const source = first && edit.$(first).attr('src')
      if (!source) return false
      const path = posix.resolve(posix.dirname(edit.path), source)
      const bytes = await edit.read(path)
      if (!bytes || bytes.length < 40_000) return false
      const more = noise(bytes.length * 7)
      // Decoders stop at the end of the picture; what comes after it is only weight.
      edit.add(path, Buffer.concat([bytes, more]))
      return true
    },
  },
  {
    name: 'late banner without reserved space',
    kind: 'must-raise',
    suite: 'perf',
    about: /perf\/cls/,
    apply: ({ $ }) =>
      $('body').append(
        `<script>addEventListener('load', () => setTimeout(() => { const banner = document.createElement('div'); banner.style.cssText = 'height:320px;background:#eee'; document.body.prepend(banner) }, 700))</script>`,
      ).length > 0,
  },
]
