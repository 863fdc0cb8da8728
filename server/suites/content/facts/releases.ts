/** Numbers that count releases: they move on by themselves. */
import { normalise, words } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { Comparison, ContentSide } from '../comparison/index.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'

/** The number of a release by the word before it: `version <= 1.3.x`. */
export const isCalledVersion = ({ kind, parts }: PlacedFact, { text }: Passage): boolean =>
  /^(number|code)$/.test(kind) &&
  /(?<!\p{L})(?:version|release)s?[\s<>=≤≥v]*$/iu.test(text.slice(0, parts[0]!.start))

/** What releases are counted by, and a name before it. */
const RELEASE = /^\d{1,2}(?:\.\d+)?$/
/** Of a name alone it may be a size or an edition. */
const DOTTED = /\./
const NAME_BEFORE = /(\p{Lu}[\p{L}]*) $/u

/**
 * Whether a name with a number, such as Bootstrap 4, has a higher one now in all texts and addresses, two at least; or the
 * name of the site itself has, with a point in the number.
 */
export function isNewRelease(
  fact: PlacedFact,
  now: PlacedFact,
  { original, rebuilt }: Comparison,
  { head, links }: ContentSide,
): boolean {
  if (fact.kind !== 'number' || !RELEASE.test(fact.value) || !RELEASE.test(now.value)) return false
  const nameOf = ({ passage, parts }: PlacedFact, passages: Passage[]) =>
    NAME_BEFORE.exec(passages[passage]!.text.slice(0, parts[0]!.start))?.[1]
  const name = nameOf(fact, original)
  if (!name || name !== nameOf(now, rebuilt) || !isHigher(now.value, fact.value)) return false
  const texts = [
    head.title,
    ...rebuilt.flatMap(({ text, visible }) => (visible ? text : [])),
    ...links.map(({ raw }) => raw.replace(/[-_]/g, ' ')),
  ]
  const said = (value: string) => {
    const release = new RegExp(`(?<!\\p{L})${name} ${value}(?![.,]?\\d)`, 'iu')
    return texts.filter(text => release.test(text)).length
  }
  const isOwn = DOTTED.test(now.value) && words(head.title).includes(normalise(name))
  return said(fact.value) === 0 && said(now.value) > (isOwn ? 0 : 1)
}

/** 2.14 comes after 2.3. */
const isHigher = (now: string, before: string) => now.localeCompare(before, 'en', { numeric: true }) > 0
