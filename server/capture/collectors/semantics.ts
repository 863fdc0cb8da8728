import type { CDPSession } from 'playwright'
import { DESKTOP, type Eyes } from '../eyes.ts'
import type { Kit } from '../kit/kit.ts'
import { within } from '../world.ts'

export type SemanticsArtifact = Awaited<ReturnType<typeof semantics>>
export type SemanticControl = SemanticsArtifact['controls'][number]
export type Pressable = SemanticsArtifact['pressables'][number]

/** Elements under a hand cursor that are asked for their listeners: each costs two messages. */
const ASKED = 30

/**
 * What assistive technology and the keyboard are told of the page at 1440 px: landmarks, the state of controls, and
 * what looks pressable but is no control.
 */
export async function semantics(eyes: Eyes) {
  const { world, cdp } = await eyes.at(DESKTOP)
  const found = await world.run(read, undefined, 20_000)
  const doubtful = found.pressables.filter(({ why }) => why === 'cursor').slice(0, ASKED)
  const heard = await Promise.all(doubtful.map(({ selector }) => listens(cdp, selector)))
  const listening = new Set(doubtful.filter((_, index) => heard[index]))
  return {
    ...found,
    pressables: found.pressables.map(one =>
      listening.has(one) ? { ...one, why: 'listener' as const } : one,
    ),
  }
}

/** Whether the page listens for presses of the element itself; no answer is a no. */
async function listens(cdp: CDPSession, selector: string): Promise<boolean> {
  const asked = async () => {
    const { result } = await cdp.send('Runtime.evaluate', {
      expression: `document.querySelector(${JSON.stringify(selector)})`,
    })
    if (!result.objectId) return false
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
    return listeners.some(({ type }) => /^(click|mousedown|mouseup|pointerdown|pointerup)$/.test(type))
  }
  return within(asked(), 2000).catch(() => false)
}

function read({ elements, roleOf, nameOf, contextOf, inkOf, selectorOf, parentOf, closest }: Kit) {
  const CONTROLS =
    /^(link|button|checkbox|radio|slider|spinbutton|searchbox|combobox|listbox|textbox|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem)$/
  /** One stop of the keyboard stands for all of their parts. */
  const PARTS = /^(tab|menuitem|menuitemcheckbox|menuitemradio|option|radio|treeitem)$/
  const WHOLES = /^(toolbar|menu|menubar|listbox|tablist|radiogroup|tree|grid|treegrid|combobox)$/
  const FOCUSABLE =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex], [contenteditable=true], audio[controls], video[controls]'
  const MAX = { controls: 4000, landmarks: 200, pressables: 300, positive: 200 }
  const controls = []
  const landmarks = []
  const pressables = []
  const positive = []
  const inside = new Map<Element, { control: boolean; landmarks: string }>()

  for (const element of elements()) {
    const { style, ignored, rendered, landmark } = contextOf(element)
    const parent = parentOf(element)
    const above = (parent && inside.get(parent)) ?? { control: false, landmarks: '' }
    const role = roleOf(element)
    const isControl = CONTROLS.test(role)
    const opens = landmark !== '' && landmark !== (parent ? contextOf(parent).landmark : '')
    inside.set(element, {
      control: above.control || isControl || element.localName === 'label',
      landmarks:
        opens && !above.landmarks.includes(landmark)
          ? `${above.landmarks} ${landmark}`.trim()
          : above.landmarks,
    })
    if (ignored || !rendered) {
      if (isControl && !ignored && controls.length < MAX.controls)
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
      inkOf(element, element.getClientRects()).state === 'visible'
    )
      positive.push({ tabindex, ...descriptionOf(element, role) })
    if (isControl) {
      if (controls.length < MAX.controls) controls.push(controlOf(element, role, above.landmarks))
      continue
    }
    if (above.control || element.localName === 'label' || (element as SVGElement).ownerSVGElement) continue
    const hand = style.cursor === 'pointer' && !(parent && contextOf(parent).style.cursor === 'pointer')
    const handler = element.hasAttribute('onclick')
    if (!(hand || handler) || /^(html|body|main|form|iframe|option|area|canvas)$/.test(element.localName))
      continue
    if (pressables.length >= MAX.pressables || element.querySelector(FOCUSABLE)) continue
    const ink = inkOf(element, element.getClientRects())
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
      box: inkOf(element, element.getClientRects()).box,
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
      part:
        PARTS.test(role) ||
        closest(element, other => other !== element && WHOLES.test(roleOf(other))) !== null,
      /** Assistive technology is not told of it. */
      silent:
        closest(
          element,
          other => other.getAttribute('aria-hidden') === 'true' || other.hasAttribute('inert'),
        ) !== null,
    }
  }

  function isTabbable(element: Element): boolean {
    const { shown } = contextOf(element)
    return (
      shown &&
      (element as HTMLElement).tabIndex >= 0 &&
      !(element as HTMLButtonElement).disabled &&
      closest(element, other => other.hasAttribute('inert')) === null
    )
  }
}
