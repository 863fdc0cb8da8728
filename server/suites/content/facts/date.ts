import type { Fact, Finder } from './fact.ts'

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'el',
  'ru',
  'uk',
  'tr',
  'ar',
  'fa',
  'he',
  'hi',
  'id',
  'vi',
  'et',
  'lv',
  'lt',
  'ca',
]
const months = monthNames()
const MONTH = `(?<![\\p{L}])(?<month>${[...months.keys()]
  .sort((a, b) => b.length - a.length)
  .map(name => name.replace(/[.]/g, '\\.'))
  .join('|')})\\.?(?![\\p{L}])`
const DAY = String.raw`(?<![\d.,:/-])(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|º|ª|\.)?(?![\d:])`
const YEAR = String.raw`(?<year>(?:19|20)\d\d)(?!\d)`

const PATTERNS = [
  String.raw`(?<![\d.-])(?<year>(?:19|20)\d\d)-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])(?![\d])`,
  String.raw`(?<year>(?:19|20)\d\d) ?[年년] ?(?<month>1[0-2]|0?[1-9]) ?[月월](?: ?(?<day>3[01]|[12]\d|0?[1-9]) ?[日일])?`,
  String.raw`(?<month>1[0-2]|0?[1-9]) ?[月월] ?(?<day>3[01]|[12]\d|0?[1-9]) ?[日일]`,
  String.raw`(?<![\d./-])(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>(?:19|20)\d\d|\d\d)(?![\d./-]*\d)`,
  String.raw`(?<![\d./])(?<year>(?:19|20)\d\d)[./](?<month>1[0-2]|0?[1-9])[./](?<day>3[01]|[12]\d|0?[1-9])(?!\d)`,
  `${DAY} ?(?:of |de |d')?${MONTH}(?:,? (?:de )?${YEAR})?`,
  `${MONTH} ${DAY}(?:,? ${YEAR})?`,
  `${MONTH},? (?:de )?${YEAR}`,
].map(pattern => new RegExp(pattern, 'giu'))

/**
 * Dates in digits or with the month's name. 01/02/2024 is kept in its order, since only its reader knows which one is
 * the month; 15/02/2024 and 02/15/2024 leave no doubt.
 */
export const findDates: Finder = text => {
  const found: Fact[] = []
  let left = text
  for (const pattern of PATTERNS)
    left = left.replace(pattern, (raw: string, ...rest) => {
      const groups = rest.at(-1) as Record<string, string | undefined>
      const start = rest.find(value => typeof value === 'number') as number
      found.push({ kind: 'date', value: spell(groups), raw, start, end: start + raw.length })
      return '\u0001'.repeat(raw.length)
    })
  return found.sort((a, b) => a.start - b.start)
}

function spell({ year, month, day, first, second }: Record<string, string | undefined>): string {
  const full = year?.length === 2 ? `20${year}` : year
  if (first && second) {
    const [a, b] = [Number(first), Number(second)]
    if (a > 12 && b <= 12) return iso(full, b, a)
    if (b > 12 && a <= 12) return iso(full, a, b)
    if (a === b) return iso(full, a, b)
    return `${a}/${b}/${full}`
  }
  const number = /^\d/.test(month!) ? Number(month) : months.get(month!.toLowerCase().replace(/\.$/, ''))!
  return iso(full, number, day ? Number(day) : null)
}

function iso(year: string | undefined, month: number, day: number | null): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year ?? '-'}-${two(month)}${day === null ? '' : `-${two(day)}`}`
}

/** Long and short names in many languages; a name that means two months somewhere is no name. */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const alone = new Intl.DateTimeFormat(language, {
        month: style,
        timeZone: 'UTC',
        numberingSystem: 'latn',
        calendar: 'gregory',
      })
      const within = new Intl.DateTimeFormat(language, {
        month: style,
        day: 'numeric',
        timeZone: 'UTC',
        numberingSystem: 'latn',
        calendar: 'gregory',
      })
      for (let month = 1; month <= 12; month++) {
        const date = new Date(Date.UTC(2024, month - 1, 15))
        const inflected = within.formatToParts(date).find(part => part.type === 'month')?.value ?? ''
        for (const given of [alone.format(date), inflected]) {
          const name = given.toLowerCase().normalize('NFKC').replace(/\.$/, '')
          if (!/^[\p{L}\p{M}]{3,}$/u.test(name)) continue
          names.set(name, names.has(name) && names.get(name) !== month ? 0 : month)
        }
      }
    }
  names.set('sept', 9)
  return new Map([...names].filter(([, month]) => month > 0))
}
