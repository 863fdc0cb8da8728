import { isMain } from '../../matching/passages.ts'
import type { TextOutcome } from './losses.ts'

/** Lost texts that a reader takes for one thing: a section under its heading, a table row, or a text alone. */
export interface LostUnit {
  kind: 'section' | 'row' | 'text'
  /** The first one names the unit. */
  outcomes: TextOutcome[]
}

/** Groups lost texts that stand side by side in the original. */
export function lostUnits(outcomes: TextOutcome[]): LostUnit[] {
  const units: LostUnit[] = []
  for (let at = 0; at < outcomes.length; ) {
    const outcome = outcomes[at]!
    if (outcome.state !== 'lost' && !(isCell(outcome) && outcome.bare)) {
      at++
      continue
    }
    const unit = sectionFrom(outcomes, at) ?? rowFrom(outcomes, at)
    if (unit) units.push(unit)
    else if (outcome.state === 'lost') units.push({ kind: 'text', outcomes: [outcome] })
    at = unit ? unit.outcomes.at(-1)!.index + 1 : at + 1
  }
  return units
}

/** A lost heading of the page's body and what was lost below it, up to the next heading of its rank or what is kept. */
function sectionFrom(outcomes: TextOutcome[], from: number): LostUnit | null {
  const head = outcomes[from]!
  if (head.passage.kind !== 'heading' || head.state !== 'lost' || !head.passage.visible) return null
  const members = [head]
  const pending: TextOutcome[] = []
  for (const outcome of outcomes.slice(from + 1)) {
    const { kind, level, visible } = outcome.passage
    if (kind === 'heading' && level <= head.passage.level) break
    if (outcome.state === 'lost' && visible) members.push(...pending.splice(0), outcome)
    else if (outcome.bare || !visible || outcome.passage.volatile) pending.push(outcome)
    else break
  }
  // A price that ends the section goes with it when it is gone as well.
  if (members.length > 1) members.push(...pending.filter(outcome => outcome.bare))
  return members.length > 1 ? { kind: 'section', outcomes: members.sort((a, b) => a.index - b.index) } : null
}

/** The lost cells of one table row, cells of nothing but facts included; at least one cell with words of its own. */
function rowFrom(outcomes: TextOutcome[], from: number): LostUnit | null {
  const first = outcomes[from]!
  if (!isCell(first)) return null
  const cells = [first]
  for (let at = from + 1; at < outcomes.length; at++) {
    const outcome = outcomes[at]!
    if (!isCell(outcome) || !sameLine(first, outcome)) break
    if (outcome.state !== 'lost' && !outcome.bare) return null
    cells.push(outcome)
  }
  return cells.length > 1 && cells.some(cell => cell.state === 'lost')
    ? { kind: 'row', outcomes: cells }
    : null
}

function isCell({ passage }: TextOutcome): boolean {
  return passage.kind === 'cell' || passage.kind === 'header-cell'
}

function sameLine(a: TextOutcome, b: TextOutcome): boolean {
  const [one, two] = [a.passage.box, b.passage.box]
  return Math.abs(one.y + one.height / 2 - two.y - two.height / 2) < Math.max(one.height, two.height, 1) / 2
}

export function isMainUnit({ outcomes }: LostUnit): boolean {
  return outcomes.some(outcome => isMain(outcome.passage))
}
