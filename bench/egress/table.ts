/** How many were tried by kind and sink, and what was reached. */
export interface Table {
  add(sink: string, group: string, what: string, reached: string[]): void
  print(title: string): void
  misses: string[]
  tried(): number
}

export function newTable(sinks: readonly string[]): Table {
  const cells = new Map<string, Map<string, { tried: number; reached: number }>>()
  const misses: string[] = []
  let tried = 0
  return {
    misses,
    tried: () => tried,
    add(sink, group, what, reached) {
      const row = cells.get(group) ?? new Map()
      cells.set(group, row)
      const cell = row.get(sink) ?? { tried: 0, reached: 0 }
      row.set(sink, cell)
      // A hit that could not be told apart belongs to those that were counted already.
      if (!what.startsWith('one of ')) {
        cell.tried++
        tried++
      }
      if (reached.length === 0) return
      cell.reached += reached.length
      misses.push(`${sink}, ${group}: ${JSON.stringify(what)} reached ${reached.join(' ')}`)
    },
    print(title) {
      console.log(`\n${title} (tried, reached)`)
      console.log(['', ...sinks].map((name, index) => (index ? name.padStart(14) : name.padEnd(20))).join(''))
      for (const [group, row] of cells)
        console.log(
          group.padEnd(20) +
            sinks
              .map(sink => {
                const cell = row.get(sink)
                return (cell ? `${cell.tried}, ${cell.reached}` : '–').padStart(14)
              })
              .join(''),
        )
    },
  }
}
