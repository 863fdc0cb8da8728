/** Two pages of known weight: a light one, and one whose scripts, styles and pictures cost it points. */
import { filler, rules } from '../../test/filler.ts'
import type { Rewrite } from '../../test/serve.ts'
import { photograph } from '../../test/suites/studio-pictures.ts'

export interface Weight {
  /** Busy work of the script on load, in turns of a loop of about 1 ms each on a quick machine. */
  work: number
  /** Bytes of the render-blocking style sheet and of the script. */
  styles: number
  script: number
  /** Pixels of a side of the first picture. */
  picture: number
}

/** About right on a machine of two cores; `calibrate.ts` makes it right on the one at hand. */
export const WEIGHTS: Record<'light' | 'heavy', Weight> = {
  light: { work: 20, styles: 80_000, script: 150_000, picture: 1100 },
  heavy: { work: 65, styles: 165_000, script: 310_000, picture: 1600 },
}

/** The same page, `times` as heavy in all that costs it points. */
export function scaled({ work, styles, script, picture }: Weight, times: number): Weight {
  const grown = (size: number) => Math.round(size * times)
  return { work: grown(work), styles: grown(styles), script: grown(script), picture }
}

export function weighing({ work, styles, script, picture }: Weight): Rewrite {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of known weight</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script></head>
<body><main><h1>A page of known weight</h1><img src="/first.jpg" alt="Soft patches of colour" width="${picture}" height="${picture / 2}">
${Array.from({ length: 30 }, (_, at) => `<section><h2>Part ${at + 1}</h2><p>${'Some words that fill a line or two of it. '.repeat(8)}</p></section>`).join('\n')}
</main></body></html>`
  const css = `body { font: 16px/1.5 sans-serif; margin: 16px } img { max-width: 100%; height: auto }\n${rules(styles)}`
  const js = `for (let turn = 0, sum = 0; turn < ${work}; turn++) for (let i = 0; i < 200000; i++) sum += Math.sqrt(i * turn)\n${filler(script, at => `function unused${at}() { return ${at} * ${at} }`)}`
  return path => {
    if (path === '/index.html') return html
    if (path === '/page.css') return css
    if (path === '/page.js') return js
    if (path === '/first.jpg')
      return photograph('first', picture, picture / 2)
        .jpeg({ quality: 90 })
        .toBuffer()
    return undefined
  }
}
