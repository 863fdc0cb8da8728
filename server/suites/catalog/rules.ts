/** How the rules of the catalog are written: differences of one cause are one finding, however many products it concerns. */
import type { Severity } from '../../contract.ts'
import type { Rule } from '../core/rules.ts'

export interface CatalogRule extends Rule {
  /** `one product …` and `many products …`, without the list that follows; `%` is their number. */
  one: string
  many: string
  /** The case `widespread` applies over this share of what could have been other, and from so many on. */
  over?: { share: number; count: number }
}

/** However large the store, one thing is worth mending. */
const SHARE = { of: 'the share of what could have been other', min: 0.05 }

/** Told, and not charged: it may be meant. */
export const FREE = { severity: 'minor', penalty: 0 } as const
export const CHEAP = { severity: 'minor', penalty: { ...SHARE, max: 0.2 } } as const
export const grade = <const S extends Severity>(severity: S) => ({ severity, penalty: SHARE })

/** Graver over that share of what could have been other, and from so many on. */
export const widespread = (share: number, count: number, severity: Severity) => ({
  over: { share, count },
  cases: {
    widespread: {
      when: `${share > 0 ? `over ${percent(share)} of them, and ` : ''}${count} or more`,
      severity,
    },
  },
})

export const percent = (share: number) => `${share * 100} %`

export const CSV = 'https://help.shopify.com/en/manual/products/import-export/using-csv'
