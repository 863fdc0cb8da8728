import { expect, test } from 'vitest'
import { tidy } from '../../../server/lib/text.ts'
import { mayBeOneDate } from '../../../server/suites/content/find-facts/date.ts'
import { findFacts } from '../../../server/suites/content/find-facts/index.ts'
import { readingOf } from '../../../server/suites/content/find-facts/number.ts'

const factsOf = (text: string, lang = 'en') =>
  findFacts(tidy(text), readingOf(lang)).map(fact => `${fact.kind}: ${fact.value}`)

test.each<[string, string, string[]]>([
  ['sign before', 'only $49 today', ['price: 49 USD']],
  ['sign before, spaced', '€ 49,99', ['price: 49.99 EUR']],
  ['sign behind', '49,99 €', ['price: 49.99 EUR']],
  ['no-break space', '1\u00a0299,00\u00a0€', ['price: 1299 EUR']],
  ['code before', 'USD 1,299.00', ['price: 1299 USD']],
  ['code behind', '1,299 USD', ['price: 1299 USD']],
  ['sign and code', '$49.00 USD', ['price: 49 USD']],
  ['sign and another code', '$49.00 CAD', ['price: 49 CAD']],
  ['word', '49 euros', ['price: 49 EUR']],
  ['Swiss', "CHF 1'250.-", ['price: 1250 CHF']],
  ['dash for cents', '€ 49,-', ['price: 49 EUR']],
  ['range', '$10–$20', ['price: 10 USD', 'price: 20 USD']],
  ['range, one sign', '$10-20', ['price: 10 USD', 'price: 20 USD']],
  ['millions', 'raised $5M', ['price: 5m USD']],
  ['yen', '1,000円', ['price: 1000 JPY']],
  ['ten thousands of yen', '価格は1万2000円です', ['price: 12000 JPY']],
  ['hundreds of millions of yen', '売上 1億2000万円', ['price: 120000000 JPY']],
  ['ten thousands with decimals', '3.5万元', ['price: 35000 CNY']],
  ['Kenyan shillings', 'Kes 1200', ['price: 1200 KES']],
  ['a processor is no price', 'for AMD 6400', []],
  ['rupees, lakhs', '₹1,00,000', ['price: 100000 INR']],
  ['rupiah', 'Rp 150.000,50', ['price: 150000.5 IDR']],
  ['baht as a word', '1,290 บาท', ['price: 1290 THB']],
  ['new Taiwan dollars', 'NT$1,200', ['price: 1200 TWD']],
  ['Czech crowns', '1 290,– Kč', ['price: 1290 CZK']],
  ['millions, German', '3,5 Mio. €', ['price: 3.5m EUR']],
  ['full width', '￥１,２００', ['price: 1200 JPY']],
  ['French phone with dots', '01.23.45.67.89', ['phone: 0123456789']],
  ['Arabic digits', '٤٩ ريال', ['price: 49 SAR']],
  ['kroner', '499 kr', ['price: 499 kr']],
  ['with a period', '$49/month', ['price: 49 USD']],
  ['percent', 'save 20 % now', ['percentage: 20']],
  ['percent as a word', '20 Prozent', ['percentage: 20']],
  ['percent range', '10-20%', ['percentage: 10', 'percentage: 20']],
  ['Turkish percent', '%20 indirim', ['percentage: 20']],
  ['unit', '2.5 kg', ['quantity: 2.5 kg']],
  ['an English word beside a number', 'Millstone 3 Tag Dictionary', []],
  ['one day in German', 'nach 1 Tag oder 3 Tagen', ['quantity: 1 day', 'quantity: 3 day']],
  ['unit, joined', '24h support', ['quantity: 24 h']],
  ['unit as a word', '24 hours', ['quantity: 24 h']],
  ['hyphened unit', 'a 24-hour line', ['quantity: 24 h']],
  ['plus', '500+ projects', ['quantity: 500 +']],
  ['relative time', '3 days ago', []],
  ['e-mail', 'write to Info@Example.com.', ['e-mail: info@example.com']],
  ['e-mail before a colon', 'info@example.com: every day', ['e-mail: info@example.com']],
  ['a repository is no e-mail', 'git clone git@git.example.org:mill/bread.git', []],
  ['a repository without folder', 'hg@example.org:bread.git', []],
  ['a repository by its address', 'ssh://git@example.org/mill/bread', []],
  ['US phone', 'Call (555) 123-4567', ['phone: 5551234567']],
  ['international phone', '+1 (555) 123-4567', ['phone: +15551234567']],
  ['double zero', '0049 30 1234567', ['phone: +49301234567']],
  ['trunk zero', '+49 (0)30 123 45 67', ['phone: +49301234567']],
  ['Spanish phone', '912 345 678', ['phone: 912345678']],
  ['ISO date', '2024-01-15', ['date: 2024-01-15']],
  ['ISO date, digits not padded', 'Released (2020-8-17)', ['date: 2020-08-17']],
  ['a phone in brackets of such groups', 'Call (2020) 8-17-4567', ['phone: 20208174567']],
  ['English date', 'January 15, 2024', ['date: 2024-01-15']],
  ['English date without a space', 'January 15.2024', ['date: 2024-01-15']],
  [
    'roubles in letters',
    '22500 Р. и 300 руб., 1800 rub / m2',
    ['price: 22500 RUB', 'price: 300 RUB', 'price: 1800 RUB'],
  ],
  ['British date', '15th of January 2024', ['date: 2024-01-15']],
  ['German date', '15. Januar 2024', ['date: 2024-01-15']],
  ['French date', '15 janvier 2024', ['date: 2024-01-15']],
  ['Spanish date', '15 de enero de 2024', ['date: 2024-01-15']],
  ['Russian date', '15 января 2024', ['date: 2024-01-15']],
  ['digits, no doubt', '15.01.2024', ['date: 2024-01-15']],
  ['digits, American, no doubt', '01/15/2024', ['date: 2024-01-15']],
  ['digits in doubt', '01/02/2024', ['date: 1/2/2024']],
  ['Japanese date', '2024年1月15日', ['date: 2024-01-15']],
  ['month and year', 'May 2024', ['date: 2024-05']],
  ['day and month', 'Mar 5', ['date: --03-05']],
  ['hours', '9:00–17:30', ['time: 9:00', 'time: 17:30']],
  ['hours, English', '9am - 5pm', ['time: 9:00', 'time: 17:00']],
  ['hours, one meridian', '9-5 pm', ['time: 9:00', 'time: 17:00']],
  ['hours, German', '17 Uhr', ['time: 17:00']],
  ['opening hours, German', '8-16Uhr', ['time: 8:00', 'time: 16:00']],
  ['opening hours with minutes, German', '9.30 bis 18 Uhr', ['time: 9:30', 'time: 18:00']],
  ['hours, French', '17h30', ['time: 17:30']],
  ['American address', '123 Main St.', ['address: 123 main street']],
  ['German address', 'Hauptstraße 12, 10115 Berlin', ['address: hauptstrasse 12', 'address: 10115']],
  ['American postcode', 'Frisco, NC 27936', ['address: nc 27936']],
  ['American postcode after a comma', 'Frisco, NC, 27936', ['address: nc 27936']],
  ['French address', '12 rue de Rivoli, 75001 Paris', ['address: 12 rue de rivoli', 'address: 75001']],
  ['Italian address in full', 'Viale Roma, 3', ['address: viale roma 3']],
  [
    'Italian address cut short',
    'V.le Roma, 3 e P.zza Dante, 5',
    ['address: viale roma 3', 'address: piazza dante 5'],
  ],
  ['Polish address cut short', 'ul. Długa 7', ['address: ulica długa 7']],
  ['German postcode with its country', 'D-10115 Berlin', ['address: 10115']],
  ['British postcode', 'London SW1A 1AA', ['address: sw 1 a 1 aa']],
  ['Dutch postcode', '2025 AB Haarlem', ['address: 2025 ab']],
  ['a year is no fact', '© 2024 Example', []],
  ['a year before two letters is no postcode', '© 2024 AB Volvo, © 2019-2024 AB Volvo', []],
  ['nor are years', '1999-2018 SD Service', []],
  ['years are no telephone', '1990 - 2000', []],
  ['an IP address is none', '192.168.100.200', []],
  ['a web address is none', 'https://example.com/49%2520/2024-01-15', []],
  ['a bare number is none', 'step 3 of 12', []],
  ['account', 'IBAN DE89 3704 0044 0532 0130 00', ['code: de89370400440532013000']],
  ['account with a bank code', 'GB29 NWBK 6016 1331 9268 19', ['code: gb29nwbk60161331926819']],
  ['article', 'SKU AB-1234/5', ['code: ab12345']],
  ['article in small letters', 'sku ab-1234', ['code: ab1234']],
  ['coupon', 'use SAVE20 today', ['code: save20']],
  ['version', 'version 2.4.1 is out', ['code: 2.4.1']],
  ['version, short', 'now v2.4', ['code: 2.4']],
  ['version that could be a date elsewhere', 'Forge 2.1.26', ['code: 2.1.26']],
  ['rating', '4.8/5 by guests', ['quantity: 4.8 of 5']],
  ['frost', 'at -5 °C', ['quantity: -5 °c']],
  ['counts have no thousandths', '1.250 customers', ['quantity: 1250 customers']],
  ['size with a sign', '10 × 20 cm', ['quantity: 10 x', 'quantity: 20 cm']],
  ['an age is none', 'posted 3 days ago, vor 3 Tagen, il y a 3 jours, hace 3 días, 3 dagen geleden', []],
  ['a reading time is none', '5 min read · Lesezeit: 5 Minuten · 4 min de lecture · 5 Min. Lesezeit', []],
  ['a span of days ago is none', 'vor 2-3 Tagen, reading time: 5-7 minutes', []],
  ['a duration is one', 'a 5 min walk', ['quantity: 5 min']],
  ['a hash is none', 'build 3f9a2c71d0e4', []],
  ['a year behind a word is none', 'mid-1990 and pre-2000', []],
  ['a format is none', 'an MP3 in UTF-8', []],
])('%s', (_, text, wanted) => {
  expect(factsOf(text)).toEqual(wanted)
})

