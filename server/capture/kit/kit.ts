/**
 * What every collector can use inside a page. Each part is a self-contained function that is sent as text, takes
 * the parts before it and returns its tools; nothing from module scope is visible in there.
 */
import { controlKit } from './controls.ts'
import { inkKit } from './ink.ts'
import { nameKit } from './names.ts'
import { rectKit } from './rects.ts'
import { textKit } from './text.ts'
import { treeKit } from './tree.ts'

export type Kit = ReturnType<typeof treeKit> &
  ReturnType<typeof inkKit> &
  ReturnType<typeof nameKit> &
  ReturnType<typeof textKit> &
  ReturnType<typeof controlKit>

export function kitSource(): string {
  return `(() => {
    const tree = (${treeKit})()
    const ink = (${inkKit})(tree, (${rectKit})())
    const names = (${nameKit})(tree, ink)
    const text = (${textKit})(tree, ink)
    const controls = (${controlKit})(tree, ink, names)
    const kit = { ...tree, ...ink, ...names, ...text, ...controls }
    return { ...kit, remeasure: ignore => (ink.remeasure(ignore), kit) }
  })()`
}
