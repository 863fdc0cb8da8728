/** Holds answers of the server to its OpenAPI description: status, headers, body, nothing undescribed. */
import type { AnySchemaObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openapi } from '../../server/api/openapi/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: a description is walked as it comes
export const DESCRIPTION: any = openapi({
  publicUrl: 'http://localhost:3000',
  pollRequiresKey: false,
  closed: true,
})

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
ajv.addSchema(
  { $id: 'cutover', components: DESCRIPTION.components } as AnySchemaObject & { $id: string },
  'cutover',
)
ajv.addVocabulary(['components'])
const compiled = new Map<object, ValidateFunction>()

function validator(schema: object): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"cutover#/components/')
    validate = ajv.compile(JSON.parse(text))
    compiled.set(schema, validate)
  }
  return validate
}

const PROBLEM = { $ref: '#/components/schemas/Problem' }
const TEMPLATES = Object.keys(DESCRIPTION.paths).map(path => ({
  path,
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The path of the description that an address belongs to. */
export const templateOf = (address: string): string | undefined =>
  TEMPLATES.find(({ pattern }) => pattern.test(address.split('?')[0]!))?.path

interface Held {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** What in `answer` is not as described, as sentences; pages for people are not described. */
export function misfits(method: string, address: string, answer: Held): string[] {
  const template = templateOf(address)
  const type = String(answer.headers['content-type'] ?? '').split(';')[0]!
  const operation = template && DESCRIPTION.paths[template][method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (!operation) {
    if (type === 'application/problem+json') return bodyMisfits(PROBLEM, answer.text, method)
    return address.startsWith('/api/') ? [`${answer.status} ${type} where nothing is described`] : []
  }
  const described = operation.responses[answer.status]
  if (!described) return [`${answer.status} is not described`]
  const wrong = headerMisfits(described.headers ?? {}, answer.headers)
  if (!described.content) return answer.text ? [...wrong, 'a body where none is described'] : wrong
  const content = described.content[type]
  if (!content) return [...wrong, `the type ${type} is not described`]
  return type.endsWith('json') ? [...wrong, ...bodyMisfits(content.schema, answer.text, method)] : wrong
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function headerMisfits(described: Record<string, any>, headers: Held['headers']): string[] {
  return Object.entries(described).flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()]
    if (value === undefined) return required ? [`the header ${name} is missing`] : []
    return validator(schema)(value) ? [] : [`the header ${name} is ${value}`]
  })
}

function bodyMisfits(schema: object, text: string, method: string): string[] {
  if (method === 'HEAD') return text ? ['a body in the answer to HEAD'] : []
  const validate = validator(schema)
  return validate(JSON.parse(text))
    ? []
    : validate.errors!.map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
}
