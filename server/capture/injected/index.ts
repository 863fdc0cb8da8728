/**
 * What every collector can use inside a page. Each part is a self-contained function that is sent as text, takes
 * the parts before it and returns its tools; nothing from module scope is visible in there.
 */
import { clipKit } from './clips.ts'
import { foldKit } from './collapsed-content.ts'
import { controlKit } from './controls.ts'
import { coverKit } from './covers.ts'
import { lookKit } from './focus-style.ts'
import { glyphKit } from './glyphs.ts'
import { kindKit } from './kinds.ts'
import { motionKit } from './motion.ts'
import { nameKit } from './names.ts'
import { overlapKit } from './overlaps.ts'
import { pictureKit } from './pictures.ts'
import { rectKit } from './rects.ts'
import { textKit } from './text.ts'
import { treeKit } from './tree.ts'
import { inkKit } from './visible-box.ts'

export type Kit = ReturnType<typeof treeKit> &
  ReturnType<typeof inkKit> &
  ReturnType<typeof lookKit> &
  ReturnType<typeof nameKit> &
  ReturnType<typeof textKit> &
  ReturnType<typeof controlKit> &
  ReturnType<typeof pictureKit> &
  ReturnType<typeof overlapKit> &
  ReturnType<typeof motionKit>

export function kitSource(): string {
  return `(() => {
    const tree = (${treeKit})()
    const rects = (${rectKit})()
    const ink = (${inkKit})(tree, rects, (${clipKit})())
    const looks = (${lookKit})(tree, ink)
    const names = (${nameKit})(tree, ink)
    const glyphs = (${glyphKit})(tree, ink, rects)
    const text = (${textKit})(tree, ink, (${kindKit})(tree), glyphs, (${foldKit})(tree, ink))
    const controls = (${controlKit})(tree, ink, names)
    const pictures = (${pictureKit})(tree, ink)
    const overlaps = (${overlapKit})(ink, rects, (${coverKit})(tree, ink, rects))
    const kit = { ...tree, ...ink, ...looks, ...names, ...text, ...controls, ...pictures, ...overlaps, ...(${motionKit})() }
    return { ...kit, remeasure: ignore => (ink.remeasure(ignore), kit) }
  })()`
}
