import type { VisibleBoxFunctions } from './visible-box.ts'

/** Words that do not fit their line, and go on in the next one without a hyphen. In-page part. */
export function wordBreakFunctions({ contextOf }: VisibleBoxFunctions) {
  /** Of scripts that divide no word without a hyphen. */
  const WORD = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]{4,40}/gu
  const MAX_WORDS = 40

  /** The first word of a text that is broken inside, as it is read: “Watchma / n”. */
  function brokenWord(nodes: readonly Text[]): string | undefined {
    const words = nodes
      .filter(({ parentElement }) => parentElement && contextOf(parentElement).style.hyphens !== 'auto')
      .flatMap(node => [...node.data.matchAll(WORD)].map(({ 0: word, index }) => ({ node, word, index })))
    for (const { node, word, index } of words.slice(0, MAX_WORDS)) {
      const letters = (at: number) => letterAt(node, index + at)
      if (!isBelow(letters(word.length - 1), letters(0))) continue
      for (let at = 1; at < word.length; at++) {
        const [before, after] = [letters(at - 1), letters(at)]
        // Back at the beginning of the line: letters of a turned text stand below each other.
        if (isBelow(after, before) && after.left < before.left)
          return `${word.slice(0, at)} / ${word.slice(at)}`
      }
    }
    return undefined
  }

  const isBelow = (one: DOMRect, other: DOMRect) => one.top > other.top + other.height / 2

  function letterAt(node: Text, at: number): DOMRect {
    const range = node.ownerDocument.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }

  return { brokenWord }
}

export type WordBreakFunctions = ReturnType<typeof wordBreakFunctions>
