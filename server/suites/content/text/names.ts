/** Words of which each names something else than the others, however alike they are spelt. */
import { memo } from '../../../lib/memo.ts'
import { words } from '../../../lib/text.ts'

/** Every two letters, of which some are the codes of countries. */
const CODES = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first, _, all) => all.map(second => first + second))

/** The names of the weekdays, the months and the countries in English and the language of a page, word by word. */
export const calendarAndCountries = memo(({ lang }: { lang: string }): ReadonlySet<string> => {
  const own = Intl.DateTimeFormat.supportedLocalesOf(/^[a-z]{2,3}(?![a-z])/i.exec(lang)?.[0] ?? [])
  const names = ['en', ...own].flatMap(language => {
    const options = { timeZone: 'UTC', calendar: 'gregory' } as const
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', ...options })
    const month = new Intl.DateTimeFormat(language, { month: 'long', ...options })
    const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return [
      ...Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2024, 0, 7 + day))),
      ...Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2024, at, 15))),
      ...CODES.flatMap(code => countries.of(code) ?? []),
    ]
  })
  return new Set(names.flatMap(words))
})
