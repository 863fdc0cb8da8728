import { saysNotFound } from '../../lib/not-found.ts'
import type { LandedPage, UrlTraces } from '../../store/types.ts'
import { COOKIES, isCalledAs, policyKinds, SHIPPING } from '../core/policies.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { shownPage } from './pages.ts'
import { grade, percent } from './rules.ts'

/** Under so many words nothing is told; policies of so many are whole texts, of which that share must be left. */
const POLICIES = { minTold: 20, minWords: 100, kept: 0.3 }

const rules = defineRules(
  'catalog/policies',
  {
    why: 'Law and payment providers ask for them, and buyers look for them before they pay.',
    reference: 'https://help.shopify.com/en/manual/checkout-settings/refund-privacy-tos',
  },
  {
    'policy-lost': {
      ...grade('serious'),
      measures:
        'Whether privacy policy, terms, refund policy and legal notice of the original are among the pages, links and sitemaps of the new store, and at the addresses that Shopify gives them.',
      one: 'A policy of the original is not in the new store',
      many: '% policies of the original are not in the new store',
      fix: 'Write it under Settings, Policies, or as a page, and link it in the footer.',
    },
    'shipping-policy-lost': {
      ...grade('moderate'),
      measures: 'The same of the shipping policy.',
      one: 'What the original says of shipping is not in the new store',
      many: 'What the original says of shipping is not in the new store',
      fix: 'Write it under Settings, Policies, or as a page, and link it in the footer.',
    },
    'cookie-policy-lost': {
      ...grade('moderate'),
      measures: 'The same of what is said of cookies.',
      one: 'What the original says of cookies is not in the new store',
      many: 'What the original says of cookies is not in the new store',
      fix: 'Write it as a page, or into the privacy policy, and link it in the footer.',
    },
    'policy-unfilled': {
      ...grade('serious'),
      measures:
        'Policies with what a template asks to be filled in, such as [INSERT RETURN ADDRESS], where the original’s have none.',
      one: 'A policy is a template that nobody has filled in',
      many: '% policies are templates that nobody has filled in',
      fix: 'Write it as the original has it, under Settings, Policies: a buyer may hold the shop to what stands there.',
    },
    'policy-cut': {
      ...grade('moderate'),
      measures: `Policies of ${POLICIES.minWords} words and more of which under ${percent(POLICIES.kept)} of the words are left.`,
      one: 'A policy lost most of its text',
      many: '% policies lost most of their text',
      fix: 'Import their whole text.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Not all of them keep a shop from opening. */
const LESSER: Readonly<Record<string, Cause>> = {
  // A shop that delivers nothing has pages called so as well.
  [SHIPPING]: 'shipping-policy-lost',
  // The privacy policy may say it all, and plugins write such pages by themselves.
  [COOKIES]: 'cookie-policy-lost',
}

/** What a shop owes its buyers in writing: whether each kind of it is still to be found, and whole. */
export const policies = catalogCheck({
  title: 'Policies are there',
  weight: 5,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const before = pagesByKind(pair.original.urls, true)
  if (before.size === 0) return notApplicable('the original has no page that is called as policies are')
  const after = pagesByKind(pair.rebuilt.urls, false)
  const linked = linkedKinds(pair)
  const differences: Difference<Cause>[] = []
  for (const [subject, pages] of before) {
    const longest = pages[0]!
    const now = after.get(subject)?.[0] ?? ledTo(longest, subject, pair)
    const about = { subject, original: shownPage(longest) }
    if (!now && !linked.has(subject))
      differences.push({
        ...about,
        cause: LESSER[subject] ?? 'policy-lost',
        before: new URL(longest.url).pathname,
        after: 'not there',
      })
    else if (now?.facts?.unfilled && !longest.facts!.unfilled)
      differences.push({
        ...about,
        cause: 'policy-unfilled',
        rebuilt: shownPage(now),
        before: `${longest.words} words`,
        after: now.facts.unfilled,
      })
    else if (now && longest.words >= POLICIES.minWords && now.words < longest.words * POLICIES.kept)
      differences.push({
        ...about,
        cause: 'policy-cut',
        rebuilt: shownPage(now),
        before: `${longest.words} words`,
        after: `${now.words} words`,
      })
  }
  // Absence from a list that was never read is no absence.
  if (
    pair.rebuilt.urls.coverage.outOfTime &&
    differences.some(({ cause }) => !/^policy-(cut|unfilled)$/.test(cause))
  )
    return inconclusive('the time for the stores was over before the new store’s own pages were listed')
  return { applicable: before.size, differences }
}

/** Pages that were read, of each kind, the longest first. */
function pagesByKind({ urls, traces, pages }: UrlTraces, isOriginal: boolean): Map<string, LandedPage[]> {
  const found = new Map<string, LandedPage[]>()
  const other = new Set(
    urls.flatMap(({ kind }, index) => (/^(page|file)$/.test(kind) ? [] : [traces[index]!.page ?? -1])),
  )
  for (const [index, page] of pages.entries()) {
    if (page.status !== 200 || !page.facts || (isOriginal && other.has(index)) || saysNotFound(page.title))
      continue
    if (isOriginal && page.words < POLICIES.minTold) continue
    for (const kind of policyKinds(page.heading || page.title))
      found.set(
        kind,
        [...(found.get(kind) ?? []), page].sort((a, b) => b.words - a.words),
      )
  }
  return found
}

/** Where the old page's address leads, if that is one by any name. */
function ledTo(page: LandedPage, subject: string, { original, rebuilt }: StorePair): LandedPage | undefined {
  const index = original.urls.traces.findIndex(
    (trace, at) => !original.urls.urls[at]!.shows && original.urls.pages[trace.page ?? -1] === page,
  )
  const landed = rebuilt.urls.pages[rebuilt.urls.traces[index]?.page ?? -1]
  const isOne = landed?.status === 200 && landed.facts && isCalledAs(subject, landed.heading || landed.title)
  return isOne ? landed : undefined
}

/** Kinds that the new store's links and sitemaps name; of the original its pages tell, which were all asked. */
function linkedKinds({ rebuilt: { urls } }: StorePair): ReadonlySet<string> {
  // What old addresses lead to, and is not there.
  const dead = new Set(
    urls.traces.flatMap(({ end, status, hops }, at) =>
      end === 'answer' && /^(404|410)$/.test(String(status))
        ? pathnameOf(hops.at(-1)?.to ?? urls.urls[at]!.path)
        : [],
    ),
  )
  return new Set(
    urls.targets.flatMap(({ path, title }) =>
      dead.has(path) ? [] : [title, path.split('/').pop()!.replace(/[-_]/g, ' ')].flatMap(policyKinds),
    ),
  )
}

const pathnameOf = (url: string): string =>
  (URL.canParse(url) ? new URL(url).pathname : url.split(/[?#]/)[0]!) || '/'
