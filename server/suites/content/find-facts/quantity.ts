import { NUMBER, plain, RANGE } from '../../../lib/number.ts'
import { anyOf, readSpellings } from '../../../lib/spellings.ts'
import { findAll } from './fact.ts'

/** Spellings of a unit that readers take for the same; the first names it. */
const names = readSpellings(`
kg kilo kilos kilogram kilograms кг | g gr gram grams г | mg | lb lbs pounds | oz ounce ounces | t ton tons tonne tonnes
km kilometre kilometres kilometer kilometers км | m metre metres meter meters м | cm см | mm мм
mi mile miles | ft feet foot | inch inches in. | yd yards
m2 sqm qm | km2 | ft2 sqft | m3 | ha hectares | acres acre
l liter liters litre litres литр литров | ml | cl | gal gallons
hz | khz | mhz | ghz | kbps | mbps | gbps | kb | mb | gb | tb | pb | px pixels | dpi | fps | mp megapixels
w watt watts | kw | mw | kwh | v volt volts | ma | mah | db | bar | psi | rpm | hp ps | mph | °c | °f
h hr hrs hour hours std std. stunde stunden heure heures hora horas ora ore uur uren godzina godziny godzin час часа часов 時間 小时
min mins minute minutes minuten minuut minuto minutos minuti minuty minut минут 分 分钟
sec secs second seconds sekunde sekunden secondes segundos secondi 秒 | ms
day days tage tagen jour jours día días dias giorni giorno dagen dag dni dzień dniach день дня дней 天 日間
week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie tygodni недель
month months monat monate monaten mois mes meses mese mesi maand maanden miesiąc miesiące miesięcy месяцев ヶ月 か月 个月
year years yrs jahr jahre jahren an ans année années año años anni anno anos jaar lat лет года 年間
+ | x | people persons guests gäste personen personnes personas persone | users user
customers clients kunden clientes clienti | members | employees mitarbeiter | seats | rooms zimmer
stars sterne | items pieces pcs stück
`)
/** What is counted rather than measured: half a thousandth of it does not exist. */
const COUNTED = /^(\+|people|users|customers|members|employees|seats|rooms|items|px|days|weeks|months|years)$/
/** Whether a text is nothing but a unit of time, as below each number of what counts down. */
export const isUnitOfTime = (text: string): boolean =>
  /^(h|min|sec|days?|weeks?|months?|years?)$/.test(names.get(text.trim().toLowerCase()) ?? '')

/** Behind an amount of money, before what it is paid for. */
const PER =
  /(?:[\d\p{Sc}\p{Lu}]|zł|kr|Kč|руб\.?)[ .,–-]*(?:\/|(?<= )(?:per|pro|par|por|je|al|za|om|à|a|an)(?= )) ?$/u

/** As they are written behind prices alone. */
const OF_RATES = new Map([
  ['mo', 'month'],
  ['mos', 'month'],
  ['mth', 'month'],
  ['wk', 'week'],
  ['yr', 'year'],
])

/** What a price is paid for, as the unit of time in `150 CHF / day`; `before`: the text before the word. */
export function unitOfRate(word: string, before: string): string | undefined {
  const spelt = OF_RATES.get(word.toLowerCase()) ?? word.toLowerCase()
  const name = isUnitOfTime(spelt) ? names.get(spelt) : undefined
  return name !== undefined && PER.test(before) ? name : undefined
}

/** Around a time span that is another one tomorrow. */
export const MOVING = {
  before: 'vor|hace|il y a|há',
  after: 'ago|old|geleden|temu|назад|fa|atrás',
}
/** Around the time that a text takes to read, which each tool estimates in its own way. */
export const READING_TIME = {
  before:
    '(?:reading time|read time|lesezeit|temps de lecture|tiempo de lectura|tempo di lettura|tempo de leitura|leestijd|czas czytania|время чтения) ?:?',
  after:
    'read|reading|lesezeit|de lecture|de lectura|di lettura|de leitura|leestijd|lästid|læsetid|czytania|чтения',
}
const QUANTITY = new RegExp(
  String.raw`(?<moving>(?<![\p{L}])(?:${MOVING.before}|${READING_TIME.before}) (?:ca\.? |~ ?|about )?)?(?<first>${NUMBER})(?:${RANGE}(?<second>${NUMBER}))?(?:[ -]?(?<unit>${anyOf(names.keys())})(?![\p{L}\d])(?!\.? (?:${MOVING.after}|${READING_TIME.after})(?![\p{L}])))`,
  'giu',
)
const PERCENT = new RegExp(
  String.raw`(?<first>${NUMBER})(?:(?: ?%)?${RANGE}(?<second>${NUMBER}))? ?(?:%|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|процент\p{L}*)(?![\p{L}\d])|(?<![\d%])%(?<third>${NUMBER})`,
  'giu',
)

/** A unit or a percent sign that stands alone behind a number in an element of its own; not what is counted. */
export const UNIT_ALONE = new RegExp(
  `^(?:${anyOf([...names.keys()].filter(unit => unit === '+' || !COUNTED.test(names.get(unit)!)))}|%)$`,
  'iu',
)
const FROST = new RegExp(
  String.raw`(?<![\p{L}\d]|\d )-(?<degrees>${NUMBER}) ?°(?<scale>[CF])(?![\p{L}\d])`,
  'giu',
)
const RATING =
  /(?<![\d.,/])(?<given>\d{1,2}[.,]\d) ?(?:\/|out of|of|von|sur|su|de|van|z|из) ?(?<best>5|6|10)(?:[.,]0)?(?![\d.,/]*\d)|(?<![\d.,/])(?<starred>[0-5][.,]\d)(?:(?<=[★⭐⯨☆] ?\d[.,]\d)(?![\d.,/]*\d)|(?= ?\(\d[\d.,]* ?(?:reviews?|ratings?|bewertungen|avis|reseñas|opiniones|recensioni|beoordelingen|opinii|отзыв\p{L}*)\)))/giu

export const findPercentages = findAll('percentage', PERCENT, ({ groups }, reading) =>
  given(groups!.first ?? groups!.third, groups!.second).map(amount => plain(amount, reading)),
)

/** Numbers with a unit. `3 days ago` and `5 min read` are left out. */
export const findQuantities = findAll('quantity', QUANTITY, ({ groups }, reading) => {
  const { moving, first, second, unit } = groups!
  if (moving) return []
  const name = names.get(unit!.toLowerCase()) ?? unit!.toLowerCase()
  return given(first, second).map(amount => `${plain(amount, reading, !COUNTED.test(name))} ${name}`)
})

/** Temperatures below zero. */
export const findFrost = findAll('quantity', FROST, ({ groups }, reading) => [
  `-${plain(groups!.degrees!, reading)} °${groups!.scale!.toLowerCase()}`,
])

/** `4.8/5`, `4.8 out of 5`, and of five where stars stand before it or the count of its reviews behind it. */
export const findRatings = findAll('quantity', RATING, ({ groups }) => [
  `${(groups!.given ?? groups!.starred)!.replace(',', '.')} of ${groups!.best ?? 5}`,
])

const given = (...amounts: (string | undefined)[]) => amounts.filter(amount => amount !== undefined)
