import { INLINE } from '../../lib/html.ts'
import { memo } from '../../lib/memo.ts'
import { unspaced, words } from '../../lib/text.ts'
import { atWidth, DESKTOP } from '../../lib/widths.ts'
import type { Finding } from '../core/finding.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, inconclusive, notApplicable, type Side } from '../core/suite.ts'
import { bothPages, shown } from './page-finding.ts'
import { hasRel, headLinks, servedBy } from './page-markup.ts'
import { isOfOneVisitor } from './visitor-page.ts'

type Needed = 'document' | 'forms' | 'head' | 'layouts' | 'structuredData' | 'links'

/** Fewer words in common tell nothing. */
const MIN_WORDS = 20
const MAX_TEXT = 500_000
/** Shares of the text that are enough, that are some, and under which it is nothing. */
const ENOUGH = 0.9
const MIN_SOME = 0.7
const MIN_SERVED = 0.1
/** Headings of sections from which on a page that serves none serves its frame alone. */
const MIN_HEADINGS = 3
/** Of so many links one has to be served, where the page has MIN_LINKS or more. */
const LINKS_PER_SERVED = 10
const MIN_LINKS = 5

const rules = defineRules(
  'seo/served',
  {
    why: 'Many crawlers run no scripts, and those that do come back for it days later.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  },
  {
    text: {
      severity: 'minor',
      penalty: { of: 'the share of that text which is not served' },
      measures: `How much of the text that the original serves, and both pages show, the new page serves: ${ENOUGH * 100} % is enough, and under ${MIN_WORDS} words say nothing.`,
      fix: 'Render the page on the server or at build time',
      cases: {
        some: { when: `under ${MIN_SOME * 100} % of it is served`, severity: 'moderate' },
        nothing: {
          when: `under ${MIN_SERVED * 100} % of it is served; or none of the headings between header and footer, the h1 among them, ${MIN_HEADINGS} at least, that the original serves and both pages show`,
          severity: 'serious',
        },
        visitor: {
          when: `under ${MIN_SOME * 100} % of it is served, and the original is a basket, check-out, log-in or account by its address, or asks in one form for a card and for where to deliver: nobody searches for such a page`,
          severity: 'moderate',
        },
      },
    },
    head: {
      severity: 'moderate',
      penalty: { of: 'how many of them are not', factor: 0.15 },
      measures:
        'Whether the served HTML has what the page says of itself: a title that shares a word with the rendered one, description, canonical address (or a Link header) and JSON-LD.',
      fix: 'Serve it in the HTML',
      cases: { rest: { when: 'it has title and canonical address', severity: 'minor' } },
    },
    links: {
      severity: 'minor',
      penalty: 0.1,
      measures: `Whether one in ${LINKS_PER_SERVED} of the links, or more, is in the served HTML, where there are ${MIN_LINKS} links or more.`,
      fix: 'Serve the list of links in the HTML',
    },
  },
)

export const served: Check<Needed> = {
  id: 'seo/served',
  title: 'The text is in the HTML as served, not only after scripts',
  weight: 5,
  rules,
  judge({ original, rebuilt }) {
    if (original.document.html === '' || rebuilt.document.html === '')
      return notApplicable('the HTML as served was not recorded')
    const { kept, all } = servedText(original, rebuilt)
    const facts = laterFacts(original, rebuilt)
    const share = all < MIN_WORDS ? 1 : kept / all
    if (share >= ENOUGH) return facts
    if (rebuilt.document.htmlCut) return inconclusive('the HTML as served was too long to be read to its end')
    const percent = share < 0.01 && share > 0 ? 'less than 1' : Math.floor(share * 100)
    const isFrame = share < MIN_SOME && servesNoHeading(original, rebuilt)
    const graver = share < MIN_SERVED || isFrame ? 'nothing' : share < MIN_SOME ? 'some' : undefined
    const text = rules.report('text', {
      ...bothPages(original, rebuilt),
      as: graver && isOfOneVisitor(original) ? 'visitor' : graver,
      extent: 1 - share,
      message: `${percent === 0 ? 'None' : `Only ${percent} %`} of the text is in the HTML as served; ${percent === 0 ? 'it' : 'the rest'} is there only after scripts ran${isFrame ? ', all headings of its sections among it' : ''}. The original serves all of it. Google renders pages, later and at its own pace; many other crawlers never do`,
    })
    return [text, ...facts]
  },
}

/**
 * Words that the original serves and both pages show, and how many of those the rebuilt page serves. Texts that the
 * rebuilt page does not show at all are no question of serving.
 */
function servedText(original: Side<Needed>, rebuilt: Side<Needed>): { kept: number; all: number } {
  const now = countServed(rebuilt.document)
  const [shownBefore, shownNow] = [countShown(original.layouts), countShown(rebuilt.layouts)]
  let kept = 0
  let all = 0
  for (const [word, count] of countServed(original.document)) {
    const both = Math.min(count, shownBefore.get(word) ?? 0, shownNow.get(word) ?? 0)
    all += both
    kept += Math.min(both, now.get(word) ?? 0)
  }
  return { kept, all }
}

/** Of the headings of the page that the original serves and both pages show. */
function servesNoHeading(original: Side<Needed>, rebuilt: Side<Needed>): boolean {
  const [before, now] = [original, rebuilt].map(
    ({ document }) => new Set(servedBy(document).headings.map(unspaced)),
  )
  const there = new Set(headingsOf(rebuilt))
  const both = headingsOf(original).filter(name => there.has(name) && before!.has(name))
  return new Set(both).size >= MIN_HEADINGS && !both.some(name => now!.has(name))
}

const headingsOf = ({ head }: Side<'head'>): string[] =>
  head.headings
    .filter(({ landmark }) => !/^(banner|navigation|contentinfo)$/.test(landmark))
    .map(({ text }) => unspaced(text))
    .filter(text => text !== '')

/** Where elements meet within a line, words may be one or two: the reading that helps is taken. */
const countServed = memo((document: Side<'document'>['document']) => {
  const { text } = servedBy(document)
  const joined = count(text.replaceAll(INLINE, ''))
  for (const [word, times] of count(text.replaceAll(INLINE, ' ')))
    joined.set(word, Math.max(times, joined.get(word) ?? 0))
  return joined
})

const countShown = memo((layouts: Side<'layouts'>['layouts']) =>
  count(...(atWidth(layouts, DESKTOP)?.blocks ?? []).map(({ text }) => text)),
)

function count(...texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  let room = MAX_TEXT
  for (const text of texts) {
    for (const word of words(text.slice(0, room))) counts.set(word, (counts.get(word) ?? 0) + 1)
    room -= text.length
    if (room <= 0) break
  }
  return counts
}

/** What the page says of itself, and its links, once scripts have run and not before. */
function laterFacts(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const found: Finding[] = []
  const late = lateInHead(rebuilt)
  const [first] = late
  if (first)
    found.push(
      rules.report('head', {
        ...bothPages(original, rebuilt, { now: first.said }),
        as: late.some(({ isVital }) => isVital) ? undefined : 'rest',
        extent: late.length,
        message: `There only after scripts ran: ${late.map(({ what, said }) => `${what} ${shown(said)}`).join('; ')}`,
      }),
    )
  // `href="#"` leads nowhere, served or not.
  const self = rebuilt.document.url.split('#')[0]
  const own = rebuilt.links.filter(({ href }) => /^https?:/.test(href) && href.split('#')[0] !== self)
  if (own.length >= MIN_LINKS && servedBy(rebuilt.document).anchors < own.length / LINKS_PER_SERVED) {
    const said = [...new Set(own.map(({ href }) => href))].slice(0, 3)
    found.push(
      rules.report('links', {
        ...bothPages(original, rebuilt, { now: said.join(', ') }),
        message: `The links of the page are there only after scripts ran: ${shown(said.join(', '))}`,
      }),
    )
  }
  return found
}

/** What the head says that the served one does not; vital is what names the page. */
function lateInHead(side: Side<Needed>): { what: string; said: string; isVital: boolean }[] {
  const { head, document, structuredData } = side
  const markup = servedBy(document)
  const isDescription = ({ name, content }: { name: string; content: string }) =>
    name === 'description' && content !== ''
  const description = head.metas.find(isDescription)
  const canonical = headLinks(side).find(link => hasRel(link, 'canonical'))
  const isNamed =
    markup.links.some(({ rel }) => rel.split(' ').includes('canonical')) ||
    /rel\s*=\s*"?canonical/i.test(document.headers.link ?? '')
  const types = structuredData.items.flatMap(item => (item.syntax === 'json-ld' ? item.types : []))
  return [
    ...(head.title && sharesNothing(head.title, markup.title)
      ? [{ what: 'title', said: head.title, isVital: true }]
      : []),
    ...(canonical && !isNamed ? [{ what: 'canonical address', said: canonical.href, isVital: true }] : []),
    ...(description && !markup.metas.some(isDescription)
      ? [{ what: 'description', said: description.content, isVital: false }]
      : []),
    ...(types.length > 0 && markup.jsonLd === 0
      ? [{ what: 'structured data', said: types.join(', '), isVital: false }]
      : []),
  ]
}

function sharesNothing(title: string, servedTitle: string): boolean {
  const there = new Set(words(servedTitle))
  return !words(title).some(word => there.has(word))
}
