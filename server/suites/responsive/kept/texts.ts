import type { Severity } from '../../../contract.ts'
import { countWords, words } from '../../../lib/text.ts'
import type { Finding } from '../../core/suite.ts'
import { around, atWidths, type Screen } from '../screens.ts'
import { spelled } from '../spelling.ts'
import { type Shown, type Sight, sightOf } from './shown.ts'

/** Words from which a text is a passage, and issues that are listed one by one. */
const PASSAGE = 8
const LISTED = 300
const SENTENCE = 4
const OUTSIDE = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'dialog',
  'alertdialog',
  'search',
])

interface Gone {
  what: Shown
  widths: number[]
  severity: Severity
}

/**
 * What the original shows at a width and the rebuilt page shows at others only. What the rebuilt page shows nowhere
 * is lost, not hidden, and no matter of widths.
 */
export function textFindings(
  before: readonly Screen[],
  after: readonly Screen[],
  changing: readonly string[],
  urls: { original: string; rebuilt: string },
): Finding[] {
  const volatile = new Set(changing.map(spelled))
  const now = after.map(sightOf)
  const gone = new Map<string, Gone>()
  const elsewhere = new Map<string, boolean>()
  const isElsewhere = (what: Shown) => {
    const known = elsewhere.get(what.key)
    if (known !== undefined) return known
    const found = now.some(sight => shows(sight, what))
    elsewhere.set(what.key, found)
    return found
  }
  for (const sight of now) {
    const was = around(before, sight.screen.width).map(sightOf)
    if (was.length === 0) continue
    const [first, ...others] = was
    for (const what of first!.shown.values()) {
      if (isMenu(what) || volatile.has(spelled(what.text)) || sight.shown.has(what.key)) continue
      if (!others.every(other => other.shown.has(what.key)) || !isSteady(what.key, before)) continue
      if (!isElsewhere(what) || sight.says(what.text)) continue
      const severity = severityOf(what, sight, first!)
      const known = gone.get(what.key)
      if (!known) gone.set(what.key, { what, widths: [sight.screen.width], severity })
      else {
        known.widths.push(sight.screen.width)
        if (RANK[severity] < RANK[known.severity]) known.severity = severity
      }
    }
  }
  const listed = [...gone.values()].sort((a, b) => RANK[a.severity] - RANK[b.severity])
  return listed.slice(0, LISTED).map(one => report(one, urls))
}

/** Long texts may be divided otherwise; a short one inside another says nothing. */
const shows = (sight: Sight, what: Shown) =>
  sight.shown.has(what.key) || (countWords(words(what.text)) >= SENTENCE && sight.says(what.text))

const RANK: Record<Severity, number> = { critical: 0, serious: 1, moderate: 2, minor: 3 }
const PENALTY: Record<Severity, number> = { critical: 1, serious: 0.15, moderate: 0.04, minor: 0.01 }

function report({ what, widths, severity }: Gone, urls: { original: string; rebuilt: string }): Finding {
  const text = what.text.length > 80 ? `${what.text.slice(0, 80)}…` : what.text
  const viewport = Math.min(...widths)
  return {
    key: `responsive/kept:${spelled(what.text).slice(0, 80)}`,
    severity,
    penalty: PENALTY[severity],
    message: `“${text}” cannot be seen ${atWidths(widths)}; the original shows it there`,
    fix:
      severity === 'minor'
        ? 'Show it there, unless it can be opened or scrolled to'
        : 'Show it at these widths as well: look for a media query that hides it',
    original: {
      url: urls.original,
      box: what.box,
      selector: what.selector,
      viewport,
      text: what.text.slice(0, 200),
    },
    rebuilt: { url: urls.rebuilt, viewport, text: what.text.slice(0, 200) },
  }
}

/** Links of the navigation are the navigation's. */
const isMenu = ({ kind, landmark }: Shown) =>
  landmark === 'navigation' || (landmark === 'banner' && (kind === 'link' || kind === 'button'))

/** Shown from one width to another without a gap: what comes and goes is a carousel's turn. */
function isSteady(key: string, before: readonly Screen[]): boolean {
  let changes = 0
  let last = false
  for (const screen of before) {
    const shown = sightOf(screen).shown.has(key)
    if (shown && !last) changes++
    last = shown
  }
  return changes === 1
}

function severityOf(what: Shown, now: Sight, was: Sight): Severity {
  if (isReachable(what, now, was)) return 'minor'
  if (OUTSIDE.has(what.landmark)) return 'moderate'
  const passage = /^(heading|button|textbox|combobox|checkbox|searchbox|spinbutton|radio)$/.test(what.kind)
  return passage || countWords(words(what.text)) >= PASSAGE ? 'serious' : 'moderate'
}

/** Folded or turned away rather than gone: something new opens things there, or another of its kind is in front. */
function isReachable(what: Shown, now: Sight, was: Sight): boolean {
  const folded = now.hidden.get(what.key)
  if (!folded) return false
  const openers = ({ screen }: Sight) =>
    screen.controls.filter(
      control =>
        control.opens &&
        control.state === 'visible' &&
        control.landmark !== 'navigation' &&
        control.landmark !== 'banner',
    ).length
  if (openers(now) > openers(was)) return true
  for (const other of now.shown.values())
    if (
      other.kind === what.kind &&
      other.landmark === folded.landmark &&
      !was.shown.has(other.key) &&
      was.hidden.has(other.key)
    )
      return true
  return now.screen.blocks.some(
    block => block.scroller && block.state === 'clipped' && spelled(block.text) === spelled(what.text),
  )
}
