import { words } from '../../lib/text.ts'
import type { LandedPage } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { isUnseen, type PagePair, pagePairs, shownPage, UNSEEN } from './pages.ts'
import { CHEAP, grade, percent, widespread } from './rules.ts'

/** Posts of fewer words are notices; under that share of its words a post is cut. Comments and sidebars are counted along. */
const POSTS = { minWords: 100, kept: 0.25 }

const rules = defineRules(
  'catalog/posts',
  {
    why: 'Day and author tell readers and search engines what a text is worth.',
    reference: 'https://schema.org/BlogPosting',
  },
  {
    'post-cut': {
      ...grade('moderate'),
      ...widespread(0.05, 2, 'serious'),
      measures: `Posts of ${POSTS.minWords} words and more of which under ${percent(POSTS.kept)} of the words are left.`,
      one: 'A post lost most of its text',
      many: '% posts lost most of their text',
      fix: 'Import the whole text of the posts, not the excerpt.',
    },
    'date-changed': {
      ...grade('moderate'),
      measures: 'The day on which a post says that it was published, give or take one.',
      one: 'A post has another date',
      many: '% posts have other dates',
      fix: 'Set the date of publication of each post; an import takes the day on which it runs.',
    },
    'date-lost': {
      ...CHEAP,
      measures: 'Posts that no longer say when they were published.',
      one: 'A post no longer says when it was published',
      many: '% posts no longer say when they were published',
      fix: 'Show the date in the theme’s blog post template, where that is not meant.',
    },
    'author-changed': {
      ...grade('moderate'),
      measures: 'The author that a post names.',
      one: 'A post names another author',
      many: '% posts name other authors',
      fix: 'Set the author of each post; an import takes the account that runs it.',
    },
    'author-lost': {
      ...CHEAP,
      measures: 'Posts that no longer name their author.',
      one: 'A post no longer names its author',
      many: '% posts no longer name their authors',
      fix: 'Show the author in the theme’s blog post template, where that is not meant.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Posts of the blog, with the day and the author that they name. */
export const posts = catalogCheck({
  title: 'Posts keep their text, day and author',
  weight: 4,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const pages = pagePairs(pair).filter(isPost)
  const differences: Difference<Cause>[] = []
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

function dateCause(had: string, { facts, opening }: LandedPage): Cause | null {
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
