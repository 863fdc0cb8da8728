/** What choosing a variant shows: its price and its picture, or those of another one. */
import { expect, test } from 'vitest'
import type { Artifacts } from '../../../server/capture/artifact.ts'
import type { Setting } from '../../../server/capture/collectors/probes/index.ts'
import type { ImageFingerprint } from '../../../server/vision/fingerprint.ts'
import { BOX, judge, VISIBLE_BOX } from './judge.ts'

/** Of one shape, in one colour and the light that a new file of it is saved in. */
function pictureOf(colour: [number, number, number], light = 0): ImageFingerprint {
  const thumb = Buffer.from(
    Array.from({ length: 32 * 32 }, (_, at) =>
      colour.map(part => Math.min(255, (at % 32 < 16 ? part : 255 - part / 2) + light)),
    ).flat(),
  ).toString('base64')
  const grey = Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? 60 : 200))).toString(
    'base64',
  )
  return { width: 600, height: 600, hash: '00ff00ff00ff00ff', thumb, grey, contrast: 60 }
}

const COLOURS = { Moss: [60, 110, 50], Rust: [160, 70, 40], Slate: [70, 80, 110] } as const
type Colour = keyof typeof COLOURS
const PRICES: Record<Colour, string> = { Moss: '£145.00', Rust: '£145.00', Slate: '£169.00' }

interface Shop {
  /** What is shown once each is chosen, in turn; the first colour is chosen at first, and last. */
  prices?: Partial<Record<Colour, string>>
  pictures?: Partial<Record<Colour, Colour>>
  /** Texts in view beside the price. */
  texts?: string[]
  light?: number
}

function shop({ prices, pictures, texts = [], light = 0 }: Shop = {}) {
  let [price, picture] = ['£145.00', 'Moss' as Colour]
  const choices = (['Rust', 'Slate', 'Moss'] as const).map((value): Setting => {
    const [next, shown] = [{ ...PRICES, ...prices }[value], pictures?.[value] ?? value]
    const isOther = next !== price
    const choice: Setting = {
      name: '',
      value,
      group: 'radio colour 0',
      selector: `#${value}`,
      box: BOX,
      stirred: true,
      revealed: [value, ...(isOther ? [next] : [])],
      hidden: isOther ? [price] : [],
      ...(shown !== picture && {
        picture: {
          url: `https://shop.example/${shown}.jpg`,
          fingerprint: pictureOf([...COLOURS[shown]], light),
        },
      }),
    }
    ;[price, picture] = [next, shown]
    return choice
  })
  const blocks = ['£145.00', ...texts].map(text => ({
    text,
    kind: 'paragraph',
    landmark: 'main',
    ...VISIBLE_BOX,
    selector: `p ${text}`,
  }))
  const empty = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  return {
    layouts: [375, 1440].map(width => ({ width, controls: [], blocks })) as unknown as Artifacts['layouts'],
    probes: { narrow: empty, wide: { ...empty, settings: { first: [], steps: choices } } },
  }
}

test.each<[string, Shop, string[]]>([
  ['as on the original, in new files', { light: 6 }, []],
  [
    'the price of the first one',
    { prices: { Slate: '£145.00' } },
    ['serious Choosing “Slate” shows “£169.00” on the original, and still “£145.00” on the new page'],
  ],
  [
    'another price',
    { prices: { Slate: '£196.00' } },
    ['serious Choosing “Slate” shows “£169.00” on the original, and “£196.00” on the new page'],
  ],
  ['a price that stands there already', { prices: { Slate: '£145.00' }, texts: ['Slate: £169.00'] }, []],
  ['the price without its pence', { prices: { Slate: '£169' } }, []],
  [
    'the picture of another one',
    { pictures: { Rust: 'Slate' } },
    ['serious Choosing “Rust” shows the picture that “Slate” has on the original'],
  ],
  [
    'the picture that was there',
    { pictures: { Slate: 'Rust' }, light: 6 },
    ['serious Choosing “Slate” shows the picture that “Rust” has on the original'],
  ],
])('a choice shows %s', (_, now, wanted) => {
  const { issues } = judge(shop(), shop(now))
  expect(issues.map(({ severity, message }) => `${severity} ${message}`)).toEqual(wanted)
})

