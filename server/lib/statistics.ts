/** Of at least one value. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Half the distance between the extremes once the farthest one of four or more is left out. */
export function spread(values: number[]): number {
  if (values.length < 2) return 0
  const middle = median(values)
  const kept = [...values]
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .slice(0, values.length >= 4 ? -1 : undefined)
  return (Math.max(...kept) - Math.min(...kept)) / 2
}
