/**
 * axe's rules on both pages. An element that fails is named by rule and perceived place; one that failed on the
 * original too keeps the original's key and penalty, so that an inherited fault stays inherited when its text was
 * edited or its markup changed. Elements that axe could not decide about are listed and never charged.
 */
import type { AxeArtifact, AxeRule } from '../../capture/collectors/axe.ts'
import { type AxeElement, elementsOf } from '../../matching/axe-elements/elements.ts'
import { matchAxeElements } from '../../matching/axe-elements/index.ts'
import { originsOf } from '../../matching/axe-elements/origins.ts'
import type { Finding, Outcome, Pair } from '../core/suite.ts'
import { inconclusive } from '../core/suite.ts'
import { backgroundLost, captionless, colouredLikeBeside, namedByPicture, saidOnlyNow } from './causes.ts'
import { contrastLost, isSlight, paler } from './contrast.ts'
import { impactOf, isOurs, penaltyOf, severityOf } from './rules.ts'
import { fixOf, messageOf, nameOf, placeOf } from './words.ts'

export function judgeAxe(pair: Pair<'axe' | 'document' | 'images' | 'layouts'>): Outcome {
  const { original, rebuilt } = pair
  if (!original.axe.length || !rebuilt.axe.length) return inconclusive('axe was not run on both pages')
  const [before, now] = [ours(original.axe), ours(rebuilt.axe)]
  const urls = { original: original.document.url, rebuilt: rebuilt.document.url }
  const penalties = penaltiesOn(before, now)
  const origins = originsOf(pair)
  const isFollowing = backgroundLost(pair)
  const isOld = saidOnlyNow(origins)
  const atWidths = now.map(run => {
    // What held at this width is a loss here, though it failed at another one.
    const known = byFamily(elementsOf(before, run.width))
    const budget = new Map<string, number>()
    const families = [...byFamily(elementsOf([run]))].filter(([, elements]) =>
      elements.some(({ failing, open }) => failing || open),
    )
    const matched = families.flatMap(([family, elements]) => {
      const others = matchAxeElements(elements, known.get(family) ?? [], origins)
      return elements.flatMap(found => {
        const other = others.get(found) ?? null
        const element = found.failing ? found : (paler(found, other) ?? captionless(found, other))
        if (!element) return []
        // The original may have more failing elements than were told of: what is not found may be one of them.
        const left = budget.get(element.rule.id) ?? unlisted(before, element.rule.id)
        budget.set(element.rule.id, other ? left : left - 1)
        return !other && left > 0 ? [] : [{ element, other, isNew: !other?.failing }]
      })
    })
    const isSaid = namedByPicture(matched)
    const isLikeBeside = colouredLikeBeside(matched, origins)
    return gather(
      matched
        .filter(({ element, isNew }) => !isNew || !isSaid(element))
        .map(({ element, other }) => {
          const finding = findingOf(element, other, urls, penalties(element, other))
          if (isFollowing(element, other)) return { other, finding: following(finding) }
          if (isOld(element, other)) return { other, finding: old(finding) }
          return {
            other,
            finding: isLikeBeside(element, other) ? { ...finding, severity: 'moderate' } : finding,
          }
        }),
    )
  })
  return [...worseOf(atWidths).values(), ...undecided(now, urls.rebuilt)]
}

/** Told and not charged: the picture that is gone from behind it is. */
const following = (finding: Finding): Finding => ({
  ...finding,
  severity: 'minor',
  penalty: 0,
  fix: 'Bring back the picture behind it, which the image suite is about',
})

/** Told and not charged: nothing speaks for its having been better. */
const old = (finding: Finding): Finding => ({
  ...finding,
  severity: 'minor',
  penalty: 0,
  message: `${finding.message}, in the colours of the original`,
})

interface Found {
  finding: Finding
  other: AxeElement | null
}

/**
 * An inherited element weighs what it weighed, and more by the share of contrast that it lost since; a new one its
 * share on the page that has fewer of its kind.
 */
function penaltiesOn(original: AxeArtifact[], rebuilt: AxeArtifact[]) {
  const counts = new Map<string, [before: number, after: number]>()
  const countsOf = (rule: string) => {
    const known = counts.get(rule) ?? [appliedTo(original, rule), appliedTo(rebuilt, rule)]
    counts.set(rule, known)
    return known
  }
  return (element: AxeElement, other: AxeElement | null): number => {
    if (other?.failing) {
      const weight = penaltyOf(impactOf(other.rule), countsOf(other.rule.id)[0])
      return weight * (1 + contrastLost(element, other))
    }
    const [before, after] = countsOf(element.rule.id)
    return penaltyOf(impactOf(element.rule), before ? Math.min(before, after) : after)
  }
}

