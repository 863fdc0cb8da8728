import { saysNotFound } from '../../lib/not-found.ts'
import type { LandedPage, UrlTraces } from '../../store/types.ts'
import { COOKIES, isCalledAs, policyKinds, SHIPPING } from '../core/policies.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import type { Difference, Finder, StorePair } from './difference.ts'
import { shownPage } from './pages.ts'
import { POLICIES } from './rules.ts'

/** Not all of them keep a shop from opening. */
const LESSER: Readonly<Record<string, Difference['cause']>> = {
  // A shop that delivers nothing has pages called so as well.
  [SHIPPING]: 'shipping-policy-lost',
  // The privacy policy may say it all, and plugins write such pages by themselves.
  [COOKIES]: 'cookie-policy-lost',
}

/** What a shop owes its buyers in writing: whether each kind of it is still to be found, and whole. */
export const policies: Finder = pair => {
  const before = pagesByKind(pair.original.urls, true)
  if (before.size === 0) return notApplicable('the original has no page that is called as policies are')
  const after = pagesByKind(pair.rebuilt.urls, false)
  const linked = linkedKinds(pair)
  const differences: Difference[] = []
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
