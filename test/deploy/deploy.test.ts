/** What is in deploy/: it parses, names settings that there are, and keeps scans as SECURITY.md promises. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { PROJECT_ROOT, readConfig, SETTINGS } from '../../server/config/index.ts'
import { fontsFindings } from '../../server/health/machine.ts'
import { LIMITS } from '../../server/worker/run-scan.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: PROJECT_ROOT }).sort()

// biome-ignore lint/suspicious/noExplicitAny: manifests are looked into as they come
type Node = any

/** Aliases and merge keys resolved. @throws for what is no YAML */
function documents(path: string): Node[] {
  return parseAllDocuments(read(path), { merge: true }).map(document => {
    expect(document.errors, path).toEqual([])
    return document.toJS()
  })
}

const dockerfile = read('deploy/Dockerfile')
const compose = documents('deploy/compose.yml')[0]
const manifests = files('deploy/kubernetes/*.yaml').flatMap(documents)
const ofKind = (kind: string): Node[] => manifests.filter(manifest => manifest.kind === kind)
const named = (kind: string, name: string): Node =>
  ofKind(kind).find(({ metadata }: Node) => metadata.name === name)

/** Those of the AWS SDK, which reads them itself. */
const OF_AWS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
/** What the comment of settings.yaml says that the secret holds. */
const SECRET = ['DATABASE_URL', 'CUTOVER_SECRET_KEY', 'CUTOVER_METRICS_TOKEN']

const imageEnvironment = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name!, value!]),
)

test('all YAML and JSON of it is such', () => {
  expect(files('deploy/**/*.{yml,yaml}').flatMap(documents).length).toBeGreaterThan(12)
  for (const path of files('deploy/**/*.json')) expect(() => JSON.parse(read(path)), path).not.toThrow()
})

test('every setting that is named is one of ours', () => {
  const { api, worker } = compose.services
  const inPods = ['api', 'worker'].flatMap(name =>
    named('Deployment', name).spec.template.spec.containers.flatMap(({ env = [] }: Node) =>
      env.map((entry: Node) => entry.name),
    ),
  )
  const given = [
    ...Object.keys(imageEnvironment),
    ...[api, worker].flatMap(({ environment }) => Object.keys(environment)),
    ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data)),
    ...inPods,
    ...SECRET,
  ]
  expect(given).toContain('CUTOVER_STATUS_PORT')
  expect(given.filter(name => ![...SETTINGS, ...OF_AWS].includes(name))).toEqual([])
})

/** As compose fills in `${NAME:?…}` and `${NAME:-default}`. */
const filled = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value)
        .replace(/\$\{\w+:\?[^}]*\}/g, 'ab'.repeat(32))
        .replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]),
  )

const HERE = { CHROME_PATH: process.execPath }

test('the image has all fonts that the doctor would want on a machine without any', async () => {
  const [finding] = await fontsFindings(async () => '', 'linux')
  const wanted = [...finding!.mend!.matchAll(/apt-get install ([\w-]+)/g)].map(([, name]) => name)
  expect(wanted.length).toBeGreaterThan(3)
  for (const name of wanted) expect(dockerfile).toMatch(new RegExp(`^ +${name} \\\\$`, 'm'))
})

test.each(['api', 'worker'])('compose gives the %s all that production asks for', name => {
  const given = filled(compose.services[name].environment)
  const config = readConfig({ ...imageEnvironment, ...given, ...HERE })
  expect(config.production).toBe(true)
  expect(config.databaseUrl).toMatch(/@postgres:5432\/cutover$/)
  expect(config.metricsToken).toHaveLength(64)
  expect(config.storage).toMatchObject({
    bucket: 'cutover',
    endpoint: 'http://minio:9000',
    forcePathStyle: true,
  })
  expect(config.warnings).toEqual([])
  const { CUTOVER_SECRET_KEY: _, ...without } = given
  expect(() => readConfig({ ...imageEnvironment, ...without, ...HERE })).toThrow(
    'CUTOVER_SECRET_KEY is not set',
  )
})

test('in Kubernetes settings come from the map and secrets from the secret, by reference', () => {
  const secret = {
    DATABASE_URL: 'postgres://cutover:x@db:5432/cutover',
    CUTOVER_SECRET_KEY: 'ab'.repeat(32),
    CUTOVER_METRICS_TOKEN: 'cd'.repeat(32),
  }
  const config = readConfig({
    ...imageEnvironment,
    ...named('ConfigMap', 'cutover').data,
    ...secret,
    ...HERE,
  })
  expect(config).toMatchObject({ production: true, warnings: [], storage: { bucket: 'cutover-artifacts' } })
  for (const name of ['api', 'worker']) {
    const [container] = named('Deployment', name).spec.template.spec.containers
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'cutover' } },
      { secretRef: { name: 'cutover' } },
    ])
    expect(container.args).toEqual(['--only', name])
  }
  expect(ofKind('Secret')).toEqual([])
  const { secretTargetRef } = ofKind('TriggerAuthentication')[0].spec
  expect(secretTargetRef).toEqual([{ parameter: 'connection', name: 'cutover', key: 'DATABASE_URL' }])
  for (const manifest of [...manifests, compose])
    expect(JSON.stringify(manifest)).not.toMatch(/password":"\w{8}/i)
})

