/** Colours of a page: what CSS writes, and how different two of them look. */
import Color from 'colorjs.io'
import { memoByValue } from './memo.ts'

/** sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** CIE L*a*b* as CSS has it: white is D50, lightness 0 to 100. */
export type Lab = readonly [lightness: number, a: number, b: number]

export interface Paint {
  rgb: Rgb
  /** 0 to 1. */
  alpha: number
}

/** What a CSS colour of any syntax paints in sRGB, or null where `css` is no colour by itself (`currentcolor`). */
export const parseColour = memoByValue(
  2000,
  (css: string) => css,
  (css): Paint | null => {
    const colour = Color.try(css)
    if (!colour) return null
    const coords = numbers(colour.to('srgb').toGamut({ method: 'clip' }).coords)
    const alpha = Number.isFinite(colour.alpha) ? colour.alpha : 0
    return { rgb: coords.map(value => Math.round(value * 255)) as unknown as Rgb, alpha }
  },
)

/** Steps of 255 by which one colour may differ from syntax to syntax, and from one release of a palette to the next. */
const ROUNDING = 3

/** Whether two values of CSS paint the same, in whatever syntax; what is no colour counts as text. */
export function isSameColour(a: string, b: string): boolean {
  if (a === b) return true
  const [one, other] = [parseColour(a), parseColour(b)]
  if (!one || !other || Math.abs(one.alpha - other.alpha) > ROUNDING / 255) return false
  return one.rgb.every((value, at) => Math.abs(value - other.rgb[at]!) <= ROUNDING)
}

/** What is seen of `paint` on `background`. */
export function over(paint: Paint, background: Rgb): Rgb {
  const mix = (at: 0 | 1 | 2) => Math.round(paint.rgb[at] * paint.alpha + background[at] * (1 - paint.alpha))
  return [mix(0), mix(1), mix(2)]
}

/**
 * How different two colours look: CIEDE2000. About 2 is just noticeable side by side, 10 is plainly another colour.
 * @see Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005)
 */
export const colourDifference = memoByValue(
  20_000,
  (a: Rgb, b: Rgb) => numberOf(a) * 2 ** 24 + numberOf(b),
  (a, b) => labDifference(labOf(a), labOf(b)),
)

/** CIEDE2000 of two colours in L*a*b*. */
export function labDifference(a: Lab, b: Lab): number {
  return new Color('lab', [...a]).deltaE(new Color('lab', [...b]), { method: '2000' })
}

export const labOf = memoByValue(20_000, numberOf, (rgb: Rgb): Lab => {
  const srgb = new Color('srgb', [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255])
  return numbers(srgb.to('lab').coords)
})

/**
 * Degrees, 0 to 180, between the hues of two colours as people see them: in CIELAB two blues may be as far apart as blue and green.
 * @see https://bottosson.github.io/posts/oklab/
 */
export function hueTurn(a: Rgb, b: Rgb): number {
  const turned = Math.abs(hueOf(a) - hueOf(b))
  return (Math.min(turned, 2 * Math.PI - turned) * 180) / Math.PI
}

const hueOf = memoByValue(20_000, numberOf, (rgb: Rgb): number => {
  const [, a, b] = numbers(new Color('srgb', [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255]).to('oklab').coords)
  return Math.atan2(b, a)
})

/** How far a colour is from grey: 0, about 20 for a tint, over 100 for the purest. */
export function chromaOf(rgb: Rgb): number {
  const [, a, b] = labOf(rgb)
  return Math.hypot(a, b)
}

/** Spread of channels below which a colour passes for a grey. */
const MIN_SPREAD = 40

/** Whether no channel stands out: greys, black, white and their tints. */
export const isGreyish = (rgb: Rgb): boolean => Math.max(...rgb) - Math.min(...rgb) < MIN_SPREAD

/** As people write it: `#7a00cc`. */
export function hexOf(rgb: Rgb): string {
  return `#${rgb.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function numberOf(rgb: Rgb): number {
  return (rgb[0] << 16) | (rgb[1] << 8) | rgb[2]
}

/** `none` counts as zero. */
function numbers(coords: ArrayLike<number | null>): [number, number, number] {
  const value = (at: number) => (Number.isFinite(coords[at]) ? coords[at]! : 0)
  return [value(0), value(1), value(2)]
}

/** To 1, that WCAG 2.2, 1.4.3 asks of text that is not large. */
export const MIN_TEXT_CONTRAST = 4.5

/** To 1, below which nobody reads a text. */
export const UNREADABLE_CONTRAST = 1.5

/** Contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
