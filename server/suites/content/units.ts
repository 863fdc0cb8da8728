import { isMain } from '../../matching/passages.ts'
import type { Fate } from './losses.ts'

/** Lost texts that a reader takes for one thing: a section under its heading, a table row, or a text alone. */
export interface LostUnit {
  kind: 'section' | 'row' | 'text'
  /** The first one names the unit. */
  fates: Fate[]
}

/** Groups lost texts that stand side by side in the original. */
export function lostUnits(fates: Fate[]): LostUnit[] {
  const units: LostUnit[] = []
  for (let at = 0; at < fates.length; ) {
    const fate = fates[at]!
    if (fate.state !== 'lost' && !(isCell(fate) && fate.bare)) {
      at++
      continue
    }
    const unit = sectionFrom(fates, at) ?? rowFrom(fates, at)
    if (unit) units.push(unit)
    else if (fate.state === 'lost') units.push({ kind: 'text', fates: [fate] })
    at = unit ? unit.fates.at(-1)!.index + 1 : at + 1
  }
  return units
}

/** A lost heading of the page's body and what was lost below it, up to the next heading of its rank or what is kept. */
function sectionFrom(fates: Fate[], from: number): LostUnit | null {
  const head = fates[from]!
  if (head.passage.kind !== 'heading' || head.state !== 'lost' || !head.passage.visible) return null
  const members = [head]
  const pending: Fate[] = []
  for (const fate of fates.slice(from + 1)) {
    const { kind, level, visible } = fate.passage
    if (kind === 'heading' && level <= head.passage.level) break
    if (fate.state === 'lost' && visible) members.push(...pending.splice(0), fate)
    else if (fate.bare || !visible || fate.passage.volatile) pending.push(fate)
    else break
  }
  // A price that ends the section goes with it when it is gone as well.
  if (members.length > 1) members.push(...pending.filter(fate => fate.bare))
  return members.length > 1 ? { kind: 'section', fates: members.sort((a, b) => a.index - b.index) } : null
}

/** The lost cells of one table row, cells of nothing but facts included; at least one cell with words of its own. */
function rowFrom(fates: Fate[], from: number): LostUnit | null {
  const first = fates[from]!
  if (!isCell(first)) return null
  const cells = [first]
  for (let at = from + 1; at < fates.length; at++) {
    const fate = fates[at]!
    if (!isCell(fate) || !sameLine(first, fate)) break
    if (fate.state !== 'lost' && !fate.bare) return null
    cells.push(fate)
  }
  return cells.length > 1 && cells.some(cell => cell.state === 'lost') ? { kind: 'row', fates: cells } : null
}

function isCell({ passage }: Fate): boolean {
  return passage.kind === 'cell' || passage.kind === 'header-cell'
}

function sameLine(a: Fate, b: Fate): boolean {
  const [one, two] = [a.passage.box, b.passage.box]
  return Math.abs(one.y + one.height / 2 - two.y - two.height / 2) < Math.max(one.height, two.height, 1) / 2
}

export function isMainUnit({ fates }: LostUnit): boolean {
  return fates.some(fate => isMain(fate.passage))
}
