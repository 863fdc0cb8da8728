import { similarity, words } from '../../../lib/text.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { Link } from './pair.ts'

interface Page {
  title: string
  heading: string
}

/** Alike from here on. */
const ALIKE = 0.5

/**
 * Whether the pages that a link and its counterpart lead to are one: true by their title or heading, false where they
 * share no word and the new one has none of the link's either, null where that does not tell.
 */
export function pageReader({ original, rebuilt }: Pair<'linkTargets'>) {
  const [before, after] = [pagesOf(original), pagesOf(rebuilt)]
  return (link: Link, counterpart: Link): boolean | null => {
    const [was, now] = [before(link.link.href), after(counterpart.link.href)]
    if (!was || !now) return null
    if (was.heading && now.heading && similarity(was.heading, now.heading) >= ALIKE) return true
    if (was.title && now.title && similarity(was.title, now.title) >= ALIKE) return true
    const [old, fresh] = [saidBy(was), saidBy(now)]
    if (old.length === 0 || fresh.length === 0) return null
    const known = new Set([...old, ...words(link.name)])
    return fresh.some(word => known.has(word)) ? null : false
  }
}

const saidBy = ({ title, heading }: Page) => words(`${title} ${heading}`)

/** What each page says of itself, without what all pages of the site say. */
function pagesOf({ linkTargets }: Side<'linkTargets'>): (href: string) => Page | undefined {
  const read = linkTargets.targets.flatMap(({ href, page }) => (page ? [{ href, page }] : []))
  const counts = new Map<string, number>()
  for (const { page } of read)
    for (const word of new Set(words(page.title))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isBrand = (word: string) => read.length > 1 && counts.get(word)! * 2 > read.length
  const pages = new Map(
    read.map(({ href, page }) => [
      href,
      {
        title: words(page.title)
          .filter(word => !isBrand(word))
          .join(' '),
        heading: page.heading,
      },
    ]),
  )
  return href => pages.get(href.split('#')[0]!)
}
