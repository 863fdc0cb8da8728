/** When a place is open, as structured data tells it, and whether a page says so. */
import type { StructuredItem, StructuredValue } from '../../../capture/collectors/structured-data.ts'
import type { Side } from '../../core/suite.ts'
import { isItem, type Things, valuesOf } from './things.ts'

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
/** Behind those of a week, as schema.org has it: https://schema.org/PublicHolidays */
const HOLIDAYS = DAYS.length
const DAY = '(?:mo|tu|we|th|fr|sa|su)[a-z]{0,9}'
const TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?`
const SPAN = String.raw`${TIME}\s*[-–]\s*${TIME}`
/** `Mo-Fr,Su 09:00-12:00,13:00-17:00` */
const ROW = new RegExp(
  String.raw`(?<days>${DAY}(?:\s*[-–,]\s*${DAY})*)\s*:?\s*(?<spans>${SPAN}(?:\s*,\s*${SPAN})*)`,
  'gi',
)

export const isHours = (property: string): boolean => /^openingHours(Specification)?$/.test(property)

/**
 * The hours of a week that a description tells, in one spelling: `We-Sa 11:30-22:00, Su 11:30-20:00`. Null where it tells
 * none, or such as are not to be read, or hold for a season.
 */
export function hoursOf(item: StructuredItem, { resolve }: Things): string | null {
  const week = new Map<number, string[]>()
  const open = (days: number[], span: string) => {
    if (span === CLOSED) return
    for (const day of days) week.set(day, [...(week.get(day) ?? []), span])
  }
  for (const value of valuesOf(item, 'openingHours').map(resolve)) {
    if (typeof value !== 'string' || /[^\s,;]/.test(value.replace(ROW, ''))) return null
    for (const { groups } of value.matchAll(ROW))
      for (const span of groups!.spans!.split(',')) open(daysIn(groups!.days!), spanOf(span))
  }
  for (const value of valuesOf(item, 'openingHoursSpecification').map(resolve)) {
    if (!isItem(value)) return null
    const said = (property: string) => valuesOf(value, property).map(resolve).map(nameOf)
    const [opens = '', closes = ''] = [...said('opens'), ...said('closes')]
    const days = said('dayOfWeek').map(dayOf)
    const isPlain = said('validFrom').length + said('validThrough').length === 0
    if (!isPlain || days.length === 0 || days.includes(-1) || !SPANNED.test(`${opens}-${closes}`)) return null
    open(days, spanOf(`${opens}-${closes}`))
  }
  return week.size > 0 ? spelt(week) : null
}

const SPANNED = new RegExp(`^${SPAN}$`)

const nameOf = (value: StructuredValue): string =>
  typeof value === 'string' ? value : isItem(value) ? value.id : value.ref

/** `Monday`, `Mo`, `https://schema.org/Monday` */
const dayOf = (name: string): number => {
  const said = name.split('/').at(-1)!.trim().toLowerCase()
  return said === 'publicholidays' ? HOLIDAYS : DAYS.findIndex(day => said.slice(0, 2) === day.toLowerCase())
}

const daysIn = (written: string): number[] =>
  written.split(',').flatMap(part => {
    const [first, last = first] = part.split(/[-–]/).map(dayOf) as [number, number?]
    const count = ((last - first + DAYS.length) % DAYS.length) + 1
    return Array.from({ length: count }, (_, at) => (first + at) % DAYS.length)
  })

/** How search engines have it written that a day is none of those. */
const CLOSED = '00:00-00:00'

/** Midnight ends a day by three names. */
function spanOf(written: string): string {
  const [opens, closes] = written
    .trim()
    .split(/\s*[-–]\s*/)
    .map(time => time.padStart(time.indexOf(':') === 1 ? time.length + 1 : 0, '0').slice(0, 5))
  const span = `${opens}-${closes}`
  return span === CLOSED ? span : span.replace(/-(?:00:00|23:59)$/, '-24:00')
}

function spelt(week: ReadonlyMap<number, string[]>): string {
  const rows: { from: number; to: number; spans: string }[] = []
  for (const day of [...DAYS.keys(), HOLIDAYS]) {
    const spans = [...new Set(week.get(day))].sort().join(',')
    const last = rows.at(-1)
    if (last?.spans === spans && day !== HOLIDAYS) last.to = day
    else rows.push({ from: day, to: day, spans })
  }
  return rows
    .filter(({ spans }) => spans !== '')
    .map(({ from, to, spans }) => `${DAYS[from] ?? 'holidays'}${to > from ? `-${DAYS[to]}` : ''} ${spans}`)
    .join(', ')
}

/** Whether hours, as `hoursOf` gives them, have a day of the week that others have not. */
export function opensMore(before: string, now: string): boolean {
  const known = openDays(before)
  return [...openDays(now)].some(day => !known.has(day))
}

const openDays = (hours: string): Set<number> =>
  new Set([...hours.matchAll(/\b[A-Z][a-z](?:-[A-Z][a-z])?(?= \d)/g)].flatMap(([days]) => daysIn(days)))

/** `11:30`, `11.30`, `11h30`, and `10 – 23`, `10 am`, `10 Uhr`; not `11.30 €`. */
const ON_PAGES = [
  /(?<![\d.,:]|[€$£] ?)(?<hour>\d{1,2})[:.h](?<minute>[0-5]\d)(?!\d| ?(?:[€$£%]|eur\b|chf\b))/giu,
  /(?<![\d.,:])(?<hour>\d{1,2})(?= ?(?:[ap]\.?m\b|uhr\b|h\b|o['’]clock|[-–—]|(?:to|bis|till|until|à|a|do|до) \d))/giu,
  /(?<=(?:[-–—]|\b(?:to|bis|till|until|à|a|do|до)) ?)(?<hour>\d{1,2})(?![\d.,:])/giu,
]
const HALF_DAY = 12

/** Whether all times of `hours`, as `hoursOf` gives them, stand in visible texts of a page. */
export function saysTimes(side: Side<'layouts'>, hours: string): boolean {
  const { said, clock } = timesOn(side)
  const times = (hours.match(/\d\d:\d\d/g) ?? []).map(time => time.split(':').map(Number))
  return times.every(([hour, minute]) => said.has(`${hour! % clock}:${minute}`))
}

/** Whether two pages show the same times. */
export function showSameTimes(a: Side<'layouts'>, b: Side<'layouts'>): boolean {
  const [one, other] = [timesOn(a).said, timesOn(b).said]
  return one.size === other.size && [...one].every(time => other.has(time))
}

/** The times of visible texts, on the clock of a day or of half of one. */
function timesOn({ layouts }: Side<'layouts'>): { said: Set<string>; clock: number } {
  const widest = layouts.toSorted((a, b) => b.width - a.width)[0]
  const texts = (widest?.blocks ?? []).flatMap(({ text, state }) => (state === 'visible' ? text : []))
  const found = texts.flatMap(text =>
    ON_PAGES.flatMap(pattern =>
      [...text.matchAll(pattern)].map(({ groups }) => [Number(groups!.hour), Number(groups!.minute ?? 0)]),
    ),
  )
  // Where no hour is past noon, a.m. and p.m. tell them apart, or nothing does.
  const clock = found.some(([hour]) => hour! > HALF_DAY) ? 2 * HALF_DAY : HALF_DAY
  return { said: new Set(found.map(([hour, minute]) => `${hour! % clock}:${minute}`)), clock }
}
