/**
 * Grading as data: each check states in a table what it can find, how grave that is and what it costs. A judge reports a
 * rule and a place; severity and penalty come from the table and from nowhere else. The documentation is made of it.
 */
import type { Severity, SuiteName } from '../../contract.ts'
import { hash32 } from '../../lib/hash.ts'
import type { Finding } from './finding.ts'

export type CheckId = `${SuiteName}/${string}`

/**
 * Share of the check's weight, 0 to 1: a constant, or made of an extent that the judge measures, most often a share from 0 to 1, as
 * `base + factor * extent`, at least `min` and at most `max`.
 */
export type Penalty =
  | number
  | {
      /** What the extent is, such as "share of the original's text". A count may exceed 1; `max` bounds what it costs. */
      of: string
      /** 1 when left out. */
      factor?: number
      /** 0 when left out. */
      base?: number
      min?: number
      /** 1 when left out. */
      max?: number
    }

export interface Grade {
  severity: Severity
  penalty: Penalty
  /** It is told before what is as grave, whatever it costs: everybody meets it, where the others are met by some. */
  foremost?: true
}

export interface Rule extends Grade {
  /** What is measured or compared, in one sentence. */
  measures: string
  /** What to do, when the judge has no value of the original to name. */
  fix: string
  /** Why it matters and where the standard says so, when it is not what the check says of all its rules. */
  why?: string
  reference?: string
  /** Graver or milder circumstances by name; what a case leaves out is the rule's. */
  cases?: Record<string, Partial<Grade> & { when: string | readonly string[] }>
}

/** What holds for all rules of a check that say nothing else. `reference` is an absolute URL. */
export interface About {
  why: string
  reference: string
}

/** A rule as documentation and issues show it. */
export type CompleteRule = Rule & About & { id: string }

type CaseOf<R> = R extends { cases?: infer C } ? Extract<keyof NonNullable<C>, string> : never

/** What a judge says of a place where a rule is broken. */
export type Report<R = Rule> = Omit<Finding, 'key' | 'rule' | 'foremost' | 'severity' | 'penalty' | 'fix'> & {
  /** Normalised perceived place within the rule; without it the rule can be broken once on a page. */
  place?: string | undefined
  /** The whole key, where it is not `check:rule:place`. */
  key?: string
  /** The circumstance that applies; none when undefined. */
  as?: CaseOf<R> | undefined
  /** What a penalty that is made of an extent is made of. */
  extent?: number
  /** What to do, with the original's value; the rule's own words when left out. */
  fix?: string | undefined
}

/** The first of these circumstances that is so; undefined where none is. */
export const firstCase = <Case extends string>(cases: Record<Case, boolean | undefined>): Case | undefined =>
  (Object.keys(cases) as Case[]).find(name => cases[name])

export interface Rules<T extends Record<string, Rule> = Record<string, Rule>> {
  check: CheckId
  table: T
  list: readonly CompleteRule[]
  /** A finding of `rule`, graded by the table. Throws for an extent that is missing or no number. */
  report<Id extends keyof T & string>(rule: Id, report: Report<T[Id]>): Finding
}

/** The rules of one check. Their ids are `check/rule`, such as `seo/title/missing`. */
export function defineRules<const T extends Record<string, Rule>>(
  check: CheckId,
  about: About,
  table: T,
): Rules<T> {
  return {
    check,
    table,
    list: Object.entries(table).map(([name, rule]) => ({ ...about, ...rule, id: `${check}/${name}` })),
    report(name, { place, key, as, extent, fix, ...found }) {
      const rule: Rule = table[name]!
      const grade = { ...rule, ...(as !== undefined && rule.cases?.[as]) }
      return {
        ...found,
        fix: fix ?? rule.fix,
        key: portableKey(key ?? [check, name, ...(place === undefined ? [] : [place])].join(':')),
        rule: `${check}/${name}`,
        ...(grade.foremost && { foremost: true }),
        severity: grade.severity,
        penalty: penaltyOf(grade.penalty, extent, `${check}/${name}`),
      }
    },
  }
}

const MAX_KEY = 400

/**
 * Keys are stored, sent in forms and written in files, and must come back as they went: on one line, as text that every
 * database takes. A place that is a long text is told by its beginning and a digest of the whole.
 */
function portableKey(key: string): string {
  const line = key.replace(/[\s\p{Cc}]+/gu, ' ')
  const bounded =
    line.length <= MAX_KEY
      ? line
      : `${line.slice(0, MAX_KEY - 20)}…${[0, 1].map(seed => hash32(line, seed).toString(16)).join('')}`
  return bounded.toWellFormed()
}

/** Share of the check's weight, 0 to 1. Throws for an extent that is missing or no number. */
export function penaltyOf(penalty: Penalty, extent: number | undefined, rule: string): number {
  if (typeof penalty === 'number') return penalty
  if (extent === undefined || Number.isNaN(extent))
    throw new Error(`the extent of ${rule} is ${extent}, wanted a number: ${penalty.of}`)
  const { base = 0, factor = 1, min = 0, max = 1 } = penalty
  return Math.min(max, Math.max(min, base + factor * extent))
}
