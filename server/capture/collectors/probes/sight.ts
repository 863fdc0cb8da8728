/** Whether what a press brought into sight can be seen and read, or lies under other parts of the page. */
import { contrastRatio, over, parseColour } from '../../../lib/colour.ts'
import type { Injected } from '../../injected/index.ts'
import type { ProbeState } from './state.ts'

/** `covered`: other parts of the page lie over most of it; `pale`: most of it has the colour of what it stands on. */
export type Sight = 'seen' | 'covered' | 'pale'

type Colours = [letters: string, ground: string]

/** A text in sight, and its colours. */
export interface Letters {
  text: string
  colours: Colours
}

interface Look {
  /** How many texts were looked at, and how many of them something is painted over. */
  texts: number
  covered: number
  /** The colours of letters and of what they stand on, where both are known. */
  colours: Colours[]
  /**
   * Links and buttons of one list with them that stand beyond the sides of the screen, or above or below where what they
   * stand in is cut off, where nothing is to be scrolled.
   */
  beyond: string[]
}

/** Texts from which most of them tell. */
const MIN_TEXTS = 2
/** Letters and ground are one colour below this contrast. */
const MAX_PALE = 1.3

export function judgeSight({ texts, covered, colours }: Look): Sight | undefined {
  if (texts < MIN_TEXTS) return undefined
  if (covered > texts / 2) return 'covered'
  const pale = colours.filter(colour => {
    const [letters, ground] = colour.map(parseColour)
    return letters && ground && contrastRatio(over(letters, ground.rgb), ground.rgb) < MAX_PALE
  })
  return pale.length > texts / 2 ? 'pale' : 'seen'
}

/** Letters are nearly of the colour of their ground below this contrast. */
const MAX_FAINT = 2

/** Which of them can hardly be told from what they stand on. */
export function faintOf(letters: readonly Letters[]): string[] {
  const isFaint = ({ colours }: Letters) => {
    const [own, ground] = colours.map(parseColour)
    return own && ground && contrastRatio(over(own, ground.rgb), ground.rgb) < MAX_FAINT
  }
  return letters.filter(isFaint).map(({ text }) => text)
}

/** The texts in sight, each with its colours, where both are known. Runs in the page. */
export function lettersOn(
  { elements, isVisible, contextOf, paintOf, clean, remeasure, ownTextOf }: Injected,
  ignore: readonly string[],
): Letters[] {
  const MAX_TEXTS = 400
  const letters: Letters[] = []
  remeasure([...ignore])
  for (const element of elements()) {
    if (
      element.ownerDocument !== document ||
      /^(script|style|template|noscript|title|option)$/.test(element.localName)
    )
      continue
    const own = ownTextOf(element)
    if (!/[\p{L}\p{N}]/u.test(own) || contextOf(element).ignored || !isVisible(element)) continue
    const paint = paintOf(element)
    if (paint?.ground) letters.push({ text: clean(own).slice(0, 80), colours: [paint.letters, paint.ground] })
    if (letters.length >= MAX_TEXTS) break
  }
  return letters
}

/** Looks at the texts of `revealed` that were not in sight before, where they are in the window. Runs in the page. */
export function lookAt(
  {
    contextOf,
    alphaOf,
    paintOf,
    holds,
    remeasure,
    isTextNode,
    childNodesOf,
    childrenOf,
    parentOf,
    bodyOf,
    clean,
    textOf,
  }: Injected,
  { revealed, ignore }: { revealed: string[]; ignore: readonly string[] },
): Look {
  const state = (globalThis as unknown as ProbeState).cutoverProbes!
  const sight: Look = { texts: 0, covered: 0, colours: [], beyond: [] }
  const lists = new Set<Element>()
  remeasure([...ignore])
  for (const text of revealed) {
    const element = state.places?.get(text)
    if (!element?.isConnected || element.ownerDocument !== document || state.before?.holders.has(element))
      continue
    const list = listOf(element)
    if (list && !lists.has(list)) sight.beyond.push(...beyondIn(list))
    if (list) lists.add(list)
    const middle = middleOf(element)
    if (!middle) continue
    sight.texts++
    if (isPaintedOver(element, middle)) sight.covered++
    const paint = paintOf(element)
    // What lies below the page's own parts may be a picture.
    if (paint?.ground && !isPage(paint.holder)) sight.colours.push([paint.letters, paint.ground])
  }
  return sight

  function isPage(holder: Element): boolean {
    return holder === document.documentElement || holder === bodyOf(document)
  }

  /** What holds the entry of a text, however deep that is in it, and entries beside it. */
  function listOf(element: Element): Element | null {
    let list = parentOf(element)
    while (list && childrenOf(list).length === 1) list = parentOf(list)
    return list && list !== bodyOf(document) ? list : null
  }

  /** Of what stands less than half in what is shown. */
  function beyondIn(list: Element): string[] {
    return Array.from(Element.prototype.querySelectorAll.call(list, 'a[href], button')).flatMap(entry => {
      const { shown, scroller, ignored, clip } = contextOf(entry)
      const { left, top, width, height } = entry.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + scrollY + height / 2]
      const isOut = width * height > 0 && (x < 0 || x > screen.width || y < clip.top || y > clip.bottom)
      if (!isOut || !shown || scroller || ignored || listOf(entry) !== list) return []
      const name = clean(textOf(entry)).slice(0, 80)
      return name ? [name] : []
    })
  }

  /** Of its own first letters, where they are in the window. */
  function middleOf(element: Element): [x: number, y: number] | null {
    const isSaid = (node: Node) => isTextNode(node) && /[\p{L}\p{N}]/u.test(node.nodeValue ?? '')
    const own = Array.from(childNodesOf(element)).find(isSaid)
    if (!own) return null
    const range = document.createRange()
    range.selectNodeContents(own)
    const box = range.getClientRects()[0]
    if (!box || box.width * box.height === 0) return null
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight ? [x, y] : null
  }

  /**
   * Whether something before it, at that place, lets nothing through. What takes no press is not hit; from under what stays over
   * the window the page can be scrolled.
   */
  function isPaintedOver(element: Element, middle: [x: number, y: number]): boolean {
    if (getComputedStyle(element).pointerEvents === 'none') return false
    const { pinned: own } = contextOf(element)
    for (const hit of (element.getRootNode() as Document | ShadowRoot).elementsFromPoint(...middle)) {
      if (holds(element, hit) || holds(hit, element)) return false
      const { style, opacity, pinned, ignored } = contextOf(hit)
      if (ignored || (pinned !== null && own === null)) continue
      const isPicture = /^(img|video|canvas|iframe)$/.test(hit.localName)
      // A gradient lets something through where one of its colours does.
      const isPainted =
        /url\(|gradient\((?!.*(?:rgba|transparent|\/))/.test(style.backgroundImage) ||
        alphaOf(style.backgroundColor) > 0.9
      if (opacity > 0.9 && (isPicture || isPainted)) return true
    }
    return false
  }
}
