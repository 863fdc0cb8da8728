import { expect, test } from 'vitest'
import { languageOf } from '../../server/lib/language.ts'

test.each<[string, string | null]>([
  ['We build houses for people who live by the water and love it.', 'English'],
  ['Wir bauen Häuser für Menschen, die am Wasser leben und es nicht lassen können.', 'German'],
  [
    'Construimos casas para la gente que vive en el agua, con las vistas y los jardines del puerto.',
    'Spanish',
  ],
  ['Nous construisons des maisons pour les gens qui vivent sur le fleuve, et pour vous.', 'French'],
  ['Мы строим дома у воды', 'Cyrillic'],
  ['我们在水边建造房屋', 'Chinese'],
  ['私たちは水辺に家を建てています', 'Japanese'],
  // Names and single words may be anybody's.
  ['Hotel Restaurant Bar', null],
  ['Alexandra Hofmann, Rotterdam', null],
  ['', null],
])('the language of “%s” is %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
