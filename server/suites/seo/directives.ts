import type { Side } from '../suite.ts'
import { metaTags } from './served.ts'

/** What a page tells crawlers about itself, e.g. `noindex`. */
export interface Directive {
  /** Lower case; `none` comes as `noindex` and `nofollow`. */
  name: string
  from: 'markup' | 'header'
  /** As written, for the reader. */
  said: string
}

const AGENTS = new Set(['', '*', 'robots', 'googlebot'])
/** Directives that have a colon themselves. */
const WITH_VALUE = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/**
 * Robots directives for every crawler and for Googlebot: meta tags of the rendered and of the served document (a
 * crawler that reads `noindex` there runs no script to see it removed), and X-Robots-Tag.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export function directivesOf({ document, head }: Side<'document' | 'head'>): Directive[] {
  const metas = [...head.metas, ...metaTags(document.html)]
    .filter(({ name }) => name !== '' && AGENTS.has(name))
    .flatMap(({ name, content }) =>
      split(content).map(word => directive(word, 'markup', `<meta name="${name}" content="${content}">`)),
    )
  return [...metas, ...fromHeader(document.headers['x-robots-tag'] ?? '')].flat()
}

/** `noindex, googlebot: nofollow, otherbot: none`: a name holds for what follows it. */
function fromHeader(value: string): Directive[][] {
  let agent = ''
  const found: Directive[][] = []
  for (const part of split(value)) {
    const [, name, rest] = /^([\w*-]+)\s*:\s*(.*)$/.exec(part) ?? []
    const addressed = name !== undefined && !WITH_VALUE.test(name)
    if (addressed) agent = name
    if (AGENTS.has(agent))
      found.push(directive(addressed ? (rest ?? '') : part, 'header', `X-Robots-Tag: ${value}`))
  }
  return found
}

function directive(word: string, from: Directive['from'], said: string): Directive[] {
  const names = word === 'none' ? ['noindex', 'nofollow'] : [word]
  return names.map(name => ({ name, from, said: said.slice(0, 200) }))
}

const split = (text: string) =>
  text
    .slice(0, 4096)
    .toLowerCase()
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(Boolean)
