import { DESKTOP, type Eyes } from '../eyes.ts'

export type CutText = Awaited<ReturnType<typeof textSpacing>>[number]

/**
 * Texts that are cut off at 1440 px once a reader spaces them out, and were not before: line height 1.5, letters 0.12,
 * words 0.16, paragraphs 2 times the size of the letters.
 * @see https://www.w3.org/TR/WCAG22/#text-spacing
 */
export async function textSpacing(eyes: Eyes) {
  const { world } = await eyes.at(DESKTOP)
  return world.run(
    ({ textBlocks, remeasure }, { ignore, max }) => {
      const before = textBlocks().blocks
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`)
      document.adoptedStyleSheets.push(sheet)
      remeasure(ignore)
      const spaced = textBlocks().blocks
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
      const after = new Map(spaced.map(block => [`${block.selector} ${block.text}`, block]))
      return before
        .filter(block => block.state === 'visible' && shareOf(block) > 0.95)
        .flatMap(block => {
          const now = after.get(`${block.selector} ${block.text}`)
          const share = now ? shareOf(now) : 1
          return share < 0.85 ? [{ text: block.text.slice(0, 300), selector: block.selector, box: block.box, share }] : []
        })
        .slice(0, max)

      /** How much of it is seen. What a scroller hides can be brought into sight. */
      function shareOf({ box, seen, scroller }: (typeof before)[number]): number {
        const area = box.width * box.height
        return scroller || area === 0 ? 1 : Math.round((100 * seen.width * seen.height) / area) / 100
      }
    },
    { ignore: [...eyes.site.ignore], max: 300 },
    20_000,
  )
}
