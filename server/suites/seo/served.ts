import { INLINE } from '../../lib/html.ts'
import { words } from '../../lib/text.ts'
import { type Check, type Finding, inconclusive, notApplicable, type Side } from '../core/suite.ts'
import { hasRel, headLinks } from './head-links.ts'
import { saying, shown } from './page-finding.ts'
import { servedBy } from './served-markup.ts'

type Needed = 'document' | 'head' | 'layouts' | 'structuredData' | 'links'

/** Fewer words in common tell nothing. */
const FEW_WORDS = 20
const MAX_TEXT = 500_000

/** Many crawlers run no scripts, and those that do come back for it days later. */
export const served: Check<Needed> = {
  id: 'seo/served',
  title: 'The text is in the HTML as served, not only after scripts',
  weight: 5,
  judge({ original, rebuilt }) {
    if (original.document.html === '' || rebuilt.document.html === '')
      return notApplicable('the HTML as served was not recorded')
    const { kept, all } = servedText(original, rebuilt)
    const facts = laterFacts(original, rebuilt)
    const share = all < FEW_WORDS ? 1 : kept / all
    if (share >= 0.9) return facts
    if (rebuilt.document.htmlCut) return inconclusive('the HTML as served was too long to be read to its end')
    const percent = share < 0.01 && share > 0 ? 'less than 1' : Math.floor(share * 100)
    const message = `Only ${percent} % of the text is in the HTML as served; the rest is there after scripts ran. The original serves all of it`
    const fix = 'Render the page on the server or at build time'
    const say = saying('seo/served', fix, original, rebuilt)
    const severity = share < 0.1 ? 'serious' : share < 0.7 ? 'moderate' : 'minor'
    return [say('text', severity, 1 - share, message), ...facts]
  },
}

/**
 * Words that the original serves and both pages show, and how many of those the rebuilt page serves. Texts that the
 * rebuilt page does not show at all are no question of serving.
 */
function servedText(original: Side<Needed>, rebuilt: Side<Needed>): { kept: number; all: number } {
  const now = servedWords(rebuilt)
  const [shownBefore, shownNow] = [shownWords(original), shownWords(rebuilt)]
  let kept = 0
  let all = 0
  for (const [word, count] of servedWords(original)) {
    const both = Math.min(count, shownBefore.get(word) ?? 0, shownNow.get(word) ?? 0)
    all += both
    kept += Math.min(both, now.get(word) ?? 0)
  }
  return { kept, all }
}

/** Where elements meet within a line, words may be one or two: the reading that helps is taken. */
function servedWords({ document }: Side<'document'>): Map<string, number> {
  return once(servedCounts, document, () => countServed(document))
}

function countServed(document: Side<'document'>['document']): Map<string, number> {
  const { text } = servedBy(document)
  const joined = count(text.replaceAll(INLINE, ''))
  for (const [word, times] of count(text.replaceAll(INLINE, ' ')))
    joined.set(word, Math.max(times, joined.get(word) ?? 0))
  return joined
}

function shownWords({ layouts }: Side<'layouts'>): Map<string, number> {
  return once(shownCounts, layouts, () => count(...(layouts.at(-1)?.blocks ?? []).map(({ text }) => text)))
}

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

/** The original is read for the pair and for the baseline. */
const servedCounts = new WeakMap<object, Map<string, number>>()
const shownCounts = new WeakMap<object, Map<string, number>>()

function once<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const ready = known.get(key) ?? make()
  known.set(key, ready)
  return ready
}

/** What the page says of itself once scripts have run, and not before. */
function laterFacts(original: Side<Needed>, rebuilt: Side<Needed>): Finding[] {
  const markup = servedBy(rebuilt.document)
  const { head } = rebuilt
  const found: Finding[] = []
  const late = (
    rule: string,
    severity: Finding['severity'],
    penalty: number,
    what: string,
    quote: string,
  ) => {
    const say = saying('seo/served', `Serve the ${what} in the HTML`, original, rebuilt, { now: quote })
    found.push(say(rule, severity, penalty, `The ${what} is there only after scripts ran: ${shown(quote)}`))
  }
  const description = head.metas.find(({ name, content }) => name === 'description' && content !== '')
  const canonical = headLinks(rebuilt).find(link => hasRel(link, 'canonical'))
  const servedLink = markup.links.some(({ rel }) => rel.split(' ').includes('canonical'))
  const inHeader = /rel\s*=\s*"?canonical/i.test(rebuilt.document.headers.link ?? '')
  if (head.title && sharesNothing(head.title, markup.title))
    late('title', 'moderate', 0.2, 'title', head.title)
  if (description && !markup.metas.some(({ name, content }) => name === 'description' && content !== ''))
    late('description', 'minor', 0.1, 'description', description.content)
  if (canonical && !servedLink && !inHeader)
    late('canonical', 'moderate', 0.2, 'canonical address', canonical.href)
  const scripts = rebuilt.structuredData.items.filter(({ syntax }) => syntax === 'json-ld')
  if (scripts.length > 0 && markup.jsonLd === 0)
    late('structured', 'minor', 0.1, 'structured data', scripts.flatMap(({ types }) => types).join(', '))
  const own = rebuilt.links.filter(({ href }) => /^https?:/.test(href))
  if (own.length >= 5 && markup.anchors < own.length / 10)
    late(
      'links',
      'minor',
      0.1,
      'list of links',
      own
        .slice(0, 3)
        .map(({ href }) => href)
        .join(', '),
    )
  return found
}

function sharesNothing(title: string, servedTitle: string): boolean {
  const there = new Set(words(servedTitle))
  return !words(title).some(word => there.has(word))
}
