/** What a page computes, sorts or filters by: fields that are set to other values, and the numbers in sight after each. */
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import type { ProbeState } from './find.ts'

export interface Settings {
  /** Short texts with a digit that are in sight before anything is set, from top to bottom. */
  first: string[]
  /** In the order in which it was done, each on top of those before it. */
  steps: Setting[]
}

export interface Setting {
  /** Of the field that was set, or the button that was pressed. */
  name: string
  selector: string
  /** What was written or chosen; of a button the how manieth press. */
  value: string
  /** The texts after it, as in `first`; absent where none has changed. */
  shown?: string[]
}

const TIMEOUT_MS = 8000
const LIMITS = { fields: 6, boxes: 2, options: 3, texts: 150, letters: 80 }
/** Until the page has changed nothing for one pause: where it changes nothing at all, and at most. */
const WAIT = { pauseMs: 50, idleMs: 150, maxMs: 1000 }

/**
 * Sets fields of the page one after the other and notes what it shows. Undefined where there are none, and none `isPressed`
 * either that may change it. Nothing that changes data is sent meanwhile.
 */
export async function settingsOf({ world, site }: PageLoad, isPressed: boolean) {
  const fields = await world.run(findFields, LIMITS, TIMEOUT_MS)
  if (fields.length === 0 && !isPressed) return undefined
  const watch = () => world.run(watchChanges, undefined, TIMEOUT_MS)
  const read = () => world.run(numbersShown, { ...WAIT, ...LIMITS, ignore: site.ignore }, TIMEOUT_MS)
  const first = await read()
  const settings: Settings = { first, steps: [] }
  let last = first
  return { setAll, note, restore: () => world.run(restoreFields, undefined, TIMEOUT_MS), settings }

  async function setAll(deadline: number): Promise<void> {
    for (const [at, { name, selector, values }] of fields.entries())
      for (const value of values) {
        if (Date.now() > deadline) return
        await watch()
        await world.run(setField, { at, value }, TIMEOUT_MS)
        await note({ name, selector, value })
      }
  }

  /** What is in sight now: whether that is other than it was. `opened`: what was so for a moment. */
  async function note(step: Omit<Setting, 'shown'>, opened: readonly string[] = []): Promise<boolean> {
    const now = [...opened.filter(text => /\d/.test(text)), ...(await read())]
    const isOther = now.join('\n') !== last.join('\n')
    settings.steps.push({ ...step, ...(isOther && { shown: now }) })
    last = now
    return isOther
  }
}

// What follows runs in the page.

type Field = HTMLInputElement | HTMLSelectElement

interface FieldState {
  cutoverFields?: { field: Field; value: string; checked: boolean }[]
  cutoverChanges?: { observer: MutationObserver; count: number }
}

