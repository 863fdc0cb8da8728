/** Pairs the items of two lists as one assignment: what is best for all together, not the first that fits. */

export interface Assignment {
  /** `[index in left, index in right, cost]`, by left index. */
  pairs: [left: number, right: number, cost: number][]
  /** Indices without a partner, ascending. */
  left: number[]
  right: number[]
}

export interface AssignOptions<A> {
  /**
   * What it costs to leave an item alone: a pair is broken up for the sake of others only when that is cheaper.
   * By default 1, or the largest cost where that is higher: for costs from 0 (the same) to 1 (barely alike).
   */
  alone?: number
  /** Right indices worth looking at for a left item; all of them by default. */
  candidates?: (a: A, index: number) => Iterable<number>
}

/**
 * The pairs with the least total cost; `cost` is not negative, null or NaN where two items are no pair. Equal costs pair in
 * page order. Exact for up to some hundreds of items that compete for each other, best pair first beyond.
 * @see Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems" (1987)
 */
export function assign<A, B>(
  left: readonly A[],
  right: readonly B[],
  cost: (a: A, b: B, i: number, j: number) => number | null,
  options: AssignOptions<A> = {},
): Assignment {
  const edges = edgesOf(left, right, cost, options.candidates)
  const alone = options.alone ?? edges.reduce((most, edge) => Math.max(most, edge.cost), 1)
  const partner = new Map<number, Edge>()
  for (const component of componentsOf(edges, left.length, right.length)) {
    const rows = new Set(component.map(edge => edge.i)).size
    const chosen = rows * component.length > EXACT_WORK ? greedy(component, alone) : exact(component, alone)
    for (const edge of chosen) partner.set(edge.i, edge)
  }
  const taken = new Set([...partner.values()].map(edge => edge.j))
  return {
    pairs: [...partner.values()].sort((a, b) => a.i - b.i).map(({ i, j, cost }) => [i, j, cost]),
    left: left.map((_, i) => i).filter(i => !partner.has(i)),
    right: right.map((_, j) => j).filter(j => !taken.has(j)),
  }
}

/** Rows times edges of one component: about half a second of work. */
const EXACT_WORK = 1e8
/** Weight of page order against cost: decides between equals only. */
const ORDER = 1e-5

interface Edge {
  i: number
  j: number
  cost: number
  /** Cost, and a trace of it for leaving the page order. Squared: crossing pairs always cost more than parallel ones. */
  weight: number
}

function edgesOf<A, B>(
  left: readonly A[],
  right: readonly B[],
  cost: (a: A, b: B, i: number, j: number) => number | null,
  candidates?: (a: A, index: number) => Iterable<number>,
): Edge[] {
  const edges: Edge[] = []
  const span = Math.max(left.length, right.length, 1) ** 2
  const all = right.map((_, j) => j)
  for (const [i, a] of left.entries())
    for (const j of candidates ? new Set(candidates(a, i)) : all) {
      const value = cost(a, right[j]!, i, j)
      // A box that is not a number is like nothing.
      if (value === null || Number.isNaN(value)) continue
      if (!(value >= 0)) throw new Error(`the cost of ${i} and ${j} is ${value}, wanted 0 or more, or null`)
      if (value !== Number.POSITIVE_INFINITY)
        edges.push({ i, j, cost: value, weight: value + (ORDER * (i - j) ** 2) / span })
    }
  return edges
}

/** Items that compete for each other, directly or through others; the rest cannot matter to them. */
function componentsOf(edges: Edge[], rows: number, columns: number): Iterable<Edge[]> {
  const parent = Int32Array.from({ length: rows + columns }, (_, index) => index)
  const rootOf = (node: number) => {
    let here = node
    while (parent[here] !== here) {
      parent[here] = parent[parent[here]!]!
      here = parent[here]!
    }
    return here
  }
  for (const { i, j } of edges) parent[rootOf(i)] = rootOf(rows + j)
  const groups = new Map<number, Edge[]>()
  for (const edge of edges) {
    const root = rootOf(edge.i)
    const group = groups.get(root)
    if (group) group.push(edge)
    else groups.set(root, [edge])
  }
  return groups.values()
}

function greedy(edges: Edge[], alone: number): Edge[] {
  const [rows, columns] = [new Set<number>(), new Set<number>()]
  return [...edges]
    .sort((a, b) => a.weight - b.weight || a.i - b.i || a.j - b.j)
    .filter(edge => {
      if (edge.cost > alone || rows.has(edge.i) || columns.has(edge.j)) return false
      rows.add(edge.i)
      columns.add(edge.j)
      return true
    })
}

/**
 * Row by row, the cheapest path that ends in a free column or in a row that is better left alone. `u` and `v` are
 * the prices of rows and columns that keep reduced costs from being negative.
 */
function exact(edges: Edge[], alone: number): Edge[] {
  const rowIds = [...new Set(edges.map(edge => edge.i))].sort((a, b) => a - b)
  const columnIds = [...new Set(edges.map(edge => edge.j))].sort((a, b) => a - b)
  const rowAt = new Map(rowIds.map((id, at) => [id, at]))
  const columnAt = new Map(columnIds.map((id, at) => [id, at]))
  const links: { column: number; edge: Edge }[][] = rowIds.map(() => [])
  for (const edge of edges) links[rowAt.get(edge.i)!]!.push({ column: columnAt.get(edge.j)!, edge })

  // A hair above the price of being alone: at equal cost a pair is made.
  const price = alone + 2 * ORDER
  const u = new Float64Array(rowIds.length)
  const v = new Float64Array(columnIds.length)
  const rowOf = new Int32Array(columnIds.length).fill(-1)
  const columnOf = new Int32Array(rowIds.length).fill(-1)

  for (let row = 0; row < rowIds.length; row++) {
    const distance = new Float64Array(columnIds.length).fill(Number.POSITIVE_INFINITY)
    const from = new Int32Array(columnIds.length).fill(-1)
    const done = new Uint8Array(columnIds.length)
    const seen: number[] = []
    let reach = 0
    let here = row
    let best = Number.POSITIVE_INFINITY
    let loner = -1
    let sink = -1
    while (true) {
      seen.push(here)
      if (reach + price - u[here]! < best) {
        best = reach + price - u[here]!
        loner = here
      }
      for (const { column, edge } of links[here]!) {
        const length = reach + edge.weight - u[here]! - v[column]!
        if (!done[column] && length < distance[column]!) {
          distance[column] = length
          from[column] = here
        }
      }
      let next = -1
      for (let column = 0; column < columnIds.length; column++)
        if (!done[column] && distance[column]! < (next < 0 ? best : distance[next]!)) next = column
      if (next < 0) {
        reach = best
        break
      }
      reach = distance[next]!
      if (rowOf[next] === -1) {
        sink = next
        break
      }
      done[next] = 1
      here = rowOf[next]!
    }
    for (const scanned of seen) u[scanned]! += scanned === row ? reach : reach - distance[columnOf[scanned]!]!
    for (let column = 0; column < columnIds.length; column++)
      if (done[column]) v[column]! -= reach - distance[column]!

    if (sink < 0) {
      sink = columnOf[loner]!
      columnOf[loner] = -1
      if (loner === row) continue
    }
    for (let column = sink; ; ) {
      const giver = from[column]!
      const freed = columnOf[giver]!
      rowOf[column] = giver
      columnOf[giver] = column
      if (giver === row) break
      column = freed
    }
  }
  return links.flatMap((own, row) => own.filter(link => link.column === columnOf[row]).map(link => link.edge))
}
