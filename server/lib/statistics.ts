/** Of at least one value. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Standard deviation within groups, each about its own mean: 0 where no group has two values. */
export function deviation(...groups: number[][]): number {
  const free = groups.reduce((sum, group) => sum + Math.max(0, group.length - 1), 0)
  if (free === 0) return 0
  const squares = groups.flatMap(group => {
    const mean = group.reduce((sum, value) => sum + value, 0) / group.length
    return group.map(value => (value - mean) ** 2)
  })
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / free)
}
