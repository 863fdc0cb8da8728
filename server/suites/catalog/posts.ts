import { words } from '../../lib/text.ts'
import type { LandedPage } from '../../store/types.ts'
import { notApplicable } from '../core/suite.ts'
import type { Difference, Finder } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNSEEN } from './pages.ts'
import { POSTS } from './rules.ts'

/** Posts of the blog, with the day and the author that they name. */
export const posts: Finder = pair => {
  const pages = pagePairs(pair).filter(isPost)
  const differences: Difference[] = []
  const applicable = { text: 0, date: 0, author: 0 }
  for (const { before, after } of pages) {
    const about = { original: shownPage(before), rebuilt: shownPage(after) }
    const [had, has] = [before.facts!, after.facts!]
    if (before.words >= POSTS.minWords) {
      applicable.text++
      if (after.words < before.words * POSTS.kept)
        differences.push({
          ...about,
          cause: 'post-cut',
          before: `${before.words} words`,
          after: `${after.words} words`,
        })
    }
    if (had.published) {
      applicable.date++
      const cause = dateCause(had.published, after)
      if (cause) differences.push({ ...about, cause, before: had.published, after: has.published || 'none' })
    }
    if (had.author && !NOBODY.test(had.author)) {
      applicable.author++
      if (!names(after, had.author))
        differences.push({
          ...about,
          cause: has.author ? 'author-changed' : 'author-lost',
          before: had.author,
          after: has.author || 'none',
        })
    }
  }
  const { text, date, author } = applicable
  if (
    pages.length === 0 &&
    isUnseen(pair, ({ facts }, kind) => kind === 'post' && facts!.published + facts!.author !== '')
  )
    return UNSEEN('posts name their day or author')
  if (text + date + author === 0)
    return notApplicable('no post that was read on both sites names a day or an author on the original')
  return {
    applicable: {
      'post-cut': text,
      'date-changed': date,
      'date-lost': date,
      'author-changed': author,
      'author-lost': author,
    },
    differences,
  }
}

/** Addresses need not tell on the original: where the page became a post, it was one. */
const isPost = ({ kind, after: { pageType, url } }: PagePair) =>
  kind === 'post' ||
  (kind === 'page' && (pageType === 'article' || /\/blogs\/[^/]+\/[^/]+$/.test(new URL(url).pathname)))

/** Accounts that are no persons. */
const NOBODY = /^(admin|administrator|editor|webmaster|root|test|user|wordpress)\d*$/i
const DAY_MS = 86_400_000

function dateCause(had: string, { facts, opening }: LandedPage): Difference['cause'] | null {
  const { published, byline } = facts!
  if (published)
    // Midnight is another day elsewhere.
    return Math.abs(Date.parse(published) - Date.parse(had)) > DAY_MS ? 'date-changed' : null
  return `${byline} ${opening}`.includes(had.slice(0, 4)) ? null : 'date-lost'
}

function names({ facts, opening, title }: LandedPage, author: string): boolean {
  const { author: told, byline } = facts!
  const said = new Set(words(`${told} ${byline} ${opening} ${title}`))
  return words(author).every(word => said.has(word))
}
