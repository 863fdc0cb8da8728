/** Letters that decorate (WCAG 2.2, 1.4.3, "pure decoration"): a numeral drawn large and pale behind the texts of a page. */
import type { Layout, Overlap, TextBlock } from '../../capture/collectors/layouts.ts'
import { contrastRatio, MIN_TEXT_CONTRAST, over, parseColour, type Rgb } from '../../lib/colour.ts'

/** Characters of an ornament: more are a word, or a figure that is read. */
const MAX_CHARS = 2
/** Times the size of type of the text before it. */
const MIN_TIMES = 3
const WHITE: Rgb = [255, 255, 255]

/** Which of two texts at one place only decorates: it is painted behind the other one, which can be read on it. */
export function ornamentOf(overlap: Overlap, layout: Pick<Layout, 'blocks'>): TextBlock | undefined {
  const { by, behind, name, selector, cover, coverSelector } = overlap
  if (by !== 'text' || behind === undefined) return undefined
  const both = [blockOf(layout, name, selector), blockOf(layout, cover, coverSelector)]
  const [front, back] = behind ? both : both.toReversed()
  if (!front || !back || back.text.length > MAX_CHARS) return undefined
  return back.style.size >= MIN_TIMES * front.style.size && isReadOn(front, back) ? back : undefined
}

/** The text that an overlap names: it holds the beginning of long ones. */
export const blockOf = (
  { blocks }: Pick<Layout, 'blocks'>,
  start: string,
  selector: string,
): TextBlock | undefined => blocks.find(one => one.selector === selector && one.text.startsWith(start))

function isReadOn(front: TextBlock, back: TextBlock): boolean {
  const [letters, ornament] = [front, back].map(({ style }) => parseColour(style.colour))
  const background = parseColour(back.style.background)
  if (!letters || !ornament) return false
  const painted = over(ornament, background?.alpha === 1 ? background.rgb : WHITE)
  return contrastRatio(over(letters, painted), painted) >= MIN_TEXT_CONTRAST
}
