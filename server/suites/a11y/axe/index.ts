/**
 * axe's rules on both pages. An element that fails is named by rule and perceived place; one that failed on the
 * original too keeps the original's key and penalty, so that an inherited fault stays inherited when its text was
 * edited or its markup changed. Elements that axe could not decide about are listed and never charged.
 */
import type { AxeArtifact, AxeNode } from '../../../capture/collectors/axe.ts'
import type { Place } from '../../../contract.ts'
import { isSameColour } from '../../../lib/colour.ts'
import {
  type AxeElement,
  elementsOf,
  isPage,
  perceivedText,
} from '../../../matching/axe-elements/elements.ts'
import { matchAxeElements } from '../../../matching/axe-elements/index.ts'
import { type Origins, originsOf } from '../../../matching/axe-elements/origins.ts'
import type { Finding } from '../../core/finding.ts'
import * as core from '../../core/place.ts'
import { quote } from '../../core/quote.ts'
import { type Check, inconclusive, type Pair } from '../../core/suite.ts'
import { controlsOf, isEntered } from '../page.ts'
import { backgroundsOf } from './backgrounds.ts'
import {
  backgroundGone,
  captionless,
  inOldColours,
  isByStyles,
  isNewText,
  type Match,
  namedByPicture,
  oneOfMany,
  phrases,
  sameColours,
  unstyled,
} from './circumstances.ts'
import { contrastLost, contrastOf, decided, isAdrift, isUnreadable, measured } from './contrast.ts'
import { unseenIcons } from './icons.ts'
import { asOpener, gradesOf, repeatedHome } from './names.ts'
import { isOurs, rules, shareOf } from './rules.ts'

type Needed =
  | 'axe'
  | 'document'
  | 'forms'
  | 'head'
  | 'health'
  | 'images'
  | 'layouts'
  | 'links'
  | 'colours'
  | 'probes'
  | 'screens'
  | 'semantics'

export const axe: Check<Needed> = {
  id: 'a11y/axe',
  title: 'Automatic accessibility rules hold (WCAG 2.2 A and AA)',
  weight: 55,
  rules,
  judge(pair) {
    const { original, rebuilt } = pair
    if (!original.axe.length || !rebuilt.axe.length) return inconclusive('axe was not run on both pages')
    const [before, now] = [original.axe.map(ours), rebuilt.axe.map(ours)]
    const origins = originsOf(pair)
    const named = asOpener(pair)
    const [backgroundBefore, backgroundNow] = [backgroundsOf(original), backgroundsOf(rebuilt)]
    const runs = now.map(run => {
      const known = elementsOf(before, run.width).map(element => measured(element, backgroundBefore))
      const elements = elementsOf([run]).map(element => measured(element, backgroundNow))
      const matches = matchesAt(elements, known, { origins, unlisted: unlistedIn(before) }).map(named)
      return { matches, known }
    })
    const taken = new Set(
      runs
        .flatMap(({ matches }) => matches)
        .flatMap(match => (isRecoloured(match) ? match.element.node.paint.text : [])),
    )
    const isOfField = ({ element: { family, node } }: Match) =>
      family === 'label' && isEntered(node, controlsOf(pair).rebuilt)
    const report = reporter(pair, extentIn(before, now), gradesOf(pair), taken)
    const styles = unstyled(pair)
    const atWidths = runs.map(({ matches, known }) => {
      const isReportedThere = namedByPicture(matches)
      const isOneOfMany = oneOfMany(matches)
      const isNew = isNewText(origins)
      const isPhrase = phrases(pair, matches)
      const isInOldColours = inOldColours(matches, known)
      return merge(
        matches
          .filter(match => !isReportedThere(match) && !isOfField(match) && !(styles && isByStyles(match)))
          .map(match => {
            const about = {
              isOneOfMany: isOneOfMany(match),
              isNew: isNew(match),
              isPhrase: isPhrase(match),
              isInOldColours: isInOldColours(match),
              isAdrift: isAdrift(match.element, match.other, backgroundNow(match.element)),
            }
            return { ...match, finding: report(match, about) }
          }),
      )
    })
    const open = [...(styles ?? []), ...undecided(now, rebuilt.document.url)]
    return [...worseOf(atWidths), ...unseenIcons(pair), ...open]
  },
}

