/** Buttons that count a quantity down and up: how far, and in which steps. */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { UNSAFE_NAME } from '../../page/unsafe.ts'
import type { Candidate } from './find.ts'

export interface StepperTrial extends Pick<Candidate, 'selector' | 'box' | 'name' | 'role' | 'landmark'> {
  /** The least quantity that was seen. */
  least: number
  /** It went no further, what was counted is gone, as an article from a basket, or neither so far. */
  end: 'stays' | 'gone' | null
  /** What one press counts up by; absent where it does not, and in older captures. */
  step?: number
}

/** Quantities that are tried, from which value down, and how many presses without effect make an end. Real time, ms, as in sliders.ts. */
const LIMITS = { steppers: 4, start: 3, least: -2, idle: 2, levels: 3, maxMs: 3000, pressMs: 400 }
const TIMEOUT_MS = 10_000

/** Counts each down below nothing, and back. Nothing is done on a page without any. */
export async function trySteppers({ world, clock }: PageLoad): Promise<StepperTrial[]> {
  const arg = { ...LIMITS, isSettling: clock.isSettling, unsafe: UNSAFE_NAME.source }
  return await world.run(countDown, arg, TIMEOUT_MS)
}

/** Runs in the page. */
async function countDown(
  {
    elements,
    isVisible,
    contextOf,
    roleOf,
    nameOf,
    textOf,
    clean,
    describe,
    hasHandCursor,
    remeasure,
    pressOn,
    passFrames,
    write,
  }: Injected,
  limits: typeof LIMITS & { isSettling: string; unsafe: string },
): Promise<StepperTrial[]> {
  const NAMES = {
    less: /^[-−–—]$|^(decrease|decrement|minus|less|fewer|reduce|subtract|verringern|weniger|diminuer|moins|disminuir|menos|diminuisci|meno|diminuir|minder|уменьшить|меньше)(?!\p{L})|(verringern|reduzieren|減らす)$/iu,
    more: /^[+＋]$|^(increase|increment|plus|more|add one|erhöhen|mehr|augmenter|aumentar|más|aumenta|più|mais|meer|увеличить|больше)(?!\p{L})|(erhöhen|増やす)$/iu,
  }
  const CLASSES = {
    less: /(^|[-_ ])(minus|decrease|decrement|less|down)($|[-_ ])/i,
    more: /(^|[-_ ])(plus|increase|increment|more|up)($|[-_ ])/i,
  }
  const FIELD = 'input:not([type]), input[type=number], input[type=text], input[type=tel]'
  /** CSS px of a side. */
  const MAX_SIDE = 100
  const UNSAFE = new RegExp(limits.unsafe, 'i')
  interface Found {
    /** What is described: the button, or a field that the browser counts. */
    element: HTMLElement
    value: Element
    less(): void
    more(): void
  }
  const found: Found[] = []
  const counted = new Set<Element>()
  const all = elements() as HTMLElement[]
  for (const element of all) {
    if (!isButton(element, 'less')) continue
    const stepper = stepperOf(element)
    if (stepper) add(stepper)
  }
  for (const field of all as HTMLInputElement[])
    if (field.matches('input[type=number]') && isShown(field)) add(byBrowser(field))
  const trials: StepperTrial[] = []
  const until = performance.now() + limits.maxMs
  for (const stepper of found) {
    if (performance.now() > until) break
    const about = describe(stepper.element)
    const { selector, box, role, landmark } = about
    const counted = await count(stepper)
    trials.push({ selector, box, role, landmark, name: calledSo(stepper, about.name), ...counted })
  }
  return trials

  function add(stepper: Found): void {
    const at = numberIn(stepper.value)
    if (counted.has(stepper.value) || at === null || at > limits.start || found.length >= limits.steppers)
      return
    counted.add(stepper.value)
    found.push(stepper)
  }

  function isShown(element: Element): boolean {
    return element.ownerDocument === document && !contextOf(element).ignored && isVisible(element)
  }

  function isButton(element: HTMLElement, way: 'less' | 'more'): boolean {
    const isPressed =
      element.localName === 'button' ||
      roleOf(element) === 'button' ||
      (element.localName === 'a' && /^(#|javascript:|$)/i.test(element.getAttribute('href') ?? '')) ||
      (/^(div|span|i|img|svg)$/.test(element.localName) && hasHandCursor(element))
    if (!isPressed || (element.matches('form button:not([type]), [type=submit]') && element.closest('form')))
      return false
    const name = nameOf(element).trim()
    const { width, height } = element.getBoundingClientRect()
    if (UNSAFE.test(name) || Math.max(width, height) > MAX_SIDE || !isShown(element)) return false
    if (NAMES[way].test(name) || NAMES[way].test(clean(textOf(element)))) return true
    return !/[\p{L}\p{N}]/u.test(name) && CLASSES[way].test(`${element.getAttribute('class')} ${element.id}`)
  }

  /** One number that stands in a box with one button that counts it down and one that counts it up. */
  function stepperOf(less: HTMLElement): Found | null {
    let level = 0
    for (let box = less.parentElement; box && level < limits.levels; box = box.parentElement, level++) {
      const inside = Array.from(box.querySelectorAll<HTMLElement>('*'))
      const more = inside.filter(one => isButton(one, 'more'))
      const values = inside.filter(
        one => numberIn(one) !== null && !one.closest('button, [role=button]') && isShown(one),
      )
      if (more.length > 1 || values.length > 1) return null
      if (more.length === 1 && values.length === 1)
        return { element: less, value: values[0]!, less: () => pressOn(less), more: () => pressOn(more[0]!) }
    }
    return null
  }

  /** By the arrows that the browser draws in it. */
  function byBrowser(field: HTMLInputElement): Found {
    const step = (way: 'stepDown' | 'stepUp') => () => {
      const { value } = field
      field[way]()
      const stepped = field.value
      field.value = value
      if (stepped !== value) write(field, stepped)
    }
    return { element: field, value: field, less: step('stepDown'), more: step('stepUp') }
  }

  function calledSo({ element, value }: Found, name: string): string {
    return element === value || !value.matches(FIELD) ? name : `${name} ${nameOf(value)}`.trim().slice(0, 100)
  }

  function numberIn(element: Element): number | null {
    const isField = element.matches(FIELD)
    if (!isField && element.childElementCount > 0) return null
    const text = isField ? (element as HTMLInputElement).value : (element.textContent ?? '')
    const said = clean(text).replace('−', '-')
    return /^-?\d{1,3}$/.test(said) ? Number(said) : null
  }

  async function count(stepper: Found): Promise<Pick<StepperTrial, 'least' | 'end' | 'step'>> {
    const start = numberIn(stepper.value)!
    let [least, idle] = [start, 0]
    let end: StepperTrial['end'] = null
    while (end === null && least > limits.least) {
      const now = await after(stepper, stepper.less)
      if (now === null) end = 'gone'
      else if (now < least) {
        least = now
        idle = 0
      } else if (++idle >= limits.idle) end = 'stays'
    }
    if (end === 'gone') return { least, end }
    const up = await after(stepper, stepper.more)
    const step = up === null ? 0 : up - least
    // Back to where it was.
    if (least === start && step > 0) await after(stepper, stepper.less)
    for (let at = up ?? least; step > 0 && at < start; at += step) await after(stepper, stepper.more)
    return { least, end, ...(step > 0 && { step }) }
  }

  async function after({ value }: Found, step: () => void): Promise<number | null> {
    const before = numberIn(value)
    const until = performance.now() + limits.pressMs
    step()
    for (let quiet = 0; quiet < 2 && performance.now() < until; quiet++) {
      await passFrames(2)
      if (!document.dispatchEvent(new Event(limits.isSettling, { cancelable: true }))) quiet = 0
      if (numberIn(value) !== before) break
    }
    remeasure([])
    return value.isConnected && isVisible(value) ? numberIn(value) : null
  }
}