test.each<[string, string, string]>([
  ['€1.299', 'de', 'price: 1299 EUR'],
  ['€1.299', 'en', 'price: 1299 EUR'],
  ['1.299 €', '', 'price: 1299 EUR'],
  ['$1,299', 'de', 'price: 1299 USD'],
  ['$1,299', 'es-MX', 'price: 1299 USD'],
  ['$1,299.00', 'es-MX', 'price: 1299 USD'],
  ['1,500 kg', 'es-MX', 'quantity: 1500 kg'],
  ['1.500 kg', 'es-ES', 'quantity: 1500 kg'],
  ['KWD 1.299', 'en', 'price: 1.299 KWD'],
  ['$1.299 million', 'en', 'price: 1.299m USD'],
  ['€0.299', 'en', 'price: 0.299 EUR'],
  ['1,5 kg', 'de', 'quantity: 1.5 kg'],
  ['1,500 kg', 'en', 'quantity: 1500 kg'],
  ['1.299,50 €', 'en', 'price: 1299.5 EUR'],
  ['1.000.000 km', 'en', 'quantity: 1000000 km'],
  ['am 2.1.26', 'de', 'date: 2026-01-02'],
  ['03.04.2024', 'de', 'date: 2024-04-03'],
  ['03.04.2024', 'en-US', 'date: 3/4/2024'],
  ['03/04/2024', 'en-US', 'date: 2024-03-04'],
  ['03/04/2024', 'fr', 'date: 2024-04-03'],
  ['0,500 l', 'en', 'quantity: 0.5 l'],
])('%s in %s is %s', (text, lang, wanted) => {
  expect(factsOf(text, lang)).toEqual([wanted])
})

