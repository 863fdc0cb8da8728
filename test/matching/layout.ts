/** Hand-made 1440 px layouts for matching. */
import type { ControlBox, Layout, TextBlock } from '../../server/capture/collectors/layouts.ts'
import type { Matchable } from '../../server/matching/matching.ts'

export type GivenBlock = string | ({ text: string } & Partial<TextBlock>)
export type GivenControl = { role: string; name: string } & Partial<ControlBox>

/** What stands 40 px below what came before it. */
export function page(
  blocks: GivenBlock[],
  controls: GivenControl[] = [],
  images: Matchable['images'] = [],
): Matchable {
  const box = (index: number) => ({ x: 20, y: 40 * index, width: 600, height: 24 })
  const ink = (index: number) => ({ box: box(index), seen: box(index), state: 'visible', landmark: 'main' })
  const layout = {
    width: 1440,
    cut: 0,
    blocks: blocks.map((given, index) => ({
      kind: 'paragraph',
      level: 0,
      style: { family: 'Inter' },
      selector: 'p',
      ...ink(index),
      ...(typeof given === 'string' ? { text: given } : given),
    })),
    controls: controls.map((given, index) => ({ selector: 'a', opens: false, ...ink(index), ...given })),
  } as unknown as Layout
  return {
    layouts: [layout],
    images,
    document: { url: 'https://www.example.com/' } as Matchable['document'],
    volatile: { texts: [], images: [] },
    catalog: {} as Matchable['catalog'],
  }
}