/** Numbers, choices, and boxes in forms with such: what each is to be set to, other than what it has. */
function findFields(
  { elements, isVisible, contextOf, nameOf, selectorOf, clean }: Injected,
  limits: typeof LIMITS,
): { name: string; selector: string; values: string[] }[] {
  const COMPUTED = 'input[type=number], input[type=range], select:not([multiple])'
  // A form may have a field of any name.
  const hasIn = (form: HTMLFormElement | null, selector: string) =>
    form !== null && Element.prototype.querySelector.call(form, selector) !== null
  const found: { field: Field; values: string[] }[] = []
  const boxes: typeof found = []
  for (const field of elements() as Field[]) {
    if (!field.matches(`${COMPUTED}, input[type=checkbox]`) || field.disabled || contextOf(field).ignored)
      continue
    if (field.ownerDocument !== document || !isVisible(field)) continue
    // Who writes a message computes nothing.
    if (hasIn(field.form, 'textarea')) continue
    if (field.localName === 'select') found.push({ field, values: choicesOf(field as HTMLSelectElement) })
    else if (field.type !== 'checkbox') found.push({ field, values: numbersFor(field as HTMLInputElement) })
    else if (hasIn(field.form, COMPUTED))
      boxes.push({ field, values: [String(!(field as HTMLInputElement).checked)] })
  }
  // Of a list of products each has the same.
  const names = new Set<string>()
  const isFirst = ({ field, values }: (typeof found)[number]) => {
    const called = `${field.type} ${nameOf(field)}`
    return values.length > 0 && !names.has(called) && names.add(called)
  }
  const all = [...found.filter(isFirst).slice(0, limits.fields), ...boxes.slice(0, limits.boxes)]
  ;(globalThis as FieldState).cutoverFields = all.map(({ field }) => ({
    field,
    value: field.value,
    checked: (field as HTMLInputElement).checked,
  }))
  return all.map(({ field, values }) => ({
    name: nameOf(field).slice(0, 100) || field.name,
    selector: selectorOf(field),
    values,
  }))

  /** The first ones and the last, by their words. */
  function choicesOf({ options, selectedIndex }: HTMLSelectElement): string[] {
    const others = Array.from(options).filter(
      (option, at) => at !== selectedIndex && !option.disabled && clean(option.text) !== '',
    )
    const chosen = [...others.slice(0, limits.options - 1), ...others.slice(-1)]
    return [...new Set(chosen.map(({ text }) => clean(text).slice(0, limits.letters)))]
  }

  function numbersFor({ value, min, max, step, type, readOnly }: HTMLInputElement): string[] {
    const [from, to, by] = [
      Number(min || 0),
      Number(max || (type === 'range' ? 100 : Infinity)),
      Number(step) || 1,
    ]
    const now = value === '' ? from : Number(value)
    const wanted = Math.min(to, Math.max(from, now) + 2 * by)
    return readOnly || !Number.isFinite(wanted) || wanted === now ? [] : [String(Number(wanted.toFixed(6)))]
  }
}

function setField({ write, clean }: Injected, { at, value }: { at: number; value: string }): void {
  const field = (globalThis as FieldState).cutoverFields?.[at]?.field
  if (!field?.isConnected) return
  if (field.type === 'checkbox') field.click()
  else if (field.localName !== 'select') write(field as HTMLInputElement, value)
  else {
    const options = Array.from((field as HTMLSelectElement).options)
    const option = options.find(({ text }) => clean(text).startsWith(value))
    if (option) write(field as HTMLInputElement, option.value)
  }
}

/** What a selector finds takes the place of what is operated. Whether it finds anything. Runs in the page. */
export function takeFirst(_: Injected, selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  if (element) (globalThis as unknown as ProbeState).cutoverProbes!.elements = [element]
  return element !== null
}

/** Leaves the fields as they were. */
function restoreFields({ write }: Injected): void {
  for (const { field, value, checked } of (globalThis as FieldState).cutoverFields ?? []) {
    if (!field.isConnected) continue
    if (field.type !== 'checkbox') write(field as HTMLInputElement, value)
    else if ((field as HTMLInputElement).checked !== checked) field.click()
  }
}

function watchChanges(): void {
  const state = globalThis as FieldState
  state.cutoverChanges?.observer.disconnect()
  const changes = {
    count: 0,
    observer: new MutationObserver(records => {
      changes.count += records.length
    }),
  }
  changes.observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  state.cutoverChanges = changes
}

/** Once the page has come to rest. */
async function numbersShown(
  { textBlocks, remeasure }: Injected,
  {
    pauseMs,
    idleMs,
    maxMs,
    texts,
    letters,
    ignore,
  }: typeof WAIT & typeof LIMITS & { ignore: readonly string[] },
): Promise<string[]> {
  const changes = (globalThis as FieldState).cutoverChanges
  for (let passed = 0, seen = 0; changes && passed < maxMs; passed += pauseMs) {
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    const isStill = changes.count === seen
    if (isStill && (seen > 0 || passed >= idleMs)) break
    seen = changes.count
  }
  remeasure([...ignore])
  return textBlocks()
    .blocks.flatMap(({ text, state }) =>
      state === 'visible' && /\d/.test(text) && text.length <= letters ? text : [],
    )
    .slice(0, texts)
}
