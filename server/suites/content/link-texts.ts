import type { LinkArtifact } from '../../capture/collectors/links.ts'
import type { Place } from '../../contract.ts'
import { normalise, words } from '../../lib/text.ts'
import { basesOf, pathOf } from '../../lib/url.ts'
import { type Check, type Finding, notApplicable } from '../core/suite.ts'
import { type Comparison, type ContentPair, compare, quote } from './comparison/index.ts'

/** What one changed link text costs at least. */
const LEAST = 0.1
const MOST_FINDINGS = 200
/** Says nothing without what stands around it. */
const EMPTY_WORDS =
  /^(?:(?:click|tap|read|learn|see|view|find out|show|tell me) )?(?:here|more|this|link|this page|details|continue|go|→|»|›|>)$/

type Side = ContentPair['original']
type Pairs = [before: LinkArtifact, now: LinkArtifact][]

/** A link still says where it leads. Whether it is there at all, and leads there, is judged by functional. */
export const linkTexts: Check<keyof Side> = {
  id: 'content/link-texts',
  title: 'Links are worded as before',
  weight: 5,
  judge(pair) {
    const { original, rebuilt } = pair
    const [base, baseNow] = basesOf(original.document.url, rebuilt.document.url)
    const before = byTarget(original, base)
    const now = byTarget(rebuilt, baseNow)
    const count = [...before.values()].reduce((sum, links) => sum + links.length, 0)
    if (!count) return notApplicable('the original has no links with a text')
    const comparison = compare(pair)
    const written = new Set(comparison.rebuilt.flatMap(passage => passage.tokens.map(token => token.word)))
    return [...before]
      .flatMap(([target, links]) => changed(links, now.get(target) ?? []))
      .filter(([link]) => isStillWritten(link, written, comparison))
      .slice(0, MOST_FINDINGS)
      .map(([link, other]) => findingOf(link, other, Math.max(LEAST, 1 / count), pair))
  },
}

/** Visible links with a text, by the place they lead to. */
function byTarget({ links, document }: Side, base: string): Map<string, LinkArtifact[]> {
  const shown = links.filter(({ state, name }) => state === 'visible' && normalise(name) !== '')
  return Map.groupBy(shown, ({ href, raw }) =>
    raw.startsWith('#') ? raw : pathOf(href, document.origins, base) + (URL.parse(href)?.hash ?? ''),
  )
}

/** Links to one place that found no link of their words: those left over on both sides, in order. */
function changed(before: LinkArtifact[], now: LinkArtifact[]): Pairs {
  const free = new Set(now)
  const open = new Set(before)
  const pass = (test: (link: LinkArtifact, other: LinkArtifact) => boolean) => {
    for (const link of open)
      for (const other of free)
        if (test(link, other)) {
          open.delete(link)
          free.delete(other)
          break
        }
  }
  if (before.length * now.length > 10_000) return []
  pass((link, other) => normalise(link.name) === normalise(other.name))
  pass(alike)
  // A picture and a title that lead to one place may have become one link, or the other way round.
  for (const link of open) if (now.some(other => alike(link, other))) open.delete(link)
  const pairs: Pairs = []
  for (const link of open) {
    const other = [...free].find(each => each.landmark === link.landmark) ?? [...free][0]
    if (!other) break
    free.delete(other)
    pairs.push([link, other])
  }
  return pairs
}

/** One says all that the other says, and that is something. */
function alike({ name }: LinkArtifact, { name: now }: LinkArtifact): boolean {
  const [a, b] = [words(name), words(now)]
  if (isEmpty(now) !== isEmpty(name)) return false
  const [short, long] = a.length <= b.length ? [a, new Set(b)] : [b, new Set(a)]
  return short.length > 0 && short.filter(word => long.has(word)).length * 2 >= short.length
}

const isEmpty = (name: string) => EMPTY_WORDS.test(normalise(name).replace(/[.…!]+$/, ''))

/** Words that are gone from the page altogether are charged as text. */
function isStillWritten({ name }: LinkArtifact, written: Set<string>, { original }: Comparison): boolean {
  const own = words(name)
  if (own.every(word => written.has(word))) return true
  // A name that was no text, such as that of a picture, is judged here.
  const spoken = normalise(name)
  return !original.some(passage => passage.visible && normalise(passage.text).includes(spoken))
}

function findingOf(
  link: LinkArtifact,
  now: LinkArtifact,
  penalty: number,
  { original, rebuilt }: ContentPair,
): Finding {
  const weighty = isEmpty(now.name) || link.landmark === 'navigation' || link.looksLikeButton
  return {
    key: `content/link-texts:${normalise(link.name).slice(0, 120)}`,
    severity: weighty ? 'moderate' : 'minor',
    penalty: weighty ? penalty : penalty / 2,
    message: `The link ${quote(link.name)} reads ${quote(now.name)} now${isEmpty(now.name) ? ', which does not say where it leads' : ''}`,
    fix: `Let the link read ${quote(link.name)} again`,
    original: placeOf(link, original),
    rebuilt: placeOf(now, rebuilt),
  }
}

function placeOf({ selector, box, name }: LinkArtifact, { document }: Side): Place {
  return { url: document.url, viewport: 1440, selector, box, text: name }
}
