/** The first of the whole numbers `low` to `high` - 1 for which `holds` is true; `high` where it is for none. All after it must hold as well. */
export function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
