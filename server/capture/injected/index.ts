/**
 * What every collector can use inside a page. Each part is a self-contained function that is sent as text, takes
 * the parts before it and returns its tools; nothing from module scope is visible in there.
 */
import { barFunctions } from './bars.ts'
import { colourFunctions } from './colours.ts'
import { controlFunctions } from './controls.ts'
import { coverFunctions } from './covers.ts'
import { domFunctions } from './dom.ts'
import { drawnNumberFunctions } from './drawn-numbers.ts'
import { focusStyleFunctions } from './focus-style.ts'
import { foldedFunctions } from './folded.ts'
import { formFillingFunctions } from './form-filling.ts'
import { generatedContentFunctions } from './generated-content.ts'
import { lineFunctions } from './lines.ts'
import { listNumberFunctions } from './list-numbers.ts'
import { motionFunctions } from './motion.ts'
import { nameFunctions } from './names.ts'
import { numberOrderFunctions } from './number-order.ts'
import { overlapFunctions } from './overlaps.ts'
import { panelFunctions } from './panels.ts'
import { pictureFunctions } from './pictures.ts'
import { placementFunctions } from './placement.ts'
import { pressFunctions } from './presses.ts'
import { rectFunctions } from './rects.ts'
import { scrollerFunctions } from './scroller.ts'
import { stayingFunctions } from './staying.ts'
import { textFunctions } from './text.ts'
import { textKindFunctions } from './text-kinds.ts'
import { treeFunctions } from './tree.ts'
import { visibleBoxFunctions } from './visible-box.ts'

export type Injected = ReturnType<typeof domFunctions> &
  ReturnType<typeof treeFunctions> &
  ReturnType<typeof colourFunctions> &
  ReturnType<typeof visibleBoxFunctions> &
  ReturnType<typeof motionFunctions> &
  ReturnType<typeof pressFunctions> &
  ReturnType<typeof barFunctions> &
  ReturnType<typeof scrollerFunctions> &
  ReturnType<typeof stayingFunctions> &
  ReturnType<typeof focusStyleFunctions> &
  ReturnType<typeof nameFunctions> &
  ReturnType<typeof generatedContentFunctions> &
  ReturnType<typeof textFunctions> &
  ReturnType<typeof controlFunctions> &
  ReturnType<typeof formFillingFunctions> &
  ReturnType<typeof panelFunctions> &
  ReturnType<typeof pictureFunctions> &
  ReturnType<typeof placementFunctions> &
  ReturnType<typeof overlapFunctions>

export function injectedSource(): string {
  return `(() => {
    const dom = (${domFunctions})()
    const tree = (${treeFunctions})(dom)
    const rects = (${rectFunctions})()
    const colours = (${colourFunctions})()
    const boxes = (${visibleBoxFunctions})(dom, tree, rects, colours)
    const motion = (${motionFunctions})(tree)
    const bars = (${barFunctions})(tree, boxes)
    const names = (${nameFunctions})(dom, tree)
    const generated = (${generatedContentFunctions})()
    const lines = (${lineFunctions})(tree, boxes, rects)
    const drawnNumbers = (${drawnNumberFunctions})(dom, tree, boxes, lines)
    const scroller = (${scrollerFunctions})(tree, dom)
    const listNumbers = (${listNumberFunctions})(dom, tree, boxes)
    const controls = (${controlFunctions})(dom, tree, boxes, bars, names, listNumbers)
    const injected = {
      ...dom,
      ...tree,
      ...colours,
      ...boxes,
      ...motion,
      ...(${pressFunctions})(),
      ...bars,
      ...scroller,
      ...(${stayingFunctions})(dom, tree, boxes, colours, names, controls, scroller),
      ...names,
      ...generated,
      ...(${focusStyleFunctions})(dom, tree, boxes, motion, colours),
      ...(${textFunctions})(
        dom, tree, boxes, lines, colours,
        { ...generated, ...drawnNumbers, ...listNumbers },
        (${textKindFunctions})(dom, tree), (${foldedFunctions})(dom, tree), (${numberOrderFunctions})(),
      ),
      ...controls,
      ...(${formFillingFunctions})(tree, boxes),
      ...(${panelFunctions})(dom, tree, boxes, rects, colours),
      ...(${pictureFunctions})(dom, tree, boxes),
      ...(${placementFunctions})(dom, tree),
      ...(${overlapFunctions})(dom, tree, boxes, rects, colours, (${coverFunctions})(dom, tree, boxes, rects, colours)),
    }
    return { ...injected, remeasure: ignore => (boxes.remeasure(ignore), injected) }
  })()`
}
