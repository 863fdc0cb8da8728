/** The settings, from the environment; nothing else reads process.env. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { Tier } from '../contract.ts'
import { type Limits, limitChanges, limitsWith } from './limits.ts'
import { ConfigError, readVariables } from './read.ts'
import { TRACE_SETTINGS } from './traces.ts'
import {
  address,
  bucketAddress,
  bucketName,
  devtoolsAddress,
  domainList,
  flag,
  hostList,
  httpAddress,
  isLoopback,
  isPrivateHost,
  privateAddress,
  proxyList,
  secretKey,
  secretKeyList,
  token,
  whole,
} from './values.ts'

/** The folder that holds package.json; relative paths in settings count from here. */
export const PROJECT_ROOT = join(import.meta.dirname, '../..')

export interface Config {
  readonly production: boolean
  readonly port: number
  /** Without a slash at the end; may have a path. */
  readonly publicUrl: string
  /** Absent: embedded Postgres in `dataDir`. */
  readonly databaseUrl?: string
  /** Absolute. */
  readonly dataDir: string
  /** 32 bytes. Absent: made once and kept in `dataDir`. */
  readonly secretKey?: Buffer
  /** 32 bytes each: that secrets of waiting jobs may still be encrypted with. */
  readonly oldSecretKeys: readonly Buffer[]
  /** `host:port` in canonical form: the targets that are allowed although they are not public. */
  readonly allowHosts: readonly string[]
  readonly pollRequiresKey: boolean
  readonly limits: Limits
  /** Absent: nobody can sign in. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string; readonly issuer: string }
  /** In small letters. Empty: everybody may sign in. */
  readonly allowedDomains: readonly string[]
  /** Of accounts that a sign-in makes. */
  readonly defaultTier: Tier
  /** Who vouches for workflows that ask for a key; absent: nobody, since PUBLIC_URL is not known. */
  readonly actionsIssuer?: string
  /** Absent: artifacts go to `dataDir`. */
  readonly storage?: S3Storage
  /** Absent: the browser is looked for. */
  readonly chromePath?: string
  /** Absent: a browser is started on this machine. */
  readonly remoteBrowser?: RemoteBrowser
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[]
  /** Free on the volume of `dataDir`, below which no new work is taken. */
  readonly minFreeBytes: number
  /** To start with a browser that is not kept in its sandbox, or as root. */
  readonly unsafeNoSandbox: boolean
  /** Scans at once in one process. Absent: what the machine has cores and memory for. */
  readonly workers?: number
  /** For which scans that run at SIGTERM may go on, before their jobs are given back. */
  readonly graceMs: number
  /** For which what was captured of an original serves other jobs of the account; 0: it does not. */
  readonly originalSeconds: number
  /** What the stores of one job may cost. */
  readonly store: {
    /** For both together. */
    readonly minutes: number
    /** At once to one host; a Shopify store that does not know us is asked one at a time. */
    readonly requests: number
    /** Old addresses that are followed at most. */
    readonly urls: number
  }
  /** Sentences for the log of the start: what is allowed, and hardly meant. */
  readonly warnings: readonly string[]
  /** Whoever brings it is shown the figures of the service; absent: nobody. */
  readonly metricsToken?: string
  /** On which a process without an API tells how it is; absent: it opens no port. */
  readonly statusPort?: number
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** A browser on another machine. */
export interface RemoteBrowser {
  /** Of the Chrome DevTools Protocol: `http://10.0.0.7:9222`. Path and query may hold a token. */
  readonly endpoint: string
  /** An IPv4 address of ours at which it reaches our proxy. */
  readonly proxy: { readonly host: string; readonly port: number }
}

/** Credentials are the business of the AWS SDK, which has variables of its own for them. */
export interface S3Storage {
  readonly bucket: string
  /** Of all keys: empty, or with a slash at its end. */
  readonly prefix: string
  /** Absent: Amazon's. */
  readonly endpoint?: string
  readonly region?: string
  /** The bucket is in the path of an address, not in its host. */
  readonly forcePathStyle: boolean
}

export { ConfigError } from './read.ts'

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'production, development or test').optional(),
  PORT: whole(0, 65535).default(3000),
  PUBLIC_URL: httpAddress('https://cutover.example.com')
    .transform(text => new URL(text).href.replace(/\/+$/, ''))
    .optional(),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/database',
  ).optional(),
  CUTOVER_DATA_DIR: z.string().default('.data'),
  CUTOVER_SECRET_KEY: secretKey.optional(),
  CUTOVER_OLD_SECRET_KEYS: secretKeyList.default([]),
  CUTOVER_ALLOW_HOSTS: hostList.default([]),
  CUTOVER_POLL_REQUIRES_KEY: flag.default(false),
  CUTOVER_RETENTION_DAYS: whole(1, 3650).default(30),
  CUTOVER_LIMITS: limitChanges.default([]),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: httpAddress('https://accounts.google.com').default('https://accounts.google.com'),
  CUTOVER_ALLOWED_DOMAINS: domainList.default([]),
  CUTOVER_DEFAULT_TIER: z.enum(Tier.options, 'free or paid').default('free'),
  GITHUB_OIDC_ISSUER: httpAddress('https://token.actions.githubusercontent.com').default(
    'https://token.actions.githubusercontent.com',
  ),
  CUTOVER_STORAGE: bucketAddress.optional(),
  CUTOVER_S3_ENDPOINT: httpAddress('https://s3.example.com').optional(),
  CUTOVER_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'a region such as eu-central-1')
    .optional(),
  CUTOVER_S3_FORCE_PATH_STYLE: flag.default(false),
  // What others call both.
  S3_BUCKET: bucketName.optional(),
  S3_ENDPOINT: httpAddress('https://s3.example.com').optional(),
  CUTOVER_BROWSER_CDP: devtoolsAddress.optional(),
  CUTOVER_PROXY_ADDRESS: privateAddress.optional(),
  CHROME_PATH: z
    .string()
    .refine(existsSync, 'the path of a Chrome or Chromium executable that exists')
    .optional(),
  TRUST_PROXY: proxyList.default([]),
  CUTOVER_MIN_FREE_MB: whole(0, 10_000_000).default(1000),
  CUTOVER_UNSAFE_NO_SANDBOX: flag.default(false),
  CUTOVER_WORKERS: whole(1, 64).optional(),
  CUTOVER_GRACE_SECONDS: whole(0, 3600).default(25),
  CUTOVER_ORIGINAL_TTL: whole(0, 86_400).default(900),
  CUTOVER_STORE_MINUTES: whole(1, 45).default(15),
  CUTOVER_STORE_REQUESTS: whole(1, 16).default(4),
  CUTOVER_STORE_URLS: whole(100, 50_000).default(2000),
  CUTOVER_METRICS_TOKEN: token.optional(),
  CUTOVER_STATUS_PORT: whole(0, 65535).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
})