test.each([
  ['4/3/2024', '2024-04-03', true],
  ['3/4/2024', '2024-04-03', true],
  ['2024-04-03', '3/4/2024', true],
  ['3/4/2024', '4/3/2024', false],
  ['3/4/2024', '2024-04-04', false],
  ['--04-03', '2024-04-03', true],
  ['--04-03', '2024-04-30', false],
  ['2024-04-03', '--04-03', false],
  ['2024-04', '2024-04-03', false],
])('%s and %s may be one date: %s', (a, b, wanted) => {
  expect(mayBeOneDate(a, b)).toBe(wanted)
})

test('hostile texts are read in time that grows with their length alone', () => {
  for (const text of [
    'A'.repeat(20_000),
    '1 000 '.repeat(3300),
    'a.'.repeat(10_000),
    '1-'.repeat(10_000),
    '$'.repeat(20_000),
    'A1'.repeat(10_000),
    'DE89 3704 '.repeat(2000),
    'a-1_'.repeat(5000),
    '-5 '.repeat(6600),
  ])
    expect(factsOf(text).length).toBeLessThan(20_000)
})

test('the sign of the rouble may be typed as a Latin letter', () => {
  expect(factsOf('25500 P или 300 p.', 'ru')).toEqual(['price: 25500 RUB', 'price: 300 RUB'])
  for (const other of [
    'автомат 3P',
    'камера 1080p',
    'артикул A9P24316',
    'разъём 8P8C',
    'вилка 2P+E',
    '100 P/E',
    '320 pages',
  ])
    expect(factsOf(other, 'ru').join()).not.toContain('price')
  const years = Array.from({ length: 2000 }, (_, i) => 1000 + i).join(' ')
  expect(factsOf(`Архив: ${years}`, 'ru').join()).not.toContain('price')
  expect(factsOf('Bremen 1998, 320 p.', 'fr').join()).not.toContain('price')
})
