import type { PageLoad } from '../../page/page-load.ts'
import type { Shown } from './shown.ts'

/** The texts of a load, seen or not, without all else that is found out for a layout. */
export function readTexts({
  world,
}: PageLoad): Promise<(Shown & { state: 'visible' | 'clipped' | 'hidden' })[]> {
  return world.run(
    ({ textBlocks }) => textBlocks().blocks.map(({ text, selector, state }) => ({ text, selector, state })),
    undefined,
    20_000,
  )
}