/** A press that puts texts in the place of others. */
const switching = (name: string, revealed: string[], hidden: string[], role = 'button') => ({
  role,
  name,
  landmark: 'main',
  selector: `#${role} ${name}`,
  box: BOX,
  way: 'press',
  menu: false,
  width: 1440,
  effect: 'switches',
  revealed,
  hidden,
  went: null,
  stirred: true,
})

const shopWith = (probes: ReturnType<typeof switching>[], texts: string[] = []) => {
  const idle = { probes: [], rest: [], unreached: 0, late: false, ended: null }
  const wide = { ...idle, probes }
  return { ...shop({ texts }), probes: { narrow: idle, wide } as unknown as Artifacts['probes'] }
}

test('buttons of prices that add up are compared where they began at one price', () => {
  const pressed = (...presses: [name: string, from: string, to: string][]) =>
    shopWith(
      presses.map(([name, from, to]) => switching(name, [name, to], ['None', from])),
      ['£69', '£89', '£129', '£149'],
    )
  const told = (...now: Parameters<typeof pressed>) =>
    judge(pressed(['Inside', '£69', '£129'], ['Seats', '£129', '£149']), pressed(...now)).issues.map(
      ({ message }) => message,
    )
  expect(told(['Seats', '£69', '£89'], ['Inside', '£89', '£149'])).toEqual([])
  expect(told(['Inside', '£69', '£129'], ['Seats', '£129', '£159'])).toEqual([
    'Choosing “Seats” shows “£149” on the original, and “£159” on the new page',
  ])
})

test('a switch of several prices, which the new page may call otherwise', () => {
  const page = (
    name: string,
    role: string,
    yearly: string[],
    monthly = ['$19', '$49', '$129'],
    beside = 'billed for twelve months',
  ) => shopWith([switching(name, [...yearly, beside], [...monthly, 'billed each month'], role)])
  const before = page('Monthly Yearly', 'generic', ['$190', '$490', '$1,290'])
  const told = (yearly: string[], monthly?: string[], beside?: string) =>
    judge(before, page('Yearly', 'radio', yearly, monthly, beside)).issues.map(({ message }) => message)
  expect(told(['$190', '$490', '$1,290'])).toEqual([])
  expect(told(['$190', '$588', '$1,290'])).toEqual([
    'Choosing “Monthly Yearly” shows “$490” on the original, and “$588” on the new page',
  ])
  // Prices that were all revised, at rest as well; cards in another order.
  expect(told(['$200', '$500', '$1,300'], ['$20', '$50', '$130'])).toEqual([])
  expect(told(['$490', '$190', '$1,290'])).toEqual([])
  // Another number of the same, other things, half of them.
  expect(told(['$190.00', '$490', '$1,290'])).toEqual([])
  expect(told(['$190', '$588', '$1,290'], undefined, 'for the whole team')).toEqual([])
  expect(told(['$190', '$588', '$1,490'])).toEqual([])
})

test('a switch that leaves one of several prices as it was', () => {
  const page = (yearly: string[], monthly: string[], texts = ['9 €', '29 €', '89 €']) =>
    shopWith([switching('Yearly', [...yearly, 'billed by the year'], [...monthly, 'by the month'])], texts)
  const before = page(['7 €', '24 €', '74 €'], ['9 €', '29 €', '89 €'])
  const told = (...now: Parameters<typeof page>) =>
    judge(before, page(...now)).issues.flatMap(({ severity, message }) =>
      severity === 'serious' ? message : [],
    )
  expect(told(['7 €', '24 €'], ['9 €', '29 €'])).toEqual([
    'Choosing “Yearly” leaves “89 €” as it is on the new page, beside 2 prices that change; on the original it becomes “74 €”',
  ])
  expect(told(['7 €', '24 €', '74 €'], ['9 €', '29 €', '89 €'])).toEqual([])
  // The sign in an element of its own; one plan less, whose price a sentence tells; most of them left.
  expect(told(['7 €', '24 €', '74'], ['9 €', '29 €', '89'])).toEqual([])
  expect(told(['7 €', '24 €'], ['9 €', '29 €'], ['9 €', '29 €', 'It was 89 € last year'])).toEqual([])
  expect(told(['7 €', '24 €'], ['9 €', '29 €'], ['9 €', '29 €'])).toEqual([])
  expect(told(['7 €'], ['9 €'])).toEqual([])
})

