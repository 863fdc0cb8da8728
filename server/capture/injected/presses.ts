/** Presses by script, and what a page does about them. In-page part. */
export function pressFunctions() {
  /** As the mouse would press it, whatever lies over it. */
  function pressOn(element: HTMLElement): void {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
      const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
      element.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, composed: true, button: 0 }))
    }
    element.click?.() // a drawing has none
  }

  async function passFrames(count: number): Promise<void> {
    for (let at = 0; at < count; at++)
      await Promise.race([
        new Promise(resolve => requestAnimationFrame(resolve)),
        new Promise(resolve => setTimeout(resolve, 250)), // in a page that draws no frames
      ])
  }

  return { pressOn, passFrames }
}

export type PressFunctions = ReturnType<typeof pressFunctions>
