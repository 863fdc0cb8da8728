/** Requests made of the OpenAPI description: most of them nearly right, some of them nonsense. */
import fc from 'fast-check'
import { DESCRIPTION } from './fits.ts'

export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Known {
  /** Of jobs of whom the keys are, and of others. */
  ids: readonly string[]
  keys: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a description is walked as it comes
type Schema = any

/** What such a field could be, by its name; a random string has little chance to be an address. */
const TYPICAL: Record<string, fc.Arbitrary<string>> = {
  original_url: fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.constantFrom(
      'https://a.example.com/',
      'http://127.0.0.1:8123/',
      'http://10.0.0.1/',
      'http://[::1]:80/',
      'ftp://a/',
      'https://u:p@a.example.com',
    ),
  ),
}
TYPICAL.new_url = TYPICAL.original_url!
TYPICAL.expires = fc.constantFrom('2199-12-31', '2200-01-01')
TYPICAL.reason = fc.constantFrom('It is meant to be so.')
TYPICAL.old_urls = fc.constantFrom('/a\n/b', 'https://a.example.com/x,1', 'Page')
TYPICAL.key = fc.string({ minLength: 1, maxLength: 40 })

const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })

/** Values that a schema allows or nearly allows. */
function valueFor(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueFor(resolve(schema.$ref), name)
  if (schema.enum) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...schema.enum) }, fc.string())
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'array')
    // Of several objects with fields of their own one would nearly always be wrong.
    return fc.array(valueFor(schema.items), {
      maxLength: schema.items.$ref ? 1 : Math.min(schema.maxItems ?? 5, 5),
    })
  if (schema.type === 'string') return textOf(schema, name)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'number') return fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true })
  throw new Error(`no values for ${JSON.stringify(schema)}`)
}

function textOf({ minLength = 0, maxLength = 100, pattern }: Schema, name: string): fc.Arbitrary<string> {
  const long = Math.min(maxLength, 100_000)
  const edge = fc.constantFrom('', 'x'.repeat(minLength), 'x'.repeat(long), 'x'.repeat(long + 1))
  const plain = pattern
    ? fc.stringMatching(new RegExp(pattern), { maxLength: 40 })
    : fc.string({ maxLength: 40 })
  const odd = fc.string({ unit: 'binary', maxLength: 40 })
  const typical = TYPICAL[name]
  return typical
    ? fc.oneof({ weight: 20, arbitrary: typical }, edge, odd)
    : fc.oneof({ weight: 6, arbitrary: plain }, edge, odd)
}

function objectOf({
  properties = {},
  required = [],
  propertyNames,
  additionalProperties,
}: Schema): fc.Arbitrary<unknown> {
  if (propertyNames)
    return fc.dictionary(textOf(propertyNames, ''), valueFor(additionalProperties), { maxKeys: 4 })
  const model = Object.fromEntries(
    Object.entries<Schema>(properties).map(([name, schema]) => [
      name,
      fc.oneof({ weight: 30, arbitrary: valueFor(schema, name) }, json),
    ]),
  )
  const right = fc.record(model, { requiredKeys: required })
  const more = fc
    .tuple(right, fc.dictionary(fc.string(), json, { maxKeys: 2 }))
    .map(([a, b]) => ({ ...a, ...b }))
  const less = fc.record(model, { requiredKeys: [] })
  return fc.oneof({ weight: 8, arbitrary: right }, more, less)
}

const resolve = (pointer: string): Schema =>
  pointer
    .slice(2)
    .split('/')
    .reduce((at, part) => at[part], DESCRIPTION as Schema)

/** What may stand in a header, as its sender wrote it. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter(code => code !== 0x7f)
    .map(code => String.fromCharCode(code)),
  maxLength: 60,
})
/** What may stand in a path; parts of escapes among it. */
const pathText = fc.string({
  unit: fc.constantFrom(
    ...'abcXYZ019-._~!$&()*+,;=:@%',
    '%00',
    '%2e',
    '%2F',
    '%ff',
    '%C3%A9',
    '%F0%9F%98%80',
  ),
  minLength: 1,
  maxLength: 30,
})

