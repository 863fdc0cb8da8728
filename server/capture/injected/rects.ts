export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

/** Rectangles in page coordinates, CSS px. In-page part. */
export function rectFunctions() {
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

  const BOUNDLESS: Rect = { left: -1e7, top: -1e7, right: 1e7, bottom: 1e7 }

  /** `box` with its bounds along one axis only, or both, or none. */
  const along = (box: Rect, x: boolean, y: boolean): Rect => ({
    left: x ? box.left : -1e7,
    right: x ? box.right : 1e7,
    top: y ? box.top : -1e7,
    bottom: y ? box.bottom : 1e7,
  })

  const areaOf = ({ left, top, right, bottom }: Rect) => Math.max(0, right - left) * Math.max(0, bottom - top)

  return { intersect, around, boxOf, along, areaOf, BOUNDLESS }
}

export type RectFunctions = ReturnType<typeof rectFunctions>
