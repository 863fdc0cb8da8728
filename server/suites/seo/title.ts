import { normalise, similarity, words } from '../../lib/text.ts'
import { pathOf } from '../../lib/url.ts'
import { isMadeAnew } from '../core/made-anew.ts'
import { defineRules } from '../core/rules.ts'
import type { Check, Side } from '../core/suite.ts'
import { isFrontPage } from './front-page.ts'
import { bothPages, shown } from './page-finding.ts'
import { isTemplateTitle, TEMPLATE_NAME } from './templates.ts'

type Needed = 'document' | 'head' | 'layouts'

/** Shares of the original title's own words: from the one on it is an edited title, under the other another one. */
const MIN_EDITED = 0.7
const MIN_KEPT = 0.3

const rules = defineRules(
  'seo/title',
  {
    why: 'Results and tabs show the title, and it is the strongest word a page has for what it is about.',
    reference: 'https://developers.google.com/search/docs/appearance/title-link',
  },
  {
    missing: {
      severity: 'serious',
      penalty: 1,
      measures: 'Whether the rendered page has a title.',
      fix: 'Give the page a title of its own',
    },
    changed: {
      severity: 'moderate',
      penalty: 0.5,
      measures: "How much of the original title's own words, brand apart, the new title still has.",
      fix: 'Give the page the title of the original',
      cases: {
        other: {
          when: [
            "it is a framework's own, such as “React App”, or has it as one of its parts, or “Home” alone, or “Introduction”, which was no part of it",
            "or it shares no word with the original's, or only the brand is left (but of the front page)",
            `or it is under ${MIN_KEPT * 100} % alike without the brand, and none of its parts is kept whole, nor a word of it that stands in the address of the page`,
            'not where it is the h1 of both pages or its first half, which the old one did not say',
            "not where half of its new words are of the new page's h1, h2 and new headings, of which the old one has no word",
            'not where texts of the new page say all parts of it, and no word of the old one',
            "not where the old one, or what the new one leaves out at its end, had no word of its page's headings or address",
            'not of a front page whose new title keeps a word of it or is shown on the page, nor of a page that was written anew',
          ],
          severity: 'serious',
          penalty: 1,
        },
        edited: {
          when: `${MIN_EDITED * 100} % or more of its own words are kept, or all of them, joined by hyphens as in the name of a project`,
          severity: 'minor',
          penalty: 0.15,
        },
      },
    },
  },
)

export const title: Check<Needed> = {
  id: 'seo/title',
  title: 'The page title is kept',
  weight: 12,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const now = rebuilt.head.title
    // A title without a letter, such as ".", says nothing that could be lost.
    const before = /[\p{L}\p{N}]/u.test(original.head.title) ? original.head.title : ''
    const found = {
      ...bothPages(original, rebuilt, { before, now }),
      fix: before ? `Give the page the title "${shown(before)}"` : undefined,
    }
    if (!now) {
      const message = `The page has no title${before ? `; it was "${shown(before)}"` : ''}`
      return [rules.report('missing', { ...found, message })]
    }
    if (!before || normalise(before) === normalise(now)) return []
    if (PROJECT_NAME.test(now) && squeezed(before) === squeezed(now)) {
      const message = `The title is written like the name of a folder, "${shown(now)}"; it was "${shown(before)}"`
      return [rules.report('changed', { ...found, as: 'edited', message })]
    }
    const isNobodys = (text: string) => isTemplateTitle(text) || GENERIC.test(text)
    // A title that an editor wrote into every new page has nothing to lose.
    if (isNobodys(normalise(before)) || partsOf(before).every(isNobodys)) return []
    const isPlain = WHOLE_SITES.test(normalise(now)) && !partsOf(before).some(part => WHOLE_SITES.test(part))
    if (isPlain || isNobodys(normalise(now))) {
      const message = `The title says nothing of the page, "${shown(now)}"; it was "${shown(before)}"`
      return [rules.report('changed', { ...found, as: 'other', message })]
    }
    // The site's name in a layout that nobody touched: each page of the site carries it.
    const stranger = partsOf(now).find(part => TEMPLATE_NAME.test(part) && !normalise(before).includes(part))
    if (stranger) {
      const message = `The title names a template, "${shown(now)}"; it was "${shown(before)}"`
      return [rules.report('changed', { ...found, as: 'other', message })]
    }
    const { kept, grade } = compare(original, rebuilt)
    if (grade === 'same') return []
    if (
      grade === 'other' &&
      !isOfFrontPage(original, rebuilt) &&
      !isOwnHeading(original, rebuilt) &&
      !fitsBetter(original, rebuilt) &&
      !isSaid(original, rebuilt) &&
      isOfItsPage(original, now) &&
      !isMadeAnew(pair)
    ) {
      const isPart = words(now).every(word => words(before).includes(word))
      const message = `The title ${isPart ? 'lost what told this page from others' : "is another page's"}: it was "${shown(before)}" and is "${shown(now)}"`
      return [rules.report('changed', { ...found, as: 'other', message })]
    }
    const message = `The title changed from "${shown(before)}" to "${shown(now)}"`
    return [rules.report('changed', { ...found, as: kept >= MIN_EDITED ? 'edited' : undefined, message })]
  },
}