/** A run without the rules that other suites judge. */
const ours = (run: AxeArtifact): AxeArtifact => ({
  width: run.width,
  violations: run.violations.filter(isOurs),
  passes: run.passes.filter(isOurs),
  incomplete: run.incomplete.filter(isOurs),
})

/**
 * The failing ones of the elements of one run, each with what it was on the original at that width. What held at this
 * width is a loss here, though it failed at another one.
 */
function matchesAt(
  found: AxeElement[],
  before: AxeElement[],
  { origins, unlisted }: { origins: Origins; unlisted: Map<string, number> },
): Match[] {
  const known = Map.groupBy(before, subjectOf)
  return [...Map.groupBy(found, subjectOf)].flatMap(([subject, elements]) => {
    if (!elements.some(({ failing, open }) => failing || open)) return []
    const others = matchAxeElements(elements, known.get(subject) ?? [], origins)
    return elements.flatMap((found): Match[] => {
      const other = others.get(found) ?? null
      const element = found.failing ? found : (decided(found, other) ?? captionless(found, other))
      if (!element || isOutside(element)) return []
      if (other) return [{ element, other }]
      // The original may have more failing elements than were listed: what is not found may be one of them.
      const left = unlisted.get(element.rule.id) ?? 0
      unlisted.set(element.rule.id, left - 1)
      return left > 0 ? [] : [{ element, other }]
    })
  })
}

/**
 * What elements are compared by: the family of their rules. The colour of a field is that of what is typed into it, so that
 * its placeholder, or an entry of a list that says the same, has nothing to do with it.
 */
const subjectOf = ({ family, node: { tag, type } }: AxeElement): string =>
  family === 'color-contrast' &&
  (tag === 'textarea' || (tag === 'input' && !/^(button|submit|reset|image)$/.test(type)))
    ? 'contrast of what is typed'
    : family

/** What stands beside the window has no background of its own there: that it sticks out is for responsive to say. */
function isOutside({ family, node: { box }, width }: AxeElement): boolean {
  const middle = box.x + box.width / 2
  return family === 'color-contrast' && box.width > 0 && (middle < 0 || middle > width)
}

/** How many failing elements of each rule there are beyond those that are listed. */
function unlistedIn(runs: AxeArtifact[]): Map<string, number> {
  const most = new Map<string, number>()
  for (const { id, count, nodes } of runs.flatMap(run => run.violations))
    most.set(id, Math.max(most.get(id) ?? 0, count - nodes.length))
  return most
}

/**
 * What the penalty of an element is made of: an inherited one weighs what it weighed, and more by the share of contrast
 * that it lost since; one that held its share on the page that has fewer of its kind, what is new that on the new page.
 */
function extentIn(before: AxeArtifact[], now: AxeArtifact[]): (match: Match) => number {
  const [first, second] = [appliedIn(before), appliedIn(now)]
  return ({ element, other }) => {
    if (other?.failing) return shareOf(first.get(other.rule.id) ?? 0) * (1 + contrastLost(element, other))
    const { id } = element.rule
    const now = second.get(id) ?? 0
    return shareOf(other ? Math.min(first.get(id) || Number.POSITIVE_INFINITY, now) : now)
  }
}

/** How many elements each rule was applied to, at the width where they were most. */
function appliedIn(runs: AxeArtifact[]): Map<string, number> {
  const most = new Map<string, number>()
  for (const { violations, passes, incomplete } of runs) {
    const sums = new Map<string, number>()
    for (const { id, count } of [violations, passes, incomplete].flat())
      sums.set(id, (sums.get(id) ?? 0) + count)
    for (const [id, sum] of sums) most.set(id, Math.max(most.get(id) ?? 0, sum))
  }
  return most
}

type About = Record<'isOneOfMany' | 'isNew' | 'isPhrase' | 'isInOldColours' | 'isAdrift', boolean>

