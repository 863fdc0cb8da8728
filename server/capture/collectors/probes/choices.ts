/** What a choice of a product, such as its colour, changes on the page: the price, the picture. */
import { hasPrice } from '../../../lib/price.ts'
import type { ImageFingerprint } from '../../../vision/fingerprint.ts'
import type { Injected } from '../../injected/index.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { readFiles } from '../images/files.ts'
import type { ProbeState } from './find.ts'
import { LOOK_TIMEOUT_MS, type Operated } from './operate.ts'

/** One of several radio buttons, or an entry of a list to choose from, and what came of choosing it. */
export interface Choice extends Pick<Operated, 'revealed' | 'hidden' | 'stirred'> {
  name: string
  /** Equal for those of one group, of which one is chosen at a time. */
  group: string
  selector: string
  box: { x: number; y: number; width: number; height: number }
  /** The largest picture that is another one since, or that came into sight. Absent where there is none. */
  picture?: { url: string; fingerprint: ImageFingerprint | null }
}

interface Found extends Pick<Choice, 'name' | 'group' | 'selector' | 'box'> {
  /** Of a list its turn. */
  option: number | null
}

const LIMITS = { groups: 3, options: 5, all: 10, picture: 150, pictureMs: 1000, text: 30_000 }

/**
 * Makes the first choices of a page that shows a price, each group back to what it was at first. Nothing is chosen in
 * the head, the navigation and the foot of a page, as its language is. `choose` makes one, by its index.
 */
export async function tryChoices(
  pageLoad: PageLoad,
  choose: (
    at: number,
    option: number | null,
  ) => Promise<Pick<Operated, 'revealed' | 'hidden' | 'stirred'> | null>,
  deadline: number,
): Promise<Choice[]> {
  const { world } = pageLoad
  const { found, text } = await world.run(findChoices, LIMITS, LOOK_TIMEOUT_MS)
  if (found.length === 0 || !hasPrice(text)) return []
  const choices: Choice[] = []
  const pictures = new Map<Choice, { url: string; box: { width: number; height: number } }>()
  for (const [at, { option, ...one }] of found.entries()) {
    if (Date.now() > deadline) break
    await world.run(rememberPictures, LIMITS, LOOK_TIMEOUT_MS)
    const seen = await choose(at, option)
    if (!seen) continue
    const { revealed, hidden, stirred } = seen
    const choice = { ...one, revealed, hidden, stirred }
    choices.push(choice)
    const picture = await world.run(pictureSince, LIMITS, LOOK_TIMEOUT_MS)
    if (picture) pictures.set(choice, picture)
  }
  await world.run(chooseNone, undefined, LOOK_TIMEOUT_MS)
  const { files } = await readFiles(pageLoad, [...pictures.values()])
  return choices.map(choice => {
    const url = pictures.get(choice)?.url
    return url ? { ...choice, picture: { url, fingerprint: files.get(url)?.fingerprint ?? null } } : choice
  })
}

// What follows runs in the page.

interface ChoiceState extends ProbeState {
  /** Pictures in sight before a choice, each with its file. */
  cutoverPictures?: Map<HTMLImageElement, string>
  /** Radio buttons of groups of which none was chosen. */
  cutoverUnchosen?: HTMLInputElement[]
}

