import { LIMITS, nameOf, type StructuredItem, type StructuredValue } from './item.ts'

export type JsonLd =
  | { items: StructuredItem[]; cut: boolean }
  | { broken: { error: string; near: string; types: string[] } }

/**
 * The items of one script of JSON-LD: a single one, a list, or an `@graph`. Contexts are not fetched: names are taken
 * for those of schema.org, as search engines do.
 *
 * @see https://www.w3.org/TR/json-ld11/
 */
export function readJsonLd(text: string): JsonLd {
  let value: unknown
  try {
    value = JSON.parse(unwrapped(text))
  } catch (error) {
    return { broken: describe(text, error) }
  }
  const reader = createReader()
  return { items: reader.topLevel(value, 0), cut: reader.cut() }
}

/**
 * The same as search engines read it: where there is no context at all, names mean nothing, unless the types are addresses
 * themselves.
 */
export function readInContext(text: string): JsonLd {
  const read = readJsonLd(text)
  if ('broken' in read || !isAdrift(JSON.parse(unwrapped(text)))) return read
  return { broken: describe(text, new Error('it names no @context')) }
}

/** Things with a type, and none with a context or with a type that is an address. */
function isAdrift(value: unknown): boolean {
  const waiting = [value]
  let typed = false
  for (let nodes = 0; waiting.length && nodes < LIMITS.nodes; nodes++) {
    const one = waiting.pop()
    if (isObject(one)) {
      if ('@context' in one) return false
      const types = [one['@type']].flat().filter(type => typeof type === 'string')
      if (types.some(type => /^https?:/i.test(type))) return false
      typed ||= types.length > 0
    }
    if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one)) if (waiting.length < LIMITS.nodes) waiting.push(inner)
  }
  return typed
}

/** Templates put it into comments against readers of HTML, which take it as it is. */
function unwrapped(text: string): string {
  return text
    .trim()
    .replace(/^(\/\*\s*)?(\/\/\s*)?(<!--|<!\[CDATA\[)\s*(\*\/)?/, '')
    .replace(/(\/\*\s*)?(\/\/\s*)?(-->|\]\]>)\s*(\*\/)?$/, '')
    .trim()
}

function describe(text: string, error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? 0)
  const named = [...text.slice(0, 200_000).matchAll(/"@type"\s*:\s*"([^"]{1,100})"/g)]
  return {
    error: message.replace(/\s+/g, ' ').slice(0, 200),
    near: text.slice(Math.max(0, at - 40), at + 40).replace(/\s+/g, ' '),
    types: [...new Set(named.map(([, type]) => nameOf(type!)))].slice(0, 20),
  }
}

function createReader() {
  let nodes = 0
  let cut = false

  function topLevel(value: unknown, depth: number): StructuredItem[] {
    if (Array.isArray(value)) return value.flatMap(one => topLevel(one, depth + 1))
    if (!isObject(value) || beyond(depth)) return []
    const graph = value['@graph']
    const own = itemOf(value, depth)
    const within = graph === undefined ? [] : topLevel(graph, depth + 1)
    return own.types.length || own.properties.length ? [own, ...within] : within
  }

  function itemOf(object: Record<string, unknown>, depth: number): StructuredItem {
    const properties: StructuredItem['properties'] = []
    for (const [key, value] of Object.entries(object)) {
      if (key.startsWith('@')) continue
      const values = valuesOf(value, depth + 1)
      if (values.length) properties.push([nameOf(key), values])
    }
    const types = [object['@type']].flat().filter(type => typeof type === 'string')
    return {
      syntax: 'json-ld',
      types: types.slice(0, 20).map(nameOf).filter(Boolean),
      id: typeof object['@id'] === 'string' ? object['@id'].slice(0, LIMITS.value) : '',
      properties,
    }
  }

  function valuesOf(value: unknown, depth: number): StructuredValue[] {
    if (value === null || value === undefined || value === '' || beyond(depth)) return []
    if (Array.isArray(value)) return value.flatMap(one => valuesOf(one, depth + 1))
    if (!isObject(value)) return [String(value).slice(0, LIMITS.value)]
    for (const wrapper of ['@value', '@list', '@set'])
      if (value[wrapper] !== undefined) return valuesOf(value[wrapper], depth + 1)
    const keys = Object.keys(value)
    if (typeof value['@id'] === 'string' && keys.every(key => key === '@id' || key === '@type'))
      return [{ ref: value['@id'].slice(0, LIMITS.value) }]
    return [itemOf(value, depth)]
  }

  function beyond(depth: number): boolean {
    const over = depth > LIMITS.depth || ++nodes > LIMITS.nodes
    cut ||= over
    return over
  }

  return { topLevel, cut: () => cut }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