/** Whether a front page got another name: it keeps a word of the old one, or says on the page itself what it is called. */
function isOfFrontPage(
  { document, head: { title } }: Side<Needed>,
  { head, layouts }: Side<Needed>,
): boolean {
  if (!isFrontPage({ document })) return false
  // Shorter ones are mostly particles, which any two titles share.
  const before = new Set(words(title).filter(word => word.length > 3))
  if (words(head.title).some(word => before.has(word))) return true
  const shown = new Set(
    layouts.flatMap(({ blocks }) =>
      blocks.flatMap(({ state, text }) => (state === 'visible' ? words(text) : [])),
    ),
  )
  return words(head.title).every(word => shown.has(word))
}

/** Whether a part of the new title is what both pages say of themselves in their first heading, or its first half. */
function isOwnHeading(original: Side<Needed>, { head }: Side<Needed>): boolean {
  const mainOf = (side: Pick<Side<Needed>, 'head'>) =>
    side.head.headings.filter(({ level }) => level === 1).map(({ text }) => words(text).join(' '))
  const kept = mainOf(original).filter(text => text !== '' && mainOf({ head }).includes(text))
  const parts = [head.title, ...partsOf(head.title)].map(part => words(part).join(' '))
  // What the old title said as well may be the site's name, and the page's own is gone.
  const was = ` ${words(original.head.title).join(' ')} `
  const begins = (text: string, part: string) =>
    `${text} `.startsWith(`${part} `) && 2 * part.split(' ').length >= text.split(' ').length
  return kept.some(text => parts.some(part => begins(text, part) && !was.includes(` ${part} `)))
}

/**
 * Whether a title says which page of the site it is, or what the new one leaves out at its end does: it has a word of the
 * headings or the address. A front page is the site.
 */
function isOfItsPage({ document, head }: Side<'document' | 'head'>, now: string): boolean {
  if (isFrontPage({ document })) return true
  const [was, is] = [words(head.title), words(now)]
  const left = is.every((word, at) => word === was[at]) ? was.filter(word => !is.includes(word)) : was
  return namesPage({ document, head }, left)
}

/** Whether one of the words is of a page's headings or address. */
const namesPage = (side: Side<'document' | 'head'>, title: readonly string[]): boolean =>
  says([addressOf(side), ...side.head.headings.map(({ text }) => text)], title)

/** Whether one of the words is of its address; in a heading the site may name itself. */
const isAddressed = (side: Side<'document'>, title: readonly string[]): boolean =>
  says([addressOf(side)], title)

const addressOf = ({ document }: Side<'document'>) =>
  pathOf(document.url, document.origins).replace(/\.\w+$/, '')

function says(texts: readonly string[], title: readonly string[]): boolean {
  const said = new Set(texts.flatMap(text => words(text)))
  return title.some(word => (word.length > 2 || /\p{Lo}/u.test(word)) && said.has(word))
}

/** Whether the new title has a word of the new page's headings, and the old one none: it was written for what is there. */
function fitsBetter(original: Side<Needed>, { head }: Side<Needed>): boolean {
  const known = new Set(original.head.headings.map(({ text }) => normalise(text)))
  // Small ones that both pages have name parts of it, or of the site.
  const main = head.headings.filter(({ level, text }) => level <= 2 || !known.has(normalise(text)))
  const said = new Set(main.flatMap(({ text }) => words(text)))
  const long = (title: string) => words(title).filter(word => word.length > 3)
  const own = long(head.title).filter(word => !long(original.head.title).includes(word))
  const fitting = own.filter(word => said.has(word))
  return (
    own.length > 0 &&
    2 * fitting.length >= own.length &&
    !long(original.head.title).some(word => said.has(word))
  )
}

/** Whether the texts of the new page, links apart, say all parts of its title, and no word of the old one. */
function isSaid(original: Side<'head'>, { head, layouts }: Side<Needed>): boolean {
  const said = layouts.flatMap(({ blocks }) =>
    blocks.flatMap(({ kind, state, text }) =>
      state === 'visible' && kind !== 'link' ? ` ${words(text).join(' ')} ` : [],
    ),
  )
  const says = (phrase: string) => said.some(text => text.includes(` ${phrase} `))
  return (
    partsOf(head.title).every(part => says(words(part).join(' '))) && !words(original.head.title).some(says)
  )
}

