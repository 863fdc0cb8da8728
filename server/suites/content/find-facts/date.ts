/** Dates, weekdays and times of day. */
import { anyOf } from '../../../lib/spellings.ts'
import { words } from '../../../lib/text.ts'
import { type Fact, factAt, findInTurn, type Groups } from './fact.ts'

const LANGUAGES = 'en de fr es it pt nl sv da nb fi pl cs hu ru uk tr sk ro bg el ar id ca'.split(' ')
const WEEKDAY_LANGUAGES = [...LANGUAGES, 'ko']
const MONTH_LANGUAGES = [...LANGUAGES, ...'fa he hi vi et lv lt'.split(' ')]

/** Some languages number their months. */
const NAME = /^[\p{L}\p{M}]{3,}$/u
const months = namesOf(monthNames())
/** Names that are cut short, other than in English: `out` and `pro` are other words elsewhere. */
const shortMonths = shortMonthNames()
const MONTH = String.raw`(?<![\p{L}])(?<month>${anyOf(months.keys())})\.?(?![\p{L}])`
const DAY = String.raw`(?<![\d.,:/-])(?<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|º|ª|\.)?(?![\d:])`
const YEAR = String.raw`(?<year>(?:19|20)\d\d)(?!\d)`

const DATES = [
  String.raw`(?<![\d.-])(?<year>(?:19|20)\d\d)-(?<month>1[0-2]|0?[1-9])-(?<day>3[01]|[12]\d|0?[1-9])(?!\d)`,
  String.raw`(?<year>(?:19|20)\d\d) ?[年년] ?(?<month>1[0-2]|0?[1-9]) ?[月월](?: ?(?<day>3[01]|[12]\d|0?[1-9]) ?[日일])?`,
  String.raw`(?<month>1[0-2]|0?[1-9]) ?[月월] ?(?<day>3[01]|[12]\d|0?[1-9]) ?[日일]`,
  String.raw`(?<![\d./-])(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>(?:19|20)\d\d|\d\d)(?![\d./-]*\d)`,
  String.raw`(?<![\d./])(?<year>(?:19|20)\d\d)[./](?<month>1[0-2]|0?[1-9])[./](?<day>3[01]|[12]\d|0?[1-9])(?!\d)`,
  `${DAY} ?(?:of |de |d')?${MONTH}(?:,? (?:de )?${YEAR})?`,
  String.raw`${MONTH} ${DAY}(?!\p{L})(?:(?:[,.] ?| )${YEAR})?`,
  `${MONTH},? (?:de )?${YEAR}`,
].map(pattern => new RegExp(pattern, 'giu'))

/**
 * Dates in digits or with the month's name. 01/02/2024 is kept in its order where only its reader knows which one is the
 * month; 15/02/2024 and 02/15/2024 leave no doubt, nor does the language of most pages.
 */
export const findDates = findInTurn('date', DATES, ({ year, month, day, first, mark, second }, reading) => {
  // Where dates are written otherwise it is the number of a version.
  if (mark === '.' && year!.length === 2 && !reading.decimalComma) return []
  const full = year?.length === 2 ? `20${year}` : year
  if (first && second) {
    const [a, b] = [Number(first), Number(second)]
    const open = `${a}/${b}/${full}`
    if (a > 12 && b > 12) return [open]
    // With dots a date is written day first, also by who writes it with the month first otherwise.
    const usual = reading.dateOrder === 'month' && mark === '.' ? undefined : reading.dateOrder
    const order = a > 12 ? 'day' : b > 12 || a === b ? 'month' : usual
    if (order === undefined) return [open]
    return [order === 'day' ? iso(full, b, a) : iso(full, a, b)]
  }
  const name = nameOf(month!)
  // A day and a year beside it are no name of a product.
  if (shortMonths.has(name) && !(day && year)) return []
  const number = /^\d/.test(name) ? Number(name) : months.get(name)!
  return [iso(full, number, day ? Number(day) : null)]
})

const PARTS = { day: DAY, month: MONTH, year: YEAR }
/** What is nothing but a part of a date, and dates that are put together of such. */
const ALONE = Object.entries(PARTS).map(
  ([part, pattern]) => [part as keyof typeof PARTS, new RegExp(`^${pattern}$`, 'iu')] as const,
)
const IN_PARTS = [`${DAY} ${MONTH}`, `${MONTH} ${DAY}`].map(
  pattern => new RegExp(`^${pattern}(?: ${YEAR})?$`, 'iu'),
)

/** Which part of a date a text is, all of it. */
export const datePartOf = (text: string): 'day' | 'month' | 'year' | undefined =>
  text.length > MAX_PART ? undefined : ALONE.find(([, pattern]) => pattern.test(text))?.[0]

/** Characters of the longest name of a month, and more. */
const MAX_PART = 20

/** The date that is all of a text, of parts that stood apart: a month that is cut short is no other word beside a day. */
export function dateInParts(text: string): Fact[] {
  const written = IN_PARTS.map(pattern => pattern.exec(text)).find(match => match !== null)
  if (!written) return []
  const { year, month, day } = written.groups!
  return [factAt('date', iso(year, months.get(nameOf(month!))!, Number(day)), text, 0)]
}

