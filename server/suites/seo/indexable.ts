import { robotsRefusal } from '../../lib/robots.ts'
import { pathOf } from '../../lib/url.ts'
import type { Check, Finding, Side } from '../core/suite.ts'
import { directivesOf } from './directives.ts'
import { rightPlaces } from './right-places.ts'

type Needed = 'document' | 'head' | 'robots'

/** What keeps the page out of the search results. */
interface Obstacle {
  /** A staging host sends headers and robots.txt of its own; markup goes live as it is. */
  ships: boolean
  said: string
  fix: string
}

export const indexable: Check<Needed> = {
  id: 'seo/indexable',
  title: 'The page may be indexed',
  weight: 20,
  judge({ original, rebuilt }) {
    const before = obstaclesOf(original)
    const staging = new URL(original.document.url).host !== new URL(rebuilt.document.url).host
    const kept = obstaclesOf(rebuilt).map((obstacle): Finding => {
      const harmless = staging && !obstacle.ships && before.length === 0
      return {
        key: harmless ? 'seo/indexable:staging' : 'seo/indexable',
        severity: harmless ? 'minor' : 'serious',
        penalty: harmless ? 0.05 : 1,
        message: harmless
          ? `The preview is closed to search engines: ${obstacle.said}. Is that gone at launch?`
          : `The page is kept out of search results: ${obstacle.said}`,
        fix: harmless ? `Make sure that it is for the preview host only: ${obstacle.fix}` : obstacle.fix,
        original: { url: original.document.url },
        rebuilt: { url: rebuilt.document.url, text: obstacle.said },
      }
    })
    return [
      ...kept,
      ...limits(original, rebuilt),
      ...redirected(original, rebuilt),
      ...refreshed(original, rebuilt),
    ]
  },
}

function obstaclesOf(side: Side<Needed>): Obstacle[] {
  const { document, robots } = side
  const found: Obstacle[] = []
  if (document.status < 200 || document.status >= 300)
    found.push({
      ships: true,
      said: `it answers with status ${document.status}`,
      fix: 'Answer with status 200',
    })
  const noindex = directivesOf(side).filter(({ name }) => name === 'noindex')
  const inMarkup = noindex.find(({ from }) => from === 'markup')
  if (inMarkup) found.push({ ships: true, said: inMarkup.said, fix: 'Remove noindex from the meta tag' })
  const inHeader = noindex.find(({ from }) => from === 'header')
  if (inHeader) found.push({ ships: false, said: inHeader.said, fix: 'Do not send noindex in X-Robots-Tag' })
  const refusal = robotsRefusal(robots, document.url, 'Googlebot')
  if (refusal) found.push({ ships: false, said: refusal, fix: 'Let robots.txt allow this address' })
  return found
}

const LIMITS = {
  nofollow: { severity: 'moderate', penalty: 0.3, effect: 'crawlers follow none of its links' },
  unavailable_after: {
    severity: 'moderate',
    penalty: 0.3,
    effect: 'it leaves the search results on that day',
  },
  nosnippet: { severity: 'moderate', penalty: 0.2, effect: 'results show no text of it' },
  noimageindex: { severity: 'minor', penalty: 0.1, effect: 'its pictures are not found' },
} as const

/** Directives short of noindex. On a staging host those of the header are the staging's. */
function limits(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const staging = new URL(original.document.url).host !== new URL(rebuilt.document.url).host
  const said = directivesOf(rebuilt).filter(({ from }) => from === 'markup' || !staging)
  return Object.entries(LIMITS).flatMap(([name, { severity, penalty, effect }]): Finding[] => {
    const found = said.find(directive => directive.name === name)
    if (!found) return []
    return [
      {
        key: `seo/indexable:${name}`,
        severity,
        penalty,
        message: `The page says ${name}, so that ${effect}: ${found.said}`,
        fix: `Remove ${name}`,
        rebuilt: { url: rebuilt.document.url, text: found.said },
      },
    ]
  })
}

/** The address that goes live should show the page itself. */
function redirected(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const moved = ({ document }: Side<Needed>) => {
    const [from, to] = [document.requestedUrl, document.url].map(url => pathOf(url, document.origins))
    return from === to ? null : { from: from!, to: to! }
  }
  const now = moved(rebuilt)
  if (!now) return []
  const before = moved(original)
  // Where the original leads elsewhere too, a redirect is how the site works.
  const key = before ? 'seo/indexable:redirect' : `seo/indexable:redirect:${now.from}`
  return [
    {
      key,
      severity: now.from === '/' ? 'minor' : 'moderate',
      penalty: now.from === '/' ? 0.05 : 0.2,
      message: `${now.from} does not show the page but leads on to ${now.to}`,
      fix: before
        ? `Lead to ${before.to}, as the original does, or show the page at ${now.from}`
        : `Show the page at ${now.from} itself`,
      original: { url: original.document.url },
      rebuilt: { url: rebuilt.document.url },
    },
  ]
}

/** s; a page that leads on after longer than that is left open in a hall, and is no redirect. */
const LONGEST_REFRESH = 60

/**
 * A meta refresh to another page: a visitor is taken away while reading, and search engines index what it leads to.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh
 */
function refreshed(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const own = rightPlaces(original, rebuilt, [])
  for (const { name, content } of rebuilt.head.metas) {
    const [, delay, url] = /^\s*(\d+)[^;,]*[;,]\s*url\s*=\s*['"]?([^'"]+)/i.exec(content) ?? []
    if (name !== 'refresh' || !url || Number(delay) > LONGEST_REFRESH) continue
    if (!URL.canParse(url.trim(), rebuilt.document.url)) continue
    const { href } = new URL(url.trim(), rebuilt.document.url)
    if (own.includes(own.placeOf(href))) continue
    return [
      {
        key: 'seo/indexable:refresh',
        severity: 'serious',
        penalty: 1,
        message: `The page leads on to ${href} by itself after ${delay} s: search engines take that for a redirect`,
        fix: 'Remove <meta http-equiv="refresh">',
        original: { url: original.document.url },
        rebuilt: { url: rebuilt.document.url, text: content },
      },
    ]
  }
  return []
}
