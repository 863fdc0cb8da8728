/** Ends what moves, so that a page is seen as it will be. */
export function motionFunctions() {
  return { finishMotion }

  /**
   * Brings animations and transitions to their end, where they have one. However short they were made, on a busy machine
   * they begin late. Says whether there was one under way.
   */
  function finishMotion(): boolean {
    let any = false
    for (const animation of document.getAnimations())
      try {
        if (animation.playState !== 'running') continue
        animation.finish()
        any = true
      } catch {} // without end
    return any
  }
}
