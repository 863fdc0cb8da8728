import type { LinkArtifact } from '../../capture/collectors/links.ts'
import { normalise, words } from '../../lib/text.ts'
import { basesOf, pathOf } from '../../lib/url.ts'
import type { Finding } from '../core/finding.ts'
import { placeOf } from '../core/place.ts'
import { quote } from '../core/quote.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import {
  type Comparison,
  type ContentPair,
  type ContentSide,
  compare,
  type Needed,
} from './comparison/index.ts'

const share = "the link's share of the original's links"

const rules = defineRules(
  'content/link-texts',
  {
    why: 'The text of a link tells visitors, screen readers and search engines what they find behind it.',
    reference: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html',
  },
  {
    vague: {
      severity: 'moderate',
      penalty: { of: share, min: 0.1 },
      measures: 'Whether a link that said where it leads reads like "more" or "click here" now.',
      fix: 'Let the link read as before',
    },
    changed: {
      severity: 'minor',
      penalty: { of: share, factor: 0.5, min: 0.05 },
      measures:
        'Whether half of the words of the shorter text of a link, before or now, are in the other one.',
      fix: 'Let the link read as before',
      cases: {
        prominent: {
          when: 'the link stands in the navigation or looks like a button',
          severity: 'moderate',
          penalty: { of: share, min: 0.1 },
        },
      },
    },
  },
)

/** Pairs of links to one place that are compared each with each. */
const MAX_COMPARISONS = 10_000
/** Link texts that do not say where the link leads. */
const VAGUE =
  /^(?:(?:click|tap|read|learn|see|view|find out|show|tell me) )?(?:here|more|this|link|this page|details|continue|go|→|»|›|>)$/

/** Links that lead on, or back, from where one is: they are called by their direction, others by what is there. */
const DIRECTION =
  /^[\s\p{S}\p{P}]*(next|prev|previous|back|weiter|zurück|suivante?|précédente?|siguiente|anterior|próxim[oa]|successiv[oa]|precedente|volgende|vorige|далее|назад|вперед|次へ?|前へ?|下一[页頁篇]|上一[页頁篇]|다음|이전|التالي|السابق)( (page|article|post|topic))?[\s\p{S}\p{P}]*$/u

/** Compares the texts of links to the same place. Whether a link exists and works is judged by the functional suite. */
export const linkTexts: Check<Needed> = {
  id: 'content/link-texts',
  title: 'Links are worded as before',
  weight: 5,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    const [base, baseNow] = basesOf(original.document.url, rebuilt.document.url)
    const before = byTarget(original, base)
    const now = byTarget(rebuilt, baseNow)
    const count = [...before.values()].reduce((sum, links) => sum + links.length, 0)
    if (!count) return notApplicable('the original has no links with a text')
    const comparison = compare(pair)
    const [names, namesNow] = [namesOf(original), namesOf(rebuilt)]
    const written = new Set(comparison.rebuilt.flatMap(passage => passage.tokens.map(token => token.word)))
    return (
      [...before]
        .flatMap(([target, links]) => changed(links, now.get(target) ?? []))
        // A link of these words is elsewhere, or one of the new words was: two links, and none that reads otherwise.
        .filter(([link, other]) => !namesNow.has(normalise(link.name)) && !names.has(normalise(other.name)))
        .filter(([link, other]) => isDirection(link) === isDirection(other))
        .filter(([link]) => isStillWritten(link, written, comparison))
        .map(([link, other]) => findingOf(link, other, 1 / count, pair))
    )
  },
}

/**
 * Visible links with a text, by the place they lead to. `#` and the page itself are where links lead that have no place
 * yet, and logos: one of them says nothing of another.
 */
function byTarget({ links, document }: ContentSide, base: string): Map<string, LinkArtifact[]> {
  const own = pathOf(document.url, document.origins, base)
  const targetOf = ({ href, raw }: LinkArtifact) => {
    const path = pathOf(href, document.origins, base)
    const hash = URL.parse(href)?.hash ?? ''
    if (hash === '' && (path === own || path === '/')) return ''
    return raw.startsWith('#') ? raw : path + hash
  }
  const shown = links.filter(({ state, name }) => state === 'visible' && /[\p{L}\p{N}]/u.test(name))
  const found = Map.groupBy(shown, targetOf)
  found.delete('')
  return found
}

const namesOf = ({ links }: ContentSide): Set<string> =>
  new Set(links.filter(({ state }) => state === 'visible').map(({ name }) => normalise(name)))

/** Links to one place that found no link of their words: those left over on both sides, in order. */
function changed(before: LinkArtifact[], now: LinkArtifact[]): [before: LinkArtifact, now: LinkArtifact][] {
  if (before.length * now.length > MAX_COMPARISONS) return []
  const free = new Set(now)
  const open = new Set(before)
  for (const isSame of [sameName, alike])
    for (const link of open) {
      const other = free.values().find(each => isSame(link, each))
      if (!other) continue
      open.delete(link)
      free.delete(other)
    }
  // A picture and a title that lead to one place may have become one link, or the other way round.
  const pairs: [LinkArtifact, LinkArtifact][] = []
  for (const link of open) {
    if (now.some(other => alike(link, other))) continue
    const other = free.values().find(each => each.landmark === link.landmark) ?? [...free][0]
    if (!other) break
    free.delete(other)
    pairs.push([link, other])
  }
  return pairs
}

const sameName = ({ name }: LinkArtifact, { name: now }: LinkArtifact) => normalise(name) === normalise(now)

/** One says half of what the other says at least, and both say where they lead or neither does. */
function alike({ name }: LinkArtifact, { name: now }: LinkArtifact): boolean {
  const [a, b] = [words(name), words(now)]
  if (isVague(now) !== isVague(name)) return false
  const [short, long] = a.length <= b.length ? [a, new Set(b)] : [b, new Set(a)]
  return short.length > 0 && short.filter(word => long.has(word)).length * 2 >= short.length
}

const isDirection = ({ name }: LinkArtifact) => DIRECTION.test(normalise(name))

const isVague = (name: string) => VAGUE.test(normalise(name).replace(/[.…!]+$/, ''))

/** Whether the rebuilt page still has the words somewhere; words that it has nowhere are charged by content/text. */
function isStillWritten({ name }: LinkArtifact, written: Set<string>, { original }: Comparison): boolean {
  if (words(name).every(word => written.has(word))) return true
  // A name that was no text, such as that of a picture, is judged here.
  const whole = normalise(name)
  return !original.some(passage => passage.visible && normalise(passage.text).includes(whole))
}

function findingOf(
  link: LinkArtifact,
  now: LinkArtifact,
  extent: number,
  { original, rebuilt }: ContentPair,
): Finding {
  const isProminent = link.landmark === 'navigation' || link.looksLikeButton
  const message = `The link ${quote(link.name)} reads ${quote(now.name)} now`
  const found = {
    key: `${rules.check}:${normalise(link.name).slice(0, 120)}`,
    extent,
    fix: `Let the link read ${quote(link.name)} again`,
    original: placeOf(link, original.document.url),
    rebuilt: placeOf(now, rebuilt.document.url),
  }
  return isVague(now.name)
    ? rules.report('vague', {
        ...found,
        // One template makes all of them.
        cause: normalise(now.name),
        message: `${message}, which does not say where it leads`,
      })
    : rules.report('changed', { ...found, message, as: isProminent ? 'prominent' : undefined })
}
