import type { Fact, Finder } from './fact.ts'

const MERIDIAN = String.raw`(?<meridian>[ap]\.?m\.?)(?![\p{L}])`
const PATTERNS = [
  String.raw`(?<![\d:.,])(?<from>\d{1,2})(?::(?<fromMinute>[0-5]\d))? ?(?:-|to) ?(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))? ?${MERIDIAN}`,
  String.raw`(?<![\d:.,])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))? ?${MERIDIAN}`,
  String.raw`(?<![\d:.,])(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?!:?\d)(?: ?(?:Uhr|h)(?![\p{L}]))?`,
  String.raw`(?<![\d:.,])(?<hour>[01]?\d|2[0-4]) ?(?:h ?(?<minute>[0-5]\d)(?!\d)|[.](?<minute2>[0-5]\d) ?(?:Uhr|h)(?![\p{L}])|(?:Uhr|時|点)(?![\p{L}]))`,
].map(pattern => new RegExp(pattern, 'giu'))

/** Times of day, as in opening hours; a range is two times. */
export const findTimes: Finder = text => {
  const found: Fact[] = []
  let left = text
  for (const pattern of PATTERNS)
    left = left.replace(pattern, (raw: string, ...rest) => {
      const groups = rest.at(-1) as Record<string, string | undefined>
      const start = rest.find(value => typeof value === 'number') as number
      const add = (hour: number, minute: string | undefined) =>
        found.push({ kind: 'time', value: `${hour}:${minute ?? '00'}`, raw, start, end: start + raw.length })
      const end = clock(Number(groups.hour), groups.meridian)
      if (groups.from) {
        // Nine to five p.m. begins in the morning, one to five p.m. does not.
        const same = clock(Number(groups.from), groups.meridian)
        add(same < end ? same : Number(groups.from), groups.fromMinute)
      }
      add(end, groups.minute ?? groups.minute2)
      return '\u0001'.repeat(raw.length)
    })
  return found.sort((a, b) => a.start - b.start)
}

function clock(hour: number, meridian: string | undefined): number {
  if (!meridian) return hour
  return (hour % 12) + (/^p/i.test(meridian) ? 12 : 0)
}
