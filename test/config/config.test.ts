import { expect, test } from 'vitest'
import {
  browserEnvironment,
  PROJECT_ROOT,
  readConfig,
  scanEnvironment,
  withoutInstanceMetadata,
} from '../../server/config/index.ts'
import { LIMITS } from '../../server/config/limits.ts'

const hex = '0123456789abcdef'.repeat(4)

test('everything has a default in development', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: `${PROJECT_ROOT}/.data`,
    allowHosts: [],
    pollRequiresKey: false,
    limits: LIMITS,
    trustProxy: [],
    minFreeBytes: 1000e6,
    workers: undefined,
    logLevel: 'info',
  })
})

test('set to nothing is not set, and the result cannot be changed', () => {
  const config = readConfig({ PORT: '', DATABASE_URL: '  ', CUTOVER_SECRET_KEY: '' })
  expect(config).toEqual(readConfig({}))
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError)
})

test('reads every setting', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    PORT: '8080',
    PUBLIC_URL: 'https://cutover.example.com/app/',
    DATABASE_URL: 'postgres://user:pass@db:5432/cutover',
    CUTOVER_DATA_DIR: '/var/lib/cutover',
    CUTOVER_SECRET_KEY: hex,
    CUTOVER_OLD_SECRET_KEYS: `${'ab'.repeat(32)}, ${'cd'.repeat(32)}`,
    CUTOVER_ALLOW_HOSTS: 'staging.example.com:443',
    CUTOVER_POLL_REQUIRES_KEY: 'true',
    CUTOVER_RETENTION_DAYS: '7',
    CUTOVER_LIMITS: 'free.jobsPerDay=20',
    CUTOVER_MIN_FREE_MB: '250',
    CUTOVER_UNSAFE_NO_SANDBOX: '1',
    CUTOVER_WORKERS: '4',
    CUTOVER_STORE_MINUTES: '30',
    CUTOVER_STORE_REQUESTS: '8',
    CUTOVER_STORE_URLS: '10000',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    OIDC_ISSUER: 'https://login.example.com/',
    CUTOVER_ALLOWED_DOMAINS: 'Example.com, example.org',
    CUTOVER_DEFAULT_TIER: 'free',
    GITHUB_OIDC_ISSUER: 'https://ghe.example.com/_services/token/',
    CUTOVER_STORAGE: 's3://artifacts/of/cutover',
    CUTOVER_S3_ENDPOINT: 'https://s3.example.com',
    CUTOVER_S3_REGION: 'eu-central-1',
    CUTOVER_S3_FORCE_PATH_STYLE: '1',
    CHROME_PATH: process.execPath,
    TRUST_PROXY: 'loopback, 10.0.0.0/8 2001:db8::1',
    CUTOVER_METRICS_TOKEN: 'a-token-of-some-length',
    CUTOVER_STATUS_PORT: '9100',
    CUTOVER_GRACE_SECONDS: '90',
    CUTOVER_ORIGINAL_TTL: '0',
    LOG_LEVEL: 'warn',
  })
  expect(config).toEqual({
    graceMs: 90_000,
    originalSeconds: 0,
    production: true,
    port: 8080,
    publicUrl: 'https://cutover.example.com/app',
    databaseUrl: 'postgres://user:pass@db:5432/cutover',
    dataDir: '/var/lib/cutover',
    secretKey: Buffer.from(hex, 'hex'),
    oldSecretKeys: [Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xcd)],
    allowHosts: ['staging.example.com:443'],
    pollRequiresKey: true,
    limits: {
      ...LIMITS,
      free: { ...LIMITS.free, jobsPerDay: 20, retentionDays: 7 },
      paid: { ...LIMITS.paid, retentionDays: 7 },
    },
    google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://login.example.com/' },
    allowedDomains: ['example.com', 'example.org'],
    defaultTier: 'free',
    actionsIssuer: 'https://ghe.example.com/_services/token',
    storage: {
      bucket: 'artifacts',
      prefix: 'of/cutover/',
      endpoint: 'https://s3.example.com',
      region: 'eu-central-1',
      forcePathStyle: true,
    },
    chromePath: process.execPath,
    trustProxy: ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '2001:db8::1'],
    minFreeBytes: 250e6,
    unsafeNoSandbox: true,
    workers: 4,
    store: { minutes: 30, requests: 8, urls: 10_000 },
    warnings: [],
    metricsToken: 'a-token-of-some-length',
    statusPort: 9100,
    logLevel: 'warn',
  })
})

