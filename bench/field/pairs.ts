/** The field set: real pairs of an original and a rebuild by another hand, by where they are found. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const Segment = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'is not of small letters, digits, ".", "_" and "-"')
const UrlPath = z.string().startsWith('/')

const Source = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'is not "owner/name"'),
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'is not a full commit id'),
  /** What is served; `.` for all of it. */
  folder: z
    .string()
    .min(1)
    .refine(path => !path.startsWith('/') && !path.split('/').includes('..'), 'leaves the repository'),
  /** URL path below which the folder appears. */
  mount: UrlPath.endsWith('/').refine(path => !path.split('/').includes('..'), 'leaves the site'),
  /** URL path of the page that is judged. */
  entry: UrlPath,
})
export type Source = z.infer<typeof Source>

const Pair = z
  .strictObject({
    /** What both sides are a version of. */
    design: Segment,
    /** `design/rebuilder`, unique. */
    name: z.string(),
    kind: z.enum(['challenge', 'theme-port', 'migration', 'starter', 'model-rebuild', 'redesign']),
    traits: z.array(z.enum(['hydrated', 'reveal', 'cms-to-static', 'rtl', 'non-latin'])),
    original: Source,
    rebuilt: Source,
    note: z.string().min(1),
    /** Which round of gathering brought it in; the first where it says nothing. */
    round: z.int().min(2).optional(),
  })
  .refine(
    ({ name, design }) =>
      name.startsWith(`${design}/`) && Segment.safeParse(name.slice(design.length + 1)).success,
    { path: ['name'], error: 'is not "design/rebuilder"' },
  )
export type Pair = z.infer<typeof Pair>

const Pairs = z.array(Pair).superRefine((pairs, context) => {
  pairs.forEach(({ name }, at) => {
    if (pairs.findIndex(pair => pair.name === name) < at)
      context.addIssue({ code: 'custom', path: [at, 'name'], message: `${name} is there twice` })
  })
})

/** Throws with every fault, each with the name of its pair. */
export function parsePairs(json: unknown): Pair[] {
  const parsed = Pairs.safeParse(json)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => {
    const pair = Array.isArray(json) ? json[path[0] as number] : undefined
    const name = typeof pair?.name === 'string' ? pair.name : `pair ${String(path[0] ?? '')}`
    return `${name}: ${path.slice(1).join('.')} ${message}`
  })
  throw new Error(`pairs.json is broken:\n${faults.join('\n')}`)
}

export const readPairs = async () =>
  parsePairs(JSON.parse(await readFile(join(import.meta.dirname, 'pairs.json'), 'utf8')))

/** Pairs of this round are opened only to measure. Those of earlier ones have been worked on. */
export const FRESH_ROUND = 28

export const partOf = ({ round = 1 }: Pick<Pair, 'round'>): 'work' | 'fresh' =>
  round === FRESH_ROUND ? 'fresh' : 'work'
