/** Letters that decorate (WCAG 2.2, 1.4.3, "pure decoration"): a numeral drawn large and pale behind the texts of a page. */
import type { Layout, Overlap, TextBlock } from '../../capture/collectors/layouts.ts'
import { contrastRatio, over, parseColour, type Rgb } from '../../lib/colour.ts'

/** Characters of an ornament: more are a word, or a figure that is read. */
const MAX_CHARS = 2
/** Times the size of type of the text before it. */
const MIN_TIMES = 3
/** Of the text before it to its colour (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5
const WHITE: Rgb = [255, 255, 255]

/** Which of two texts at one place only decorates: it is painted behind the other one, which can be read on it. */
export function ornamentOf(overlap: Overlap, { blocks }: Layout): TextBlock | undefined {
  const { by, behind, name, selector, cover, coverSelector } = overlap
  if (by !== 'text' || behind === undefined) return undefined
  const blockOf = (start: string, at: string) =>
    blocks.find(one => one.selector === at && one.text.startsWith(start))
  const both = [blockOf(name, selector), blockOf(cover, coverSelector)]
  const [front, back] = behind ? both : both.toReversed()
  if (!front || !back || back.text.length > MAX_CHARS) return undefined
  return back.style.size >= MIN_TIMES * front.style.size && isReadOn(front, back) ? back : undefined
}

function isReadOn(front: TextBlock, back: TextBlock): boolean {
  const [letters, ornament] = [front, back].map(({ style }) => parseColour(style.colour))
  const ground = parseColour(back.style.background)
  if (!letters || !ornament) return false
  const painted = over(ornament, ground?.alpha === 1 ? ground.rgb : WHITE)
  return contrastRatio(over(letters, painted), painted) >= MIN_CONTRAST
}