test('the secret key may be base64', () => {
  const base64 = Buffer.from(hex, 'hex').toString('base64')
  expect(readConfig({ CUTOVER_SECRET_KEY: base64 }).secretKey).toEqual(Buffer.from(hex, 'hex'))
})

test.each([
  ['localhost:8080', ['localhost:8080']],
  ['[::1]:8080, 127.1:80', ['[::1]:8080', '127.0.0.1:80']],
  ['EXAMPLE.com:0443 example.com:443', ['example.com:443']],
])('CUTOVER_ALLOW_HOSTS %s', (text, hosts) => {
  expect(readConfig({ CUTOVER_ALLOW_HOSTS: text }).allowHosts).toEqual(hosts)
})

test.each([
  ['NODE_ENV', 'prod', 'NODE_ENV is "prod"; it must be production, development or test.'],
  ['PORT', '65536', 'PORT is "65536"; it must be a whole number from 0 to 65535.'],
  ['PORT', '80a', 'PORT is "80a"; it must be a whole number from 0 to 65535.'],
  [
    'PUBLIC_URL',
    'cutover.example.com',
    /^PUBLIC_URL is "cutover.example.com"; it must be an address such as https:/,
  ],
  ['PUBLIC_URL', 'https://example.com/?a', /without user name, \? and #\.$/],
  ['CUTOVER_POLL_REQUIRES_KEY', 'yes', 'CUTOVER_POLL_REQUIRES_KEY is "yes"; it must be true or false.'],
  ['CUTOVER_RETENTION_DAYS', '0', /a whole number from 1 to 3650/],
  ['CUTOVER_RETENTION_DAYS', '-1', /a whole number from 1 to 3650/],
  ['CUTOVER_LIMITS', 'free.jobsPerDay', /a list such as free.jobsPerDay=20/],
  ['CUTOVER_LIMITS', 'free.jobsPerDay=0', /a list such as free.jobsPerDay=20/],
  ['CUTOVER_LIMITS', 'paid.jobsInFlight=-1', /a list such as free.jobsPerDay=20/],
  ['CUTOVER_LIMITS', 'free.retentionDays=3651', /a list such as free.jobsPerDay=20/],
  ['CUTOVER_LIMITS', 'trial.jobsPerDay=1', /target.accountSubmissionsPerMinute, each a whole number from 1/],
  ['CUTOVER_LIMITS', '__proto__.x=1', /a list such as free.jobsPerDay=20/],
  ['CUTOVER_WORKERS', '1.5', /a whole number from 1 to 64/],
  ['CUTOVER_STORE_MINUTES', '60', /a whole number from 1 to 45/],
  ['CUTOVER_STORE_REQUESTS', '0', /a whole number from 1 to 16/],
  ['CUTOVER_STORE_URLS', '10', /a whole number from 100 to 50000/],
  ['CUTOVER_ALLOW_HOSTS', 'localhost', /exact host:port pairs/],
  ['CUTOVER_ALLOW_HOSTS', '*:80', /exact host:port pairs/],
  ['CUTOVER_ALLOW_HOSTS', 'http://localhost:80', /exact host:port pairs/],
  ['CUTOVER_ALLOW_HOSTS', 'localhost:99999', /exact host:port pairs/],
  ['CUTOVER_ALLOW_HOSTS', 'user@localhost:80', /exact host:port pairs/],
  ['OIDC_ISSUER', 'ftp://example.com', /^OIDC_ISSUER is "ftp:/],
  ['S3_BUCKET', 'My_Bucket', /^S3_BUCKET is "My_Bucket"; it must be a bucket name/],
  ['CUTOVER_STORAGE', 'artifacts', /^CUTOVER_STORAGE is "artifacts"; it must be an address such as s3:/],
  [
    'CUTOVER_STORAGE',
    's3://My_Bucket/x',
    /must be an address such as s3:\/\/bucket or s3:\/\/bucket\/folder/,
  ],
  ['CUTOVER_STORAGE', 's3://bucket/a b', /must be an address such as s3:/],
  ['CUTOVER_STORAGE', 's3://bucket//x', /must be an address such as s3:/],
  ['CUTOVER_STORAGE', 's3://key:hunter2@bucket/x', /must be an address such as s3:/],
  ['CUTOVER_S3_REGION', 'Frankfurt am Main', /a region such as eu-central-1/],
  ['CUTOVER_S3_ENDPOINT', 's3.example.com', /an address such as https:/],
  ['CUTOVER_BROWSER_CDP', '10.0.0.7:9222', /an address such as http:\/\/10\.0\.0\.7:9222/],
  ['CUTOVER_BROWSER_CDP', 'http://10.0.0.7:9222', /set one without the other/],
  ['CUTOVER_PROXY_ADDRESS', '10.0.0.5', /an address of a private network with a port, such as/],
  ['CUTOVER_PROXY_ADDRESS', '0.0.0.0:3128', /an address of a private network/],
  ['CUTOVER_PROXY_ADDRESS', '8.8.8.8:3128', /an address of a private network/],
  ['CUTOVER_PROXY_ADDRESS', '10.0.0.5:70000', /an address of a private network/],
  ['CHROME_PATH', '/nonexistent/chrome', /^CHROME_PATH is "\/nonexistent\/chrome"; it must be the path/],
  ['TRUST_PROXY', 'true', /a list of addresses and ranges/],
  ['TRUST_PROXY', '10.0.0.0/33', /a list of addresses and ranges/],
  ['TRUST_PROXY', '1', /a list of addresses and ranges/],
  ['CUTOVER_STATUS_PORT', 'metrics', /a whole number from 0 to 65535/],
  ['LOG_LEVEL', 'verbose', /one of fatal, error, warn/],
])('%s=%s is refused with a sentence', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})

test.each([
  ['CUTOVER_SECRET_KEY', 'hunter2hunter2'],
  ['CUTOVER_OLD_SECRET_KEYS', 'hunter2hunter2'],
  ['DATABASE_URL', 'mysql://user:hunter2hunter2@db/x'],
  ['CUTOVER_METRICS_TOKEN', 'hunter2'],
])('%s is refused without being shown', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^${name} is not valid \\(its ${value.length} characters`),
  )
  expect(() => readConfig({ [name]: value })).not.toThrow(/hunter2/)
})

test('credentials in other addresses are not shown either', () => {
  expect(() => readConfig({ PUBLIC_URL: 'https://user:hunter2@example.com' })).toThrow(
    'PUBLIC_URL is "https://…@example.com"',
  )
})

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT is "x".*\nLOG_LEVEL is "y"/)
})

test.each([
  [{ GOOGLE_CLIENT_ID: 'id' }, /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set one without the other/],
  [
    { GOOGLE_CLIENT_SECRET: 'secret' },
    /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set one without the other/,
  ],
  [
    { S3_ENDPOINT: 'https://s3.example.com' },
    /^S3_ENDPOINT is "https:\/\/s3.example.com" but CUTOVER_STORAGE is not set/,
  ],
  [
    { CUTOVER_S3_REGION: 'eu-central-1' },
    /^CUTOVER_S3_REGION is "eu-central-1" but CUTOVER_STORAGE is not set/,
  ],
  [
    { CUTOVER_STORAGE: 's3://one', S3_BUCKET: 'two' },
    /^CUTOVER_STORAGE and S3_BUCKET say the same; set one of them/,
  ],
])('settings that belong together: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test.each([
  [{ CUTOVER_STORAGE: 's3://artifacts' }, { bucket: 'artifacts', prefix: '', forcePathStyle: false }],
  [{ CUTOVER_STORAGE: 's3://artifacts/' }, { bucket: 'artifacts', prefix: '' }],
  [{ CUTOVER_STORAGE: 's3://artifacts/a/b/' }, { bucket: 'artifacts', prefix: 'a/b/' }],
  [
    { S3_BUCKET: 'artifacts', S3_ENDPOINT: 'http://minio:9000' },
    { bucket: 'artifacts', prefix: '', endpoint: 'http://minio:9000' },
  ],
])('%o is a bucket', (env, storage) => {
  expect(readConfig(env).storage).toMatchObject(storage)
})

const KEYS = {
  AWS_ACCESS_KEY_ID: 'canary',
  AWS_SECRET_ACCESS_KEY: 'canary',
  AWS_SESSION_TOKEN: 'canary',
  AWS_PROFILE: 'canary',
  AWS_SHARED_CREDENTIALS_FILE: '/canary',
  AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://canary',
  AWS_WEB_IDENTITY_TOKEN_FILE: '/canary',
  CUTOVER_STORAGE: 's3://canary',
  CUTOVER_S3_ENDPOINT: 'https://canary.example.com',
  CUTOVER_SECRET_KEY: hex,
  DATABASE_URL: 'postgres://canary@db/x',
}

test('neither a scan nor its browser gets what opens the store or the database', () => {
  const env = { ...KEYS, PATH: '/bin', TMPDIR: '/tmp/x', HOME: '/home/x', LANG: 'C' }
  expect(Object.keys(scanEnvironment(env)).sort()).toEqual(['HOME', 'LANG', 'MALLOC_ARENA_MAX', 'PATH'])
  expect(Object.keys(browserEnvironment('/tmp/x/home', env)).sort()).toEqual([
    ...['HOME', 'LANG', 'MALLOC_ARENA_MAX', 'PATH', 'TMPDIR'],
  ])
})

test('the metadata service of a cloud is asked for credentials only where the operator says so', () => {
  const [silent, wanted]: NodeJS.ProcessEnv[] = [{}, { AWS_EC2_METADATA_DISABLED: 'false' }]
  withoutInstanceMetadata(silent)
  withoutInstanceMetadata(wanted)
  expect(silent).toEqual({ AWS_EC2_METADATA_DISABLED: 'true' })
  expect(wanted).toEqual({ AWS_EC2_METADATA_DISABLED: 'false' })
})

test('production needs its own secret key', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    /^CUTOVER_SECRET_KEY is not set; with NODE_ENV=production/,
  )
})

test.each([
  ...[
    'localhost:80',
    '127.0.0.1:80',
    '0x7f.1:80',
    '[::1]:80',
    '[::ffff:127.0.0.1]:80',
    '10.0.0.1:80',
    '192.168.1.1:443',
  ],
  ...[
    '169.254.169.254:80',
    '[fd00::1]:80',
    'db:5432',
    'app.localhost:80',
    'printer.local:80',
    'metadata.google.internal:80',
  ],
  ...['localhost.:80'],
])('production refuses to start with %s as an allowed target', host => {
  const production = { NODE_ENV: 'production', CUTOVER_SECRET_KEY: hex }
  expect(() => readConfig({ ...production, CUTOVER_ALLOW_HOSTS: `example.com:443,${host}` })).toThrow(
    /^CUTOVER_ALLOW_HOSTS names (?!example)/,
  )
  expect(readConfig({ CUTOVER_ALLOW_HOSTS: host }).allowHosts).toHaveLength(1)
})

test('a browser of another machine has an endpoint, and a way to our proxy', () => {
  const both = {
    CUTOVER_BROWSER_CDP: 'http://10.0.0.7:9222/?token=x',
    CUTOVER_PROXY_ADDRESS: '10.0.0.5:3128',
  }
  const remoteBrowser = { endpoint: 'http://10.0.0.7:9222/?token=x', proxy: { host: '10.0.0.5', port: 3128 } }
  expect(readConfig(both)).toMatchObject({ remoteBrowser })
  expect(() => readConfig({ ...both, CHROME_PATH: process.execPath })).toThrow(/each name a browser/)
  for (const wrong of ['ftp://10.0.0.7/canary', 'ws://10.0.0.7:9222/canary', 'http://canary@10.0.0.7:9222']) {
    const read = () => readConfig({ ...both, CUTOVER_BROWSER_CDP: wrong })
    expect(read).toThrow(/an address such as http:\/\/10\.0\.0\.7:9222/)
    expect(read).not.toThrow(/canary/)
  }
})
