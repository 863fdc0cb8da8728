import type { CollapsedFunctions } from './collapsed-content.ts'
import type { GlyphFunctions, Lines } from './glyphs.ts'
import type { KindFunctions } from './kinds.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Visible and hidden text, one block per run of inline text in a block container. In-page part. */
export function textFunctions(
  { walk, parentOf, selectorOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { kindOf }: KindFunctions,
  { glyphBox, lostOf, isShortened, isRightToLeft }: GlyphFunctions,
  { isKeptBack, isFolded, openedByControls }: CollapsedFunctions,
) {
  const BLOCK_TAGS = new Set([
    'P',
    'DIV',
    'LI',
    'TD',
    'TH',
    'H1',
    'H2',
    'H3',
    'H4',
    'H5',
    'H6',
    'SECTION',
    'ARTICLE',
    'UL',
    'OL',
    'TABLE',
    'TR',
    'BUTTON',
    'LABEL',
    'OPTION',
    'DT',
    'DD',
    'FIGCAPTION',
    'BLOCKQUOTE',
    'PRE',
    'SUMMARY',
    'CAPTION',
    'FORM',
    'FIELDSET',
    'LEGEND',
    'NAV',
    'HEADER',
    'FOOTER',
    'MAIN',
    'ASIDE',
    'ADDRESS',
    'BODY',
  ])
  const MAX_BLOCKS = 6000
  const MAX_TEXT = 20_000
  /** Icon fonts draw with private use characters: pictures, not text. */
  const ICONS = /[\ue000-\uf8ff]|\p{Co}/gu

  const CENTS = /^\s*\d\d\s*$/
  const AMOUNT = /\p{Sc}\s?\d{1,3}(?:[.,' ]\d{3})*$/u
  const MAX_LINES = 500

  interface Run {
    container: Element
    text: string
    /** Length of what did not fit. */
    dropped: number
    nodes: Text[]
    holder: Element
  }

  /** The text blocks of the page; `lines` holds, at the same index, where the glyphs of each are. */
  function textBlocks() {
    const blocks: ReturnType<typeof finish>['block'][] = []
    const lines: Lines[] = []
    const opened = openedByControls()
    let run: Run | undefined
    let cut = 0
    const flush = () => {
      if (!run) return
      const text = run.text.replace(/\s+/g, ' ').trim()
      if (/[\p{L}\p{N}\p{S}]/u.test(text)) {
        if (blocks.length < MAX_BLOCKS) {
          const { block, glyphs } = finish(run, text, opened)
          blocks.push(block)
          lines.push(glyphs)
        } else cut++
      }
      if (run.dropped) cut++
      run = undefined
    }
    const add = (text: string, holder: Element, node?: Text) => {
      const container = containerOf(holder)
      if (run?.container !== container) flush()
      run ??= { container, text: '', dropped: 0, nodes: [], holder }
      // Cents set small and high are cents: $49 and 99 are no 4999.
      if (node && CENTS.test(text) && AMOUNT.test(run.text) && isRaised(holder)) run.text += '.'
      const room = MAX_TEXT - run.text.length
      if (text.length > room) run.dropped += text.length - room
      run.text += text.slice(0, Math.max(0, room))
      if (node && run.nodes.length < 500) run.nodes.push(node)
    }
    walk(
      node => {
        if (node.nodeType === Node.TEXT_NODE) {
          const holder = parentOf(node)
          if (!holder || !node.nodeValue || contextOf(holder).ignored) return
          if (
            /^(script|style|template|noscript|title|desc|metadata|textarea|option|select)$/i.test(
              holder.tagName,
            )
          )
            return
          const text = node.nodeValue.replace(ICONS, ' ')
          if (text.trim() || run) add(text, holder, node as Text)
          return
        }
        const element = node as Element
        if (element.localName === 'br') return run && add(' ', parentOf(element) ?? element)
        if (!isInline(element)) flush()
        const before = generated(element, '::before')
        if (before) add(before, element)
      },
      node => {
        if (node.nodeType !== Node.ELEMENT_NODE) return
        const after = generated(node as Element, '::after')
        if (after) add(after, node as Element)
        if (!isInline(node as Element)) flush()
      },
    )
    flush()
    return { blocks, lines, cut }
  }

  /** Text that CSS puts in, as a person sees it; icon glyphs and counters are not text. */
  function generated(element: Element, pseudo: '::before' | '::after'): string {
    const context = contextOf(element)
    if (!context.rendered || context.ignored) return ''
    const content = getComputedStyle(element, pseudo).content
    if (content === 'none' || content === 'normal' || !/^"/.test(content)) return ''
    const text = content.slice(1, -1).replace(/\\"/g, '"').replace(ICONS, '')
    return /[\p{L}\p{N}]/u.test(text) ? text.slice(0, 500) : ''
  }

  function isRaised(element: Element): boolean {
    const align = contextOf(element).style.verticalAlign
    return /^(super|top|text-top)$/.test(align) || Number.parseFloat(align) > 0
  }

  function isInline(element: Element): boolean {
    const { style, rendered } = contextOf(element)
    if (!rendered && style.display === 'none') return !BLOCK_TAGS.has(element.tagName)
    return (
      /^(inline|contents|ruby)/.test(style.display) && !/^inline-(block|flex|grid|table)/.test(style.display)
    )
  }

  function containerOf(element: Element): Element {
    let here = element
    while (isInline(here)) {
      const parent = parentOf(here)
      if (!parent) break
      here = parent
    }
    return here
  }

  function finish({ container, nodes, holder }: Run, text: string, opened: Set<string>) {
    const range = document.createRange()
    const rects: DOMRect[] = []
    for (const node of nodes) {
      if (!node.nodeValue?.trim()) continue
      const own = node.ownerDocument === document ? range : node.ownerDocument.createRange()
      own.selectNodeContents(node)
      rects.push(...own.getClientRects())
    }
    if (!rects.length) rects.push(container.getBoundingClientRect())
    // The style that most of the text has, not that of a stray first word.
    const longest = nodes.reduce<Text | undefined>(
      (best, node) => (best && best.length >= node.length ? best : node),
      undefined,
    )
    const speaker = (longest && parentOf(longest)) ?? holder
    const { style, background, landmark } = contextOf(speaker)
    const { kind, level } = kindOf(container, holder)
    const glyphs: Lines = {
      holders: new Set(nodes.map(node => parentOf(node) ?? holder)),
      speaker,
      rects: rects.slice(0, MAX_LINES).map(rect => glyphBox(rect, speaker)),
    }
    const lost = lostOf(glyphs)
    const ink = visibleBoxOf(speaker, isKeptBack(speaker) ? [] : rects)
    const block = {
      text,
      kind,
      level,
      landmark,
      ...ink,
      selector: selectorOf(container),
      lines: new Set(rects.map(rect => Math.round(rect.top))).size,
      /** Set from right to left; where each text finds its own direction, by its letters. */
      ...(isRightToLeft(style, text) && { rtl: true as const }),
      style: {
        family: style.fontFamily.slice(0, 200),
        size: Number.parseFloat(style.fontSize),
        weight: Number(style.fontWeight),
        colour: style.color,
        background,
      },
      /** Share of its glyphs, 0 to 1, that is cut off for good; absent where nothing is. */
      ...(lost > 0.02 && { lost }),
      /** Out of sight in a tab or fold that the page says a control opens. */
      ...(ink.state !== 'visible' && isFolded(speaker, opened) && { folded: true as const }),
      /** It says by dots or a number of lines that it may end early. */
      ...(isShortened(speaker, container) && { shortened: true }),
    }
    return { block, glyphs }
  }

  return { textBlocks }
}

export type TextFunctions = ReturnType<typeof textFunctions>
