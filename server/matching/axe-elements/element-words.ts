/** Which words of a page's text an element has. */
import { words } from '../../lib/text.ts'
import type { Passage } from '../passages.ts'
import type { AxeElement } from './elements.ts'
import { pathsOf, tailsOf } from './selectors.ts'

const CANDIDATES = 40
/** Places within a text that its letters are looked for at. */
const TRIES = 200
/** Longer texts of elements were cut there. */
const CUT = 1000

/**
 * For an element its words, as positions in the text of the page: those of the texts in it, or its own within the text
 * around it; none where it says nothing that can be read. Found by selector, which may name several, and by letters,
 * since what separates words may be in the styles alone.
 */
export function elementWordsOf(
  passages: readonly Passage[],
  starts: Int32Array,
): (element: AxeElement) => readonly number[] {
  const known = new Map<AxeElement, number[]>()
  const letters: string[] = []
  const [at, above] = [new Map<string, number[]>(), new Map<string, number[]>()]
  passages.forEach(({ place: { selector = '' } }, index) => {
    for (const tail of tailsOf(selector)) add(at, tail, index)
    for (const path of pathsOf(selector)) add(above, path, index)
  })
  const lookUp = (lists: Map<string, number[]>, keys: string[]) =>
    [...new Set(keys.flatMap(key => lists.get(key) ?? []))].slice(0, CANDIDATES)

  return element => {
    const ready = known.get(element)
    if (ready) return ready
    const places = find(element)
    known.set(element, places)
    return places
  }

  function find({ node }: AxeElement): number[] {
    const said = words(node.text)
    const wanted = (node.text.length < CUT ? said : said.slice(0, -1)).join('')
    if (!wanted) return []
    const within = lookUp(above, tailsOf(node.selector)).filter(index => {
      const own = lettersOf(index)
      return own !== '' && wanted.includes(own)
    })
    if (within.length) return within.flatMap(index => range(starts[index]!, starts[index + 1]!))
    for (const index of lookUp(at, pathsOf(node.selector))) {
      const found = part(index, wanted)
      if (found) return found
    }
    return []
  }

  function lettersOf(index: number): string {
    letters[index] ??= passages[index]!.tokens.map(({ word }) => word).join('')
    return letters[index]
  }

  /** Its words within a text, where they begin and end as words of it do. */
  function part(index: number, wanted: string): number[] | null {
    const text = lettersOf(index)
    const bounds = new Map<number, number>()
    let offset = 0
    passages[index]!.tokens.forEach(({ word }, order) => {
      bounds.set(offset, order)
      offset += word.length
    })
    bounds.set(offset, passages[index]!.tokens.length)
    let from = text.indexOf(wanted)
    for (let tries = 0; from >= 0 && tries < TRIES; tries++, from = text.indexOf(wanted, from + 1)) {
      const [first, last] = [bounds.get(from), bounds.get(from + wanted.length)]
      if (first !== undefined && last !== undefined)
        return range(starts[index]! + first, starts[index]! + last)
    }
    return null
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

function add(lists: Map<string, number[]>, key: string, index: number): void {
  const list = lists.get(key)
  if (list) list.push(index)
  else lists.set(key, [index])
}
