import { SuiteName } from '../../server/contract.ts'
import type { Import, Source } from './imports.ts'
import { BECAUSE, DOORS, ENVIRONMENT, GLOBAL_FETCH, GRADES, PARTS, REFUSED_WORDS } from './rules.ts'

/** One sentence per violation: place, what is wrong, why. */
export function violationsOf(sources: readonly Source[]): string[] {
  return [...sources.flatMap(violationsIn), ...cycles(sources)]
}

function violationsIn(source: Source): string[] {
  return [
    ...source.imports.flatMap(imported => {
      const because = refusal(source.path, imported)
      return because ? [`${source.path}:${imported.line} imports ${imported.target}: ${because}`] : []
    }),
    ...lines(source, source.environment, 'reads process.env', ENVIRONMENT),
    ...lines(source, source.fetches, 'calls fetch', GLOBAL_FETCH),
    ...refusedNames(source),
    ...(GRADES.in.test(source.path) ? lines(source, source.grades, 'grades an issue', GRADES) : []),
  ]
}

/** Names of constants that say in a word of our own what others say with MAX, MIN and WINDOW. */
function refusedNames({ path, constants }: Source): string[] {
  if (!path.startsWith('server/')) return []
  return constants.flatMap(({ name, line }) => {
    const word = name.split('_').find(part => Object.hasOwn(REFUSED_WORDS, part))
    return word ? [`${path}:${line} names a constant ${name}: say ${REFUSED_WORDS[word]}`] : []
  })
}

/** One sentence for each `name.ts` beside a folder `name/` with sources in it. */
export function twins(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    const folder = path.replace(/\.\w+$/, '/')
    return paths.some(other => other.startsWith(folder))
      ? [`${path} stands beside ${folder}: ${BECAUSE.twin}`]
      : []
  })
}

function lines(
  { path }: Source,
  found: number[],
  what: string,
  rule: { from: RegExp; because: string },
): string[] {
  return rule.from.test(path) ? [] : found.map(line => `${path}:${line} ${what}: ${rule.because}`)
}

/** Why the import is refused; undefined when it is not. */
function refusal(path: string, { target, typeOnly }: Import): string | undefined {
  const from = partOf(path)
  const rule = PARTS[from]
  if (!rule) return BECAUSE.unknown
  if (/^(test|bench)\//.test(target)) return BECAUSE.tests
  if (!/^(server|action)\//.test(target))
    return DOORS.find(({ packages, from }) => packages.test(target) && !from.test(path))?.because
  const to = partOf(target)
  if (from === 'suites' && to === 'suites') return sameSuite(path, target) ? undefined : BECAUSE.suites
  if (from === to || rule.may.includes(to) || (typeOnly && rule.types?.includes(to))) return
  return rule.because
}

/** `api` of `server/api/routes/jobs.ts`, `main` of `server/main.ts`, `action` of `action/main.ts`. */
function partOf(path: string): string {
  const [top = '', next = ''] = path.split('/')
  return top === 'server' ? next.replace(/\.(ts|mjs)$/, '') : top
}

/** Files beside the suites, such as suite.ts, belong to all of them; index.ts lists them all. */
function sameSuite(path: string, target: string): boolean {
  const [from, to] = [path, target].map(file => file.split('/')[2]?.replace(/\.ts$/, ''))
  return from === 'index' || from === to || !SuiteName.options.some(name => name === to)
}

/** Circles of imports, those of types among them. Each is told once, from its first file by name. */
function cycles(sources: readonly Source[]): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const found = new Set<string>()
  const walk = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.add(told(trail.slice(start)))
    if (start >= 0 || done.has(path)) return
    for (const { target } of next.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) walk(path, [])
  return [...found]
}

function told(circle: string[]): string {
  const first = circle.indexOf([...circle].sort()[0]!)
  const turned = [...circle.slice(first), ...circle.slice(0, first)]
  return `${[...turned, turned[0]].join(' imports ')}: ${BECAUSE.cycle}`
}
