import type { Kit } from '../../kit/kit.ts'

export interface Stop {
  role: string
  name: string
  tag: string
  landmark: string
  selector: string
  /** CSS px from the top left corner of the page, when it had the focus. */
  box: { x: number; y: number; width: number; height: number }
  tabindex: number
  /** A field whose caret shows the focus by itself. */
  caret: boolean
  /** In a dialog. */
  dialog: boolean
  /** Has stops inside that the page cannot tell apart: a date field, a video, a frame. */
  several: boolean
}

export interface Look {
  /** Index of the stop among those met so far; -1 where nothing on the page has the focus. */
  at: number
  /** Set when it is met for the first time. */
  fresh: Stop | null
  /** For the stop that was left just now: whether anything at or around it looks different without the focus. */
  ring: { at: number; shown: boolean } | null
}

interface Kept {
  cutoverWalk?: { elements: Element[]; last: number; ringed: string[]; done: Set<number> }
}

/** Which element has the focus after a key. Runs in the page. */
export async function lookAtFocus(
  { roleOf, nameOf, contextOf, selectorOf, parentOf, closest, inkOf, isFrame, frameDocument }: Kit,
  start: boolean,
): Promise<Look> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const kept = globalThis as unknown as Kept
  if (start || !kept.cutoverWalk) kept.cutoverWalk = { elements: [], last: -1, ringed: [], done: new Set() }
  const walk = kept.cutoverWalk
  const element = focused()
  let at = element ? walk.elements.indexOf(element) : -1
  const isNew = element !== null && at < 0
  if (isNew) at = walk.elements.push(element) - 1
  let ring: Look['ring'] = null
  if (walk.last >= 0 && walk.last !== at && !walk.done.has(walk.last)) {
    const left = walk.elements[walk.last]!
    walk.done.add(walk.last)
    if (left.isConnected) ring = { at: walk.last, shown: looksOf(left).join('\n') !== walk.ringed[walk.last] }
  }
  if (element && !walk.done.has(at)) walk.ringed[at] ??= looksOf(element).join('\n')
  walk.last = at
  return { at, fresh: isNew ? describe(element) : null, ring }

  function focused(): Element | null {
    let here: Element | null = document.activeElement
    for (let depth = 0; here && depth < 20; depth++) {
      const inner: Element | null | undefined = isFrame(here)
        ? frameDocument(here)?.activeElement
        : here.shadowRoot?.activeElement
      if (!inner || (isFrame(here) && inner.localName === 'body')) break
      here = inner
    }
    return here && here !== document.body && here !== document.documentElement && document.hasFocus()
      ? here
      : null
  }

  function describe(element: Element): Stop {
    const input = element as HTMLInputElement
    return {
      role: roleOf(element),
      name: nameOf(element).slice(0, 200),
      tag: element.localName,
      landmark: contextOf(element).landmark,
      selector: selectorOf(element),
      box: inkOf(element, element.getClientRects()).box,
      tabindex: Number(element.getAttribute('tabindex') ?? 0),
      caret:
        (element as HTMLElement).isContentEditable ||
        element.localName === 'textarea' ||
        (element.localName === 'input' &&
          /^(text|search|email|tel|url|password|number)$/.test(input.type) &&
          !input.readOnly),
      dialog:
        closest(
          element,
          other =>
            other.localName === 'dialog' ||
            /^(dialog|alertdialog)$/.test(roleOf(other)) ||
            other.getAttribute('aria-modal') === 'true',
        ) !== null,
      several:
        isFrame(element) ||
        /^(video|audio|object|embed)$/.test(element.localName) ||
        element.localName.includes('-') ||
        /^(date|datetime-local|month|time|week)$/.test(input.type ?? ''),
    }
  }

  /** What is drawn of it and close to it: a ring may be its own, its parent's, its label's or a sibling's. */
  function looksOf(element: Element): string[] {
    const around: Element[] = [element, ...Array.from(element.querySelectorAll('*')).slice(0, 6)]
    let parent = parentOf(element)
    for (let depth = 0; parent && depth < 3 && parent.localName !== 'body'; depth++) {
      around.push(parent)
      parent = parentOf(parent)
    }
    let next = element.nextElementSibling
    for (let count = 0; next && count < 2; count++, next = next.nextElementSibling)
      around.push(next, ...Array.from(next.children).slice(0, 2))
    around.push(...Array.from(input(element)?.labels ?? []))
    return around.flatMap(each => [
      drawn(getComputedStyle(each)),
      ...['::before', '::after'].map(name => pseudo(each, name)),
    ])
  }

  function input(element: Element) {
    return 'labels' in element ? (element as HTMLInputElement) : null
  }

  function pseudo(element: Element, name: string): string {
    const style = getComputedStyle(element, name)
    return style.content === 'none' || style.content === 'normal' ? '' : `${style.content} ${drawn(style)}`
  }

  /** Of a style what can be seen; what is transparent, without width or without a style is not. */
  function drawn(style: CSSStyleDeclaration): string {
    const clear = (colour: string) => /^transparent$|[,/] ?0(\.0\d*)?\)$/.test(colour)
    const line = (kind: string, width: string, colour: string) =>
      kind === 'none' || kind === 'hidden' || Number.parseFloat(width) === 0 || clear(colour)
        ? ''
        : `${kind} ${width} ${colour}`
    const shadow = style.boxShadow
      .split(/,(?![^(]*\))/)
      .filter(
        part => !/rgba\([^)]*, 0(\.0\d*)?\)/.test(part) && !/^[^)]*\) 0px 0px 0px 0px/.test(part.trim()),
      )
      .join()
    return [
      line(style.outlineStyle, style.outlineWidth, style.outlineColor),
      shadow === 'none' ? '' : shadow,
      line(style.borderTopStyle, style.borderTopWidth, style.borderTopColor),
      line(style.borderRightStyle, style.borderRightWidth, style.borderRightColor),
      line(style.borderBottomStyle, style.borderBottomWidth, style.borderBottomColor),
      line(style.borderLeftStyle, style.borderLeftWidth, style.borderLeftColor),
      clear(style.backgroundColor) ? '' : style.backgroundColor,
      style.backgroundImage,
      style.backgroundPosition,
      style.backgroundSize,
      style.color,
      style.fill,
      style.stroke,
      style.textDecorationLine,
      style.textDecorationColor,
      style.textDecorationThickness,
      style.textShadow,
      style.opacity,
      style.visibility,
      style.filter,
      style.transform,
      style.scale,
      style.clipPath,
      style.clip,
      style.fontWeight,
      style.letterSpacing,
      style.width,
      style.height,
      style.position,
      style.position === 'static' ? '' : `${style.left} ${style.top}`,
    ].join('|')
  }
}

/** Takes the focus to the very beginning of the page, as after loading it. Runs in the page. */
export function toBeginning(): void {
  const { activeElement, body } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  const before = body.getAttribute('tabindex')
  body.setAttribute('tabindex', '-1')
  body.focus({ preventScroll: true })
  if (before === null) body.removeAttribute('tabindex')
  else body.setAttribute('tabindex', before)
  scrollTo(0, 0)
}
