import type { BarFunctions } from './bars.ts'
import type { DomFunctions } from './dom.ts'
import type { ListNumberFunctions } from './list-numbers.ts'
import type { NameFunctions } from './names.ts'
import type { TreeFunctions } from './tree.ts'
import type { VisibleBoxFunctions } from './visible-box.ts'

/** Identifies an element that may be operated. */
export interface Description {
  role: string
  name: string
  landmark: string
  selector: string
  /** CSS px from the top left corner of the page. */
  box: { x: number; y: number; width: number; height: number }
}

/** Controls with their boxes, what counts as one, and how one that may be operated is described. In-page part. */
export function controlFunctions(
  { isTextNode, childNodesOf, childrenOf, textOf, matches }: DomFunctions,
  { elements, parentOf, selectorOf }: TreeFunctions,
  { contextOf, visibleBoxOf }: VisibleBoxFunctions,
  { comesOnScroll }: BarFunctions,
  { roleOf, nameOf, closest, clean }: NameFunctions,
  { isMarkerDrawn }: ListNumberFunctions,
) {
  const CONTROL_ROLES =
    /^(link|button|checkbox|radio|slider|spinbutton|searchbox|combobox|listbox|textbox|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem)$/
  /** What can take the focus, as a selector. */
  const FOCUSABLE =
    'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, iframe, audio[controls], video[controls], [tabindex], [contenteditable]:not([contenteditable=false])'
  const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'
  /** What closes the dialog that it stands in, by its markup or its class: `btn-close`, and not `closed` or `enclosed`. */
  const DISMISSES = '[data-bs-dismiss], [data-dismiss], [command=close], form[method=dialog] button'
  const CLOSE_CLASS = /(?<!dis|en)close(?!d|st|ly|[-_]?up)/i
  /** By its whole name, or how that begins or ends: “Close by the sea”, “Closed on Mondays” and “Abschließen” close nothing. */
  const CLOSE_NAMES = [
    /^[×✕✖✗⨯x]$/i,
    /^(?:close|dismiss)(?![\p{L}-]| (?:at|by|enough|for|in|of|on|range|to|up)\b)/iu,
    /^(?:schlie(?:ß|ss)en|fermer|cerrar|chiudi|fechar|sluit(?:en)?|закры(?:ть|вай)|閉じる|关闭|關閉|닫기|إغلاق)(?!\p{L})/iu,
    /(?:^|[\s,])(?:to close|schlie(?:ß|ss)en|sluiten|закрыть|닫기)$/iu,
    /(?:閉じる|关闭|關閉|^ปิด(?:หน้าต่าง|เมนู)?)$/u,
  ]
  const CROSS = '[class*=close i], [class*=fa-times i], [class*=xmark i], [class*=cross i]'
  /** CSS px of a side. */
  const MAX_CROSS = 80
  const MAX_CONTROLS = 4000
  /** Opacity up to which what is written in a field can hardly be read, in any colours. */
  const FAINT = 0.3
  /** CSS px from the top of the page down to which a menu's button is looked for, and elements in one. */
  const MAX_TOP = 1000
  const MAX_PARTS = 8
  /** Of each kind. */
  const MAX_CLICKABLES = 100

  /** The controls of the page; `into` gets, at the same index, their elements. */
  function controls(into: Element[] = []) {
    const found = []
    for (const element of elements()) {
      if (!isControl(element)) continue
      const { ignored, landmark, opacity } = contextOf(element)
      if (ignored || found.length >= MAX_CONTROLS) continue
      into.push(element)
      const boxes = visibleBoxOf(element, visibleRects(element))
      found.push({
        role: roleOf(element),
        name: nameOf(element),
        landmark,
        ...boxes,
        expanded: element.getAttribute('aria-expanded'),
        /** Says that it opens something. */
        opens: element.matches(
          'summary, [aria-expanded], [aria-controls], [aria-haspopup], [popovertarget], [data-bs-toggle], [data-toggle]',
        ),
        disabled:
          (element as HTMLButtonElement).disabled === true ||
          element.getAttribute('aria-disabled') === 'true',
        selector: selectorOf(element),
        /** It is seen, and hardly. */
        ...(boxes.state === 'visible' && opacity <= FAINT && { faint: true as const }),
        /** It stands in a line of other text, which determines its height. */
        ...(isInSentence(element) && { inline: true }),
        ...(isInLink(element) && { inLink: true }),
        /** Whether the browser draws the marker of a list before it; absent in older captures. */
        ...(roleOf(element) === 'link' && { marked: isMarked(element) }),
        ...iconOf(element),
        /** Out of sight at the top of the page, in a bar that slides in once it is scrolled. */
        ...(boxes.state !== 'visible' && comesOnScroll(element) && { onScroll: true as const }),
      })
    }
    return found
  }

  /**
   * Of what is laid out near the top of the page without a text: where that is, though it may have no size, and the classes of
   * it and of what stands in it. An icon that does not come is known by them. Absent in older captures.
   */
  function iconOf(element: Element) {
    const { rendered, shown, dx, dy } = contextOf(element)
    if (!rendered || !shown || textOf(element)?.trim() || matches(element, 'input, select, textarea'))
      return {}
    const { left, top } = element.getBoundingClientRect()
    const [x, y] = [Math.round(left + scrollX + dx), Math.round(top + scrollY + dy)]
    const parts = [element, ...Array.from(element.querySelectorAll('*')).slice(0, MAX_PARTS)]
    const classes = clean(parts.map(part => part.getAttribute('class') ?? '').join(' ')).slice(0, 200)
    return y <= MAX_TOP ? { icon: { classes, x, y } } : {}
  }

  /** Whether it stands in an item of a list whose marker is drawn, and not cut off beside it. */
  function isMarked(element: Element): boolean {
    const item = closest(element, other => contextOf(other).style.display === 'list-item')
    return item !== null && isMarkerDrawn(item)
  }

  const isInLink = (element: Element) =>
    roleOf(element) !== 'link' && closest(element, other => roleOf(other) === 'link') !== null

  function isInSentence(element: Element): boolean {
    if (contextOf(element).style.display !== 'inline') return false
    const own = textOf(element)?.trim().length ?? 0
    const parent = element.parentElement
    if (!parent || own === 0) return false
    for (const node of childNodesOf(parent))
      if (isTextNode(node) && /[\p{L}\p{N}]/u.test(node.nodeValue ?? '')) return true
    return contextOf(parent).style.display === 'inline' && isInSentence(parent)
  }

  /**
   * What near the top of the page looks pressable and is no control by its role: labels of hidden checkboxes and small
   * things under a hand cursor. Menu buttons of rebuilt pages are often made so. `unsure`: a link without an address, which
   * has no such cursor; only the browser knows whether a script listens to it.
   */
  function clickables() {
    const found = []
    const counts = { true: 0, false: 0 }
    for (const element of elements()) {
      const { landmark, ignored } = contextOf(element)
      const label = element.localName === 'label' && /^(checkbox|radio)$/.test(fieldOf(element)?.type ?? '')
      const sure = label || hasHandCursor(element, element.parentElement)
      const unsure = !sure && element.localName === 'a' && !element.hasAttribute('href')
      if (!(sure || unsure) || ignored || isControl(element) || counts[`${sure}`] >= MAX_CLICKABLES) continue
      const boxes = visibleBoxOf(element)
      if (boxes.box.y > MAX_TOP || boxes.box.width > 160 || boxes.box.height > 160) continue
      // A mark that links jump to.
      if (unsure && boxes.box.width * boxes.box.height === 0) continue
      counts[`${sure}`]++
      found.push({
        name: nameOf(element),
        landmark,
        ...boxes,
        selector: selectorOf(element),
        unsure,
        ...iconOf(element),
      })
    }
    return found
  }

  /** Has the hand cursor, which its parent has not. */
  function hasHandCursor(element: Element, parent = parentOf(element)): boolean {
    const has = (each: Element) => contextOf(each).style.cursor === 'pointer'
    return has(element) && !(parent && has(parent))
  }

  /** The icon of a cross, whatever it is: a script may listen to what is around it. */
  function looksLikeCross(element: Element): boolean {
    if (element.childElementCount > 0 || !matches(element, CROSS)) return false
    const { width, height } = element.getBoundingClientRect()
    return Math.max(width, height) <= MAX_CROSS
  }

  /** Whether a control says that it closes what it stands in. */
  function saysClose(element: Element): boolean {
    const isCloser = (one: Element) =>
      matches(one, DISMISSES) || CLOSE_CLASS.test(one.getAttribute('class') ?? '')
    // Beside a word a cross is an ornament.
    const name = nameOf(element)
      .replace(/(?<=\S.*)[×✕✖✗⨯]|[×✕✖✗⨯](?=.*\S)/g, '')
      .trim()
    return (
      isCloser(element) ||
      CLOSE_NAMES.some(called => called.test(name)) ||
      Array.from(element.querySelectorAll('*')).some(isCloser)
    )
  }

  function describe(element: Element): Description {
    return {
      role: roleOf(element),
      name: nameOf(element).slice(0, 200),
      landmark: contextOf(element).landmark,
      selector: selectorOf(element),
      box: visibleBoxOf(element).box,
    }
  }

  const CHOSEN =
    '[role=tab].active, [aria-selected=true], [role=radio][aria-checked=true], [role=menuitemradio][aria-checked=true]'

  /** Whether it is the one of its group that is chosen, as the tab that is open: a press of it changes nothing. */
  function isChosen(element: Element): boolean {
    const field = element.localName === 'label' ? fieldOf(element) : (element as HTMLInputElement)
    if (field?.type === 'radio') return field.checked
    if (matches(element, CHOSEN)) return true
    // A button that stands alone is switched off by a press.
    return (
      element.getAttribute('aria-pressed') === 'true' &&
      element.parentElement?.querySelector(':scope > [aria-pressed=false]') != null
    )
  }

  const fieldOf = (element: Element) => (element as HTMLLabelElement).control as HTMLInputElement | null

  /** Its own boxes. A link around a picture or a block may have none: then those of its children. */
  function visibleRects(element: Element): DOMRect[] {
    const own = Array.from(element.getClientRects()).filter(rect => rect.width > 0 && rect.height > 0)
    if (own.length) return own
    return Array.from(childrenOf(element)).flatMap(child => Array.from(child.getClientRects()))
  }

  const isControl = (element: Element) => CONTROL_ROLES.test(roleOf(element))

  /** Whether Tab reaches it, as far as the element itself tells. */
  function isTabbable(element: Element): boolean {
    return (
      contextOf(element).shown &&
      (element as HTMLElement).tabIndex >= 0 &&
      !(element as HTMLButtonElement).disabled &&
      closest(element, other => other.hasAttribute('inert')) === null
    )
  }

  /** Whether this very element hides itself and its content from assistive technology. */
  const hidesFromAt = (element: Element) =>
    element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')

  const isDialog = (element: Element) =>
    element.localName === 'dialog' ||
    /^(dialog|alertdialog)$/.test(roleOf(element)) ||
    element.getAttribute('aria-modal') === 'true'

  /** Its name, or its first heading where it has none of its own, and about how many stops the keyboard has in it. */
  function aboutDialog(dialog: Element) {
    const heading = dialog.querySelector('h1, h2, h3, h4, h5, h6')
    const name = clean(dialog.getAttribute('aria-label')) || clean(heading?.textContent) || nameOf(dialog)
    const stops = dialog.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]').length
    return { name: name.slice(0, 100), stops }
  }

  /** Of a dialog whose content may overflow a box of its own without height. */
  function hasArea(dialog: Element): boolean {
    const areaOf = (element: Element | null) => {
      const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 }
      return width * height
    }
    return areaOf(dialog) + areaOf(childrenOf(dialog)[0] ?? null) > 0
  }

  /** A link to `#`, to a script or to a place that its page does not have: what a press on it does is done by a script. */
  function leadsNowhere(element: Element): boolean {
    if (element.localName !== 'a') return false
    const href = (element.getAttribute('href') ?? '').trim()
    if (/^(#!?$|javascript:)/i.test(href)) return true
    if (!/^#(?!!?\/|:~:|top$)./i.test(href)) return false
    try {
      const id = decodeURIComponent(href.slice(1))
      return !document.getElementById(id) && document.getElementsByName(id).length === 0
    } catch {
      return false // no encoding
    }
  }

  return {
    controls,
    clickables,
    visibleRects,
    isControl,
    isTabbable,
    hasHandCursor,
    looksLikeCross,
    saysClose,
    isChosen,
    describe,
    hidesFromAt,
    isDialog,
    aboutDialog,
    hasArea,
    leadsNowhere,
    FOCUSABLE,
    DIALOG,
  }
}

export type ControlFunctions = ReturnType<typeof controlFunctions>
