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
