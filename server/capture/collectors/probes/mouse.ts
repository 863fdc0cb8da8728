import { within } from '../../page/isolated-world.ts'
import type { PageLoad } from '../../page/page-load.ts'

interface Point {
  x: number
  y: number
}

/** A mouse on the screen of `visit`; throws PageUnresponsive where the page does not take it within `patience` ms. */
export function mouseOf({ cdp }: PageLoad, patience: number) {
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', { x, y }: Point) => {
    const pressed = type !== 'mouseMoved'
    return within(
      cdp.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: pressed ? 'left' : 'none',
        clickCount: pressed ? 1 : 0,
      }),
      patience,
    )
  }
  return {
    async move(to: Point): Promise<void> {
      await send('mouseMoved', to)
    },
    /** Sent at once: they arrive in order, and each would wait for a frame. */
    async click(at: Point): Promise<void> {
      await Promise.all([send('mouseMoved', at), send('mousePressed', at), send('mouseReleased', at)])
    },
  }
}
