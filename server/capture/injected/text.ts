import type { ColourFunctions } from './colours.ts'
import type { DomFunctions } from './dom.ts'
import type { DrawnNumberFunctions } from './drawn-numbers.ts'
import type { FoldedFunctions } from './folded.ts'
import type { GeneratedContentFunctions } from './generated-content.ts'
import type { LineFunctions } from './lines.ts'
import type { ListNumberFunctions } from './list-numbers.ts'
import type { NumberOrderFunctions } from './number-order.ts'
import type { Rect } from './rects.ts'
import type { TextKindFunctions } from './text-kinds.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Where a text is drawn. */
export interface Lines {
  /** Elements whose own text nodes it consists of. */
  holders: Set<Element>
  /** Whose text most of it is. */
  speaker: Element
  /** Letters of each line, in page coordinates. */
  rects: Rect[]
}

/** Visible and hidden text, one block per run of inline text in a block container. In-page part. */
export function textFunctions(
  { isElementNode, isTextNode, textOf }: DomFunctions,
  { walk, parentOf, selectorOf }: TreeFunctions,
  { contextOf, visibleBoxOf, letterColourOf }: VisibleBoxFunctions,
  { linesOf, rectsOf, countLines, glyphBox, lostOf }: LineFunctions,
  { rgbOf }: ColourFunctions,
  {
    drawnStrings,
    drawnNumberOf,
    listNumberReader,
  }: GeneratedContentFunctions & DrawnNumberFunctions & ListNumberFunctions,
  { kindOf }: TextKindFunctions,
  { openedByControls, isFolded }: FoldedFunctions,
  { turnedIn }: NumberOrderFunctions,
) {
  const BLOCK_TAGS = new Set(
    'P DIV LI TD TH H1 H2 H3 H4 H5 H6 SECTION ARTICLE UL OL TABLE TR BUTTON LABEL OPTION DT DD FIGCAPTION BLOCKQUOTE PRE SUMMARY CAPTION FORM FIELDSET LEGEND NAV HEADER FOOTER MAIN ASIDE ADDRESS BODY'.split(
      ' ',
    ),
  )
  const MAX_BLOCKS = 6000
  const MAX_TEXT = 20_000
  /** Icon fonts draw with private use characters; frames and the cursor of a text that types itself are box drawing. */
  const DRAWN = /[\u2500-\u259f\ue000-\uf8ff]|\p{Co}/gu
  const CENTS = /^\s*\d\d\s*$/
  const AMOUNT = /\p{Sc}\s?\d{1,3}(?:[.,' ]\d{3})*$/u
  /** Stands for a <br> while a text is put together. */
  const BREAK = '\u2028'
  const MAX_LINES = 500
  /** Between words that stand apart, as a share of their size: the narrowest space of a font. */
  const MIN_SPACE = 0.2

  interface Run {
    container: Element
    text: string
    /** Characters beyond the limit. */
    dropped: number
    nodes: Text[]
    holder: Element
  }

  /** The text blocks of the page; `lines` holds, at the same index, where the glyphs of each are. */
  function textBlocks() {
    const blocks: ReturnType<typeof finish>['block'][] = []
    const lines: Lines[] = []
    const opened = openedByControls()
    const numberOf = listNumberReader()
    let run: Run | undefined
    let cut = 0
    /** What is not displayed within the run, by the element that is not: no part of what it says. */
    const asides = new Map<Element, Run>()
    const flush = () => {
      if (run) put(run)
      run = undefined
      for (const aside of asides.values()) put(aside)
      asides.clear()
    }
    const put = (run: Run) => {
      const text = run.text.replace(/\s+/g, ' ').trim()
      if (/[\p{L}\p{N}\p{S}]/u.test(text)) {
        if (blocks.length < MAX_BLOCKS) {
          const { block, glyphs } = finish(run, text, opened, numberOf)
          blocks.push(block)
          lines.push(glyphs)
        } else cut++
      }
      if (run.dropped) cut++
    }
    /** An element follows another one, with nothing between their tags. */
    let meetsElement = false
    /** Whether room is left between a text and the one before it, as between links with a padding. */
    const isSetApart = (node: Text): boolean => {
      const before = run?.nodes.at(-1)
      if (!before || /\s$/.test(run!.text) || /^\s/.test(node.data)) return false
      const [one, other] = [rectsOf(before).at(-1), rectsOf(node)[0]]
      if (!one || !other || one.bottom <= other.top || other.bottom <= one.top) return false
      return Math.max(other.left - one.right, one.left - other.right) >= MIN_SPACE * one.height
    }
    const add = (text: string, holder: Element, node?: Text) => {
      const container = containerOf(holder)
      const aside = contextOf(container).rendered ? undisplayed(holder) : undefined
      if (aside) {
        const own = asides.get(aside) ?? { container: aside, text: '', dropped: 0, nodes: [], holder }
        asides.set(aside, own)
        grow(own, text, node)
        return
      }
      if (run?.container !== container) flush()
      run ??= { container, text: '', dropped: 0, nodes: [], holder }
      if (node && meetsElement && isSetApart(node)) run.text += ' '
      if (node) meetsElement = false
      // Raised cents after an amount: $49 and 99 make 49.99, not 4999.
      if (node && CENTS.test(text) && AMOUNT.test(run.text) && isRaised(holder)) run.text += '.'
      grow(run, text, node)
    }
    /** An element whose text is added already. */
    let told: Element | undefined
    walk(
      node => {
        if (told) return
        if (isTextNode(node)) {
          const holder = parentOf(node)
          if (!holder || !node.nodeValue || contextOf(holder).ignored) return
          if (
            /^(script|style|template|noscript|title|desc|metadata|textarea|option|select|canvas)$/i.test(
              holder.tagName,
            )
          )
            return
          const text = node.nodeValue.replace(DRAWN, ' ')
          if (text.trim() || run) add(text, holder, node)
          return
        }
        const element = node as Element
        if (element.localName === 'br') return run && add(BREAK, parentOf(element) ?? element)
        if (!isInline(element)) flush()
        else if (run && isPartOfListing(element))
          add(contextOf(element).style.display === 'inline-block' ? ' ' : '\n', element)
        else if (run && isWordOfHeading(element) && !isLetter(element)) add(' ', element)
        if (element.previousSibling && isElementNode(element.previousSibling)) meetsElement = true
        const before = generated(element, '::before')
        if (before) add(before, element)
        const number = contextOf(element).ignored ? null : drawnNumberOf(element)
        if (!number) return
        told = element
        add(number.text, element, number.nodes[0])
        run?.nodes.push(...number.nodes.slice(1))
      },
      node => {
        if (told && told !== node) return
        told = undefined
        if (!isElementNode(node)) return
        const after = generated(node, '::after')
        if (after) add(after, node)
        if (!isInline(node)) flush()
        else if (run && isWordOfHeading(node) && !isLetter(node)) add(' ', node)
      },
    )
    flush()
    return { blocks, lines, cut }
  }

  function grow(run: Run, text: string, node?: Text): void {
    const room = MAX_TEXT - run.text.length
    if (text.length > room) run.dropped += text.length - room
    run.text += text.slice(0, Math.max(0, room))
    if (node && run.nodes.length < 500) run.nodes.push(node)
  }

  /** The outermost element around it that is not displayed. */
  function undisplayed(holder: Element): Element | undefined {
    let found: Element | undefined
    for (let here: Element | null = holder; here && !contextOf(here).rendered; here = parentOf(here))
      found = here
    return found
  }

  /** Visible text of generated content; icon glyphs and counters are not text. */
  function generated(element: Element, pseudo: '::before' | '::after'): string {
    const context = contextOf(element)
    if (!context.rendered || context.ignored) return ''
    const drawn = drawnStrings(getComputedStyle(element, pseudo).content)
    const text = drawn.text.replace(DRAWN, '')
    // Digits before a counter are part of its number.
    const says = drawn.whole ? /[\p{L}\p{N}]/u : /\p{L}/u
    return says.test(text) ? text.slice(0, 500) : ''
  }

  function isRaised(element: Element): boolean {
    const { verticalAlign, position, top } = contextOf(element).style
    // Common resets move <sup> up by its position, and leave it on the line otherwise.
    const isMoved = position === 'relative' && Number.parseFloat(top) < 0
    return /^(super|top|text-top)$/.test(verticalAlign) || Number.parseFloat(verticalAlign) > 0 || isMoved
  }

  function isInline(element: Element): boolean {
    const { style, rendered } = contextOf(element)
    if (!rendered && style.display === 'none') return !BLOCK_TAGS.has(element.tagName)
    return isSetInline(style) || isPartOfListing(element) || isLetter(element) || isWordOfHeading(element)
  }

  const isSetInline = ({ display }: CSSStyleDeclaration) =>
    /^(inline|contents|ruby)/.test(display) && !/^inline-(block|flex|grid|table)/.test(display)

  /** A highlighter makes a block of each line of program text, which reads as one with or without. */
  function isPartOfListing(element: Element): boolean {
    if (!/^(span|div|code)$/.test(element.localName)) return false
    const { style } = contextOf(element)
    return style.display !== 'none' && !isSetInline(style) && element.closest('pre') !== null
  }

  /** Scripts that animate a text put each letter, and each word of it, into a box of its own. */
  const PIECE = /^(span|div|em|strong|b|i)$/
  /** Characters: a letter with its accent, or a pair that is drawn as one. */
  const MAX_LETTER = 2
  const isPiece = (element: Element) =>
    PIECE.test(element.localName) && contextOf(element).style.display === 'inline-block'
  const isShort = (element: Element) => (textOf(element) ?? '').trim().length <= MAX_LETTER

  function isLetter(element: Element): boolean {
    if (!isPiece(element) || !isShort(element)) return false
    // The pages of a list and the days of a month are no letters.
    const hasLetter = (piece: Element) => /\p{L}/u.test(textOf(piece) ?? '')
    return [element.previousSibling, element.nextSibling].some(
      node =>
        node !== null &&
        isElementNode(node) &&
        isPiece(node) &&
        isShort(node) &&
        (hasLetter(element) || hasLetter(node)),
    )
  }

  const isWordOfHeading = (element: Element) =>
    isPiece(element) && element.closest('h1, h2, h3, h4, h5, h6') !== null

  function containerOf(element: Element): Element {
    let here = element
    while (isInline(here)) {
      const parent = parentOf(here)
      if (!parent) break
      here = parent
    }
    return here
  }

  /**
   * Of a <pre>, its lines as they are copied, however they wrap, and those that white space sets in further than the
   * outermost one; where white space counts for nothing, the lines are those that are drawn, and none is set in.
   */
  function rowsOf({ text, holder }: Run): { rows?: number; indents: number } {
    if (!/^(pre|break-spaces)/.test(contextOf(holder).style.whiteSpace)) return { indents: 0 }
    const depths = text.split(/[\n\u2028]/).flatMap(line => (line.trim() ? line.search(/\S/) : []))
    const least = depths.reduce((min, depth) => Math.min(min, depth), MAX_TEXT)
    return { rows: depths.length, indents: depths.filter(depth => depth > least).length }
  }

  function finish(
    run: Run,
    text: string,
    opened: Set<string>,
    numberOf: (holder: Element) => number | undefined,
  ) {
    const { container, nodes, holder } = run
    const range = document.createRange()
    const rects: DOMRect[] = []
    const pieces: { rect: DOMRect; of: Element }[] = []
    // Of a mark that is shown under the mouse, and of a sign without width, nobody sees a line.
    const seen: DOMRect[] = []
    for (const node of nodes) {
      if (!node.nodeValue?.trim()) continue
      const own = node.ownerDocument === document ? range : node.ownerDocument.createRange()
      const drawn = linesOf(node, own)
      rects.push(...drawn)
      const of = parentOf(node) ?? holder
      if (pieces.length < MAX_LINES) pieces.push(...drawn.map(rect => ({ rect, of })))
      if (contextOf(of).shown) seen.push(...drawn.filter(({ width }) => width > 0))
    }
    // Of what is only drawn before or after the content the page does not say where.
    const letters = rects.slice(0, MAX_LINES)
    if (!rects.length) rects.push(container.getBoundingClientRect())
    // The style that most of the text has, not that of a stray first word. How code is indented says no word.
    const longest = nodes.reduce<Text | undefined>(
      (best, node) => (best && lettersIn(best) >= lettersIn(node) ? best : node),
      undefined,
    )
    const speaker = (longest && parentOf(longest)) ?? holder
    const { style, background, landmark } = contextOf(speaker)
    const { kind, level } = kindOf(container, holder)
    const glyphs: Lines = {
      holders: new Set(nodes.map(node => parentOf(node) ?? holder)),
      speaker,
      rects: letters.map(rect => glyphBox(rect, speaker)),
    }
    const lost = lostOf(pieces)
    const struck = struckShare(nodes)
    const boxes = visibleBoxOf(speaker, isUndrawn(speaker) ? [] : rects)
    const numbered = numberOf(holder)
    const block = {
      text,
      kind,
      level,
      landmark,
      ...boxes,
      selector: selectorOf(container),
      lines: countLines(seen.length > 0 ? seen : rects),
      ...breaksOf(run),
      ...(holder.closest('pre') && rowsOf(run)),
      /** Set from right to left; with `unicode-bidi: plaintext`, by its letters. */
      ...(isRightToLeft(style, text) && { rtl: true as const }),
      /** Whether a number of several groups in it, as of a telephone, is drawn with the last one first; where it may be. */
      ...turnedIn(nodes, style),
      style: {
        family: style.fontFamily.slice(0, 200),
        size: Number.parseFloat(style.fontSize) * scaleOf(speaker),
        weight: Number(style.fontWeight),
        colour: speaker instanceof SVGElement ? paintOf(style) : letterColourOf(style),
        background,
      },
      /** Share of its glyphs, 0 to 1, that is cut off for good; absent where nothing is. */
      ...(lost > 0.02 && { lost }),
      /** Share of its letters, 0 to 1, that a line is drawn through; absent where there is none. */
      ...(struck > 0 && { struck }),
      /** The number that is drawn before it as the marker of its list; absent where there is none, and in older captures. */
      ...(numbered !== undefined && { numbered }),
      /** Out of sight in a closed <details>, a tab panel or what a control opens. */
      ...(boxes.state !== 'visible' && isFolded(speaker, opened) && { folded: true as const }),
      /** Its style may cut it short: text-overflow, or a line clamp. */
      ...(isShortened(speaker, container) && { shortened: true }),
    }
    return { block, glyphs }
  }

  /** Where a line of it begins that a <br> divides from the one before; absent where none does. */
  function breaksOf({ text }: Run): { breaks?: number[] } {
    const lines = text.split(BREAK).flatMap(line => line.replace(/\s+/g, ' ').trim() || [])
    let at = 0
    const breaks = lines.slice(0, -1).map(line => (at += line.length + 1))
    return breaks.length ? { breaks: breaks.slice(0, MAX_LINES) } : {}
  }

  /** CSS px of a unit of its drawing. */
  function scaleOf(speaker: Element): number {
    const matrix = speaker instanceof SVGGraphicsElement ? speaker.getScreenCTM() : null
    return matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1
  }

  /** Letters of a drawing have its fill, where that is one colour. */
  const paintOf = (style: CSSStyleDeclaration): string => (rgbOf(style.fill) ? style.fill : style.color)

  const lettersIn = ({ data }: Text) => data.trim().length

  function struckShare(nodes: Text[]): number {
    let all = 0
    let struck = 0
    for (const node of nodes) {
      const letters = (node.nodeValue ?? '').replace(/\s+/g, '').length
      const holder = parentOf(node)
      all += letters
      if (holder && contextOf(holder).struck) struck += letters
    }
    return all > 0 ? Math.round((struck / all) * 100) / 100 : 0
  }

  function isShortened(speaker: Element, container: Element): boolean {
    return [speaker, container, parentOf(container)].some(element => {
      if (!element) return false
      const { style } = contextOf(element)
      const clamp = style.webkitLineClamp
      return style.textOverflow !== 'clip' || (clamp !== '' && clamp !== 'none')
    })
  }

  function isRightToLeft({ direction, unicodeBidi }: CSSStyleDeclaration, text: string): boolean {
    if (unicodeBidi !== 'plaintext') return direction === 'rtl'
    return /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u.test(text)
  }

  /** Its own text has boxes, but is not drawn. */
  function isUndrawn(element: Element): boolean {
    const closed = element.localName === 'details' && !(element as HTMLDetailsElement).open
    return closed || contextOf(element).style.contentVisibility === 'hidden'
  }

  return { textBlocks }
}