test('every resource of kustomization.yaml is there, and every manifest is in it', () => {
  const [{ resources }] = ofKind('Kustomization')
  expect(
    [...resources, 'kustomization.yaml'].map((name: string) => `deploy/kubernetes/${name}`).sort(),
  ).toEqual(files('deploy/kubernetes/*.yaml'))
})

test('nothing runs as root, with capabilities or on files that it could change', () => {
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  for (const name of ['api', 'worker']) {
    const { securityContext, containers, automountServiceAccountToken } = named('Deployment', name).spec
      .template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    expect(automountServiceAccountToken).toBe(false)
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true', 'seccomp:./seccomp.json'],
    })
  }
})

test('the profile of system calls leaves the sandbox its namespaces', () => {
  const { defaultAction, syscalls } = JSON.parse(read('deploy/seccomp.json'))
  expect(defaultAction).toBe('SCMP_ACT_ALLOW')
  const refused: string[] = syscalls.flatMap(({ names }: Node) => names)
  expect(refused).toEqual([...new Set(refused)].sort())
  for (const needed of [
    'clone',
    'clone3',
    'unshare',
    'setns',
    'mount',
    'umount2',
    'pivot_root',
    'chroot',
    'seccomp',
  ])
    expect(refused).not.toContain(needed)
  for (const dangerous of ['init_module', 'kexec_load', 'bpf', 'ptrace', 'keyctl', 'open_by_handle_at'])
    expect(refused).toContain(dangerous)
})

test('versions are pinned: of Node as the project has it, of the browser, of every image', () => {
  const { devDependencies } = JSON.parse(read('package.json'))
  expect(dockerfile).toMatch(new RegExp(`^ARG NODE_VERSION=${devDependencies.node}$`, 'm'))
  expect(dockerfile).toMatch(/^ARG CHROMIUM_VERSION=\d+(\.\d+){3}-\d+~deb12u\d+$/m)
  expect(dockerfile).toMatch(/\bchromium-headless-shell=\$\{CHROMIUM_VERSION\}/)
  for (const [name, { image }] of Object.entries<Node>(compose.services)) {
    expect(image, name).toMatch(/:\S+$/)
    expect(image, name).not.toMatch(/:latest$/)
  }
})

test('what is copied into the image is let through to the build, and is all that the server reads', () => {
  const let_ = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
    .map(line => line.slice(1))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  )
  expect([...new Set(copied)].sort()).toEqual(let_.sort())
  expect(copied).toEqual(expect.arrayContaining(['server', 'docs', 'METHODOLOGY.md', 'package.json']))
})

test('what the server imports is installed without the tools of development', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const wanted = files('server/**/*.{ts,mjs}').flatMap(path =>
    [
      ...read(path).matchAll(
        /^import (?!type )[^'"]*['"]([^.'"][^'"]*)['"]|\bimport\(['"]([^.'"][^'"]*)['"]\)/gm,
      ),
    ].map(([, from, later]) => (from ?? later)!),
  )
  const packages = wanted
    .filter(name => !name.startsWith('node:'))
    .map(name =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  expect(packages.length).toBeGreaterThan(50)
  expect([...new Set(packages)].filter(name => !(name in dependencies))).toEqual([])
})

test('stopping waits for a scan, and scaling down for longer than one', () => {
  const deadline = LIMITS.deadlineMs / 1000
  const pod = named('Deployment', 'worker').spec.template.spec
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(deadline)
  expect(Number.parseInt(compose.services.worker.stop_grace_period, 10)).toBeGreaterThan(deadline)
  const { scaleDown } = ofKind('ScaledObject')[0].spec.advanced.horizontalPodAutoscalerConfig.behavior
  expect(scaleDown.stabilizationWindowSeconds).toBeGreaterThan(deadline)
})

test('Grafana finds what compose gives it', () => {
  const [provider] = parse(read('deploy/grafana/provisioning/dashboards/cutover.yml')).providers
  const mounts: string[] = compose.services.grafana.volumes
  expect(mounts).toContain(`./grafana/cutover.json:${provider.options.path}/cutover.json:ro`)
  const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml'))
  expect(scrape_configs[0].dns_sd_configs[0].names).toEqual(['api', 'worker'])
  expect(scrape_configs[0].dns_sd_configs[0].port).toBe(Number(imageEnvironment.PORT))
  expect(compose.services.prometheus.secrets).toEqual(Object.keys(compose.secrets))
})