function reporter(
  pair: Pair<Needed>,
  extentOf: (match: Match) => number,
  gradeOf: ReturnType<typeof gradesOf>,
  taken: ReadonlySet<string>,
) {
  const isBackgroundGone = backgroundGone(pair)
  const isRepeated = repeatedHome(pair)
  return (match: Match, about: About): Finding => {
    const { element, other } = match
    const rule = other?.failing ? other.rule : element.rule
    const elsewhere = other?.failsElsewhere ? `|${element.width} px` : ''
    const found = {
      key: `a11y/axe:${rule.id}:${(other ?? element).place}${elsewhere}`,
      message: messageOf(element, other),
      ...(other && { original: placeOf(other, pair.original.document.url) }),
      rebuilt: placeOf(element, pair.rebuilt.document.url),
    }
    if (isBackgroundGone(match)) return rules.report('background-gone', found)
    if (sameColours(match)) {
      const { contrast } = other!.node
      const before =
        contrast && contrast.ratio < contrast.wanted
          ? `, and the original's ${contrast.ratio}:1 is too little as well`
          : '; on the original it could not be measured'
      return rules.report('same-colours', {
        ...found,
        message: `${faultOf(element, null)}${before}`,
        fix: fixOf(element, null),
      })
    }
    const graded = { ...found, fix: fixOf(element, other), extent: extentOf(match) }
    if (element.family !== 'color-contrast')
      return rules.report('violation', { ...graded, as: gradeOf(match), cause: rule.id })
    const isExcused = about.isAdrift || (!about.isOneOfMany && isRepeated(match))
    const as = !isExcused && isUnreadable(element, other, about) ? 'unreadable' : undefined
    return rules.report('contrast', { ...graded, as, ...causeOf(match, taken) })
  }
}

const isRecoloured = ({ element: { node }, other }: Match) =>
  other !== null && !isSameColour(node.paint.text, other.node.paint.text)

/** A pair of colours is set once, and so is a colour that texts took, whatever they and new ones stand on. */
function causeOf(match: Match, taken: ReadonlySet<string>) {
  const { contrast, paint } = match.element.node
  const isOfTaken = taken.has(paint.text) && (!match.other || isRecoloured(match))
  return (
    contrast && { cause: isOfTaken ? `letters ${paint.text}` : `${contrast.text} on ${contrast.background}` }
  )
}

/**
 * One finding a key at one width. Pieces of one original element are that element and cost once; two elements that
 * nobody can tell apart cost twice, and the new one of them is shown.
 */
function merge(found: (Match & { finding: Finding })[]): Finding[] {
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
  return [...byKey.values()].map(({ finding }) => finding)
}

/** The same place at both widths is one issue: the width where it is worse, the first of two alike. */
function worseOf(widths: Finding[][]): Finding[] {
  const worst = new Map<string, Finding>()
  for (const finding of widths.flat())
    if (finding.penalty > (worst.get(finding.key)?.penalty ?? -1)) worst.set(finding.key, finding)
  return [...worst.values()]
}

/** One line a rule, without a penalty. */
function undecided(runs: AxeArtifact[], url: string): Finding[] {
  const found = new Map<string, Finding>()
  for (const { width, incomplete } of runs)
    for (const { id, help, count, nodes } of incomplete) {
      const [node] = nodes
      if (found.has(id) || !node) continue
      const elements = `${count} element${count === 1 ? '' : 's'}`
      found.set(
        id,
        rules.report('undecided', {
          key: `a11y/axe-undecided:${id}`,
          message: `No machine can decide “${help}” at ${elements}, the first being ${nameOf(node)}`,
          rebuilt: placeOf({ node, width }, url),
        }),
      )
    }
  return [...found.values()]
}

/** In the reader's words. `was` is the same element on the original: failing as well, or in order, or not found (null). */
function messageOf(element: AxeElement, was: AxeElement | null): string {
  const as = was?.failing && !contrastLost(element, was) ? ', as on the original' : ''
  return `${faultOf(element, was)}${as}`
}

