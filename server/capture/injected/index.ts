/**
 * What every collector can use inside a page. Each part is a self-contained function that is sent as text, takes
 * the parts before it and returns its tools; nothing from module scope is visible in there.
 */
import { clipFunctions } from './clips.ts'
import { collapsedFunctions } from './collapsed-content.ts'
import { controlFunctions } from './controls.ts'
import { coverFunctions } from './covers.ts'
import { focusStyleFunctions } from './focus-style.ts'
import { glyphFunctions } from './glyphs.ts'
import { kindFunctions } from './kinds.ts'
import { motionFunctions } from './motion.ts'
import { nameFunctions } from './names.ts'
import { overlapFunctions } from './overlaps.ts'
import { pictureFunctions } from './pictures.ts'
import { rectFunctions } from './rects.ts'
import { textFunctions } from './text.ts'
import { treeFunctions } from './tree.ts'
import { visibleBoxFunctions } from './visible-box.ts'

export type Injected = ReturnType<typeof treeFunctions> &
  ReturnType<typeof visibleBoxFunctions> &
  ReturnType<typeof focusStyleFunctions> &
  ReturnType<typeof nameFunctions> &
  ReturnType<typeof textFunctions> &
  ReturnType<typeof controlFunctions> &
  ReturnType<typeof pictureFunctions> &
  ReturnType<typeof overlapFunctions> &
  ReturnType<typeof motionFunctions>

export function injectedSource(): string {
  return `(() => {
    const tree = (${treeFunctions})()
    const rects = (${rectFunctions})()
    const ink = (${visibleBoxFunctions})(tree, rects, (${clipFunctions})())
    const looks = (${focusStyleFunctions})(tree, ink)
    const names = (${nameFunctions})(tree, ink)
    const glyphs = (${glyphFunctions})(tree, ink, rects)
    const text = (${textFunctions})(tree, ink, (${kindFunctions})(tree), glyphs, (${collapsedFunctions})(tree, ink))
    const controls = (${controlFunctions})(tree, ink, names)
    const pictures = (${pictureFunctions})(tree, ink)
    const overlaps = (${overlapFunctions})(ink, rects, (${coverFunctions})(tree, ink, rects))
    const kit = { ...tree, ...ink, ...looks, ...names, ...text, ...controls, ...pictures, ...overlaps, ...(${motionFunctions})() }
    return { ...kit, remeasure: ignore => (ink.remeasure(ignore), kit) }
  })()`
}
