/** Other names for all classes and ids, as another build would give them. */

import { createHash } from 'node:crypto'
import { load } from 'cheerio'

const nameFor = (name: string): string =>
  `k${createHash('sha256').update(`other build ${name}`).digest('hex').slice(0, 7)}`

/** A page or a style sheet, with its classes and ids renamed. */
export function renamed(text: string, path: string): string {
  if (path.endsWith('.css')) return renamedStyles(text)
  if (!path.endsWith('.html')) return text
  const $ = load(text)
  $('[class]').each((_, element) => {
    const names = ($(element).attr('class') ?? '').split(/\s+/).filter(Boolean)
    $(element).attr('class', names.map(nameFor).join(' '))
  })
  // Fragments in the address are part of the interface, so ids that links lead to stay.
  const led = new Set(
    $('a[href^="#"]')
      .toArray()
      .map(link => $(link).attr('href')!.slice(1)),
  )
  $('[id]').each((_, element) => {
    const id = $(element).attr('id')!
    if (!led.has(id)) $(element).attr('id', nameFor(id))
  })
  for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns'])
    $(`[${name}]`).each((_, element) => {
      const ids = $(element).attr(name)!.split(/\s+/)
      $(element).attr(name, ids.map(id => (led.has(id) ? id : nameFor(id))).join(' '))
    })
  $('style').each((_, element) => void $(element).text(renamedStyles($(element).text(), led)))
  return $.html()
}

const renamedStyles = (css: string, kept: ReadonlySet<string> = new Set()): string =>
  css.replace(/([^{}]*)\{/g, (whole, selector: string) =>
    selector.trimStart().startsWith('@')
      ? whole
      : `${selector
          .replace(/\.(-?[_a-zA-Z][\w-]*)/g, (_, name: string) => `.${nameFor(name)}`)
          .replace(/#(-?[_a-zA-Z][\w-]*)/g, (part, id: string) =>
            kept.has(id) ? part : `#${nameFor(id)}`,
          )}{`,
  )
