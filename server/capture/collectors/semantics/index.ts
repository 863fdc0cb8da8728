import { DESKTOP } from '../../../lib/widths.ts'
import type { Injected } from '../../injected/index.ts'
import { hearsPress } from '../../page/listeners.ts'
import type { SiteSession } from '../../page/site-session.ts'
import { MAX_LABELS, MAX_PRESS_CANDIDATES, readLabels, readPressCandidates } from './press-targets.ts'
import { HIDDEN_LIMITS, MAX_SYMBOLS, readHiddenFromAt, readSymbolText } from './texts.ts'

export type SemanticsArtifact = Awaited<ReturnType<typeof semantics>>
export type SemanticControl = SemanticsArtifact['controls'][number]
export type Pressable = SemanticsArtifact['pressables'][number]

/**
 * What assistive technology and the keyboard get of the page at 1440 px: landmarks, the state of controls, what looks
 * pressable but is no control, what takes presses and does not look like it, and texts that are hidden from it.
 */
export async function semantics(session: SiteSession) {
  const { world, cdp } = await session.at(DESKTOP)
  const found = await world.run(read, undefined, 20_000)
  const hiddenFromAt = await world.run(readHiddenFromAt, HIDDEN_LIMITS, 20_000)
  const symbols = await world.run(readSymbolText, MAX_SYMBOLS, 20_000)
  const labels = await world.run(readLabels, MAX_LABELS, 20_000)
  const pressCandidates = await world.run(readPressCandidates, MAX_PRESS_CANDIDATES, 20_000)
  const doubtful = found.pressables.filter(({ why }) => why === 'cursor')
  const answers = await Promise.all(doubtful.map(({ selector }) => hearsPress(cdp, elementAt(selector))))
  const listening = new Set(doubtful.filter((_, index) => answers[index]))
  const pressed = await Promise.all(
    pressCandidates.map(
      async ({ selector, tag }) =>
        (await hearsPress(cdp, elementAt(selector))) ||
        (tag === 'img' && (await hearsPress(cdp, frameOf(selector)))),
    ),
  )
  return {
    ...found,
    hiddenFromAt,
    symbols,
    pressCandidates: pressCandidates.filter((_, index) => pressed[index]),
    pressables: [
      ...found.pressables.map(one => (listening.has(one) ? { ...one, why: 'listener' as const } : one)),
      ...labels,
    ],
  }
}

const elementAt = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`

/** The parent of a picture, where it holds nothing else. */
const frameOf = (selector: string) =>
  `(({ parentElement: it }) => it?.childElementCount === 1 ? it : null)(${elementAt(selector)} ?? {})`

/** Landmarks, controls with their states, what looks pressable, and positive tabindexes. Runs in the page. */
function read({
  elements,
  roleOf,
  nameOf,
  contextOf,
  visibleBoxOf,
  isVisible,
  visibleRects,
  selectorOf,
  parentOf,
  closest,
  clean,
  isControl,
  isTabbable,
  hasHandCursor,
  describe,
  hidesFromAt,
  FOCUSABLE,
}: Injected) {
  /** Parts of widgets that are one stop of the keyboard together. */
  const PARTS = /^(tab|menuitem|menuitemcheckbox|menuitemradio|option|radio|treeitem)$/
  const WHOLES = /^(toolbar|menu|menubar|listbox|tablist|radiogroup|tree|grid|treegrid|combobox)$/
  /** Widgets that are always open: Tab has to reach one of their parts. */
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
    const { ignored, rendered, landmark } = contextOf(element)
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
    if (tabindex > 0 && positive.length < MAX.positive && isVisible(element))
      positive.push({ tabindex, ...describe(element) })
    if (control) {
      if (controls.length < MAX.controls) controls.push(controlOf(element, role, above.landmarks))
      continue
    }
    if (above.control || element.localName === 'label' || (element as SVGElement).ownerSVGElement) continue
    const handler = element.hasAttribute('onclick')
    if (
      !(hasHandCursor(element) || handler) ||
      /^(html|body|main|form|iframe|option|area|canvas)$/.test(element.localName)
    )
      continue
    if (pressables.length >= MAX.pressables || element.querySelector(FOCUSABLE)) continue
    const { state, box } = visibleBoxOf(element)
    if (state !== 'visible' || box.width * box.height > 400_000) continue
    pressables.push({
      ...describe(element),
      why: handler ? ('handler' as const) : ('cursor' as 'cursor' | 'handler' | 'listener'),
      tabbable: isTabbable(element),
    })
  }
  return { landmarks, controls, pressables, positive }

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
      /** The keyboard reaches it through the widget that it is a part of. */
      part: isPart(element, role),
      /** Named by its placeholder alone, which disappears once something is typed. */
      hinted: isHinted(element),
      /** For a button that screen readers meet in a dialog, open or not. */
      dialog: role === 'button' && isInDialog(element) ? namingOf(element) : null,
      /** Out of sight when this was read; a carousel may show it later. */
      unseen: visibleBoxOf(element, visibleRects(element)).state !== 'visible',
      /** Hidden from assistive technology. */
      silent: closest(element, hidesFromAt) !== null,
    }
  }

  function isInDialog(element: Element): boolean {
    const isDialog = (other: Element) =>
      other.localName === 'dialog' || /^(alert)?dialog$/.test(roleOf(other))
    const end = closest(element, other => isDialog(other) || hidesFromAt(other))
    return end !== null && isDialog(end)
  }

  /** Named also by text of a style sheet; null where it is empty until a script fills it. */
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

  /** Widgets that Tab reaches. */
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
