/** What all finders of facts share. */
import type { Reading } from '../../../lib/number.ts'

/** A statement that is true or false to the digit. */
export interface Fact {
  kind: FactKind
  /** In one spelling: what readers take for the same is equal. */
  value: string
  /** As it stands in the text. */
  raw: string
  /** Offsets in the text, the end exclusive. */
  start: number
  end: number
}

type FactKind =
  | 'price'
  | 'percentage'
  | 'quantity'
  | 'phone'
  | 'e-mail'
  | 'date'
  | 'time'
  | 'hours'
  | 'address'
  | 'number'
  | 'code'
  | 'weekday'
  | 'text'

/** Finds the facts of one kind in a tidy text. */
export type Finder = (text: string, reading: Reading) => Fact[]

export const factAt = (kind: FactKind, value: string, raw: string, start: number): Fact => ({
  kind,
  value,
  raw,
  start,
  end: start + raw.length,
})

/** A finder that makes of each match of a pattern as many facts as `valuesOf` reads in it. */
export const findAll =
  (
    kind: FactKind,
    pattern: RegExp,
    valuesOf: (match: RegExpExecArray, reading: Reading) => string[],
  ): Finder =>
  (text, reading) =>
    [...text.matchAll(pattern)].flatMap(match =>
      valuesOf(match, reading).map(value => factAt(kind, value, match[0], match.index)),
    )

export type Groups = Record<string, string | undefined>

/** A finder of several patterns in turn: what one of them took, the next ones do not see. */
export const findInTurn =
  (
    kind: FactKind,
    patterns: readonly RegExp[],
    valuesOf: (groups: Groups, reading: Reading) => string[],
  ): Finder =>
  (text, reading) => {
    const found: Fact[] = []
    let left = text
    for (const pattern of patterns)
      left = left.replace(pattern, (raw: string, ...rest) => {
        const start = rest.find(value => typeof value === 'number') as number
        const values = valuesOf(rest.at(-1) as Groups, reading)
        for (const value of values) found.push(factAt(kind, value, raw, start))
        return values.length ? blanked(raw) : raw
      })
    return found.sort((a, b) => a.start - b.start)
  }

/** Stands where a finder took something; no pattern matches it. */
export const BLANK = '\u0001'

export const blanked = (raw: string): string => BLANK.repeat(raw.length)