/** Whether one date may be another: in digits whose order is open, or of a year that it did not name. */
export function mayBeOneDate(before: string, now: string): boolean {
  if (before === now) return true
  const [open, said] = OPEN_ORDER.test(before) ? [before, now] : [now, before]
  const [, first, second, year] = OPEN_ORDER.exec(open) ?? []
  if (year)
    return [iso(year, Number(first), Number(second)), iso(year, Number(second), Number(first))].includes(said)
  return before.startsWith('--') && /^\d{4}-\d\d-\d\d$/.test(now) && now.endsWith(before.slice(1))
}

const OPEN_ORDER = /^(\d+)\/(\d+)\/(\d+)$/

function iso(year: string | undefined, month: number, day: number | null): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year ?? '-'}-${two(month)}${day === null ? '' : `-${two(day)}`}`
}

/** Names of weekdays as words are compared, Sunday is 0; a name that means two days somewhere is left out. */
export const weekdays: ReadonlyMap<string, number> = namesOf(weekdayNames())

const [JAPANESE, CHINESE] = ['日月火水木金土', '日一二三四五六']

/**
 * The weekday that one sign is, Sunday is 0: words of Japanese and Chinese are told sign by sign. `木曜日`, `星期四`, `周四`.
 */
export function weekdaySign(sign: string, before: string, behind: string): number | undefined {
  // Three times a week, four weeks, the third year.
  const isCount = /^[次年天个個周週]/.test(behind) || /[\d一二三四五六七八九十几][周週]$/.test(before)
  const isChinese = !isCount && /(星期|[周週]|礼拜|禮拜)$/.test(before)
  const known = /^曜/.test(behind) ? JAPANESE : isChinese ? CHINESE : ''
  const day = known && sign.length === 1 ? known!.indexOf(sign === '天' ? '日' : sign) : -1
  return day < 0 ? undefined : day
}

/** Words for the first, second … and last of a month. */
const TURNS: ReadonlyMap<string, number> = new Map(
  [
    'first second third fourth fifth last',
    'erster zweiter dritter vierter fünfter letzter',
    'erste zweite dritte vierte fünfte letzte',
    'ersten zweiten dritten vierten fünften letzten',
    'premier deuxième troisième quatrième cinquième dernier',
    'primer segundo tercer cuarto quinto último',
    'primo secondo terzo quarto quinto ultimo',
    'eerste tweede derde vierde vijfde laatste',
  ].flatMap(names => names.split(' ').map((name, at) => [name, at + 1] as const)),
)
const DAY_BEHIND = String.raw` ?(?:${anyOf(weekdays.keys())})(?![\p{L}])`
/** Behind a word, and behind a figure, which alone may count anything. */
const [BEHIND_WORD, BEHIND_FIGURE] = [
  new RegExp(`^${DAY_BEHIND}`, 'iu'),
  new RegExp(`^ ?(?:st|nd|rd|th|er|[.ºª])${DAY_BEHIND}`, 'iu'),
]

/**
 * Which one of a month a word before a weekday says, as `3` of `3rd Monday` and `ersten` of `am ersten Montag`; `behind`: the text
 * behind it, `length`: how much of that is the rest of it with the day.
 */
export function turnOfMonth(word: string, behind: string): { turn: number; length: number } | undefined {
  const isFigure = /^[1-5]$/.test(word)
  const turn = isFigure ? Number(word) : TURNS.get(word)
  if (turn === undefined) return undefined
  const rest = (isFigure ? BEHIND_FIGURE : BEHIND_WORD).exec(behind.slice(0, MAX_PART))
  return rest ? { turn, length: rest[0].length } : undefined
}

/** Behind the name of a day, and up to the end of what is said of it, two numbers are hours: `Saturday · 09-18`. */
const OF_DAY = String.raw`(?<=(?<!\p{L})(?:${anyOf(weekdays.keys())})\.?[ :·|,]{1,3})`
const MERIDIAN = String.raw`(?<meridian>[ap]\.?m\.?)(?![\p{L}])`
/** `9h - 12h` are times; `2h à 3h` may be spans. */
const HOUR_H = String.raw`(?:0?[6-9]|1\d|2[0-3]) ?h ?`
const TO_H = '(?:-|à|às|a)'
const TIMES = [
  String.raw`(?<![\d:.,])(?<from>\d{1,2})(?::(?<fromMinute>[0-5]\d))? ?(?:-|to) ?(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))? ?${MERIDIAN}`,
  String.raw`(?<![\d:.,])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))? ?${MERIDIAN}`,
  String.raw`(?<![\d:.,])(?<from>[01]?\d|2[0-4])(?:[:.](?<fromMinute>[0-5]\d))? ?(?:-|bis) ?(?<hour>[01]?\d|2[0-4])(?:[:.](?<minute>[0-5]\d))? ?Uhr(?![\p{L}])`,
  String.raw`${OF_DAY}(?<from>[01]?\d|2[0-4]) ?- ?(?<hour>[01]?\d|2[0-4])(?=\s*(?:[,;|)·\n]|$))`,
  String.raw`(?<![\d:.,])(?:(?<hour>0?[6-9]|1\d|2[0-3]) ?h(?: ?(?<minute>[0-5]\d))?(?= ?${TO_H} ?(?:[01]?\d|2[0-4]) ?h(?!\p{L}))|(?<=${HOUR_H}(?:[0-5]\d)? ?${TO_H} ?)(?<hour>[01]?\d|2[0-4]) ?h(?: ?(?<minute>[0-5]\d))?(?![\d\p{L}]))`,
  String.raw`(?<![\d:.,])(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?!:?\d)(?: ?(?:Uhr|h)(?![\p{L}]))?`,
  String.raw`(?<![\d:.,])(?<hour>[01]?\d|2[0-4]) ?(?:h ?(?<minute>[0-5]\d)(?!\d)|[.](?<minute2>[0-5]\d) ?(?:Uhr|h)(?![\p{L}])|(?:Uhr|時|点)(?![\p{L}]))`,
].map(pattern => new RegExp(pattern, 'giu'))

/** Times of day, as in opening hours; a range is two times. */
export const findTimes = findInTurn('time', TIMES, groups => {
  const end = hourOf(groups.hour, groups)
  const times = [`${end}:${groups.minute ?? groups.minute2 ?? '00'}`]
  if (!groups.from) return times
  // Nine to five p.m. begins in the morning, one to five p.m. does not.
  const begin = hourOf(groups.from, groups)
  return [`${begin < end ? begin : Number(groups.from)}:${groups.fromMinute ?? '00'}`, ...times]
})

function hourOf(written: string | undefined, { meridian }: Groups): number {
  const hour = Number(written)
  return meridian ? (hour % 12) + (/^p/i.test(meridian) ? 12 : 0) : hour
}

/** The same cut short, as before hours: beside other words they are other words. Monday is 1. */
export const shortWeekdays: ReadonlyMap<string, number> = new Map(
  [
    'mo di mi do fr sa so',
    'lun mar mer jeu ven sam dim',
    'lun mar mer gio ven sab dom',
    'ma di wo do vr za zo',
    'lun mar mié jue vie sáb dom',
    'pon wt śr czw pt sob nd',
    'pn wto śro czw pią sob niedz',
  ].flatMap(names => names.split(' ').map((name, at) => [name, (at + 1) % 7] as const)),
)

/** What stands behind a day that has no hours. */
export const closedWords: ReadonlySet<string> = new Set(
  'closed geschlossen ruhetag fermé fermée cerrado chiuso fechado encerrado gesloten stängt lukket stengt suljettu zamknięte nieczynne zavřeno zárva закрыто выходной зачинено вихідний kapalı'.split(
    ' ',
  ),
)

function* weekdayNames(): Generator<[name: string, day: number]> {
  for (const language of WEEKDAY_LANGUAGES) {
    const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    for (let day = 0; day < 7; day++) {
      // 7 January 2024 was a Sunday.
      const name = format(new Date(Date.UTC(2024, 0, 7 + day)))
      yield [name, day]
      // As words are compared, of which one may be written in several ways.
      yield [words(name).join(' '), day]
      if (language === 'en')
        yield* [`${name}s`, name.slice(0, 3)].map(other => [other, day] as [string, number])
    }
  }
}

/** Long and short names, alone and as they are inflected beside a day. */
function* monthNames(): Generator<[name: string, month: number]> {
  for (const language of MONTH_LANGUAGES)
    for (const length of ['long', 'short'] as const) yield* namesIn(language, length)
  yield ['sept', 9]
}

function* namesIn(language: string, month: 'long' | 'short'): Generator<[name: string, month: number]> {
  const format = { month, timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const
  const alone = new Intl.DateTimeFormat(language, format)
  const inflected = new Intl.DateTimeFormat(language, { ...format, day: 'numeric' })
  for (let number = 1; number <= 12; number++) {
    const date = new Date(Date.UTC(2024, number - 1, 15))
    yield [alone.format(date), number]
    yield [inflected.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '', number]
  }
}

/** What is a month's whole name somewhere is one everywhere. */
function shortMonthNames(): Set<string> {
  const namesOfAll = (length: 'long' | 'short', languages: string[]) =>
    languages.flatMap(language => [...namesIn(language, length)].map(([name]) => nameOf(name)))
  const known = new Set([...namesOfAll('long', MONTH_LANGUAGES), ...namesOfAll('short', ['en']), 'sept'])
  return new Set(namesOfAll('short', MONTH_LANGUAGES).filter(name => !known.has(name)))
}

/** The name of a month or a day as it is compared. */
function nameOf(written: string): string {
  return written.toLowerCase().normalize('NFKC').replace(/\.$/, '')
}

/** What each name means; one that means two things in different languages is left out. */
function namesOf(given: Iterable<[name: string, meaning: number]>): Map<string, number> {
  const names = new Map<string, number>()
  for (const [written, meaning] of given) {
    const name = nameOf(written)
    if (NAME.test(name)) names.set(name, (names.get(name) ?? meaning) === meaning ? meaning : -1)
  }
  return new Map([...names].filter(([, meaning]) => meaning >= 0))
}