/** With the original's value where it has one. */
function fixOf(element: AxeElement, was: AxeElement | null): string {
  const { family, node, rule } = element
  const given = nameBefore(was)
  switch (family) {
    case 'image-alt':
      return given
        ? `Give it the original's alternative text back: ${given}`
        : 'Give it an alt text that says what it shows, or alt="" where it only decorates'
    case 'label':
      return given
        ? `Tie a label to it that says ${given}, as on the original`
        : 'Tie a <label> to it with "for" and "id", or give it an aria-label'
    case 'link-name':
      return given
        ? `Give it the original's name back: ${given}`
        : 'Put a text in it, or name it with aria-label; a picture in it needs an alt text'
    case 'color-contrast': {
      const before = better(element, was)
      const wanted = node.contrast?.wanted
      const others = before && wanted && before.ratio < wanted ? `, or others of ${wanted}:1` : ''
      return before
        ? `Use the original's colours: ${before.text} on ${before.background}, ${before.ratio}:1${others}`
        : `Make text and background differ more${wanted ? `, to ${wanted}:1 at least` : ''}`
    }
    default:
      return node.summary
        ? `${node.summary.replace(/Fix (any|all) of the following:\s*/g, '')} (${rule.helpUrl})`
        : `See ${rule.helpUrl}`
  }
}

function faultOf(element: AxeElement, was: AxeElement | null): string {
  const { family, node, rule } = element
  const name = nameBefore(was)
  const where = whereOf(node)
  const subject = `${capital(nameOf(node))}${where}`
  switch (family) {
    case 'image-alt': {
      const picture = `The picture${node.file && ` ${quote(node.file)}`}${where}`
      return name ? `${picture} lost its alternative text ${name}` : `${picture} has no alternative text`
    }
    case 'label':
      return name
        ? `The field ${name}${where} lost its label`
        : `${capital(fieldOf(node))}${where} has no label`
    case 'link-name': {
      const kind = node.role || node.tag
      const file = node.file && ` to ${quote(node.file)}`
      return name ? `The ${kind} ${name}${where} lost its name` : `A ${kind}${file}${where} has no name`
    }
    case 'color-contrast': {
      const { contrast } = node
      if (!contrast) return `${subject} can hardly be read for its low contrast`
      const known = better(element, was)
      const before = known ? `, ${known.ratio}:1 before` : ''
      return (
        `${subject} has a contrast of ${contrast.ratio}:1 (${contrast.text} on ${contrast.background}); ` +
        `${contrast.wanted}:1 is needed${before}`
      )
    }
    default:
      return `${subject} breaks the rule “${rule.help}”`
  }
}

/** As a reader would name it. */
function nameOf(node: AxeNode): string {
  if (isPage(node)) return 'the page'
  const text = perceivedText(node)
  if (text) return quote(text)
  const kind = node.role || node.tag
  return node.file ? `the ${kind} ${quote(node.file)}` : `a ${kind}`
}

/** Its name or text on the original, quoted; '' where it failed there too. */
function nameBefore(was: AxeElement | null): string {
  const name = was && !was.failing ? perceivedText(was.node) : ''
  return name && quote(name)
}

/** The original's contrast, where it was the better one. */
const better = (element: AxeElement, was: AxeElement | null) =>
  was && (!was.failing || contrastLost(element, was))
    ? (was.node.contrast ?? contrastOf(was.node.paint))
    : null

function fieldOf(node: AxeNode): string {
  const kind = node.tag === 'input' ? `${node.type || 'text'} field` : node.tag
  return perceivedText(node) && node.tag !== 'select'
    ? `the ${kind} ${quote(perceivedText(node))}`
    : `a ${kind}`
}

/** The heading above it, set off by commas; of a heading none. */
const whereOf = (node: AxeNode): string =>
  node.near && !isPage(node) && node.near !== perceivedText(node) ? `, under ${quote(node.near)},` : ''

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const placeOf = ({ node, width }: Pick<AxeElement, 'node' | 'width'>, url: string): Place =>
  core.placeOf({ ...node, text: perceivedText(node).slice(0, 200) }, url, width)
