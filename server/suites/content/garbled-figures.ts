/** Figures whose sign stands behind all of their digits now, or nowhere: what a script makes of them that counts up. */
import type { Passage } from '../../matching/passages.ts'
import type { Comparison } from './comparison/index.ts'

/** One number, or two, in a text of their own, with what stands around, but no price: `4.9★`, `24/7`, `99.9 %`. */
const FIGURE =
  /^[^\p{L}\p{Sc}\d]{0,3}(?<first>\d{1,4})(?<sign>[.,:/])(?<rest>\d{1,4})(?!\d|[.,:/]\d)[^\p{L}\p{Sc}]{0,3}[kKmM]?\+?$/u
/** In a text of its own as well: `49.`, `247/`, `49`. */
const RUN = /^[^\p{L}\p{Sc}\d]{0,3}(?<digits>\d{2,8})[.,:/]?(?!\d)[^\p{L}\p{Sc}]{0,3}[kKmM]?\+?$/u
/** Behind a sign they may be thousands, which are written without one as well. */
const THOUSANDS = 3

export interface Garbled {
  before: Passage
  now: Passage
}

/**
 * Visible ones, each once: the original has no such number, the new page shows the figure in no text of its own, and the
 * same words stand before or behind: a page that counts something has many short numbers.
 */
export function garbledFigures({ original, rebuilt }: Comparison): Garbled[] {
  const shown = (passages: readonly Passage[]) =>
    passages.filter(({ visible, volatile, text }) => visible && !volatile && /^\P{L}*[kKmM]?\+?$/u.test(text))
  const [before, now] = [shown(original), shown(rebuilt)]
  const [placesBefore, placesNow] = [placesOf(original), placesOf(rebuilt)]
  const runs = new Map<string, Passage>()
  for (const passage of now) {
    const digits = RUN.exec(passage.text)?.groups?.digits
    if (digits) for (const place of placesNow(passage)) runs.set(digits + place, passage)
  }
  const known = new Set(before.flatMap(({ text }) => RUN.exec(text)?.groups?.digits ?? []))
  const kept = new Set(now.flatMap(({ text }) => figureOf(text) ?? []))
  const found = new Map<string, Garbled>()
  for (const passage of before) {
    const figure = figureOf(passage.text)
    const digits = figure?.replace(/\D/g, '') ?? ''
    if (!figure || found.has(figure) || kept.has(figure) || known.has(digits)) continue
    const garbled = placesBefore(passage).flatMap(place => runs.get(digits + place) ?? [])[0]
    if (garbled) found.set(figure, { before: passage, now: garbled })
  }
  return [...found.values()]
}

/** Reads which texts with a letter stand next to a text, before and behind. */
function placesOf(passages: readonly Passage[]): (passage: Passage) => string[] {
  const places = new Map<Passage, string[]>()
  const note = (all: readonly Passage[], side: string) => {
    let next = ''
    for (const passage of all.filter(({ visible }) => visible)) {
      if (/\p{L}/u.test(passage.text)) next = passage.name
      else if (next) places.set(passage, [...(places.get(passage) ?? []), `${side} ${next}`])
    }
  }
  note(passages, ' behind')
  note(passages.toReversed(), ' before')
  return passage => places.get(passage) ?? []
}

function figureOf(text: string): string | undefined {
  const { first, sign, rest } = FIGURE.exec(text)?.groups ?? {}
  const isPlain = sign === undefined || (/[.,]/.test(sign) && rest!.length === THOUSANDS)
  return isPlain ? undefined : `${first}${sign}${rest}`
}
