/** `make`, called once for each object. The result lives as long as the object. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>()
  return key => {
    const before = known.get(key)
    if (before) return before.value
    const value = make(key)
    known.set(key, { value })
    return value
  }
}

/** `make`, called once for each pair of objects. */
export function memoPair<A extends object, B extends object, V>(
  make: (first: A, second: B) => V,
): (first: A, second: B) => V {
  const byFirst = memo((first: A) => memo((second: B) => make(first, second)))
  return (first, second) => byFirst(first)(second)
}