function findingOf(
  element: AxeElement,
  other: AxeElement | null,
  urls: { original: string; rebuilt: string },
  penalty: number,
): Finding {
  const inherited = other?.failing ? other : null
  const { rule } = inherited ?? element
  return {
    key: `a11y/axe:${rule.id}:${(other ?? element).place}${other?.failsElsewhere ? `|${element.width} px` : ''}`,
    // Nobody sees so small a step, even where it is one too many.
    severity: other && isSlight(element, other) ? 'moderate' : severityOf(impactOf(rule)),
    penalty,
    message: messageOf(element, other),
    fix: fixOf(element, other),
    ...(other && { original: placeOf(other, urls.original) }),
    rebuilt: placeOf(element, urls.rebuilt),
  }
}

/**
 * One finding a key at one width. Pieces of one original element are that element and cost once; two elements that
 * nobody can tell apart cost twice, and the new one of them is shown.
 */
function gather(found: Found[]): Map<string, Finding> {
  const byKey = new Map<string, { finding: Finding; isNew: boolean; others: Set<AxeElement> }>()
  for (const { finding, other } of found) {
    const isNew = !other?.failing
    const known = byKey.get(finding.key)
    if (!known) {
      byKey.set(finding.key, { finding, isNew, others: new Set(other ? [other] : []) })
      continue
    }
    const costs = !other || !known.others.has(other)
    if (other) known.others.add(other)
    known.finding = {
      ...(isNew && !known.isNew ? finding : known.finding),
      penalty: Math.min(1, known.finding.penalty + (costs ? finding.penalty : 0)),
    }
    known.isNew ||= isNew
  }
  return new Map([...byKey].map(([key, { finding }]) => [key, finding]))
}

/** The same place at both widths is one issue: the width where it is worse, the first of two alike. */
function worseOf(widths: Map<string, Finding>[]): Map<string, Finding> {
  const worst = new Map<string, Finding>()
  for (const findings of widths)
    for (const [key, finding] of findings)
      if (finding.penalty > (worst.get(key)?.penalty ?? -1)) worst.set(key, finding)
  return worst
}

/** One line a rule, without a penalty. */
function undecided(runs: AxeArtifact[], url: string): Finding[] {
  const rules = new Map<string, Finding>()
  for (const run of runs)
    for (const rule of run.incomplete) {
      const [first] = rule.nodes
      if (rules.has(rule.id) || !first) continue
      rules.set(rule.id, {
        key: `a11y/axe-undecided:${rule.id}`,
        severity: 'minor',
        penalty: 0,
        message: `No machine can decide “${rule.help}” at ${rule.count} element${rule.count === 1 ? '' : 's'}, the first being ${nameOf(first)}`,
        fix: 'Look at them yourself; nothing was charged for them',
        rebuilt: placeOf({ node: first, width: run.width }, url),
      })
    }
  return [...rules.values()]
}

function ours(runs: AxeArtifact[]): AxeArtifact[] {
  const kept = (rules: AxeRule[]) => rules.filter(({ id }) => isOurs(id))
  return runs.map(run => ({
    width: run.width,
    violations: kept(run.violations),
    passes: kept(run.passes),
    incomplete: kept(run.incomplete),
  }))
}

function byFamily(elements: AxeElement[]): Map<string, AxeElement[]> {
  return Map.groupBy(elements, ({ family }) => family)
}

/** How many elements `rule` was applied to, at the width where it were most. */
function appliedTo(runs: AxeArtifact[], rule: string): number {
  const counts = runs.map(run =>
    [run.violations, run.passes, run.incomplete]
      .flat()
      .filter(({ id }) => id === rule)
      .reduce((sum, { count }) => sum + count, 0),
  )
  return Math.max(0, ...counts)
}

/** Failing elements of `rule` beyond those that were listed one by one. */
function unlisted(runs: AxeArtifact[], rule: string): number {
  const counts = runs
    .flatMap(run => run.violations)
    .filter(({ id }) => id === rule)
    .map(({ count, nodes }) => count - nodes.length)
  return Math.max(0, ...counts)
}
