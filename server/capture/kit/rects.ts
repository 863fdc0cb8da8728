export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

/** Rectangles in page coordinates, CSS px. In-page part. */
export function rectKit() {
  function intersect(a: Rect, b: Rect): Rect {
    return {
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    }
  }

  /** The smallest rectangle around both. */
  function around(a: Rect, b: Rect): Rect {
    return {
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    }
  }

  /** Rounded to half a pixel, so that equal layouts give equal numbers. */
  function boxOf(rect: Rect) {
    const half = (value: number) => Math.round(value * 2) / 2
    return {
      x: half(rect.left),
      y: half(rect.top),
      width: half(Math.max(0, rect.right - rect.left)),
      height: half(Math.max(0, rect.bottom - rect.top)),
    }
  }

  return { intersect, around, boxOf }
}

export type RectKit = ReturnType<typeof rectKit>
