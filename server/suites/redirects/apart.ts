/**
 * Pages that one site calls the same, such as the shirts of men and of women, and that the steps of their addresses tell
 * apart: `/men/shirts/` and `/women/shirts/`.
 */
import { normalise, words } from '../../lib/text.ts'
import { type Places, slugOf, wordsOfPath } from './place.ts'

/** What a page is described by. */
export interface Called {
  titles: readonly string[]
  path: string
}

/**
 * Of each page the words that tell it from others of its name: the least of the last steps of its address that no other
 * one ends with. Empty where it is alone, and where the other site has no such word beside such a name: it may be one page
 * at several addresses.
 */
export function apartOf(pages: readonly Called[], others: readonly Called[], places: Places): string[] {
  const telling = tellingOf(pages, places)
  const groups = new Map<string, number[]>()
  for (const [index, { key, ending }] of telling.entries())
    if (ending !== '') groups.set(key, [...(groups.get(key) ?? []), index])
  const told = telling.map(() => '')
  if (groups.size === 0) return told
  const bearers = new Map<string, Set<number>>()
  for (const [index, { ending }] of tellingOf(others, places).entries())
    for (const word of [
      ...nameOf(others[index]!),
      ...words(`${wordsOfPath(slugOf(others[index]!.path))} ${ending}`),
    ])
      bearers.set(word, (bearers.get(word) ?? new Set()).add(index))
  const areTogether = (a: string, b: string) => {
    const [few = NO_PAGES, many = NO_PAGES] = [a, b]
      .map(word => bearers.get(word) ?? NO_PAGES)
      .sort((one, other) => one.size - other.size)
    return [...few].some(page => many.has(page))
  }
  for (const group of groups.values()) {
    const isKnown = group.some(index => {
      const own = nameOf(pages[index]!)
      const more = words(telling[index]!.ending).filter(word => !own.has(word))
      return more.some(word => [...own].some(name => areTogether(word, name)))
    })
    if (isKnown) for (const index of group) told[index] = telling[index]!.ending
  }
  return told
}

const nameOf = ({ titles, path }: Called): Set<string> =>
  new Set((titles.length ? titles : [wordsOfPath(slugOf(path))]).flatMap(words))

const NO_PAGES: ReadonlySet<number> = new Set()

/** What each page is called, and the end of its address that is its alone among those that are called so. */
function tellingOf(pages: readonly Called[], places: Places): { key: string; ending: string }[] {
  const called = pages.map(({ titles, path }) => {
    const endings = endingsOf(path, places)
    return { key: titles.length ? titles.map(normalise).sort().join('\n') : `/${endings[0]}`, endings }
  })
  const counts = new Map<string, number>()
  const more = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { key, endings } of called) {
    more(key)
    for (const ending of endings) more(`${key}\n/${ending}`)
  }
  return called.map(({ key, endings }) => {
    const isAlone = counts.get(key) === 1
    return { key, ending: isAlone ? '' : (endings.find(one => counts.get(`${key}\n/${one}`) === 1) ?? '') }
  })
}

/** The last step of an address, the last two, and so on; not its numbers, nor its market. */
function endingsOf(path: string, { withoutLocale }: Places): string[] {
  const steps = withoutLocale(path.toLowerCase())
    .split(/[?#]/)[0]!
    .split('/')
    .filter(step => /\p{L}/u.test(step))
  return steps.length ? steps.map((_, at) => wordsOfPath(steps.slice(-1 - at).join('/'))) : ['']
}