test('a press that sets numbers anew, of which some stay on the new page', () => {
  const recipe = (name: string, figures: string[], texts = ['½ tsp salt', '800 g chickpeas']) => {
    const revealed = figures.map((_, at) => String(at + 3))
    return shopWith([switching(name, revealed, figures)], texts)
  }
  const before = recipe('Fewer', ['½', '4', '800', '750'])
  const told = (...now: Parameters<typeof recipe>) =>
    judge(before, recipe(...now)).issues.map(({ message }) => message)
  expect(told('Fewer', ['4', '800', '750'])).toEqual([
    expect.stringContaining('leaves “½” unchanged on the new page, beside 3 numbers that change'),
  ])
  expect(told('Fewer', ['½', '4', '800', '750'])).toEqual([])
  // Spelt otherwise; in one text with their unit; another press.
  expect(told('Fewer', ['1/2', '4', '800', '750'], ['1/2 tsp salt'])).toEqual([])
  expect(told('Fewer', ['½ tsp salt', '800 g chickpeas'])).toEqual([])
  expect(told('Fewer', ['½ tsp salt', '4', '800', '750'])).toEqual([])
})

test('a press that takes away the same on both pages, and shows one other number', () => {
  const gone = ['24', '/month', '39', '79']
  const shown = ['17', 'billed yearly', '32', '52', '$100', 'add-ons']
  const told = (now: string[], hidden = gone, was = shown, more = {}) => {
    const after = { ...switching('Yearly', now, hidden), ...more }
    return judge(shopWith([switching('Yearly', was, gone)], gone), shopWith([after], gone))
      .issues.filter(({ severity }) => severity === 'serious')
      .map(({ message }) => message)
  }
  expect(told(['17', 'billed yearly', '32', '25', '$100', 'add-ons'])).toEqual([
    expect.stringContaining('shows “25” where the original shows “52”; all else that it sets is the same'),
  ])
  // Set otherwise at rest; edited; too little to tell from chance; a page that went on counting.
  expect(told(['17', 'billed yearly', '32', '25', '$100', 'add-ons'], ['24', '/month', '39', '97'])).toEqual(
    [],
  )
  expect(told(['17', 'each year', '32', '25', '$100', 'add-ons'])).toEqual([])
  expect(told(['18', 'billed yearly', '33', '25', '$100', 'add-ons'])).toEqual([])
  expect(told(['17', '129 reviews', '32'], gone, ['17', '128 reviews', '32'])).toEqual([])
  expect(
    told(['17', 'billed yearly', '32', '25', '$100', 'add-ons'], gone, shown, { uncertain: true }),
  ).toEqual([])
  // Other spellings, another order, and markup that makes other texts of it.
  expect(told(['17.00', 'billed yearly', '32', '52', '$100.00', 'add-ons'])).toEqual([])
  expect(told(['17', '52', '32', 'billed yearly', '$100', 'add-ons'])).toEqual([])
  expect(told(['17', 'billed yearly, 32', '52', '$100', 'add-ons'])).toEqual([])
  const weights = (weight: string) => ['17', '32', '52', weight]
  expect(told(weights('4.5 kg'), gone, weights('4.500 kg'))).toEqual([])
  expect(told(weights('1,50,000'), gone, weights('150,000'))).toEqual([])
  expect(told(weights('4 €'), gone, weights('4,00 €'))).toEqual([])
  expect(told(weights('1250 g'), gone, weights('1.250 g'))).toEqual([])
  expect(told(weights('1250 g'), gone, weights('1.350 g'))).toHaveLength(1)
  // Prices in another text beside others are told once.
  const prices = ['$17', 'billed yearly', '$32', '$52', '$9']
  expect(told(['$17', 'billed yearly', '$32', '$25', '$9'], gone, prices)).toHaveLength(1)
})

