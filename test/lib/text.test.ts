import { expect, test } from 'vitest'
import { countWords, normalise, similarity, tidy, tokens, unaccented, words } from '../../server/lib/text.ts'

test.each([
  ['white space and NBSP', ' A\u00a0b\n\t c ', 'a b c'],
  ['soft hyphen and zero width', 'Donau\u00addampf\u200bschiff', 'donaudampfschiff'],
  ['smart quotes', '“It’s” ‘so’ «là»', '"it\'s" \'so\' "là"'],
  ['dashes', 'a – b — c ‑ d − e', 'a - b - c - d - e'],
  ['ellipsis and ligatures', 'ﬁne…', 'fine...'],
  ['full width', 'ＡＢＣ１２３', 'abc123'],
  ['composed and decomposed', 'Cafe\u0301', 'café'],
  ['capitals of text-transform', 'STRASSE', normalise('Straße')],
  ['final sigma', 'ΟΔΟΣ', normalise('οδος')],
  ['Turkish dotted capital', 'İstanbul', 'istanbul'],
  ['Arabic digits', '١٢٣٬٤٥٦', '123,456'],
  ['Persian and Devanagari digits', '۴۹ ४९', '49 49'],
  ['direction marks', '\u200f\u202bשלום\u202c', 'שלום'],
])('%s read alike', (_, given, wanted) => {
  expect(normalise(given)).toBe(wanted)
})

test('tidy keeps the case', () => {
  expect(tidy(' “Hello”\u00a0World ')).toBe('"Hello" World')
})

test.each([
  ['punctuation is no word', 'Hello, world! — (again)', ['hello', 'world', 'again']],
  ['apostrophes stay inside', 'Don’t l’eau rock ’n’ roll', ["don't", "l'eau", 'rock', 'n', 'roll']],
  ['numbers keep their separators', '1,000.50 at 9:30', ['1,000.50', 'at', '9:30']],
  ['a unit is a word of its own', '5kg 9am', ['5', 'kg', '9', 'am']],
  ['Chinese by character', '你好 world', ['你', '好', 'world']],
  ['Thai with its marks', 'ที่นี่', ['ที่', 'นี่']],
  ['Korean by word', '안녕하세요 세계', ['안녕하세요', '세계']],
  ['Arabic', 'مرحبا بالعالم', ['مرحبا', 'بالعالم']],
  ['Hindi with its marks', 'हिन्दी भाषा', ['हिन्दी', 'भाषा']],
  ['symbols alone', '→ ★★★ ©', []],
])('words: %s', (_, given, wanted) => {
  expect(words(given)).toEqual(wanted)
})

test('tokens tell where they are', () => {
  const text = tidy('Only €49,99 a month')
  expect(tokens(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Only',
    '49,99',
    'a',
    'month',
  ])
})

test('two unspaced characters count as one word', () => {
  expect(countWords(words('今日はとても良い天気'))).toBe(5)
  expect(countWords(words('one two three'))).toBe(3)
})

test.each([
  ['the same but for typography', 'Don’t panic', "don't  PANIC", 1],
  ['nothing in common', 'red apples', 'blue pears', 0],
  ['nothing at all', '', ' ', 1],
  ['one is empty', 'text', '', 0],
  ['symbols that differ', '→', '←', 0],
])('similarity: %s', (_, a, b, wanted) => {
  expect(similarity(a, b)).toBe(wanted)
})

test('similarity falls with each changed word and with order, and is symmetric', () => {
  const whole = 'the quick brown fox jumps over the dog'
  const near = 'the quick brown cat jumps over the dog'
  const far = 'the quick brown cat sleeps under the dog'
  const shuffled = 'dog the over jumps fox brown quick the'
  expect(similarity(whole, near)).toBeGreaterThan(similarity(whole, far))
  expect(similarity(whole, near)).toBeGreaterThan(0.7)
  expect(similarity(whole, shuffled)).toBeLessThan(0.6)
  expect(similarity(whole, near)).toBe(similarity(near, whole))
})

test.each([
  ['été', 'ete'],
  ['español (méxico)', 'espanol (mexico)'],
  ["l'œuvre", "l'oeuvre"],
  ['καλάθι', 'καλαθι'],
  ['мой', 'мой'],
  ['हिन्दी', 'हिन्दी'],
])('%s without its accents', (text, plain) => {
  expect(unaccented(text)).toBe(plain)
})
