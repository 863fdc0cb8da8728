import type { Side } from '../core/suite.ts'
import { servedBy } from './served-markup.ts'

/** What a page tells crawlers about itself, e.g. `noindex`. */
export interface Directive {
  /** Lower case; `none` comes as `noindex` and `nofollow`, a day in `unavailable_after` that is over as `noindex`. */
  name: string
  from: 'markup' | 'header'
  /** As written, for the reader. */
  said: string
}

const AGENTS = new Set(['', '*', 'robots', 'googlebot'])
/** Other words for the same. */
const SAME: Readonly<Record<string, string[]>> = {
  none: ['noindex', 'nofollow'],
  'max-snippet:0': ['nosnippet'],
}
/** Directives that have a colon themselves. */
const WITH_VALUE = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/**
 * Robots directives for every crawler and for Googlebot: meta tags of the rendered and of the served document (a
 * crawler that reads `noindex` there runs no script to see it removed), and X-Robots-Tag.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export function directivesOf({ document, head }: Side<'document' | 'head'>): Directive[] {
  const now = Date.parse(document.headers.date ?? '')
  const metas = [...head.metas, ...servedBy(document).metas]
    .filter(({ name }) => name !== '' && AGENTS.has(name))
    .flatMap(({ name, content }) =>
      split(content).map(word => directive(word, 'markup', `<meta name="${name}" content="${content}">`)),
    )
  return [...metas, ...fromHeader(document.headers['x-robots-tag'] ?? '')]
    .flat()
    .map(({ name, ...rest }) => ({ name: dated(name, now), ...rest }))
}

/** `unavailable_after` by its day: `noindex` once it is over by the server's own clock. */
function dated(name: string, now: number): string {
  const [, day] = /^unavailable_after\s*:\s*(.+)$/.exec(name) ?? []
  if (!day) return name
  return Date.parse(day) < now ? 'noindex' : 'unavailable_after'
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
  const names = SAME[word.replace(/\s/g, '')] ?? [word]
  return names.map(name => ({ name, from, said: said.slice(0, 200) }))
}

const split = (text: string) =>
  text
    .slice(0, 4096)
    .toLowerCase()
    // The comma after a weekday is part of the day.
    .replace(/(unavailable_after\s*:\s*[a-z]+),/g, '$1')
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(Boolean)
