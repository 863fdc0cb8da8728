/** The figures by technique as text, and every miss. */
import { printable } from '../../server/verify/printable.ts'
import type { Result } from './verdict.ts'

type Share = [count: number, of: number]

const COLUMNS: Record<string, (result: Result) => Share> = {
  'texts at 1440': ({ truth, sight }) => without(truth.texts, sight.unread[1440]),
  'texts at 375': ({ truth, sight }) => without(truth.texts, sight.unread[375]),
  pictures: ({ truth, sight }) => without(truth.pictures, sight.unseen),
  imagined: ({ truth, sight }) => [sight.imagined.length, truth.never.length],
  itself: ({ still }) => [Number(still), 1],
  'defects found': ({ found }) => [Number(found), 1],
  named: ({ named }) => [Number(named), 1],
  'harmless silent': ({ silent }) => [Number(silent), 1],
}

const without = (all: string[], lost: string[]): Share => [all.length - lost.length, all.length]

export function printTable(results: readonly Result[]): string {
  const groups = [...Map.groupBy(results, ({ technique }) => technique), ['all', results] as const]
  const rows = groups.map(([name, group]) => [
    name,
    ...Object.values(COLUMNS).map(column => {
      const shares = group.map(column)
      return `${sum(shares.map(([count]) => count))}/${sum(shares.map(([, of]) => of))}`
    }),
  ])
  return [['technique', ...Object.keys(COLUMNS)], ...rows]
    .map(row => row.map((text, at) => (at ? text.padStart(17) : text.padEnd(16))).join(''))
    .join('\n')
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** One line for each thing that went wrong. */
export const printMisses = (results: readonly Result[]): string[] =>
  results.flatMap(({ page, misses }) => misses.map(miss => `${page.padEnd(18)} ${printable(miss)}`))
