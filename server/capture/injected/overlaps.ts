import type { ColourFunctions } from './colours.ts'
import type { Cover, Covered, CoverFunctions } from './covers.ts'
import type { DomFunctions } from './dom.ts'
import type { Rect, RectFunctions } from './rects.ts'
import type { Lines } from './text.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** What stands in front of texts and controls, asked of the browser's own hit test. In-page part. */
export function overlapFunctions(
  { textOf, holds }: DomFunctions,
  { parentOf, selectorOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { intersect, around, boxOf, areaOf }: RectFunctions,
  { alphaOf }: ColourFunctions,
  { coverOf, standIn, rectOf, TOP_PX }: CoverFunctions,
) {
  const MAX_TEXTS = 1500
  const MAX_CONTROLS = 500
  const MAX_PAIRS = 400
  const MAX_SCREENS = 60
  const MAX_FOUND = 200
  /** Letters that overlap by less are tight spacing. */
  const MIN_OVERLAP_PX = 3
  /** Of the height of a line's letters: what is under a bar from there on is cut. */
  const MIN_CUT = 0.2
  /** Of the height of letters: half the width of a narrow one. */
  const LETTER = 0.3
  /** Elements upwards from a text in which its column is looked for. */
  const MAX_DEPTH = 12
  /** Places across a line, and half the height of what is shot of it there, CSS px. */
  const ACROSS = [0.15, 0.5, 0.85]
  const SHOT_PX = 9

  interface Texts {
    blocks: readonly { text: string; state: string; landmark: string; selector: string; kind: string }[]
    lines: readonly Lines[]
  }

  interface Controls {
    controls: readonly { name: string; role: string; state: string; landmark: string; selector: string }[]
    elements: readonly Element[]
  }

  /** A place where something should be in front. */
  interface Probe {
    victim: Victim
    x: number
    y: number
    /** Another text whose letters are at the same place. */
    other?: Victim
    edge?: Edge
  }

  /** What may be hidden of a text that can be read for the rest. */
  interface Edge {
    of: 'top' | 'end'
    line: Rect
    /** What an end has run out of. */
    column?: Element
  }

  interface Victim extends Covered {
    index: number
    name: string
    landmark: string
    selector: string
    rects: Rect[]
    isHeading?: boolean
    area: number
    probes: number
  }

  interface Overlap {
    what: 'text' | 'control'
    by: 'text' | 'picture' | 'box'
    name: string
    /** The covering text; the first words inside of a covering box; '' for a picture. */
    cover: string
    landmark: string
    selector: string
    /** Of the covering text or box; '' for a picture. */
    coverSelector: string
    /** Of the covered one. */
    box: ReturnType<typeof boxOf>
    /** Share of it that is covered, 0 to 1; of an edge, share of its line: of the height, or of the width. */
    share: number
    /**
     * Not counted among what is covered: the top of a heading's first line, under a bar at the top of the page, or the end
     * of a line that runs out of its column, under something else.
     */
    edge?: 'top' | 'end'
    opaque: boolean
    /** Of a control: what lies on it is drawn by an element around it, before or after its content. */
    around?: true
    /** Of a control: what lies on it is fixed to the bottom of the window, and the page can be scrolled no further. */
    atEnd?: true
    /** Of a control: what lies on it is an invisible part of a link that leads elsewhere. */
    underLink?: true
    /** Of two texts: the covering one is painted behind this one; absent in older captures. */
    behind?: boolean
    /** Where something was found in front of it, in the page. */
    points: { x: number; y: number; reach?: number }[]
    /** What is in front stays over the window while the page is scrolled. */
    stays: boolean
  }

  /** Texts and controls that something else covers, in page order; scrolls the page and back. */
  function overlaps(texts: Texts, controls: Controls): Overlap[] {
    const victims = victimsOf(texts, controls)
    const found = new Map<
      string,
      { probe: Probe; cover: Cover; points: Overlap['points']; other?: Victim; area: number }
    >()
    const edges = new Map<string, Overlap>()
    const probes = victims.flatMap(victim => [...probesOf(victim), ...edgeProbesOf(victim)])
    for (const { probe, stack, at } of stacksOf(probes.concat(collisions(victims)))) {
      const { victim, other, edge } = probe
      const cover = other ? between(stack, victim, other) : coverOf(stack, victim, at, edge !== undefined)
      if (!cover) continue
      if (edge) {
        takeEdge(edges, { ...probe, edge }, cover)
        continue
      }
      const key = other ? `${victim.index} ${other.index}` : `${victim.index} ${cover.by} ${saidBy(cover)}`
      const known = found.get(key)
      const area = other ? collision(victim, other) : 0
      const point = { x: probe.x, y: probe.y }
      if (known) known.points.push(point)
      else if (found.size < MAX_FOUND) found.set(key, { probe, cover, points: [point], other, area })
    }
    const covered = [...found.values()].map(({ probe: { victim }, cover, points, other, area }) => ({
      ...pairOf(victim, cover, other),
      share: rounded(other ? area / Math.max(1, victim.area) : points.length / victim.probes),
      points,
    }))
    const whole = [...edges.values()].filter(
      ({ edge, points }) => edge === 'end' || points.length === ACROSS.length,
    )
    return [...covered, ...whole.slice(0, MAX_FOUND)]
  }

  const rounded = (share: number) => Math.round(Math.min(1, share) * 100) / 100

  const pairOf = (victim: Victim, cover: Cover, other?: Victim) => ({
    what: victim.what,
    by: cover.by,
    name: victim.name,
    cover: other ? other.name : saidBy(cover),
    landmark: victim.landmark,
    selector: victim.selector,
    coverSelector: other?.selector ?? (cover.by === 'box' ? selectorOf(cover.element) : ''),
    box: boxOf(victim.rects.reduce(around)),
    opaque: cover.opaque,
    ...(cover.isAround && { around: true as const }),
    ...(cover.isAtEnd && { atEnd: true as const }),
    ...(cover.isLink && { underLink: true as const }),
    ...(cover.behind !== undefined && { behind: cover.behind }),
    stays: cover.stays ?? false,
  })

  /** Adds what was found in front of an edge, where that hides it. */
  function takeEdge(
    edges: Map<string, Overlap>,
    { victim, x, y, edge }: Probe & { edge: Edge },
    cover: Cover,
  ): void {
    const { of, line, column } = edge
    const isTop = of === 'top'
    if (!cover.opaque || isTop !== (cover.isBar ?? false) || cover.stays) return
    if (column && holds(column, cover.element)) return
    const { left, right, bottom } = rectOf(cover.element)
    const height = line.bottom - line.top
    const isLast = x > (line.left + line.right) / 2
    const hidden = isTop
      ? (bottom + scrollY - line.top) / height
      : (isLast ? line.right - left - scrollX : right + scrollX - line.left) / (line.right - line.left)
    const key = `${victim.index} ${of}`
    const known = edges.get(key) ?? { ...pairOf(victim, cover), edge: of, share: rounded(hidden), points: [] }
    edges.set(key, known)
    // The letters under a bar are those right above its lower edge.
    known.points.push(isTop ? { x, y: bottom + scrollY - SHOT_PX } : { x, y, reach: LETTER * height })
  }

  const saidBy = ({ by, element, isAround }: Cover) => (by === 'picture' || isAround ? '' : nameOf(element))

  const nameOf = (element: Element) => (textOf(element) ?? '').replace(/\s+/g, ' ').trim().slice(0, 80)

  function victimsOf({ blocks, lines }: Texts, { controls, elements }: Controls): Victim[] {
    const victims: Victim[] = []
    for (const [index, block] of blocks.entries()) {
      const { holders, speaker, rects } = lines[index]!
      if (block.state !== 'visible' || victims.length >= MAX_TEXTS || !isDrawn(speaker)) continue
      const { clip } = contextOf(speaker)
      const seen = rects.map(rect => intersect(rect, clip)).filter(rect => areaOf(rect) > 4)
      if (!seen.length) continue
      victims.push({
        index: victims.length,
        what: 'text',
        name: block.text.slice(0, 200),
        landmark: block.landmark,
        selector: block.selector,
        isHeading: block.kind === 'heading',
        isOwn: element => holders.has(element),
        element: speaker,
        rects: seen,
        area: seen.reduce((sum, rect) => sum + areaOf(rect), 0),
        probes: 0,
      })
    }
    let count = 0
    for (const [index, control] of controls.entries()) {
      const element = elements[index]!
      if (control.state !== 'visible' || !control.name || count++ >= MAX_CONTROLS) continue
      const { seen } = visibleBoxOf(element, [element.getBoundingClientRect()])
      if (seen.width < 4 || seen.height < 4) continue
      const rect = { left: seen.x, top: seen.y, right: seen.x + seen.width, bottom: seen.y + seen.height }
      victims.push({
        index: victims.length,
        what: 'control',
        name: control.name.slice(0, 200),
        landmark: control.landmark,
        selector: control.selector,
        isOwn: other =>
          element === other ||
          holds(element, other) ||
          (other.localName === 'label' && holds(other, element)),
        element,
        rects: [rect],
        area: areaOf(rect),
        probes: 0,
      })
    }
    return victims
  }

  /** Not in a transparent colour, unless that lets a painted background show through. */
  function isDrawn(element: Element): boolean {
    const { style, opacity } = contextOf(element)
    const fill = style.webkitTextFillColor || style.color
    return opacity > 0.1 && (alphaOf(fill) > 0.1 || style.backgroundClip === 'text')
  }

  /** Points on its first, middle and last line; in the middle and near the corners of a control. */
  function probesOf(victim: Victim): Probe[] {
    const { rects } = victim
    const chosen = [...new Set([0, rects.length >> 1, rects.length - 1])].map(at => rects[at]!)
    const probes = chosen.flatMap(({ left, top, right, bottom }) =>
      (chosen.length > 1 ? [0.2, 0.8] : ACROSS).map(at => ({
        victim,
        x: left + (right - left) * at,
        y: (top + bottom) / 2,
      })),
    )
    victim.probes = probes.length
    return probes
  }

  /** Across the top of a heading's first line, and at both ends of the longest line where they have run out of its column. */
  function edgeProbesOf(victim: Victim): Probe[] {
    if (victim.what !== 'text') return []
    const first = victim.rects.reduce((best, rect) => (rect.top < best.top ? rect : best))
    const heightOf = ({ top, bottom }: Rect) => bottom - top
    const widthOf = ({ left, right }: Rect) => right - left
    const tops =
      victim.isHeading && first.top < TOP_PX
        ? ACROSS.map(at => ({
            victim,
            x: first.left + widthOf(first) * at,
            y: first.top + MIN_CUT * heightOf(first),
            edge: { of: 'top' as const, line: first },
          }))
        : []
    const line = victim.rects.reduce((best, rect) => (widthOf(rect) > widthOf(best) ? rect : best))
    const inset = LETTER * heightOf(line)
    const ends = [line.left + inset, line.right - inset].flatMap(x => {
      const column = columnLeftAt(x, victim.element)
      const edge = { of: 'end' as const, line, column }
      return column ? [{ victim, x, y: (line.top + line.bottom) / 2, edge }] : []
    })
    return [...tops, ...ends]
  }

  /** The nearest box that a text in it has run out of, sideways; not where something was placed out of it on purpose. */
  function columnLeftAt(x: number, text: Element): Element | undefined {
    let here: Element | null = text
    for (let depth = 0; here && depth < MAX_DEPTH; depth++, here = parentOf(here)) {
      const { style } = contextOf(here)
      if (/^(html|body)$/.test(here.localName) || here.ownerDocument !== document) return undefined
      if (!/^(inline|contents)$/.test(style.display)) {
        const { left, right } = rectOf(here)
        if (right > left && (x < left + scrollX || x > right + scrollX)) return here
      }
      if (/absolute|fixed/.test(style.position) || style.transform !== 'none') return undefined
    }
    return undefined
  }

  /** Pairs of texts whose letters are at the same place: a sweep from top to bottom compares the lines that overlap in y. */
  function collisions(victims: Victim[]): Probe[] {
    const lines = victims
      .filter(victim => victim.what === 'text')
      .flatMap(victim => victim.rects.map(rect => ({ victim, rect })))
      .sort((a, b) => a.rect.top - b.rect.top || a.rect.left - b.rect.left)
    const probes: Probe[] = []
    const seen = new Map<Victim, Set<Victim>>()
    let open: typeof lines = []
    for (const line of lines) {
      open = open.filter(({ rect }) => rect.bottom > line.rect.top).slice(-200)
      for (const { victim, rect } of open) {
        if (victim === line.victim || victim.name === line.victim.name || probes.length >= MAX_PAIRS) continue
        const common = intersect(rect, line.rect)
        if (common.right - common.left < MIN_OVERLAP_PX || common.bottom - common.top < MIN_OVERLAP_PX)
          continue
        const known = seen.get(victim) ?? new Set()
        seen.set(victim, known)
        if (known.has(line.victim)) continue
        known.add(line.victim)
        const place = { x: (common.left + common.right) / 2, y: (common.top + common.bottom) / 2 }
        // The shorter text loses more of its letters.
        const [small, large] = victim.area <= line.victim.area ? [victim, line.victim] : [line.victim, victim]
        probes.push({ victim: small, other: large, ...place })
      }
      open.push(line)
    }
    return probes
  }

  function collision(a: Victim, b: Victim): number {
    let area = 0
    for (const one of a.rects.slice(0, 50))
      for (const other of b.rects.slice(0, 50)) area += areaOf(intersect(one, other))
    return area
  }

  /** What the browser finds at each point, front first; screen by screen. */
  function* stacksOf(probes: Probe[]) {
    const [x, y] = [scrollX, scrollY]
    const height = innerHeight
    // Scrolled as far as it goes: less than a pixel may be left.
    const pageEnd = document.documentElement.scrollHeight - 1
    const sorted = probes
      .filter(probe => probe.x > 0 && probe.x < innerWidth)
      .sort((a, b) => a.y - b.y || a.x - b.x)
    let screens = 0
    let wasAtEnd = false
    let start = 0
    let end = height * 0.9
    try {
      for (const probe of sorted) {
        // What stands where the page ends is asked where it can be scrolled no further.
        const isLast: boolean = !wasAtEnd && probe.y > pageEnd - height / 2 && start + height < pageEnd
        wasAtEnd ||= isLast
        if (probe.y >= end || isLast) {
          if (++screens > MAX_SCREENS) return
          scrollTo(x, isLast ? pageEnd : probe.y - height * 0.3)
          start = scrollY
          end = start + height * 0.8
          if (probe.y >= end || isLast) end = start + height // the page ends here
        }
        if (probe.y < start || probe.y >= start + height) continue
        const [left, up] = [probe.x - scrollX, probe.y - start]
        // Mostly nothing is in front, and to ask for the whole stack is slow.
        const front = probe.other ? null : document.elementFromPoint(left, up)
        if (front && probe.victim.isOwn(front)) continue
        yield {
          probe,
          stack: document.elementsFromPoint(left, up),
          at: { top: start === 0 && probe.y < TOP_PX, end: start + height >= pageEnd },
        }
      }
    } finally {
      scrollTo(x, y)
    }
  }

  /** For two texts that are both in the stack: a cover where nothing opaque lies between them. */
  function between(stack: Element[], victim: Covered, other: Covered): Cover | null {
    const at = (who: Covered) =>
      stack.findIndex(element => who.isOwn(element) || element === standIn(who.element))
    const [first, second] = [at(victim), at(other)]
    if (first < 0 || second < 0 || first === second) return null
    if (contextOf(victim.element).pinned !== contextOf(other.element).pinned) return null
    const [front, back, hidden] = first < second ? [first, second, other] : [second, first, victim]
    for (const element of stack.slice(front, back)) {
      if (holds(element, standIn(hidden.element))) continue
      const { style, opacity } = contextOf(element)
      // A background hides the other text: coverOf finds that point by point.
      if (opacity >= 0.5 && (alphaOf(style.backgroundColor) >= 0.7 || style.backgroundImage !== 'none'))
        return null
      if (/^(img|video|canvas)$/.test(element.localName)) return null
    }
    return { by: 'text', element: other.element, opaque: false, behind: first < second }
  }

  return { overlaps }
}
