/** Where traces go: the variables that OpenTelemetry names, as far as they say something to this program. */
import * as z from 'zod'
import { readVariables } from './read.ts'
import { flag, httpAddress, pairList, share, whole } from './values.ts'

export interface TraceSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** For one request, with all that is tried again. */
  readonly timeoutMs: number
  readonly compression: 'none' | 'gzip'
  readonly serviceName: string
  /** Of the service, told with all its spans. */
  readonly attributes: Readonly<Record<string, string>>
  /** Of the traces that begin here, from 0 to 1. */
  readonly share: number
  /** A trace that was begun by who submits is told where he tells it, and not where he does not. */
  readonly followsParent: boolean
}

const protocol = z.enum(['http/protobuf'], 'http/protobuf')

const Environment = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress('http://localhost:4318/v1/traces').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairList.default({}),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairList.default({}),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['none', 'gzip'], 'none or gzip').default('none'),
  OTEL_EXPORTER_OTLP_TIMEOUT: whole(100, 60_000).default(10_000),
  OTEL_SERVICE_NAME: z.string().max(200, 'a name of 200 characters at most').optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairList.default({}),
  OTEL_TRACES_SAMPLER: z
    .enum(
      ['always_on', 'always_off', 'traceidratio'].flatMap(name => [name, `parentbased_${name}`]),
      'always_on, always_off or traceidratio, or one of these behind parentbased_',
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
})

const Switch = z.object({
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'otlp or none').default('otlp'),
})

export const TRACE_SETTINGS: readonly string[] = Object.keys({ ...Environment.shape, ...Switch.shape })

const SECRET = new Set(['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'])

/**
 * Undefined where no endpoint is named: these variables are also other programs', and what they say is none of our
 * business then.
 * @throws ConfigError with one sentence per wrong variable
 */
export function readTraceSettings(env: NodeJS.ProcessEnv = process.env): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = env
  if (!base?.trim() && !whole?.trim()) return
  const { OTEL_SDK_DISABLED: isOff, OTEL_TRACES_EXPORTER: exporter } = readVariables(Switch, env, SECRET)
  if (isOff || exporter === 'none') return
  return settingsOf(readVariables(Environment, env, SECRET))
}

function settingsOf(values: z.output<typeof Environment>): TraceSettings {
  const { 'service.name': named, ...attributes } = values.OTEL_RESOURCE_ATTRIBUTES
  const sampler = values.OTEL_TRACES_SAMPLER.replace('parentbased_', '')
  return Object.freeze({
    url:
      values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
      `${values.OTEL_EXPORTER_OTLP_ENDPOINT!.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.freeze({
      ...values.OTEL_EXPORTER_OTLP_HEADERS,
      ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
    }),
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    compression: values.OTEL_EXPORTER_OTLP_COMPRESSION,
    serviceName: values.OTEL_SERVICE_NAME ?? named ?? 'cutover',
    attributes: Object.freeze(attributes),
    share: { always_on: 1, always_off: 0 }[sampler] ?? values.OTEL_TRACES_SAMPLER_ARG,
    followsParent: sampler !== values.OTEL_TRACES_SAMPLER,
  })
}
