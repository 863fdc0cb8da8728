/** `make`, called once for each object. The result lives as long as the object. */
export const memo = <K extends object, V>(make: (key: K) => V): ((key: K) => V) => memoBy(key => key, make)

/** `make`, called once for each pair of objects. */
export function memoPair<A extends object, B extends object, V>(
  make: (first: A, second: B) => V,
): (first: A, second: B) => V {
  const byFirst = memo((first: A) => memo((second: B) => make(first, second)))
  return (first, second) => byFirst(first)(second)
}

/** `make`, called once for each object that `keyOf` names of its argument. */
export function memoBy<A, K extends object, V>(
  keyOf: (argument: A) => K,
  make: (argument: A) => V,
): (argument: A) => V {
  const known = new WeakMap<K, { value: V }>()
  return argument => {
    const key = keyOf(argument)
    const before = known.get(key)
    if (before) return before.value
    const value = make(argument)
    known.set(key, { value })
    return value
  }
}

/** `make`, called once for each text or number that `keyOf` gives; the first `max` results are kept for good. */
export function memoByValue<A extends readonly unknown[], V>(
  max: number,
  keyOf: (...args: A) => string | number,
  make: (...args: A) => V,
): (...args: A) => V {
  const known = new Map<string | number, { value: V }>()
  return (...args) => {
    const key = keyOf(...args)
    const before = known.get(key)
    if (before) return before.value
    const value = make(...args)
    if (known.size < max) known.set(key, { value })
    return value
  }
}
