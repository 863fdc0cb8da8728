/** Other spellings of what a form refused: telephone numbers with spaces and without, then any other entry that suits a field. */
import type { Injected } from '../injected/index.ts'

/** Of fields for telephone numbers: those that took one with spaces, and that took its digits alone. */
export interface Phones {
  spaced: string[]
  bare: string[]
}

export const taken = (phones: Phones): { phones?: Phones } =>
  phones.spaced.length + phones.bare.length > 0 ? { phones } : {}

// What follows runs in the page.

export interface TriedState {
  /** Of the form that is tried: what marked a fault before, and what else its refused fields may be filled in with. */
  cutoverTried?: {
    marked: Element[]
    refused: HTMLInputElement[]
    others: Map<HTMLInputElement, string[]>
    /** With a telephone number of our own that is written with spaces. */
    spaced: HTMLInputElement[]
  }
}

/** Takes the spaces out of telephone numbers of our own. It is for them alone that a form was refused where it marked nothing else. */
export function writePlain({ write, selectorOf }: Injected, refused: readonly string[]): Phones {
  const { spaced = [] } = (globalThis as TriedState).cutoverTried ?? {}
  for (const field of spaced) write(field, field.value.replaceAll(' ', ''))
  const own = spaced.map(selectorOf)
  return {
    spaced: own.filter(one => !refused.includes(one)),
    bare: refused.every(one => own.includes(one)) ? [...refused] : [],
  }
}

/** Fills in what is refused with other entries that suit it; null where there is none left that no field was tried with. */
export function writeOthers({ write, othersFor, selectorOf }: Injected): Phones | null {
  const { refused = [], others } = (globalThis as TriedState).cutoverTried ?? {}
  const phones: Phones = { spaced: [], bare: [] }
  let isAny = false
  for (const field of refused) {
    const left = others?.get(field) ?? othersFor(field)
    const before = field.value
    // The browser would refuse it.
    let next = left.shift()
    others?.set(field, left)
    while (next !== undefined) {
      write(field, next)
      if (field.validity.valid && field.value !== '') break
      next = left.shift()
    }
    isAny ||= next !== undefined
    if (next?.includes(' ')) phones.spaced.push(selectorOf(field))
    else if (before.includes(' ') && before.replaceAll(' ', '') === next) phones.bare.push(selectorOf(field))
  }
  // Another entry may be what was taken now.
  if (phones.bare.length < refused.length) phones.bare = []
  return isAny ? phones : null
}
