/** What a capture saw of what there is to see. Pure. */
import type { Capture } from '../../server/capture/artifact.ts'
import type { Truth } from './pages.ts'

export const WIDTHS = [1440, 375] as const

export interface Sight {
  /** Texts of the truth that are not visible, by width. */
  unread: Record<(typeof WIDTHS)[number], string[]>
  /** Pictures that are not visible, or drawn blank. */
  unseen: string[]
  /** What nobody sees, and yet is visible at one of the widths. */
  imagined: string[]
}

export function sightOf({ artifacts }: Capture, truth: Truth): Sight {
  const layouts = artifacts.layouts.ok ? artifacts.layouts.value : []
  const readAt = (width: number) => {
    const blocks = layouts.find(layout => layout.width === width)?.blocks ?? []
    return new Set(blocks.filter(({ state }) => state === 'visible').map(({ text }) => letters(text)))
  }
  const read = { 1440: readAt(1440), 375: readAt(375) }
  const without = (width: (typeof WIDTHS)[number]) =>
    truth.texts.filter(text => !read[width].has(letters(text)))
  const images = artifacts.images.ok ? artifacts.images.value : []
  const drawn = images.filter(
    ({ state, rendered }) => state === 'visible' && (rendered?.contrast ?? 0) > BLANK_CONTRAST,
  )
  return {
    unread: { 1440: without(1440), 375: without(375) },
    unseen: truth.pictures.filter(name => !drawn.some(({ url }) => url.endsWith(`/img/${name}.jpg`))),
    imagined: truth.never.filter(text => WIDTHS.some(width => read[width].has(letters(text)))),
  }
}

/** Standard deviation of luma: all pictures served have more, a plain area has none. */
const BLANK_CONTRAST = 3

/** Letters and digits alone, so that spaces and quotes do not matter. */
export const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
