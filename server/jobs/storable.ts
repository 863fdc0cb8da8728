/**
 * Makes text from a page fit for Postgres, which takes neither NUL nor half a surrogate pair in text or jsonb:
 * both become the replacement character. Objects and arrays are copied with every string and key made so.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd') as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]),
    ) as T
  return value
}
