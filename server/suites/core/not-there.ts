/** A new page that says that it is not there, as routers of scripts do for an address that they do not know. */
import type { HeadArtifact } from '../../capture/collectors/head.ts'
import { isNotFoundTitle } from '../../lib/not-found.ts'
import { isMadeAnew } from './made-anew.ts'
import type { Pair } from './suite.ts'

/** What a page says of itself when it is not there: its title, a visible h1, or where it has none the first heading. */
export function notFoundSaid({ title, headings }: HeadArtifact): string | undefined {
  const visible = headings.filter(({ state }) => state === 'visible')
  const mains = visible.filter(({ level }) => level === 1)
  return [title, ...(mains.length > 0 ? mains : visible.slice(0, 1)).map(({ text }) => text)].find(
    isNotFoundTitle,
  )
}

/** The same of a new page that shows this in place of the original's text. */
export function notThere(pair: Pair<'head' | 'layouts'>): string | undefined {
  const said = notFoundSaid(pair.rebuilt.head)
  const isNew = said !== undefined && notFoundSaid(pair.original.head) === undefined
  return isNew && isMadeAnew(pair) ? said : undefined
}
