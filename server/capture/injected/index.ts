/**
 * What every collector can use inside a page. Each part is a self-contained function that is sent as text, takes
 * the parts before it and returns its tools; nothing from module scope is visible in there.
 */
import { controlFunctions } from './controls.ts'
import { focusStyleFunctions } from './focus-style.ts'
import { motionFunctions } from './motion.ts'
import { nameFunctions } from './names.ts'
import { overlapFunctions } from './overlaps.ts'
import { pictureFunctions } from './pictures.ts'
import { placementFunctions } from './placement.ts'
import { rectFunctions } from './rects.ts'
import { textFunctions } from './text.ts'
import { treeFunctions } from './tree.ts'
import { visibleBoxFunctions } from './visible-box.ts'

export type Injected = ReturnType<typeof treeFunctions> &
  ReturnType<typeof visibleBoxFunctions> &
  ReturnType<typeof motionFunctions> &
  ReturnType<typeof focusStyleFunctions> &
  ReturnType<typeof nameFunctions> &
  ReturnType<typeof textFunctions> &
  ReturnType<typeof controlFunctions> &
  ReturnType<typeof pictureFunctions> &
  ReturnType<typeof placementFunctions> &
  ReturnType<typeof overlapFunctions>

export function injectedSource(): string {
  return `(() => {
    const tree = (${treeFunctions})()
    const rects = (${rectFunctions})()
    const boxes = (${visibleBoxFunctions})(tree, rects)
    const motion = (${motionFunctions})()
    const names = (${nameFunctions})(tree)
    const injected = {
      ...tree,
      ...boxes,
      ...motion,
      ...names,
      ...(${focusStyleFunctions})(tree, boxes, motion),
      ...(${textFunctions})(tree, boxes, rects),
      ...(${controlFunctions})(tree, boxes, names),
      ...(${pictureFunctions})(tree, boxes),
      ...(${placementFunctions})(tree),
      ...(${overlapFunctions})(tree, boxes, rects),
    }
    return { ...injected, remeasure: ignore => (boxes.remeasure(ignore), injected) }
  })()`
}
