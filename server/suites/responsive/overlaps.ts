import type { Layout, Overlap } from '../../capture/collectors/layouts.ts'
import type { Severity } from '../../contract.ts'
import type { Check, Finding } from '../core/suite.ts'
import { notApplicable } from '../core/suite.ts'
import { type Pairing, pairingOf } from './pairs.ts'
import { atWidths, inReach } from './screens.ts'
import { spelled } from './spelling.ts'
import { followsScreen } from './viewport.ts'

const PHONE = 375
/** Share of a text that letters of another one cross, that something covers, and of a control that takes no clicks. */
const LEAST = { crossed: 0.1, covered: 0.3, control: 0.6 }
const UNREADABLE = { crossed: 0.2, covered: 0.5 }
const PENALTY = { critical: 1, serious: 0.1, moderate: 0.04, minor: 0.01 }

interface Found {
  overlap: Overlap
  /** Name of what is covered, in the original's words. */
  name: string
  severity: Severity
  widths: number[]
}

export const overlaps: Check<'layouts' | 'head' | 'document'> = {
  id: 'responsive/overlaps',
  title: 'Nothing lies on texts and controls',
  weight: 10,
  judge(pair) {
    const { original, rebuilt } = pair
    const pairing = pairingOf(pair)
    if (!rebuilt.layouts.some(layout => layout.blocks.length)) return notApplicable('the page shows no text')
    const all = new Map<string, Found>()
    for (const layout of rebuilt.layouts) {
      if (layout.width <= PHONE && !followsScreen(rebuilt.head)) continue
      const before = original.layouts.find(old => old.width === layout.width)
      if (!before) continue
      for (const { key, ...found } of overlapsAt(layout, before, pairing)) {
        const known = all.get(key)
        if (known?.widths.includes(layout.width)) continue
        if (known) known.widths.push(layout.width)
        if (!known || (known.severity !== 'serious' && found.severity === 'serious'))
          all.set(key, { ...found, widths: known?.widths ?? [layout.width] })
      }
    }
    return [...all].map(([key, found]) => report(key, found, rebuilt.document.url))
  },
}

function overlapsAt(layout: Layout, before: Layout, pairing: Pairing) {
  const texts = new Set(
    (layout.overlaps ?? []).filter(isHurt).map(({ what, name }) => what === 'text' && spelled(name)),
  )
  return (layout.overlaps ?? []).flatMap(overlap => {
    if (!isHurt(overlap)) return []
    // A button and the words on it are one.
    if (overlap.what === 'control' && texts.has(spelled(overlap.name))) return []
    const was = coveredOn(before, layout, overlap, pairing)
    // What the original does not show there may lie behind something: a folded menu, a slide.
    if (was === null) return []
    const other =
      overlap.by === 'text' ? textOn(before, layout, overlap.cover, overlap.coverSelector, pairing) : 'cover'
    const names = [was, other ?? overlap.cover].map(name => spelled(name).slice(0, 60))
    if (overlap.by === 'text') names.sort()
    return [
      { key: `responsive/overlaps:${names.join('|')}`, overlap, name: was, severity: severityOf(overlap) },
    ]
  })
}

function isHurt({ what, by, share }: Overlap): boolean {
  if (what === 'control') return share >= LEAST.control
  return share >= (by === 'text' ? LEAST.crossed : LEAST.covered)
}

function severityOf({ what, by, share, opaque }: Overlap): Severity {
  // Pictures with holes let text through.
  if (by === 'picture' && !opaque) return 'moderate'
  if (what === 'control') return 'serious'
  return share >= (by === 'text' ? UNREADABLE.crossed : UNREADABLE.covered) ? 'serious' : 'moderate'
}

/** What is covered, as the original names it; null where the original does not show it. */
function coveredOn(before: Layout, now: Layout, overlap: Overlap, pairing: Pairing): string | null {
  if (overlap.what === 'text') return textOn(before, now, overlap.name, overlap.selector, pairing)
  const was = pairing.controlOn(before, overlap)
  return was && inReach(was, before) ? was.name : null
}

function textOn(
  before: Layout,
  now: Layout,
  text: string,
  selector: string,
  pairing: Pairing,
): string | null {
  // Long texts were shortened when they were noted.
  const block = now.blocks.find(one => one.selector === selector && one.text.startsWith(text))
  const was = block && pairing.textOn(before, block)
  return was && inReach(was, before) ? was.text : null
}

function report(key: string, { overlap, widths, severity }: Found, url: string): Finding {
  const { what, by, name, cover, box, selector, share } = overlap
  const called = what === 'control' ? `The control “${name.slice(0, 60)}”` : `“${name.slice(0, 60)}”`
  const where = atWidths(widths)
  const over = cover ? `“${cover.slice(0, 60)}”` : by === 'picture' ? 'a picture' : 'something else'
  return {
    key,
    severity,
    penalty: PENALTY[severity] * widths.length,
    message:
      by === 'text'
        ? `${called} and ${over} are written over each other ${where}`
        : what === 'control'
          ? `${called} cannot be pressed ${where}: ${over} lies on it`
          : `${Math.round(share * 100)} % of ${called} is hidden by ${over} ${where}`,
    fix: 'Give each its own place: look for negative margins, fixed heights and absolute positions',
    rebuilt: { url, box, selector, viewport: Math.min(...widths), text: name.slice(0, 200) },
  }
}
