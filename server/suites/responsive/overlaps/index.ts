import type { Layout, Overlap } from '../../../capture/collectors/layouts.ts'
import { sharedArea } from '../../../lib/box.ts'
import { ASKS_CONSENT } from '../../../lib/consent-words.ts'
import { atWidth } from '../../../lib/widths.ts'
import { idleReader } from '../../core/idle-links.ts'
import { blockOf, ornamentOf } from '../../core/ornaments.ts'
import { withoutTurns } from '../../core/path.ts'
import { quote } from '../../core/quote.ts'
import { type Check, notApplicable } from '../../core/suite.ts'
import { linkWays } from '../link-ways.ts'
import { type Pairing, pairingOf } from '../pairs.ts'
import { atWidths, canBeSeen, mergeWidths, picturedOf, placeAt } from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import { normalText, textKey } from '../words.ts'
import { coveredWindows } from './covered-windows.ts'
import { gradeOf, hiddenEdges } from './edges.ts'
import { caseOf, isCovered, isOf, isSurelyMissed, ruleOf } from './facts.ts'
import { largeBars } from './large-bars.ts'
import { crossedLines } from './lines.ts'
import { pictureWaits } from './lost-pictures.ts'
import { isTakenAway, openPanels } from './open-panels.ts'
import { COMMON_SCREENS, FIRST_SCREEN, rules, UNREADABLE } from './rules.ts'

/** Two letters, or one of a script in which a letter is a syllable or a word, or a number. */
const WORD = /\p{L}\P{L}*\p{L}|\p{Lo}|\d/u

export const overlaps: Check<'layouts' | 'head' | 'document' | 'health' | 'links' | 'probes'> = {
  id: 'responsive/overlaps',
  title: 'Nothing lies on texts and controls',
  weight: 10,
  rules,
  byLook: true,
  judge(pair) {
    const { original, rebuilt } = pair
    const isIdle = idleReader(original)
    if (!rebuilt.layouts.some(layout => layout.blocks.length)) return notApplicable('the page shows no text')
    const isUnsettled = pictureWaits(rebuilt)
    const ways = linkWays(rebuilt.links, rebuilt.document.url)
    const found = rebuilt.layouts
      .filter(({ width }) => !isShrunk(width, rebuilt.head))
      .flatMap(layout => {
        const before = atWidth(original.layouts, layout.width)
        if (!before) return []
        const covered = overlapsAt(layout, before, pairingOf(pair), isIdle, ways)
        const stay = covered.filter(
          ({ overlap: { atEnd, cover } }) => !(atEnd && isTakenAway(cover, rebuilt)),
        )
        const byKey = Map.groupBy(stay, ({ key }) => key)
        return [...byKey.values()].map(ones => ({
          ...(ones.find(({ as }) => !as) ?? ones[0]!),
          isUnsettled: ones.every(({ overlap }) => isUnsettled(overlap, layout)),
        }))
      })
    const merge = (known: (typeof found)[number], next: (typeof found)[number]) => ({
      ...(!known.as === !next.as ? picturedOf(known, next) : next.as ? known : next),
      isUnsettled: known.isUnsettled && next.isUnsettled,
    })
    const merged = mergeWidths(found, merge)
    const covered = merged.map(
      ({ key, rule, as, overlap, leadsNowhere, isTitle, isUnsettled, width, widths }) => {
        const said = {
          key,
          // One dialog or bar that lies on all of the page is one mistake, and so is what entries of one list have in common.
          cause: causeOf(overlap),
          extent: widths.length,
          ...sayingOf(overlap, widths),
          rebuilt: placeAt(rebuilt.document.url, width, { ...overlap, text: overlap.name }),
        }
        if (isUnsettled) {
          const message = `${said.message}; a picture beside it did not answer here, and its room is missing`
          return rules.report(rule, { ...said, message, as: 'unsettled' })
        }
        // One odd width is no ground to hold a launch.
        const isOdd = widths.length === 1 && !COMMON_SCREENS.has(widths[0]!) && !isTitle
        const grade = isOdd ? 'partly' : as
        if (rule === 'control-covered' && leadsNowhere) return rules.report(rule, { ...said, as: 'idle' })
        return rules.report(rule, { ...said, as: grade })
      },
    )
    const over = [...openPanels(pair), ...largeBars(pair)]
    return [...covered, ...crossedLines(pair), ...over, ...coveredWindows(pair, over)]
  },
}

/** What lies on it; or two texts of one entry of a list, by where they stand in any of its entries. */
function causeOf({ by, selector, coverSelector, cover }: Overlap): string | undefined {
  if (by === 'text') return `${withoutTurns(selector)} and ${withoutTurns(coverSelector)}`
  return by === 'box' && (coverSelector || cover) ? `under ${coverSelector || cover}` : undefined
}

