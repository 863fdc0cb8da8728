/** In which order the groups of a number are drawn beside a script that runs from right to left. In-page part. */
export function numberOrderFunctions() {
  /** Digits of a telephone number, its groups, and letters of a text in which it is looked for. */
  const MIN_NUMBER = 7
  const GROUPED = /\+?\d{1,15}(?:[ \u00a0-]\d{1,15}){1,8}/g
  const MAX_SCANNED = 2000
  const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u

  /**
   * Spaces between digits take the direction of what is around them, where nothing sets the number apart. Nothing is known of a
   * number that is broken into lines; years and the like are as their script writes them.
   */
  function turnedIn(nodes: Text[], { direction }: CSSStyleDeclaration): { turned?: boolean } {
    const said = nodes.map(({ data }) => data.slice(0, MAX_SCANNED))
    if (direction !== 'rtl' && !said.some(text => RIGHT_TO_LEFT.test(text))) return {}
    const found = nodes
      .flatMap((node, at) =>
        Array.from(said[at]!.matchAll(GROUPED), ({ 0: number, index }) => orderOf(node, number, index)),
      )
      .filter(order => order !== null)
    return found.length > 0 ? { turned: found.includes('last first') } : {}
  }

  function orderOf(node: Text, number: string, start: number): 'first first' | 'last first' | null {
    const digits = number.replace(/\D/g, '').length
    if (digits < MIN_NUMBER || /^\d{4}\D+\d{4}$/.test(number)) return null
    const [first, last] = [number.search(/\d/), number.length - 1].map(at => {
      const range = document.createRange()
      range.setStart(node, start + at)
      range.setEnd(node, start + at + 1)
      return range.getBoundingClientRect()
    }) as [DOMRect, DOMRect]
    if (first.width === 0 || Math.abs(first.top - last.top) >= first.height / 2) return null
    return last.right < first.left ? 'last first' : 'first first'
  }

  return { turnedIn }
}

export type NumberOrderFunctions = ReturnType<typeof numberOrderFunctions>
