import type { HeadArtifact } from '../../capture/collectors/head.ts'
import { languageCode } from '../../lib/language.ts'
import { localePrefix } from '../../lib/locale-prefix.ts'
import { isNotFoundTitle } from '../../lib/not-found.ts'
import { isElsewhere, placeFrom, subdomainOf } from '../../lib/place.ts'
import { MAX_REFRESH_SECONDS, refreshOf } from '../../lib/refresh.ts'
import { robotsRefusal } from '../../lib/robots.ts'
import { normalise } from '../../lib/text.ts'
import { basesOf, isSamePage } from '../../lib/url.ts'
import { DESKTOP, MOBILE } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import type { Check, Side } from '../core/suite.ts'
import { servedBy } from './page-markup.ts'

type Needed = 'destinations' | 'document' | 'head' | 'robots'

/** What keeps the page out of the search results. */
interface Obstacle {
  /** A staging host sends headers and robots.txt of its own; markup goes live as it is. */
  ships: boolean
  /** Search engines are asked, in the markup, to leave the page out. */
  isAsked?: boolean
  said: string
  fix: string
}

const rules = defineRules(
  'seo/indexable',
  {
    why: 'A page that is kept out of the results, or led away from, is not found any more.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  },
  {
    blocked: {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether the page answers with a status from 200 to 299 and does not say in its title or h1 that it is not found, without noindex in markup or header, and robots.txt lets Googlebot in.',
      fix: 'Let the page be indexed',
      cases: {
        preview: {
          when: 'header or robots.txt of a preview host say so, and the original may be indexed',
          severity: 'minor',
          penalty: 0.05,
        },
        markup: {
          when: 'the markup says noindex, which goes live as it is, and the original may be indexed',
          severity: 'critical',
          penalty: 1,
        },
      },
    },
    nofollow: {
      severity: 'moderate',
      penalty: 0.3,
      measures: 'Whether the markup, or on the real host the header, says nofollow.',
      fix: 'Remove nofollow',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
    'noindex-lost': {
      severity: 'minor',
      penalty: 0.05,
      measures:
        'Whether a page whose original says noindex, in markup or header, says so too. What a preview host says in its header is its own.',
      fix: 'Say noindex again, unless search engines are to show the page now',
      why: 'A page that was kept out of the results on purpose, such as one for thanks or for members, is found by anybody.',
    },
    redirect: {
      severity: 'serious',
      penalty: 1,
      measures:
        'Whether the submitted address shows the page itself on screens of 1440, 768 and 375 px, or leads where the original leads too, and not on to another path or, on phones, to a subdomain.',
      fix: 'Show the page at its own address',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
      cases: {
        language: {
          when: 'it leads to the address of the page in its own language, such as from / to /en',
          severity: 'minor',
          penalty: 0.1,
        },
        below: {
          when: 'it leads to an address below it, such as from / to /main.html, and the page there may be indexed and has half of the headings of the original or more',
          severity: 'moderate',
          penalty: 0.5,
        },
      },
    },
    refresh: {
      severity: 'serious',
      penalty: 1,
      measures: `Whether a meta refresh or a timer of a script leads on to another page within ${MAX_REFRESH_SECONDS} s, and the original's does not lead there.`,
      fix: 'Remove what leads on: <meta http-equiv="refresh">, the header Refresh or the timer',
      reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh',
    },
  },
)

export const indexable: Check<Needed> = {
  id: 'seo/indexable',
  title: 'The page may be indexed',
  weight: 20,
  rules,
  judge({ original, rebuilt }) {
    const before = obstaclesOf(original)
    const staging = isStaging(original, rebuilt)
    const kept = obstaclesOf(rebuilt).map((obstacle): Finding => {
      const harmless = staging && !obstacle.ships && before.length === 0
      return rules.report('blocked', {
        key: harmless ? 'seo/indexable:staging' : 'seo/indexable',
        as: harmless ? 'preview' : obstacle.isAsked && before.length === 0 ? 'markup' : undefined,
        message: harmless
          ? `The preview is closed to search engines: ${obstacle.said}. Is that gone at launch?`
          : `The page is kept out of search results: ${obstacle.said}`,
        fix: harmless ? `Make sure that it is for the preview host only: ${obstacle.fix}` : obstacle.fix,
        original: { url: original.document.url },
        rebuilt: { url: rebuilt.document.url, text: obstacle.said },
      })
    })
    return [
      ...kept,
      ...admitted(original, rebuilt),
      ...unfollowed(original, rebuilt),
      ...redirected(original, rebuilt),
      ...refreshed(original, rebuilt),
    ]
  },
}

const isStaging = (original: Side<Needed>, rebuilt: Side<Needed>) =>
  new URL(original.document.url).host !== new URL(rebuilt.document.url).host

function obstaclesOf(side: Side<Needed>): Obstacle[] {
  const { document, robots } = side
  const found: Obstacle[] = []
  if (document.status < 200 || document.status >= 300)
    found.push({
      ships: true,
      said: `it answers with status ${document.status}`,
      fix: 'Answer with status 200',
    })
  else found.push(...notFound(side))
  const noindex = directivesOf(side).filter(({ name }) => name === 'noindex')
  const inMarkup = noindex.find(({ from }) => from === 'markup')
  if (inMarkup)
    found.push({
      ships: true,
      isAsked: true,
      said: inMarkup.said,
      fix: 'Remove noindex from the meta tag',
    })
  const inHeader = noindex.find(({ from }) => from === 'header')
  if (inHeader) found.push({ ships: false, said: inHeader.said, fix: 'Do not send noindex in X-Robots-Tag' })
  const refusal = robotsRefusal(robots, document.url, 'Googlebot')
  if (refusal) found.push({ ships: false, said: refusal, fix: 'Let robots.txt allow this address' })
  return found
}

/** What Google calls a soft 404 and drops: an application has no page for its address, or shows another's answer. */
function notFound({ head }: Side<Needed>): Obstacle[] {
  const said = notFoundSaid(head)
  if (said === undefined) return []
  return [
    {
      ships: true,
      said: `it says of itself ${quote(said)}, and is taken for one that is not there`,
      fix: 'Show the page at this address',
    },
  ]
}

/** What a page says of itself when it is not there: its title, a visible h1, or where it has none the first heading. */
function notFoundSaid({ title, headings }: HeadArtifact): string | undefined {
  const visible = headings.filter(({ state }) => state === 'visible')
  const mains = visible.filter(({ level }) => level === 1)
  return [title, ...(mains.length > 0 ? mains : visible.slice(0, 1)).map(({ text }) => text)].find(
    isNotFoundTitle,
  )
}

/** A noindex that went with the old site: of a preview's header nobody knows whether it is the page's. */
function admitted(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const staging = isStaging(original, rebuilt)
  const noindex = (side: Side<Needed>) => directivesOf(side).filter(({ name }) => name === 'noindex')
  const [before] = noindex(original)
  const isKept = noindex(rebuilt).some(({ from }) => !staging || from === 'markup' || from === before?.from)
  if (!before || isKept) return []
  return [
    rules.report('noindex-lost', {
      message: `The original asks search engines not to show it (${before.said}), and the new page does not. Is that meant?`,
      original: { url: original.document.url, text: before.said },
      rebuilt: { url: rebuilt.document.url },
    }),
  ]
}

/** On a staging host the directives of the header are the staging's. */
function unfollowed(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const staging = isStaging(original, rebuilt)
  const found = directivesOf(rebuilt).find(
    ({ name, from }) => name === 'nofollow' && (from === 'markup' || !staging),
  )
  if (!found) return []
  return [
    rules.report('nofollow', {
      key: 'seo/indexable:nofollow',
      message: `The page says nofollow, so that crawlers follow none of its links: ${found.said}`,
      rebuilt: { url: rebuilt.document.url, text: found.said },
    }),
  ]
}

/** The address that goes live should show the page itself, or lead where the original's leads; on each screen. */
function redirected(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const said = new Set<string>()
  const leads = leadsOf(rebuilt)
  return SCREENS.flatMap(({ width, to }): Finding[] => {
    const now = movedTo(rebuilt, width)
    // Where the page itself led on while it was looked at, that is told.
    if (!now || said.has(now.to) || leads.some(({ url }) => isSamePage(url, now.url))) return []
    said.add(now.to)
    const before = movedTo(original, width)
    // Where the original leads to the same place, a redirect is how the site works.
    const isAlike = before !== undefined && isSamePlace(original, before.url, rebuilt, now.url)
    const place = width === DESKTOP ? '' : `:${width}`
    return [
      rules.report('redirect', {
        key: `seo/indexable:redirect${place}${isAlike ? '' : `:${now.from}`}`,
        as: isOwnLanguage(now, rebuilt) ? 'language' : isBelow(now, original, rebuilt) ? 'below' : undefined,
        message: `${now.from} does not show the page but leads ${to}on to ${now.to}`,
        fix: before
          ? `Lead to ${before.to}, as the original does, or show the page at ${now.from}`
          : `Show the page at ${now.from} itself`,
        original: { url: original.document.url },
        rebuilt: { url: now.url },
      }),
    ]
  })
}

const SCREENS = [
  { width: DESKTOP, to: '' },
  { width: 768, to: 'tablets ' },
  { width: MOBILE, to: 'phones ' },
]

/** The two places, where a load ended elsewhere than at the page's own address. */
function movedTo(
  { document, destinations }: Side<Needed>,
  width: number,
): { from: string; to: string; url: string } | undefined {
  const { requestedUrl } = document
  const url = width === DESKTOP ? document.url : destinations.loads.find(load => load.width === width)?.url
  if (url === undefined || !isElsewhere(url, requestedUrl)) return
  return { from: placeFrom(requestedUrl, requestedUrl), to: placeFrom(requestedUrl, url), url }
}

/** Whether what was asked for is shown below the prefix of the page's own language. */
function isOwnLanguage({ from, to }: { from: string; to: string }, { head }: Side<Needed>): boolean {
  const prefix = localePrefix(to)
  return (
    prefix !== '' &&
    (to.slice(prefix.length) || '/') === from &&
    languageCode(prefix) === languageCode(head.lang)
  )
}

/** Whether the whole page is shown below the address that was asked for, and may be indexed there. */
function isBelow({ from, to }: { from: string; to: string }, original: Side<Needed>, rebuilt: Side<Needed>) {
  const headings = original.head.headings.map(({ text }) => normalise(text))
  const known = new Set(rebuilt.head.headings.map(({ text }) => normalise(text)))
  const kept = headings.filter(text => known.has(text))
  const isWhole = kept.length > 0 && kept.length * 2 >= headings.length
  return (
    isWhole && to.startsWith(from.replace(/\/?$/, '/')) && !obstaclesOf(rebuilt).some(({ ships }) => ships)
  )
}

/** Whether an address of the original and one of the new site are one place, each as seen from the page's own. */
function isSamePlace(original: Side<Needed>, before: string, rebuilt: Side<Needed>, now: string): boolean {
  const [asked, askedNow] = [original.document.requestedUrl, rebuilt.document.requestedUrl]
  const [base, newBase] = basesOf(asked, askedNow)
  const [below, belowNow] = [subdomainOf(before, asked), subdomainOf(now, askedNow)]
  // On another site altogether, it has to be the same page there.
  if (below === undefined || belowNow === undefined) return isSamePage(before, now)
  const placeIn = (url: string, under: string) => {
    const place = placeFrom(url, url)
    return (place.startsWith(under) ? place.slice(under.length) || '/' : place).toLowerCase()
  }
  return below === belowNow && placeIn(before, base) === placeIn(now, newBase)
}

/**
 * A page that leads on by itself: a visitor is taken away while reading, and search engines index what a meta refresh
 * leads to.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh
 */
function refreshed(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const [now] = leadsOf(rebuilt)
  if (!now) return []
  const isAlike = leadsOf(original).some(before => isSamePlace(original, before.url, rebuilt, now.url))
  return [
    rules.report('refresh', {
      place: isAlike ? undefined : placeFrom(rebuilt.document.requestedUrl, now.url),
      message: `The page leads on to ${now.url} by itself ${now.when}`,
      original: { url: original.document.url },
      rebuilt: { url: rebuilt.document.url, text: now.said },
    }),
  ]
}

/** Where a page leads by itself, other than to itself: such a one loads itself again, and stays where it is. */
function leadsOf({
  document,
  head,
  destinations,
}: Side<Needed>): { url: string; when: string; said: string }[] {
  const { url, requestedUrl, headers } = document
  const contents = head.metas.flatMap(({ name, content }) => (name === 'refresh' ? content : []))
  const written = [headers.refresh ?? '', ...contents].flatMap(said => {
    const refresh = refreshOf(said, url)
    const when = `after ${refresh?.seconds} s: search engines take that for a redirect`
    return refresh ? [{ url: refresh.url, when, said }] : []
  })
  const later = destinations.later === null ? [] : [destinations.later]
  return [
    ...written,
    ...later.map(to => ({ url: to, when: 'by a timer, while it is being read', said: to })),
  ].filter(lead => ![url, requestedUrl].some(own => isSamePage(own, lead.url)))
}

/** What a page tells crawlers about itself, e.g. `noindex`. */
interface Directive {
  /** Lower case; `none` comes as `noindex` and `nofollow`. */
  name: string
  from: 'markup' | 'header'
  /** As written, for the reader. */
  said: string
}

/**
 * Robots directives for every crawler and for Googlebot: meta tags of the rendered and of the served document (a
 * crawler that reads `noindex` there runs no script to see it removed), and X-Robots-Tag.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
function directivesOf({ document, head }: Side<'document' | 'head'>): Directive[] {
  const metas = [...head.metas, ...servedBy(document).metas]
    .filter(({ name }) => name !== '' && AGENTS.has(name))
    .flatMap(({ name, content }) =>
      split(content).map(word => directive(word, 'markup', `<meta name="${name}" content="${content}">`)),
    )
  return [...metas, ...fromHeader(document.headers['x-robots-tag'] ?? '')].flat()
}

const AGENTS = new Set(['', '*', 'robots', 'googlebot'])
/** Directives that have a colon themselves. */
const WITH_VALUE = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

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