function overlapsAt(
  layout: Layout,
  before: Layout,
  pairing: Pairing,
  isIdle: (selector: string) => boolean,
  ways: ReadonlyMap<string, string>,
) {
  const covered = (layout.overlaps ?? []).filter(one => isCovered(one) && !ornamentOf(one, layout))
  const texts = new Set(covered.map(({ what, name }) => what === 'text' && normalText(name)))
  const edges = hiddenEdges(layout, before, pairing).map(({ overlap, was }) => ({
    key: `responsive/overlaps:${textKey(was ?? overlap.name, 60)}|cover`,
    width: layout.width,
    overlap,
    leadsNowhere: false,
    isTitle: false,
    rule: ruleOf(overlap),
    as: gradeOf(overlap),
  }))
  const found = covered.flatMap(overlap => {
    const { what, by, name, selector, cover, coverSelector } = overlap
    // A bar between two entries, or another sign, hides no word.
    if (by === 'text' && ![name, cover].every(text => WORD.test(text))) return []
    // A button and the words on it are one.
    if (what === 'control' && texts.has(normalText(name))) return []
    if (overlap.atEnd && ASKS_CONSENT.test(cover)) return []
    const control = what === 'control' ? controlOn(before, overlap, pairing) : undefined
    const was = what === 'text' ? textOn(before, layout, name, selector, pairing) : (control?.name ?? null)
    // What the original does not show there may lie behind something: a folded menu, a slide. Letters that cross letters
    // are never meant, of whatever texts.
    const isCrossed =
      was === null && by === 'text' && overlap.share >= UNREADABLE.crossed && areShown(overlap)
    // Nor is a field meant to lie on letters.
    const isUnderField = was === null && what === 'text' && isFieldOn(overlap, layout)
    if (was === null && !isCrossed && !isUnderField) return []
    if (what === 'text' && by !== 'text' && wasCovered(overlap, layout, before, pairing)) return []
    if (what === 'control' && wasControlCovered(overlap, layout, before)) return []
    const other = by === 'text' ? (textOn(before, layout, cover, coverSelector, pairing) ?? cover) : 'cover'
    if (by === 'text' && (lieOver(before, was ?? name, other) || wasCrossed(overlap, was, other, before)))
      return []
    const names = [was ?? name, other].map(one => textKey(one, 60))
    if (by === 'text') names.sort()
    const key = `responsive/overlaps:${names.join('|')}`
    const leadsNowhere = control !== undefined && isIdle(control.selector)
    const isTitle = what === 'text' && blockOf(layout, name, selector)?.level === 1
    const isMissed =
      control !== undefined &&
      isSurelyMissed(overlap, control, layout) &&
      !isReachedBeside(overlap, layout, ways)
    const isSure = isTitle || isMissed
    const as = isUnderField ? 'partly' : caseOf(overlap, isSure)
    return [{ key, width: layout.width, overlap, leadsNowhere, isTitle, rule: ruleOf(overlap), as }]
  })
  return [...found, ...edges]

  /** Whether both texts are in view, and neither is one that the original hides there. */
  function areShown({ name, selector, cover, coverSelector }: Overlap): boolean {
    return [blockOf(layout, name, selector), blockOf(layout, cover, coverSelector)].every(block => {
      const was = block && pairing.textOn(before, block)
      return block?.state === 'visible' && (!was || canBeSeen(was, before))
    })
  }
}

/** Whether another link of the first screen, on which nothing lies, leads where this one does. */
function isReachedBeside(
  { selector }: Overlap,
  { controls, overlaps = [] }: Layout,
  ways: ReadonlyMap<string, string>,
): boolean {
  const way = ways.get(selector)
  const covered = new Set(overlaps.map(one => one.selector))
  return (
    way !== undefined &&
    controls.some(
      one =>
        one.state === 'visible' &&
        one.box.y < FIRST_SCREEN &&
        !covered.has(one.selector) &&
        ways.get(one.selector) === way,
    )
  )
}

/** Share of the smaller box from which the letters of two lines lie over each other, whatever the space above and below them. */
const MIN_OVER = 0.5

/** Whether the original shows both texts, of one line each, over each other: in whatever elements. */
function lieOver(before: Layout, one: string, other: string): boolean {
  const [first, second] = [one, other].map(text =>
    before.blocks.filter(
      block => block.lines === 1 && normalText(block.text) === normalText(text) && canBeSeen(block, before),
    ),
  )
  return first!.some(a =>
    second!.some(b => {
      const least = Math.min(...[a, b].map(({ box }) => box.width * box.height))
      return a !== b && least > 0 && sharedArea(a.box, b.box) >= MIN_OVER * least
    }),
  )
}

/** How much more of a text may be crossed than before: where lines break is not the same on every machine. */
const MORE_CROSSED = 1.25

/** Letters that an overlap has of a text. */
const MAX_NAME = 200

