interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Whether the middle of a box lies in another one; CSS px. */
export function contains(outer: Box, inner: Box): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height
}

/** How far two boxes are from each other, 0 where they touch; CSS px. */
export function gapBetween(a: Box, b: Box): number {
  const across = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width)
  const down = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  return Math.hypot(across, down)
}

/** The area that both cover. */
export function sharedArea(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, across) * Math.max(0, down)
}