/** The names of all settings; what else is in the environment is none of ours. */
export const SETTINGS: readonly string[] = [...Object.keys(Environment.shape), ...TRACE_SETTINGS]

const SECRET = new Set([
  'CUTOVER_SECRET_KEY',
  'CUTOVER_OLD_SECRET_KEYS',
  'DATABASE_URL',
  'CUTOVER_BROWSER_CDP',
  'GOOGLE_CLIENT_SECRET',
  'CUTOVER_METRICS_TOKEN',
])

/**
 * Settings from `env`; a variable that is set to nothing counts as not set.
 * @throws ConfigError with one sentence per wrong variable.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = readVariables(Environment, env, SECRET)
  const production = values.NODE_ENV === 'production'
  refuseCombinations(values, production)
  return Object.freeze({
    production,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(PROJECT_ROOT, values.CUTOVER_DATA_DIR),
    secretKey: values.CUTOVER_SECRET_KEY,
    oldSecretKeys: Object.freeze(values.CUTOVER_OLD_SECRET_KEYS),
    allowHosts: Object.freeze(values.CUTOVER_ALLOW_HOSTS),
    pollRequiresKey: values.CUTOVER_POLL_REQUIRES_KEY,
    limits: limitsWith(values.CUTOVER_RETENTION_DAYS, values.CUTOVER_LIMITS),
    google:
      values.GOOGLE_CLIENT_ID && values.GOOGLE_CLIENT_SECRET
        ? Object.freeze({
            clientId: values.GOOGLE_CLIENT_ID,
            clientSecret: values.GOOGLE_CLIENT_SECRET,
            issuer: values.OIDC_ISSUER,
          })
        : undefined,
    allowedDomains: Object.freeze(values.CUTOVER_ALLOWED_DOMAINS),
    defaultTier: values.CUTOVER_DEFAULT_TIER,
    // A token for an address that every unconfigured server has would be good for all of them.
    actionsIssuer:
      production && !values.PUBLIC_URL ? undefined : values.GITHUB_OIDC_ISSUER.replace(/\/+$/, ''),
    storage: storageOf(values),
    chromePath: values.CHROME_PATH,
    remoteBrowser: remoteBrowserOf(values),
    trustProxy: Object.freeze(values.TRUST_PROXY),
    minFreeBytes: values.CUTOVER_MIN_FREE_MB * 1e6,
    unsafeNoSandbox: values.CUTOVER_UNSAFE_NO_SANDBOX,
    workers: values.CUTOVER_WORKERS,
    graceMs: values.CUTOVER_GRACE_SECONDS * 1000,
    originalSeconds: values.CUTOVER_ORIGINAL_TTL,
    store: Object.freeze({
      minutes: values.CUTOVER_STORE_MINUTES,
      requests: values.CUTOVER_STORE_REQUESTS,
      urls: values.CUTOVER_STORE_URLS,
    }),
    warnings: Object.freeze(warningsOf(values)),
    metricsToken: values.CUTOVER_METRICS_TOKEN,
    statusPort: values.CUTOVER_STATUS_PORT,
    logLevel: values.LOG_LEVEL,
  })
}

/** Over https, or not over a network at all. */
const isSecure = (address: string) => address.startsWith('https:') || isLoopback(new URL(address).hostname)

