/** The OpenAPI 3.1 description of the interface, made of the contract and of `openapi/operations.ts`. */
import { PARAMETERS, paths } from './operations.ts'
import { type JsonSchema, schemas } from './schemas.ts'

export interface DescriptionOptions {
  publicUrl: string
  pollRequiresKey: boolean
  /** No answer may hold a field that is not described. For tests: towards clients, fields may be added. */
  closed?: boolean
}

export function openapi({ publicUrl, pollRequiresKey, closed = false }: DescriptionOptions) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cutover',
      version: '1.0.0',
      description:
        'Verifies a new web page against its original and returns a pass/fail scorecard. ' +
        'Fields may be added to answers; none is renamed or removed. ' +
        'All errors are problem details (RFC 9457) with a stable code.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'jobs', description: 'Verification jobs.' },
      { name: 'keys', description: 'API keys for workflows. People make theirs on the keys page.' },
      { name: 'service', description: 'About this server.' },
    ],
    paths: paths(pollRequiresKey),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: Authorization: Bearer <API_KEY>.',
        },
      },
      parameters: PARAMETERS,
      schemas: schemas(closed),
    } satisfies JsonSchema,
  }
}
