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
  'hu',
  'ru',
  'uk',
  'tr',
]

/** Names of weekdays as words are compared; one that means two days somewhere is none. */
export const weekdays: ReadonlyMap<string, number> = namesOfWeekdays()

function namesOfWeekdays(): Map<string, number> {
  const names = new Map<string, number>()
  const add = (name: string, day: number) =>
    names.set(name, names.has(name) && names.get(name) !== day ? -1 : day)
  for (const language of LANGUAGES) {
    const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    for (let day = 0; day < 7; day++) {
      // 7 January 2024 was a Sunday.
      const name = format(new Date(Date.UTC(2024, 0, 7 + day)))
        .toLowerCase()
        .normalize('NFKC')
      if (/^[\p{L}\p{M}]{3,}$/u.test(name)) add(name, day)
      if (language !== 'en') continue
      add(`${name}s`, day)
      add(name.slice(0, 3), day)
    }
  }
  return new Map([...names].filter(([, day]) => day >= 0))
}
