import type { Injected } from '../../injected/index.ts'

/** Landmarks, controls with their states, what looks pressable, and what is out of turn. Runs in the page. */
export function read({
  elements,
  roleOf,
  nameOf,
  contextOf,
  visibleBoxOf,
  visibleRects,
  selectorOf,
  parentOf,
  closest,
  clean,
  isControl,
  isTabbable,
  FOCUSABLE,
}: Injected) {
  /** One stop of the keyboard stands for all of their parts. */
  const PARTS = /^(tab|menuitem|menuitemcheckbox|menuitemradio|option|radio|treeitem)$/
  const WHOLES = /^(toolbar|menu|menubar|listbox|tablist|radiogroup|tree|grid|treegrid|combobox)$/
  /** Those that are there without having been opened: Tab has to come to one of their parts. */
  const STANDING = /^(toolbar|menubar|tablist|radiogroup)$/
  const MAX = { controls: 4000, landmarks: 200, pressables: 300, positive: 200 }
  const controls = []
  const landmarks = []
  const pressables = []
  const positive = []
  const inside = new Map<Element, { control: boolean; landmarks: string }>()
  const all = elements()
  const entered = enteredOf(all)

  for (const element of all) {
    const { style, ignored, rendered, landmark } = contextOf(element)
    const parent = parentOf(element)
    const above = (parent && inside.get(parent)) ?? { control: false, landmarks: '' }
    const role = roleOf(element)
    const control = isControl(element)
    const opens = landmark !== '' && landmark !== (parent ? contextOf(parent).landmark : '')
    inside.set(element, {
      control: above.control || control || element.localName === 'label',
      landmarks:
        opens && !above.landmarks.includes(landmark)
          ? `${above.landmarks} ${landmark}`.trim()
          : above.landmarks,
    })
    if (ignored || !rendered) {
      if (control && !ignored && controls.length < MAX.controls)
        controls.push(controlOf(element, role, above.landmarks))
      continue
    }
    if (opens && landmarks.length < MAX.landmarks)
      landmarks.push({
        role: landmark,
        name: (element.getAttribute('aria-label') ?? '').slice(0, 100),
        selector: selectorOf(element),
      })
    const tabindex = Number(element.getAttribute('tabindex') ?? 0)
    if (
      tabindex > 0 &&
      positive.length < MAX.positive &&
      visibleBoxOf(element, element.getClientRects()).state === 'visible'
    )
      positive.push({ tabindex, ...descriptionOf(element, role) })
    if (control) {
      if (controls.length < MAX.controls) controls.push(controlOf(element, role, above.landmarks))
      continue
    }
    if (above.control || element.localName === 'label' || (element as SVGElement).ownerSVGElement) continue
    const hand = style.cursor === 'pointer' && !(parent && contextOf(parent).style.cursor === 'pointer')
    const handler = element.hasAttribute('onclick')
    if (!(hand || handler) || /^(html|body|main|form|iframe|option|area|canvas)$/.test(element.localName))
      continue
    if (pressables.length >= MAX.pressables || element.querySelector(FOCUSABLE)) continue
    const ink = visibleBoxOf(element, element.getClientRects())
    if (ink.state !== 'visible' || ink.box.width * ink.box.height > 400_000) continue
    pressables.push({
      ...descriptionOf(element, role),
      why: handler ? ('handler' as const) : ('cursor' as 'cursor' | 'handler' | 'listener'),
      tabbable: isTabbable(element),
    })
  }
  return { landmarks, controls, pressables, positive }

  function descriptionOf(element: Element, role: string) {
    return {
      role,
      name: nameOf(element).slice(0, 200),
      landmark: contextOf(element).landmark,
      selector: selectorOf(element),
      box: visibleBoxOf(element, element.getClientRects()).box,
    }
  }

  function controlOf(element: Element, role: string, landmarks: string) {
    const given = (name: string) => element.getAttribute(`aria-${name}`)
    const details =
      element.localName === 'summary' ? (element.parentElement as HTMLDetailsElement | null) : null
    const popover = element.hasAttribute('popovertarget') ? 'false' : null
    return {
      selector: selectorOf(element),
      role,
      /** What it is in the markup: a button by nature or by its role. */
      tag: element.localName,
      landmarks,
      expanded: given('expanded') ?? (details ? String(details.open) : popover),
      pressed: given('pressed'),
      selected:
        given('selected') ??
        (role === 'option' ? String((element as HTMLOptionElement).selected ?? null) : null),
      checked:
        given('checked') ??
        (/^(checkbox|radio)$/.test((element as HTMLInputElement).type ?? '')
          ? String((element as HTMLInputElement).checked)
          : null),
      current: given('current'),
      popup: given('haspopup'),
      href: (element.getAttribute('href') ?? '').slice(0, 500),
      tabindex: element.getAttribute('tabindex'),
      tabbable: isTabbable(element),
      /** The keyboard comes to it through the widget that it is a part of. */
      part: isPart(element, role),
      /** Called by its placeholder alone, which goes away once something is written there. */
      hinted: isHinted(element),
      /** For a button that screen readers meet in a dialog, open or not. */
      dialog: role === 'button' && isInDialog(element) ? namingOf(element) : null,
      /** Out of sight when this was read: what moves by itself may be in sight later. */
      unseen: visibleBoxOf(element, visibleRects(element)).state !== 'visible',
      /** Assistive technology is not told of it. */
      silent:
        closest(
          element,
          other => other.getAttribute('aria-hidden') === 'true' || other.hasAttribute('inert'),
        ) !== null,
    }
  }

  function isInDialog(element: Element): boolean {
    const isDialog = (other: Element) =>
      other.localName === 'dialog' || /^(alert)?dialog$/.test(roleOf(other))
    const end = closest(
      element,
      other => isDialog(other) || other.getAttribute('aria-hidden') === 'true' || other.hasAttribute('inert'),
    )
    return end !== null && isDialog(end)
  }

  /** Named also by a sign that a style sheet puts there; null where it is empty until a script fills it. */
  function namingOf(element: Element): 'named' | 'nameless' | null {
    if (nameOf(element) !== '') return 'named'
    const parts = [element, ...Array.from(element.querySelectorAll('*')).slice(0, 10)]
    const styles = parts.flatMap(part =>
      ['::before', '::after'].map(generated => getComputedStyle(part, generated)),
    )
    if (styles.some(({ content }) => /["'][^"']/.test(content))) return 'named'
    const isDrawn = ({ backgroundImage, maskImage }: CSSStyleDeclaration) =>
      [backgroundImage, maskImage].some(image => image && image !== 'none')
    const drawn = parts.some(part => /^(svg|img|i)$/.test(part.localName) || isDrawn(getComputedStyle(part)))
    return drawn || styles.some(isDrawn) ? 'nameless' : null
  }

  function isPart(element: Element, role: string): boolean {
    const whole = closest(element, other => other !== element && WHOLES.test(roleOf(other)))
    return whole ? !STANDING.test(roleOf(whole)) || entered.has(whole) : PARTS.test(role)
  }

  /** Widgets that Tab comes into. */
  function enteredOf(all: Element[]): Set<Element> {
    const found = new Set<Element>()
    for (const element of all) {
      const closed = element.localName.includes('-') && !element.shadowRoot
      if (!closed && !((element as HTMLElement).tabIndex >= 0 && element.matches(FOCUSABLE))) continue
      const whole = closest(element, other => STANDING.test(roleOf(other)))
      if (whole && contextOf(element).rendered) found.add(whole)
    }
    return found
  }

  function isHinted(element: Element): boolean {
    const { placeholder, title, labels } = element as HTMLInputElement
    return (
      Boolean(placeholder) &&
      !title &&
      !labels?.length &&
      nameOf(element) === clean(placeholder).slice(0, 300) &&
      !['aria-label', 'aria-labelledby'].some(name => element.hasAttribute(name))
    )
  }
}