test('a press that shows another version of the page, and leaves a part of it as it was', () => {
  const german = Array.from(
    { length: 14 },
    (_, at) => `Absatz ${at + 1} über unsere Häuser an der Küste von früher`,
  )
  const english = german.map((_, at) => `Paragraph ${at + 1} about our houses on the old coast`)
  const page = (from = 0, to = german.length, texts = german) =>
    shopWith([switching('English', english.slice(from, to), german.slice(from, to))], texts)
  const told = (now: ReturnType<typeof page>) =>
    judge(page(), now).issues.flatMap(({ rule, message }) => (rule.includes('texts-left') ? message : []))
  expect(told(page(0, 11))).toEqual([
    expect.stringContaining(
      'leaves “Absatz 12 über unsere Häuser an der Küste von früher” and 2 more texts as they are',
    ),
  ])
  expect(told(page())).toEqual([])
  expect(told(page(0, 13))).toEqual([expect.stringContaining('leaves “Absatz 14 über')])
  // Half of it, which is another matter; a few words; a part that is folded away until it is opened.
  expect(told(page(0, 6))).toEqual([])
  const short = [...german.slice(0, 13), 'Drei Worte nur']
  expect(told(shopWith([switching('English', english.slice(0, 13), german.slice(0, 13))], short))).toEqual([])
  expect(told(page(0, 11, german.slice(0, 11)))).toEqual([])
  // It was seen half way, or from near alone; more than is kept of it.
  const unsure = switching('English', english.slice(0, 11), german.slice(0, 11))
  expect(told(shopWith([{ ...unsure, uncertain: true } as typeof unsure], german))).toEqual([])
  // A panel of a longer page.
  const more = Array.from({ length: 20 }, (_, at) => `Zeile ${at} des übrigen Textes`)
  expect(told(page(0, 11, [...german, ...more]))).toEqual([])
})

test('a picture of a gallery that is shown larger as another one', () => {
  /** `opens`: of each, by its place, whose picture is shown. */
  const gallery = (...opens: Colour[]) => {
    const idle = { probes: [], rest: [], unreached: 0, late: false, ended: null }
    const fileOf = (colour: Colour, light: number) => ({
      url: `https://shop.example/${light}/${colour}.jpg`,
      fingerprint: pictureOf([...COLOURS[colour]], light),
    })
    const enlarged = opens.map((shown, at) => {
      const name = Object.keys(COLOURS)[at] as Colour
      const about = { name, selector: `#${name}`, box: BOX, role: 'button', landmark: 'main' }
      return { ...about, own: fileOf(name, 0), shown: fileOf(shown, 8) }
    })
    return { probes: { narrow: idle, wide: { ...idle, ...(opens.length > 0 && { enlarged }) } } }
  }
  const right = gallery('Moss', 'Rust', 'Slate')
  const wrong = gallery('Moss', 'Moss', 'Slate')
  const { introduced, issues } = judge(right, wrong)
  expect(introduced).toEqual(['behaviour:enlarged:button|rust|main serious'])
  expect(issues[0]!.message).toContain('A press on “Rust” shows the picture of “Moss” larger')
  expect(judge(right, right).introduced).toEqual([])
  // Nothing is known of what the original showed, or it shows others as well.
  expect(judge(gallery(), wrong).introduced).toEqual([])
  expect(judge(gallery('Rust', 'Rust', 'Slate'), wrong).introduced).toEqual([])
})
