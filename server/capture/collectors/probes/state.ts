/** What is kept in the page between two functions that run there. */
import type { Injected } from '../../injected/index.ts'

/** What is written into a field, the turn of an entry in its list, or null for what is pressed. */
export type SetTo = string | number | null

export interface ProbeState {
  cutoverProbes?: {
    /** Those that are operated, and those that are withheld. */
    elements: HTMLElement[]
    withheld: HTMLElement[]
    /** The element of that turn; where a script has drawn it anew, the one that stands in its place under its name. */
    current(at: number): HTMLElement | undefined
    before: PageState | null
    /** What was in sight before anything was pressed. */
    atFirst?: string[]
    /** Where each text in sight stood at the last look: of several places one where it was not before. */
    places?: Map<string, Element>
    /** Requests of the page that the read-only mode stubs, and mutations of the document, since the last first look. */
    asked: number
    mutated: number
    /** How often some letters came to the document since then; endlessly negative where a text types itself without end. */
    typed: number
    /** Set with the first aim: the page's mutations and requests are counted. */
    counting?: boolean
    /** A timer of the page is to run soon. */
    isBusy(): boolean
    waitFrames(frames: number): Promise<void>
  }
}

export type AriaState = 'expanded' | 'pressed' | 'checked' | 'selected' | 'current'

/** How the page looks at one moment. */
export interface PageState {
  /** Around where the page was scrolled to, CSS px, of a page so long that no more was looked at; else null. */
  region: number | null
  texts: Map<string, number>
  /** What each element in sight says. */
  holders: WeakMap<Element, string>
  /** The files of pictures in sight. */
  files: Set<string>
  dialogs: Element[]
  state: string
  /** The ARIA states that the control has. */
  aria: ReadonlyMap<AriaState, string>
  background: string
  /** The colours of the boxes that hold the page, where it has such. */
  boxes: Map<Element, string>
  /** Whether the document is longer than the window, and can be scrolled by whoever reads it. */
  scrolls: boolean
  y: number
  address: string
  href: string
  focus: Element | null
  /** The control is the chosen one of its group. */
  chosen: boolean
}

/** Whether the controls from this index on are in the page still, and it was not loaded anew. Runs in the page. */
export function areInPage(_: Injected, from: number): boolean {
  const known = (globalThis as unknown as ProbeState).cutoverProbes
  return known?.elements.slice(from).every(element => element.isConnected) ?? false
}