function refuseCombinations(values: z.output<typeof Environment>, production: boolean): void {
  const wrong: string[] = []
  if (!values.GOOGLE_CLIENT_ID !== !values.GOOGLE_CLIENT_SECRET)
    wrong.push(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set one without the other; set both, or neither.',
    )
  const at = values.PUBLIC_URL ?? 'http://localhost'
  if (values.GOOGLE_CLIENT_ID && (!isSecure(at) || (production && at.startsWith('http:'))))
    wrong.push(
      `PUBLIC_URL is ${JSON.stringify(at)}; for people to sign in it must be https, localhost in development apart.`,
    )
  for (const name of ['OIDC_ISSUER', 'GITHUB_OIDC_ISSUER'] as const)
    if (!isSecure(values[name]) || (production && values[name].startsWith('http:')))
      wrong.push(
        `${name} is ${JSON.stringify(values[name])}; it must be https, localhost in development apart.`,
      )
  for (const [one, other] of [
    ['CUTOVER_STORAGE', 'S3_BUCKET'],
    ['CUTOVER_S3_ENDPOINT', 'S3_ENDPOINT'],
  ] as const)
    if (values[one] && values[other]) wrong.push(`${one} and ${other} say the same; set one of them.`)
  for (const name of ['CUTOVER_S3_ENDPOINT', 'CUTOVER_S3_REGION', 'S3_ENDPOINT'] as const)
    if (values[name] && !storageOf(values))
      wrong.push(
        `${name} is ${JSON.stringify(values[name])} but CUTOVER_STORAGE is not set; set both, or neither.`,
      )
  if (!values.CUTOVER_BROWSER_CDP !== !values.CUTOVER_PROXY_ADDRESS)
    wrong.push(
      'CUTOVER_BROWSER_CDP and CUTOVER_PROXY_ADDRESS are set one without the other; set both, or neither.',
    )
  if (values.CUTOVER_BROWSER_CDP && values.CHROME_PATH)
    wrong.push('CUTOVER_BROWSER_CDP and CHROME_PATH each name a browser; set one of them.')
  if (production && !values.CUTOVER_SECRET_KEY)
    wrong.push(
      'CUTOVER_SECRET_KEY is not set; with NODE_ENV=production it must be 32 bytes as base64 or 64 hex digits.',
    )
  const reachable = values.CUTOVER_ALLOW_HOSTS.filter(isPrivateHost)
  if (production && reachable.length)
    wrong.push(
      `CUTOVER_ALLOW_HOSTS names ${reachable.join(', ')}; with NODE_ENV=production it must name public hosts only.`,
    )
  if (wrong.length) throw new ConfigError(wrong.join('\n'))
}

function storageOf(values: z.output<typeof Environment>): S3Storage | undefined {
  const { CUTOVER_STORAGE: named, S3_BUCKET: bucket } = values
  const place = named ?? (bucket ? { bucket, prefix: '' } : undefined)
  return (
    place &&
    Object.freeze({
      ...place,
      endpoint: values.CUTOVER_S3_ENDPOINT ?? values.S3_ENDPOINT,
      region: values.CUTOVER_S3_REGION,
      forcePathStyle: values.CUTOVER_S3_FORCE_PATH_STYLE,
    })
  )
}

const remoteBrowserOf = ({
  CUTOVER_BROWSER_CDP: endpoint,
  CUTOVER_PROXY_ADDRESS: proxy,
}: z.output<typeof Environment>): RemoteBrowser | undefined =>
  endpoint && proxy ? Object.freeze({ endpoint, proxy }) : undefined

function warningsOf({ PUBLIC_URL: at }: z.output<typeof Environment>): string[] {
  return at && !isSecure(at)
    ? [
        `PUBLIC_URL is ${JSON.stringify(at)}: over http everybody on the way can read keys and results, and nobody can sign in. It should be https.`,
      ]
    : []
}

/**
 * Without credentials the AWS SDK would ask the metadata service of the cloud for those of the machine. It does so only
 * where the operator says AWS_EC2_METADATA_DISABLED=false.
 */
export function withoutInstanceMetadata(env: NodeJS.ProcessEnv = process.env): void {
  env.AWS_EC2_METADATA_DISABLED ??= 'true'
}

/** What programs need to run at all. Database address and keys are not among it. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'NODE_EXTRA_CA_CERTS']

/** What a scan process, and the browser it starts, get of our environment. */
export function scanEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return {
    ...Object.fromEntries(PASSED_ON.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))),
    // glibc keeps a heap for each thread; pictures are decoded on several, and it would keep them all.
    MALLOC_ARENA_MAX: '2',
  }
}

/** In the environment of every process of a scan, so that those which left their group are found. */
export const SCAN_MARK = 'CUTOVER_SCAN'

/**
 * What a browser gets of our environment, with `home` in place of the user's: what it keeps outside its profile
 * (certificates, caches, downloads) goes below it.
 */
export function browserEnvironment(
  home: string,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const { TMPDIR, [SCAN_MARK]: mark } = env
  return {
    ...scanEnvironment(env),
    HOME: home,
    ...(TMPDIR !== undefined && { TMPDIR }),
    ...(mark !== undefined && { [SCAN_MARK]: mark }),
  }
}
