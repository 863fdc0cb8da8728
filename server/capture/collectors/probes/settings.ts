/** What a page computes, sorts, prices or shows by: its fields, lists and radio buttons are set, and what changes is noted. */
import { hasPrice } from '../../../lib/price.ts'
import type { ImageFingerprint } from '../../../vision/fingerprint.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { readFiles } from '../images/files.ts'
import type { Candidate } from './find.ts'
import { LOOK_TIMEOUT_MS } from './input.ts'
import type { Operated } from './operate.ts'
import type { ProbeState, SetTo } from './state.ts'

export interface Settings {
  /** Short texts with a digit that are in sight before anything is set, from top to bottom. */
  first: string[]
  /** In the order in which it was done, each on top of those before it. */
  steps: Setting[]
}

type Changes = Pick<Operated, 'revealed' | 'hidden' | 'stirred'>

/** A field that was set, an entry of a list or a radio button that was chosen, or a press of a button. */
export interface Setting extends Pick<Candidate, 'selector' | 'box'>, Changes {
  /** Of the field, the list or the button; empty for a radio button. */
  name: string
  /** What was written or chosen, by its words; of a button the how manieth press. */
  value: string
  /** Of a choice: equal for those of which one is chosen at a time. */
  group?: string
  /** The texts after it, as in `first`; absent where none has changed. */
  shown?: string[]
  /** Of a choice: the largest picture that is another one since, or that came into sight. */
  picture?: { url: string; fingerprint: ImageFingerprint | null }
}

type Step = Pick<Setting, 'name' | 'value' | 'group' | 'selector' | 'box'>
interface Picture {
  url: string
  box: { width: number; height: number }
}

const LIMITS = {
  fields: 6,
  far: 3,
  boxes: 2,
  groups: 6,
  again: 3,
  options: 4,
  choices: 24,
  radios: 12,
  letters: 80,
}
/** Texts, fields and pictures that a choice takes away, beyond two for each that it brings, from which it is a filter. */
const MIN_NARROWED = 2
const READ = { texts: 150, letters: 80, picture: 150, pictureMs: 1000 }
const MAX_TEXT = 30_000

/**
 * Sets what the page has, each once, and notes what it shows: first its fields, since nothing costs nothing, those without
 * an upper end twice, then lists and radio buttons, each group back to what was chosen at first, then boxes, and on top of all
 * of that another entry of the first groups. Undefined where there are none, and none `isPressed` either that may change a
 * number. Nothing that changes data is sent meanwhile.
 */
export async function settingsOf(pageLoad: PageLoad, isPressed: boolean) {
  const { world } = pageLoad
  const isPriced = hasPrice(await world.run(textOfPage, MAX_TEXT, LOOK_TIMEOUT_MS))
  const found = await world.run(findSettings, { ...LIMITS, isPriced }, LOOK_TIMEOUT_MS)
  if (found.length === 0 && !isPressed) return undefined
  const read = (isChoice: boolean) => world.run(readPage, { ...READ, isChoice }, LOOK_TIMEOUT_MS)
  const { texts: first } = await read(false)
  const settings: Settings = { first, steps: [] }
  const pictures = new Map<Setting, Picture>()
  let last = first
  return { setAll, note, restore: () => world.run(restoreFields, undefined, LOOK_TIMEOUT_MS), settings }

  async function setAll(
    set: (at: number, to: SetTo) => Promise<Changes | null>,
    deadline: number,
  ): Promise<void> {
    const narrowed = new Set<string>()
    const again: string[] = []
    for (const [at, { to, turn, isInitial: _, ...step }] of found.entries()) {
      if (Date.now() > deadline) break
      const { group = '' } = step
      // A list that asks for a choice stays as it was set last.
      if (turn === 'back' ? !narrowed.has(group) : turn === 'again' && narrowed.has(group)) continue
      const seen = await set(at, to)
      if (!seen) continue
      if (seen.hidden.length - 2 * seen.revealed.length >= MIN_NARROWED) narrowed.add(group)
      if (turn !== 'again') await note(step, seen)
      else {
        again.push(group)
        const { group: _, ...alone } = step
        await note({ ...alone, name: step.name || step.value }, seen)
      }
    }
    for (const group of again.reverse()) {
      const at = found.findIndex(one => one.isInitial && one.group === group && one.turn !== 'back')
      if (at >= 0) await set(at, found[at]!.to)
    }
    if (again.length > 0) last = (await read(false)).texts
    const { files } = await readFiles(pageLoad, [...pictures.values()])
    for (const [step, { url }] of pictures)
      step.picture = { url, fingerprint: files.get(url)?.fingerprint ?? null }
  }

  /** What is in sight now: whether that is other than it was. `opened`: what was so for a moment. */
  async function note(
    { name, value, group, selector, box }: Step,
    { revealed, hidden, stirred }: Changes,
    opened: readonly string[] = [],
  ): Promise<boolean> {
    const isSame = !stirred && revealed.length + hidden.length === 0
    const { texts, picture } = isSame ? { texts: last } : await read(group !== undefined)
    const now = [...opened.filter(text => /\d/.test(text)), ...texts]
    const isOther = now.join('\n') !== last.join('\n')
    const step: Setting = {
      name,
      value,
      ...(group !== undefined && { group }),
      selector,
      box,
      revealed,
      hidden,
      stirred,
    }
    settings.steps.push(Object.assign(step, isOther && { shown: now }))
    if (picture) pictures.set(step, picture)
    last = now
    return isOther
  }
}