/** Between the page's own name and the brand. */
const SEPARATOR = /\s+[|\-:·•»«›>~/]+\s+|\s*[|·•»›]\s*|:\s+/
/** Names that say nothing of a page. */
const GENERIC = /^(home|home ?page|start|startseite|welcome|index|accueil|inicio|главная( страница)?)$/

/** Names of pages that each site has, below its own. */
const WHOLE_SITES = /^(intro|introduction|overview|main( page)?|page|docs|documentation|readme)$/

/** As tools take over the name of the folder that a project is in, such as `harbour-shop-vue`. */
const PROJECT_NAME = /^[a-z\d]+(-[a-z\d]+)+$/

const squeezed = (text: string) => normalise(text).replace(/[^\p{L}\p{N}]/gu, '')

interface Comparison {
  grade: 'same' | 'edited' | 'other'
  /** How much of what the title said is still there, 0 to 1. */
  kept: number
}

const same: Comparison = { grade: 'same', kept: 1 }
const other: Comparison = { grade: 'other', kept: 0 }
const edited = (kept: number): Comparison => ({ grade: 'edited', kept })

function compare(original: Side<Needed>, rebuilt: Side<Needed>): Comparison {
  const before = partsOf(original.head.title)
  const now = partsOf(rebuilt.head.title)
  // All that it said, in the same words, and perhaps a brand.
  const whole = ` ${words(plain(rebuilt.head.title)).join(' ')} `
  if (before.every(part => whole.includes(` ${words(part).join(' ')} `))) return same
  if (containment(before.join(' '), now.join(' ')) === 0) return other
  const brand = brandOf(original, before)
  const shared = brand === undefined ? before.filter(part => now.includes(part)) : [brand]
  const own = before.filter(part => !shared.includes(part))
  const rest = now.filter(part => !shared.includes(part))
  if (brand !== undefined && own.every(part => rest.includes(part))) return edited(1)
  if (own.every(part => GENERIC.test(part))) return edited(0.5)
  // A part that names the page, and what is another one, as the site's name that was spelt out, does not.
  const wordsOf = (parts: readonly string[]) => parts.flatMap(part => words(part))
  const keepsName =
    brand === undefined && isAddressed(original, wordsOf(shared)) && !isAddressed(original, wordsOf(own))
  const sameStart = before[0] === now[0]
  if (rest.length === 0) {
    if (sameStart && brand === undefined) return edited(0.8)
    if (isFrontPage(original)) return edited(0.4)
    // What is left is the page's own name, and what is gone was another's: that of a series, or of who made it.
    const isPages =
      brand === undefined && namesPage(original, wordsOf(shared)) && !namesPage(original, wordsOf(own))
    return isPages ? edited(0.8) : other
  }
  if (keepsName) return edited(0.5)
  if (sameStart && brand === undefined) return edited(0.5)
  const kept = Math.max(
    similarity(own.join(' '), rest.join(' ')),
    0.8 * containment(own.join(' '), rest.join(' ')),
  )
  // “About” of “About the Church”, beside the site's name.
  const isNamePart = (part: string) =>
    words(part).every(word => wordsOf(own).includes(word)) && isAddressed(original, words(part))
  if (kept < MIN_KEPT && rest.length > 1 && rest.some(isNamePart)) return edited(MIN_KEPT)
  const says = (part: string) => whole.includes(` ${words(part).join(' ')} `)
  return kept < MIN_KEPT ? (own.some(says) ? edited(MIN_KEPT) : other) : edited(kept)
}

const plain = (text: string) => text.replace(/[™®©]/g, '')

const partsOf = (text: string) =>
  normalise(plain(text))
    .split(SEPARATOR)
    .map(part => part.trim())
    .filter(Boolean)

/** The part that is known to name the site: by og:site_name, or by the host. */
function brandOf({ head, document }: Side<Needed>, parts: string[]): string | undefined {
  const named = normalise(head.metas.find(({ name }) => name === 'og:site_name')?.content ?? '')
  const host = new URL(document.url).hostname.replace(/[^a-z0-9]/g, '')
  if (parts.length < 2) return undefined
  return (
    parts.find(part => part === named) ??
    parts.find(part => squeezed(part).length > 2 && host.includes(squeezed(part)))
  )
}

/** Share of the words of the shorter text that the other one has. */
function containment(a: string, b: string): number {
  const [few, many] = [words(a), words(b)].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (few.length === 0) return 0
  const there = new Set(many)
  return few.filter(word => there.has(word)).length / few.length
}
