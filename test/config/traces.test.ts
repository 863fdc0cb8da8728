import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from '../../server/config/index.ts'
import { readTraceSettings } from '../../server/config/traces.ts'

const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

test('without an endpoint nothing is told, whatever other programs are told', () => {
  const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'xray', OTEL_LOG_LEVEL: 'debug' }
  expect(readTraceSettings({})).toBeUndefined()
  expect(readTraceSettings({ ...others, OTEL_EXPORTER_OTLP_ENDPOINT: ' ' })).toBeUndefined()
  // The command line, keys and accounts tell no traces either way.
  expect(() => readConfig({ ...at, ...others })).not.toThrow()
})

test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])('%j is off', off => {
  expect(readTraceSettings({ ...at, ...off, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined()
})

test('an endpoint is enough', () => {
  expect(readTraceSettings(at)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    timeoutMs: 10_000,
    compression: 'none',
    serviceName: 'cutover',
    attributes: {},
    share: 1,
    followsParent: true,
  })
})

test('everything is read', () => {
  const settings = readTraceSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://ignored.example.com/',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/of/us',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-team = gate ,',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=traces,x-key=a=b==',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=staging%20two',
    OTEL_SERVICE_NAME: 'gate',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(settings).toEqual({
    url: 'https://traces.example.com/of/us',
    headers: { Authorization: 'Basic YTpi', 'x-team': 'traces', 'x-key': 'a=b==' },
    timeoutMs: 2500,
    compression: 'gzip',
    serviceName: 'gate',
    attributes: { 'deployment.environment.name': 'staging two' },
    share: 0.25,
    followsParent: false,
  })
})

test.each([
  ['always_on', 1, false],
  ['always_off', 0, false],
  ['traceidratio', 0.5, false],
  ['parentbased_always_on', 1, true],
  ['parentbased_always_off', 0, true],
  ['parentbased_traceidratio', 0.5, true],
])('the sampler %s', (sampler, share, followsParent) => {
  const settings = readTraceSettings({
    ...at,
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: '.5',
  })
  expect(settings).toMatchObject({ share, followsParent })
})

test('a service may be named among its attributes', () => {
  expect(readTraceSettings({ ...at, OTEL_RESOURCE_ATTRIBUTES: 'service.name=gate' })).toMatchObject({
    serviceName: 'gate',
    attributes: {},
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'an address such as http://localhost:4318'],
  [
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'ftp://collector/',
    'an address such as http://localhost:4318/v1/traces',
  ],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', 'http/protobuf'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd', 'none or gzip'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', 'a whole number from 100 to 60000'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'otlp or none'],
  [
    'OTEL_TRACES_SAMPLER',
    'xray',
    'always_on, always_off or traceidratio, or one of these behind parentbased_',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'a number from 0 to 1'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a', 'a list such as name=value,other=value with encoded values'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', 'a list such as name=value,other=value with encoded values'],
  ['OTEL_SDK_DISABLED', 'yes', 'true or false'],
])('%s=%s is one sentence', (name, value, right) => {
  expect(() => readTraceSettings({ ...at, [name]: value })).toThrow(
    `${name} is ${JSON.stringify(value)}; it must be ${right}`,
  )
})

test.each(['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'])(
  'a wrong %s is not shown',
  name => {
    const read = () => readTraceSettings({ ...at, [name]: 'x-key hunter2' })
    expect(read).toThrow(`${name} is not valid (its 13 characters are not shown)`)
    expect(read).not.toThrow(/hunter2/)
    expect(() => readTraceSettings({ ...at, [name]: 'x-key=one%0D%0Atwo' })).toThrow(name)
  },
)

test('all of them are settings', () => {
  expect(SETTINGS.filter(name => name.startsWith('OTEL_')).length).toBe(14)
})