export function requests({ ids, keys }: Known): fc.Arbitrary<Request> {
  const operations = Object.entries<Schema>(DESCRIPTION.paths)
    .flatMap(
      ([path, methods]) =>
        Object.entries<Schema>(methods).map(([method, operation]) => ({
          path,
          method: method.toUpperCase(),
          operation,
        })),
      // What does not end by itself has tests of its own.
    )
    .filter(({ operation }) => !operation.responses[200]?.content?.['text/event-stream'])
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    fc.stringMatching(/^[0-9A-Za-z]{20,30}$/),
    pathText,
  )
  const authorization = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...keys).map(key => `Bearer ${key}`) },
    { weight: 2, arbitrary: fc.constant(undefined) },
    headerText,
    headerText.map(text => `Bearer ${text}`),
  )
  const few = <T>(value: fc.Arbitrary<T>, weight = 1) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value })

  // Made once each: to make an arbitrary takes far longer than to draw from it.
  return fc.oneof(
    ...operations.map(({ path, method, operation }) => {
      const parameters: Schema[] = (operation.parameters ?? []).map((one: Schema) =>
        one.$ref ? resolve(one.$ref) : one,
      )
      const query = parameters.filter(one => one.in === 'query')
      const sent =
        operation.requestBody &&
        valueFor(operation.requestBody.content['application/json'].schema).map(value => JSON.stringify(value))
      // What takes neither parameters nor a body has little to get wrong.
      const weight = sent || parameters.length > 0 ? 3 : 1
      const arbitrary = fc
        .record({
          method: fc.oneof(
            { weight: 15, arbitrary: fc.constant(method) },
            fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
          ),
          id,
          query: fc.record(Object.fromEntries(query.map(one => [one.name, textOf(one.schema, one.name)])), {
            requiredKeys: [],
          }),
          oddQuery: few(pathText),
          tail: few(fc.constantFrom('/', '//', '/x', '.', '%00'), 1),
          authorization,
          idempotency: few(fc.oneof(fc.constantFrom('a', '"a"', 'b', '"c"'), headerText), 2),
          file: fc.oneof(
            { weight: 6, arbitrary: fc.constantFrom('original/375.webp', 'tables/catalog.csv') },
            fc.tuple(pathText, pathText).map(parts => parts.join('/')),
          ),
          range: few(
            fc.oneof(fc.constantFrom('bytes=0-1', 'bytes=2-', 'bytes=-1', 'bytes=999-'), headerText),
            3,
          ),
          known: few(fc.oneof(fc.constantFrom('*', `W/"${'0'.repeat(32)}"`), headerText), 1),
          type: fc.oneof(
            { weight: 15, arbitrary: fc.constant('application/json') },
            fc.constantFrom('text/plain', 'application/json; charset=x'),
            headerText,
          ),
          body: sent
            ? fc.oneof(
                { weight: 12, arbitrary: sent },
                fc.string({ maxLength: 200 }),
                json.map(value => JSON.stringify(value)),
              )
            : few(fc.json(), 1),
        })
        .map(({ method, id, file, query, oddQuery, tail, range, known, type, body, ...sent }): Request => {
          const search = [new URLSearchParams(query as Record<string, string>).toString(), oddQuery]
            .filter(Boolean)
            .join('&')
          const withBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
          const { authorization, idempotency } = sent
          const filled = path.replace('{id}', () => id).replace('{folder}/{file}', () => file)
          return {
            method,
            path: filled + (tail ?? '') + (search ? `?${search}` : ''),
            headers: {
              ...(authorization !== undefined && { authorization }),
              ...(idempotency !== undefined && { 'idempotency-key': idempotency }),
              ...(range !== undefined && { range }),
              ...(known !== undefined && { 'if-none-match': known }),
              // Node frames no body of a DELETE by itself.
              ...(withBody && {
                'content-type': type,
                'content-length': String(Buffer.byteLength(body as string)),
              }),
            },
            ...(withBody && { body: body as string }),
          }
        })
      return { weight, arbitrary }
    }),
  )
}
