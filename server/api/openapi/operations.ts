/** What each address answers. A test holds this to the router, and every answer of the tests to this. */
import { JobQuery } from '../../contract.ts'
import { type JsonSchema, queryParameters, ref, type SchemaName } from './schemas.ts'

type Answers = Record<string, JsonSchema>

const header = (description: string, pattern?: string, required = false): JsonSchema => ({
  description,
  ...(required && { required }),
  schema: { type: 'string', ...(pattern && { pattern }) },
})

const ETAG = header('Of the job as it is now. Send it as If-None-Match.', '^W/"[0-9a-f]{32}"$', true)
const RETRY_AFTER = header('Seconds after which to try again.', '^[1-9][0-9]*$', true)
const POLL_AGAIN = header(
  'Seconds after which to poll again; absent once the job has ended.',
  '^[1-9][0-9]*$',
)
const QUOTAS = {
  'RateLimit-Policy': header(
    'Quotas that counted this request (draft-ietf-httpapi-ratelimit-headers).',
    '^"[a-z-]+";q=',
  ),
  RateLimit: header('What is left of each.', '^"[a-z-]+";r='),
}

/** What scans are kept in; absent where this process runs none. */
const WALLS: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    ['ownUser', 'sandbox', 'ownNetwork'].map(name => [name, { type: 'boolean' }]),
  ),
  required: ['ownUser', 'sandbox', 'ownNetwork'],
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const answer = (description: string, name: SchemaName, headers: JsonSchema = {}): JsonSchema => ({
  description,
  headers: { ...QUOTAS, ...headers },
  content: json(ref(name)),
})

const SENTENCES: Record<number, string> = {
  400: 'The body is not JSON in UTF-8, or a header is malformed.',
  401: 'There is no API key, or it is mistyped, expired or revoked.',
  403: 'The token is right, but may not have this.',
  404: 'There is no such thing, or it belongs to another account.',
  409: 'The first submission with this Idempotency-Key is being stored at this moment.',
  413: 'The body is larger than 64 KB, or with old_urls than 6 MB.',
  415: 'The body is not sent as plain application/json.',
  416: 'The range begins after the last byte.',
  422: 'Fields are not valid, a target may not be visited, or the Idempotency-Key was used for another submission.',
  429: 'A limit is reached.',
  500: 'The request failed on our side.',
  503: 'The service cannot take this now.',
}
const HEADERS: Record<number, JsonSchema> = {
  401: { 'WWW-Authenticate': header('The scheme that is wanted.', '^Bearer') },
  409: { 'Retry-After': RETRY_AFTER },
  416: { 'Content-Range': header('The length that there is.', '^bytes \\*/[0-9]+$', true) },
  429: {
    'Retry-After': RETRY_AFTER,
    'RateLimit-Policy': { ...QUOTAS['RateLimit-Policy'], required: true },
    RateLimit: { ...QUOTAS.RateLimit, required: true },
  },
  503: { 'Retry-After': RETRY_AFTER },
}

const problem = (status: number): JsonSchema => ({
  description: SENTENCES[status],
  headers: { ...(status !== 503 && QUOTAS), ...HEADERS[status] },
  content: { 'application/problem+json': { schema: ref('Problem') } },
})
const problems = (...statuses: number[]): Answers =>
  Object.fromEntries([...statuses, 429, 500, 503].map(status => [status, problem(status)]))

const KEY = [{ apiKey: [] }]
const NO_KEY: JsonSchema[] = []
const reading = (pollRequiresKey: boolean) => (pollRequiresKey ? KEY : [{}, ...KEY])
const ID = { $ref: '#/components/parameters/JobId' }
const KNOWN = {
  name: 'If-None-Match',
  in: 'header',
  description: 'Entity tags of what the client has.',
  schema: { type: 'string' },
}
const path = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})
const OF_CAPTURED =
  'For whoever may read the job; of a job that was submitted with secrets, for its account alone: by key, or by the session of a browser that is signed in.'
