import type { Coverage } from './types.ts'

const MAX_NAMED = 5

/** What of the old URLs was not asked, and why, for people. */
export function gapsOf({ found, asked, capped, dropped, unknown, outOfTime, limits }: Coverage): string[] {
  const left = found - asked - unknown - Object.values(dropped).reduce((sum, count) => sum + count, 0)
  const why = outOfTime ? 'the time for the stores was used up' : 'the others are beyond the budget'
  return [
    ...(left > 0
      ? [
          `of ${capped ? 'at least ' : ''}${found} old URLs an even sample of ${asked} over all templates was asked; ${why}`,
        ]
      : []),
    ...(unknown > 0 ? [`the original would not answer for ${unknown} of its URLs; they were left out`] : []),
    ...limits.slice(0, MAX_NAMED).map(limit => `old URLs: ${limit}`),
    ...(limits.length > MAX_NAMED
      ? [`old URLs: ${limits.length - MAX_NAMED} more sitemaps were cut or not read`]
      : []),
  ]
}