/** Whether nearly as much of this text was crossed by letters before, of whichever text; or it crossed this very one. */
function wasCrossed({ share }: Overlap, was: string | null, other: string, before: Layout): boolean {
  if (was === null) return false
  // Overlaps hold the beginning of long texts.
  const isBegin = (start: string, text: string) => normalText(text.slice(0, MAX_NAME)) === normalText(start)
  return (before.overlaps ?? []).some(
    one =>
      one.by === 'text' &&
      (isBegin(one.name, was)
        ? share <= MORE_CROSSED * one.share
        : isBegin(one.cover, was) && isBegin(one.name, other) && share <= MORE_CROSSED * one.share),
  )
}

/** Whether a field that lets nothing through lies on most of a text. */
const isFieldOn = ({ by, opaque, share, coverSelector }: Overlap, { controls }: Layout): boolean =>
  by === 'box' &&
  opaque &&
  share >= UNREADABLE.covered &&
  controls.some(
    ({ selector, role, state }) =>
      selector === coverSelector && state === 'visible' && /^(textbox|searchbox|combobox)$/.test(role),
  )

/** Whether as much of this text was covered before, or so much that it could not be read. */
function wasCovered(overlap: Overlap, now: Layout, before: Layout, pairing: Pairing): boolean {
  const { name, selector, share, opaque } = overlap
  const block = blockOf(now, name, selector)
  const was = block && pairing.textOn(before, block)
  const isAsHidden = (one: Overlap) =>
    one.what === 'text' &&
    one.by !== 'text' &&
    !one.edge &&
    one.share >= Math.min(share, UNREADABLE.covered) &&
    (one.opaque || !opaque)
  return !!was && !!before.overlaps?.some(one => isAsHidden(one) && isOf(one, was))
}

/** Whether the same thing lay on a control of this name before, wherever that stands now: on as many of them as now. */
function wasControlCovered(overlap: Overlap, now: Layout, before: Layout): boolean {
  const called = normalText(overlap.name)
  const said = normalText(overlap.cover)
  const alike = ({ overlaps = [] }: Layout) =>
    overlaps.filter(
      one =>
        one.what === 'control' &&
        isCovered(one) &&
        normalText(one.name) === called &&
        // A bar where the page ends, and what is drawn around it, need no selector of their own.
        ((one.atEnd && overlap.atEnd) ||
          (one.around && overlap.around) ||
          (said !== '' && normalText(one.cover) === said) ||
          (one.coverSelector === overlap.coverSelector && one.coverSelector !== '')),
    )
  const turn = alike(now).indexOf(overlap)
  return called !== '' && turn >= 0 && turn < alike(before).length
}

/** A control on the original, where it shows it. */
function controlOn(before: Layout, overlap: Overlap, pairing: Pairing) {
  const was = pairing.controlOn(before, overlap)
  return was && canBeSeen(was, before) ? was : undefined
}

/** The original's words of a text; null where it does not show them. Overlaps hold the beginning of long texts. */
function textOn(
  before: Layout,
  now: Layout,
  start: string,
  selector: string,
  pairing: Pairing,
): string | null {
  const block = blockOf(now, start, selector)
  const was = block && pairing.textOn(before, block)
  return was && canBeSeen(was, before) ? was.text : null
}

/** What is said of it, and how it is mended where that is not as with all. */
function sayingOf(overlap: Overlap, widths: readonly number[]) {
  const { what, by, edge, name, cover, share, around, atEnd, underLink } = overlap
  const called = what === 'control' ? `The control ${quote(name, 60)}` : quote(name, 60)
  const over = cover ? quote(cover, 60) : by === 'picture' ? 'a picture' : 'something else'
  const where = atWidths(widths)
  if (edge === 'top')
    return {
      message: `The first line of ${called} begins under ${over} ${where}`,
      fix: 'Let what follows the bar begin below it at each width: give it the height of the bar as padding',
    }
  if (edge)
    return {
      message: `The end of ${called} has run out of its column and is hidden by ${over} ${where}`,
      fix: 'Give it the room that it needs, or let it break (overflow-wrap: anywhere)',
    }
  if (by === 'text') return { message: `${called} and ${over} are written over each other ${where}` }
  if (around)
    return {
      message: `${called} cannot be pressed ${where}: what an element around it draws before or after its content lies on it`,
      fix: 'Let what is drawn there take no clicks (pointer-events: none), or put it behind the content (z-index)',
    }
  if (atEnd)
    return {
      message: `${called} cannot be pressed ${where}, however far the page is scrolled: at its end ${over} lies on it`,
      fix: 'Leave as much room at the end of the page as the bar is high',
    }
  if (underLink)
    return {
      message: `${called} cannot be pressed ${where}: an invisible part of a link lies on it, so that a press leads where that does`,
      fix: 'Keep what the link draws before or after its words within its own box, or put it behind the control (z-index)',
    }
  if (what === 'control') return { message: `${called} cannot be pressed ${where}: ${over} lies on it` }
  return { message: `${Math.round(share * 100)} % of ${called} is hidden by ${over} ${where}` }
}