// What follows runs in the page.

type Field = HTMLInputElement | HTMLSelectElement

interface TrialState extends ProbeState {
  cutoverFields?: { field: Field; value: string; checked: boolean }[]
  /** Pictures in sight at the last look, each with its file. */
  cutoverPictures?: Map<HTMLImageElement, string>
}

function textOfPage(_: Injected, max: number): string {
  return (document.body?.innerText ?? '').slice(0, max)
}

/**
 * `back`: to the entry that a list has at first, and that has no value: “all”, or one that asks for a choice. `again`: once
 * all others are set.
 */
type Turn = 'back' | 'again'

/** What each is to be set to, other than what it has. They take the place of what is operated. */
function findSettings(
  { elements, isVisible, contextOf, nameOf, clean, describe }: Injected,
  limits: typeof LIMITS & { isPriced: boolean },
): (Step & { to: SetTo; turn?: Turn; isInitial?: true })[] {
  interface One {
    element: HTMLElement
    name: string
    value: string
    to: SetTo
    group?: string
    isChosen?: boolean
    turn?: Turn
  }
  const COMPUTED = 'input[type=number], input[type=range], select:not([multiple])'
  const RADIO = 'input[type=radio][name], [role=radiogroup] [role=radio]'
  // A form may have a field of any name.
  const hasIn = (form: HTMLFormElement | null, selector: string) =>
    form && Element.prototype.querySelector.call(form, selector) !== null
  const fields: One[] = []
  /** Set once more, far beyond what may cost the least there is. */
  const far: One[] = []
  const boxes: One[] = []
  const groups = new Map<string, One[]>()
  const state = globalThis as unknown as TrialState
  state.cutoverFields = []
  // Of a list of products each has the same.
  const names = new Set<string>()
  for (const element of elements() as Field[]) {
    if (!element.matches(`${COMPUTED}, ${RADIO}, input[type=checkbox]`) || element.disabled) continue
    const { landmark, ignored } = contextOf(element)
    if (ignored || element.ownerDocument !== document) continue
    const { type, form, value, checked } = element as HTMLInputElement
    // Who writes a message computes nothing; where there are prices it may be what is written on a thing.
    if (!limits.isPriced && hasIn(form, 'textarea')) continue
    const seen = [element, ...(element.matches(RADIO) ? (element.labels ?? []) : [])].find(isVisible)
    if (!seen) continue
    if (element.matches(RADIO)) addRadio(element as HTMLInputElement, seen, landmark)
    else if (!isFirst(element)) continue
    else if (element.localName === 'select') addList(element as HTMLSelectElement)
    else if (type !== 'checkbox') {
      fields.push(...numberFor(element as HTMLInputElement, 2))
      if ((element as HTMLInputElement).max === '') far.push(...numberFor(element as HTMLInputElement, 40))
    } else if (hasIn(form, COMPUTED))
      boxes.push({ element, name: calledSo(element), value: String(!checked), to: null })
    state.cutoverFields.push({ field: element, value, checked })
  }
  const sized = [...groups.values()].slice(0, limits.groups)
  const most = Math.min(limits.options, Math.floor(limits.choices / sized.length) - 1)
  // The first ones and the last, then the chosen one.
  const choices = sized.flatMap(all => {
    const others = all.filter(one => !one.isChosen)
    const [some, rest] = [others.slice(0, most - 1), others.slice(most - 1)]
    return [...some, ...rest.slice(-1), ...all.filter(one => one.isChosen)]
  })
  const numbers = [...fields.slice(0, limits.fields), ...far.slice(0, limits.far)]
  const ticked = boxes.slice(0, limits.boxes)
  // What is computed of two together is seen where neither is as it was.
  const again = sized
    .slice(0, sized.length + numbers.length + ticked.length > 1 ? limits.again : 0)
    .flatMap(all => all.find(one => !one.isChosen) ?? [])
    .map((one): One => ({ ...one, turn: 'again' }))
  const all = [...numbers, ...choices, ...ticked, ...again]
  if (all.length > 0) state.cutoverProbes!.elements = all.map(({ element }) => element)
  return all.map(({ element, name, value, to, group, turn, isChosen }) => {
    const { selector, box } = describe(element)
    const step = { name, value: value.slice(0, limits.letters), to, selector, box }
    return { ...step, ...(group && { group }), ...(turn && { turn }), ...(isChosen && { isInitial: true }) }
  })

  function isFirst(field: Field): boolean {
    const called = `${field.type} ${nameOf(field)}`
    return !names.has(called) && !!names.add(called)
  }

  function calledSo(field: Field): string {
    return nameOf(field).slice(0, 100) || field.name
  }

  /** Not in the head, the navigation and the foot, where a page has its colours. */
  function addRadio(radio: HTMLInputElement, element: HTMLElement, landmark: string): void {
    if (!limits.isPriced || /^(banner|navigation|contentinfo|search)$/.test(landmark)) return
    const isDrawn = radio.type !== 'radio'
    const group = isDrawn
      ? `drawn ${nameOf(radio.closest('[role=radiogroup]')!)}`
      : `radio ${radio.name} ${radio.form ? Array.from(document.forms).indexOf(radio.form) : ''}`
    const isChosen = isDrawn ? radio.getAttribute('aria-checked') === 'true' : radio.checked
    const value = nameOf(radio)
    const all = groups.get(group) ?? []
    if (value !== '' && all.length < limits.radios)
      groups.set(group, [...all, { element, name: '', value, to: null, group, isChosen }])
  }

  function addList(list: HTMLSelectElement): void {
    const name = calledSo(list)
    const group = `list ${name} ${list.name}`
    const all = Array.from(list.options).flatMap((option, to): One[] => {
      const value = clean(option.text)
      const isAsked = option.selected && option.value === ''
      if (value === '' || (option.disabled && !isAsked)) return []
      const one = { element: list, name, value, to, group, isChosen: option.selected }
      return [isAsked ? { ...one, turn: 'back' } : one]
    })
    if (all.some(one => !one.isChosen)) groups.set(group, all)
  }

  function numberFor(field: HTMLInputElement, steps: number): One[] {
    const { value, min, max, step, type, readOnly } = field
    const [from, to, by] = [
      Number(min || 0),
      Number(max || (type === 'range' ? 100 : Infinity)),
      Number(step) || 1,
    ]
    const now = value === '' ? from : Number(value)
    const wanted = Math.min(to, Math.max(from, now) + steps * by)
    if (readOnly || !Number.isFinite(wanted) || wanted === now) return []
    const written = String(Number(wanted.toFixed(6)))
    return [{ element: field, name: calledSo(field), value: written, to: written }]
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
  for (const { field, value, checked } of (globalThis as unknown as TrialState).cutoverFields ?? []) {
    const input = field as HTMLInputElement
    if (!field.isConnected) continue
    if (field.type === 'radio') input.checked = checked
    else if (field.type !== 'checkbox') field.value !== value && write(input, value)
    else if (input.checked !== checked) field.click()
  }
}

/** The numbers in sight, and after a choice the picture that is another one since the last look. */
async function readPage(
  { textBlocks, isVisible }: Injected,
  limits: typeof READ & { isChoice: boolean },
): Promise<{ texts: string[]; picture?: Picture }> {
  const state = globalThis as unknown as TrialState
  const texts = textBlocks()
    .blocks.flatMap(({ text, state }) =>
      state === 'visible' && /\d/.test(text) && text.length <= limits.letters ? text : [],
    )
    .slice(0, limits.texts)
  const known = state.cutoverPictures
  const fileOf = ({ currentSrc, src }: HTMLImageElement) => currentSrc || src
  const pictures = Array.from(document.images).filter(
    image =>
      Math.min(image.clientWidth, image.clientHeight) >= limits.picture &&
      image.src !== '' &&
      isVisible(image),
  )
  state.cutoverPictures = new Map(pictures.map(image => [image, fileOf(image)]))
  const [largest] = pictures
    .filter(image => known && fileOf(image) !== known.get(image))
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)
  if (!largest || !limits.isChoice) return { texts }
  await Promise.race([
    largest.decode().catch(() => {}),
    new Promise(resolve => setTimeout(resolve, limits.pictureMs)),
  ])
  const { clientWidth: width, clientHeight: height } = largest
  return { texts, picture: { url: fileOf(largest), box: { width, height } } }
}