/** They take the place of what is operated; the chosen one of each group comes last. */
function findChoices(
  { elements, isVisible, contextOf, nameOf, clean, describe }: Injected,
  limits: typeof LIMITS,
): { found: Found[]; text: string } {
  const state = globalThis as unknown as ChoiceState
  interface One {
    element: HTMLElement
    option: number | null
    name: string
    chosen: boolean
  }
  const groups = new Map<string, One[]>()
  const add = (group: string, one: One) => {
    if (one.name !== '' && (groups.has(group) || groups.size < 20))
      groups.set(group, [...(groups.get(group) ?? []), one])
  }
  state.cutoverUnchosen = []
  const radios: HTMLInputElement[] = []
  for (const element of elements() as HTMLElement[]) {
    const isRadio = element.matches('input[type=radio][name]:not(:disabled)')
    if (!isRadio && !element.matches('select:not([multiple], :disabled), [role=radio]')) continue
    const { landmark, ignored } = contextOf(element)
    if (ignored || /^(banner|navigation|contentinfo|search)$/.test(landmark)) continue
    if (isRadio) {
      const input = element as HTMLInputElement
      radios.push(input)
      const seen = [input, ...(input.labels ?? [])].find(isVisible)
      const group = `radio ${input.name} ${input.form ? Array.from(document.forms).indexOf(input.form) : ''}`
      if (seen) add(group, { element: seen, option: null, name: nameOf(input), chosen: input.checked })
    } else if (element.localName === 'select') {
      const select = element as HTMLSelectElement
      if (!isVisible(select) || !select.form) continue
      const group = `list ${nameOf(select)} ${select.name}`
      for (const [option, { text, disabled, selected }] of [...select.options].entries())
        if (!disabled || selected) add(group, { element, option, name: clean(text), chosen: selected })
    } else if (isVisible(element)) {
      const around = element.closest('[role=radiogroup]')
      const chosen = element.getAttribute('aria-checked') === 'true'
      if (around) add(`drawn ${nameOf(around)}`, { element, option: null, name: nameOf(element), chosen })
    }
  }
  const found: Found[] = []
  const taken: HTMLElement[] = []
  const sized = [...groups].filter(([, all]) => all.length > 1 && all.length <= 12).slice(0, limits.groups)
  for (const [group, all] of sized) {
    const chosen = all.filter(one => one.chosen)
    const others = all.filter(one => !one.chosen).slice(0, limits.options - 1)
    if (found.length + others.length + chosen.length > limits.all) break
    for (const { element, option, name } of [...others, ...chosen]) {
      const { selector, box } = describe(element)
      found.push({ name: name.slice(0, 80), group, option, selector, box })
      taken.push(element)
    }
    const isOf = ({ name, form }: HTMLInputElement) =>
      group === `radio ${name} ${form ? Array.from(document.forms).indexOf(form) : ''}`
    if (chosen.length === 0) state.cutoverUnchosen.push(...radios.filter(isOf))
  }
  if (found.length > 0) state.cutoverProbes!.elements = taken
  return { found, text: (document.body?.innerText ?? '').slice(0, limits.text) }
}

function chooseNone(): void {
  for (const input of (globalThis as unknown as ChoiceState).cutoverUnchosen ?? []) input.checked = false
}

function rememberPictures({ isVisible }: Injected, { picture }: typeof LIMITS): void {
  const seen = Array.from(document.images).filter(
    image => Math.min(image.clientWidth, image.clientHeight) >= picture && isVisible(image),
  )
  ;(globalThis as unknown as ChoiceState).cutoverPictures = new Map(
    seen.map(image => [image, image.currentSrc || image.src]),
  )
}

async function pictureSince(
  { isVisible }: Injected,
  { picture, pictureMs }: typeof LIMITS,
): Promise<{ url: string; box: { width: number; height: number } } | null> {
  const known = (globalThis as unknown as ChoiceState).cutoverPictures
  const changed = Array.from(document.images)
    .filter(image => Math.min(image.clientWidth, image.clientHeight) >= picture && isVisible(image))
    .filter(image => image.src !== '' && (image.currentSrc || image.src) !== known?.get(image))
    .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)
  const [largest] = changed
  if (!largest) return null
  await Promise.race([
    largest.decode().catch(() => {}),
    new Promise(resolve => setTimeout(resolve, pictureMs)),
  ])
  const { currentSrc, src, clientWidth: width, clientHeight: height } = largest
  return { url: currentSrc || src, box: { width, height } }
}
