/** Other names for all classes and ids, as another build would give them: in pages, their styles and their scripts. */

import { createHash } from 'node:crypto'
import { load } from 'cheerio'

const nameFor = (name: string): string =>
  `k${createHash('sha256').update(`other build ${name}`).digest('hex').slice(0, 7)}`

/**
 * A page, a style sheet or a script, with its classes and ids renamed.
 * @param page the page to which the file at `path` belongs
 */
export function renamed(text: string, path: string, page: string): string {
  if (path.endsWith('.css')) return renamedStyles(text)
  if (path.endsWith('.js')) return renamedScript(text, namesOf(page))
  if (!path.endsWith('.html')) return text
  const $ = load(text)
  $('[class]').each((_, element) => {
    const names = ($(element).attr('class') ?? '').split(/\s+/).filter(Boolean)
    $(element).attr('class', names.map(nameFor).join(' '))
  })
  const { led } = namesOf(text)
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
  $('script:not([src], [type*="json"])').each(
    (_, element) => void $(element).text(renamedScript($(element).text(), namesOf(text))),
  )
  return $.html()
}

interface Names {
  classes: ReadonlySet<string>
  ids: ReadonlySet<string>
  /** Ids that links lead to. Fragments in the address are part of the interface, so these stay. */
  led: ReadonlySet<string>
}

function namesOf(page: string): Names {
  const $ = load(page)
  const values = (name: string) =>
    $(`[${name}]`)
      .toArray()
      .map(element => $(element).attr(name)!)
  return {
    classes: new Set(values('class').flatMap(value => value.split(/\s+/))),
    ids: new Set(values('id')),
    led: new Set(
      values('href')
        .filter(href => href.startsWith('#'))
        .map(href => href.slice(1)),
    ),
  }
}

/** In what is written in quotes: selectors, the names of classes that are set, and ids. */
function renamedScript(code: string, { classes, ids, led }: Names): string {
  const idFor = (id: string) => (led.has(id) ? id : nameFor(id))
  return code
    .replace(/(classList\.\w+\(|className\s*=\s*)(['"])([^'"]+)/g, (_, before, quote, names: string) =>
      [before, quote, names.split(' ').map(nameFor).join(' ')].join(''),
    )
    .replace(/(getElementById\(['"])([^'"]+)/g, (_, before, id: string) => before + idFor(id))
    .replace(/(['"])[^'"\n]*[.#][^'"\n]*\1/g, selector =>
      selector
        .replace(/\.(-?[_a-zA-Z][\w-]*)/g, (part, name: string) =>
          classes.has(name) ? `.${nameFor(name)}` : part,
        )
        .replace(/#(-?[_a-zA-Z][\w-]*)/g, (part, id: string) => (ids.has(id) ? `#${idFor(id)}` : part)),
    )
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
