import type { TreeFunctions } from './tree.ts'

/** Ends animations and transitions, so that a page is seen as it will be. In-page part. */
export function motionFunctions({ shadowRoots }: TreeFunctions) {
  /**
   * Brings those of the document and of its shadow roots to their end, where they have one. However short they were made, on
   * a busy machine they begin late. Returns whether one was under way.
   */
  function finishMotion(): boolean {
    let any = false
    for (const animation of [document, ...shadowRoots()].flatMap(root => root.getAnimations()))
      try {
        // What scrolling drives stands where the page is scrolled to.
        if (animation.playState !== 'running' || animation.timeline !== document.timeline) continue
        animation.finish()
        any = true
      } catch {} // an endless animation cannot be finished
    return any
  }

  /**
   * Ends what the focus on `element` has set in motion. Our style sheet leaves an animation a frame or more, in which
   * several keys may be pressed, and does not reach into frames.
   */
  function endMotion(element: Element): void {
    const root = element.getRootNode() as Document | ShadowRoot
    for (const each of new Set([document, root]))
      for (const animation of each.getAnimations?.() ?? [])
        try {
          animation.finish()
        } catch {} // an endless animation cannot be finished
  }

  return { finishMotion, endMotion }
}

export type MotionFunctions = ReturnType<typeof motionFunctions>
