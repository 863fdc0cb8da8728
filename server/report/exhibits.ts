/**
 * What a scan keeps for a report beside the scorecard and the pictures: which block is which at each width, what was
 * measured with its noise, and the counts behind a store's tables. Small, without any text of a page.
 */
import * as z from 'zod'

export const EXHIBITS_FILE = 'report/exhibits.json'
/** Grows when the form changes, so that an older one is not misread. */
const VERSION = 1

/** x, y, width, height in CSS px from the top left corner of the page. */
const Rectangle = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type Rectangle = z.infer<typeof Rectangle>

const BlockPair = z.object({
  original: Rectangle,
  rebuilt: Rectangle,
  /** Both say or show something else. */
  changed: z.boolean().optional(),
})
export type BlockPair = z.infer<typeof BlockPair>

const Sheet = z.object({ height: z.number(), cut: z.boolean() })

/** Both pages at one width. */
const ScreenPair = z.object({
  width: z.number(),
  original: Sheet,
  rebuilt: Sheet,
  pairs: z.array(BlockPair),
  /** Blocks that only the original has, and those that only the new page has. */
  missing: z.array(Rectangle),
  added: z.array(Rectangle),
})
export type ScreenPair = z.infer<typeof ScreenPair>

const Metric = z.object({
  name: z.string(),
  /** `ms`, or none. */
  unit: z.string(),
  original: z.number(),
  rebuilt: z.number(),
  /** By how much the two may differ by chance. */
  band: z.number(),
  /** At most this is good, more than `poor` is poor. */
  good: z.number(),
  poor: z.number(),
  isSlower: z.boolean(),
})
export type Metric = z.infer<typeof Metric>

const Frame = z.object({ ms: z.number(), file: z.string().regex(/^film\/(original|rebuilt)-\d{1,2}\.webp$/) })
const Mark = z.object({ ms: z.number(), name: z.string() })
/** One load as it was seen; marks are moments of the same clock. */
const Film = z.object({ frames: z.array(Frame), marks: z.array(Mark) })
export type Film = z.infer<typeof Film>

/** How many lines of a table have something in common. */
const Count = z.object({ name: z.string(), says: z.string(), count: z.number(), isFault: z.boolean() })
export type Count = z.infer<typeof Count>

const Exhibits = z.object({
  version: z.literal(VERSION),
  screens: z.array(ScreenPair),
  runs: z.number(),
  metrics: z.array(Metric),
  film: z.object({ original: Film, rebuilt: Film }).optional(),
  redirects: z.array(Count).optional(),
  catalog: z.array(Count).optional(),
})
export type Exhibits = z.infer<typeof Exhibits>

export const asExhibits = (parts: Omit<Exhibits, 'version'>): Exhibits => ({ version: VERSION, ...parts })

/** What the file holds, or null where it is of another version or broken: a report does without. */
export function readExhibits(text: string | undefined): Exhibits | null {
  if (text === undefined) return null
  try {
    return Exhibits.parse(JSON.parse(text))
  } catch {
    return null
  }
}