const ARTIFACT_HEADERS = {
  ETag: header('Of these bytes.', '^"[0-9a-f]{32}"$', true),
  'Accept-Ranges': header('One range of bytes at a time.', '^bytes$', true),
  'Cache-Control': header(
    'Private, and asked for each time where it depends on who asks.',
    '^private, ',
    true,
  ),
  'Content-Security-Policy': header('It is no document.', '^sandbox; ', true),
  'Content-Disposition': header(
    'Pictures may be shown; anything else is saved.',
    '^(inline|attachment; )',
    true,
  ),
}
const ARTIFACT = {
  'image/webp': { schema: { type: 'string', format: 'binary' } },
  'text/csv': { schema: { type: 'string' } },
  'application/json': { schema: {} },
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
}
const body = (name: SchemaName) => ({ required: true, content: json(ref(name)) })

export const PARAMETERS = {
  JobId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The job_id of the submission. Whoever has it may read the job.',
    schema: { type: 'string' },
  },
}

export const paths = (pollRequiresKey: boolean): Record<string, Record<string, JsonSchema>> => ({
  '/api/v1/scorecard': {
    post: {
      operationId: 'startJob',
      tags: ['jobs'],
      summary: 'Start a verification job',
      description:
        'Answers at once; the scan is asynchronous, and its result is obtained by polling the job.',
      security: KEY,
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A quoted string or a bare one, at most 255 characters. For 24 hours the same key and submission are answered with the same job.',
          schema: { type: 'string' },
        },
        {
          name: 'traceparent',
          in: 'header',
          description:
            'W3C Trace Context: the trace that the job is to be part of, where the server tells traces. Whatever is none is ignored.',
          schema: { type: 'string' },
        },
      ],
      requestBody: body('Submission'),
      responses: {
        202: answer('The job is queued.', 'Accepted', {
          Location: header('Path of the job.', '^/api/v1/jobs/[0-9A-Za-z]+$', true),
        }),
        ...problems(400, 401, 409, 413, 415, 422),
      },
    },
  },
  '/api/v1/jobs': {
    get: {
      operationId: 'listJobs',
      tags: ['jobs'],
      summary: "List the account's jobs, newest first",
      security: KEY,
      parameters: queryParameters(JobQuery, {
        status: 'Jobs of this status only.',
        page_name: 'Jobs of the page with exactly this name only.',
        limit: 'Jobs on a page, 1 to 100.',
        cursor: 'next_cursor of the page before.',
      }),
      responses: { 200: answer('A page of jobs.', 'JobList'), ...problems(401, 422) },
    },
  },
  '/api/v1/jobs/{id}': {
    get: {
      operationId: 'pollJob',
      tags: ['jobs'],
      summary: 'Poll a job',
      description: pollRequiresKey
        ? 'A job is shown to its own account.'
        : 'Needs no key. When one is sent, it must be valid and of the account that submitted the job.',
      security: reading(pollRequiresKey),
      parameters: [ID, KNOWN],
      responses: {
        200: answer('The job as it is now.', 'Job', { ETag: ETAG, 'Retry-After': POLL_AGAIN }),
        304: {
          description: 'The client has the job as it is now.',
          headers: { ...QUOTAS, ETag: ETAG, 'Retry-After': POLL_AGAIN },
        },
        ...problems(401, 404),
      },
    },
    delete: {
      operationId: 'deleteJob',
      tags: ['jobs'],
      summary: 'Delete a job with all that was captured for it',
      description: 'A job that is queued or running is cancelled first.',
      security: KEY,
      parameters: [ID],
      responses: { 204: { description: 'The job is gone.', headers: QUOTAS }, ...problems(401, 404) },
    },
  },
  '/api/v1/jobs/{id}/artifacts': {
    get: {
      operationId: 'listArtifacts',
      tags: ['jobs'],
      summary: 'List what was captured for a job',
      description: `Empty unless the job is completed. ${OF_CAPTURED}`,
      security: reading(pollRequiresKey),
      parameters: [ID],
      responses: { 200: answer('What there is.', 'ArtifactList'), ...problems(401, 404) },
    },
  },
  '/api/v1/jobs/{id}/artifacts/{folder}/{file}': {
    get: {
      operationId: 'getArtifact',
      tags: ['jobs'],
      summary: 'Get a screenshot, a crop, a table or a capture',
      description: OF_CAPTURED,
      security: reading(pollRequiresKey),
      parameters: [
        ID,
        path('folder', 'The first part of its name.'),
        path('file', 'The second part of its name.'),
        KNOWN,
        {
          name: 'Range',
          in: 'header',
          description: 'One range of bytes; with If-Range only of what has not changed.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'All of it.', headers: { ...QUOTAS, ...ARTIFACT_HEADERS }, content: ARTIFACT },
        206: {
          description: 'The part that was asked for.',
          headers: {
            ...QUOTAS,
            ...ARTIFACT_HEADERS,
            'Content-Range': header('Which part of how much.', '^bytes [0-9]+-[0-9]+/[0-9]+$', true),
          },
          content: ARTIFACT,
        },
        304: { description: 'The client has it.', headers: { ...QUOTAS, ETag: ARTIFACT_HEADERS.ETag } },
        ...problems(401, 404, 416),
      },
    },
  },
  '/api/v1/jobs/{id}/events': {
    get: {
      operationId: 'followJob',
      tags: ['jobs'],
      summary: 'Follow a job',
      description:
        'Server-sent events whose data is a JobEvent: progress at first and with each change, then ended, and the end; or deleted, and the end. ' +
        'A stream lasts ten minutes at most, then a client connects again. For whoever may read the job, also by the session of a browser.',
      security: reading(pollRequiresKey),
      parameters: [
        ID,
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'Of the last event that was received; after ended there are no more.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'Events, one after the other.',
          headers: QUOTAS,
          content: { 'text/event-stream': { schema: ref('JobEvent') } },
        },
        204: { description: 'The client has been told of the end.', headers: QUOTAS },
        ...problems(401, 404),
      },
    },
  },
  '/api/v1/jobs/{id}/cancel': {
    post: {
      operationId: 'cancelJob',
      tags: ['jobs'],
      summary: 'Cancel a job',
      description:
        'A job that is queued or running ends as failed with the code cancelled; one that has ended stays as it is.',
      security: KEY,
      parameters: [ID],
      responses: { 200: answer('The job as it is now.', 'Job', { ETag: ETAG }), ...problems(401, 404) },
    },
  },
  '/api/v1/token-exchange': {
    post: {
      operationId: 'exchangeToken',
      tags: ['keys'],
      summary: 'Get a short-lived key for a workflow of GitHub Actions',
      security: NO_KEY,
      requestBody: body('TokenExchange'),
      responses: { 200: answer('The key.', 'ExchangedKey'), ...problems(400, 401, 403, 404, 413, 415, 422) },
    },
  },
  '/api/v1/openapi.json': {
    get: {
      operationId: 'describe',
      tags: ['service'],
      summary: 'This description',
      security: NO_KEY,
      responses: {
        200: { description: 'OpenAPI 3.1.', headers: QUOTAS, content: json({ type: 'object' }) },
        ...problems(),
      },
    },
  },
  '/healthz': { get: health('checkHealth', 'Whether this process answers', 'ok', {}) },
  '/readyz': {
    get: health(
      'checkReadiness',
      'Whether this process can do its work',
      'ready',
      { parts: { type: 'object', additionalProperties: { const: 'ok' } }, walls: WALLS },
      503,
    ),
  },
  '/metrics': {
    get: {
      operationId: 'readMetrics',
      tags: ['service'],
      summary: 'Figures of this process for Prometheus, with the token of CUTOVER_METRICS_TOKEN',
      security: NO_KEY,
      responses: {
        200: {
          description: 'The text format of Prometheus.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...Object.fromEntries([401, 404].map(status => [status, problem(status)])),
      },
    },
  },
})

function health(
  operationId: string,
  summary: string,
  status: string,
  more: JsonSchema,
  ...failures: number[]
): JsonSchema {
  return {
    operationId,
    tags: ['service'],
    summary,
    security: NO_KEY,
    responses: {
      200: {
        description: 'Yes.',
        content: json({
          type: 'object',
          properties: { status: { const: status }, ...more },
          required: ['status'],
        }),
      },
      ...Object.fromEntries(failures.map(failure => [failure, problem(failure)])),
    },
  }
}
